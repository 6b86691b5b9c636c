//! One hook of ours as the registry knows it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::identity::Identity;
use crate::paths::Paths;
use crate::settings::{Container, Handler, Made, Scope};

/// Where a hook of ours lives. With the identity this is what tells entries apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Home {
    /// Which settings file.
    pub scope: Scope,
    /// The project folder, for the project and local scopes.
    pub project: Option<PathBuf>,
    /// The folder of the user's settings, where `CLAUDE_CONFIG_DIR` names another than the usual one.
    pub config: Option<PathBuf>,
}

impl Home {
    /// The home of new hooks of a scope.
    pub fn of(scope: Scope, paths: &Paths) -> Self {
        match scope {
            Scope::User => {
                let config = paths.user_config();
                let usual = config == paths.usual_config();
                Self { scope, project: None, config: (!usual).then(|| config.to_owned()) }
            }
            Scope::Project | Scope::Local => Self::in_project(scope, paths.project().to_owned()),
        }
    }

    /// The home of hooks of a project.
    pub fn in_project(scope: Scope, project: PathBuf) -> Self {
        Self { scope, project: Some(project), config: None }
    }

    /// The settings file.
    pub fn file(&self, paths: &Paths) -> PathBuf {
        let name = match self.scope {
            Scope::User => {
                let config = self.config.clone().unwrap_or_else(|| paths.usual_config());
                return config.join("settings.json");
            }
            Scope::Project => "settings.json",
            Scope::Local => "settings.local.json",
        };
        self.project.as_deref().unwrap_or(paths.project()).join(".claude").join(name)
    }
}

/// What people say about a hook. None of it is written to settings files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata {
    /// What the hook does.
    pub description: Option<String>,
    /// Why it was added.
    pub reason: Option<String>,
    /// Whether work can go on without it.
    pub optional: bool,
    /// Which program or person installed it.
    pub installed_by: Option<String>,
    /// Fields of the caller's own.
    pub custom: Map<String, Value>,
}

/// A change that was announced and not yet reported done.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending {
    /// What is being done.
    pub change: Change,
    /// The entry when it is done, with what will have been made for it; none if it will be gone.
    pub after: Option<Box<Entry>>,
    /// Entries with the same batch are done together or not at all.
    pub batch: String,
    /// The hook was not ours before; unless it ends up disabled it will not be after.
    pub foreign: bool,
}

/// What can happen to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It is being put into the settings file for the first time.
    Install,
    /// It is being taken out for good.
    Uninstall,
    /// It is being put back.
    Enable,
    /// It is being taken out but remembered.
    Disable,
    /// It is getting other configuration.
    Update,
    /// It is moving to another file.
    Migrate,
}

/// A hook that this program installed.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The name it goes by.
    pub name: String,
    /// The event's name.
    pub event: String,
    /// The matcher, empty for none.
    pub matcher: String,
    /// The handler, exactly as it is written to the settings file.
    pub handler: Handler,
    /// Where it lives.
    pub home: Home,
    /// Whether it is in the settings file.
    pub enabled: bool,
    /// Whether only the user's own typing may mute it.
    pub protect: bool,
    /// When it was installed, `yyyyMMdd-hhmmss`; none when an import did not know.
    pub added_at: Option<String>,
    /// What people say about it.
    pub metadata: Metadata,
    /// What had to be made for it in the settings file.
    pub made: Made,
    /// The change under way, if any.
    pub pending: Option<Pending>,
}

impl Entry {
    /// What makes it the same hook as another.
    pub fn identity(&self) -> Identity {
        Identity::of(&self.event, &self.matcher, &self.handler)
    }

    /// Whether this is the same entry, in whatever state.
    pub fn is(&self, other: &Self) -> bool {
        self.home == other.home && self.identity() == other.identity()
    }

    /// The entry as the registry had it before the change under way; none if it had not.
    pub fn undone(&self) -> Option<Self> {
        let recorded = Self { pending: None, ..self.clone() };
        (self.pending.as_ref()?.change != Change::Install).then_some(recorded)
    }

    /// The entry as its file had it before the change under way; none if it was not there. The file
    /// may have been out of step: enabling also puts back a hook that was gone.
    pub fn before(&self) -> Option<Self> {
        let recorded = self.undone()?;
        Some(match self.pending.as_ref()?.change {
            Change::Enable => Self { enabled: false, made: Made::default(), ..recorded },
            Change::Disable => Self { enabled: true, ..recorded },
            _ => recorded,
        })
    }

    /// The entry after the change under way; none if it will not be there.
    pub fn after(&self) -> Option<Self> {
        self.pending.as_ref()?.after.as_deref().cloned()
    }

