//! One entry that runs, exactly as it is written. Known fields have accessors;
//! unknown ones are carried along untouched.

use serde_json::{Map, Value};

use crate::event::HandlerType;

/// A handler: `{"type": "command", "command": "…", …}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler(Map<String, Value>);

impl Handler {
    /// A shell command.
    pub fn command(line: impl Into<String>) -> Self {
        Self::of(HandlerType::Command).with("command", line.into())
    }

    /// A handler of this type with no other field yet.
    pub fn of(kind: HandlerType) -> Self {
        Self(Map::new()).with("type", kind.name())
    }

    /// A handler as it stands in a file.
    pub fn from_json(fields: Map<String, Value>) -> Self {
        Self(fields)
    }

    /// The same with one field set.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.set(field, value.into());
        self
    }

    /// Sets a field; a new one goes behind the others.
    pub fn set(&mut self, field: &str, value: Value) {
        self.0.insert(field.to_owned(), value);
    }

    /// Removes a field.
    pub fn unset(&mut self, field: &str) {
        self.0.shift_remove(field);
    }

    /// A field's value.
    pub fn get(&self, field: &str) -> Option<&Value> {
        self.0.get(field)
    }

    /// A field's text.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.get(field).and_then(Value::as_str)
    }

    /// Every field, in the file's order.
    pub fn fields(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The fields as a JSON object.
    pub fn to_json(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// The `type` as it is written, known or not.
    pub fn type_name(&self) -> &str {
        self.text("type").unwrap_or_default()
    }

    /// The type, if the client knows it.
    pub fn kind(&self) -> Option<HandlerType> {
        HandlerType::parse(self.type_name())
    }

    /// What identifies the handler among those of its type: the command line, the URL,
    /// `server/tool` or the prompt. The exec form's arguments belong to its command line.
    pub fn subject(&self) -> String {
        let text = |field| self.text(field).unwrap_or_default().to_owned();
        match self.kind() {
            Some(HandlerType::Http) => text("url"),
            Some(HandlerType::McpTool) => format!("{}/{}", text("server"), text("tool")),
            Some(HandlerType::Prompt | HandlerType::Agent) => text("prompt"),
            Some(HandlerType::Command) | None => self.command_line(),
        }
    }

    /// The arguments of the exec form.
    pub fn args(&self) -> Option<Vec<&str>> {
        self.get("args")?.as_array().map(|args| args.iter().filter_map(Value::as_str).collect())
    }

    fn command_line(&self) -> String {
        let command = self.text("command").unwrap_or_default();
        match self.args() {
            None => command.to_owned(),
            Some(args) => join(std::iter::once(command).chain(args)),
        }
    }
}

/// Words as one shell line that gives back the same words.
pub fn join<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted = words.into_iter().map(|word| {
        let quoted = shlex::try_quote(word).map(std::borrow::Cow::into_owned);
        // Only a NUL cannot be quoted, and no command line can hold one.
        quoted.unwrap_or_else(|_| word.replace('\0', ""))
    });
    quoted.collect::<Vec<_>>().join(" ")
}
