//! A JSON value that knows where it stands in its text.

use std::collections::HashMap;
use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged as _;
use serde_json::{Map, Value};

/// Bytes of the text.
pub type Span = Range<usize>;

/// A value and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where the value stands, brackets and quotes included.
    pub span: Span,
    /// What it is.
    pub shape: Shape,
}

/// What a [`Node`] is.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "JSON's own words")]
pub enum Shape {
    Null,
    Bool(bool),
    /// As it is spelt, so that nothing is rounded.
    Number(String),
    String(String),
    Array(Vec<Node>),
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The key, unescaped.
    pub key: String,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Member {
    /// From the key's first byte to the value's last.
    pub fn span(&self) -> Span {
        self.key_span.start..self.value.span.end
    }
}

impl Node {
    /// The member that counts: of duplicate keys the last.
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members().iter().rev().find(|member| member.key == key)
    }

    /// The value of the member that counts.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.member(key).map(|member| &member.value)
    }

    /// The members, none when it is not an object.
    pub fn members(&self) -> &[Member] {
        match &self.shape {
            Shape::Object(members) => members,
            _ => &[],
        }
    }

    /// The members that count: of duplicate keys only the last.
    pub fn effective_members(&self) -> impl Iterator<Item = &Member> {
        let members = self.members();
        let last: HashMap<&str, usize> =
            members.iter().enumerate().map(|(at, m)| (m.key.as_str(), at)).collect();
        members.iter().enumerate().filter(move |(at, m)| last[m.key.as_str()] == *at).map(|(_, m)| m)
    }

    /// The elements, none when it is not an array.
    pub fn elements(&self) -> &[Node] {
        match &self.shape {
            Shape::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.shape {
            Shape::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Array(_))
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self.shape, Shape::Object(_))
    }

    /// What it is, for messages: "an array", "null" ….
    pub fn kind(&self) -> &'static str {
        match self.shape {
            Shape::Null => "null",
            Shape::Bool(_) => "a boolean",
            Shape::Number(_) => "a number",
            Shape::String(_) => "a string",
            Shape::Array(_) => "an array",
            Shape::Object(_) => "an object",
        }
    }

    /// The value without its places.
    pub fn to_json(&self) -> Value {
        match &self.shape {
            Shape::Null => Value::Null,
            Shape::Bool(value) => Value::Bool(*value),
            Shape::Number(raw) => serde_json::from_str(raw).unwrap_or(Value::Null),
            Shape::String(text) => Value::String(text.clone()),
            Shape::Array(elements) => elements.iter().map(Self::to_json).collect(),
            Shape::Object(members) => {
                let pairs = members.iter().map(|member| (member.key.clone(), member.value.to_json()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }

    pub(super) fn from_ast(value: &ast::Value<'_>) -> Self {
        let range = value.range();
        let shape = match value {
            ast::Value::NullKeyword(_) => Shape::Null,
            ast::Value::BooleanLit(node) => Shape::Bool(node.value),
            ast::Value::NumberLit(node) => Shape::Number(node.value.to_owned()),
            ast::Value::StringLit(node) => Shape::String(node.value.to_string()),
            ast::Value::Array(node) => Shape::Array(node.elements.iter().map(Self::from_ast).collect()),
            ast::Value::Object(node) => Shape::Object(node.properties.iter().map(member).collect()),
        };
        Self { span: range.start..range.end, shape }
    }
}

fn member(prop: &ast::ObjectProp<'_>) -> Member {
    let range = prop.name.range();
    Member {
        key: prop.name.as_str().to_owned(),
        key_span: range.start..range.end,
        value: Node::from_ast(&prop.value),
    }
}
