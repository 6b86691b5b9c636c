//! The recorder's log: what each line says, and the calls of hooks read back from it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::endpoints::Hit;

/// Why a log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file is there, but cannot be read.
    #[error("cannot read the recorder's log {}", path.display())]
    Unreadable {
        /// The log.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is not the recorder's.
    #[error("{}:{line}: not a line of the recorder", path.display())]
    Foreign {
        /// The log.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
}

/// A line of the log. Tagged from outside: serde's inner tags lose numbers when serde_json keeps their precision.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    Start { id: String, at_us: u64, payload: Value, call: Box<CommandCall> },
    End { pid: u32, at_us: u64 },
}

/// How a hook was called as a command.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CommandCall {
    /// The hook's process.
    pub pid: u32,
    /// Arguments that are not options of the recorder.
    pub args: Vec<String>,
    /// Its working folder.
    pub cwd: PathBuf,
    /// Those environment variables that say something about the client.
    pub env: BTreeMap<String, String>,
    /// The first words of the command line of the process that started it, where the system tells.
    pub parent: Vec<String>,
    /// The last character of its input: a line break or not.
    pub stdin_tail: String,
    /// Whether its standard input is a terminal.
    pub terminal: bool,
}

/// How a hook was called.
#[derive(Debug, Clone)]
pub enum Origin {
    /// As a command: the recorder ran.
    Command(CommandCall),
    /// Over HTTP: an endpoint of the sandbox was called.
    Http(Hit),
}

/// One call of a hook.
#[derive(Debug, Clone)]
pub struct HookRecord {
    /// The recorder's id, or `http:NAME` for an endpoint.
    pub id: String,
    /// What the hook was given; input that is not JSON is kept as `{"$raw": text}`.
    pub payload: Value,
    /// When it started.
    pub started: SystemTime,
    /// When it ended; `None` for a hook that is still running or was killed.
    pub ended: Option<SystemTime>,
    /// How it was called.
    pub origin: Origin,
}

impl HookRecord {
    /// The event it was called for.
    pub fn event(&self) -> &str {
        self.payload["hook_event_name"].as_str().unwrap_or_default()
    }

    /// How it was called, if as a command.
    pub fn command(&self) -> Option<&CommandCall> {
        match &self.origin {
            Origin::Command(call) => Some(call),
            Origin::Http(_) => None,
        }
    }
}

impl From<Hit> for HookRecord {
    fn from(hit: Hit) -> Self {
        Self {
            id: format!("http:{}", hit.name),
            payload: hit.payload.clone(),
            started: hit.at,
            ended: Some(hit.at),
            origin: Origin::Http(hit),
        }
    }
}

/// Appends a line as a whole, also while other hooks append theirs.
pub(super) fn append(path: &Path, line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    let mut file: File = OpenOptions::new().append(true).create(true).open(path)?;
    file.lock()?;
    file.write_all(&text)
}

/// The calls of hooks so far, in order of their start. No log yet means no calls.
pub(crate) fn read(path: &Path) -> Result<Vec<HookRecord>, LogError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(|source| LogError::Unreadable { path: path.to_owned(), source })?,
    };
    let mut records = Vec::new();
    for (index, line) in complete_lines(&text).enumerate() {
        let foreign = |source| LogError::Foreign { path: path.to_owned(), line: index + 1, source };
        note(&mut records, serde_json::from_str(line).map_err(foreign)?);
    }
    Ok(records)
}

/// A last line without its end is still being written.
fn complete_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'))
}

fn note(records: &mut Vec<HookRecord>, line: Line) {
    match line {
        Line::Start { id, at_us, payload, call } => {
            let origin = Origin::Command(*call);
            records.push(HookRecord { id, payload, started: time(at_us), ended: None, origin });
        }
        Line::End { pid, at_us } => {
            let started = |record: &&mut HookRecord| record.command().is_some_and(|call| call.pid == pid);
            if let Some(record) = records.iter_mut().rev().find(started) {
                record.ended = Some(time(at_us));
            }
        }
    }
}

fn time(micros: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(micros)
}

/// This moment, as the log writes it.
pub(super) fn now_us() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}
