//! A file that is never lost: found through its links, read whole, locked
//! among our own processes. Only a [`LockedFile`] can be written.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use super::document::{Dialect, Document};
use super::encoding::{Encoding, decode};
use super::error::SettingsError;
use super::leftover::{self, Holds, Leftover};
use super::swap::{self, Flush, Staged};

/// How long one of our processes waits for another.
pub const LOCK_WAIT: Duration = Duration::from_secs(30);
/// No settings file is larger; reading on would only fill memory.
const SIZE_LIMIT: u64 = 64 << 20;
/// How long a file that does not parse is given before the second look: it may be half written.
const SECOND_LOOK: Duration = Duration::from_millis(40);
/// An empty file is no doubt meant to be empty when it has been so for this long.
const JUST_WRITTEN: Duration = Duration::from_secs(1);
const LINK_LIMIT: usize = 40;

/// A file by its name and by the place that its links lead to.
#[derive(Debug, Clone)]
pub struct TextFile {
    named: PathBuf,
    real: PathBuf,
    dialect: Dialect,
    safety: PathBuf,
    private: bool,
}

/// What a file held at one moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The bytes, none when there was no file.
    pub bytes: Option<Vec<u8>>,
    /// How they stand for text.
    pub encoding: Encoding,
    /// The text, parsed; empty when there was no file.
    pub document: Document,
}

impl Snapshot {
    /// There is a file, and nothing in it.
    fn is_blank(&self) -> bool {
        self.bytes.is_some() && self.document.text().trim().is_empty()
    }
}

/// What an edit wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rewrite {
    /// Leave the file alone.
    Keep,
    /// Write this text.
    Text(String),
    /// Take the file away.
    Remove,
}

impl TextFile {
    /// The file with this name. Copies for emergencies that find no place beside it go to `safety`.
    pub fn at(path: &Path, dialect: Dialect, safety: &Path) -> Result<Self, SettingsError> {
        let (named, real, safety) = (path.to_owned(), follow_links(path)?, safety.to_owned());
        Ok(Self { named, real, dialect, safety, private: false })
    }

    /// The name under which it was asked for.
    pub fn path(&self) -> &Path {
        &self.named
    }

    /// Where the links lead.
    pub fn real(&self) -> &Path {
        &self.real
    }

    pub(super) fn safety(&self) -> &Path {
        &self.safety
    }

    /// Others may not read it: it can hold what the user's settings hold.
    #[must_use]
    pub fn private(self) -> Self {
        Self { private: true, ..self }
    }

    /// The mode to create a temporary with. One that will get the mode of an original is nobody
    /// else's until then; a new file is subject to the user's mask.
    pub(super) fn first_mode(&self, base: &Snapshot) -> u32 {
        if self.private || base.bytes.is_some() { 0o600 } else { 0o666 }
    }

    /// Whether no other program writes this file: those of Claude Code are JSON, ours are JSONC.
    pub(super) fn is_ours(&self) -> bool {
        self.dialect == Dialect::Jsonc
    }

