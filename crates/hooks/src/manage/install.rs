//! Installing a hook.

use super::change::Transition;
use super::error::ManageError;
use super::work::{Done, Mode, check_accepted, run};
use crate::clock;
use crate::paths::Paths;
use crate::registry::{Entry, Home, Identity, Metadata, Names, apart, derive};
use crate::settings::{Handler, Made, Scope};
use crate::stack::{Hook, Stack, State};

/// A hook to install.
///
/// ```
/// use claude_hooks::manage::NewHook;
/// use claude_hooks::settings::{Handler, Scope};
///
/// let hook = NewHook::new("PostToolUse", Handler::command("./lint.sh").with("timeout", 30))
///     .matcher("Edit|Write")
///     .scope(Scope::Project);
/// ```
#[derive(Debug, Clone)]
pub struct NewHook {
    /// The event's name.
    pub event: String,
    /// The matcher, empty for none.
    pub matcher: String,
    /// What runs.
    pub handler: Handler,
    /// Which file it goes to.
    pub scope: Scope,
    /// The name; made from the command when none is given.
    pub name: Option<String>,
    /// Whether only the user's own typing may mute it.
    pub protect: bool,
    /// What people say about it.
    pub metadata: Metadata,
}

impl NewHook {
    /// A hook in the user scope that matches everything.
    pub fn new(event: impl Into<String>, handler: Handler) -> Self {
        Self {
            event: event.into(),
            matcher: String::new(),
            handler,
            scope: Scope::User,
            name: None,
            protect: false,
            metadata: Metadata::default(),
        }
    }

    /// The same for what this matcher matches.
    #[must_use]
    pub fn matcher(self, matcher: impl Into<String>) -> Self {
        Self { matcher: matcher.into(), ..self }
    }

    /// The same in another scope.
    #[must_use]
    pub fn scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// The same under this name.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same with these remarks.
    #[must_use]
    pub fn metadata(self, metadata: Metadata) -> Self {
        Self { metadata, ..self }
    }

    fn identity(&self) -> Identity {
        Identity::of(&self.event, &self.matcher, &self.handler)
    }

    fn entry(&self, paths: &Paths, name: String) -> Entry {
        Entry {
            name,
            event: self.event.clone(),
            matcher: self.matcher.clone(),
            handler: self.handler.clone(),
            home: Home::of(self.scope, paths),
            enabled: true,
            protect: self.protect,
            added_at: Some(clock::stamp()),
            metadata: self.metadata.clone(),
            made: Made::default(),
            pending: None,
        }
    }
}

/// What became of a hook to install.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Installed {
    /// It is in its file now, under this name.
    New {
        /// The name.
        name: String,
    },
    /// It was there already, the same in everything.
    Already {
        /// The name.
        name: String,
    },
    /// It is there, but not ours: somebody wrote it by hand or with another tool.
    AlreadyForeign {
        /// The name.
        name: String,
        /// Its line.
        line: usize,
    },
}

/// Installs a hook.
///
/// ```
/// use claude_hooks::manage::{Installed, Mode, NewHook, install};
/// use claude_hooks::settings::Handler;
/// use claude_hooks::Paths;
///
/// # let home = tempfile::tempdir()?;
/// let paths = Paths::under(home.path());
/// let hook = NewHook::new("Stop", Handler::command("/bin/true"));
/// let done = install(&paths, &hook, Mode::Apply)?;
/// assert_eq!(done.value, Installed::New { name: "true".into() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn install(paths: &Paths, hook: &NewHook, mode: Mode) -> Result<Done<Installed>, ManageError> {
    check_accepted(&hook.event, &hook.matcher, &hook.handler)?;
    run(paths, mode, |stack| plan(paths, stack, hook))
}

fn plan(paths: &Paths, stack: &Stack, hook: &NewHook) -> Result<(Vec<Transition>, Installed), ManageError> {
    let identity = hook.identity();
    let home = Home::of(hook.scope, paths);
    let file = home.file(paths);
    let there = stack.hooks.iter().find(|known| known.identity() == identity && known.file == file);
    if let Some(known) = there {
        return same_identity(known, hook);
    }
    let entry = hook.entry(paths, free_name(stack, hook)?);
    let installed = Installed::New { name: entry.name.clone() };
    Ok((vec![Transition::install(entry)], installed))
}

/// The same identity is there: nothing to do, something to put back, or other configuration.
fn same_identity(known: &Hook, hook: &NewHook) -> Result<(Vec<Transition>, Installed), ManageError> {
    let differs = differences(&known.handler, &hook.handler);
    if !differs.is_empty() {
        return Err(ManageError::OtherConfiguration { name: known.name.clone(), differs });
    }
    let name = known.name.clone();
    match (&known.entry, known.state) {
        (Some(_), State::On) => Ok((Vec::new(), Installed::Already { name })),
        (Some(entry), State::Off | State::Missing) => {
            let off = Entry { enabled: false, made: Made::default(), ..entry.clone() };
            let on = Entry { enabled: true, ..off.clone() };
            Ok((vec![Transition::change(off, on)], Installed::New { name }))
        }
        (None, _) => {
            let line = known.line().unwrap_or_default();
            Ok((Vec::new(), Installed::AlreadyForeign { name, line }))
        }
    }
}

/// The fields in which two handlers differ: field, there, wanted.
pub(super) fn differences(there: &Handler, wanted: &Handler) -> Vec<(String, String, String)> {
    let fields =
        there.fields().keys().chain(wanted.fields().keys().filter(|field| there.get(field).is_none()));
    let show =
        |handler: &Handler, field: &str| handler.get(field).map_or("(none)".to_owned(), ToString::to_string);
    fields
        .filter(|field| there.get(field) != wanted.get(field))
        .map(|field| (field.clone(), show(there, field), show(wanted, field)))
        .collect()
}

fn free_name(stack: &Stack, hook: &NewHook) -> Result<String, ManageError> {
    if let Some(name) = &hook.name {
        let holder = stack.hooks.iter().find(|known| known.name == *name);
        return match holder {
            Some(known) => Err(ManageError::NameTaken { name: name.clone(), identity: known.identity() }),
            None => Ok(name.clone()),
        };
    }
    let shown = stack.hooks.iter().map(|known| known.name.as_str());
    let mut names: Names = shown.chain(stack.entries.iter().map(|entry| entry.name.as_str())).collect();
    Ok(names.give(&derive(&hook.handler), &[&hook.event, &hook.matcher, apart(hook.scope)]))
}
