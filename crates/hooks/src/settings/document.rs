//! A JSON text that can be edited without touching any byte that need not
//! change. Parsing is a library's; an edit is a splice into the original text,
//! so that taking a thing out again gives back the very bytes there were.

use std::borrow::Cow;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::layout::{Layout, indentation_at};
use super::lines::Lines;
use super::node::{Member, Node, Shape, Span};

/// Which extensions a text may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Claude Code's files: JSON to the letter.
    Json,
    /// Our own files: comments and trailing commas, which survive our edits.
    Jsonc,
}

/// One step of a path into a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// The member with this key; of duplicates the last, which the client reads.
    Key(&'a str),
    /// The element at this index.
    Index(usize),
}

/// Where and why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at line {line}, column {column}")]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// The offending bytes.
    pub span: Span,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

/// A text, parsed.
#[derive(Debug, Clone)]
pub struct Document {
    text: String,
    root: Option<Node>,
    lines: Lines,
    dialect: Dialect,
}

impl Document {
    /// Parses a text. A text of white space only has no root, which the client accepts.
    pub fn parse(text: impl Into<String>, dialect: Dialect) -> Result<Self, SyntaxError> {
        let text = text.into();
        let root = parse(&text, dialect)?;
        let lines = Lines::of(&text);
        Ok(Self { text, root, lines, dialect })
    }

