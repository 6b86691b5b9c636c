//! One run of the client in a sandbox: what it is asked, how long it may take, and starting it.

mod family;
mod feed;
mod launch;
mod process;
mod slot;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::managed::NotPermitted;
use crate::messages::{MessagesApi, Script};
use crate::recorder::LogError;
use crate::run::Run;
use crate::sandbox::Sandbox;
use feed::Feed;
pub(crate) use process::Finished;
use slot::Slot;

/// Why a session could not be run. A client that fails is not an error: see [`Run::exit`].
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The scripted model could not be served.
    #[error("cannot serve the Messages API on the loopback address")]
    Listen(#[source] io::Error),
    /// The client could not be started.
    #[error("cannot start {}", program.display())]
    Start {
        /// The client.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The sandbox has managed settings, which this machine cannot show.
    #[error(transparent)]
    Managed(#[from] NotPermitted),
    /// What the hooks recorded cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// A session being described.
#[must_use]
pub struct Session<'a> {
    sandbox: &'a Sandbox,
    client: &'a Client,
    script: Script,
    asked: Asked,
    output: Vec<OsString>,
    arguments: Vec<OsString>,
    /// `None` takes a variable away.
    variables: BTreeMap<OsString, Option<OsString>>,
    folder: PathBuf,
    limit: Duration,
    pause: Duration,
}

/// What the client is asked.
enum Asked {
    Prompt(String),
    Lines(Vec<Value>),
}

impl<'a> Session<'a> {
    pub(crate) fn new(sandbox: &'a Sandbox, client: &'a Client) -> Self {
        let output = ["--output-format", "stream-json", "--verbose", "--include-hook-events"];
        Self {
            sandbox,
            client,
            script: Script::new(),
            asked: Asked::Prompt("hello".to_owned()),
            output: output.map(OsString::from).to_vec(),
            arguments: Vec::new(),
            variables: BTreeMap::new(),
            folder: sandbox.project(),
            limit: Duration::from_secs(60),
            pause: Duration::ZERO,
        }
    }

    /// The one prompt; "hello" unless said otherwise.
    pub fn prompt(mut self, prompt: impl Into<String>) -> Self {
        self.asked = Asked::Prompt(prompt.into());
        self
    }

    /// Several prompts, each given when the one before has its result.
    pub fn prompts<'p>(self, prompts: impl IntoIterator<Item = &'p str>) -> Self {
        let line = |text| json!({"type": "user", "message": {"role": "user", "content": text}});
        self.lines(prompts.into_iter().map(line))
    }

    /// Lines of stream-json input. After a `user` line the next one waits for a result, after a
    /// `control_request` for its response; the input is closed after the last.
    pub fn lines(mut self, lines: impl IntoIterator<Item = Value>) -> Self {
        self.asked = Asked::Lines(lines.into_iter().collect());
        self
    }

    /// How long to wait after each answer before the next line: for what the client does on its own.
    pub fn pause(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// What the model says; "done" to everything unless said otherwise.
    pub fn script(mut self, script: Script) -> Self {
        self.script = script;
        self
    }

    /// One more argument of the client.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// More arguments of the client.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Lets the client print text for people instead of stream-json.
    pub fn text_output(mut self) -> Self {
        self.output.clear();
        self
    }

    /// Sets a variable of the client's environment.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.insert(name.into(), Some(value.into()));
        self
    }

    /// Takes away a variable that the rig would set.
    pub fn without_env(mut self, name: impl Into<OsString>) -> Self {
        self.variables.insert(name.into(), None);
        self
    }

    /// Starts the client in this folder of the project.
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = self.sandbox.project().join(folder);
        self
    }

    /// How long it may take (a minute unless said otherwise) before it is killed with everything it started.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs the client to its end, or to the limit.
    pub fn run(self) -> Result<Run, SessionError> {
        let _slot = Slot::take();
        let number = self.sandbox.next_run();
        let hooks_before = self.sandbox.hooks()?.len();
        let api = MessagesApi::start_run(self.script.clone(), number).map_err(SessionError::Listen)?;
        let command = self.command(&api.url(), number)?;
        let feed = match self.asked {
            Asked::Prompt(_) => Feed::none(),
            Asked::Lines(lines) => Feed::new(lines, self.pause),
        };
        let program = self.client.program().to_owned();
        let finished = process::supervise(command, feed, self.limit)
            .map_err(|source| SessionError::Start { program, source })?;
        let hooks = self.sandbox.hooks()?.split_off(hooks_before);
        Ok(Run::new(finished, api.requests(), hooks))
    }
}
