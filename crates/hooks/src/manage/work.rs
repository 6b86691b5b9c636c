//! The way of every change: announce in the registry, change the settings
//! files, report done.

use std::cell::RefCell;
use std::path::Path;

use serde_json::json;

use super::change::{Applied, FileDiff, FileWork, Transition, bequeath, file_works};
use super::error::ManageError;
use super::recover::settle_what_can_be;
use crate::clock;
use crate::paths::Paths;
use crate::registry::{Entry, Identity, LockedRegistry, Record, RegistryError};
use crate::settings::{
    Container, Dialect, Flush, Handler, LOCK_WAIT, LockedFile, Made, Rewrite, RuleSet, SettingsError,
    TextFile, judge,
};
use crate::stack::{Reach, Stack};

/// Whether a change is made or only shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Make it.
    Apply,
    /// Work it out and write nothing.
    DryRun,
}

/// Whether hooks that are not ours may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// Only what is ours.
    No,
    /// Also others, where the user named them.
    Yes,
}

/// What a change came to.
#[derive(Debug, Clone)]
pub struct Done<T> {
    /// What it was about.
    pub value: T,
    /// The settings files it changed, or would.
    pub diffs: Vec<FileDiff>,
}

/// What was made for each hook that came, by its transition.
pub(super) type MadeFor = Vec<(usize, Made)>;

/// Works out a change and, unless it is only to be shown, makes it.
pub(super) fn run<T>(
    paths: &Paths,
    mode: Mode,
    plan: impl Fn(&Stack) -> Result<(Vec<Transition>, T), ManageError>,
) -> Result<Done<T>, ManageError> {
    if mode == Mode::DryRun {
        let mut stack = Stack::read(paths, Reach::Scopes);
        if let Some(error) = stack.registry_error.take() {
            return Err(error.into());
        }
        let (transitions, value) = plan(&stack).map_err(|error| out_of_reach(paths, error))?;
        refuse_what_the_client_drops(&transitions)?;
        let (diffs, _) = preview(paths, &file_works(paths, &transitions)?)?;
        return Ok(Done { value, diffs });
    }
    let mut registry = LockedRegistry::open(paths, LOCK_WAIT)?;
    settle_what_can_be(paths, &mut registry)?;
    let stack = Stack::with(paths, Reach::Scopes, registry.entries());
    let (transitions, value) = plan(&stack).map_err(|error| out_of_reach(paths, error))?;
    refuse_what_the_client_drops(&transitions)?;
    let diffs = carry_out(paths, &mut registry, &transitions)?;
    Ok(Done { value, diffs })
}

/// What somebody wrote before may be moved or put back as it is; what is new must be accepted.
fn refuse_what_the_client_drops(transitions: &[Transition]) -> Result<(), ManageError> {
    let same = |before: &Option<Entry>, after: &Entry| {
        before.as_ref().is_some_and(|before| before.handler == after.handler)
    };
    let new = transitions.iter().filter_map(|t| t.after.as_ref().filter(|after| !same(&t.before, after)));
    new.into_iter().try_for_each(|entry| check_accepted(&entry.event, &entry.matcher, &entry.handler))
}

/// What Claude Code would drop is not written: under some events it would cost the whole file.
pub(super) fn check_accepted(event: &str, matcher: &str, handler: &Handler) -> Result<(), ManageError> {
    let settings = json!({ "hooks": { event: [{ "matcher": matcher, "hooks": [handler.to_json()] }] } });
    let verdict = judge(settings.to_string().as_bytes(), RuleSet::Settings);
    match verdict.faults.first() {
        None => Ok(()),
        Some(fault) => {
            let (identity, what) = (Identity::of(event, matcher, handler), fault.what.clone());
            Err(ManageError::NotAccepted { identity, what })
        }
    }
}

/// A name that no settings file has may be that of a plugin's or of the policy's hook.
fn out_of_reach(paths: &Paths, error: ManageError) -> ManageError {
    let ManageError::NoSuchName { name, .. } = &error else { return error };
    let stack = Stack::read(paths, Reach::All);
    match stack.named(name, None).filter(|hook| hook.source.scope().is_none()) {
        Some(hook) => ManageError::OutOfReach { name: name.clone(), file: hook.file.clone() },
        None => error,
    }
}

/// Makes changes that need no plan.
pub(crate) fn carry(paths: &Paths, mode: Mode, transitions: &[Transition]) -> Result<Done<()>, ManageError> {
    run(paths, mode, |_| Ok((transitions.to_vec(), ())))
}

