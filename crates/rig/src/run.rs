//! What came out of a session: the client's output, what its hooks were given, what the model was told.

use std::time::Duration;

use serde_json::Value;

use crate::messages::{Request, Told, told};
use crate::recorder::HookRecord;
use crate::session::Finished;

/// How a client ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// With an exit code.
    Code(i32),
    /// By a signal that the rig did not send.
    Signal(i32),
    /// Killed by the rig when its time was up.
    TimedOut,
}

/// A session that is over.
#[derive(Debug)]
pub struct Run {
    exit: Exit,
    lines: Vec<Value>,
    plain: Vec<String>,
    stderr: String,
    took: Duration,
    requests: Vec<Request>,
    told: Vec<Told>,
    hooks: Vec<HookRecord>,
}

impl Run {
    pub(crate) fn new(finished: Finished, requests: Vec<Request>, hooks: Vec<HookRecord>) -> Self {
        let (mut lines, mut plain) = (Vec::new(), Vec::new());
        for line in finished.stdout {
            match serde_json::from_str(&line) {
                Ok(value @ Value::Object(_)) => lines.push(value),
                _ => plain.push(line.trim_end_matches('\n').to_owned()),
            }
        }
        let told = told(&requests);
        let Finished { exit, stderr, took, .. } = finished;
        Self { exit, lines, plain, stderr, took, requests, told, hooks }
    }

    /// How the client ended.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// What it printed on standard output as JSON objects, in order.
    pub fn lines(&self) -> &[Value] {
        &self.lines
    }

    /// What it printed on standard output that is not a JSON object.
    pub fn plain(&self) -> &[String] {
        &self.plain
    }

    /// What it printed on standard error.
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// How long it took.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// The calls of hooks during this run, in order of their start. Sessions that run in one sandbox at the
    /// same time see each other's.
    pub fn hooks(&self) -> &[HookRecord] {
        &self.hooks
    }

    /// The calls of one hook.
    pub fn hooks_named<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a HookRecord> {
        self.hooks.iter().filter(move |record| record.id == id)
    }

    /// Every request to the model, exactly as sent.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// For every request to the model, what it had not been told before.
    pub fn told(&self) -> &[Told] {
        &self.told
    }

    /// The lines of this type, such as `system` or `assistant`.
    pub fn lines_of<'a>(&'a self, kind: &'a str) -> impl DoubleEndedIterator<Item = &'a Value> {
        self.lines.iter().filter(move |line| line["type"] == kind)
    }

    /// The client's own reports on hooks that ended (`hook_response`).
    pub fn hook_responses(&self) -> impl Iterator<Item = &Value> {
        self.lines_of("system").filter(|line| line["subtype"] == "hook_response")
    }

    /// The last result line.
    pub fn result(&self) -> Option<&Value> {
        self.lines_of("result").next_back()
    }

    /// The tool calls that were denied, as the result line lists them.
    pub fn permission_denials(&self) -> &[Value] {
        self.result().and_then(|result| result["permission_denials"].as_array()).map_or(&[], Vec::as_slice)
    }

    /// The session's id, as the client first told it.
    pub fn session_id(&self) -> Option<&str> {
        self.lines.iter().find_map(|line| line["session_id"].as_str())
    }
}