    /// The form in the registry file.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| {
            out.insert(key.to_owned(), value);
        };
        put("name", json!(self.name));
        put("event", json!(self.event));
        put("matcher", json!(self.matcher));
        put("type", json!(self.handler.type_name()));
        put("command", json!(self.handler.subject()));
        if let Some(timeout) = self.handler.get("timeout") {
            put("timeout", timeout.clone());
        }
        let rest = rest_of(&self.handler);
        if !rest.is_empty() {
            put("handler", Value::Object(rest));
        }
        for (key, value) in home_fields(&self.home) {
            put(key, value);
        }
        put("enabled", json!(self.enabled));
        if self.protect {
            put("protect", json!(true));
        }
        put("added_at", json!(self.added_at));
        put("reason", json!(self.metadata.reason));
        put("description", json!(self.metadata.description));
        put("optional", json!(self.metadata.optional));
        put("installed_by", json!(self.metadata.installed_by));
        put("custom", Value::Object(self.metadata.custom.clone()));
        put_made(&mut put, &self.made);
        put("state", json!(if self.pending.is_some() { "pending" } else { "done" }));
        if let Some(pending) = &self.pending {
            put("pending", pending.to_json());
        }
        out
    }

    /// Reads the form in the registry file; the error names the field.
    pub fn from_json(fields: &Map<String, Value>) -> Result<Self, FieldError> {
        let read = Fields(fields);
        let handler = handler_of(&read)?;
        let pending = match read.optional_text("state")?.as_deref() {
            Some("pending") => Some(Pending::from_json(&Fields(read.object("pending")?))?),
            _ => None,
        };
        Ok(Self {
            name: read.text("name")?,
            event: read.text("event")?,
            matcher: read.optional_text("matcher")?.unwrap_or_default(),
            handler,
            home: home_of(&read)?,
            enabled: read.flag("enabled", true)?,
            protect: read.flag("protect", false)?,
            added_at: read.optional_text("added_at")?,
            metadata: Metadata {
                description: read.optional_text("description")?,
                reason: read.optional_text("reason")?,
                optional: read.flag("optional", false)?,
                installed_by: read.optional_text("installed_by")?,
                custom: read.optional_object("custom")?,
            },
            made: made_of(&read)?,
            pending,
        })
    }
}

impl Pending {
    fn to_json(&self) -> Value {
        let mut out = json!({ "change": self.change.name(), "batch": self.batch });
        if let Some(after) = &self.after {
            out["after"] = Value::Object(after.to_json());
        }
        if self.foreign {
            out["foreign"] = json!(true);
        }
        out
    }

    fn from_json(read: &Fields<'_>) -> Result<Self, FieldError> {
        let name = read.text("change")?;
        let change = Change::ALL.into_iter().find(|change| change.name() == name);
        let change = change.ok_or(FieldError { field: "change", expected: "a known change" })?;
        let after = match change {
            Change::Uninstall => None,
            _ => Some(Box::new(Entry::from_json(read.object("after")?)?)),
        };
        let batch = read.optional_text("batch")?.unwrap_or_default();
        Ok(Self { change, after, batch, foreign: read.flag("foreign", false)? })
    }
}

impl Change {
    const ALL: [Self; 6] =
        [Self::Install, Self::Uninstall, Self::Enable, Self::Disable, Self::Update, Self::Migrate];

    /// The word for it in the registry.
    pub fn name(self) -> &'static str {
        match self {
            Self::Install => "install",
            Self::Uninstall => "uninstall",
            Self::Enable => "enable",
            Self::Disable => "disable",
            Self::Update => "update",
            Self::Migrate => "migrate",
        }
    }
}

/// The handler's fields that have no place of their own in an entry.
fn rest_of(handler: &Handler) -> Map<String, Value> {
    let plain = handler.type_name() == "command" && handler.get("args").is_none();
    let own = |field: &str| matches!(field, "type" | "timeout") || (field == "command" && plain);
    let rest = handler.fields().iter().filter(|(field, _)| !own(field));
    rest.map(|(field, value)| (field.clone(), value.clone())).collect()
}

fn handler_of(read: &Fields<'_>) -> Result<Handler, FieldError> {
    let rest = read.optional_object("handler")?;
    let kind = read.text("type")?;
    let mut fields = Map::from_iter([("type".to_owned(), json!(kind))]);
    if kind == "command" && !rest.contains_key("command") {
        fields.insert("command".to_owned(), json!(read.text("command")?));
    }
    let (first, later): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(field, _)| is_subject(field));
    fields.extend(first);
    if let Some(timeout) = read.0.get("timeout") {
        fields.insert("timeout".to_owned(), timeout.clone());
    }
    fields.extend(later);
    Ok(Handler::from_json(fields))
}

/// The fields that say what is run; they are written before the others.
fn is_subject(field: &str) -> bool {
    matches!(field, "command" | "args" | "url" | "server" | "tool" | "prompt")
}

fn home_fields(home: &Home) -> impl Iterator<Item = (&'static str, Value)> {
    let folder = |path: &PathBuf| json!(path.display().to_string());
    let project = home.project.as_ref().map(|path| ("project", folder(path)));
    let config = home.config.as_ref().map(|path| ("config_dir", folder(path)));
    std::iter::once(("scope", json!(home.scope.name()))).chain(project).chain(config)
}

