//! A turn in the API's wire form: one message, or the same message as a stream of events.

use std::fmt::Write;

use serde_json::{Value, json};

use super::Block;
use crate::loopback::Response;

/// A turn about to be sent.
pub(super) struct Reply {
    pub(super) message_id: String,
    pub(super) tool_prefix: String,
    pub(super) blocks: Vec<Block>,
    pub(super) input_tokens: u64,
}

/// What a failing API says.
pub(super) fn failure() -> Value {
    json!({"type": "error", "error": {"type": "invalid_request_error", "message": "MARK-api"}})
}

impl Reply {
    /// Streams if the request asked for it.
    pub(super) fn respond(self, request: &Value) -> Response {
        if request["stream"] == true {
            Response::new(200, "text/event-stream", self.stream(request))
        } else {
            Response::json(200, &self.message(request, &json!(self.content()), Some(self.stop_reason())))
        }
    }

    fn message(&self, request: &Value, content: &Value, stop_reason: Option<&str>) -> Value {
        json!({
            "id": self.message_id, "type": "message", "role": "assistant", "model": request["model"],
            "content": content, "stop_reason": stop_reason, "stop_sequence": null,
            "usage": {"input_tokens": self.input_tokens, "output_tokens": 1},
        })
    }

    fn stop_reason(&self) -> &'static str {
        let calls = self.blocks.iter().any(|block| matches!(block, Block::ToolUse { .. }));
        if calls { "tool_use" } else { "end_turn" }
    }

    fn tool_id(&self, index: usize, given: Option<&String>) -> String {
        given.cloned().unwrap_or_else(|| format!("{}_{index}", self.tool_prefix))
    }

    fn content(&self) -> Vec<Value> {
        let whole = |(index, block): (usize, &Block)| match block {
            Block::Text { text } => json!({"type": "text", "text": text}),
            Block::ToolUse { id, name, input } => {
                json!({"type": "tool_use", "id": self.tool_id(index, id.as_ref()), "name": name, "input": input})
            }
        };
        self.blocks.iter().enumerate().map(whole).collect()
    }

    fn stream(&self, request: &Value) -> String {
        let start = self.message(request, &json!([]), None);
        let mut events = vec![json!({"type": "message_start", "message": start})];
        for (index, block) in self.blocks.iter().enumerate() {
            let (opening, delta) = self.opening_and_delta(index, block);
            events.push(json!({"type": "content_block_start", "index": index, "content_block": opening}));
            events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
            events.push(json!({"type": "content_block_stop", "index": index}));
        }
        let delta = json!({"stop_reason": self.stop_reason(), "stop_sequence": null});
        events.push(json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 20}}));
        events.push(json!({"type": "message_stop"}));
        server_sent(&events)
    }

    fn opening_and_delta(&self, index: usize, block: &Block) -> (Value, Value) {
        match block {
            Block::Text { text } => {
                (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": text}))
            }
            Block::ToolUse { id, name, input } => (
                json!({"type": "tool_use", "id": self.tool_id(index, id.as_ref()), "name": name, "input": {}}),
                json!({"type": "input_json_delta", "partial_json": input.to_string()}),
            ),
        }
    }
}

fn server_sent(events: &[Value]) -> String {
    let mut text = String::new();
    for event in events {
        let kind = event["type"].as_str().unwrap_or_default();
        let _ = write!(text, "event: {kind}\ndata: {event}\n\n");
    }
    text
}
