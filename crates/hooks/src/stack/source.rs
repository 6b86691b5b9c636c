//! The places that hooks are written in.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::paths::Paths;
use crate::settings::{
    Dialect, Document, RuleSet, SIZE_LIMIT, Scope, SettingsError, Snapshot, Standing, Step, TextFile,
    Verdict, judge, judge_document,
};

/// Where a hook is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// One of the files that this program edits.
    Scope(Scope),
    /// An organisation's policy.
    Managed,
    /// A plugin, by its id.
    Plugin(String),
}

impl Source {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Scope(scope) => scope.name(),
            Self::Managed => "managed",
            Self::Plugin(_) => "plugin",
        }
    }

    /// The scope, if it is one.
    pub fn scope(&self) -> Option<Scope> {
        match self {
            Self::Scope(scope) => Some(*scope),
            Self::Managed | Self::Plugin(_) => None,
        }
    }
}

/// A file that hooks may be written in, and what it held.
#[derive(Debug)]
pub struct SourceFile {
    /// What it is.
    pub source: Source,
    /// Its path.
    pub path: PathBuf,
    /// What it held, or why that is not known.
    pub content: Result<Snapshot, SettingsError>,
}

impl SourceFile {
    /// The file that new hooks of a scope go to.
    pub fn of_scope(paths: &Paths, scope: Scope) -> Self {
        Self::read(Source::Scope(scope), scope.file(paths))
    }

    pub(super) fn read(source: Source, path: PathBuf) -> Self {
        // Nothing is written here, so no safety copy needs a place.
        let content = TextFile::at(&path, Dialect::Json, Path::new("")).and_then(|file| file.read());
        Self { source, path, content }
    }

    /// What it held, parsed.
    pub fn document(&self) -> Option<&Document> {
        self.content.as_ref().ok().map(|snapshot| &snapshot.document)
    }

    /// What the client makes of it, if it exists and can be read.
    pub fn verdict(&self) -> Option<Verdict> {
        let snapshot = self.content.as_ref().ok()?;
        let bytes = snapshot.bytes.as_ref()?;
        let rules = match self.source {
            Source::Scope(_) => RuleSet::Settings,
            Source::Managed => RuleSet::Managed,
            Source::Plugin(_) => return Some(judge(bytes, RuleSet::PluginHooks)),
        };
        // Size and encoding are in the bytes; everything else is in the text, which is parsed already.
        let plain = snapshot.encoding.editable() && bytes.len() <= SIZE_LIMIT;
        Some(if plain { judge_document(&snapshot.document, rules) } else { judge(bytes, rules) })
    }

    /// A setting of the file and its line.
    pub fn setting(&self, key: &str) -> Option<(Value, usize)> {
        let document = self.document()?;
        let node = document.at(&[Step::Key(key)])?;
        Some((node.to_json(), document.position(node.span.start).0))
    }

    /// Whether the file exists.
    pub fn exists(&self) -> bool {
        self.content.as_ref().map_or(true, |snapshot| snapshot.bytes.is_some())
    }
}

/// The file whose `disableAllHooks` turns hooks off, and the line. Of all files that have the setting the
/// strongest counts; one that the client drops has no settings.
pub(super) fn all_disabled(files: &[SourceFile]) -> Option<(&SourceFile, usize)> {
    let dropped = |file: &&SourceFile| {
        let standing = file.verdict().map(|verdict| verdict.standing);
        matches!(standing, Some(Standing::Dropped | Standing::Refused))
    };
    let managed = files.iter().filter(|file| file.source == Source::Managed);
    let by_precedence = managed.chain(files.iter().rev().filter(|file| file.source.scope().is_some()));
    let mut settings = by_precedence.filter_map(|file| Some((file, file.setting("disableAllHooks")?)));
    let (file, (value, line)) = settings.find(|(file, _)| !dropped(file))?;
    (value == Value::Bool(true)).then_some((file, line))
}

pub(super) fn scope_files(paths: &Paths) -> Vec<SourceFile> {
    let mut files: Vec<(Scope, PathBuf)> = Vec::new();
    for scope in Scope::ALL {
        let own = scope.files(paths).into_iter().map(|path| (scope, path));
        // In the home folder the project's file is the user's: it is one file.
        let new: Vec<_> = own.filter(|(_, path)| files.iter().all(|(_, known)| known != path)).collect();
        files.extend(new);
    }
    files.into_iter().map(|(scope, path)| SourceFile::read(Source::Scope(scope), path)).collect()
}

/// `managed-settings.json`, then the drop-ins by name.
pub(super) fn managed_files(paths: &Paths) -> Vec<SourceFile> {
    let main = paths.managed().join("managed-settings.json");
    let drop_ins = std::fs::read_dir(paths.managed().join("managed-settings.d"));
    let mut files: Vec<PathBuf> = drop_ins
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json") && !is_hidden(path))
        .collect();
    files.sort();
    files.insert(0, main);
    let files = files.into_iter().map(|path| SourceFile::read(Source::Managed, path));
    files.filter(SourceFile::exists).collect()
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}
