//! The closed list of event names, in the client's own order.

use std::fmt;
use std::str::FromStr;

use super::catalog::{self, EventFacts};

macro_rules! events {
    ($($name:ident),* $(,)?) => {
        /// One of Claude Code's lifecycle points.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "the names are Claude Code's, described in its manual")]
        pub enum Event {
            $($name),*
        }

        impl Event {
            /// Every event, in the client's order.
            pub const ALL: &[Event] = &[$(Event::$name),*];

            /// The name as it stands in settings files and payloads.
            pub fn name(self) -> &'static str {
                match self {
                    $(Event::$name => stringify!($name)),*
                }
            }
        }
    };
}

events! {
    PreToolUse, PostToolUse, PostToolUseFailure, PostToolBatch, Notification, UserPromptSubmit,
    UserPromptExpansion, SessionStart, SessionEnd, Stop, StopFailure, SubagentStart, SubagentStop,
    PreCompact, PostCompact, PreModelSwitch, PostModelSwitch, PermissionRequest, PermissionDenied,
    Setup, TeammateIdle, TaskCreated, TaskCompleted, Elicitation, ElicitationResult, ConfigChange,
    WorktreeCreate, WorktreeRemove, InstructionsLoaded, CwdChanged, FileChanged, DirectoryAdded,
    MessageDisplay,
}

impl Event {
    /// The event with exactly this name; Claude Code compares names with case.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.name() == name)
    }

    /// The known name nearest to a misspelt one, if any is near.
    pub fn nearest(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        Self::ALL
            .iter()
            .map(|event| (strsim::jaro_winkler(&lower, &event.name().to_lowercase()), *event))
            .filter(|(score, _)| *score > 0.85)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, event)| event)
    }

    /// What this event allows.
    pub fn facts(self) -> &'static EventFacts {
        catalog::facts(self)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not one of Claude Code's events.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{name}' is not an event of Claude Code{}", .nearest.map(|e| format!(" (did you mean {e}?)")).unwrap_or_default())]
pub struct UnknownEvent {
    name: String,
    nearest: Option<Event>,
}

impl FromStr for Event {
    type Err = UnknownEvent;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::parse(name).ok_or_else(|| UnknownEvent { name: name.to_owned(), nearest: Self::nearest(name) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_33_events() {
        assert_eq!(Event::ALL.len(), 33);
    }

    #[test]
    fn names_are_case_sensitive_and_typos_get_a_suggestion() {
        assert_eq!(Event::parse("Stop"), Some(Event::Stop));
        assert_eq!(Event::parse("stop"), None);
        for (typo, meant) in [
            ("pretooluse", Event::PreToolUse),
            ("PreToolUSe", Event::PreToolUse),
            ("PostTooluse", Event::PostToolUse),
            ("SesionStart", Event::SessionStart),
            ("SubAgentStop", Event::SubagentStop),
            ("UserPromtSubmit", Event::UserPromptSubmit),
        ] {
            assert_eq!(Event::nearest(typo), Some(meant), "{typo}");
        }
        assert_eq!(Event::nearest("Zebra"), None);
    }
}
