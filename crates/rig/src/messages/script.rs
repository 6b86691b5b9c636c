//! What the model will say: turns for the main conversation, for sub-conversations, and for asides.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A piece of an assistant turn, in the API's own JSON form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// Something said.
    Text {
        /// The words.
        text: String,
    },
    /// A tool called.
    ToolUse {
        /// Made up from thread and turn when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The tool.
        name: String,
        /// Its input.
        input: Value,
    },
}

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub Vec<Block>);

impl Turn {
    /// A turn that only talks.
    pub fn says(text: impl Into<String>) -> Self {
        Self::default().and_says(text)
    }

    /// A turn that calls a tool.
    pub fn uses(tool: impl Into<String>, input: Value) -> Self {
        Self::default().and_uses(tool, input)
    }

    /// Talks, after what is already there.
    #[must_use]
    pub fn and_says(mut self, text: impl Into<String>) -> Self {
        self.0.push(Block::Text { text: text.into() });
        self
    }

    /// Calls a tool, in parallel to those already there.
    #[must_use]
    pub fn and_uses(mut self, tool: impl Into<String>, input: Value) -> Self {
        self.0.push(Block::ToolUse { id: None, name: tool.into(), input });
        self
    }
}

/// The turns of a sub-conversation (a subagent, an `agent` hook), recognised by its first user message.
#[derive(Debug, Clone, Deserialize)]
pub struct Conversation {
    /// What the first user message contains.
    pub when: String,
    /// The thread's name in what is recorded; `when` if absent.
    #[serde(default)]
    pub name: Option<String>,
    /// Its turns; the last one repeats.
    pub turns: Vec<Turn>,
}

/// The answer to a request without tools (a `prompt` hook, a summary), recognised by its last message or
/// system prompt.
#[derive(Debug, Clone, Deserialize)]
pub struct Aside {
    /// What the last message or the system prompt contains.
    pub when: String,
    /// Recorded as `aux:name`; `when` if absent.
    #[serde(default)]
    pub name: Option<String>,
    /// The answer.
    #[serde(rename = "blocks")]
    pub answer: Turn,
}

/// Everything the model will say in one run.
#[derive(Debug, Clone)]
pub struct Script {
    turns: Vec<Turn>,
    conversations: Vec<Conversation>,
    asides: Vec<Aside>,
    pub(super) input_tokens: u64,
    pub(super) failure: Option<u16>,
}

impl Default for Script {
    fn default() -> Self {
        Self { turns: vec![], conversations: vec![], asides: vec![], input_tokens: 10, failure: None }
    }
}

impl Script {
    /// A model that says "done" to everything.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next turn of the main conversation; the last one repeats.
    #[must_use]
    pub fn turn(mut self, turn: Turn) -> Self {
        self.turns.push(turn);
        self
    }

    /// A script of its own for some sub-conversation.
    #[must_use]
    pub fn conversation(mut self, conversation: Conversation) -> Self {
        self.conversations.push(conversation);
        self
    }

    /// The answer to some request without tools; others get `{"ok": true}`.
    #[must_use]
    pub fn aside(mut self, aside: Aside) -> Self {
        self.asides.push(aside);
        self
    }

    /// The input tokens every answer claims, to provoke compaction.
    #[must_use]
    pub fn input_tokens(mut self, count: u64) -> Self {
        self.input_tokens = count;
        self
    }

    /// Fails every request of the main conversation with this HTTP status.
    #[must_use]
    pub fn failing(mut self, status: u16) -> Self {
        self.failure = Some(status);
        self
    }

    /// Which thread a request belongs to, and that thread's turns.
    pub(super) fn cue(&self, body: &Value) -> Cue<'_> {
        if body["tools"].as_array().is_none_or(Vec::is_empty) {
            return self.aside_cue(body);
        }
        let first =
            body["messages"].as_array().into_iter().flatten().find(|message| message["role"] == "user");
        let found = self.conversations.iter().find(|one| first.is_some_and(|text| mentions(text, &one.when)));
        match found {
            Some(one) => Cue::new(one.name.as_ref().unwrap_or(&one.when).clone(), &one.turns, "done"),
            None => Cue::new("main".to_owned(), &self.turns, "done"),
        }
    }

    fn aside_cue(&self, body: &Value) -> Cue<'_> {
        let last = body["messages"].as_array().and_then(|messages| messages.last()).unwrap_or(&Value::Null);
        let asked = |aside: &&Aside| mentions(last, &aside.when) || mentions(&body["system"], &aside.when);
        match self.asides.iter().find(asked) {
            Some(aside) => {
                let name: String = aside.name.as_ref().unwrap_or(&aside.when).chars().take(20).collect();
                Cue::new(format!("aux:{name}"), std::slice::from_ref(&aside.answer), "")
            }
            None => Cue::new("aux".to_owned(), &[], r#"{"ok": true}"#),
        }
    }
}

/// A thread of the script.
pub(super) struct Cue<'script> {
    pub(super) thread: String,
    turns: &'script [Turn],
    unscripted: &'static str,
}

impl<'script> Cue<'script> {
    fn new(thread: String, turns: &'script [Turn], unscripted: &'static str) -> Self {
        Self { thread, turns, unscripted }
    }

    /// The content of this turn; past the end, the last one again.
    pub(super) fn blocks(&self, turn: usize) -> Vec<Block> {
        match self.turns.get(turn).or(self.turns.last()) {
            Some(turn) => turn.0.clone(),
            None => Turn::says(self.unscripted).0,
        }
    }
}

/// Whether any text inside the value contains the words.
fn mentions(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => text.contains(words),
        Value::Array(items) => items.iter().any(|item| mentions(item, words)),
        Value::Object(fields) => fields.values().any(|field| mentions(field, words)),
        _ => false,
    }
}
