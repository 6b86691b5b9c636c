//! Hooks as a file: exported, imported, compared. Each hook has two halves, the
//! hook in Claude Code's own form and what the registry says about it.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::change::Transition;
use super::error::ManageError;
use super::install::differences;
use super::uninstall::claim;
use super::work::{Done, Force, Mode, check_accepted, run};
use crate::clock;
use crate::paths::Paths;
use crate::registry::{Entry, Home, Identity, Metadata, Names, apart, derive, is_usable};
use crate::settings::{Dialect, Document, Handler, LOCK_WAIT, Made, Node, Scope, SettingsError, TextFile};
use crate::stack::{Hook, Stack, State};

/// Hooks in the agent representation.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// The version of Claude Code, where known.
    pub agent_version: Option<String>,
    /// `yyyyMMdd-hhmmss`.
    pub exported_at: String,
    /// The hooks.
    pub hooks: Vec<ExportedHook>,
}

/// One hook of an export.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedHook {
    /// The name.
    pub name: Option<String>,
    /// The event's name.
    pub event: String,
    /// The matcher, empty for none.
    pub matcher: String,
    /// The handler as written.
    pub handler: Handler,
    /// The scope it came from.
    pub scope: Scope,
    /// Whether it was in the settings file.
    pub enabled: bool,
    /// Whether only the user's own typing may mute it.
    pub protect: bool,
    /// When it was installed.
    pub added_at: Option<String>,
    /// What people say about it.
    pub metadata: Metadata,
}

/// Gathers the hooks of these scopes.
pub fn export(stack: &Stack, scopes: &[Scope], agent_version: Option<String>, ours_only: bool) -> Export {
    let wanted = |hook: &&Hook| {
        hook.source.scope().is_some_and(|scope| scopes.contains(&scope)) && (hook.is_ours() || !ours_only)
    };
    let hooks = stack.hooks.iter().filter(wanted).filter_map(ExportedHook::of).collect();
    Export { agent_version, exported_at: clock::stamp(), hooks }
}

impl Export {
    /// The file's form.
    pub fn to_json(&self) -> Value {
        json!({
            "format": "agent",
            "format_version": 1,
            "agent_name": "claude-code",
            "agent_version": self.agent_version,
            "exported_at": self.exported_at,
            "hooks": self.hooks.iter().map(ExportedHook::to_json).collect::<Vec<_>>(),
        })
    }

    /// Reads an export file; comments and trailing commas are fine.
    pub fn read(path: &Path) -> Result<Self, ManageError> {
        let file = TextFile::at(path, Dialect::Jsonc, Path::new(""))?;
        let snapshot = file.read()?;
        if snapshot.bytes.is_none() {
            let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such file");
            return Err(SettingsError::Read { path: path.to_owned(), source }.into());
        }
        Reader { document: &snapshot.document, path }.export()
    }
}

impl ExportedHook {
    fn of(hook: &Hook) -> Option<Self> {
        let entry = hook.entry.as_ref();
        Some(Self {
            name: Some(hook.name.clone()),
            event: hook.event.clone(),
            matcher: hook.matcher.clone(),
            handler: hook.handler.clone(),
            scope: hook.source.scope()?,
            enabled: hook.state != State::Off,
            protect: entry.is_some_and(|entry| entry.protect),
            added_at: entry.and_then(|entry| entry.added_at.clone()),
            metadata: entry.map(|entry| entry.metadata.clone()).unwrap_or_default(),
        })
    }

    fn to_json(&self) -> Value {
        let mut hook = Map::from_iter([
            ("event".to_owned(), json!(self.event)),
            ("matcher".to_owned(), json!(self.matcher)),
        ]);
        hook.extend(self.handler.fields().clone());
        let mut metadata = json!({
            "name": self.name,
            "scope": self.scope.name(),
            "enabled": self.enabled,
            "added_at": self.added_at,
            "description": self.metadata.description,
            "reason": self.metadata.reason,
            "optional": self.metadata.optional,
            "installed_by": self.metadata.installed_by,
        });
        if self.protect {
            metadata["protect"] = json!(true);
        }
        if !self.metadata.custom.is_empty() {
            metadata["custom"] = Value::Object(self.metadata.custom.clone());
        }
        json!({ "hook": hook, "metadata": metadata })
    }

