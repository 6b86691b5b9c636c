//! Where everything is. This is the only file that reads the environment: the
//! rest of the library works on a [`Paths`] value, which tests and hosts can
//! build by hand.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use etcetera::base_strategy::Xdg;

/// The folders that Claude Code and this library use.
///
/// ```
/// use claude_hooks::Paths;
///
/// let paths = Paths::under("/tmp/throw-away").with_project("/tmp/throw-away/project");
/// assert_eq!(paths.user_config(), std::path::Path::new("/tmp/throw-away/.claude"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    user_config: PathBuf,
    data: PathBuf,
    state: PathBuf,
    project: PathBuf,
    managed: PathBuf,
    search: Vec<PathBuf>,
    home: PathBuf,
}

/// The environment does not say where the user's files are.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathsError {
    /// Neither `HOME` nor the user database names a home folder.
    #[error("cannot find the home folder: HOME is not set")]
    NoHome,
    /// The working directory is gone or unreadable.
    #[error("cannot find the working directory")]
    NoWorkingDirectory(#[source] std::io::Error),
}

impl Paths {
    /// Everything in its default place under one home folder, which is also the
    /// project. Nothing of the real environment is read.
    pub fn under(home: impl Into<PathBuf>) -> Self {
        let home = home.into();
        Self {
            user_config: home.join(".claude"),
            data: home.join(".local/share/claude-hooks"),
            state: home.join(".local/state/claude-hooks"),
            project: home.clone(),
            managed: managed_default(),
            search: Vec::new(),
            home,
        }
    }

    /// Reads `HOME`, `CLAUDE_CONFIG_DIR`, the `XDG_*` variables, `PATH` and the
    /// working directory.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn from_env() -> Result<Self, PathsError> {
        let xdg = Xdg::new().map_err(|_| PathsError::NoHome)?;
        let home = xdg.home_dir().to_path_buf();
        let project = std::env::current_dir().map_err(PathsError::NoWorkingDirectory)?;
        let config = std::env::var_os("CLAUDE_CONFIG_DIR").filter(|dir| !dir.is_empty());
        let search = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect());
        let state = xdg.state_dir().unwrap_or_else(|| home.join(".local/state"));
        Ok(Self {
            // Relative, it would be another folder from another working directory.
            user_config: config.map_or_else(|| home.join(".claude"), |config| project.join(config)),
            data: xdg.data_dir().join("claude-hooks"),
            state: state.join("claude-hooks"),
            project,
            managed: managed_default(),
            search: search.unwrap_or_default(),
            home,
        })
    }

    /// The same with another project folder, made absolute against the old one.
    #[must_use]
    pub fn with_project(mut self, dir: impl AsRef<Path>) -> Self {
        let joined = self.project.join(dir);
        self.project = joined.canonicalize().unwrap_or(joined);
        self
    }

    /// The same with another folder of managed policy files.
    #[must_use]
    pub fn with_managed(mut self, dir: impl Into<PathBuf>) -> Self {
        self.managed = dir.into();
        self
    }

    /// The same with other folders to look for programs in.
    #[must_use]
    pub fn with_search(mut self, dirs: Vec<PathBuf>) -> Self {
        self.search = dirs;
        self
    }

    /// The user's home folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// `$CLAUDE_CONFIG_DIR` or `~/.claude`.
    pub fn user_config(&self) -> &Path {
        &self.user_config
    }

    /// `~/.claude`, whatever `CLAUDE_CONFIG_DIR` says.
    pub fn usual_config(&self) -> PathBuf {
        self.home.join(".claude")
    }

    /// The folder that Claude Code is (or would be) started in.
    pub fn project(&self) -> &Path {
        &self.project
    }

    /// Where an organisation's policy files are.
    pub fn managed(&self) -> &Path {
        &self.managed
    }

    /// Our data folder, `$XDG_DATA_HOME/claude-hooks`.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Our state folder, `$XDG_STATE_HOME/claude-hooks`.
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// The registry of the hooks that this program installed.
    pub fn registry(&self) -> PathBuf {
        self.data.join("registry.jsonc")
    }

    /// The folders of `PATH`.
    pub fn search(&self) -> &[PathBuf] {
        &self.search
    }

    /// The root of the git repository that holds the project, if there is one.
    pub fn git_root(&self) -> Option<&Path> {
        self.project.ancestors().find(|dir| dir.join(".git").exists())
    }

    /// A path as people write it: with `~` for the home folder.
    pub fn short(&self, path: &Path) -> String {
        match path.strip_prefix(&self.home) {
            Ok(rest) if !self.home.as_os_str().is_empty() && self.home != Path::new("/") => {
                format!("~/{}", rest.display())
            }
            _ => path.display().to_string(),
        }
    }
}

fn managed_default() -> PathBuf {
    if cfg!(target_os = "macos") {
        PathBuf::from("/Library/Application Support/ClaudeCode")
    } else {
        PathBuf::from("/etc/claude-code")
    }
}
