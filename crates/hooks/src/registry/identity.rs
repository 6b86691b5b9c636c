//! What makes two hooks the same one.

use std::fmt;

use crate::settings::{Found, Handler};

/// Event, matcher, type and command; timeout and the rest are configuration.
/// For other types the URL, `server/tool` or prompt stands for the command.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    /// The event's name.
    pub event: String,
    /// The matcher; none and an empty one are the same.
    pub matcher: String,
    /// The handler's type.
    pub kind: String,
    /// The command, URL, `server/tool` or prompt.
    pub command: String,
}

impl Identity {
    /// The identity of a handler at its place.
    pub fn of(event: &str, matcher: &str, handler: &Handler) -> Self {
        Self {
            event: event.to_owned(),
            matcher: matcher.to_owned(),
            kind: handler.type_name().to_owned(),
            command: handler.subject(),
        }
    }

    /// The identity of a handler found in a document.
    pub fn of_found(found: &Found) -> Self {
        Self::of(&found.event, &found.matcher, &found.handler)
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.event)?;
        if !self.matcher.is_empty() {
            write!(f, "({})", self.matcher)?;
        }
        write!(f, " {} {}", self.kind, self.command)
    }
}
