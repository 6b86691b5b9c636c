//! Whether the client's URL parser takes a string. It follows the WHATWG URL
//! standard without a base; this is the part of it that can fail. Not checked:
//! names with letters beyond ASCII, and the host of a `file:` URL.

use std::net::Ipv6Addr;

const WITH_HOST: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];
const FORBIDDEN_IN_HOST: &str = "\0\t\n\r #/:<>?@[\\]^|";

pub(super) fn parses(text: &str) -> bool {
    let trimmed = text.trim_matches(|c: char| c <= ' ');
    let text: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    if !is_scheme(scheme) {
        return false;
    }
    let scheme = scheme.to_ascii_lowercase();
    if WITH_HOST.contains(&scheme.as_str()) {
        // However many slashes stand there, also none and backslashes.
        let rest = rest.trim_start_matches(['/', '\\']);
        let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
        return is_authority(authority, is_domain);
    }
    match rest.strip_prefix("//") {
        Some(rest) if scheme != "file" => {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            authority.is_empty() || is_authority(authority, |host| !host.contains(is_forbidden))
        }
        _ => true,
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// `user:password@host:port`, of which only the host must be there.
fn is_authority(text: &str, is_name: fn(&str) -> bool) -> bool {
    let host = text.rsplit_once('@').map_or(text, |(_, host)| host);
    if let Some(rest) = host.strip_prefix('[') {
        let Some((address, port)) = rest.split_once(']') else { return false };
        let port = if port.is_empty() { Some("") } else { port.strip_prefix(':') };
        return address.parse::<Ipv6Addr>().is_ok() && port.is_some_and(is_port);
    }
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    !name.is_empty() && is_name(name) && is_port(port)
}

fn is_port(text: &str) -> bool {
    let digits = text.trim_start_matches('0');
    text.is_empty()
        || text.bytes().all(|b| b.is_ascii_digit()) && (digits.is_empty() || digits.parse::<u16>().is_ok())
}

fn is_domain(name: &str) -> bool {
    let Some(name) = percent_decoded(name) else { return false };
    let forbidden = |c: char| is_forbidden(c) || c <= '\u{1f}' || c == '\u{7f}';
    if name.contains(forbidden) {
        return false;
    }
    let labels: Vec<&str> = name.strip_suffix('.').unwrap_or(&name).split('.').collect();
    let last = labels.last().copied().unwrap_or_default();
    let numeric = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()) || number(last).is_some();
    !numeric || is_ipv4(&labels)
}

fn is_forbidden(c: char) -> bool {
    FORBIDDEN_IN_HOST.contains(c)
}

/// None where a `%` remains, which no name may hold.
fn percent_decoded(name: &str) -> Option<String> {
    let mut parts = name.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (hex, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'))?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    Some(String::from_utf8_lossy(&bytes).into_owned()).filter(|name| !name.contains('%'))
}

/// One to four numbers, of which the last fills the bytes that are left.
fn is_ipv4(labels: &[&str]) -> bool {
    let Some((last, before)) = labels.split_last().filter(|_| labels.len() <= 4) else { return false };
    let room = 1u64 << (8 * (4 - before.len()));
    before.iter().all(|part| number(part).is_some_and(|n| n < 256)) && number(last).is_some_and(|n| n < room)
}

/// A decimal, octal (`0…`) or hexadecimal (`0x…`) number; one too large for any address is the
/// largest there is.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        [] => return None,
        _ => (text, 10),
    };
    let valid = digits.chars().all(|c| c.is_digit(radix));
    valid.then(|| if digits.is_empty() { 0 } else { u64::from_str_radix(digits, radix).unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_takes_these() {
        for url in [
            "ftp://h/x",
            "localhost:80/x",
            "javascript:1",
            "x:",
            "http:h",
            "http:/h",
            "  http://127.0.0.1:9/x  ",
            "ht\ttp://h/",
            "http://${HOST}/x",
            "http://a..b/",
            "http://h/a b",
            "HTTP://h/x",
            "http://u:p@h/",
            "http://[::1]:9/x",
            "mailto:a@b",
            "data:,x",
            "http://m\u{fc}nchen.de/",
            "http:\\\\h\\x",
            "ws://h",
            "file:///x",
            "http://0x7f.1/",
            "http://h:/",
            "http://h:00080/",
            "x://",
            "http://%41/",
            "http://1.2.3.4./",
        ] {
            assert!(parses(url), "{url}");
        }
    }

    #[test]
    fn the_client_does_not_take_these() {
        for url in [
            "",
            "127.0.0.1:80/x",
            "/x",
            "//h/x",
            "notaurl",
            "$URL",
            "${URL}",
            "http://",
            "http://h:99999/",
            "http://%zz/",
            "http://a b/",
            "http://a^b/",
            "http://999.1.1.1/",
            "http://[::1/x",
            "http://u@/",
            "http://h:x/",
            "http://1.2.3.4.5/",
            "x://a b",
            "http://%25/",
            "http://%é/",
        ] {
            assert!(!parses(url), "{url}");
        }
    }
}
