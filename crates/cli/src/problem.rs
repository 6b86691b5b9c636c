//! What went wrong, as text and as an exit code: one place for both.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use claude_hooks::PathsError;
use claude_hooks::manage::ManageError;
use claude_hooks::registry::RegistryError;
use claude_hooks::settings::{SettingsError, SyntaxError, join};

use crate::commands::Verdict;
use crate::ui::{Printer, picture};

/// What kind of problem it is, which decides the exit code. None of them is 2: to Claude Code that
/// means "block".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Looked, and the answer is no.
    Negative,
    /// The command line is wrong.
    Usage,
    /// A file's content is wrong.
    Data,
    /// A file is missing.
    NoInput,
    /// A bug of ours.
    Bug,
    /// A file cannot be created.
    CannotCreate,
    /// Reading or writing failed.
    Io,
    /// Another process holds a file.
    Busy,
    /// Not permitted.
    Permission,
}

impl Kind {
    fn code(self) -> u8 {
        match self {
            Self::Negative => 1,
            Self::Usage => 64,
            Self::Data => 65,
            Self::NoInput => 66,
            Self::Bug => 70,
            Self::CannotCreate => 73,
            Self::Io => 74,
            Self::Busy => 75,
            Self::Permission => 77,
        }
    }
}

/// Something that a person should read.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
    message: String,
    causes: Vec<String>,
    picture: Option<String>,
    hints: Vec<String>,
}

impl Problem {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), causes: Vec::new(), picture: None, hints: Vec::new() }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    fn of(kind: Kind, error: &dyn Error) -> Self {
        let mut causes = Vec::new();
        let mut source = error.source();
        while let Some(cause) = source {
            causes.push(cause.to_string());
            source = cause.source();
        }
        Self { causes, ..Self::new(kind, error.to_string()) }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind.code())
    }

    /// All of it in one line: what, why, and what to do.
    pub fn in_one_line(&self) -> String {
        let parts = [&self.message].into_iter().chain(&self.causes).chain(&self.hints);
        parts.map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    pub fn print(&self, printer: Printer) {
        match &self.picture {
            Some(picture) => printer.talk(picture),
            None => printer.error(&self.message),
        }
        for cause in &self.causes {
            printer.cause(cause);
        }
        for hint in &self.hints {
            printer.hint(hint);
        }
    }

    /// Help and version are not problems; a wrong command line exits 64, never clap's 2.
    pub fn from_clap(error: &clap::Error) -> Result<Verdict, Self> {
        let text = error.render().ansi().to_string();
        let text = text.trim_end();
        if !error.use_stderr() {
            Printer.data(text);
            return Ok(Verdict::Good);
        }
        // clap says "error:" itself, and shows the help where the command is missing.
        Err(Self { picture: Some(text.to_owned()), ..Self::new(Kind::Usage, text) })
    }
}

impl From<PathsError> for Problem {
    fn from(error: PathsError) -> Self {
        Self::of(Kind::NoInput, &error)
    }
}

impl From<ManageError> for Problem {
    fn from(error: ManageError) -> Self {
        match error {
            ManageError::Settings(error) => error.into(),
            ManageError::Registry(error) => error.into(),
            other => {
                let (kind, hints) = advice(&other);
                hints.into_iter().fold(Self::of(kind, &other), Self::hint)
            }
        }
    }
}

fn advice(error: &ManageError) -> (Kind, Vec<String>) {
    let list = || "claude-hooks list shows all names".to_owned();
    match error {
        ManageError::NoSuchName { name, nearest } => {
            let near = nearest.iter().map(|near| match near == name {
                true => format!("'{name}' is in another settings file"),
                false => format!("did you mean '{near}'?"),
            });
            (Kind::Negative, near.chain([list()]).collect())
        }
        ManageError::NoSuchHook { .. } => (Kind::Negative, vec![list()]),
        ManageError::NotOurs { .. } => (Kind::Negative, vec!["to change it anyway, add --force".into()]),
        ManageError::OtherConfiguration { name, differs } => (Kind::Negative, update_hint(name, differs)),
        ManageError::NameTaken { .. } => (Kind::Negative, vec!["choose another with --name".into()]),
        ManageError::Conflict { .. } => {
            (Kind::Negative, vec!["--force (migrate) or --on-conflict replace (import) overwrites it".into()])
        }
        ManageError::NoSuchIndex { scope, .. } => {
            (Kind::Negative, vec![format!("claude-hooks list --scope {scope} shows them in this order")])
        }
        ManageError::Missing { name, .. } => (
            Kind::Negative,
            vec![format!("claude-hooks doctor --fix puts it back, claude-hooks uninstall {name} forgets it")],
        ),
        ManageError::BadExport { .. } | ManageError::NotAccepted { .. } => (Kind::Data, Vec::new()),
        _ => (Kind::Negative, Vec::new()),
    }
}