fn carry_out(
    paths: &Paths,
    registry: &mut LockedRegistry,
    transitions: &[Transition],
) -> Result<Vec<FileDiff>, ManageError> {
    let works = file_works(paths, transitions)?;
    let (diffs, made) = preview(paths, &works)?;
    let batch = format!("{}-{}", clock::stamp(), std::process::id());
    let made_for = |at: usize| made.iter().find(|(transition, _)| *transition == at).map(|(_, made)| made);
    let announced: Vec<Record> = transitions
        .iter()
        .enumerate()
        .filter_map(|(at, transition)| {
            let same = |entry: &&Entry| transition.before.as_ref().is_some_and(|before| before.is(entry));
            let recorded = registry.entries().iter().find(same);
            transition.announcement(&batch, made_for(at), recorded)
        })
        .map(|entry| Record::Put(Box::new(entry)))
        .collect();
    registry.apply(&announced, Flush::Later)?;
    // The announcement must be on the disk before the change is. Flushing the new texts has mostly
    // taken it there, so asking afterwards is cheap.
    let flush_announcement = || registry.file().flush();
    match change_settings(paths, &works, transitions, &flush_announcement) {
        Ok(mut changed) => {
            changed.leave_folders(paths, transitions)?;
            finish(registry, transitions, &changed)?;
        }
        Err(error) => {
            // Whatever still stands in the way, the next command settles.
            let _ = settle_what_can_be(paths, registry);
            return Err(error.into());
        }
    }
    Ok(diffs)
}

/// Records that the settings files are as they should be.
pub(super) fn finish(
    registry: &mut LockedRegistry,
    transitions: &[Transition],
    changed: &Changed,
) -> Result<(), RegistryError> {
    let mut records = Vec::new();
    let mut settled: Vec<Entry> = Vec::new();
    for (at, transition) in transitions.iter().enumerate() {
        let after = transition.after.as_ref().filter(|after| !(transition.foreign && after.enabled));
        let known = transition.before.as_ref().or(transition.after.as_ref());
        match (known, after) {
            (Some(known), Some(after)) => {
                let mut after = after.clone();
                if transition.leaver().is_some() {
                    after.made = Made::default();
                }
                if let Some((_, made)) = changed.made.iter().find(|(transition, _)| *transition == at) {
                    after.made = made.clone();
                }
                settled.push(after.clone());
                records.push(Record::Move(Box::new(known.clone()), Box::new(after)));
            }
            (Some(known), None) => records.push(Record::Forget(Box::new(known.clone()))),
            (None, _) => {}
        }
    }
    let leavers: Vec<&Entry> = transitions.iter().filter_map(Transition::leaver).collect();
    let involved = |entry: &Entry| {
        let same = |other: &Option<Entry>| other.as_ref().is_some_and(|other| other.is(entry));
        transitions.iter().any(|transition| same(&transition.before) || same(&transition.after))
    };
    let others = registry.entries().iter().filter(|entry| !involved(entry)).cloned();
    let stayers: Vec<Entry> = others.chain(settled).collect();
    records.extend(bequeath(&leavers, &stayers).into_iter().map(|heir| Record::Put(Box::new(heir))));
    // The change must be on the disk before the report is. Lost in a power cut, the report leaves the
    // announcement, which is settled, so nobody waits for it.
    registry.apply_after(&records, Flush::Later, || changed.flush())
}

/// What the files would become.
fn preview(paths: &Paths, works: &[FileWork]) -> Result<(Vec<FileDiff>, MadeFor), SettingsError> {
    let (mut diffs, mut all_made) = (Vec::new(), Vec::new());
    for work in works {
        let snapshot = text_file(paths, &work.path)?.read()?;
        let Applied { rewrite, made } = work.apply(&snapshot)?;
        all_made.extend(made);
        let before = snapshot.bytes.as_ref().map(|_| snapshot.document.text().to_owned());
        let after = match rewrite {
            Rewrite::Keep => continue,
            Rewrite::Text(_) if !snapshot.encoding.editable() => {
                let (path, encoding) = (work.path.clone(), snapshot.encoding);
                return Err(SettingsError::Encoding { path, encoding });
            }
            Rewrite::Text(text) => Some(text),
            Rewrite::Remove => None,
        };
        diffs.push(FileDiff { path: work.path.clone(), before, after });
    }
    Ok((diffs, all_made))
}

/// Settings files that were changed and are still locked.
pub(super) struct Changed {
    pub made: MadeFor,
    locked: Vec<LockedFile>,
}

impl Changed {
    /// Makes the change durable.
    fn flush(&self) -> Result<(), SettingsError> {
        self.locked.iter().try_for_each(LockedFile::flush)
    }

