//! The registry file: read as a list of entries, changed entry by entry so that
//! the user's comments and unknown fields survive.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::entry::{Entry, FieldError};
use crate::paths::Paths;
use crate::settings::{
    Dialect, Document, EditError, Flush, LockedFile, Node, Rewrite, SettingsError, Snapshot, Step, TextFile,
};

const SCHEMA_VERSION: u64 = 1;
const NEW: &str = r#"// The hooks that claude-hooks installed. Comments of your own survive its writes.
{
  "schema_version": 1,
  "agent_name": "claude-code",
  "hooks": []
}
"#;
const LIST: [Step<'static>; 1] = [Step::Key("hooks")];

/// The registry cannot be used. It is never replaced: what is in it may be all that remembers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The file cannot be read, parsed or written.
    #[error("the registry: {0}")]
    File(#[from] SettingsError),
    /// The file is JSON but not a registry.
    #[error("the registry: {}:{line}:{column}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
    /// The file was written by a later version of this program.
    #[error("the registry {} has schema version {found}, and this program knows {SCHEMA_VERSION}", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// An edit failed: a bug of ours, found before anything was written.
    #[error("the registry {}: {error}", path.display())]
    Edit {
        /// The file.
        path: PathBuf,
        /// Why.
        error: EditError,
    },
}

impl RegistryError {
    /// Line and column of what is wrong, where the file's text is.
    pub fn position(&self) -> Option<(usize, usize)> {
        match self {
            Self::Damaged { line, column, .. } => Some((*line, *column)),
            Self::File(SettingsError::Syntax { error, .. }) => Some((error.line, error.column)),
            _ => None,
        }
    }
}

/// What the registry held when it was read.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// Reads the registry; none is an empty one.
    pub fn load(paths: &Paths) -> Result<Self, RegistryError> {
        let file = text_file(paths)?;
        Self::of(&file.read()?, file.path())
    }

    /// Every entry, in the file's order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn of(snapshot: &Snapshot, path: &Path) -> Result<Self, RegistryError> {
        let document = &snapshot.document;
        let Some(root) = document.root() else { return Ok(Self::default()) };
        let damaged = |at: usize, what: String| {
            let (line, column) = document.position(at);
            RegistryError::Damaged { path: path.to_owned(), line, column, what }
        };
        let version = root.get("schema_version");
        match version.map(Node::to_json) {
            None => {}
            Some(value) if value.as_u64() == Some(SCHEMA_VERSION) => {}
            Some(value) => match value.as_u64() {
                Some(found) => return Err(RegistryError::TooNew { path: path.to_owned(), found }),
                None => return Err(damaged(root.span.start, "'schema_version' should be a number".into())),
            },
        }
        let Some(list) = root.get("hooks").filter(|list| list.is_array()) else {
            return Err(damaged(root.span.start, "there is no list 'hooks'".into()));
        };
        let entries = list.elements().iter().map(|node| {
            let json = node.to_json();
            let fields = json
                .as_object()
                .ok_or_else(|| damaged(node.span.start, "this should be an object".into()))?;
            Entry::from_json(fields).map_err(|error: FieldError| {
                let at = node.member(error.field()).map_or(node.span.start, |member| member.key_span.start);
                damaged(at, error.to_string())
            })
        });
        Ok(Self { entries: entries.collect::<Result<_, _>>()? })
    }
}

/// One change to what is recorded.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// Adds an entry, or brings the one that is already there to this state.
    Put(Box<Entry>),
    /// Forgets an entry.
    Forget(Box<Entry>),
    /// Brings an entry from one state, perhaps one home, to another.
    Move(Box<Entry>, Box<Entry>),
}

/// The registry while no other process of ours can change it.
#[derive(Debug)]
pub struct LockedRegistry {
    file: LockedFile,
    registry: Registry,
}