/// The command that would make the configuration what was asked for.
fn update_hint(name: &str, differs: &[(String, String, String)]) -> Vec<String> {
    let shown =
        differs.iter().map(|(field, there, wanted)| format!("{field}: {there} there, {wanted} wanted"));
    let flags = differs.iter().flat_map(|(field, _, wanted)| match (field.as_str(), wanted.as_str()) {
        (_, "(none)") => ["--unset".to_owned(), field.clone()],
        ("timeout", seconds) => ["--timeout".to_owned(), seconds.to_owned()],
        (_, value) => ["--set".to_owned(), format!("{field}={value}")],
    });
    let words: Vec<String> =
        ["claude-hooks", "update", name].map(str::to_owned).into_iter().chain(flags).collect();
    shown.chain([join(words.iter().map(String::as_str))]).collect()
}

impl From<RegistryError> for Problem {
    fn from(error: RegistryError) -> Self {
        match error {
            RegistryError::File(SettingsError::Syntax { path, error, text }) => {
                let place = format!("{}", path.display());
                Self::syntax(&place, &error, &text).hint("the registry is never replaced: mend it by hand")
            }
            RegistryError::File(error) => error.into(),
            RegistryError::Damaged { .. } => {
                Self::of(Kind::Data, &error).hint("the registry is never replaced: mend it by hand")
            }
            RegistryError::TooNew { .. } => Self::of(Kind::Data, &error).hint("use a newer claude-hooks"),
            _ => Self::of(Kind::Bug, &error),
        }
    }
}

impl From<SettingsError> for Problem {
    fn from(error: SettingsError) -> Self {
        match &error {
            SettingsError::Syntax { path, error, text } => {
                Self::syntax(&path.display().to_string(), error, text)
                    .hint("Claude Code drops this whole file: claude-hooks doctor says what that costs")
                    .hint("nothing was changed")
            }
            SettingsError::Read { source, .. } => Self::of(io_kind(source, Kind::Io), &error),
            SettingsError::Write { source, safety, .. } => {
                // Here it is the folder that is missing.
                let kind = match source.kind() {
                    io::ErrorKind::NotFound => Kind::CannotCreate,
                    _ => io_kind(source, Kind::CannotCreate),
                };
                let copy = safety.iter().map(|copy| copy.display());
                copy.fold(Self::of(kind, &error), |problem, copy| {
                    problem.hint(format!("a safety copy of what it holds is {copy}"))
                })
            }
            SettingsError::NotAFile { .. } | SettingsError::TooLarge { .. } => Self::of(Kind::Data, &error),
            SettingsError::Place { .. } => {
                Self::of(Kind::Data, &error).hint("claude-hooks doctor shows what is wrong with the file")
            }
            SettingsError::Encoding { .. } => Self::of(Kind::Data, &error).hint("save it as UTF-8 first"),
            SettingsError::Busy { .. } => Self::of(Kind::Busy, &error),
            SettingsError::Contended { safety, .. } => {
                let copy = safety.iter().map(|copy| copy.display());
                copy.fold(Self::of(Kind::Busy, &error), |problem, copy| {
                    problem.hint(format!("a copy of what that program wrote last is {copy}"))
                })
            }
            _ => Self::of(Kind::Io, &error),
        }
    }
}

impl Problem {
    fn syntax(path: &str, error: &SyntaxError, text: &str) -> Self {
        let picture = picture(path, text, error.span.clone(), &error.message);
        let message = format!("{path}:{}:{}: {}", error.line, error.column, error.message);
        Self { picture: Some(picture), ..Self::new(Kind::Data, message) }
    }
}

fn io_kind(error: &io::Error, other: Kind) -> Kind {
    match error.kind() {
        io::ErrorKind::NotFound => Kind::NoInput,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Kind::Permission,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Kind::Io,
        _ => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_does_not_come_free_exits_with_75() {
        let busy = || SettingsError::Busy {
            path: "settings.json".into(),
            waited: claude_hooks::settings::LOCK_WAIT,
        };
        let problems: [Problem; 3] =
            [busy().into(), ManageError::Settings(busy()).into(), RegistryError::File(busy()).into()];
        for problem in problems {
            assert_eq!(problem.kind.code(), 75, "{problem:?}");
        }
    }
}
