//! What happens to one hook, and what that means for the settings files.

use std::path::PathBuf;

use crate::paths::Paths;
use crate::registry::{Change, Entry, Identity, Pending};
use crate::settings::{
    Container, Found, Handler, Made, PlaceError, Rewrite, SettingsError, Snapshot, add, find, remove, update,
};

/// A hook's way from one state to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// As it is; none if it is not there.
    pub before: Option<Entry>,
    /// As it will be; none if it will not be there.
    pub after: Option<Entry>,
    /// It was not ours: the registry knows of it only while the change is under way.
    pub foreign: bool,
}

/// A file before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// The file.
    pub path: PathBuf,
    /// Its text, none if it was not there.
    pub before: Option<String>,
    /// Its text afterwards, none if it is taken away.
    pub after: Option<String>,
}

/// What is done in one settings file.
#[derive(Debug, Clone)]
pub(super) struct FileWork {
    pub path: PathBuf,
    /// There is no folder for the file yet.
    new_folder: bool,
    ops: Vec<Op>,
}

#[derive(Debug, Clone)]
enum Op {
    /// Put this in; the number says for which transition.
    Add(usize, Box<Entry>),
    Remove(Box<Entry>),
    /// Give the first the configuration of the second.
    Update(Box<Entry>, Handler),
}

impl Transition {
    /// A hook of ours that comes.
    pub fn install(entry: Entry) -> Self {
        Self { before: None, after: Some(entry), foreign: false }
    }

    /// A hook of ours that goes.
    pub fn uninstall(entry: Entry) -> Self {
        Self { before: Some(entry), after: None, foreign: false }
    }

    /// A hook of ours that changes.
    pub fn change(before: Entry, after: Entry) -> Self {
        Self { before: Some(before), after: Some(after), foreign: false }
    }

    /// The entry under way, or none when no settings file is touched. It needs to know what will be
    /// made for it, and what the registry says now.
    pub(super) fn announcement(
        &self,
        batch: &str,
        made: Option<&Made>,
        recorded: Option<&Entry>,
    ) -> Option<Entry> {
        let change = match (&self.before, &self.after) {
            (None, None) => return None,
            (None, Some(_)) => Change::Install,
            (Some(_), None) => Change::Uninstall,
            (Some(before), Some(after)) if before.home != after.home => Change::Migrate,
            (Some(before), Some(after)) if before.enabled != after.enabled => {
                if after.enabled {
                    Change::Enable
                } else {
                    Change::Disable
                }
            }
            (Some(before), Some(after)) if before.handler != after.handler => Change::Update,
            _ => return None,
        };
        let mut entry = self.before.clone().or_else(|| self.after.clone())?;
        if let (Change::Enable | Change::Disable, Some(recorded)) = (change, recorded) {
            // The file may have been out of step with this, and undoing must not settle for that.
            entry = Entry { enabled: recorded.enabled, made: recorded.made.clone(), ..entry };
        }
        let mut after = self.after.clone().map(Box::new);
        if let (Some(after), Some(made)) = (&mut after, made) {
            after.made.clone_from(made);
        }
        entry.pending = Some(Pending { change, after, batch: batch.to_owned(), foreign: self.foreign });
        Some(entry)
    }

    /// The same way back.
    pub(super) fn reversed(&self) -> Self {
        Self { before: self.after.clone(), after: self.before.clone(), foreign: self.foreign }
    }

    /// The entry that leaves its file, if one does.
    pub(super) fn leaver(&self) -> Option<&Entry> {
        let before = self.before.as_ref().filter(|before| before.enabled)?;
        let stays = self.after.as_ref().is_some_and(|after| after.enabled && after.home == before.home);
        (!stays).then_some(before)
    }

    /// The entry that comes into its file, if one does.
    pub(super) fn comer(&self) -> Option<&Entry> {
        let after = self.after.as_ref().filter(|after| after.enabled)?;
        let stayed = self.before.as_ref().is_some_and(|before| before.enabled && before.home == after.home);
        (!stayed).then_some(after)
    }
}

/// What the transitions mean for each file. Files that get a hook come before files that only
/// lose one: a hook that is moving is never in neither.
pub(super) fn file_works(paths: &Paths, transitions: &[Transition]) -> Result<Vec<FileWork>, SettingsError> {
    let mut works: Vec<FileWork> = Vec::new();
    let mut put = |path: PathBuf, op: Op| match works.iter_mut().find(|work| work.path == path) {
        Some(work) => work.ops.push(op),
        None => works.push(FileWork { path, new_folder: false, ops: vec![op] }),
    };
    for leaver in leaving_together(transitions) {
        put(leaver.home.file(paths), Op::Remove(Box::new(leaver)));
    }
    for (at, transition) in transitions.iter().enumerate() {
        if let Some(comer) = transition.comer() {
            put(comer.home.file(paths), Op::Add(at, Box::new(comer.clone())));
        } else if let (Some(before), Some(after), None) =
            (&transition.before, &transition.after, transition.leaver())
            && after.enabled
            && before.handler != after.handler
        {
            put(after.home.file(paths), Op::Update(Box::new(before.clone()), after.handler.clone()));
        }
    }
    for work in &mut works {
        work.new_folder = work.has_no_folder()?;
    }
    works.sort_by_key(|work| !work.ops.iter().any(|op| matches!(op, Op::Add(..))));
    Ok(works)
}

