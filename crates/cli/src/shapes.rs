//! The JSON that people's scripts read: one type per shape, printed by the
//! commands, described by `schema`, checked by the tests. A field may be added;
//! none is renamed or removed.

use claude_hooks::Paths;
use claude_hooks::doctor::Finding;
use claude_hooks::manage::FileDiff;
use claude_hooks::stack::{Hook, Source};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ui::unified;

/// Its name, what prints it, its schema.
type Shape = (&'static str, &'static str, fn() -> Schema);

/// Every shape by its name.
pub const SHAPES: &[Shape] = &[
    ("list", "what `list --json` prints", || schema_for!(List)),
    ("show", "what `show --json` prints", || schema_for!(HookShape)),
    ("change", "what `install`, `uninstall`, `update`, `enable` and `disable` print with --json", || {
        schema_for!(Change)
    }),
    ("import", "what `import --json` prints", || schema_for!(Import)),
    ("migrate", "what `migrate --json` prints", || schema_for!(Migrate)),
    ("status", "what `status --json` prints", || schema_for!(Status)),
    ("diff", "what `diff --json` prints", || schema_for!(Diff)),
    ("doctor", "what `doctor --json` prints", || schema_for!(Doctor)),
    ("export", "the file that `export` writes and `import` reads", || schema_for!(ExportFile)),
    ("registry", "the registry file", || schema_for!(RegistryFile)),
];

/// What `list --json` prints.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// The hooks.
    pub hooks: Vec<HookShape>,
    /// Files that cannot be read, and the registry if it cannot.
    pub errors: Vec<FileError>,
}

/// A file that cannot be read.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileError {
    /// The file.
    pub file: String,
    /// Why.
    pub message: String,
}

/// A hook.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HookShape {
    /// Unique in the list.
    pub name: String,
    /// The event as written.
    pub event: String,
    /// The matcher, empty for none.
    pub matcher: String,
    /// The handler's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The command line; for other types the URL, `server/tool` or prompt.
    pub command: String,
    /// `user`, `project` or `local`; null for a source that is never edited.
    pub scope: Option<String>,
    /// `user`, `project`, `local`, `managed` or `plugin`.
    pub source: String,
    /// The plugin's id.
    pub plugin: Option<String>,
    /// The file.
    pub file: String,
    /// The line, null when the hook is not in its file.
    pub line: Option<usize>,
    /// Whether claude-hooks installed it.
    pub ours: bool,
    /// False when it is turned off for good.
    pub enabled: bool,
    /// `on`, `off`, `missing` (ours, but gone from its file) or `dropped` (the client ignores it).
    pub state: String,
    /// Why the client ignores it.
    pub dropped_because: Option<String>,
    /// Seconds.
    pub timeout: Option<Value>,
    /// The handler as written.
    pub handler: Map<String, Value>,
    /// What it does.
    pub description: Option<String>,
    /// Why it is there.
    pub reason: Option<String>,
    /// Whether work can go on without it.
    pub optional: Option<bool>,
    /// Who installed it.
    pub installed_by: Option<String>,
    /// When, `yyyyMMdd-hhmmss` in UTC.
    pub added_at: Option<String>,
    /// Whether only the user's own typing may mute it.
    pub protect: Option<bool>,
    /// Fields of the installer's own.
    pub custom: Option<Map<String, Value>>,
}

impl HookShape {
    pub fn of(hook: &Hook) -> Self {
        let entry = hook.entry.as_ref();
        let remarks = entry.map(|entry| &entry.metadata);
        Self {
            name: hook.name.clone(),
            event: hook.event.clone(),
            matcher: hook.matcher.clone(),
            kind: hook.handler.type_name().to_owned(),
            command: hook.handler.subject(),
            scope: hook.source.scope().map(|scope| scope.name().to_owned()),
            source: hook.source.name().to_owned(),
            plugin: match &hook.source {
                Source::Plugin(id) => Some(id.clone()),
                _ => None,
            },
            file: hook.file.display().to_string(),
            line: hook.line(),
            ours: hook.is_ours(),
            enabled: entry.is_none_or(|entry| entry.enabled),
            state: state(hook).to_owned(),
            dropped_because: hook.dropped.clone(),
            timeout: hook.handler.get("timeout").cloned(),
            handler: hook.handler.fields().clone(),
            description: remarks.and_then(|remarks| remarks.description.clone()),
            reason: remarks.and_then(|remarks| remarks.reason.clone()),
            optional: remarks.map(|remarks| remarks.optional),
            installed_by: remarks.and_then(|remarks| remarks.installed_by.clone()),
            added_at: entry.and_then(|entry| entry.added_at.clone()),
            protect: entry.map(|entry| entry.protect),
            custom: remarks.map(|remarks| remarks.custom.clone()),
        }
    }
}

