//! Putting a new text in the place of an old one so that neither is ever lost.
//!
//! The new text is written beside the file (`.tmp`), flushed, named `.swap`, and
//! then *exchanged* with the file. What came out is compared with what was read:
//! Claude Code rewrites this file in place and without a lock, and whatever it
//! wrote between our reading and our exchange is now in our hands. Then the edit
//! is made again on that newer text. What remains is a writer that opened the old
//! file before the exchange and writes to it after our last look.

use std::cell::Cell;
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use sha2::{Digest as _, Sha256};

use super::document::{Dialect, Document};
use super::encoding::{Encoding, decode, encode};
use super::error::{SettingsError, Stands};
use super::file::{Rewrite, Snapshot, TextFile, read_bytes};
use super::merge::carry_over;
use crate::clock;

pub(super) const MARK: &str = ".claude-hooks-";
/// Stands for the digest of the new text where a file is taken away.
pub(super) const REMOVED: &str = "removed";
/// How often a file may change under us before we give up.
const ROUNDS: usize = 200;
/// How long a text that came out torn is given to become whole.
const TORN_WAIT: Duration = Duration::from_secs(2);

type Edit<'a, E> = Box<dyn FnMut(&Snapshot) -> Result<Rewrite, E> + 'a>;

/// An edit whose result waits beside the file.
pub struct Staged<'a, E> {
    file: &'a TextFile,
    edit: Edit<'a, E>,
    /// The newest text of others, which the edit is made on.
    base: Snapshot,
    /// What stands in the file's place as far as we know.
    in_place: Option<Vec<u8>>,
    draft: Draft,
}

enum Draft {
    Nothing,
    Removal,
    Text(Temporary, Vec<u8>),
}

/// When a change has to be on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flush {
    /// Before anything else is done.
    Now,
    /// Whenever: losing the change in a power cut would only leave the file as it was, whole.
    Later,
}

impl Flush {
    fn folder(self, file: &TextFile) -> io::Result<()> {
        match self {
            Self::Now => File::open(file.folder())?.sync_all(),
            Self::Later => Ok(()),
        }
    }
}

/// How an attempt to put a draft in place ended.
enum Attempt {
    Done,
    /// Another program was faster: this stands there, and ours does not.
    TooLate(Snapshot),
    /// Ours stands there, and this newer text of another program came out.
    CameOut(Snapshot),
}

impl<'a, E: From<SettingsError>> Staged<'a, E> {
    pub(super) fn new(file: &'a TextFile, mut edit: Edit<'a, E>) -> Result<Self, E> {
        let base = file.read()?;
        let draft = match edit(&base)? {
            Rewrite::Keep => Draft::Nothing,
            Rewrite::Remove => Draft::Removal,
            Rewrite::Text(text) => write_draft(file, &base, &text)?,
        };
        Ok(Self { file, edit, in_place: base.bytes.clone(), base, draft })
    }

    /// The text that will be in place, if it will be another.
    pub fn text(&self) -> Option<&[u8]> {
        match &self.draft {
            Draft::Text(_, bytes) => Some(bytes),
            Draft::Nothing | Draft::Removal => None,
        }
    }

    /// Puts the result in place.
    pub fn commit(mut self, flush: Flush) -> Result<(), E> {
        for _ in 0..ROUNDS {
            let attempt = match &self.draft {
                Draft::Nothing => return Ok(()),
                Draft::Removal => remove(self.file, self.in_place.as_ref(), flush),
                Draft::Text(temporary, _) => put(self.file, self.in_place.as_ref(), temporary, flush),
            };
            match attempt.map_err(|failure| failure.with_safety(self.file, &self.base))? {
                Attempt::Done => return Ok(()),
                Attempt::TooLate(newest) => {
                    let stands = newest.bytes.clone();
                    self.take_in(newest, stands);
                }
                Attempt::CameOut(newer) => {
                    let ours = self.text().map(<[u8]>::to_vec);
                    self.take_in(newer, ours);
                }
            }
            match self.redraft() {
                Ok(draft) => self.draft = draft,
                Err(error) => {
                    self.give_back();
                    return Err(error);
                }
            }
        }
        // What others wrote may be in our hands only.
        let newest = self.base.bytes.filter(|bytes| self.in_place.as_ref() != Some(bytes));
        let safety = newest.and_then(|bytes| keep_copy(self.file, &bytes));
        Err(SettingsError::Contended { path: self.file.path().to_owned(), safety }.into())
    }

