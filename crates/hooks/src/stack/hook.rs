//! A handler with its event and matcher, at a place.

use std::path::PathBuf;

use super::source::{Source, SourceFile};
use crate::paths::Paths;
use crate::registry::{Entry, Identity};
use crate::settings::{Found, Handler, Place};

/// A hook of the stack.
#[derive(Debug, Clone)]
pub struct Hook {
    /// The registry's name, else one made from what it runs; unique in the stack.
    pub name: String,
    /// The event's name as written.
    pub event: String,
    /// The matcher, empty for none.
    pub matcher: String,
    /// The handler as written.
    pub handler: Handler,
    /// Where it is written.
    pub source: Source,
    /// The file.
    pub file: PathBuf,
    /// Its place in the file, if it is there.
    pub place: Option<Place>,
    /// The registry's entry, if the hook is ours.
    pub entry: Option<Entry>,
    /// Whether it is in its file.
    pub state: State,
    /// Why the client does not run it although it is there: the entry or the whole file is dropped.
    pub dropped: Option<String>,
}

/// Whether a hook is in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is in its file.
    On,
    /// It was disabled: the registry remembers it, the file does not have it.
    Off,
    /// The registry says that it is in its file, and it is not.
    Missing,
}

impl State {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
            Self::Missing => "missing",
        }
    }
}

impl Hook {
    pub(super) fn found(file: &SourceFile, found: Found, entry: Option<&Entry>) -> Self {
        Self {
            name: String::new(),
            event: found.event,
            matcher: found.matcher,
            handler: found.handler,
            source: file.source.clone(),
            file: file.path.clone(),
            place: Some(found.place),
            entry: entry.cloned(),
            state: State::On,
            dropped: None,
        }
    }

    pub(super) fn remembered(paths: &Paths, entry: &Entry) -> Self {
        Self {
            name: String::new(),
            event: entry.event.clone(),
            matcher: entry.matcher.clone(),
            handler: entry.handler.clone(),
            source: Source::Scope(entry.home.scope),
            file: entry.home.file(paths),
            place: None,
            entry: Some(entry.clone()),
            state: if entry.enabled { State::Missing } else { State::Off },
            dropped: None,
        }
    }

    /// Whether this program installed it.
    pub fn is_ours(&self) -> bool {
        self.entry.is_some()
    }

    /// What makes it the same hook as another.
    pub fn identity(&self) -> Identity {
        Identity::of(&self.event, &self.matcher, &self.handler)
    }

    /// The line of the handler, from 1.
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }
}