    /// What makes it the same hook as another.
    pub fn identity(&self) -> Identity {
        Identity::of(&self.event, &self.matcher, &self.handler)
    }

    fn entry(&self, name: String, home: Home) -> Entry {
        Entry {
            name,
            event: self.event.clone(),
            matcher: self.matcher.clone(),
            handler: self.handler.clone(),
            home,
            enabled: self.enabled,
            protect: self.protect,
            added_at: self.added_at.clone(),
            metadata: self.metadata.clone(),
            made: Made::default(),
            pending: None,
        }
    }
}

/// Writes an export file as safely as any other.
pub fn write_export(paths: &Paths, path: &Path, text: &str) -> Result<(), ManageError> {
    let file = TextFile::at(path, Dialect::Jsonc, &paths.state().join("safety"))?;
    std::fs::metadata(file.folder()).map_err(SettingsError::cannot("write in", file.folder(), path))?;
    let locked = file.lock(LOCK_WAIT)?;
    Ok(locked.overwrite(text)?)
}

/// Reads an export file with the place of every mistake.
struct Reader<'a> {
    document: &'a Document,
    path: &'a Path,
}

impl Reader<'_> {
    fn export(&self) -> Result<Export, ManageError> {
        let Some(root) = self.document.root().filter(|root| root.is_object()) else {
            return Err(self.bad(0, "this is not an export file: expected an object"));
        };
        if root.get("format").and_then(Node::as_str) != Some("agent") {
            return Err(self.bad(root.span.start, "this is not an export file: 'format' should be \"agent\""));
        }
        let version = root.get("format_version");
        if version.map(Node::to_json) != Some(json!(1)) {
            let at = version.map_or(root.span.start, |node| node.span.start);
            return Err(self.bad(at, "'format_version' should be 1"));
        }
        let Some(hooks) = root.get("hooks").filter(|hooks| hooks.is_array()) else {
            return Err(self.bad(root.span.start, "there is no list 'hooks'"));
        };
        let text = |field: &str| root.get(field).and_then(Node::as_str).map(str::to_owned);
        Ok(Export {
            agent_version: text("agent_version"),
            exported_at: text("exported_at").unwrap_or_default(),
            hooks: hooks.elements().iter().map(|node| self.hook(node)).collect::<Result<_, _>>()?,
        })
    }

    fn hook(&self, node: &Node) -> Result<ExportedHook, ManageError> {
        let Some(hook) = node.get("hook").filter(|hook| hook.is_object()) else {
            return Err(self.bad(node.span.start, "each entry needs an object 'hook'"));
        };
        let Value::Object(mut fields) = hook.to_json() else {
            return Err(self.bad(hook.span.start, "not an object"));
        };
        let event =
            self.text(hook, "event")?.ok_or_else(|| self.bad(hook.span.start, "'event' is missing"))?;
        let matcher = self.text(hook, "matcher")?.unwrap_or_default();
        self.text(hook, "type")?.ok_or_else(|| self.bad(hook.span.start, "'type' is missing"))?;
        fields.shift_remove("event");
        fields.shift_remove("matcher");
        let blank = Node { span: node.span.clone(), shape: crate::settings::Shape::Object(Vec::new()) };
        let metadata = node.get("metadata").unwrap_or(&blank);
        let scope = match self.text(metadata, "scope")? {
            None => Scope::User,
            Some(name) => name.parse().map_err(|error: crate::settings::UnknownScope| {
                self.bad(metadata.get("scope").map_or(0, |node| node.span.start), &error.to_string())
            })?,
        };
        let custom = metadata.get("custom").map(Node::to_json).and_then(|custom| custom.as_object().cloned());
        Ok(ExportedHook {
            name: self.name(metadata)?,
            event,
            matcher,
            handler: Handler::from_json(fields),
            scope,
            enabled: self.flag(metadata, "enabled", true)?,
            protect: self.flag(metadata, "protect", false)?,
            added_at: self.text(metadata, "added_at")?,
            metadata: Metadata {
                description: self.text(metadata, "description")?,
                reason: self.text(metadata, "reason")?,
                optional: self.flag(metadata, "optional", false)?,
                installed_by: self.text(metadata, "installed_by")?,
                custom: custom.unwrap_or_default(),
            },
        })
    }

    fn name(&self, metadata: &Node) -> Result<Option<String>, ManageError> {
        let name = self.text(metadata, "name")?;
        match name.as_deref().is_none_or(is_usable) {
            true => Ok(name),
            false => {
                let at = metadata.get("name").map_or(0, |node| node.span.start);
                Err(self
                    .bad(at, "'name' cannot be used: it is empty, begins with '-' or has control characters"))
            }
        }
    }

    fn text(&self, node: &Node, field: &str) -> Result<Option<String>, ManageError> {
        match node.get(field).map(|value| (value, value.to_json())) {
            None | Some((_, Value::Null)) => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text)),
            Some((value, _)) => Err(self.bad(value.span.start, &format!("'{field}' should be a string"))),
        }
    }

    fn flag(&self, node: &Node, field: &str, default: bool) -> Result<bool, ManageError> {
        match node.get(field).map(|value| (value, value.to_json())) {
            None | Some((_, Value::Null)) => Ok(default),
            Some((_, Value::Bool(flag))) => Ok(flag),
            Some((value, _)) => {
                Err(self.bad(value.span.start, &format!("'{field}' should be true or false")))
            }
        }
    }

    fn bad(&self, at: usize, what: &str) -> ManageError {
        let (line, column) = self.document.position(at);
        ManageError::BadExport { path: self.path.to_owned(), line, column, what: what.to_owned() }
    }
}

