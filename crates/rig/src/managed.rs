//! An organisation's settings for one run: `/etc/claude-code`, laid over `/etc` in a private mount namespace,
//! so that nothing outside that run sees it. Needs Linux and the right to mount.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Why this machine cannot show managed settings to one run only.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("managed settings need a private mount of /etc, which is not permitted here: {reason}")]
pub struct NotPermitted {
    /// What the system said.
    pub reason: String,
}

/// Mounts the overlay in `$0`, then becomes the program that follows.
const MOUNT: &str =
    r#"mount -t overlay overlay -o "lowerdir=/etc,upperdir=$0/upper,workdir=$0/work" /etc && exec "$@""#;

/// Whether [`Sandbox::managed`](crate::Sandbox::managed) works here; tried once, for real.
pub fn permitted() -> Result<(), NotPermitted> {
    static ANSWER: OnceLock<Result<(), NotPermitted>> = OnceLock::new();
    ANSWER.get_or_init(try_it).clone()
}

fn try_it() -> Result<(), NotPermitted> {
    let said = |reason: String| NotPermitted { reason: reason.trim().to_owned() };
    let folder = tempfile::tempdir().map_err(|error| said(error.to_string()))?;
    let overlay = Overlay::create(folder.path()).map_err(|error| said(error.to_string()))?;
    let output = overlay.command(Path::new("true")).output().map_err(|error| said(error.to_string()))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(said(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// A layer for `/etc`.
#[derive(Debug, Clone)]
pub(crate) struct Overlay {
    folder: PathBuf,
}

impl Overlay {
    /// An empty layer in this folder.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder.join("upper"))?;
        fs::create_dir_all(folder.join("work"))?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// The layer's file for what the run sees as `/etc/claude-code/managed-settings.json`.
    pub(crate) fn settings(&self) -> PathBuf {
        self.folder.join("upper/claude-code/managed-settings.json")
    }

    /// A command that runs the program under the layer. It execs twice and forks never, so the process that is
    /// started is the one that becomes the program.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "--propagation", "private", "sh", "-c", MOUNT])
            .arg(&self.folder)
            .arg(program);
        command
    }
}
