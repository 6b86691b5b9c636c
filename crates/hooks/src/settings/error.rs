//! What can go wrong with a settings file, each with the file it happened to.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::document::SyntaxError;
use super::encoding::Encoding;
use super::hooks::PlaceError;

/// A settings file could not be read or changed. Nothing is half done: on any of these the
/// original stands, or the new text where a variant says so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something that is not a file stands there.
    #[error("{} is {what}, not a file", path.display())]
    NotAFile {
        /// The place.
        path: PathBuf,
        /// What stands there.
        what: &'static str,
    },
    /// The file is larger than any settings file.
    #[error("{} has {size} bytes, more than the {limit} that are read", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        size: u64,
        /// The most that is read.
        limit: u64,
    },
    /// The file is not JSON, and was not on a second look either.
    #[error("{}:{}:{}: {}", path.display(), error.line, error.column, error.message)]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: SyntaxError,
        /// The text, for a picture of the place.
        text: String,
    },
    /// The file is read but, in this encoding, never edited.
    #[error("{} is {}, which is read but never edited", path.display(), encoding_name(*encoding))]
    Encoding {
        /// The file.
        path: PathBuf,
        /// How it is encoded.
        encoding: Encoding,
    },
    /// There is no place for the hook in this file.
    #[error("{}: {error}", path.display())]
    Place {
        /// The file.
        path: PathBuf,
        /// Why.
        error: PlaceError,
    },
    /// The file could not be written.
    #[error("cannot {step} {}{}", path.display(), stands.of(file))]
    Write {
        /// What was being done.
        step: &'static str,
        /// To what.
        path: PathBuf,
        /// The file that was to be changed.
        file: PathBuf,
        /// What is in its place now.
        stands: Stands,
        /// A copy of what the file held, where one was left.
        safety: Option<PathBuf>,
        /// Why.
        source: io::Error,
    },
    /// Another process of ours holds the file.
    #[error("{} is being changed by another claude-hooks; gave up after {} s", path.display(), waited.as_secs())]
    Busy {
        /// The file.
        path: PathBuf,
        /// How long it was waited for.
        waited: Duration,
    },
    /// Another program rewrites the file faster than it can be merged.
    #[error("{} keeps being rewritten by another program", path.display())]
    Contended {
        /// The file.
        path: PathBuf,
        /// A copy of what that program wrote last, where it is nowhere else.
        safety: Option<PathBuf>,
    },
}

impl SettingsError {
    /// What happened, with the operating system's reason where there is one.
    pub fn in_full(&self) -> String {
        match self {
            Self::Read { source, .. } | Self::Write { source, .. } => format!("{self}: {source}"),
            _ => self.to_string(),
        }
    }

    /// A step that failed before anything was in place.
    pub fn cannot(step: &'static str, path: &Path, file: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, file) = (path.to_owned(), file.to_owned());
        move |source| Self::Write { step, path, file, stands: Stands::Old, safety: None, source }
    }
}

/// What stands in a file's place after a failed write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// What was there before, perhaps nothing.
    Old,
    /// The new text, which may not be on the disk yet.
    New,
}

impl Stands {
    fn of(self, file: &Path) -> String {
        match self {
            Self::Old if !file.exists() => String::new(),
            Self::Old => format!("; {} is unchanged", file.display()),
            Self::New => format!("; {} has the new text, perhaps not on the disk yet", file.display()),
        }
    }
}

fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf16 => "in UTF-16",
        Encoding::Broken => "not valid UTF-8",
        Encoding::Utf8 | Encoding::Utf8Bom => "in UTF-8",
    }
}