/// What to do with a hook that is already there with other configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnConflict {
    /// Import nothing.
    Error,
    /// Leave what is there.
    Skip,
    /// Put the imported one in its place.
    Replace,
}

/// What to import.
#[derive(Debug, Clone)]
pub struct ImportRequest {
    /// The hooks.
    pub export: Export,
    /// All of them into this scope; else each into the scope it came from.
    pub scope: Option<Scope>,
    /// What to do about conflicts.
    pub on_conflict: OnConflict,
    /// Whether a hook that is not ours may be replaced; it is ours afterwards.
    pub force: Force,
}

/// What became of the hooks of an import, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// They are new.
    pub added: Vec<String>,
    /// They were there with other configuration and have this one now.
    pub replaced: Vec<String>,
    /// They were there with other configuration and still have it.
    pub skipped: Vec<String>,
    /// They were there, the same in everything.
    pub unchanged: Vec<String>,
}

/// Imports hooks: all of them or none.
pub fn import(paths: &Paths, request: &ImportRequest, mode: Mode) -> Result<Done<Imported>, ManageError> {
    let mut hooks = request.export.hooks.iter();
    hooks.try_for_each(|hook| check_accepted(&hook.event, &hook.matcher, &hook.handler))?;
    run(paths, mode, |stack| {
        let mut imported = Imported::default();
        let mut transitions: Vec<Transition> = Vec::new();
        let mut names: Names = stack.hooks.iter().map(|hook| hook.name.as_str()).collect();
        for hook in &request.export.hooks {
            let home = Home::of(request.scope.unwrap_or(hook.scope), paths);
            let file = home.file(paths);
            let twice = |transition: &Transition| {
                transition.after.as_ref().is_some_and(|e| e.home == home && e.identity() == hook.identity())
            };
            if transitions.iter().any(twice) {
                continue;
            }
            match stack.hooks.iter().find(|known| known.file == file && known.identity() == hook.identity()) {
                Some(known) => {
                    meet(paths, known, (hook, home), request, (&mut transitions, &mut imported))?;
                }
                None => {
                    let wanted = hook.name.clone().unwrap_or_else(|| derive(&hook.handler));
                    let name = names.give(&wanted, &[&hook.event, &hook.matcher, apart(home.scope)]);
                    imported.added.push(name.clone());
                    transitions.push(Transition::install(hook.entry(name, home)));
                }
            }
        }
        Ok((transitions, imported))
    })
}

