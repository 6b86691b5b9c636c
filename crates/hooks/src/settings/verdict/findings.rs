//! Faults while they are being found. Lines and columns are worked out once
//! at the end, in one walk over the text: a file of one long line with many
//! faults must not cost the square of its length.

use super::super::document::Step;
use super::super::node::Span;
use super::fault::{Cost, Fault, RuleSet};

/// The entry that a fault stands in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub event: Option<&'a str>,
    pub group: Option<usize>,
    pub handler: Option<usize>,
}

impl<'a> Place<'a> {
    /// No entry: the file or one of its settings.
    pub const FILE: Place<'static> = Place { event: None, group: None, handler: None };

    pub fn event(name: &'a str) -> Self {
        Self { event: Some(name), ..Place::FILE }
    }

    pub fn group(self, at: usize) -> Self {
        Self { group: Some(at), ..self }
    }

    pub fn handler(self, at: usize) -> Self {
        Self { handler: Some(at), ..self }
    }

    /// The JSON path of the entry.
    pub fn path(&self) -> String {
        let event = self.event.map(Step::Key);
        let group = self.group.map(Step::Index);
        let handler = self.handler.map(|at| [Step::Key("hooks"), Step::Index(at)]);
        let steps = event.into_iter().chain(group).chain(handler.into_iter().flatten());
        steps.fold("hooks".to_owned(), extend)
    }
}

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Found {
    what: String,
    at: String,
    span: Span,
}

impl Found {
    /// At a JSON path.
    pub fn at(at: impl Into<String>, what: impl Into<String>, span: &Span) -> Self {
        Self { what: what.into(), at: at.into(), span: span.clone() }
    }
}

/// The faults so far.
#[derive(Debug)]
pub(super) struct Findings {
    rules: RuleSet,
    faults: Vec<Fault>,
    guard_lost: bool,
}

impl Findings {
    pub fn with(rules: RuleSet, faults: Vec<Fault>) -> Self {
        Self { rules, faults, guard_lost: false }
    }

    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    pub fn add(&mut self, cost: Cost, place: Place<'_>, found: Found) {
        let Place { event, group, handler } = place;
        let Found { what, at, span } = found;
        let event = event.map(str::to_owned);
        self.faults.push(Fault { cost, what, at, line: 1, column: 1, span, event, group, handler });
    }

    /// A fault that may have cost the user a guard, so that the client fails closed.
    pub fn add_lost_guard(&mut self, place: Place<'_>, found: Found) {
        self.guard_lost = true;
        self.add(self.rules.lost_guard(), place, found);
    }

    pub fn guard_lost(&self) -> bool {
        self.guard_lost
    }

    /// Whether a fault takes away this very value.
    pub fn takes(&self, span: &Span) -> bool {
        self.faults.iter().any(|fault| fault.span == *span)
    }

    /// All that was said to cost the hooks stops the client.
    pub fn refuse(&mut self) {
        for fault in self.faults.iter_mut().filter(|fault| fault.cost == Cost::Hooks) {
            fault.cost = Cost::Start;
        }
    }

    /// The faults in the order of the text, with their lines and columns.
    pub fn finish(self, text: &str) -> Vec<Fault> {
        let mut faults = self.faults;
        faults.sort_by_key(|fault| fault.span.start);
        let mut walk = Walk { text, at: 0, line: 1, column: 1 };
        for fault in &mut faults {
            (fault.line, fault.column) = walk.to(fault.span.start);
        }
        faults
    }
}

/// One way through a text; `\n`, `\r\n` and a lone `\r` end a line.
struct Walk<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl Walk<'_> {
    fn to(&mut self, end: usize) -> (usize, usize) {
        let end = self.text.floor_char_boundary(end);
        let bytes = self.text.as_bytes();
        for (offset, char) in self.text.get(self.at..end).unwrap_or_default().char_indices() {
            let ends_line = match char {
                '\n' => true,
                '\r' => bytes.get(self.at + offset + 1) != Some(&b'\n'),
                _ => false,
            };
            (self.line, self.column) =
                if ends_line { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.at = self.at.max(end);
        (self.line, self.column)
    }
}

/// A JSON path with one more step: `.key`, `["odd key"]` or `[0]`.
pub(super) fn extend(mut path: String, step: Step<'_>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$');
    match step {
        Step::Index(at) => path.push_str(&format!("[{at}]")),
        Step::Key(key) if key.is_empty() || !key.chars().all(plain) => {
            path.push_str(&format!("[{}]", serde_json::Value::from(key)));
        }
        Step::Key(key) => {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(key);
        }
    }
    path
}

/// Text from a file, fit to stand in a message: on one line, and not for pages.
pub(super) fn quoted(text: &str) -> String {
    const ENOUGH: usize = 60;
    let shown: String = text.chars().take(ENOUGH).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(ENOUGH).is_some() { "…" } else { "" };
    format!("\"{shown}{more}\"")
}
