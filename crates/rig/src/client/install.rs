//! Installing the pinned client through npm, by package name.
//!
//! Everything happens in a staging folder under a lock and becomes visible with one rename: two processes
//! install it once, and a process killed midway leaves nothing that looks installed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::Deserialize;
use tempfile::TempDir;

use super::manifest::Manifest;
use super::{Client, Missing, PACKAGES, VERSION};

/// Why the client could not be installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// There is no npm to ask.
    #[error("{} was not found: Claude Code is installed with npm (part of Node.js)", npm.display())]
    NpmMissing {
        /// The program that was tried.
        npm: PathBuf,
    },
    /// npm could not reach the registry it is configured for.
    #[error("npm got no answer from its registry ({code})")]
    RegistryUnreachable {
        /// npm's error code, such as `ECONNREFUSED`.
        code: String,
    },
    /// npm failed for another reason.
    #[error("npm could not install {package} ({code}); its own log says more")]
    NpmFailed {
        /// What was asked for, with the version.
        package: String,
        /// npm's error code, or its exit status.
        code: String,
    },
    /// What arrived is not what was pinned.
    #[error("the checksum of {package} is {found}, not the pinned {pinned}")]
    Checksum {
        /// The package.
        package: String,
        /// The integrity value that npm recorded.
        found: String,
        /// The value in this repository.
        pinned: String,
    },
    /// npm skipped the package with the native program, as it does for platforms without one.
    #[error("no native program of Claude Code {VERSION} was installed for this platform")]
    NoNativeProgram,
    /// A file of the installation could not be read or written.
    #[error("cannot {step} {}", path.display())]
    Files {
        /// What was being done.
        step: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It was installed, but cannot be used.
    #[error(transparent)]
    Unusable(#[from] Missing),
}

/// npm's error codes for a registry that does not answer.
const UNREACHABLE: &[&str] = &[
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "ERR_SOCKET_TIMEOUT",
    "FETCH_ERROR",
];

/// How the names of folders begin in which an installation is being made.
const STAGING: &str = "claude-code.partial-";

/// Installs the client into a build folder.
#[derive(Debug, Clone)]
pub struct Installer {
    build_folder: PathBuf,
    npm: PathBuf,
}

impl Installer {
    /// Installs below this folder, with the npm on the search path.
    pub fn new(build_folder: impl Into<PathBuf>) -> Self {
        Self { build_folder: build_folder.into(), npm: "npm".into() }
    }

    /// Uses this npm instead.
    #[must_use]
    pub fn npm(mut self, program: impl Into<PathBuf>) -> Self {
        self.npm = program.into();
        self
    }

    /// Where the client is, once installed.
    pub fn folder(&self) -> PathBuf {
        self.build_folder.join(format!("claude-code-{VERSION}"))
    }

    /// The client, if it was installed before.
    pub fn installed(&self) -> Result<Client, Missing> {
        Manifest::open(&self.folder())
    }

    /// The client; downloads it unless another process already did.
    pub fn install(&self) -> Result<Client, InstallError> {
        let _lock = self.lock()?;
        if let Ok(client) = self.installed() {
            return Ok(client);
        }
        self.clear_leftovers()?;
        let staging = self.staging()?;
        self.run_npm(staging.path())?;
        let program = check_integrity(staging.path())?;
        Manifest::write(staging.path(), program).map_err(files("describe", staging.path()))?;
        fs::rename(staging.path(), self.folder()).map_err(files("put in place", staging.path()))?;
        Ok(self.installed()?)
    }

    /// Held by one process at a time; the system releases it when that process ends, however it ends.
    fn lock(&self) -> Result<File, InstallError> {
        fs::create_dir_all(&self.build_folder).map_err(files("create", &self.build_folder))?;
        let path = self.folder().with_added_extension("lock");
        let file = File::create(&path).map_err(files("create", &path))?;
        file.lock().map_err(files("lock", &path))?;
        Ok(file)
    }

    /// A folder of its own each time: an npm that outlived its killed installer may still be writing to the last.
    fn staging(&self) -> Result<TempDir, InstallError> {
        let place = tempfile::Builder::new().prefix(STAGING).tempdir_in(&self.build_folder);
        place.map_err(files("create a folder in", &self.build_folder))
    }

    /// Removes what a killed installer left behind, and an installation that is damaged.
    fn clear_leftovers(&self) -> Result<(), InstallError> {
        let entries = fs::read_dir(&self.build_folder).map_err(files("list", &self.build_folder))?;
        for entry in
            entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(STAGING))
        {
            // In nobody's way if it cannot be removed.
            let _ = fs::remove_dir_all(entry.path());
        }
        match fs::remove_dir_all(self.folder()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(files("remove", &self.folder())(error))
            }
            _ => Ok(()),
        }
    }

    fn run_npm(&self, staging: &Path) -> Result<(), InstallError> {
        let package = format!("{}@{VERSION}", PACKAGES[0].name);
        let output = Command::new(&self.npm)
            .args([
                "install",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--include=optional",
                "--prefix",
            ])
            .arg(staging)
            .arg(&package)
            .output()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => InstallError::NpmMissing { npm: self.npm.clone() },
                _ => files("run", &self.npm)(error),
            })?;
        if output.status.success() { Ok(()) } else { Err(npm_failure(package, &output)) }
    }
}

/// Only npm's code is passed on: the rest of its message names the machine's registry.
fn npm_failure(package: String, output: &Output) -> InstallError {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code =
        stderr.lines().find_map(|line| line.split_once("code ").map(|(_, code)| code.trim().to_owned()));
    match code {
        Some(code) if UNREACHABLE.contains(&code.as_str()) => InstallError::RegistryUnreachable { code },
        Some(code) => InstallError::NpmFailed { package, code },
        None => InstallError::NpmFailed { package, code: output.status.to_string() },
    }
}

/// npm's record of what it unpacked.
#[derive(Deserialize)]
struct HiddenLockfile {
    packages: BTreeMap<String, LockedPackage>,
}

#[derive(Deserialize)]
struct LockedPackage {
    #[serde(default)]
    integrity: String,
}

/// Compares every package that npm unpacked with its pin; returns the native program of this platform.
fn check_integrity(staging: &Path) -> Result<PathBuf, InstallError> {
    let path = staging.join("node_modules/.package-lock.json");
    let text = fs::read(&path).map_err(files("read", &path))?;
    let record: HiddenLockfile =
        serde_json::from_slice(&text).map_err(|e| files("parse", &path)(e.into()))?;
    for (place, locked) in &record.packages {
        check_package(place.trim_start_matches("node_modules/"), locked)?;
    }
    let mut programs = record.packages.keys().map(|place| Path::new(place).join("claude"));
    programs.find(|program| staging.join(program).is_file()).ok_or(InstallError::NoNativeProgram)
}

fn check_package(name: &str, locked: &LockedPackage) -> Result<(), InstallError> {
    let pinned = PACKAGES.iter().find(|package| package.name == name).map(|package| package.integrity);
    if pinned == Some(locked.integrity.as_str()) {
        return Ok(());
    }
    Err(InstallError::Checksum {
        package: name.to_owned(),
        found: locked.integrity.clone(),
        pinned: pinned.unwrap_or("absence of this package").to_owned(),
    })
}

fn files<'a>(step: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> InstallError + 'a {
    move |source| InstallError::Files { step, path: path.to_owned(), source }
}
