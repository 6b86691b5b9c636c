//! From bytes to a document, as the client reads them: how much it reads,
//! which encodings, how deep.

use serde::de::IgnoredAny;

use super::super::document::{Dialect, Document, SyntaxError};
use super::super::encoding::decode;
use super::super::lines::Lines;
use super::super::node::Span;
use super::fault::{Cost, Fault, RuleSet};

/// The most bytes of a settings file that the client reads.
pub const SIZE_LIMIT: usize = 2_097_152;
/// Deeper than this our parser does not go; what is judged stands far above.
const DEEP: usize = 200;
/// The client was seen to keep a file of 7,000 levels, to die of 8,000 and of 10,000, and to drop
/// one of 100,000. Where exactly it changes is its stack's luck.
const DEEP_FOR_CLIENT: std::ops::Range<usize> = 7_001..100_000;

/// A document and what is already known about it.
pub(super) struct Readable {
    pub document: Document,
    pub faults: Vec<Fault>,
}

pub(super) fn read(bytes: &[u8], rules: RuleSet) -> Result<Readable, Box<Fault>> {
    if bytes.len() > SIZE_LIMIT && rules != RuleSet::PluginHooks {
        let what = format!("the file has {} bytes, and no more than {SIZE_LIMIT} are read", bytes.len());
        return Err(Box::new(fault(rules.unreadable(), what)));
    }
    if let Some(what) = unread_encoding(bytes, rules) {
        return Err(Box::new(fault(rules.unreadable(), what.to_owned())));
    }
    let (text, _) = decode(bytes);
    let depth = depth(&text);
    let document = if depth > DEEP { parse_deep(&text) } else { Document::parse(text, Dialect::Json) };
    let document = document.map_err(|error| Box::new(syntax_fault(rules, error)))?;
    Ok(Readable { document, faults: too_deep(depth, rules).into_iter().collect() })
}

/// Settings may begin with one byte order mark, a plugin's hooks file with none.
fn unread_encoding(bytes: &[u8], rules: RuleSet) -> Option<&'static str> {
    match bytes {
        [0xFE, 0xFF, ..] => Some("the file is in big-endian UTF-16, which is not read"),
        [0xFF, 0xFE, ..] if rules == RuleSet::PluginHooks => {
            Some("the file is in UTF-16, which is not read here")
        }
        [0xEF, 0xBB, 0xBF, ..] if rules == RuleSet::PluginHooks => {
            Some("the file begins with a byte order mark, which is not read here")
        }
        _ => None,
    }
}

fn too_deep(depth: usize, rules: RuleSet) -> Option<Fault> {
    let cost = if depth < DEEP_FOR_CLIENT.start {
        return None;
    } else if DEEP_FOR_CLIENT.contains(&depth) {
        Cost::Start
    } else {
        rules.unreadable()
    };
    Some(fault(cost, format!("the file is nested {depth} levels deep, more than the client's stack holds")))
}

fn fault(cost: Cost, what: String) -> Fault {
    Fault {
        cost,
        what,
        at: String::new(),
        line: 1,
        column: 1,
        span: 0..0,
        event: None,
        group: None,
        handler: None,
    }
}

fn syntax_fault(rules: RuleSet, error: SyntaxError) -> Fault {
    let SyntaxError { message, span, line, column } = error;
    Fault { line, column, span, ..fault(rules.unreadable(), format!("the file is not JSON: {message}")) }
}

/// Judges the JSON whole, but keeps of what stands deep only the outermost brackets. Every byte
/// that remains stays where it was.
fn parse_deep(text: &str) -> Result<Document, SyntaxError> {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return Err(syntax_error(text, &error));
    }
    let mut shallow = text.as_bytes().to_vec();
    for (span, _) in tokens(text).filter(|(_, around)| *around >= DEEP) {
        shallow[span].fill(b' ');
    }
    Document::parse(String::from_utf8_lossy(&shallow).into_owned(), Dialect::Json)
}

fn syntax_error(text: &str, error: &serde_json::Error) -> SyntaxError {
    let before = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let at = text.floor_char_boundary(before + error.column().saturating_sub(1));
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
    let (line, column) = Lines::of(text).position(text, at);
    SyntaxError { message, span: at..at, line, column }
}

fn depth(text: &str) -> usize {
    let opens = tokens(text).filter(|(span, _)| matches!(text.as_bytes()[span.start], b'[' | b'{'));
    opens.map(|(_, around)| around + 1).max().unwrap_or(0)
}

/// Strings and single other bytes, each with the number of brackets around it.
fn tokens(text: &str) -> impl Iterator<Item = (Span, usize)> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0usize, 0usize);
    std::iter::from_fn(move || {
        let start = at;
        let (around, inside) = match bytes.get(start)? {
            b'[' | b'{' => (depth, depth + 1),
            b']' | b'}' => (depth.saturating_sub(1), depth.saturating_sub(1)),
            _ => (depth, depth),
        };
        depth = inside;
        at = if bytes[start] == b'"' { string_end(bytes, start) } else { start + 1 };
        Some((start..at, around))
    })
}

/// Behind the closing quote of the string that opens here.
fn string_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
