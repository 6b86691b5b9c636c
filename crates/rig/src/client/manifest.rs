//! What was installed: the native program and its SHA-256, kept beside it.
//!
//! Hashing hundreds of megabytes before every test run would be slow, so a full check leaves a stamp (size and
//! time of change) and is repeated only when the program no longer fits the stamp.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Client, Missing, VERSION};

/// The manifest's file name. It is written last, so a folder that has one is complete.
pub const MANIFEST: &str = "manifest.json";
const STAMP: &str = "verified.json";

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    version: String,
    /// Relative to the installation's folder, which is renamed once.
    program: PathBuf,
    sha256: String,
}

/// How the program looked when it was last hashed.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    size: u64,
    changed_ns: u64,
}

impl Manifest {
    /// Hashes the program and writes the manifest of a folder that is otherwise complete.
    pub(super) fn write(folder: &Path, program: PathBuf) -> io::Result<()> {
        let sha256 = sha256(&folder.join(&program))?;
        let manifest = Self { version: VERSION.to_owned(), program, sha256 };
        write_json(folder, MANIFEST, &manifest)
    }

    /// The client in this folder, if it is the one that was installed.
    pub(super) fn open(folder: &Path) -> Result<Client, Missing> {
        let manifest: Self = match read_json(&folder.join(MANIFEST)) {
            Ok(manifest) => manifest,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Missing::NotInstalled { folder: folder.to_owned() });
            }
            Err(source) => return Err(Missing::Unreadable { path: folder.join(MANIFEST), source }),
        };
        manifest.verify(folder)
    }

    fn verify(&self, folder: &Path) -> Result<Client, Missing> {
        let program = folder.join(&self.program);
        let unreadable = |source| Missing::Unreadable { path: program.clone(), source };
        let now = Stamp::of(&program).map_err(unreadable)?;
        if read_json::<Stamp>(&folder.join(STAMP)).is_ok_and(|before| before == now) {
            return Ok(Client { program });
        }
        if sha256(&program).map_err(unreadable)? != self.sha256 {
            return Err(Missing::Changed { program });
        }
        write_json(folder, STAMP, &now).map_err(unreadable)?;
        Ok(Client { program })
    }
}

impl Stamp {
    fn of(program: &Path) -> io::Result<Self> {
        let metadata = program.metadata()?;
        let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed_ns = u64::try_from(changed.as_nanos()).unwrap_or(u64::MAX);
        Ok(Self { size: metadata.len(), changed_ns })
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> io::Result<T> {
    Ok(serde_json::from_slice(&std::fs::read(path)?)?)
}

/// Replaces the file in one step: another test process may be reading it.
fn write_json(folder: &Path, name: &str, value: &impl Serialize) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, value)?;
    file.persist(folder.join(name))?;
    Ok(())
}

fn sha256(program: &Path) -> io::Result<String> {
    let mut file = File::open(program)?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; 1 << 20];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            length => hash.update(&chunk[..length]),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