    /// Takes away the folders that were made for hooks that left, while the registry still knows of them.
    pub fn leave_folders(&mut self, paths: &Paths, transitions: &[Transition]) -> Result<(), SettingsError> {
        let leavers = transitions.iter().filter_map(Transition::leaver);
        let left: Vec<&Entry> = leavers.filter(|leaver| leaver.made.made(Container::Folder)).collect();
        if !left.is_empty() {
            self.flush()?;
            self.locked.clear();
        }
        left.into_iter().for_each(|leaver| remove_folder(paths, &leaver.home.file(paths)));
        Ok(())
    }
}

/// Changes the settings files: all new texts are written, then `before` is called, then they take
/// their places.
pub(super) fn change_settings(
    paths: &Paths,
    works: &[FileWork],
    transitions: &[Transition],
    before: &dyn Fn() -> Result<(), SettingsError>,
) -> Result<Changed, SettingsError> {
    let locked = lock_all(paths, works)?;
    let made: Vec<RefCell<MadeFor>> = works.iter().map(|_| RefCell::default()).collect();
    let mut staged = Vec::new();
    for ((work, file), made) in works.iter().zip(&locked).zip(&made) {
        staged.push(file.stage(|snapshot| {
            let applied = work.apply(snapshot)?;
            *made.borrow_mut() = applied.made;
            Ok::<_, SettingsError>(applied.rewrite)
        })?);
    }
    before()?;
    for (at, file) in staged.into_iter().enumerate() {
        if let Err(error) = file.commit(Flush::Later) {
            let made: MadeFor = made.iter().flat_map(|made| made.borrow().clone()).collect();
            take_back(paths, &works[..at], &locked, &reversed(transitions, &made));
            return Err(error);
        }
    }
    let made = made.into_iter().flat_map(RefCell::into_inner).collect();
    Ok(Changed { made, locked })
}

/// Takes away the folder of a settings file, which must not be locked, unless somebody lives there:
/// what killed or failed processes of ours left is nobody.
pub(super) fn remove_folder(paths: &Paths, file: &Path) {
    if let Ok(locked) = text_file(paths, file).and_then(|file| file.lock(LOCK_WAIT)) {
        locked.sweep();
    }
    if let Some(folder) = file.parent() {
        let _ = std::fs::remove_dir(folder);
    }
}

/// The way back, with what was made on the way there.
fn reversed(transitions: &[Transition], made: &[(usize, Made)]) -> Vec<Transition> {
    let mut back: Vec<Transition> = transitions.iter().map(Transition::reversed).collect();
    for (at, made) in made {
        if let Some(comer) = &mut back[*at].before {
            comer.made.clone_from(made);
        }
    }
    back
}

/// A later file could not be changed: the earlier ones get back what they had.
fn take_back(paths: &Paths, done: &[FileWork], locked: &[LockedFile], back: &[Transition]) {
    let Ok(works) = file_works(paths, back) else { return };
    for (work, file) in done.iter().zip(locked) {
        if let Some(back) = works.iter().find(|back| back.path == work.path) {
            // If even this fails the announcement stays, and the next command settles it.
            let _ = file.rewrite(|snapshot| Ok::<_, SettingsError>(back.apply(snapshot)?.rewrite));
        }
    }
}

/// Locks the folders in one order for all processes, and clears away what killed ones left.
fn lock_all(paths: &Paths, works: &[FileWork]) -> Result<Vec<LockedFile>, SettingsError> {
    let mut order: Vec<usize> = (0..works.len()).collect();
    order.sort_by(|a, b| works[*a].path.cmp(&works[*b].path));
    let mut locked: Vec<Option<LockedFile>> = works.iter().map(|_| None).collect();
    for at in order {
        let file = text_file(paths, &works[at].path)?;
        create_folder(file.folder(), &works[at].path)?;
        let shared = locked.iter().flatten().find_map(|other: &LockedFile| other.beside(file.clone()));
        let file = match shared {
            Some(file) => file,
            None => file.lock(LOCK_WAIT)?,
        };
        file.sweep();
        locked[at] = Some(file);
    }
    Ok(locked.into_iter().flatten().collect())
}

fn create_folder(folder: &Path, file: &Path) -> Result<(), SettingsError> {
    std::fs::create_dir_all(folder).map_err(SettingsError::cannot("create", folder, file))
}

pub(super) fn text_file(paths: &Paths, path: &Path) -> Result<TextFile, SettingsError> {
    TextFile::at(path, Dialect::Json, &paths.state().join("safety"))
}
