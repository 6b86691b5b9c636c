//! Why a hook could not be managed.

use std::path::PathBuf;

use crate::registry::{Identity, RegistryError};
use crate::settings::{Scope, SettingsError};

/// A change that was not made; nothing is half done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManageError {
    /// A settings file.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The registry.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// No hook has this name.
    #[error("no hook is called '{name}'")]
    NoSuchName {
        /// The name.
        name: String,
        /// The nearest that exists.
        nearest: Option<String>,
    },
    /// No hook has this identity.
    #[error("no such hook in the {scope} settings: {identity}")]
    NoSuchHook {
        /// What was looked for.
        identity: Identity,
        /// Where.
        scope: Scope,
    },
    /// A hook of this name is in a source that this program never edits.
    #[error("'{name}' is written in {}, which is never edited", file.display())]
    OutOfReach {
        /// The hook.
        name: String,
        /// Its file.
        file: PathBuf,
    },
    /// The hook is not ours and nobody said force.
    #[error("'{name}' was not installed by claude-hooks ({}:{line})", file.display())]
    NotOurs {
        /// The hook.
        name: String,
        /// Its file.
        file: PathBuf,
        /// Its line.
        line: usize,
    },
    /// The name is taken by another hook.
    #[error("the name '{name}' is taken by {identity}")]
    NameTaken {
        /// The name.
        name: String,
        /// Who has it.
        identity: Identity,
    },
    /// A hook with this identity has other configuration.
    #[error("'{name}' is already installed with another configuration")]
    OtherConfiguration {
        /// The hook.
        name: String,
        /// What differs: field, there, wanted.
        differs: Vec<(String, String, String)>,
    },
    /// The hook is already where it should go.
    #[error("'{name}' already exists in the {scope} settings ({}{})", file.display(), behind(*line))]
    Conflict {
        /// The hook.
        name: String,
        /// Where.
        scope: Scope,
        /// The file.
        file: PathBuf,
        /// The line, none when it is turned off.
        line: Option<usize>,
    },
    /// A number that is not in the list.
    #[error("there is no hook number {index} in the {scope} settings; there are {count}")]
    NoSuchIndex {
        /// The number.
        index: usize,
        /// The scope.
        scope: Scope,
        /// How many there are.
        count: usize,
    },
    /// An update that would make it another hook.
    #[error("'{field}' is part of what '{name}' is: uninstall it and install the other")]
    PartOfIdentity {
        /// The hook.
        name: String,
        /// The field.
        field: String,
    },
    /// A hook that Claude Code would drop, perhaps with its whole file.
    #[error("Claude Code would not accept this hook: {what}")]
    NotAccepted {
        /// The hook.
        identity: Identity,
        /// What is wrong with it.
        what: String,
    },
    /// A hook of ours that is not in its file cannot be changed there.
    #[error("'{name}' is gone from {}", file.display())]
    Missing {
        /// The hook.
        name: String,
        /// Its file.
        file: PathBuf,
    },
    /// An export file that cannot be imported.
    #[error("{}:{line}:{column}: {what}", path.display())]
    BadExport {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
}

fn behind(line: Option<usize>) -> String {
    line.map_or_else(|| ", turned off".to_owned(), |line| format!(":{line}"))
}
