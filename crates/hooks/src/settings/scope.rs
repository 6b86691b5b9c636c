//! The three files that this program edits.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::paths::Paths;

/// A settings file that this program edits, in order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The user's own, for every project.
    User,
    /// The project's, shared through version control.
    Project,
    /// The user's own for one project.
    Local,
}

impl Scope {
    /// Every scope, the weakest first.
    pub const ALL: [Self; 3] = [Self::User, Self::Project, Self::Local];

    /// The name on the command line and in the registry.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }

    /// The file that new hooks of this scope go to.
    pub fn file(self, paths: &Paths) -> PathBuf {
        match self {
            Self::User => paths.user_config().join("settings.json"),
            Self::Project => paths.project().join(".claude/settings.json"),
            Self::Local => paths.project().join(".claude/settings.local.json"),
        }
    }

    /// Every file that the client reads for this scope. It finds the local one at the root of the
    /// git repository too, and then reads both.
    pub fn files(self, paths: &Paths) -> Vec<PathBuf> {
        let mut files = vec![self.file(paths)];
        if self == Self::Local
            && let Some(root) = paths.git_root().filter(|root| *root != paths.project())
        {
            files.push(root.join(".claude/settings.local.json"));
        }
        files
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a scope: user, project or local")]
pub struct UnknownScope(String);

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|scope| scope.name() == name);
        found.ok_or_else(|| UnknownScope(name.to_owned()))
    }
}
