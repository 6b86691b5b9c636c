//! The table of what is disturbed.

use super::sandbox::{Picture, Sandbox, Thing};
use super::state::{Stage, State};
use super::tracer::Fate;

/// A command and what must be there before it.
pub struct Scenario {
    pub name: &'static str,
    /// Files that are there from the beginning.
    files: &'static [(&'static str, &'static str)],
    /// What was done before.
    history: &'static [Past],
    /// What is disturbed.
    pub command: &'static [&'static str],
}

/// Something that was done before.
enum Past {
    Ran(&'static [&'static str]),
    /// Begun, and killed at the last moment of this stage.
    Killed(Stage, &'static [&'static str]),
    /// Another program wrote a file.
    Wrote(&'static str, &'static str),
    /// A file was moved and a link put in its place.
    Linked(&'static str, &'static str),
}

use Past::{Killed, Linked, Ran, Wrote};
use Stage::{Announced, Halfway, Written};

const USER: &str = "home/.claude/settings.json";
const PROJECT: &str = "project/.claude/settings.json";
const EXPORT: &str = "project/export.json";

const PLAIN: &str = "{\n    \"model\":   \"opus\",\n    \"n\": 1.50\n}\n";
const WITH_GROUP: &str = r#"{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "/bin/echo theirs" } ] }
    ]
  }
}
"#;
const THREE_HOOKS: &str = r#"{ "format": "agent", "format_version": 1, "agent_name": "claude-code", "hooks": [
  { "hook": { "event": "Stop", "type": "command", "command": "/bin/true 1" },
    "metadata": { "name": "one", "scope": "user", "description": "the first" } },
  { "hook": { "event": "PreToolUse", "matcher": "Bash", "type": "command", "command": "/bin/true 2", "timeout": 5 },
    "metadata": { "name": "two", "scope": "project" } },
  { "hook": { "event": "Stop", "type": "command", "command": "/bin/true 3" },
    "metadata": { "name": "three", "scope": "user" } }
] }
"#;

const INSTALL: &[&str] = &["install", "--event", "Stop", "--name", "one", "--", "/bin/true 1"];
const INSTALL_SECOND: &[&str] = &["install", "--event", "Stop", "--name", "two", "--", "/bin/true 2"];
const INSTALL_IN_GROUP: &[&str] =
    &["install", "--event", "PreToolUse", "--matcher", "Bash", "--name", "one", "--", "/bin/true 1"];
const UNINSTALL: &[&str] = &["uninstall", "one"];
const DISABLE: &[&str] = &["disable", "one", "--scope", "user"];
const MIGRATE: &[&str] = &["migrate", "--from", "user", "--to", "project", "one"];
const MIGRATE_TWO: &[&str] = &["migrate", "--from", "user", "--to", "project", "one", "two"];
const IMPORT: &[&str] = &["import", "export.json"];
const CURE: &[&str] = &["doctor", "--fix"];

const fn scenario(
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    history: &'static [Past],
    command: &'static [&'static str],
) -> Scenario {
    Scenario { name, files, history, command }
}