/// The hooks that leave. What was made for several of them goes with the last.
fn leaving_together(transitions: &[Transition]) -> Vec<Entry> {
    let mut leavers: Vec<Entry> = transitions.iter().filter_map(Transition::leaver).cloned().collect();
    for at in 1..leavers.len() {
        let (first, later) = leavers.split_at_mut(at);
        for heir in bequeath(&[&first[at - 1]], later) {
            if let Some(leaver) = later.iter_mut().find(|leaver| leaver.is(&heir)) {
                *leaver = heir;
            }
        }
    }
    leavers
}

/// What a file becomes, and what was made for each hook that came, by its transition.
pub(super) struct Applied {
    pub rewrite: Rewrite,
    pub made: Vec<(usize, Made)>,
}

impl FileWork {
    /// Makes the edits on what a file holds.
    pub fn apply(&self, snapshot: &Snapshot) -> Result<Applied, SettingsError> {
        let mut document = snapshot.document.clone();
        let mut made = Vec::new();
        let mut file_was_ours = false;
        for op in &self.ops {
            let found = find(&document);
            // Of several copies the one with this very configuration is meant.
            let at = |entry: &Entry| {
                let identity = entry.identity();
                let copies = || found.iter().filter(|found| Identity::of_found(found) == identity);
                copies().find(|found| found.handler == entry.handler).or_else(|| copies().next())
            };
            match op {
                Op::Add(_, entry) if at(entry).is_some() => {}
                Op::Add(transition, entry) => {
                    let mut new = add(&mut document, &entry.event, &entry.matcher, &entry.handler)
                        .map_err(|error| self.place_error(error))?;
                    self.note_new_file(snapshot, &mut new);
                    made.push((*transition, new));
                }
                Op::Remove(entry) => {
                    file_was_ours |= entry.made.made(Container::File);
                    if let Some(found) = at(entry) {
                        let found: Found = found.clone();
                        remove(&mut document, &found, &entry.made)
                            .map_err(|error| self.place_error(error.into()))?;
                    }
                }
                Op::Update(entry, handler) => {
                    if let Some(found) = at(entry) {
                        let found: Found = found.clone();
                        update(&mut document, &found, handler)
                            .map_err(|error| self.place_error(error.into()))?;
                    }
                }
            }
        }
        let text = document.text();
        let rewrite = match &snapshot.bytes {
            Some(_) if text.is_empty() && file_was_ours => Rewrite::Remove,
            Some(_) if text == snapshot.document.text() => Rewrite::Keep,
            None if text.is_empty() => Rewrite::Keep,
            _ => Rewrite::Text(text.to_owned()),
        };
        Ok(Applied { rewrite, made })
    }

    fn has_no_folder(&self) -> Result<bool, SettingsError> {
        let Some(folder) = self.path.parent() else { return Ok(false) };
        let known = folder.try_exists();
        known.map(|exists| !exists).map_err(|source| SettingsError::Read { path: folder.to_owned(), source })
    }

    fn note_new_file(&self, snapshot: &Snapshot, made: &mut Made) {
        if snapshot.bytes.is_none() && made.made(Container::Document) {
            made.containers.insert(0, Container::File);
            if self.new_folder {
                made.containers.insert(0, Container::Folder);
            }
        }
    }

    fn place_error(&self, error: PlaceError) -> SettingsError {
        SettingsError::Place { path: self.path.clone(), error }
    }
}

/// Gives what leavers had made to hooks of ours that stay in it. Returns the heirs, changed.
pub(super) fn bequeath(leavers: &[&Entry], stayers: &[Entry]) -> Vec<Entry> {
    let mut heirs: Vec<Entry> = stayers.to_vec();
    for leaver in leavers {
        for container in Container::ALL {
            let lives_in = |entry: &&mut Entry| {
                entry.home == leaver.home
                    && entry.enabled
                    && (container < Container::Event || entry.event == leaver.event)
                    && (container < Container::Group || entry.matcher == leaver.matcher)
            };
            let Some(heir) = heirs.iter_mut().find(lives_in) else { continue };
            let containers =
                leaver.made.containers.iter().copied().filter(|made| *made == container).collect();
            let was = leaver.made.was.get_key_value(&container);
            let was = was.map(|(container, source)| (*container, source.clone())).into_iter().collect();
            heir.made.inherit(Made { containers, was });
        }
    }
    heirs.into_iter().zip(stayers).filter(|(heir, stayer)| heir != *stayer).map(|(heir, _)| heir).collect()
}
