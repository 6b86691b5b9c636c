//! A throw-away home and project, the recorder's log and the endpoints of `http` hooks, gone when dropped.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use tempfile::TempDir;

use crate::client::Client;
use crate::endpoints::{Endpoint, Endpoints};
use crate::managed::Overlay;
use crate::recorder::{self, HookRecord, LogError, Recorder};
use crate::session::Session;

/// Why a sandbox could not be furnished.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A file or folder of it could not be made.
    #[error("cannot write {} in the sandbox", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The endpoints of `http` hooks could not be opened.
    #[error("cannot listen on the loopback address")]
    Listen(#[source] io::Error),
    /// `git` could not make the project a repository.
    #[error("git could not make {} a repository: {reason}", project.display())]
    Git {
        /// The project.
        project: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

/// A home and a project of their own, for any number of sessions.
pub struct Sandbox {
    folder: TempDir,
    root: PathBuf,
    endpoints: Endpoints,
    overlay: OnceLock<Overlay>,
    runs: AtomicUsize,
}

impl Sandbox {
    /// An empty home and an empty project.
    pub fn new() -> Result<Self, SandboxError> {
        let write = |path: &Path| {
            let path = path.to_owned();
            move |source| SandboxError::Write { path, source }
        };
        let folder =
            tempfile::Builder::new().prefix("rig-").tempdir().map_err(write(Path::new("the sandbox")))?;
        // The client reports real paths; a temporary folder behind a link would never compare equal.
        let root = folder.path().canonicalize().map_err(write(folder.path()))?;
        let endpoints = Endpoints::start().map_err(SandboxError::Listen)?;
        let sandbox = Self { folder, root, endpoints, overlay: OnceLock::new(), runs: AtomicUsize::new(0) };
        for place in [sandbox.home().join(".claude"), sandbox.project(), sandbox.temporary()] {
            fs::create_dir_all(&place).map_err(write(&place))?;
        }
        Ok(sandbox)
    }

    /// What holds everything else.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The client's home.
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// The folder the client works in.
    pub fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    /// Where the client and its hooks put temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// Writes `~/.claude/settings.json`.
    pub fn user_settings(&self, settings: &Value) -> Result<&Self, SandboxError> {
        self.file("home/.claude/settings.json", pretty(settings))
    }

    /// Writes the project's `.claude/settings.json`.
    pub fn project_settings(&self, settings: &Value) -> Result<&Self, SandboxError> {
        self.file("project/.claude/settings.json", pretty(settings))
    }

    /// Writes the project's `.claude/settings.local.json`.
    pub fn local_settings(&self, settings: &Value) -> Result<&Self, SandboxError> {
        self.file("project/.claude/settings.local.json", pretty(settings))
    }

    /// Writes managed settings that the sessions of this sandbox see and nobody else. Check
    /// [`managed::permitted`](crate::managed::permitted) first: a session fails where it is not.
    pub fn managed(&self, settings: &Value) -> Result<&Self, SandboxError> {
        let folder = self.root.join("etc");
        let overlay =
            Overlay::create(&folder).map_err(|source| SandboxError::Write { path: folder, source })?;
        self.file(overlay.settings(), pretty(settings))?;
        self.overlay.get_or_init(|| overlay);
        Ok(self)
    }

    /// Writes any file; the path is relative to the root, so it begins with `home/` or `project/`.
    pub fn file(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Result<&Self, SandboxError> {
        let path = self.root.join(path);
        let parent = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, content))
            .map_err(|source| SandboxError::Write { path, source })?;
        Ok(self)
    }

    /// Writes a file that can be run.
    pub fn executable(&self, path: impl AsRef<Path>, content: &str) -> Result<&Self, SandboxError> {
        self.file(&path, content)?;
        let path = self.root.join(path);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, mode).map_err(|source| SandboxError::Write { path, source })?;
        Ok(self)
    }

    /// Makes the project a git repository with one empty commit.
    pub fn git_repository(&self) -> Result<&Self, SandboxError> {
        self.git(&["init", "--quiet", "."])?;
        let author = ["-c", "user.name=rig", "-c", "user.email=rig@localhost"];
        self.git(&[&author[..], &["commit", "--quiet", "--allow-empty", "--message", "start"]].concat())
    }

    fn git(&self, arguments: &[&str]) -> Result<&Self, SandboxError> {
        let failed = |reason: String| SandboxError::Git { project: self.project(), reason };
        let output = Command::new("git")
            .args(arguments)
            .current_dir(self.project())
            .env("HOME", self.home())
            .output()
            .map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            Ok(self)
        } else {
            Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }

    /// The hook that records, writing this sandbox's log. `program` is `claude-hooks-rig`: in tests of this
    /// package `env!("CARGO_BIN_EXE_claude-hooks-rig")`, in others [`Recorder::built_program`].
    pub fn recorder(&self, program: impl Into<PathBuf>) -> Recorder {
        Recorder::new(program, self.log())
    }

    /// Sets how the endpoint `name` answers `http` hooks; returns its address.
    pub fn endpoint(&self, name: &str, endpoint: Endpoint) -> String {
        self.endpoints.set(name, endpoint);
        self.endpoints.url(name)
    }

    /// Every call of a hook so far, of all sessions, in order of their start.
    pub fn hooks(&self) -> Result<Vec<HookRecord>, LogError> {
        let mut records = recorder::read(&self.log())?;
        records.extend(self.endpoints.hits().into_iter().map(HookRecord::from));
        records.sort_by_key(|record| record.started);
        Ok(records)
    }

    /// A session of the client in this home and project, to be described and run.
    pub fn session<'a>(&'a self, client: &'a Client) -> Session<'a> {
        Session::new(self, client)
    }

    /// Keeps the folder after the test and says where it is: for looking at what went wrong.
    pub fn keep(mut self) -> PathBuf {
        self.folder.disable_cleanup(true);
        self.root.clone()
    }

    pub(crate) fn overlay(&self) -> Option<&Overlay> {
        self.overlay.get()
    }

    /// The number of the run that begins now, from 0.
    pub(crate) fn next_run(&self) -> usize {
        self.runs.fetch_add(1, Ordering::SeqCst)
    }

    fn log(&self) -> PathBuf {
        self.root.join("hooks.jsonl")
    }
}

fn pretty(settings: &Value) -> String {
    format!("{settings:#}\n")
}
