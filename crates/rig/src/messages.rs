//! The model's side: a Messages API on 127.0.0.1 that answers from a [`Script`] and keeps every request.

mod reply;
mod script;
mod told;

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::{Value, json};

pub use script::{Aside, Block, Conversation, Script, Turn};
pub use told::Told;
pub(crate) use told::told;

use crate::loopback::{self, Response, Server};
use reply::Reply;

/// A request that the client made to the model.
#[derive(Debug, Clone)]
pub struct Request {
    /// `main`, the name of a [`Conversation`], or `aux` (`aux:name`) for requests without tools.
    pub thread: String,
    /// Which request of its thread, from 0.
    pub turn: usize,
    /// When it came.
    pub at: SystemTime,
    /// The request exactly as sent.
    pub body: Value,
}

/// A scripted Messages API; it stops when dropped.
pub struct MessagesApi {
    server: Server,
    model: Arc<Model>,
}

/// What the connections share.
struct Model {
    script: Script,
    /// Tells apart the tool calls of successive runs that resume one session.
    run: usize,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    requests: Vec<Request>,
    turns: BTreeMap<String, usize>,
}

impl MessagesApi {
    /// Serves the script on a free port.
    pub fn start(script: Script) -> io::Result<Self> {
        Self::start_run(script, 0)
    }

    /// Serves the script of the sandbox's n-th run.
    pub(crate) fn start_run(script: Script, run: usize) -> io::Result<Self> {
        let model = Arc::new(Model { script, run, memory: Mutex::default() });
        let answering = Arc::clone(&model);
        let server = Server::start(move |request| answering.answer(request))?;
        Ok(Self { server, model })
    }

    /// What the client gets as `ANTHROPIC_BASE_URL`.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Every request so far, in order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.model.memory().requests.clone()
    }
}

impl Model {
    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, request: &loopback::Request) -> Response {
        let path = request.path.as_str();
        if request.method != "POST" || !path.starts_with("/v1/messages") {
            return Response::json(404, &json!({}));
        }
        if path.contains("count_tokens") {
            return Response::json(200, &json!({"input_tokens": 10}));
        }
        self.converse(request.json())
    }

    fn converse(&self, body: Value) -> Response {
        let cue = self.script.cue(&body);
        let mut memory = self.memory();
        let turn = *memory.turns.entry(cue.thread.clone()).and_modify(|turn| *turn += 1).or_default();
        let number = memory.requests.len() + 1;
        let reply = Reply {
            message_id: format!("msg_{number:04}"),
            tool_prefix: tool_prefix(&cue.thread, self.run, turn),
            blocks: cue.blocks(turn),
            input_tokens: self.script.input_tokens,
        };
        let failure = self.script.failure.filter(|_| cue.thread == "main");
        let response = match failure {
            Some(status) => Response::json(status, &reply::failure()),
            None => reply.respond(&body),
        };
        memory.requests.push(Request { thread: cue.thread, turn, at: SystemTime::now(), body });
        response
    }
}

/// Ids of tool calls name their thread and turn, so that a test can foresee them: `toolu_main_0_0`.
fn tool_prefix(thread: &str, run: usize, turn: usize) -> String {
    let word: String = thread.chars().filter(|c| c.is_alphanumeric() || *c == '_').take(12).collect();
    match run {
        0 => format!("toolu_{word}_{turn}"),
        _ => format!("toolu_{word}r{run}_{turn}"),
    }
}