    /// Our edit cannot be made on what came out: that gets its place back.
    fn give_back(&self) {
        let (Draft::Text(temporary, _), Some(newest)) = (&self.draft, &self.base.bytes) else { return };
        if self.in_place.as_ref() == Some(newest) {
            return;
        }
        let held = || read_bytes(&temporary.path).ok().flatten();
        let exchange = || renameat_with(CWD, &temporary.path, CWD, self.file.real(), RenameFlags::EXCHANGE);
        if held().as_ref() != Some(newest) || exchange().is_err() {
            keep_copy(self.file, newest);
            return;
        }
        if let Some(bytes) = held().filter(|bytes| Some(bytes) != self.in_place.as_ref()) {
            keep_copy(self.file, &bytes);
        }
    }

    /// Makes what another program wrote the newest text. If it wrote over ours, two others wrote:
    /// the change of the later is brought into the text of the earlier.
    fn take_in(&mut self, newer: Snapshot, stands: Option<Vec<u8>>) {
        let was = std::mem::replace(&mut self.in_place, stands);
        let two_wrote = was != self.base.bytes && newer.bytes.is_some();
        let merged = two_wrote.then(|| self.file.snapshot(was).ok()).flatten().and_then(|from| {
            let mut document = self.base.document.clone();
            carry_over(&mut document, &from.document, &newer.document).ok()?;
            let bytes = encode(document.text(), self.base.encoding);
            Some(Snapshot { bytes: Some(bytes), encoding: self.base.encoding, document })
        });
        self.base = merged.unwrap_or(newer);
    }

    fn redraft(&mut self) -> Result<Draft, E> {
        let text = match (self.edit)(&self.base)? {
            Rewrite::Remove => return Ok(Draft::Removal),
            Rewrite::Text(text) => text,
            // Even with nothing to add, the newest text must get its place back.
            Rewrite::Keep => self.base.document.text().to_owned(),
        };
        if self.in_place == Some(encode(&text, self.base.encoding)) {
            return Ok(Draft::Nothing);
        }
        Ok(write_draft(self.file, &self.base, &text)?)
    }
}

/// Puts a text in the place of whatever is there: a file that is only written, never edited.
pub(super) fn overwrite(file: &TextFile, text: &str) -> Result<(), SettingsError> {
    let bytes = file.read_bytes()?;
    let document = Document::parse("", Dialect::Jsonc).map_err(|error| SettingsError::Syntax {
        path: file.path().to_owned(),
        error,
        text: String::new(),
    })?;
    let base = Snapshot { bytes, encoding: Encoding::Utf8, document };
    let Draft::Text(temporary, _) = write_draft(file, &base, text)? else { return Ok(()) };
    let renamed = fs::rename(&temporary.path, file.real()).map_err(Failure::at("replace", file.real()));
    let flushed = renamed.and_then(|()| Flush::Now.folder(file).map_err(Failure::unflushed(file)));
    flushed.map_err(|failure| failure.with_safety(file, &base))
}

fn write_draft(file: &TextFile, base: &Snapshot, text: &str) -> Result<Draft, SettingsError> {
    if !base.encoding.editable() {
        let (path, encoding) = (file.path().to_owned(), base.encoding);
        return Err(SettingsError::Encoding { path, encoding });
    }
    let bytes = encode(text, base.encoding);
    let temporary =
        Temporary::write(file, base, &bytes).map_err(|failure| failure.with_safety(file, base))?;
    Ok(Draft::Text(temporary, bytes))
}

/// A failed step, before it is known where a safety copy went.
struct Failure {
    step: &'static str,
    path: PathBuf,
    stands: Stands,
    source: io::Error,
}

impl Failure {
    fn at(step: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { step, path, stands: Stands::Old, source }
    }

    /// The new text is in place, but nobody knows whether it will be there tomorrow.
    fn unflushed(file: &TextFile) -> impl FnOnce(io::Error) -> Self {
        let path = file.real().to_owned();
        move |source| Self { step: "flush the folder of", path, stands: Stands::New, source }
    }

    /// Leaves a copy of what the file held.
    fn with_safety(self, file: &TextFile, base: &Snapshot) -> SettingsError {
        let Self { step, path, stands, source } = self;
        let safety = base.bytes.as_ref().and_then(|bytes| keep_copy(file, bytes));
        SettingsError::Write { step, path, file: file.path().to_owned(), stands, safety, source }
    }
}

