//! What killed or failed processes of ours left beside a file. A leftover may
//! hold the newest text there is, so each is looked at before it is deleted.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::SettingsError;
use super::file::{LockedFile, Rewrite, TextFile, read_bytes};
use super::swap::{MARK, REMOVED, digest, file_name};

/// A file that a killed process of ours left behind, or a copy that a failed one kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// The file.
    pub path: PathBuf,
    /// What it holds.
    pub holds: Holds,
}

/// What a leftover holds, which decides whether it may be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// A text that never was complete, or that is in place, or was there before: of no worth.
    NothingNew,
    /// A text that another program wrote while we were being killed: it may be the newest.
    SomebodysText,
    /// A copy that a failed write left for the user.
    SafetyCopy,
}

/// What stands beside a file with our mark. The caller holds the lock, so none of it is in use.
pub fn leftovers(file: &TextFile) -> Vec<Leftover> {
    let Ok(entries) = fs::read_dir(file.folder()) else { return Vec::new() };
    let name = file_name(file.real());
    let (hidden, open) = (format!(".{name}{MARK}"), format!("{name}{MARK}"));
    let mut found: Vec<Leftover> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let own = entry.file_name().to_string_lossy().into_owned();
            let holds = if own.starts_with(&hidden) {
                judge(file, &entry.path(), own.strip_prefix(&hidden)?)?
            } else if own.starts_with(&open) && own.ends_with(".safety") {
                judge_copy(file, &entry.path())
            } else {
                return None;
            };
            Some(Leftover { path: entry.path(), holds })
        })
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// None when the two files cannot be compared now: what is not known is left alone.
fn judge(file: &TextFile, path: &Path, rest: &str) -> Option<Holds> {
    let Some(stem) = rest.strip_suffix(".swap") else { return Some(Holds::NothingNew) };
    let (held, current) = (read_bytes(path).ok()??, read_bytes(file.real()).ok()?);
    let holds = digest(&held);
    let mut parts = stem.rsplit('-');
    let (draft, old) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let worthless = match current {
        Some(current) => holds == old || holds == draft || current == held,
        // Where no file is, only what we took away, or never put there, is nobody's.
        None => (draft == REMOVED && holds == old) || (old == digest(b"") && holds == draft),
    };
    Some(if worthless { Holds::NothingNew } else { Holds::SomebodysText })
}

fn judge_copy(file: &TextFile, path: &Path) -> Holds {
    let same = matches!((read_bytes(path), read_bytes(file.real())), (Ok(copy), Ok(now)) if copy == now);
    if same { Holds::NothingNew } else { Holds::SafetyCopy }
}

/// Gives a settings file the newer text of another program that a killed process of ours had in its
/// hands. Only if nobody wrote since: then it is for people to compare the two.
pub fn take_in(locked: &LockedFile, from: &Path) -> Result<(), SettingsError> {
    let file = locked.file();
    let Some(newer) = read_bytes(from)? else {
        // Another process has taken it in, or seen that it is of no worth.
        return Ok(());
    };
    let newer = file.snapshot(Some(newer))?;
    let name = file_name(from);
    let draft = name.trim_end_matches(".swap").rsplit('-').next().unwrap_or_default().to_owned();
    locked.rewrite(|snapshot| {
        let now = snapshot.bytes.as_deref().unwrap_or_default();
        if digest(now) != draft && snapshot.bytes.is_some() {
            return Err(SettingsError::Contended { path: file.path().to_owned(), safety: None });
        }
        Ok(Rewrite::Text(newer.document.text().to_owned()))
    })?;
    fs::remove_file(from).map_err(|source| SettingsError::Read { path: from.to_owned(), source })
}
