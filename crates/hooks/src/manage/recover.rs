//! Finishing or undoing what a killed process announced. The settings files say
//! how far it came.

use super::change::{Transition, file_works};
use super::error::ManageError;
use super::work::{change_settings, finish, remove_folder, text_file};
use crate::paths::Paths;
use crate::registry::{Entry, LockedRegistry, Record};
use crate::settings::{Container, Flush, LOCK_WAIT, SettingsError, find};

/// How far a change came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    NotBegun,
    Between,
    Complete,
}

/// Settles every announced change that can be settled. A settings file that cannot be read, perhaps of
/// another project, must not stand in the way of everything else: its changes stay announced.
pub(super) fn settle_what_can_be(paths: &Paths, registry: &mut LockedRegistry) -> Result<(), ManageError> {
    match settle(paths, registry) {
        Err(ManageError::Settings(_)) => Ok(()),
        settled => settled,
    }
}

/// Settles what was announced, or says why it cannot be.
pub fn settle_all(paths: &Paths) -> Result<(), ManageError> {
    settle(paths, &mut LockedRegistry::open(paths, LOCK_WAIT)?)
}

/// Settles every announced change. Those of one batch are finished together or undone together. The
/// first error is kept until the others had their turn.
fn settle(paths: &Paths, registry: &mut LockedRegistry) -> Result<(), ManageError> {
    let pending: Vec<Entry> =
        registry.entries().iter().filter(|entry| entry.pending.is_some()).cloned().collect();
    let mut batches: Vec<&str> = pending.iter().filter_map(batch_of).collect();
    batches.dedup();
    let mut outcome = Ok(());
    for batch in batches {
        let entries: Vec<&Entry> = pending.iter().filter(|entry| batch_of(entry) == Some(batch)).collect();
        match settle_batch(paths, registry, &entries) {
            Err(ManageError::Settings(error)) if outcome.is_ok() => outcome = Err(error.into()),
            Ok(()) | Err(ManageError::Settings(_)) => {}
            Err(error) => return Err(error),
        }
    }
    outcome
}

fn batch_of(entry: &Entry) -> Option<&str> {
    entry.pending.as_ref().map(|pending| pending.batch.as_str())
}

fn settle_batch(paths: &Paths, registry: &mut LockedRegistry, entries: &[&Entry]) -> Result<(), ManageError> {
    let transitions: Vec<Transition> = entries
        .iter()
        .map(|entry| Transition {
            before: entry.before(),
            after: entry.after(),
            foreign: entry.pending.as_ref().is_some_and(|pending| pending.foreign),
        })
        .collect();
    let progress = transitions.iter().map(|transition| progress(paths, transition));
    let progress: Vec<Progress> = progress.collect::<Result<_, _>>()?;
    if progress.iter().all(|progress| *progress == Progress::NotBegun) {
        return undo(paths, registry, entries);
    }
    let unfinished: Vec<usize> =
        (0..transitions.len()).filter(|at| progress[*at] != Progress::Complete).collect();
    let rest: Vec<Transition> = unfinished.iter().map(|at| transitions[*at].clone()).collect();
    let works = file_works(paths, &rest)?;
    let mut changed = change_settings(paths, &works, &rest, &|| Ok(()))?;
    // What this process made is known; what the killed one made, a folder perhaps, it had announced.
    let announced = |at: usize| Some((at, transitions[at].comer()?.made.clone()));
    let mut made: Vec<_> = (0..transitions.len()).filter_map(announced).collect();
    for (at, mut now) in std::mem::take(&mut changed.made) {
        let Some((_, made)) = made.iter_mut().find(|(comer, _)| *comer == unfinished[at]) else { continue };
        if made.made(Container::Folder) && !now.made(Container::Folder) {
            now.containers.insert(0, Container::Folder);
        }
        *made = now;
    }
    changed.made = made;
    changed.leave_folders(paths, &transitions)?;
    Ok(finish(registry, &transitions, &changed)?)
}

/// Nothing reached a settings file: the entries are again what they were. A folder that was made
/// for them goes, if it is empty.
fn undo(paths: &Paths, registry: &mut LockedRegistry, entries: &[&Entry]) -> Result<(), ManageError> {
    for entry in entries {
        if let Some(after) = entry.after().filter(|after| after.made.made(Container::Folder)) {
            remove_folder(paths, &after.home.file(paths));
        }
    }
    let records = entries.iter().map(|entry| {
        let foreign = entry.pending.as_ref().is_some_and(|pending| pending.foreign);
        match entry.undone().filter(|_| !foreign) {
            Some(undone) => Record::Put(Box::new(undone)),
            None => Record::Forget(Box::new((*entry).clone())),
        }
    });
    Ok(registry.apply(&records.collect::<Vec<_>>(), Flush::Now)?)
}

fn progress(paths: &Paths, transition: &Transition) -> Result<Progress, SettingsError> {
    let holds = |state: &Option<Entry>, other: &Option<Entry>| -> Result<bool, SettingsError> {
        let here = match state.as_ref().filter(|entry| entry.enabled) {
            Some(entry) => is_in_file(paths, entry)?,
            None => true,
        };
        let elsewhere = match (state, other) {
            // What the other state has in a file must not be there.
            (state, Some(other)) if other.enabled => {
                let same = state.as_ref().is_some_and(|state| state.enabled && state.home == other.home);
                !same && has_identity(paths, other)?
            }
            _ => false,
        };
        Ok(here && !elsewhere)
    };
    if holds(&transition.after, &transition.before)? {
        Ok(Progress::Complete)
    } else if holds(&transition.before, &transition.after)? {
        Ok(Progress::NotBegun)
    } else {
        Ok(Progress::Between)
    }
}

fn is_in_file(paths: &Paths, entry: &Entry) -> Result<bool, SettingsError> {
    let snapshot = text_file(paths, &entry.home.file(paths))?.read()?;
    let same = |found: &crate::settings::Found| {
        found.event == entry.event && found.matcher == entry.matcher && found.handler == entry.handler
    };
    Ok(find(&snapshot.document).iter().any(same))
}

fn has_identity(paths: &Paths, entry: &Entry) -> Result<bool, SettingsError> {
    let snapshot = text_file(paths, &entry.home.file(paths))?.read()?;
    let identity = entry.identity();
    Ok(find(&snapshot.document).iter().any(|found| crate::registry::Identity::of_found(found) == identity))
}