fn home_of(read: &Fields<'_>) -> Result<Home, FieldError> {
    let scope = read.text("scope")?;
    let scope =
        scope.parse().map_err(|_| FieldError { field: "scope", expected: "user, project or local" })?;
    let folder = |field| Ok(read.optional_text(field)?.map(PathBuf::from));
    Ok(Home { scope, project: folder("project")?, config: folder("config_dir")? })
}

fn put_made(put: &mut impl FnMut(&str, Value), made: &Made) {
    if !made.containers.is_empty() {
        put("containers", made.containers.iter().map(|container| container.name()).collect());
    }
    if !made.was.is_empty() {
        let was = made.was.iter().map(|(container, source)| (container.name().to_owned(), json!(source)));
        put("was", Value::Object(was.collect()));
    }
}

fn made_of(read: &Fields<'_>) -> Result<Made, FieldError> {
    let names = match read.0.get("containers") {
        None | Some(Value::Null) => &[],
        Some(Value::Array(names)) => names.as_slice(),
        Some(_) => return Err(FieldError { field: "containers", expected: "a list" }),
    };
    let containers = names.iter().filter_map(|name| Container::parse(name.as_str()?)).collect();
    let was = read.optional_object("was")?;
    let was =
        was.iter().filter_map(|(name, source)| Some((Container::parse(name)?, source.as_str()?.to_owned())));
    Ok(Made { containers, was: was.collect::<BTreeMap<_, _>>() })
}

/// A field of an entry that is missing or of a wrong type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{field}' should be {expected}")]
pub struct FieldError {
    field: &'static str,
    expected: &'static str,
}

impl FieldError {
    /// The field's name.
    pub fn field(&self) -> &'static str {
        self.field
    }
}

struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn text(&self, field: &'static str) -> Result<String, FieldError> {
        self.optional_text(field)?.ok_or(FieldError { field, expected: "a string" })
    }

    fn optional_text(&self, field: &'static str) -> Result<Option<String>, FieldError> {
        match self.0.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(FieldError { field, expected: "a string" }),
        }
    }

    fn flag(&self, field: &'static str, default: bool) -> Result<bool, FieldError> {
        match self.0.get(field) {
            None | Some(Value::Null) => Ok(default),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(FieldError { field, expected: "true or false" }),
        }
    }

    fn object(&self, field: &'static str) -> Result<&'a Map<String, Value>, FieldError> {
        self.0.get(field).and_then(Value::as_object).ok_or(FieldError { field, expected: "an object" })
    }

    fn optional_object(&self, field: &'static str) -> Result<Map<String, Value>, FieldError> {
        match self.0.get(field) {
            None | Some(Value::Null) => Ok(Map::new()),
            Some(_) => self.object(field).cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            name: "stop".into(),
            event: "Stop".into(),
            matcher: String::new(),
            handler: Handler::command("/bin/stop.sh --notify").with("timeout", 30).with("x-new", json!([1])),
            home: Home::in_project(Scope::Project, "/p".into()),
            enabled: true,
            protect: false,
            added_at: Some("20260202-143022".into()),
            metadata: Metadata { description: Some("d".into()), ..Metadata::default() },
            made: Made {
                containers: vec![Container::Hooks],
                was: BTreeMap::from([(Container::Document, "{ }".into())]),
            },
            pending: None,
        }
    }

    #[test]
    fn an_entry_survives_the_file_in_every_state() {
        let pending = |change| {
            let after = (change != Change::Uninstall).then(|| Box::new(entry()));
            Pending { change, after, batch: "b".into(), foreign: true }
        };
        let states = Change::ALL.into_iter().map(pending).map(Some).chain([None]);
        for state in states {
            let entry = Entry { pending: state, ..entry() };
            assert_eq!(Entry::from_json(&entry.to_json()).unwrap(), entry);
        }
    }

    #[test]
    fn every_type_of_handler_survives_the_file() {
        for handler in [
            json!({"type": "command", "command": "a", "args": ["b c"], "timeout": 5}),
            json!({"type": "http", "url": "http://x/y", "headers": {"A": "b"}}),
            json!({"type": "mcp_tool", "server": "s", "tool": "t", "input": {"a": 1}}),
            json!({"type": "prompt", "prompt": "ok?", "timeout": 1.50, "model": "m"}),
            json!({"type": "agent", "prompt": "look"}),
        ] {
            let handler = Handler::from_json(handler.as_object().unwrap().clone());
            let entry = Entry { handler, ..entry() };
            assert_eq!(Entry::from_json(&entry.to_json()).unwrap(), entry);
        }
    }

    #[test]
    fn a_wrong_field_is_named() {
        let mut fields = entry().to_json();
        fields.insert("enabled".into(), json!("yes"));
        assert_eq!(Entry::from_json(&fields).unwrap_err().to_string(), "'enabled' should be true or false");
    }
}
