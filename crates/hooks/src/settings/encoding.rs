//! Bytes of a file to text and back. Only UTF-8, with or without a byte order
//! mark, is ever written; what else the client reads, we read too.

const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";

/// How the bytes of a file stand for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 without a mark.
    Utf8,
    /// UTF-8 behind a byte order mark, which is kept.
    Utf8Bom,
    /// UTF-16 behind a byte order mark: read, never edited.
    Utf16,
    /// Bytes that are not UTF-8: read with replacement characters, never edited.
    Broken,
}

impl Encoding {
    /// Whether a file in this encoding may be edited.
    pub fn editable(self) -> bool {
        matches!(self, Self::Utf8 | Self::Utf8Bom)
    }
}

/// The text of a file and how it was encoded.
pub fn decode(bytes: &[u8]) -> (String, Encoding) {
    if let Some(rest) = bytes.strip_prefix(UTF8_BOM) {
        return utf8(rest, Encoding::Utf8Bom);
    }
    match bytes {
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes), Encoding::Utf16),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes), Encoding::Utf16),
        _ => utf8(bytes, Encoding::Utf8),
    }
}

/// The bytes of an edited text; the encoding must be editable.
pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let mark: &[u8] = if encoding == Encoding::Utf8Bom { UTF8_BOM } else { b"" };
    [mark, text.as_bytes()].concat()
}

fn utf8(bytes: &[u8], encoding: Encoding) -> (String, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), encoding),
        Err(_) => (String::from_utf8_lossy(bytes).into_owned(), Encoding::Broken),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_seen_and_given_back() {
        for (bytes, text, encoding) in [
            (&b"{}"[..], "{}", Encoding::Utf8),
            (b"\xEF\xBB\xBF{}", "{}", Encoding::Utf8Bom),
            (b"\xFF\xFE{\0}\0", "{}", Encoding::Utf16),
            (b"\xFE\xFF\0{\0}", "{}", Encoding::Utf16),
            (b"\"\xFF\"", "\"\u{FFFD}\"", Encoding::Broken),
        ] {
            assert_eq!(decode(bytes), (text.to_owned(), encoding));
            if encoding.editable() {
                assert_eq!(encode(text, encoding), bytes);
            }
        }
    }
}