    /// The text as it is now.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value, unless the text is empty.
    pub fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }

    /// The node at a path.
    pub fn at(&self, path: &[Step<'_>]) -> Option<&Node> {
        path.iter().try_fold(self.root.as_ref()?, |node, step| match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.elements().get(*index),
        })
    }

    /// The text of a node.
    pub fn source(&self, node: &Node) -> &str {
        &self.text[node.span.clone()]
    }

    /// Line and column of a byte, both from 1.
    pub fn position(&self, at: usize) -> (usize, usize) {
        self.lines.position(&self.text, at)
    }

    /// Gives an empty text its value.
    pub fn set_root(&mut self, value: &Value) -> Result<(), EditError> {
        let layout = Layout::of(&self.text, None);
        let place = layout.block(String::new());
        let mut added = layout.value(value, &place);
        if self.text.is_empty() {
            added.push_str(layout.newline());
        }
        let end = self.text.len();
        self.splice(vec![(end..end, added)])
    }

    /// Adds a member behind the others of the object at a path.
    pub fn append_member(&mut self, path: &[Step<'_>], key: &str, value: &Value) -> Result<(), EditError> {
        self.append(path, Some(key), value)
    }

    /// Adds an element behind the others of the array at a path.
    pub fn append_element(&mut self, path: &[Step<'_>], value: &Value) -> Result<(), EditError> {
        self.append(path, None, value)
    }

    /// Sets a member: replaces its value where there is one, else adds it.
    pub fn set_member(&mut self, path: &[Step<'_>], key: &str, value: &Value) -> Result<(), EditError> {
        let member = [path, &[Step::Key(key)]].concat();
        if self.at(&member).is_some() {
            self.replace(&member, value)
        } else {
            self.append_member(path, key, value)
        }
    }

    /// Replaces the value at a path.
    pub fn replace(&mut self, path: &[Step<'_>], value: &Value) -> Result<(), EditError> {
        let node = self.at(path).ok_or(EditError::NoSuchPlace)?;
        let layout = Layout::of(&self.text, self.root());
        let place = layout.block(indentation_at(&self.text, node.span.start).to_owned());
        let text = layout.value(value, &place);
        let span = node.span.clone();
        self.splice(vec![(span, text)])
    }

    /// Replaces the value at a path by a text, taken as it is.
    pub fn replace_source(&mut self, path: &[Step<'_>], source: &str) -> Result<(), EditError> {
        let span = self.at(path).ok_or(EditError::NoSuchPlace)?.span.clone();
        self.splice(vec![(span, source.to_owned())])
    }

    /// Gives the member at a path another key.
    pub fn rename(&mut self, path: &[Step<'_>], key: &str) -> Result<(), EditError> {
        let (Some((Step::Key(old), parent)), true) = (path.split_last(), self.at(path).is_some()) else {
            return Err(EditError::NoSuchPlace);
        };
        let member = self.at(parent).and_then(|node| node.member(old)).ok_or(EditError::NoSuchPlace)?;
        let span = member.key_span.clone();
        self.splice(vec![(span, Value::from(key).to_string())])
    }

    /// Takes the root out of a text that had none before [`set_root`](Self::set_root).
    pub fn clear(&mut self) -> Result<(), EditError> {
        let Some(root) = self.root() else { return Ok(()) };
        let (span, newline) = (root.span.clone(), Layout::of(&self.text, Some(root)).newline());
        let alone = span.start == 0 && &self.text[span.end..] == newline;
        let end = if alone { self.text.len() } else { span.end };
        self.splice(vec![(span.start..end, String::new())])
    }

    /// Takes out the member or element at a path, with its comma.
    pub fn remove(&mut self, path: &[Step<'_>]) -> Result<(), EditError> {
        let (last, parent) = path.split_last().ok_or(EditError::NoSuchPlace)?;
        let container = self.at(parent).ok_or(EditError::NoSuchPlace)?;
        let children = child_spans(container);
        let at = match last {
            Step::Key(key) => container.members().iter().rposition(|member| member.key == *key),
            Step::Index(index) => Some(*index).filter(|index| *index < children.len()),
        };
        let at = at.ok_or(EditError::NoSuchPlace)?;
        let container = container.span.clone();
        let cuts = match self.dialect {
            Dialect::Json => vec![cut(&container, &children, at)],
            Dialect::Jsonc => self.cut_keeping_comments(&children, at),
        };
        self.splice(cuts.into_iter().map(|span| (span, String::new())).collect())
    }

    fn append(&mut self, path: &[Step<'_>], key: Option<&str>, value: &Value) -> Result<(), EditError> {
        let container = self.at(path).ok_or(EditError::NoSuchPlace)?;
        if if key.is_some() { !container.is_object() } else { !container.is_array() } {
            return Err(EditError::WrongShape { found: container.kind() });
        }
        let layout = Layout::of(&self.text, self.root());
        let children = child_spans(container);
        let place = layout.child_place(&self.text, &container.span, children.first().map(|span| span.start));
        let child = match key {
            Some(key) => layout.member(key, value, &place),
            None => layout.value(value, &place),
        };
        let splices = match children.last() {
            Some(last) => self.behind(last.end, &layout.separator(&place), &child),
            None => self.inside(&container.span, |brackets| layout.around(brackets, &child, &place)),
        };
        self.splice(splices)
    }

    /// A further child behind one that ends at `end`. Comments on that line and a trailing
    /// comma, which only our own files can have, stay with the child they belong to.
    fn behind(&self, end: usize, separator: &str, child: &str) -> Vec<(Span, String)> {
        let (after, comma) = trailing_trivia(&self.text, end);
        if after == end {
            return vec![(end..end, format!("{separator}{child}"))];
        }
        let separator = separator.trim_start_matches(',');
        let mut splices = vec![(after..after, format!("{separator}{child}"))];
        if !comma {
            splices.insert(0, (end..end, ",".to_owned()));
        }
        splices
    }

    /// The first child of an empty container, behind any comment that stands in it.
    fn inside(&self, span: &Span, around: impl Fn([char; 2]) -> String) -> Vec<(Span, String)> {
        let (open, close) = (span.start + 1, span.end - 1);
        let array = self.text[span.clone()].starts_with('[');
        let whole = around(if array { ['[', ']'] } else { ['{', '}'] });
        let inner = &self.text[open..close];
        if inner.trim().is_empty() {
            return vec![(span.clone(), whole)];
        }
        let kept = open + inner.trim_end().len();
        vec![(kept..span.end, whole[1..].to_owned())]
    }

    /// The cuts that take out a child and one comma but no comment.
    fn cut_keeping_comments(&self, children: &[Span], at: usize) -> Vec<Span> {
        let child = children[at].clone();
        let comma = comma_after(&self.text, child.end)
            .or_else(|| at.checked_sub(1).and_then(|before| comma_after(&self.text, children[before].end)));
        let own = comma.filter(|comma| *comma == child.end);
        let cut = widen_to_line(&self.text, child.start..own.map_or(child.end, |comma| comma + 1));
        let mut cuts: Vec<Span> =
            comma.filter(|_| own.is_none()).map(|comma| comma..comma + 1).into_iter().collect();
        cuts.push(cut);
        cuts
    }

    fn splice(&mut self, mut splices: Vec<(Span, String)>) -> Result<(), EditError> {
        splices.sort_by_key(|(span, _)| span.start);
        let mut text = self.text.clone();
        for (span, replacement) in splices.into_iter().rev() {
            text.replace_range(span, &replacement);
        }
        // An edit that broke the text would be our bug: it must never reach a file.
        *self = Self::parse(text, self.dialect).map_err(EditError::Broken)?;
        Ok(())
    }
}

/// An edit that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The path leads nowhere.
    #[error("there is no such place in the file")]
    NoSuchPlace,
    /// Something else stands where an object or array is needed.
    #[error("expected an object or array, found {found}")]
    WrongShape {
        /// What stands there.
        found: &'static str,
    },
    /// The edited text would not be JSON: a bug of ours, found before anything was written.
    #[error("the edit would have broken the file")]
    Broken(#[source] SyntaxError),
}

fn child_spans(container: &Node) -> Vec<Span> {
    match &container.shape {
        Shape::Object(members) => members.iter().map(Member::span).collect(),
        Shape::Array(elements) => elements.iter().map(|element| element.span.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The bytes that go with a child: back to its elder, else on to its younger, else all there is.
fn cut(container: &Span, children: &[Span], at: usize) -> Span {
    let child = &children[at];
    match (at.checked_sub(1), children.get(at + 1)) {
        (Some(before), _) => children[before].end..child.end,
        (None, Some(next)) => child.start..next.start,
        (None, None) => container.start + 1..container.end - 1,
    }
}

/// Behind a child: where its line's comma and comments end, and whether there was a comma.
fn trailing_trivia(text: &str, end: usize) -> (usize, bool) {
    let (mut at, mut kept, mut comma) = (end, end, false);
    loop {
        let rest = &text[at..];
        let step = match rest.as_bytes() {
            [b' ' | b'\t', ..] => {
                at += 1;
                continue;
            }
            [b',', ..] => {
                comma = true;
                1
            }
            [b'/', b'/', ..] => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |close| close + 2),
            _ => return (kept, comma),
        };
        at += step;
        kept = at;
    }
}

/// The next thing behind a child, white space and comments aside, if it is a comma.
fn comma_after(text: &str, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let rest = &text[at..];
        at += match rest.as_bytes() {
            [b' ' | b'\t' | b'\n' | b'\r', ..] => 1,
            [b'/', b'/', ..] => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |close| close + 2),
            [b',', ..] => return Some(at),
            _ => return None,
        };
    }
}

/// Takes the whole lines where nothing else stands on them.
fn widen_to_line(text: &str, span: Span) -> Span {
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    let after = text[span.end..].trim_start_matches([' ', '\t']);
    if !before.ends_with(['\n', '\r']) || !after.starts_with(['\n', '\r']) {
        return span;
    }
    let newline = if after.starts_with("\r\n") { 2 } else { 1 };
    before.len()..text.len() - after.len() + newline
}

fn parse(text: &str, dialect: Dialect) -> Result<Option<Node>, SyntaxError> {
    let jsonc = dialect == Dialect::Jsonc;
    let options = ParseOptions {
        allow_comments: jsonc,
        allow_trailing_commas: jsonc,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let readable = without_lone_surrogates(text);
    let ast = parse_to_ast(&readable, &CollectOptions::default(), &options).map_err(|error| {
        let range = error.range();
        syntax_error(text, range.start..range.end, error.kind().to_string())
    })?;
    // The library lets some slips through that JSON.parse does not (raw control characters).
    if !jsonc && !text.trim_matches([' ', '\t', '\n', '\r']).is_empty() {
        serde_json::from_str::<IgnoredAny>(text).map_err(|error| from_serde(text, &error))?;
    }
    Ok(ast.value.map(|value| Node::from_ast(&value)))
}

/// JSON allows `"\ud800"` and so does the client; Rust's strings cannot hold it. A replacement of
/// the same length keeps every place where it was.
fn without_lone_surrogates(text: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(text);
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        at += found;
        at += match (unit_at(text, at), unit_at(text, at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.to_mut().replace_range(at..at + 6, r"\ufffd");
                6
            }
            _ => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    out
}

/// The UTF-16 unit of a `\uHHHH` escape at this byte.
fn unit_at(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}

fn from_serde(text: &str, error: &serde_json::Error) -> SyntaxError {
    let line_start =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let mut at = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    syntax_error(text, at..(at + 1).min(text.len()), message.to_owned())
}

fn syntax_error(text: &str, span: Span, message: String) -> SyntaxError {
    let (line, column) = Lines::of(text).position(text, span.start);
    SyntaxError { message, span, line, column }
}
