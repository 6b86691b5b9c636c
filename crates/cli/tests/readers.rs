//! Whatever bytes stand in a settings file or in the registry: reading them never panics and never
//! changes them.

#![expect(clippy::unwrap_used, reason = "a failing step fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use claude_hooks::Paths;
use claude_hooks::doctor::examine;
use claude_hooks::registry::Registry;
use claude_hooks::settings::{RuleSet, judge};
use claude_hooks::stack::{Reach, Stack};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Of each kind, shared among threads: a file that does not parse is given a moment and read again,
/// so most of the time is spent asleep.
const CASES: u32 = 1_024;
const THREADS: u32 = 32;

const SETTINGS: &str = r#"{
  "model": "opus", "env": {"CLAUDE_CODE_SHELL_PREFIX": "/bin/sh"}, "disableAllHooks": false,
  "enabledPlugins": {"a@b": true},
  "hooks": {
    "PreToolUse": [{"matcher": "Bash|Edit", "hooks": [{"type": "command", "command": "true", "timeout": 5.0, "if": "Bash(git *)"}]}],
    "Stop": [{"hooks": [{"type": "http", "url": "http://127.0.0.1/x", "headers": {"A": "$B"}}, {"type": "prompt", "prompt": "é \ud83d\ude00"}]}]
  }
}"#;
const REGISTRY: &str = r#"// head
{
  "schema_version": 1, "agent_name": "claude-code",
  "hooks": [
    {"name": "x", "event": "Stop", "matcher": "", "type": "command", "command": "true", "scope": "user", "enabled": true,
     "added_at": "20260102-030405", "reason": null, "optional": false, "custom": {}, "containers": ["hooks"], "state": "pending",
     "pending": {"change": "update", "batch": "b", "handler": {"type": "command", "command": "true"}}}, /* last */
  ],
}"#;

/// Arbitrary bytes, text of JSON's own letters, or a good file with some bytes changed.
fn bytes(good: &'static str) -> BoxedStrategy<Vec<u8>> {
    let soup = prop::collection::vec(
        prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\",
            "hooks",
            "\"hooks\"",
            "\"Stop\"",
            "\"type\"",
            "null",
            "1e9",
            "-",
            "//",
            "/*",
            "*/",
            "\n",
            "\r\n",
            "\u{feff}",
            "\u{0}",
            "é",
            "🎉",
            "\\ud800",
            " ",
        ]),
        0..60,
    );
    let change = (any::<prop::sample::Index>(), 0_usize..12, prop::collection::vec(any::<u8>(), 0..6));
    let mutated = prop::collection::vec(change, 1..6).prop_map(move |changes| {
        let mut bytes = good.as_bytes().to_vec();
        for (at, length, new) in changes {
            let at = at.index(bytes.len() + 1);
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, new);
        }
        bytes
    });
    let words = prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4);
    let swapped = words.prop_map(move |swaps| {
        let mut parts: Vec<&str> = good.split_inclusive([' ', ',', ':', '{', '[']).collect();
        for (a, b) in swaps {
            let (a, b) = (a.index(parts.len()), b.index(parts.len()));
            parts.swap(a, b);
        }
        parts.concat().into_bytes()
    });
    prop_oneof![
        2 => prop::collection::vec(any::<u8>(), 0..200),
        2 => soup.prop_map(|words| words.concat().into_bytes()),
        4 => mutated,
        3 => swapped,
    ]
    .boxed()
}

/// A home in which one file's bytes change from case to case.
struct Subject {
    _folder: tempfile::TempDir,
    paths: Paths,
    file: PathBuf,
}

impl Subject {
    fn new(file: impl Fn(&Paths) -> PathBuf) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths::under(folder.path()).with_managed(folder.path().join("policy"));
        let file = file(&paths);
        for file in [&file, &paths.registry(), &paths.user_config().join("settings.json")] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
        }
        Self { _folder: folder, paths, file }
    }

    /// Reads everything there is to read; the file must stay what it is.
    fn survives(&self, bytes: &[u8]) -> Result<(), TestCaseError> {
        fs::write(&self.file, bytes).unwrap();
        let before = stamp(&self.file);
        let stack = Stack::read(&self.paths, Reach::All);
        let _ = Registry::load(&self.paths);
        for hook in &stack.hooks {
            prop_assert!(stack.named(&hook.name, None).is_some());
        }
        for finding in examine(&self.paths) {
            prop_assert!(!finding.what.is_empty() && !finding.cure.is_empty());
        }
        prop_assert_eq!(stamp(&self.file), before);
        prop_assert_eq!(fs::read(&self.file).unwrap(), bytes);
        Ok(())
    }
}

fn stamp(file: &Path) -> (std::time::SystemTime, u64) {
    let metadata = fs::metadata(file).unwrap();
    (metadata.modified().unwrap(), metadata.len())
}

fn run<T>(
    good: &'static str,
    make: impl Fn() -> T + Sync,
    test: impl Fn(&T, &[u8]) -> Result<(), TestCaseError> + Sync,
) {
    let worker = || {
        let config = Config { cases: CASES / THREADS, failure_persistence: None, ..Config::default() };
        let subject = make();
        test(&subject, good.as_bytes()).unwrap();
        TestRunner::new(config).run(&bytes(good), |bytes| test(&subject, &bytes)).unwrap();
    };
    std::thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(worker))));
}

#[test]
fn settings_readers_take_any_bytes() {
    run(SETTINGS, || Subject::new(|paths| paths.user_config().join("settings.json")), Subject::survives);
}

#[test]
fn the_registry_reader_takes_any_bytes() {
    run(REGISTRY, || Subject::new(Paths::registry), Subject::survives);
}

#[test]
fn the_verdict_takes_any_bytes() {
    run(
        SETTINGS,
        || (),
        |(), bytes| {
            for rules in [RuleSet::Settings, RuleSet::Managed, RuleSet::PluginHooks] {
                for fault in judge(bytes, rules).faults {
                    prop_assert!(fault.line >= 1 && fault.column >= 1 && !fault.what.is_empty());
                }
            }
            Ok(())
        },
    );
}
