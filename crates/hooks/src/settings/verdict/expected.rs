//! What a value should be, as data: the tables of fields and settings are
//! written in it, faults are found with it, and its words are the messages'.

use std::fmt;

use super::super::document::Step;
use super::super::node::{Node, Shape, Span};
use super::findings::quoted;
use super::url;

/// What a value should be. Members of an object that are not named are free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expected {
    /// Anything.
    Any,
    /// `true` or `false`.
    Bool,
    /// A string.
    Text,
    /// A string that is not empty.
    FilledText,
    /// A string that the client's URL parser takes.
    Url,
    /// A finite number.
    Number(Bounds),
    /// A number without a fraction.
    Whole(Bounds),
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// An object, in which these members are checked.
    Object(&'static [Field]),
    /// An object, of which every value is checked.
    MapOf(&'static Expected),
    /// An array, of which every element is checked.
    ListOf(&'static Expected),
    /// Any of these.
    Either(&'static [Expected]),
}

/// A member of an object that the client checks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What it should be.
    pub expected: Expected,
    /// Whether the object is invalid without it.
    pub required: bool,
}

/// Between which a number may lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// It must be greater than this.
    pub above: f64,
    /// It must not be less than this.
    pub least: f64,
    /// It must not be greater than this.
    pub most: f64,
}

impl Bounds {
    /// Every number.
    pub const NONE: Self = Self { above: f64::NEG_INFINITY, least: f64::NEG_INFINITY, most: f64::INFINITY };
    /// The largest number that JavaScript counts exactly.
    const SAFE: f64 = 9_007_199_254_740_991.0;

    pub(super) const fn above(above: f64) -> Self {
        Self { above, ..Self::NONE }
    }

    pub(super) const fn least(least: f64) -> Self {
        Self { least, ..Self::NONE }
    }

    pub(super) const fn most(self, most: f64) -> Self {
        Self { most, ..self }
    }

    fn hold(self, number: f64) -> bool {
        number.is_finite() && number > self.above && number >= self.least && number <= self.most
    }
}

/// Something that is not what it should be.
#[derive(Debug)]
pub(super) struct Mismatch<'n> {
    /// The way to it, the last step first.
    steps: Vec<Step<'n>>,
    /// What is said behind its name.
    pub what: String,
    pub span: Span,
}

impl<'n> Mismatch<'n> {
    fn new(what: String, span: &Span) -> Self {
        Self { steps: Vec::new(), what, span: span.clone() }
    }

    pub fn under(mut self, step: Step<'n>) -> Self {
        self.steps.push(step);
        self
    }

    /// The steps from the outside to the inside.
    pub fn steps(&self) -> impl Iterator<Item = Step<'n>> + '_ {
        self.steps.iter().rev().copied()
    }

    /// Whether it is inside the value that was looked at, not that value itself.
    pub fn inside(&self) -> bool {
        !self.steps.is_empty()
    }
}