impl LockedRegistry {
    /// Locks and reads the registry; its folder is made if needed.
    pub fn open(paths: &Paths, wait: Duration) -> Result<Self, RegistryError> {
        let file = text_file(paths)?;
        let folder = file.folder().to_owned();
        std::fs::create_dir_all(&folder).map_err(SettingsError::cannot("create", &folder, file.path()))?;
        let file = file.lock(wait)?;
        let registry = Registry::of(&file.file().read()?, file.file().path())?;
        file.sweep();
        Ok(Self { file, registry })
    }

    /// What it holds.
    pub fn entries(&self) -> &[Entry] {
        self.registry.entries()
    }

    /// The file.
    pub fn file(&self) -> &LockedFile {
        &self.file
    }

    /// Makes some changes, all in one write.
    pub fn apply(&mut self, records: &[Record], flush: Flush) -> Result<(), RegistryError> {
        self.apply_after(records, flush, || Ok(()))
    }

    /// The same, with something to be done before the written changes take their place.
    pub fn apply_after(
        &mut self,
        records: &[Record],
        flush: Flush,
        before: impl FnOnce() -> Result<(), SettingsError>,
    ) -> Result<(), RegistryError> {
        if records.is_empty() {
            return Ok(before()?);
        }
        let path = self.file.file().path().to_owned();
        let mut written = None;
        let staged = self.file.stage(|snapshot| {
            let document = edited(snapshot, records, &path)?;
            let text = document.text().to_owned();
            written = Some(Snapshot { document, ..snapshot.clone() });
            Ok::<_, RegistryError>(Rewrite::Text(text))
        })?;
        before()?;
        staged.commit(flush)?;
        if let Some(written) = written {
            self.registry = Registry::of(&written, &path)?;
        }
        Ok(())
    }
}

fn text_file(paths: &Paths) -> Result<TextFile, RegistryError> {
    Ok(TextFile::at(&paths.registry(), Dialect::Jsonc, &paths.state().join("safety"))?.private())
}

fn edited(snapshot: &Snapshot, records: &[Record], path: &Path) -> Result<Document, RegistryError> {
    let failed = |error| RegistryError::Edit { path: path.to_owned(), error };
    let mut document = snapshot.document.clone();
    if document.root().is_none() {
        let blank = Document::parse(NEW, Dialect::Jsonc);
        document = blank.map_err(|error| failed(EditError::Broken(error)))?;
    }
    let mut known = Registry::of(&Snapshot { document: document.clone(), ..snapshot.clone() }, path)?.entries;
    for record in records {
        let subject = match record {
            Record::Forget(entry) | Record::Put(entry) | Record::Move(entry, _) => entry,
        };
        let at = known.iter().position(|known| known.is(subject));
        let edit = match (record, at) {
            (Record::Forget(_), None) => Ok(()),
            (Record::Forget(_), Some(index)) => {
                known.remove(index);
                document.remove(&[LIST[0], Step::Index(index)])
            }
            (Record::Put(to) | Record::Move(_, to), Some(index)) => {
                known[index] = (**to).clone();
                put(&mut document, at, to)
            }
            (Record::Put(to) | Record::Move(_, to), None) => {
                known.push((**to).clone());
                put(&mut document, at, to)
            }
        };
        edit.map_err(failed)?;
    }
    Ok(document)
}

fn put(document: &mut Document, at: Option<usize>, entry: &Entry) -> Result<(), EditError> {
    let new = entry.to_json();
    let Some(index) = at else { return document.append_element(&LIST, &Value::Object(new)) };
    let path = [LIST[0], Step::Index(index)];
    let old = document.at(&path).map_or(json!({}), Node::to_json);
    for field in ["timeout", "handler", "project", "config_dir", "protect", "containers", "was", "pending"] {
        if old.get(field).is_some() && !new.contains_key(field) {
            document.remove(&[&path[..], &[Step::Key(field)]].concat())?;
        }
    }
    for (field, value) in &new {
        if old.get(field) != Some(value) {
            document.set_member(&path, field, value)?;
        }
    }
    Ok(())
}