/// The longest first, so that no core waits for the other at the end.
pub const SCENARIOS: &[Scenario] = &[
    scenario("import over two scopes", &[(USER, PLAIN), (EXPORT, THREE_HOOKS)], &[], IMPORT),
    scenario(
        "doctor --fix of half an import",
        &[(USER, PLAIN), (EXPORT, THREE_HOOKS)],
        &[Killed(Halfway, IMPORT)],
        CURE,
    ),
    scenario(
        "migrate two hooks",
        &[(USER, PLAIN), (PROJECT, WITH_GROUP)],
        &[Ran(INSTALL), Ran(INSTALL_SECOND)],
        MIGRATE_TWO,
    ),
    scenario(
        "doctor --fix of half a migrate",
        &[(USER, PLAIN)],
        &[Ran(INSTALL), Killed(Halfway, MIGRATE)],
        CURE,
    ),
    scenario(
        "doctor --fix of an announced migrate",
        &[(USER, PLAIN)],
        &[Ran(INSTALL), Killed(Announced, MIGRATE)],
        CURE,
    ),
    scenario("doctor --fix of a written install", &[(USER, PLAIN)], &[Killed(Written, INSTALL)], CURE),
    scenario("doctor --fix of an announced install", &[], &[Killed(Announced, INSTALL)], CURE),
    scenario("doctor --fix puts back", &[(USER, PLAIN)], &[Ran(INSTALL), Wrote(USER, PLAIN)], CURE),
    scenario("migrate into a new folder", &[(USER, PLAIN)], &[Ran(INSTALL)], MIGRATE),
    scenario("migrate the last hook of our file", &[(PROJECT, PLAIN)], &[Ran(INSTALL)], MIGRATE),
    scenario("install", &[(USER, PLAIN)], &[], INSTALL),
    scenario("install through a link", &[(USER, PLAIN)], &[Linked(USER, "home/dotfiles.json")], INSTALL),
    scenario("install into a new folder", &[], &[], INSTALL),
    scenario("install into a new file", &[("home/.claude/other", "")], &[], INSTALL),
    scenario("install into a group", &[(USER, WITH_GROUP)], &[], INSTALL_IN_GROUP),
    scenario("uninstall", &[(USER, WITH_GROUP)], &[Ran(INSTALL_IN_GROUP)], UNINSTALL),
    scenario("uninstall beside an heir", &[(USER, PLAIN)], &[Ran(INSTALL), Ran(INSTALL_SECOND)], UNINSTALL),
    scenario("uninstall the last hook of our file", &[], &[Ran(INSTALL)], UNINSTALL),
    scenario("uninstall one that is not ours", &[(USER, WITH_GROUP)], &[], &["uninstall", "--force", "echo"]),
    scenario("disable", &[(USER, PLAIN)], &[Ran(INSTALL)], DISABLE),
    scenario(
        "enable",
        &[(USER, PLAIN)],
        &[Ran(INSTALL), Ran(DISABLE)],
        &["enable", "one", "--scope", "user"],
    ),
    scenario(
        "update",
        &[(USER, PLAIN)],
        &[Ran(INSTALL)],
        &["update", "one", "--timeout", "30", "--reason", "slow"],
    ),
];

impl Scenario {
    /// Whether the command mends what another has begun.
    pub fn is_a_cure(&self) -> bool {
        self.command == CURE
    }

    /// Brings a sandbox to where the scenario begins. Returns the states that it may come back to:
    /// the one before the last thing that happened, if that was killed.
    pub fn begin(&self, sandbox: &Sandbox) -> Vec<State> {
        let mut picture = Picture::new();
        for folder in ["home", "project"] {
            picture.insert(folder.into(), Thing::Folder);
        }
        for (path, text) in self.files {
            picture
                .extend(std::path::Path::new(path).parent().map(|folder| (folder.to_owned(), Thing::Folder)));
            picture.insert(path.into(), private_file(text));
        }
        sandbox.restore(&picture);
        let mut undone = Vec::new();
        for past in self.history {
            if let Killed(..) = past {
                undone.extend(State::of(sandbox));
            }
            past.happen(sandbox);
        }
        undone
    }
}

/// With a mode that is not the usual one: it must stay.
fn private_file(text: &str) -> Thing {
    Thing::File { bytes: text.into(), mode: 0o600 }
}

/// Kills a command at the last moment of a stage.
fn kill_in(sandbox: &Sandbox, stage: Stage, words: &[&str]) {
    let whole = || State::of(sandbox).expect("killed or not, the registry is whole");
    let (beginning, old) = (sandbox.picture(), whole());
    let calls = sandbox.trace(words, Fate::Undisturbed).calls;
    let new = whole();
    let changing = (0..calls.len()).rev().filter(|at| calls[*at].changes());
    for moment in changing {
        sandbox.restore(&beginning);
        sandbox.trace(words, Fate::KilledAtExit(moment));
        if whole().stage(&old, &new) == Some(stage) {
            return;
        }
    }
    panic!("{words:?} is never {stage:?}");
}

impl Past {
    fn happen(&self, sandbox: &Sandbox) {
        let before = sandbox.picture();
        let edit = |change: &dyn Fn(&mut Picture)| {
            let mut picture = before.clone();
            change(&mut picture);
            sandbox.restore(&picture);
        };
        match self {
            Ran(words) => assert!(sandbox.run(words).status.success(), "{words:?} fails"),
            Killed(stage, words) => kill_in(sandbox, *stage, words),
            Wrote(path, text) => edit(&|picture| {
                picture.insert(path.into(), private_file(text));
            }),
            Linked(path, to) => edit(&|picture| {
                let file = picture.remove(std::path::Path::new(path)).expect("the file is there");
                picture.insert(to.into(), file);
                picture.insert(path.into(), Thing::Link(std::path::Path::new("../..").join(to)));
            }),
        }
    }
}