/// An imported hook is already there.
fn meet(
    paths: &Paths,
    known: &Hook,
    (hook, home): (&ExportedHook, Home),
    request: &ImportRequest,
    (transitions, imported): (&mut Vec<Transition>, &mut Imported),
) -> Result<(), ManageError> {
    let name = known.name.clone();
    let on = known.state == State::On;
    if known.handler == hook.handler && on == hook.enabled {
        imported.unchanged.push(name);
        return Ok(());
    }
    match request.on_conflict {
        OnConflict::Error => {
            let (file, line) = (known.file.clone(), known.line());
            return Err(ManageError::Conflict { name, scope: home.scope, file, line });
        }
        OnConflict::Skip => imported.skipped.push(name),
        OnConflict::Replace => {
            let before = match &known.entry {
                Some(entry) => Entry { enabled: on, handler: known.handler.clone(), ..entry.clone() },
                None => claim(paths, known, request.force)?,
            };
            // What was made for it in the file still was.
            let after = Entry { made: before.made.clone(), ..hook.entry(name.clone(), before.home.clone()) };
            imported.replaced.push(name);
            transitions.push(Transition::change(before, after));
        }
    }
    Ok(())
}

/// How an export differs from what is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// In the file, not installed.
    OnlyInFile {
        /// The hook.
        identity: Identity,
        /// Its scope.
        scope: Scope,
    },
    /// Installed, not in the file.
    OnlyInstalled {
        /// The hook.
        identity: Identity,
        /// Its scope.
        scope: Scope,
        /// Its name.
        name: String,
    },
    /// In both, with other configuration: field, installed, in the file.
    Configuration {
        /// The hook.
        identity: Identity,
        /// Its scope.
        scope: Scope,
        /// Its name.
        name: String,
        /// What differs.
        fields: Vec<(String, String, String)>,
    },
}

/// Compares an export with what is installed.
pub fn diff(stack: &Stack, export: &Export) -> Vec<Difference> {
    let mut differences_found = Vec::new();
    let installed: Vec<&Hook> = stack.hooks.iter().filter(|hook| hook.source.scope().is_some()).collect();
    let same = |hook: &Hook, exported: &ExportedHook| {
        hook.source.scope() == Some(exported.scope) && hook.identity() == exported.identity()
    };
    for exported in &export.hooks {
        let (identity, scope) = (exported.identity(), exported.scope);
        let Some(hook) = installed.iter().find(|hook| same(hook, exported)) else {
            differences_found.push(Difference::OnlyInFile { identity, scope });
            continue;
        };
        let mut fields = differences(&hook.handler, &exported.handler);
        if (hook.state != State::Off) != exported.enabled {
            let (there, wanted) = ((hook.state != State::Off).to_string(), exported.enabled.to_string());
            fields.push(("enabled".to_owned(), there, wanted));
        }
        if !fields.is_empty() {
            let name = hook.name.clone();
            differences_found.push(Difference::Configuration { identity, scope, name, fields });
        }
    }
    for hook in installed {
        let Some(scope) = hook.source.scope() else { continue };
        if !export.hooks.iter().any(|exported| same(hook, exported)) {
            let (identity, name) = (hook.identity(), hook.name.clone());
            differences_found.push(Difference::OnlyInstalled { identity, scope, name });
        }
    }
    differences_found
}