    /// The folder of the real file.
    pub fn folder(&self) -> &Path {
        // A bare name has an empty parent.
        self.real.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// Reads and parses the file. One that does not parse, or was emptied a moment ago, may be half
    /// written by another program, so it is read again until it stands still.
    pub fn read(&self) -> Result<Snapshot, SettingsError> {
        let mut bytes = self.read_bytes()?;
        loop {
            let seen = self.snapshot(bytes.clone());
            let doubtful = match &seen {
                Err(SettingsError::Syntax { .. }) => true,
                Err(_) => false,
                Ok(snapshot) => snapshot.is_blank() && self.was_just_written(),
            };
            if !doubtful {
                return seen;
            }
            std::thread::sleep(SECOND_LOOK);
            let again = self.read_bytes()?;
            if again == bytes {
                return seen;
            }
            bytes = again;
        }
    }

    fn was_just_written(&self) -> bool {
        let modified = std::fs::metadata(&self.real).and_then(|metadata| metadata.modified());
        modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age < JUST_WRITTEN))
    }

    /// What killed or failed processes of ours left beside the file.
    pub fn leftovers(&self) -> Vec<Leftover> {
        leftover::leftovers(self)
    }

    /// The bytes of the file, none when there is none.
    pub fn read_bytes(&self) -> Result<Option<Vec<u8>>, SettingsError> {
        read_bytes(&self.real)
    }

    pub(super) fn snapshot(&self, bytes: Option<Vec<u8>>) -> Result<Snapshot, SettingsError> {
        let (text, encoding) = decode(bytes.as_deref().unwrap_or_default());
        match Document::parse(text.clone(), self.dialect) {
            Ok(document) => Ok(Snapshot { bytes, encoding, document }),
            Err(error) => Err(SettingsError::Syntax { path: self.named.clone(), error, text }),
        }
    }

    /// Locks the file against our own processes. The folder is what is locked, so that no lock
    /// file is left in Claude Code's folders; it must exist.
    pub fn lock(self, wait: Duration) -> Result<LockedFile, SettingsError> {
        let folder = self.folder().to_owned();
        let fail = |source| SettingsError::Read { path: folder.clone(), source };
        let lock = File::open(&folder).map_err(fail)?;
        let started = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(LockedFile { file: self, lock: Arc::new(lock) }),
                Err(TryLockError::Error(source)) => return Err(fail(source)),
                Err(TryLockError::WouldBlock) if started.elapsed() >= wait => {
                    return Err(SettingsError::Busy { path: self.named, waited: wait });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

/// A file that no other process of ours can change until this is dropped.
#[derive(Debug)]
pub struct LockedFile {
    file: TextFile,
    lock: Arc<File>,
}

impl LockedFile {
    /// The file.
    pub fn file(&self) -> &TextFile {
        &self.file
    }

    /// Another file in the same folder, under the same lock.
    pub fn beside(&self, file: TextFile) -> Option<Self> {
        let here = std::fs::canonicalize(self.file.folder()).ok()?;
        let there = std::fs::canonicalize(file.folder()).ok()?;
        (here == there).then(|| Self { file, lock: Arc::clone(&self.lock) })
    }

    /// Works out an edit and writes its result beside the file, ready to be put in place.
    /// The edit is asked again when another program changes the file before that.
    pub fn stage<'a, E: From<SettingsError>>(
        &'a self,
        edit: impl FnMut(&Snapshot) -> Result<Rewrite, E> + 'a,
    ) -> Result<Staged<'a, E>, E> {
        Staged::new(&self.file, Box::new(edit))
    }

    /// Edits the file in one go.
    pub fn rewrite<E: From<SettingsError>>(
        &self,
        edit: impl FnMut(&Snapshot) -> Result<Rewrite, E>,
    ) -> Result<(), E> {
        self.stage(edit)?.commit(Flush::Now)
    }

    /// Makes what was put in place durable.
    pub fn flush(&self) -> Result<(), SettingsError> {
        let flushed = File::open(self.file.folder()).and_then(|folder| folder.sync_all());
        flushed.map_err(SettingsError::cannot("flush the folder of", self.file.real(), self.file.path()))
    }

    /// Gives the file this text, whatever it held.
    pub fn overwrite(&self, text: &str) -> Result<(), SettingsError> {
        swap::overwrite(&self.file, text)
    }

    /// Deletes what a killed process of ours left beside the file, unless it holds a text that is
    /// nowhere else.
    pub fn sweep(&self) {
        for leftover in leftover::leftovers(&self.file) {
            if leftover.holds == Holds::NothingNew {
                // A failure changes nothing: the next process tries again, and doctor says so.
                let _ = std::fs::remove_file(&leftover.path);
            }
        }
    }
}

/// The bytes of a file, none when there is none.
pub fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, SettingsError> {
    let fail = |source| SettingsError::Read { path: path.to_owned(), source };
    // A FIFO in place of the file must not be waited on.
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    let mut file = match File::options().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fail(error)),
    };
    let metadata = file.metadata().map_err(fail)?;
    if metadata.is_dir() {
        return Err(not_a_file(path, "a folder"));
    }
    if !metadata.is_file() {
        return Err(not_a_file(path, "a device or pipe"));
    }
    if metadata.len() > SIZE_LIMIT {
        let (size, limit) = (metadata.len(), SIZE_LIMIT);
        return Err(SettingsError::TooLarge { path: path.to_owned(), size, limit });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default() + 1);
    file.read_to_end(&mut bytes).map_err(fail)?;
    Ok(Some(bytes))
}

fn not_a_file(path: &Path, what: &'static str) -> SettingsError {
    SettingsError::NotAFile { path: path.to_owned(), what }
}

/// Whether this says that a name is not one of a link, or of nothing yet.
fn is_no_link(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), InvalidInput | NotADirectory | NotFound)
}

/// The place that a name leads to, also when nothing stands there yet.
fn follow_links(path: &Path) -> Result<PathBuf, SettingsError> {
    let mut at = path.to_owned();
    for _ in 0..LINK_LIMIT {
        match std::fs::read_link(&at) {
            Ok(target) => at = at.parent().unwrap_or(Path::new("")).join(target),
            Err(error) if is_no_link(&error) => return Ok(at),
            // Taken for a file, a link would be replaced by one.
            Err(source) => return Err(SettingsError::Read { path: at, source }),
        }
    }
    Err(SettingsError::NotAFile { path: path.to_owned(), what: "a loop of links" })
}
