//! What a finding is, and the table of everything that is looked for.

use std::fmt;
use std::path::PathBuf;

use serde_json::Value;

use crate::registry::Entry;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Hooks are lost or do not work.
    Error,
    /// Something does not do what it seems to.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

macro_rules! checks {
    ($($variant:ident $code:literal $severity:ident $title:literal,)*) => {
        /// What is looked for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Check {
            $(#[doc = $title] $variant,)*
        }

        impl Check {
            /// Every check.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The stable word for it.
            pub fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),* }
            }

            /// What it is about.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }
        }
    };
}

checks! {
    UnreadableFile "unreadable-file" Error "a settings file cannot be read",
    DroppedFile "dropped-file" Error "the client drops a whole settings file",
    RefusedStart "refused-start" Error "the client refuses to start",
    LostHooks "lost-hooks" Error "the client ignores every hook of a file",
    DroppedEntry "dropped-entry" Error "the client drops one entry",
    IgnoredKey "ignored-key" Warning "the client ignores a setting",
    UnknownEvent "unknown-event" Error "an event name that the client does not know",
    Encoding "encoding" Note "a file that is read but never edited",
    NeverMatches "never-matches" Error "a matcher that can match nothing",
    IgnoredMatcher "ignored-matcher" Warning "a matcher on an event that ignores it",
    IgnoredCondition "ignored-condition" Error "`if` on an event that ignores it: the hook never runs",
    IgnoredOnce "ignored-once" Warning "`once` outside skills: the hook runs every time",
    UnsupportedType "unsupported-type" Error "a type of handler that the event does not run",
    MissingProgram "missing-program" Error "the program does not exist, so every action goes through",
    NotExecutable "not-executable" Error "the program is not executable, so every action goes through",
    PluginVariable "plugin-variable" Error "a plugin's variable outside a plugin: the hook fails",
    RunsOnce "runs-once" Note "duplicates that run once",
    RunsTwice "runs-twice" Warning "the same hook in settings and plugin runs twice",
    AllDisabled "all-disabled" Warning "`disableAllHooks` is in force",
    ManagedOnly "managed-only" Warning "`allowManagedHooksOnly` is in force",
    ShellPrefix "shell-prefix" Error "a shell prefix that would break every command",
    DamagedRegistry "damaged-registry" Error "the registry cannot be read",
    Pending "pending" Warning "a change was announced and not finished",
    GoneFromFile "gone-from-file" Error "a hook of ours is gone from its file",
    BackInFile "back-in-file" Warning "a disabled hook is in its file",
    EditedByHand "edited-by-hand" Note "a hook of ours was changed by hand",
    ProjectGone "project-gone" Note "the project of a hook of ours does not exist any more",
    StaleTemporary "stale-temporary" Warning "a file that a killed process left",
    SomebodysText "somebodys-text" Error "a left file that holds another program's text",
    SafetyCopy "safety-copy" Note "a safety copy that a failed write left",
    Permissions "permissions" Warning "a settings file that others can change",
}

/// One thing that is wrong.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What was looked for.
    pub check: Check,
    /// How bad it is.
    pub severity: Severity,
    /// The hook's name, if it is about one.
    pub hook: Option<String>,
    /// The file.
    pub file: Option<PathBuf>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What happens because of it.
    pub effect: String,
    /// What to do.
    pub cure: String,
    /// What `--fix` does, if it does anything.
    pub fix: Option<Cure>,
}

/// What can be done about a finding without asking.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Cure {
    /// Finish or undo what was announced.
    Settle,
    /// Put a hook of ours back into its file.
    PutBack(Box<Entry>),
    /// Take a disabled hook of ours out of its file again.
    TakeOut(Box<Entry>),
    /// Delete what killed processes of ours left beside this file.
    Sweep(PathBuf),
    /// Take in what another program wrote, then delete the file that held it.
    TakeIn {
        /// The settings file.
        file: PathBuf,
        /// The file that holds the newer text.
        from: PathBuf,
    },
    /// Take an entry that the client drops out of its file.
    RemoveEntry {
        /// The file.
        file: PathBuf,
        /// The event.
        event: String,
        /// Which group.
        group: usize,
        /// Which handler of it; none for the whole group.
        handler: Option<usize>,
        /// What stands there: nothing else is removed, should the file have changed.
        entry: Value,
        /// Whether it is ours.
        ours: bool,
    },
    /// Give an event its right name.
    RenameEvent {
        /// The file.
        file: PathBuf,
        /// As it is.
        from: String,
        /// As it should be.
        to: String,
        /// Whether everything under it is ours.
        ours: bool,
    },
    /// Let nobody else change the file.
    Restrict(PathBuf),
}

impl Finding {
    pub(super) fn new(check: Check, what: impl Into<String>) -> Self {
        Self {
            check,
            severity: check.severity(),
            hook: None,
            file: None,
            line: None,
            column: None,
            what: what.into(),
            effect: String::new(),
            cure: String::new(),
            fix: None,
        }
    }

    pub(super) fn effect(self, effect: impl Into<String>) -> Self {
        Self { effect: effect.into(), ..self }
    }

    pub(super) fn cure(self, cure: impl Into<String>) -> Self {
        Self { cure: cure.into(), ..self }
    }

    pub(super) fn fix(self, fix: Cure) -> Self {
        Self { fix: Some(fix), ..self }
    }

    pub(super) fn at(self, file: impl Into<PathBuf>, line: Option<usize>) -> Self {
        Self { file: Some(file.into()), line, ..self }
    }

    /// Whether `--fix` may act on it without `--force`.
    pub fn is_safe_to_fix(&self) -> bool {
        match &self.fix {
            None => false,
            Some(Cure::RemoveEntry { ours, .. } | Cure::RenameEvent { ours, .. }) => *ours,
            Some(_) => true,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}", file.display())?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}: {}", self.severity.name(), self.what)
    }
}
