//! A home and a project of their own, what they hold, and the program run in them.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::tracer::{self, Ending, Fate};

/// The part of it that is the program's own.
pub const OURS: &str = "home/.local";

/// A folder in which the program believes to be at home.
pub struct Sandbox {
    root: PathBuf,
}

/// Everything in a sandbox, by path.
pub type Picture = BTreeMap<PathBuf, Thing>;

/// What can stand at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thing {
    Folder,
    Link(PathBuf),
    File { bytes: Vec<u8>, mode: u32 },
}

impl Sandbox {
    pub fn new(root: PathBuf) -> Self {
        fs::create_dir_all(&root).expect("a sandbox can be made");
        Self { root }
    }

    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// Runs the program and lets it end.
    pub fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the program runs")
    }

    /// Runs the program to its fate.
    pub fn trace(&self, words: &[&str], fate: Fate) -> Ending {
        tracer::run(&mut self.command(words), &self.root, fate)
    }

    fn command(&self, words: &[&str]) -> Command {
        let home = self.home();
        let mut command = Command::new(env!("CARGO_BIN_EXE_claude-hooks"));
        command
            .args(words)
            .current_dir(self.root.join("project"))
            .env_clear()
            .envs([("PATH", "/usr/bin:/bin"), ("NO_COLOR", "1")])
            .env("HOME", &home)
            .env("XDG_DATA_HOME", home.join(".local/share"))
            .env("XDG_STATE_HOME", home.join(".local/state"))
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("XDG_CACHE_HOME", home.join(".cache"));
        command
    }

    /// Makes the sandbox hold this and nothing else.
    pub fn restore(&self, picture: &Picture) {
        fs::remove_dir_all(&self.root).expect("a sandbox can be cleared");
        fs::create_dir(&self.root).expect("a sandbox can be made");
        for (path, thing) in picture {
            let path = self.root.join(path);
            let made = match thing {
                Thing::Folder => fs::create_dir(&path),
                Thing::Link(target) => symlink(target, &path),
                Thing::File { bytes, mode } => fs::write(&path, bytes)
                    .and_then(|()| fs::set_permissions(&path, fs::Permissions::from_mode(*mode))),
            };
            made.expect("a sandbox can be filled");
        }
    }

    pub fn picture(&self) -> Picture {
        let mut picture = Picture::new();
        self.look(Path::new(""), &mut picture);
        picture
    }

    fn look(&self, folder: &Path, picture: &mut Picture) {
        for entry in fs::read_dir(self.root.join(folder)).expect("a sandbox can be read") {
            let entry = entry.expect("a sandbox can be read");
            let path = folder.join(entry.file_name());
            let meta = entry.metadata().expect("nobody else is in the sandbox");
            let thing = if meta.is_dir() {
                self.look(&path, picture);
                Thing::Folder
            } else if meta.is_symlink() {
                Thing::Link(fs::read_link(entry.path()).expect("a link can be read"))
            } else {
                let bytes = fs::read(entry.path()).expect("a file can be read");
                Thing::File { bytes, mode: meta.permissions().mode() & 0o7777 }
            };
            picture.insert(path, thing);
        }
    }
}
