//! What a sandbox comes to: the user's files, our registry, and what lies about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use claude_hooks::Paths;
use claude_hooks::registry::{Entry, Registry};
use serde_json::Value;

use super::sandbox::{OURS, Picture, Sandbox, Thing};

/// What is in the name of every file that a killed or failed process of ours may leave.
const MARK: &str = ".claude-hooks-";

/// A sandbox at one moment.
#[derive(Debug, Clone)]
pub struct State {
    /// Everything but our own folders and leftovers.
    theirs: Picture,
    /// What the registry says; when an entry was added is left out.
    entries: Vec<Entry>,
    /// Our files that are not the registry, wherever they are.
    pub leftovers: Picture,
}

/// How far a change has come that was announced and is not reported done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// No file is another yet.
    Announced,
    /// Some are.
    Halfway,
    /// All are.
    Written,
}

impl State {
    /// The state of a sandbox, if the registry is whole.
    pub fn of(sandbox: &Sandbox) -> Result<Self, String> {
        let registry = Registry::load(&Paths::under(sandbox.home())).map_err(|error| error.to_string())?;
        let nameless = |entry: &Entry| Entry { added_at: None, ..entry.clone() };
        let entries = registry.entries().iter().map(nameless).collect();
        let (mut theirs, mut leftovers) = (Picture::new(), Picture::new());
        for (path, thing) in sandbox.picture() {
            let ours = path.starts_with(OURS);
            if name(&path).contains(MARK)
                || (ours && thing != Thing::Folder && name(&path) != "registry.jsonc")
            {
                leftovers.insert(path, thing);
            } else if !ours {
                theirs.insert(path, thing);
            }
        }
        Ok(Self { theirs, entries, leftovers })
    }

    /// Whether the files and the registry say the same.
    pub fn is(&self, other: &Self) -> bool {
        self.theirs == other.theirs && self.entries == other.entries
    }

    /// Whether a change is under way.
    pub fn is_pending(&self) -> bool {
        self.entries.iter().any(|entry| entry.pending.is_some())
    }

    /// The safety copies that failed writes left.
    pub fn safety_copies(&self) -> impl Iterator<Item = &Path> {
        self.leftovers.keys().map(PathBuf::as_path).filter(|path| name(path).ends_with(".safety"))
    }

    /// How far a change has come that leads from one state to another.
    pub fn stage(&self, from: &Self, to: &Self) -> Option<Stage> {
        let files = |state: &Self| -> Picture {
            let files = state.theirs.iter().filter(|(_, thing)| **thing != Thing::Folder);
            files.map(|(path, thing)| (path.clone(), thing.clone())).collect()
        };
        let (now, old, new) = (files(self), files(from), files(to));
        self.is_pending().then(|| match () {
            () if now == old => Stage::Announced,
            () if now == new => Stage::Written,
            () => Stage::Halfway,
        })
    }

    /// Checks what must be so at every moment between some states: each file is as it is in one of
    /// them, and no hook that is in all of them is nowhere.
    pub fn check_between(&self, states: &[State]) -> Result<(), String> {
        let all = states.iter().chain([self]);
        let paths: BTreeSet<&PathBuf> = all.flat_map(|state| state.theirs.keys()).collect();
        for path in paths {
            let now = self.theirs.get(path);
            if states.iter().all(|state| state.theirs.get(path) != now) {
                return Err(format!("{} is neither old nor new: {}", path.display(), shown(now)));
            }
        }
        let everywhere = states.iter().map(Self::commands).reduce(|some, more| &some & &more);
        match everywhere.unwrap_or_default().difference(&self.commands()).next() {
            Some(lost) => Err(format!("'{lost}' is in no settings file")),
            None => Ok(()),
        }
    }

    /// The commands of all hooks in all settings files.
    fn commands(&self) -> BTreeSet<String> {
        let settings = |path: &Path| matches!(name(path).as_str(), "settings.json" | "settings.local.json");
        let files = self.theirs.iter().filter(|(path, _)| settings(path));
        files.flat_map(|(_, thing)| commands_of(thing)).collect()
    }

    /// How the state differs from another, for people.
    pub fn unlike(&self, other: &Self) -> String {
        let paths: BTreeSet<&PathBuf> = self.theirs.keys().chain(other.theirs.keys()).collect();
        let differ = |path: &&&PathBuf| self.theirs.get(**path) != other.theirs.get(**path);
        let mut parts: Vec<String> = paths
            .iter()
            .filter(differ)
            .map(|path| {
                let (now, wanted) = (shown(self.theirs.get(*path)), shown(other.theirs.get(*path)));
                format!("{}: {now}, not {wanted}", path.display())
            })
            .collect();
        if self.entries != other.entries {
            parts.push(format!("the registry: {:#?}, not {:#?}", self.entries, other.entries));
        }
        parts.join("; ")
    }

    /// The state as a text that is the same whenever it arises: times, process numbers and random
    /// names are left out.
    pub fn fingerprint(&self, sandbox: &Sandbox) -> String {
        let timeless = |bytes: &[u8]| -> String {
            String::from_utf8_lossy(bytes).split('"').filter(|part| !is_stamp(part)).collect()
        };
        let line = |(path, thing): (PathBuf, Thing)| {
            let own = name(&path);
            let (kept, rest) = own.split_once(MARK).unwrap_or((&own, ""));
            let kind = rest.rsplit('.').next().unwrap_or_default();
            let held = match thing {
                Thing::File { bytes, mode } => format!("{mode:o} {}", timeless(&bytes)),
                other => format!("{other:?}"),
            };
            format!("{}/{kept} {kind}: {held}\n", path.parent().unwrap_or(Path::new("")).display())
        };
        let mut lines: Vec<String> = sandbox.picture().into_iter().map(line).collect();
        lines.sort();
        lines.concat()
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// `yyyyMMdd-hhmmss`, perhaps with a process number behind it.
fn is_stamp(text: &str) -> bool {
    text.len() >= 15 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn shown(thing: Option<&Thing>) -> String {
    match thing {
        None => "nothing".to_owned(),
        Some(Thing::File { bytes, mode }) => format!("{mode:o} {:?}", String::from_utf8_lossy(bytes)),
        Some(other) => format!("{other:?}"),
    }
}

fn commands_of(thing: &Thing) -> Vec<String> {
    let Thing::File { bytes, .. } = thing else { return Vec::new() };
    let json: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let events = json["hooks"].as_object().into_iter().flat_map(|events| events.values());
    let groups = events.filter_map(Value::as_array).flatten();
    let handlers = groups.filter_map(|group| group["hooks"].as_array()).flatten();
    handlers.filter_map(|handler| handler["command"].as_str()).map(str::to_owned).collect()
}
