//! The client under test: found on this machine, or installed once into Cargo's target folder.
//!
//! Finding never downloads; installing is asked for by name (`claude-hooks-rig install-client`).

mod install;
mod manifest;
mod pin;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Once;

pub use install::{InstallError, Installer};
pub use manifest::MANIFEST;
pub use pin::{PACKAGES, Package, VERSION};

use crate::environment;

/// Why there is no client to run.
#[derive(Debug, thiserror::Error)]
pub enum Missing {
    /// Nobody has installed it yet.
    #[error("Claude Code {VERSION} is not installed in {}", folder.display())]
    NotInstalled {
        /// Where it would be.
        folder: PathBuf,
    },
    /// The client chosen by hand is not there.
    #[error("{} names {}, which is not a file", environment::CLIENT, program.display())]
    NotAProgram {
        /// What the variable says.
        program: PathBuf,
    },
    /// The installed program is not the one that was installed.
    #[error("{} is not the program that was installed: its SHA-256 differs", program.display())]
    Changed {
        /// The program.
        program: PathBuf,
    },
    /// The installation cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file that could not be read.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A Claude Code program that tests can run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    program: PathBuf,
}

impl Client {
    /// The client chosen with `CLAUDE_HOOKS_CLIENT`, else the installed one. Never downloads.
    pub fn find() -> Result<Self, Missing> {
        match environment::chosen_client() {
            Some(program) => Self::at(program),
            None => Installer::new(environment::build_folder()).installed(),
        }
    }

    /// The installed client; downloads it by name through npm if it is not there.
    pub fn install() -> Result<Self, InstallError> {
        Installer::new(environment::build_folder()).install()
    }

    /// The client at this path, whatever its version.
    pub fn at(program: impl Into<PathBuf>) -> Result<Self, Missing> {
        let program = program.into();
        if program.is_file() { Ok(Self { program }) } else { Err(Missing::NotAProgram { program }) }
    }

    /// The client, or `None` after saying once, on one line, that the tests of this process that need it did
    /// not run.
    ///
    /// # Panics
    /// When there is no client and `CLAUDE_HOOKS_REQUIRE_CLIENT=1` says that there must be one.
    pub fn for_tests() -> Option<Self> {
        match Self::find() {
            Ok(client) => Some(client),
            Err(missing) if environment::client_required() => panic!("{missing}"),
            Err(missing) => {
                say_once(&missing);
                None
            }
        }
    }

    /// The program to start.
    pub fn program(&self) -> &Path {
        &self.program
    }
}

fn say_once(missing: &Missing) {
    static SAID: Once = Once::new();
    // Straight to the stream: the test harness would swallow `eprintln!` in a test that passes.
    SAID.call_once(|| {
        let _ = writeln!(
            std::io::stderr(),
            "real-client tests not run: {missing}; to install it: cargo run -p claude-hooks-rig -- install-client"
        );
    });
}
