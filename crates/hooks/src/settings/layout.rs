//! How a text is laid out, so that what we add looks like what is there:
//! line ends, indentation, the space after a colon, one line or many.

use serde_json::Value;

use super::node::{Node, Shape, Span};

/// The habits of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    newline: &'static str,
    unit: String,
    colon: String,
    comma: &'static str,
    /// The whole text stands on one line, so what we add does too.
    one_line: bool,
}

impl Default for Layout {
    fn default() -> Self {
        let colon = ": ".to_owned();
        Self { newline: "\n", unit: "  ".to_owned(), colon, comma: ", ", one_line: false }
    }
}

impl Layout {
    /// Reads the habits of a text off it.
    pub fn of(text: &str, root: Option<&Node>) -> Self {
        let mut layout = Self { newline: newline_of(text), ..Self::default() };
        let Some(root) = root else { return layout };
        layout.one_line = !text[root.span.clone()].contains(['\n', '\r']) && !is_empty(root);
        if let Some(unit) = unit_of(text, root) {
            layout.unit = unit;
        }
        if let Some(colon) = colon_of(text, root) {
            layout.comma = if colon == ":" { "," } else { ", " };
            layout.colon = colon;
        }
        layout
    }

    /// The line end of the text.
    pub fn newline(&self) -> &'static str {
        self.newline
    }

    /// A value that begins on a line with this indentation.
    pub fn block(&self, indent: String) -> ChildPlace {
        if self.one_line {
            return ChildPlace::SameLine;
        }
        ChildPlace::OwnLine { closing: indent.clone(), indent }
    }

    /// Where a new child of this container goes and how its text begins.
    pub fn child_place(&self, text: &str, container: &Span, first_child: Option<usize>) -> ChildPlace {
        let base = indentation_at(text, container.start);
        let Some(first) = first_child else {
            let indent = format!("{base}{}", self.unit);
            return if self.one_line {
                ChildPlace::SameLine
            } else {
                ChildPlace::OwnLine { indent, closing: base.to_owned() }
            };
        };
        let gap = &text[container.start + 1..first];
        if gap.contains(['\n', '\r']) {
            let indent = indentation_at(text, first).to_owned();
            ChildPlace::OwnLine { indent, closing: base.to_owned() }
        } else {
            ChildPlace::SameLine
        }
    }

    /// The separator before a further child.
    pub fn separator(&self, place: &ChildPlace) -> String {
        match place {
            ChildPlace::SameLine => self.comma.to_owned(),
            ChildPlace::OwnLine { indent, .. } => format!(",{}{indent}", self.newline),
        }
    }

    /// A key and its value as text.
    pub fn member(&self, key: &str, value: &Value, place: &ChildPlace) -> String {
        format!("{}{}{}", Value::from(key), self.colon, self.value(value, place))
    }

    /// A value as text, for a child at this place.
    pub fn value(&self, value: &Value, place: &ChildPlace) -> String {
        let mut out = String::new();
        match place {
            ChildPlace::SameLine => self.write(&mut out, value, None),
            ChildPlace::OwnLine { indent, .. } => self.write(&mut out, value, Some(indent)),
        }
        out
    }

    /// A container's text around its only child.
    pub fn around(&self, brackets: [char; 2], child: &str, place: &ChildPlace) -> String {
        let [open, close] = brackets;
        match place {
            ChildPlace::SameLine => format!("{open}{child}{close}"),
            ChildPlace::OwnLine { indent, closing } => {
                let newline = self.newline;
                format!("{open}{newline}{indent}{child}{newline}{closing}{close}")
            }
        }
    }

    fn write(&self, out: &mut String, value: &Value, indent: Option<&str>) {
        let children: Vec<(Option<&String>, &Value)> = match value {
            Value::Array(elements) => elements.iter().map(|element| (None, element)).collect(),
            Value::Object(members) => members.iter().map(|(key, member)| (Some(key), member)).collect(),
            leaf => return out.push_str(&leaf.to_string()),
        };
        let [open, close] = if value.is_array() { ['[', ']'] } else { ['{', '}'] };
        let inner = indent.map(|indent| format!("{indent}{}", self.unit));
        out.push(open);
        for (at, (key, child)) in children.iter().enumerate() {
            self.write_break(out, at > 0, inner.as_deref());
            if let Some(key) = key {
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(&self.colon);
            }
            self.write(out, child, inner.as_deref());
        }
        if let (Some(indent), false) = (indent, children.is_empty()) {
            out.push_str(self.newline);
            out.push_str(indent);
        }
        out.push(close);
    }

    fn write_break(&self, out: &mut String, further: bool, indent: Option<&str>) {
        match indent {
            Some(indent) => {
                out.push_str(if further { "," } else { "" });
                out.push_str(self.newline);
                out.push_str(indent);
            }
            None => out.push_str(if further { self.comma } else { "" }),
        }
    }
}

/// Where a child of a container goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChildPlace {
    /// Behind the others on one line.
    SameLine,
    /// On a line of its own, with the indentation of the child and of the closing bracket.
    OwnLine {
        /// Before the child.
        indent: String,
        /// Before the closing bracket.
        closing: String,
    },
}

fn newline_of(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

fn is_empty(node: &Node) -> bool {
    node.members().is_empty() && node.elements().is_empty()
}

/// The white space that begins the line of this byte.
pub fn indentation_at(text: &str, at: usize) -> &str {
    let line = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let rest = &text[line..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

/// One step of indentation: what a child on its own line has more than the
/// line of its container.
fn unit_of(text: &str, node: &Node) -> Option<String> {
    let children: Vec<(usize, &Node)> = match &node.shape {
        Shape::Object(members) => members.iter().map(|m| (m.key_span.start, &m.value)).collect(),
        Shape::Array(elements) => elements.iter().map(|e| (e.span.start, e)).collect(),
        _ => return None,
    };
    if let Some((first, _)) = children.first()
        && text[node.span.start..*first].contains(['\n', '\r'])
        && let Some(more) = indentation_at(text, *first).strip_prefix(indentation_at(text, node.span.start))
        && !more.is_empty()
    {
        return Some(more.to_owned());
    }
    children.iter().find_map(|(_, child)| unit_of(text, child))
}

/// What stands between keys and values: the usual `: ` if any member has it, else what the first
/// has. Aligned columns are nobody's habit for one more member.
fn colon_of(text: &str, node: &Node) -> Option<String> {
    let mut colons = Vec::new();
    gather_colons(text, node, &mut colons);
    let usual = colons.iter().find(|colon| **colon == ": ");
    usual.or(colons.first()).map(|colon| (*colon).to_owned())
}

fn gather_colons<'a>(text: &'a str, node: &Node, colons: &mut Vec<&'a str>) {
    for member in node.members() {
        let colon = &text[member.key_span.end..member.value.span.start];
        // A comment or a line break between key and value is not a habit.
        if colon.chars().all(|c| matches!(c, ' ' | '\t' | ':')) {
            colons.push(colon);
        }
        gather_colons(text, &member.value, colons);
    }
    node.elements().iter().for_each(|element| gather_colons(text, element, colons));
}
