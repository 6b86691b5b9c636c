//! The safe cures. Each can be shown first, and what it changes in a text that
//! is not ours is kept so that it can be undone.

use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use super::files::entry_steps;
use super::finding::Cure;
use crate::clock;
use crate::manage::{Done, FileDiff, ManageError, Mode, Transition, carry, settle_all};
use crate::paths::Paths;
use crate::registry::{Entry, LockedRegistry};
use crate::settings::{
    Dialect, EditError, LOCK_WAIT, Made, Node, PlaceError, Rewrite, SettingsError, Snapshot, Step, TextFile,
    take_in, write_private,
};

/// What a cure did, or would.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// In words.
    pub what: String,
    /// The settings files it changed, or would.
    pub diffs: Vec<FileDiff>,
    /// Where the text from before is kept, if it was not ours.
    pub undo: Option<PathBuf>,
}

/// Does what can be done about a finding.
pub fn cure(paths: &Paths, cure: &Cure, mode: Mode) -> Result<Fixed, ManageError> {
    let plain = |what: &str| Fixed { what: what.to_owned(), diffs: Vec::new(), undo: None };
    match cure {
        Cure::Settle => {
            if mode == Mode::Apply {
                settle_all(paths)?;
            }
            Ok(plain("finished or undid what was begun"))
        }
        Cure::PutBack(entry) => {
            let off = Entry { enabled: false, made: Made::default(), pending: None, ..(**entry).clone() };
            let on = Entry { enabled: true, ..off.clone() };
            let done = carry(paths, mode, &[Transition::change(off, on)])?;
            Ok(changed(format!("put '{}' back", entry.name), done))
        }
        Cure::TakeOut(entry) => {
            let on = Entry { enabled: true, pending: None, ..(**entry).clone() };
            let off = Entry { enabled: false, made: Made::default(), ..on.clone() };
            let done = carry(paths, mode, &[Transition::change(on, off)])?;
            Ok(changed(format!("took '{}' out again", entry.name), done))
        }
        Cure::Sweep(file) => {
            if mode == Mode::Apply {
                sweep(paths, file)?;
            }
            Ok(plain("deleted what a killed process left"))
        }
        Cure::Restrict(file) => {
            if mode == Mode::Apply {
                restrict(file)?;
            }
            Ok(plain("took the right to change the file from everybody else"))
        }
        Cure::TakeIn { file, from } => take_in_text(paths, file, from, mode),
        Cure::RemoveEntry { file, event, group, handler, entry, .. } => {
            edit(paths, file, mode, "removed the entry", |doc| {
                let place = entry_steps(event, *group, *handler);
                if doc.at(&place).map(Node::to_json).as_ref() != Some(entry) {
                    return Err(EditError::NoSuchPlace);
                }
                let (group, list) = (&place[..3], [&place[..3], &[Step::Key("hooks")]].concat());
                let handlers = doc.at(&list).map_or(0, |node| node.elements().len());
                // A group without handlers would only be litter.
                doc.remove(if handlers > 1 { &place } else { group })
            })
        }
        Cure::RenameEvent { file, from, to, .. } => edit(paths, file, mode, "renamed the event", |doc| {
            doc.rename(&[Step::Key("hooks"), Step::Key(from)], to)
        }),
    }
}

fn changed(what: String, done: Done<()>) -> Fixed {
    Fixed { what, diffs: done.diffs, undo: None }
}

fn settings_file(paths: &Paths, path: &Path) -> Result<TextFile, SettingsError> {
    TextFile::at(path, Dialect::Json, &paths.state().join("safety"))
}

fn sweep(paths: &Paths, file: &Path) -> Result<(), ManageError> {
    if file == paths.registry() {
        // Opening it sweeps.
        LockedRegistry::open(paths, LOCK_WAIT)?;
    } else {
        settings_file(paths, file)?.lock(LOCK_WAIT)?.sweep();
    }
    Ok(())
}

fn restrict(file: &Path) -> Result<(), SettingsError> {
    let fail = |source| SettingsError::cannot("restrict", file, file)(source);
    let mut permissions = std::fs::metadata(file).map_err(fail)?.permissions();
    permissions.set_mode(permissions.mode() & !0o002);
    std::fs::set_permissions(file, permissions).map_err(fail)
}

fn edit(
    paths: &Paths,
    file: &Path,
    mode: Mode,
    what: &str,
    change: impl Fn(&mut crate::settings::Document) -> Result<(), EditError>,
) -> Result<Fixed, ManageError> {
    let apply = |snapshot: &Snapshot| {
        let mut document = snapshot.document.clone();
        let failed =
            |error: EditError| SettingsError::Place { path: file.to_owned(), error: PlaceError::Edit(error) };
        change(&mut document).map_err(failed)?;
        Ok::<_, SettingsError>(document.text().to_owned())
    };
    let text_file = settings_file(paths, file)?;
    let snapshot = text_file.read()?;
    let (before, after) = (snapshot.document.text().to_owned(), apply(&snapshot)?);
    let diff = FileDiff { path: file.to_owned(), before: Some(before), after: Some(after) };
    let mut undo = None;
    if mode == Mode::Apply {
        undo = Some(keep_for_undo(paths, file, &snapshot)?);
        text_file
            .lock(LOCK_WAIT)?
            .rewrite(|snapshot| Ok::<_, SettingsError>(Rewrite::Text(apply(snapshot)?)))?;
    }
    Ok(Fixed { what: what.to_owned(), diffs: vec![diff], undo })
}

fn take_in_text(paths: &Paths, file: &Path, from: &Path, mode: Mode) -> Result<Fixed, ManageError> {
    let text_file = settings_file(paths, file)?;
    let snapshot = text_file.read()?;
    let before = snapshot.document.text().to_owned();
    let newer = settings_file(paths, from)?.read()?;
    if newer.bytes.is_none() {
        let what = "what another program had written is not there any more".to_owned();
        return Ok(Fixed { what, diffs: Vec::new(), undo: None });
    }
    let after = newer.document.text().to_owned();
    let diff = FileDiff { path: file.to_owned(), before: Some(before), after: Some(after) };
    let mut undo = None;
    if mode == Mode::Apply {
        undo = Some(keep_for_undo(paths, file, &snapshot)?);
        take_in(&text_file.lock(LOCK_WAIT)?, from)?;
    }
    Ok(Fixed { what: "took in what another program had written".to_owned(), diffs: vec![diff], undo })
}

/// Keeps what a file held, to the byte. A cure that could not be undone is not done.
fn keep_for_undo(paths: &Paths, file: &Path, snapshot: &Snapshot) -> Result<PathBuf, SettingsError> {
    let folder = paths.state().join("fixes");
    let fail = |source| SettingsError::cannot("keep a copy in", &folder, file)(source);
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(fail)?;
    // Several cures may fall into one second; each text has its own copy.
    let mut copy = folder.join(format!("{}-{name}", clock::stamp()));
    for number in 2.. {
        match write_private(&copy, snapshot.bytes.as_deref().unwrap_or_default()) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                copy = folder.join(format!("{}-{number}-{name}", clock::stamp()));
            }
            written => return written.map(|()| copy).map_err(fail),
        }
    }
    Ok(copy)
}
