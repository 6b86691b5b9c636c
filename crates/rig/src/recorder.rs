//! The hook that records: how to put it into settings, and how to read what it wrote.
//!
//! It is a verb of this package's program (`claude-hooks-rig record`), so it starts fast and needs no
//! interpreter; [`program`] is the part that runs as the hook.

mod log;
pub mod program;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) use log::read;
pub use log::{CommandCall, HookRecord, LogError, Origin};

/// The recording hook of one sandbox.
#[derive(Debug, Clone)]
pub struct Recorder {
    program: PathBuf,
    log: PathBuf,
}

impl Recorder {
    /// The program `claude-hooks-rig` and the log it shall write.
    pub fn new(program: impl Into<PathBuf>, log: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), log: log.into() }
    }

    /// The program `claude-hooks-rig` that Cargo built beside the running test, for tests of other packages.
    pub fn built_program() -> Option<PathBuf> {
        let test = std::env::current_exe().ok()?;
        let name = format!("claude-hooks-rig{}", std::env::consts::EXE_SUFFIX);
        test.ancestors().skip(1).take(2).map(|folder| folder.join(&name)).find(|program| program.is_file())
    }

    /// The log, one JSON line per start and end of a hook.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// The shell line, for settings, of a hook that only records.
    pub fn command(&self, id: &str) -> String {
        self.hook(id).command()
    }

    /// A hook that records under this id, and then does what it is told.
    pub fn hook(&self, id: &str) -> RecordingHook {
        let words = ["record", "--log", &self.log.to_string_lossy(), id].map(str::to_owned);
        RecordingHook { program: self.program.to_string_lossy().into_owned(), words: words.to_vec() }
    }
}

/// A recording hook being described. Whatever the order here, it reads its payload, records the start, sleeps,
/// touches, prints, records the end and leaves.
#[derive(Debug, Clone)]
#[must_use]
pub struct RecordingHook {
    program: String,
    words: Vec<String>,
}

impl RecordingHook {
    /// Prints this on standard output.
    pub fn stdout(self, text: impl Into<String>) -> Self {
        self.option("--out", text)
    }

    /// Prints the content of this file on standard output.
    pub fn stdout_file(self, path: &Path) -> Self {
        self.option("--out-file", path.to_string_lossy())
    }

    /// Prints this on standard error.
    pub fn stderr(self, text: impl Into<String>) -> Self {
        self.option("--err", text)
    }

    /// Leaves with this exit code.
    pub fn exit(self, code: u8) -> Self {
        self.option("--exit", code.to_string())
    }

    /// Dies of this signal.
    pub fn signal(self, number: i32) -> Self {
        self.option("--signal", number.to_string())
    }

    /// Takes this long.
    pub fn sleep(self, time: Duration) -> Self {
        self.option("--sleep", time.as_secs_f64().to_string())
    }

    /// Writes its id into this file.
    pub fn touch(self, path: &Path) -> Self {
        self.option("--touch", path.to_string_lossy())
    }

    /// Appends a line to the session's environment file, if the client offers one.
    pub fn env_line(self, line: impl Into<String>) -> Self {
        self.option("--env-file", line)
    }

    /// Leaves its standard input alone.
    pub fn without_stdin(self) -> Self {
        self.word("--no-stdin")
    }

    /// Acts on its first call only; later ones record and succeed in silence.
    pub fn first_only(self) -> Self {
        self.word("--first")
    }

    /// One more argument, to be found in the record.
    pub fn word(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// The shell line, for settings.
    pub fn command(&self) -> String {
        let quoted = self.words.iter().map(|word| quote(word));
        std::iter::once(quote(&self.program)).chain(quoted).collect::<Vec<_>>().join(" ")
    }

    /// Program and arguments, for hooks that are written without a shell.
    pub fn argv(&self) -> (&str, &[String]) {
        (&self.program, &self.words)
    }

    fn option(self, name: &str, value: impl Into<String>) -> Self {
        self.word(name).word(value)
    }
}

/// Words with a NUL cannot be arguments at all; without it they are at least visible in the record.
fn quote(word: &str) -> String {
    let word = word.replace('\0', "");
    shlex::try_quote(&word).map_or_else(|_| word.clone(), std::borrow::Cow::into_owned)
}
