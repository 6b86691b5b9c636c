//! What runs as the hook: `claude-hooks-rig record --log FILE ID [options]`.
//!
//! In this order: read standard input, record the start, sleep, touch, write the environment line, print,
//! record the end, die of a signal or leave.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};
use serde_json::{Value, json};

use super::log::{CommandCall, Line, append, now_us};
use crate::environment;

/// Variables kept in the record: those of the client and of tests, and what a shell changes.
const KEPT_PREFIXES: &[&str] = &["CLAUDE", "AI_", "LAB_", "PLUGIN"];
const KEPT_NAMES: &[&str] = &[
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "GIT_EDITOR",
    "HOME",
    "PATH",
    "PWD",
    "SHELL",
    "SHLVL",
    "TERM",
];

/// Why the recorder could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Its own command line makes no sense.
    #[error("record: {0}")]
    Usage(String),
    /// A step failed.
    #[error("record: cannot {step}")]
    Step {
        /// What was being done.
        step: &'static str,
        /// Why.
        source: io::Error,
    },
}

/// The command line, taken apart.
#[derive(Debug, Default)]
struct Orders {
    log: PathBuf,
    id: String,
    args: Vec<String>,
    /// The value of each option; flags have an empty one.
    options: BTreeMap<String, String>,
}

/// Acts as the hook; returns the exit code.
pub fn run(arguments: impl Iterator<Item = String>) -> Result<u8, RecordError> {
    let started = now_us();
    let mut orders = Orders::parse(arguments)?;
    let start = orders.start_line(started)?;
    append(&orders.log, &start).map_err(step("write the log"))?;
    if orders.has("--first") && orders.called_before() {
        orders.options.clear();
    }
    orders.act()?;
    let end = Line::End { pid: std::process::id(), at_us: now_us() };
    append(&orders.log, &end).map_err(step("write the log"))?;
    orders.leave()
}

impl Orders {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, RecordError> {
        let mut orders = Self::default();
        let mut words = Vec::new();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--no-stdin" | "--first" => drop(orders.options.insert(argument, String::new())),
                "--log" | "--out" | "--err" | "--exit" | "--sleep" | "--out-file" | "--signal"
                | "--touch" | "--env-file" => {
                    let value = arguments.next();
                    let value =
                        value.ok_or_else(|| RecordError::Usage(format!("{argument} needs a value")))?;
                    orders.options.insert(argument, value);
                }
                _ => words.push(argument),
            }
        }
        let log = orders.options.remove("--log").map(PathBuf::from);
        orders.log = log.ok_or_else(|| RecordError::Usage("--log FILE is missing".to_owned()))?;
        if words.is_empty() {
            return Err(RecordError::Usage("the hook's id is missing".to_owned()));
        }
        orders.args = words.split_off(1);
        orders.id = words.concat();
        Ok(orders)
    }

    fn has(&self, option: &str) -> bool {
        self.options.contains_key(option)
    }

    fn number<T: std::str::FromStr>(&self, option: &str) -> Result<Option<T>, RecordError> {
        let bad = |value: &String| RecordError::Usage(format!("{option} {value}: not a number"));
        self.options.get(option).map(|value| value.parse().map_err(|_| bad(value))).transpose()
    }

    fn start_line(&self, at_us: u64) -> Result<Line, RecordError> {
        let input = if self.has("--no-stdin") { String::new() } else { read_stdin()? };
        let call = CommandCall {
            pid: std::process::id(),
            args: self.args.clone(),
            cwd: environment::working_folder(),
            env: environment::variables().filter(|(name, _)| is_kept(name)).collect(),
            parent: parent_command(),
            stdin_tail: input.chars().last().map(String::from).unwrap_or_default(),
            terminal: io::stdin().is_terminal(),
        };
        Ok(Line::Start { id: self.id.clone(), at_us, payload: payload(&input), call: Box::new(call) })
    }

    /// Leaves a mark beside the log; two first calls at once are still one first call.
    fn called_before(&self) -> bool {
        let mark = self.log.with_added_extension(format!("first.{}", self.id));
        OpenOptions::new().write(true).create_new(true).open(mark).is_err()
    }

    fn act(&self) -> Result<(), RecordError> {
        if let Some(seconds) = self.number("--sleep")? {
            std::thread::sleep(Duration::try_from_secs_f64(seconds).unwrap_or_default());
        }
        if let Some(path) = self.options.get("--touch") {
            fs::write(path, &self.id).map_err(step("touch a file"))?;
        }
        if let (Some(line), Some(path)) = (self.options.get("--env-file"), environment::session_env_file()) {
            add_line(&path, line).map_err(step("write the environment file"))?;
        }
        self.print().map_err(step("print"))
    }

    fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if let Some(text) = self.options.get("--out") {
            stdout.write_all(text.as_bytes())?;
        }
        if let Some(path) = self.options.get("--out-file") {
            stdout.write_all(&fs::read(path)?)?;
        }
        stdout.flush()?;
        match self.options.get("--err") {
            Some(text) => io::stderr().write_all(text.as_bytes()),
            None => Ok(()),
        }
    }

    fn leave(&self) -> Result<u8, RecordError> {
        if let Some(signal) = self.number("--signal")?.and_then(Signal::from_named_raw) {
            kill_process(getpid(), signal).map_err(|error| step("send a signal")(error.into()))?;
        }
        Ok(self.number("--exit")?.unwrap_or(0))
    }
}

fn read_stdin() -> Result<String, RecordError> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(step("read standard input"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn payload(input: &str) -> Value {
    serde_json::from_str(input).unwrap_or_else(|_| json!({"$raw": input}))
}

fn is_kept(name: &str) -> bool {
    KEPT_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || KEPT_NAMES.contains(&name)
}

/// Only Linux tells without a helper program.
fn parent_command() -> Vec<String> {
    let path = format!("/proc/{}/cmdline", std::os::unix::process::parent_id());
    let line = fs::read(path).unwrap_or_default();
    let words = String::from_utf8_lossy(&line).into_owned();
    words
        .split('\0')
        .filter(|word| !word.is_empty())
        .take(4)
        .map(|word| word.chars().take(200).collect())
        .collect()
}

fn add_line(path: &Path, line: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().append(true).create(true).open(path)?;
    writeln!(file, "{line}")
}

fn step(step: &'static str) -> impl FnOnce(io::Error) -> RecordError {
    move |source| RecordError::Step { step, source }
}
