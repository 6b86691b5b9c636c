//! Stream-json input, line by line: the next prompt goes in when the one before has its answer.

use std::collections::VecDeque;
use std::io::Write;
use std::process::ChildStdin;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The lines still to be given, and what the client must say first.
pub(super) struct Feed {
    lines: VecDeque<Value>,
    pause: Duration,
    awaiting: Option<&'static str>,
    /// When the next line goes in, unless something is awaited.
    due: Option<Instant>,
    stdin: Option<Sender<String>>,
}

impl Feed {
    /// No input at all.
    pub(super) fn none() -> Self {
        Self { lines: VecDeque::new(), pause: Duration::ZERO, awaiting: None, due: None, stdin: None }
    }

    /// These lines, the first one at once.
    pub(super) fn new(lines: Vec<Value>, pause: Duration) -> Self {
        Self { lines: lines.into(), pause, awaiting: None, due: Some(Instant::now()), stdin: None }
    }

    /// Whether the client needs a standard input.
    pub(super) fn is_wanted(&self) -> bool {
        self.due.is_some()
    }

    /// Writes from a thread of its own: a client that does not read must not stop the clock.
    pub(super) fn connect(&mut self, mut stdin: ChildStdin) {
        let (sender, lines) = mpsc::channel::<String>();
        self.stdin = Some(sender);
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Takes notice of what the client said.
    pub(super) fn hear(&mut self, line: &Value) {
        if self.awaiting.is_some_and(|kind| line["type"] == kind) {
            self.awaiting = None;
            self.due = Some(Instant::now() + self.pause);
        }
    }

    /// Gives the next line, or closes the input after the last.
    pub(super) fn advance(&mut self) {
        self.due = None;
        let Some(line) = self.lines.pop_front() else {
            self.stdin = None;
            return;
        };
        self.awaiting = match line["type"].as_str() {
            Some("user") => Some("result"),
            Some("control_request") => Some("control_response"),
            _ => None,
        };
        if self.awaiting.is_none() {
            self.due = Some(Instant::now());
        }
        if let Some(stdin) = &self.stdin {
            let _ = stdin.send(format!("{line}\n"));
        }
    }
}