impl Expected {
    /// What in a value is not as it should be: of the elements of a list or map only the first.
    pub(super) fn mismatches<'n>(&self, node: &'n Node) -> Vec<Mismatch<'n>> {
        match self {
            Self::Object(fields) if node.is_object() => {
                fields.iter().flat_map(|field| field.mismatches(node)).collect()
            }
            Self::MapOf(inner) if node.is_object() => {
                let members = node.effective_members();
                first(inner, members.map(|member| (Step::Key(member.key.as_str()), &member.value)))
            }
            Self::ListOf(inner) if node.is_array() => {
                let elements = node.elements().iter().enumerate();
                first(inner, elements.map(|(at, element)| (Step::Index(at), element)))
            }
            Self::Either(options) => self.nearest(options, node),
            _ if self.fits(node) => Vec::new(),
            _ => vec![self.mismatch(node)],
        }
    }

    /// Nothing if an option fits; else what is wrong inside the one of the right shape.
    fn nearest<'n>(&self, options: &[Self], node: &'n Node) -> Vec<Mismatch<'n>> {
        let tries = || options.iter().map(|option| option.mismatches(node));
        if tries().any(|found| found.is_empty()) {
            return Vec::new();
        }
        let inside = tries().find(|found| found.iter().all(Mismatch::inside));
        inside.unwrap_or_else(|| vec![self.mismatch(node)])
    }

    fn fits(&self, node: &Node) -> bool {
        match (self, &node.shape) {
            (Self::Any, _) | (Self::Bool, Shape::Bool(_)) | (Self::Text, Shape::String(_)) => true,
            (Self::FilledText, Shape::String(text)) => !text.is_empty(),
            (Self::Url, Shape::String(text)) => url::parses(text),
            (Self::OneOf(options), Shape::String(text)) => options.contains(&text.as_str()),
            (Self::Number(bounds), Shape::Number(raw)) => raw.parse().is_ok_and(|n| bounds.hold(n)),
            (Self::Whole(bounds), Shape::Number(raw)) => raw
                .parse::<f64>()
                .is_ok_and(|n| bounds.hold(n) && n.fract() == 0.0 && n.abs() <= Bounds::SAFE),
            _ => false,
        }
    }

    fn mismatch<'n>(&self, node: &Node) -> Mismatch<'n> {
        let what = format!("should be {self}, found {}{}", self.found(node), self.hint(node));
        Mismatch::new(what, &node.span)
    }

    /// The value itself where its type is right, else its type.
    fn found(&self, node: &Node) -> String {
        match (self, &node.shape) {
            (Self::Number(_) | Self::Whole(_), Shape::Number(raw)) => raw.chars().take(40).collect(),
            (Self::OneOf(_) | Self::Url | Self::FilledText, Shape::String(text)) => quoted(text),
            _ => node.kind().to_owned(),
        }
    }

    fn hint(&self, node: &Node) -> String {
        let (Self::OneOf(options), Some(text)) = (self, node.as_str()) else { return String::new() };
        let meant = options.iter().find(|option| option.eq_ignore_ascii_case(text.trim()));
        meant.map(|option| format!(" (did you mean \"{option}\"?)")).unwrap_or_default()
    }

    fn plural(&self) -> String {
        match self {
            Self::Any => "values".to_owned(),
            Self::Bool => "booleans".to_owned(),
            Self::Text => "strings".to_owned(),
            Self::Object(_) => "objects".to_owned(),
            Self::OneOf(_) | Self::Either(_) => format!("values that are each {self}"),
            _ => format!("elements that are each {self}"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("anything"),
            Self::Bool => f.write_str("a boolean"),
            Self::Text => f.write_str("a string"),
            Self::FilledText => f.write_str("a string that is not empty"),
            Self::Url => f.write_str("a URL"),
            Self::Number(bounds) => write!(f, "a number{bounds}"),
            Self::Whole(bounds) => write!(f, "a whole number{bounds}"),
            Self::OneOf([only]) => write!(f, "\"{only}\""),
            Self::OneOf(options) => write!(f, "one of \"{}\"", options.join("\", \"")),
            Self::Object(_) => f.write_str("an object"),
            Self::MapOf(inner) => write!(f, "an object of {}", inner.plural()),
            Self::ListOf(inner) => write!(f, "an array of {}", inner.plural()),
            Self::Either(options) => {
                f.write_str(&options.iter().map(Self::to_string).collect::<Vec<_>>().join(" or "))
            }
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [("above", self.above), ("of at least", self.least), ("of at most", self.most)];
        let set = words.into_iter().filter(|(_, bound)| bound.is_finite());
        let set: Vec<_> = set.map(|(word, bound)| format!("{word} {bound}")).collect();
        if set.is_empty() { Ok(()) } else { write!(f, " {}", set.join(" and ")) }
    }
}

impl Field {
    /// What is wrong with this member of an object.
    pub(super) fn mismatches<'n>(&self, object: &'n Node) -> Vec<Mismatch<'n>> {
        let found = match object.get(self.name) {
            Some(value) => self.expected.mismatches(value),
            None if self.required => {
                vec![Mismatch::new(format!("is missing; it should be {}", self.expected), &object.span)]
            }
            None => Vec::new(),
        };
        found.into_iter().map(|mismatch| mismatch.under(Step::Key(self.name))).collect()
    }
}

pub(super) const fn required(name: &'static str, expected: Expected) -> Field {
    Field { name, expected, required: true }
}

pub(super) const fn optional(name: &'static str, expected: Expected) -> Field {
    Field { name, expected, required: false }
}

fn first<'n>(expected: &Expected, values: impl Iterator<Item = (Step<'n>, &'n Node)>) -> Vec<Mismatch<'n>> {
    let mut found = values.map(|(step, value)| (step, expected.mismatches(value)));
    let first = found.find(|(_, mismatches)| !mismatches.is_empty());
    first.into_iter().flat_map(|(step, found)| found.into_iter().map(move |m| m.under(step))).collect()
}
