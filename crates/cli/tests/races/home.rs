//! A throw-away home in which our program runs, and the hooks that are installed there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use claude_hooks::Paths;
use claude_hooks::registry::Registry;
use serde_json::Value;
use tempfile::TempDir;

/// What the hooks run: it exists everywhere.
const PROGRAM: &str = "/bin/true";

/// Where hooks go: events with and without matchers, several hooks to each.
const PLACES: &[(&str, &str)] = &[
    ("PreToolUse", "Bash"),
    ("PreToolUse", "Edit|Write"),
    ("PreToolUse", ""),
    ("PostToolUse", "Bash"),
    ("PostToolUse", "Read"),
    ("UserPromptSubmit", ""),
    ("SessionStart", "startup"),
    ("Stop", ""),
];

/// Settings as somebody wrote them: nothing of this may change.
pub const ORIGINAL: &str = r#"{
    "model": "opus",
    "env": { "A": "1", "B": "\u00e9" },

    "hooks": {
        "Stop": [ { "hooks": [ { "type": "command", "command": "/bin/true of the user" } ] } ]
    },
    "cleanupPeriodDays": 30
}"#;

/// One of the hooks that are installed.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its name, also the last word of its command.
    pub name: String,
    event: &'static str,
    matcher: &'static str,
}

/// That many different hooks.
pub fn candidates(count: usize) -> Vec<Candidate> {
    let candidate = |(number, (event, matcher)): (usize, &(&'static str, &'static str))| Candidate {
        name: format!("hook-{number:02}"),
        event,
        matcher,
    };
    PLACES.iter().cycle().take(count).enumerate().map(candidate).collect()
}

/// The names of the candidates.
pub fn names(candidates: &[Candidate]) -> BTreeSet<String> {
    candidates.iter().map(|candidate| candidate.name.clone()).collect()
}

impl Candidate {
    fn install(&self) -> [&str; 10] {
        let matcher = ["--matcher", self.matcher];
        [
            "install", "--event", self.event, matcher[0], matcher[1], "--name", &self.name, "--", PROGRAM,
            &self.name,
        ]
    }
}

/// The names of the candidates whose commands a settings text holds.
pub fn hooks_in(settings: &Value) -> BTreeSet<String> {
    let events = settings["hooks"].as_object().into_iter().flatten();
    let groups = events.flat_map(|(_, groups)| groups.as_array().into_iter().flatten());
    let handlers = groups.flat_map(|group| group["hooks"].as_array().into_iter().flatten());
    let words = handlers.filter_map(|handler| handler["command"].as_str()?.strip_prefix(PROGRAM));
    words.map(|word| word.trim().to_owned()).filter(|word| word.starts_with("hook-")).collect()
}

/// A home and a project of their own, gone when dropped.
pub struct Home {
    folder: TempDir,
}

impl Home {
    /// A home whose user settings hold this text.
    pub fn with(settings: &str) -> Self {
        let home = Self::empty();
        fs::create_dir(home.path().join(".claude")).unwrap();
        fs::write(home.settings(), settings).unwrap();
        home
    }

    /// A home without any settings.
    pub fn empty() -> Self {
        let home = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(home.path().join("project")).unwrap();
        home
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The user's settings file.
    pub fn settings(&self) -> PathBuf {
        self.path().join(".claude/settings.json")
    }

    /// What the user's settings file holds.
    pub fn text(&self) -> String {
        fs::read_to_string(self.settings()).unwrap()
    }

    /// The same, parsed.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text()).unwrap()
    }

    /// Our program, about to be run here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_claude-hooks"));
        command.args(arguments).current_dir(self.path().join("project")).env_clear();
        command.env("HOME", self.path()).env("PATH", "/usr/bin:/bin");
        command
    }

    /// Runs our program.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs our program, which must succeed.
    pub fn succeed(&self, arguments: &[&str]) -> Output {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}: {}", output.status, said(&output));
        output
    }

    pub fn install(&self, candidate: &Candidate) {
        self.succeed(&candidate.install());
    }

    /// What `doctor` found: code and hook.
    pub fn findings(&self) -> Vec<(String, String)> {
        let report: Value = serde_json::from_slice(&self.run(&["doctor", "--json"]).stdout).unwrap();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let findings = report["findings"].as_array().unwrap().iter();
        findings.map(|finding| (word(&finding["code"]), word(&finding["hook"]))).collect()
    }

    /// Nothing of any kind is wrong.
    pub fn assert_healthy(&self) {
        let output = self.run(&["doctor"]);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(self.leftovers(), Vec::<PathBuf>::new());
    }

    /// The registry knows exactly these, none of them under way.
    pub fn assert_registered(&self, names: &BTreeSet<String>) {
        let registry = Registry::load(&Paths::under(self.path())).unwrap();
        let entries = registry.entries();
        let done = entries.iter().filter(|entry| entry.pending.is_none() && entry.enabled);
        assert_eq!(done.map(|entry| entry.name.clone()).collect::<BTreeSet<_>>(), *names);
        assert_eq!(entries.len(), names.len());
    }

    /// Files beside the settings and the registry that should not be there.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let folders = [".claude", ".local/share/claude-hooks", ".local/state/claude-hooks/safety"];
        let entries =
            folders.iter().filter_map(|folder| fs::read_dir(self.path().join(folder)).ok()).flatten();
        let known = |path: &PathBuf| path.ends_with("settings.json") || path.ends_with("registry.jsonc");
        entries.map(|entry| entry.unwrap().path()).filter(|path| !known(path)).collect()
    }
}

/// Everything that a program printed.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Does something for all of them at once, each in a thread of its own.
pub fn at_once<T: Sync>(items: &[T], act: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for item in items {
            scope.spawn(|| act(item));
        }
    });
}

/// Runs something beside what happens, and tells it when that is over, also when it fails.
pub fn meanwhile<T: Send>(beside: impl FnOnce(&AtomicBool) -> T + Send, happens: impl FnOnce()) -> T {
    struct SetWhenDropped<'a>(&'a AtomicBool);
    impl Drop for SetWhenDropped<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Release);
        }
    }
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let beside = scope.spawn(|| beside(&over));
        let end = SetWhenDropped(&over);
        happens();
        drop(end);
        beside.join().expect("what ran beside did not fail")
    })
}