/// The state of a hook in one word.
pub fn state(hook: &Hook) -> &'static str {
    if hook.dropped.is_some() { "dropped" } else { hook.state.name() }
}

/// What a command that changes one hook prints.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// `installed`, `already`, `foreign`, `uninstalled`, `updated`, `enabled`, `disabled` or `unchanged`.
    pub result: String,
    /// The hook's name.
    pub name: String,
    /// True when nothing was written.
    pub dry_run: bool,
    /// The settings files that changed, or would.
    pub changes: Vec<FileChange>,
    /// What does not do what it seems to.
    pub warnings: Vec<String>,
}

/// A settings file that changed.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileChange {
    /// The file.
    pub file: String,
    /// The unified diff.
    pub diff: String,
}

impl FileChange {
    pub fn all(paths: &Paths, diffs: &[FileDiff]) -> Vec<Self> {
        let diff = |diff: &FileDiff| anstream::adapter::strip_str(&unified(paths, diff)).to_string();
        diffs.iter().map(|each| Self { file: each.path.display().to_string(), diff: diff(each) }).collect()
    }
}

/// What `import --json` prints: names.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// They are new.
    pub added: Vec<String>,
    /// They have the imported configuration now.
    pub replaced: Vec<String>,
    /// They kept their configuration.
    pub skipped: Vec<String>,
    /// They were there, the same in everything.
    pub unchanged: Vec<String>,
    /// True when nothing was written.
    pub dry_run: bool,
    /// The settings files that changed, or would.
    pub changes: Vec<FileChange>,
}

/// What `migrate --json` prints.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Migrate {
    /// The names of the hooks that moved.
    pub moved: Vec<String>,
    /// From this scope.
    pub from: String,
    /// To this one.
    pub to: String,
    /// True when nothing was written.
    pub dry_run: bool,
    /// The settings files that changed, or would.
    pub changes: Vec<FileChange>,
}

/// What `status --json` prints.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// The files, the weakest first.
    pub scopes: Vec<ScopeStatus>,
    /// `ok`, or why the registry cannot be read.
    pub registry: String,
    /// Findings of doctor by severity.
    pub errors: usize,
    /// See `errors`.
    pub warnings: usize,
}

/// One scope of `status --json`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopeStatus {
    /// `user`, `project` or `local`.
    pub scope: String,
    /// The file.
    pub file: String,
    /// Whether it exists.
    pub exists: bool,
    /// How many hooks are in it.
    pub hooks: usize,
    /// How many of them are ours.
    pub ours: usize,
    /// How many of ours are turned off.
    pub off: usize,
    /// `ok`, or what is wrong.
    pub health: String,
}

/// What `diff --json` prints.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Diff {
    /// Empty when the file and what is installed agree.
    pub differences: Vec<Difference>,
}

/// One difference.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// `only_in_file`, `only_installed` or `configuration`.
    pub kind: String,
    /// The hook's name, where it is installed.
    pub name: Option<String>,
    /// Its scope.
    pub scope: String,
    /// Its event.
    pub event: String,
    /// Its matcher.
    pub matcher: String,
    /// Its type.
    #[serde(rename = "type")]
    pub handler_type: String,
    /// Its command.
    pub command: String,
    /// The fields that differ.
    pub fields: Vec<FieldDifference>,
}

/// A field that differs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldDifference {
    /// The field.
    pub field: String,
    /// As installed.
    pub installed: String,
    /// As in the file.
    pub in_file: String,
}

/// What `doctor --json` prints.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doctor {
    /// What was found, the worst first.
    pub findings: Vec<FindingShape>,
    /// What `--fix` did, or would.
    pub fixed: Vec<FixShape>,
}

