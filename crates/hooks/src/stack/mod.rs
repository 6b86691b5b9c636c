//! Every hook of every source that Claude Code would read, with its file and
//! line, in force or not.

mod hook;
mod plugins;
mod source;

use std::collections::HashMap;
use std::path::PathBuf;

pub use hook::{Hook, State};
pub use source::{Source, SourceFile};

use crate::paths::Paths;
use crate::registry::{Entry, Identity, Names, Registry, RegistryError, apart, derive};
use crate::settings::{Cost, Found, Scope, Verdict, find};

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The three scopes that this program edits.
    Scopes,
    /// Those, the managed policy and the plugins.
    All,
}

/// Every hook and where it came from.
#[derive(Debug)]
pub struct Stack {
    /// The files that were looked at, also those that cannot be read.
    pub files: Vec<SourceFile>,
    /// The hooks, in the order of the files, then those that the registry alone knows.
    pub hooks: Vec<Hook>,
    /// Why the registry could not be used, if it could not.
    pub registry_error: Option<RegistryError>,
    /// What the registry holds.
    pub entries: Vec<Entry>,
}

impl Stack {
    /// Reads the stack of a project. A file that cannot be read or a damaged registry is kept as
    /// a fact, not an error: the rest is still worth seeing.
    pub fn read(paths: &Paths, reach: Reach) -> Self {
        let (registry, registry_error) = match Registry::load(paths) {
            Ok(registry) => (registry, None),
            Err(error) => (Registry::default(), Some(error)),
        };
        let mut stack = Self::with(paths, reach, registry.entries());
        stack.registry_error = registry_error;
        stack
    }

    /// The same with a registry that was read before.
    pub fn with(paths: &Paths, reach: Reach, entries: &[Entry]) -> Self {
        let mut files = source::scope_files(paths);
        if reach == Reach::All {
            files.extend(source::managed_files(paths));
            files.extend(plugins::files(paths, &files));
        }
        let mut ours = by_place(paths, entries);
        let mut hooks = Vec::new();
        for file in &files {
            let verdict = file.verdict();
            for found in file.document().map(find).unwrap_or_default() {
                let dropped = verdict.as_ref().and_then(|verdict| dropped(verdict, &found));
                let place = (file.path.clone(), Identity::of_found(&found));
                let entry = ours.get_mut(&place).filter(|_| file.source.scope().is_some());
                let entry = entry.map(|(entry, seen)| {
                    *seen = true;
                    *entry
                });
                hooks.push(Hook { dropped, ..Hook::found(file, found, entry) });
            }
        }
        let here =
            |path: &PathBuf| files.iter().any(|file| file.path == *path && file.source.scope().is_some());
        let mut gone: Vec<&Entry> = Vec::new();
        for entry in entries {
            let place = (entry.home.file(paths), entry.identity());
            if here(&place.0) && ours.get(&place).is_some_and(|(_, seen)| !seen) {
                gone.push(entry);
            }
        }
        hooks.extend(gone.into_iter().map(|entry| Hook::remembered(paths, entry)));
        gate(&files, &mut hooks);
        name_all(&mut hooks);
        Self { files, hooks, registry_error: None, entries: entries.to_vec() }
    }

    /// The hook with exactly this name; a scope narrows the search.
    pub fn named(&self, name: &str, scope: Option<Scope>) -> Option<&Hook> {
        let fits = |hook: &&Hook| hook.name == name && (scope.is_none() || hook.source.scope() == scope);
        self.hooks.iter().find(fits)
    }

    /// The name nearest to one that does not exist.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let lower = name.to_lowercase();
        self.hooks
            .iter()
            .map(|hook| (strsim::jaro_winkler(&lower, &hook.name.to_lowercase()), hook.name.as_str()))
            .filter(|(score, _)| *score > 0.8)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, name)| name)
    }

    /// The file whose `disableAllHooks` turns hooks off, and the line.
    pub fn all_disabled(&self) -> Option<(&SourceFile, usize)> {
        source::all_disabled(&self.files)
    }

    /// The files that exist but cannot be read or parsed.
    pub fn unreadable(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| file.content.is_err())
    }
}

/// The entries by file and identity, none of them seen yet.
fn by_place<'a>(paths: &Paths, entries: &'a [Entry]) -> HashMap<(PathBuf, Identity), (&'a Entry, bool)> {
    let place = |entry: &Entry| (entry.home.file(paths), entry.identity());
    entries.iter().map(|entry| (place(entry), (entry, false))).collect()
}

/// Why the client does not run an entry that is there.
fn dropped(verdict: &Verdict, found: &Found) -> Option<String> {
    if verdict.keeps(&found.event, found.place.group, found.place.index) {
        return None;
    }
    let own = verdict.faults.iter().find(|fault| {
        fault.event.as_ref() == Some(&found.event)
            && fault.group.is_none_or(|group| group == found.place.group)
            && fault.handler.is_none_or(|handler| handler == found.place.index)
    });
    let whole =
        || verdict.faults.iter().find(|fault| matches!(fault.cost, Cost::File | Cost::Hooks | Cost::Start));
    let fault = own.or_else(whole)?;
    Some(format!("line {}: {fault}", fault.line))
}

/// Marks what `disableAllHooks` turns off: everything but managed hooks, and these too in the policy itself.
fn gate(files: &[SourceFile], hooks: &mut [Hook]) {
    let Some((file, line)) = source::all_disabled(files) else { return };
    let why = format!("{}:{line}: 'disableAllHooks' is true", file.path.display());
    let all = file.source == Source::Managed;
    for hook in hooks.iter_mut().filter(|hook| hook.place.is_some()) {
        if all || hook.source != Source::Managed {
            hook.dropped.get_or_insert_with(|| why.clone());
        }
    }
}

/// Names of ours come first; the others get one that is free.
fn name_all(hooks: &mut [Hook]) {
    let mut names = Names::default();
    let (ours, others): (Vec<&mut Hook>, Vec<&mut Hook>) =
        hooks.iter_mut().partition(|hook| hook.entry.is_some());
    for hook in ours.into_iter().chain(others) {
        let own = hook.entry.as_ref().map_or_else(|| derive(&hook.handler), |entry| entry.name.clone());
        hook.name = names
            .give(&own, &[&hook.event, &hook.matcher, hook.source.scope().map_or(hook.source.name(), apart)]);
    }
}