/// Writes a safety copy beside the file, or else in our own state. One copy of a text is enough.
fn keep_copy(file: &TextFile, bytes: &[u8]) -> Option<PathBuf> {
    let (start, end) = (format!("{}{MARK}", file_name(file.real())), format!("-{}.safety", digest(bytes)));
    let is_copy = |path: &PathBuf| {
        let name = file_name(path);
        name.starts_with(&start) && name.ends_with(&end) && fs::read(path).is_ok_and(|copy| copy == bytes)
    };
    [file.folder(), file.safety()].into_iter().find_map(|folder| {
        fs::create_dir_all(folder).ok()?;
        let there = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).find(is_copy);
        there.or_else(|| {
            let copy = folder.join(format!("{start}{}{end}", clock::stamp()));
            write_private(&copy, bytes).ok().map(|()| copy)
        })
    })
}

/// Writes a copy that only its owner can read: settings hold secrets.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::options().write(true).create_new(true).mode(0o600).open(path)?.write_all(bytes)
}

/// The new text beside the file. Dropped, it is gone.
struct Temporary {
    path: PathBuf,
    left: Cell<bool>,
}

impl Temporary {
    fn write(file: &TextFile, base: &Snapshot, bytes: &[u8]) -> Result<Self, Failure> {
        let folder = file.folder();
        let prefix = format!(".{}{MARK}", file_name(file.real()));
        let mut temporary = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(".tmp")
            .permissions(Permissions::from_mode(file.first_mode(base)))
            .tempfile_in(folder)
            .map_err(Failure::at("write in", folder))?;
        let path = temporary.path().to_owned();
        temporary.write_all(bytes).map_err(Failure::at("write", &path))?;
        if base.bytes.is_some() {
            keep_mode_and_owner(file.real(), temporary.as_file())
                .map_err(Failure::at("keep mode and owner of", file.real()))?;
        }
        temporary.as_file().sync_all().map_err(Failure::at("flush", &path))?;
        // From here on the text is whole. The name tells a later process what it would be
        // looking at: the text that was read, this one, or a third party's.
        let old = base.bytes.as_deref().unwrap_or_default();
        let name = format!("{prefix}{}-{}-{}.swap", clock::stamp(), digest(old), digest(bytes));
        let swap = folder.join(name);
        temporary.persist(&swap).map_err(|error| Failure::at("name", &swap)(error.error))?;
        Ok(Self { path: swap, left: Cell::new(false) })
    }

    /// It holds the only copy of something: it stays, and doctor finds it.
    fn leave(&self) {
        self.left.set(true);
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.left.get() {
            // Nothing to do about a failure: the name says what it is, and doctor looks for it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn keep_mode_and_owner(original: &Path, copy: &File) -> io::Result<()> {
    let (old, new) = (fs::metadata(original)?, copy.metadata()?);
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
        std::os::unix::fs::fchown(copy, Some(old.uid()), Some(old.gid()))?;
    }
    copy.set_permissions(Permissions::from_mode(old.mode() & 0o7777))
}

/// Puts the temporary in the file's place.
fn put(
    file: &TextFile,
    in_place: Option<&Vec<u8>>,
    temporary: &Temporary,
    flush: Flush,
) -> Result<Attempt, Failure> {
    let Some(old) = in_place else { return create(file, temporary, flush) };
    if file.is_ours() {
        return replace(file, old, temporary, flush);
    }
    if let Some(newest) = changed(file, old)? {
        return Ok(Attempt::TooLate(newest));
    }
    match renameat_with(CWD, &temporary.path, CWD, file.real(), RenameFlags::EXCHANGE) {
        Ok(()) => {}
        Err(Errno::NOENT) => return newest(file).map(Attempt::TooLate),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => return replace(file, old, temporary, flush),
        Err(error) => return Err(Failure::at("replace", file.real())(error.into())),
    }
    // The temporary now holds what was in place. Not known or not durable is not done: then that
    // gets its place back, since with the temporary it would be gone.
    let give_back = |failure: Failure| {
        if renameat_with(CWD, &temporary.path, CWD, file.real(), RenameFlags::EXCHANGE).is_err() {
            temporary.leave();
            return Failure { stands: Stands::New, ..failure };
        }
        failure
    };
    if let Some(newer) = other_than(file, old, &temporary.path).map_err(give_back)? {
        return Ok(Attempt::CameOut(newer));
    }
    let flushed = flush.folder(file).map_err(Failure::at("flush the folder of", file.real()));
    flushed.map_err(give_back)?;
    // The last look, for a writer that had the old file open all the while.
    let newer = other_than(file, old, &temporary.path).map_err(give_back)?;
    Ok(newer.map_or(Attempt::Done, Attempt::CameOut))
}

/// What another program wrote since, seen before the exchange: so that its change is not taken back
/// for a moment, in which it could read its own file and miss it. Torn or gone shows afterwards.
fn changed(file: &TextFile, old: &[u8]) -> Result<Option<Snapshot>, Failure> {
    let bytes = read(file.real())?.filter(|bytes| bytes != old);
    let whole = bytes.and_then(|bytes| file.snapshot(Some(bytes)).ok());
    Ok(whole.filter(|snapshot| snapshot.document.root().is_some()))
}

/// Where there was no file: puts the temporary there unless one has come.
fn create(file: &TextFile, temporary: &Temporary, flush: Flush) -> Result<Attempt, Failure> {
    match renameat_with(CWD, &temporary.path, CWD, file.real(), RenameFlags::NOREPLACE) {
        Ok(()) => {}
        Err(Errno::EXIST) => return newest(file).map(Attempt::TooLate),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) if !file.real().exists() => {
            fs::rename(&temporary.path, file.real()).map_err(Failure::at("create", file.real()))?;
        }
        Err(error) => return Err(Failure::at("create", file.real())(error.into())),
    }
    flush.folder(file).map_err(|error| match fs::remove_file(file.real()) {
        Ok(()) => Failure::at("flush the folder of", file.real())(error),
        Err(_) => Failure::unflushed(file)(error),
    })?;
    Ok(Attempt::Done)
}