/// One finding.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingShape {
    /// The stable word for it.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The hook's name.
    pub hook: Option<String>,
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<usize>,
    /// The column.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What happens because of it.
    pub effect: String,
    /// What to do.
    pub cure: String,
    /// `yes`, `force` (only with --force) or `no`.
    pub fixable: String,
}

impl FindingShape {
    pub fn of(finding: &Finding) -> Self {
        let fixable = match (&finding.fix, finding.is_safe_to_fix()) {
            (None, _) => "no",
            (Some(_), true) => "yes",
            (Some(_), false) => "force",
        };
        Self {
            code: finding.check.code().to_owned(),
            severity: finding.severity.name().to_owned(),
            hook: finding.hook.clone(),
            file: finding.file.as_ref().map(|file| file.display().to_string()),
            line: finding.line,
            column: finding.column,
            message: finding.what.clone(),
            effect: finding.effect.clone(),
            cure: finding.cure.clone(),
            fixable: fixable.to_owned(),
        }
    }
}

/// What `--fix` did about a finding.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixShape {
    /// The finding's code.
    pub code: String,
    /// What was done, or the error.
    pub message: String,
    /// Whether it worked.
    pub done: bool,
    /// The settings files that changed, or would.
    pub changes: Vec<FileChange>,
    /// Where the text from before is kept.
    pub undo: Option<String>,
}

/// The file that `export` writes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExportFile {
    /// Always `agent`.
    pub format: String,
    /// Always 1.
    pub format_version: u32,
    /// Always `claude-code`.
    pub agent_name: String,
    /// Claude Code's version, where it is installed.
    pub agent_version: Option<String>,
    /// `yyyyMMdd-hhmmss` in UTC.
    pub exported_at: String,
    /// The hooks.
    pub hooks: Vec<ExportedHook>,
}

/// A hook of an export file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportedHook {
    /// `event`, `matcher` and the handler's own fields, as Claude Code has them.
    pub hook: Map<String, Value>,
    /// What the registry says about it.
    pub metadata: ExportedMetadata,
}

/// What the registry says about a hook.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportedMetadata {
    /// The name.
    pub name: Option<String>,
    /// `user`, `project` or `local`.
    pub scope: String,
    /// False when it is turned off for good.
    pub enabled: bool,
    /// `yyyyMMdd-hhmmss` in UTC.
    pub added_at: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Why it is there.
    pub reason: Option<String>,
    /// Whether work can go on without it.
    pub optional: bool,
    /// Who installed it.
    pub installed_by: Option<String>,
    /// Whether only the user's own typing may mute it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protect: Option<bool>,
    /// Fields of the installer's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom: Option<Map<String, Value>>,
}

/// The registry file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RegistryFile {
    /// Always 1.
    pub schema_version: u32,
    /// Always `claude-code`.
    pub agent_name: String,
    /// The hooks.
    pub hooks: Vec<RegistryEntry>,
}

/// A hook in the registry. Fields of your own are kept.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegistryEntry {
    /// The name.
    pub name: String,
    /// The event.
    pub event: String,
    /// The matcher, empty for none.
    pub matcher: String,
    /// The handler's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The command line; for other types the URL, `server/tool` or prompt.
    pub command: String,
    /// Seconds.
    pub timeout: Option<Value>,
    /// The handler's other fields.
    pub handler: Option<Map<String, Value>>,
    /// `user`, `project` or `local`.
    pub scope: String,
    /// The project folder, for project and local.
    pub project: Option<String>,
    /// The folder of the user's settings, where it is not `~/.claude`.
    pub config_dir: Option<String>,
    /// False when it is turned off for good.
    pub enabled: bool,
    /// Whether only the user's own typing may mute it.
    pub protect: Option<bool>,
    /// `yyyyMMdd-hhmmss` in UTC.
    pub added_at: Option<String>,
    /// Why it is there.
    pub reason: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Whether work can go on without it.
    pub optional: bool,
    /// Who installed it.
    pub installed_by: Option<String>,
    /// Fields of the installer's own.
    pub custom: Map<String, Value>,
    /// What had to be made for it in the settings file.
    pub containers: Option<Vec<String>>,
    /// Containers that were there but empty, and their text then.
    pub was: Option<Map<String, Value>>,
    /// `pending` while a change is under way, else `done`.
    pub state: String,
    /// The change under way.
    pub pending: Option<Map<String, Value>>,
}
