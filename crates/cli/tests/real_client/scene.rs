//! A sandbox in which both our program and the real client run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use claude_hooks_rig::recorder::HookRecord;
use claude_hooks_rig::{Client, Exit, Recorder, Run, Sandbox, Script, Turn};
use serde_json::{Value, json};

/// A sandbox with a client to run in it.
pub struct Scene {
    pub sandbox: Sandbox,
    client: Client,
    recorder: PathBuf,
}

impl Scene {
    /// None where there is no client; that was said then.
    pub fn new() -> Option<Self> {
        let client = Client::for_tests()?;
        // `cargo test --workspace` builds it: it is a program of this workspace.
        let recorder = Recorder::built_program().expect(
            "the recorder claude-hooks-rig is not built: run `cargo test --workspace`, \
             or `cargo build -p claude-hooks-rig` first",
        );
        let sandbox = Sandbox::new().unwrap();
        sandbox.file("project/note.txt", "a note").unwrap();
        Some(Self { sandbox, client, recorder })
    }

    pub fn recorder(&self) -> Recorder {
        self.sandbox.recorder(&self.recorder)
    }

    /// Our program in this sandbox, with the client's idea of where everything is.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_claude-hooks"));
        command.args(arguments).current_dir(self.sandbox.project()).env_clear();
        command.env("HOME", self.sandbox.home()).env("PATH", "/usr/bin:/bin");
        command
    }

    /// Runs our program, which must succeed.
    pub fn succeed(&self, arguments: &[&str]) {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    }

    /// Installs a hook that records under this name.
    pub fn install(&self, name: &str, options: &[&str]) {
        let line = self.recorder().command(name);
        self.succeed(&[&["install", "--name", name], options, &["--", &line]].concat());
    }

    /// What our program prints as JSON, whatever its exit code.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self.command(&[arguments, &["--json"]].concat()).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said(&output)))
    }

    /// A session with one tool call that needs no permission.
    pub fn run(&self) -> Run {
        self.run_in("")
    }

    /// The same, started in a folder of the project.
    pub fn run_in(&self, folder: impl AsRef<Path>) -> Run {
        let read = Turn::uses("Read", json!({"file_path": self.sandbox.project().join("note.txt")}));
        let script = Script::new().turn(read).turn(Turn::says("done"));
        let run = self.sandbox.session(&self.client).folder(folder).script(script).run().unwrap();
        assert_eq!(run.exit(), Exit::Code(0), "{}", run.stderr());
        assert_eq!(run.result().unwrap()["result"], "done");
        run
    }

    /// A session of these prompts, each answered with a word and followed by a moment in which the client
    /// can notice that its settings changed.
    pub fn talk<'p>(&self, prompts: impl IntoIterator<Item = &'p str>) -> Run {
        let session = self.sandbox.session(&self.client).prompts(prompts);
        session.pause(Duration::from_millis(800)).run().unwrap()
    }

    /// The text of a file of the sandbox.
    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.sandbox.root().join(path)).unwrap()
    }
}

/// The names of the hooks that ran.
pub fn ran(run: &Run) -> BTreeSet<&str> {
    run.hooks().iter().map(|record: &HookRecord| record.id.as_str()).collect()
}

/// Everything that a program printed.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}
