//! HTTP/1.1 as far as the client speaks it: keep-alive, bodies by length or in chunks.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

/// No request of the client comes near this; it keeps a broken length from eating the memory.
const LARGEST_BODY: usize = 64 << 20;

/// One request, with lower-case header names.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// The next request, or `None` when the peer has hung up between two.
    pub(crate) fn read(reader: &mut impl BufRead) -> io::Result<Option<Self>> {
        let Some(line) = read_line(reader)? else { return Ok(None) };
        let mut words = line.split(' ');
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Err(malformed("request line"));
        };
        let (method, path) = (method.to_owned(), path.to_owned());
        let headers = read_headers(reader)?;
        let mut request = Self { method, path, headers, body: Vec::new() };
        request.body = request.read_body(reader)?;
        Ok(Some(request))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; what is not JSON is kept as `{"$raw": text}`.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| json!({"$raw": String::from_utf8_lossy(&self.body)}))
    }

    fn read_body(&self, reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
        if self.header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
            return read_chunks(reader);
        }
        let length = match self.header("content-length") {
            Some(length) => length.trim().parse().map_err(|_| malformed("content-length"))?,
            None => 0,
        };
        let mut body = Vec::new();
        read_exactly(reader, length, &mut body)?;
        Ok(body)
    }
}

fn read_headers(reader: &mut impl BufRead) -> io::Result<Vec<(String, String)>> {
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader)?.ok_or_else(|| malformed("headers"))?;
        if line.is_empty() {
            return Ok(headers);
        }
        let (name, value) = line.split_once(':').ok_or_else(|| malformed("header"))?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

fn read_chunks(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = read_line(reader)?.ok_or_else(|| malformed("chunk"))?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).map_err(|_| malformed("chunk size"))?;
        if size == 0 {
            read_headers(reader)?; // trailers, up to the empty line
            return Ok(body);
        }
        read_exactly(reader, size, &mut body)?;
        read_line(reader)?;
    }
}

fn read_exactly(reader: &mut impl BufRead, length: usize, body: &mut Vec<u8>) -> io::Result<()> {
    if body.len() + length > LARGEST_BODY {
        return Err(malformed("body length"));
    }
    let start = body.len();
    body.resize(start + length, 0);
    reader.read_exact(&mut body[start..])
}

fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    match reader.by_ref().take(1 << 16).read_line(&mut line)? {
        0 => Ok(None),
        _ => Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned())),
    }
}

fn malformed(part: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("malformed {part}"))
}

/// One answer.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        Self { status, headers, body: body.into() }
    }

    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    /// Writes head and body at once, so that a peer never sees half a head.
    pub(crate) fn write(&self, request: &Request, mut stream: impl Write) -> io::Result<()> {
        let mut bytes = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status)).into_bytes();
        for (name, value) in &self.headers {
            write!(bytes, "{name}: {value}\r\n")?;
        }
        write!(bytes, "content-length: {}\r\n\r\n", self.body.len())?;
        if request.method != "HEAD" {
            bytes.extend_from_slice(&self.body);
        }
        stream.write_all(&bytes)
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200..300 => "OK",
        300..400 => "Redirect",
        404 => "Not Found",
        400..500 => "Client Error",
        _ => "Server Error",
    }
}
