//! What the model was told: of each request, only what was not in its thread's request before.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Request;

/// The part of a request that is new to its thread. What the assistant itself said is left out.
#[derive(Debug, Clone)]
pub struct Told {
    /// The thread, as in [`Request::thread`].
    pub thread: String,
    /// Which request of its thread, from 0.
    pub turn: usize,
    /// The new content blocks, each with the `role` of its message.
    pub blocks: Vec<Value>,
}

impl Told {
    /// Every text in the new blocks, one per line: for looking for words.
    pub fn text(&self) -> String {
        let mut texts = Vec::new();
        self.blocks.iter().for_each(|block| collect_texts(block, &mut texts));
        texts.join("\n")
    }
}

/// Compares each request with the one before it in the same thread.
pub(crate) fn told(requests: &[Request]) -> Vec<Told> {
    let mut before: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let mut all = Vec::new();
    for request in requests {
        let now = flatten(&request.body);
        let known = before.insert(&request.thread, now.clone()).unwrap_or_default();
        let blocks = without(now, known).into_iter().filter(|block| block["role"] != "assistant").collect();
        all.push(Told { thread: request.thread.clone(), turn: request.turn, blocks });
    }
    all
}

/// The blocks of all messages, each carrying its message's role.
fn flatten(body: &Value) -> Vec<Value> {
    let mut blocks = Vec::new();
    for message in body["messages"].as_array().into_iter().flatten() {
        match &message["content"] {
            Value::Array(content) => {
                blocks.extend(content.iter().map(|block| with_role(block, &message["role"])));
            }
            text => blocks.push(with_role(&json!({"type": "text", "text": text}), &message["role"])),
        }
    }
    blocks
}

/// Cache marks wander from request to request; with them nothing would ever look the same.
fn with_role(block: &Value, role: &Value) -> Value {
    let mut block = block.clone();
    if let Some(fields) = block.as_object_mut() {
        fields.shift_remove("cache_control");
        fields.insert("role".to_owned(), role.clone());
    }
    block
}

/// Takes each known block away once: a message repeated on purpose is new.
fn without(now: Vec<Value>, mut known: Vec<Value>) -> Vec<Value> {
    now.into_iter()
        .filter(|block| match known.iter().position(|old| old == block) {
            Some(place) => {
                known.swap_remove(place);
                false
            }
            None => true,
        })
        .collect()
}

fn collect_texts<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| collect_texts(field, texts)),
        _ => {}
    }
}