/// Where the file system cannot exchange, and for files that are ours alone: look once more, then
/// rename.
fn replace(file: &TextFile, old: &[u8], temporary: &Temporary, flush: Flush) -> Result<Attempt, Failure> {
    if let Some(newest) = other_than(file, old, file.real())? {
        return Ok(Attempt::TooLate(newest));
    }
    fs::rename(&temporary.path, file.real()).map_err(Failure::at("replace", file.real()))?;
    flush.folder(file).map_err(Failure::unflushed(file))?;
    Ok(Attempt::Done)
}

fn remove(file: &TextFile, in_place: Option<&Vec<u8>>, flush: Flush) -> Result<Attempt, Failure> {
    let Some(old) = in_place else { return Ok(Attempt::Done) };
    let (own, stamp, digest) = (file_name(file.real()), clock::stamp(), digest(old));
    let name = format!(".{own}{MARK}{stamp}-{digest}-{REMOVED}.swap");
    let aside = Temporary { path: file.folder().join(name), left: Cell::new(false) };
    fs::rename(file.real(), &aside.path).map_err(Failure::at("remove", file.real()))?;
    let looked = other_than(file, old, &aside.path).and_then(|newer| {
        flush.folder(file).map_err(Failure::at("flush the folder of", file.real()))?;
        Ok(newer)
    });
    if matches!(looked, Ok(None)) {
        return Ok(Attempt::Done);
    }
    // Not ours to remove, not known or not durable: it gets its place back.
    if let Err(error) = renameat_with(CWD, &aside.path, CWD, file.real(), RenameFlags::NOREPLACE) {
        // It may be the only one of its kind, so it stays where it is for doctor to find.
        aside.leave();
        return Err(Failure::at("give back", file.real())(error.into()));
    }
    looked.map(|newer| newer.map_or(Attempt::Done, Attempt::TooLate))
}

/// What stands at `path` if it is not `old`. A torn text is given time to become whole; one that
/// does not is kept for people to look at, never taken for the newest.
fn other_than(file: &TextFile, old: &[u8], path: &Path) -> Result<Option<Snapshot>, Failure> {
    let started = Instant::now();
    let was_blank = decode(old).0.trim().is_empty();
    loop {
        let bytes = read(path)?;
        if bytes.as_deref() == Some(old) {
            return Ok(None);
        }
        if let Ok(snapshot) = file.snapshot(bytes.clone())
            && (was_blank || snapshot.document.root().is_some())
        {
            return Ok(Some(snapshot));
        }
        if started.elapsed() > TORN_WAIT {
            keep_copy(file, &bytes.unwrap_or_default());
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn newest(file: &TextFile) -> Result<Snapshot, Failure> {
    file.read().map_err(|error| Failure::at("read", file.real())(io::Error::other(error)))
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    read_bytes(path).map_err(|error| match error {
        SettingsError::Read { path, source } => Failure::at("read back", &path)(source),
        other => Failure::at("read back", path)(io::Error::other(other)),
    })
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Enough of a digest to tell texts apart.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}
