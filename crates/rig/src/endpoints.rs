//! Where `http` hooks call: `/hook/NAME` on 127.0.0.1, with answers set by the test and every call kept.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Barrier, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::loopback::{Request, Response, Server};

/// How an endpoint answers.
#[derive(Debug, Clone)]
pub struct Endpoint {
    status: u16,
    content_type: String,
    headers: Vec<(String, String)>,
    body: String,
    delay: Duration,
    meeting: Option<Arc<Barrier>>,
}

impl Default for Endpoint {
    fn default() -> Self {
        Self {
            status: 200,
            content_type: "application/json".to_owned(),
            headers: Vec::new(),
            body: String::new(),
            delay: Duration::ZERO,
            meeting: None,
        }
    }
}

impl Endpoint {
    /// Status 200 and an empty body, as an endpoint nobody described.
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers with this JSON.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.text(body.to_string())
    }

    /// Answers with this text.
    #[must_use]
    pub fn text(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    /// Answers with this status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Declares this content type instead of JSON.
    #[must_use]
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = content_type.into();
        self
    }

    /// Adds a header to the answer.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Answers this much later: for hooks that time out.
    #[must_use]
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Answers only when all parties of the barrier have called: for clients that must overlap.
    #[must_use]
    pub fn meet(mut self, barrier: Arc<Barrier>) -> Self {
        self.meeting = Some(barrier);
        self
    }

    fn respond(&self) -> Response {
        if let Some(barrier) = &self.meeting {
            barrier.wait();
        }
        thread::sleep(self.delay);
        let mut response = Response::new(self.status, &self.content_type, self.body.as_str());
        response.headers.extend(self.headers.iter().cloned());
        response
    }
}

/// A call of an `http` hook.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The endpoint.
    pub name: String,
    /// The path with its query, as called.
    pub path: String,
    /// The payload.
    pub payload: Value,
    /// All headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    /// When it came.
    pub at: SystemTime,
}

/// The endpoints of a sandbox; they stop when dropped.
pub struct Endpoints {
    server: Server,
    board: Arc<Mutex<Board>>,
}

#[derive(Default)]
struct Board {
    answers: BTreeMap<String, Endpoint>,
    hits: Vec<Hit>,
}

impl Endpoints {
    /// Listens on a free port.
    pub fn start() -> io::Result<Self> {
        let board = Arc::<Mutex<Board>>::default();
        let answering = Arc::clone(&board);
        let server = Server::start(move |request| answer(&answering, request))?;
        Ok(Self { server, board })
    }

    /// The address of an endpoint, for settings.
    pub fn url(&self, name: &str) -> String {
        format!("{}/hook/{name}", self.server.url())
    }

    /// Sets how an endpoint answers from now on.
    pub fn set(&self, name: impl Into<String>, endpoint: Endpoint) {
        look(&self.board).answers.insert(name.into(), endpoint);
    }

    /// Every call so far, in order of arrival.
    pub fn hits(&self) -> Vec<Hit> {
        look(&self.board).hits.clone()
    }
}

fn look(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(board: &Mutex<Board>, request: &Request) -> Response {
    let Some(name) = request.path.strip_prefix("/hook/").and_then(|rest| rest.split(['/', '?']).next())
    else {
        return Response::json(404, &json!({}));
    };
    let endpoint = {
        let mut board = look(board);
        board.hits.push(hit(name, request));
        board.answers.get(name).cloned().unwrap_or_default()
    };
    // The board is free again: an endpoint that waits must not hold up the others.
    endpoint.respond()
}

fn hit(name: &str, request: &Request) -> Hit {
    Hit {
        name: name.to_owned(),
        path: request.path.clone(),
        payload: request.json(),
        headers: request.headers.iter().cloned().collect(),
        at: SystemTime::now(),
    }
}
