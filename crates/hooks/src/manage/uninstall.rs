//! Taking a hook out for good.

use super::change::Transition;
use super::error::ManageError;
use super::work::{Done, Force, Mode, run};
use crate::paths::Paths;
use crate::registry::{Entry, Home, Identity, Metadata};
use crate::settings::{Made, Scope};
use crate::stack::{Hook, Source, Stack};

/// Which hook is meant.
#[derive(Debug, Clone)]
pub enum Which {
    /// By its name; a scope narrows the search.
    Name(String, Option<Scope>),
    /// By what it is, in one scope.
    Identity(Identity, Scope),
}

/// A hook that was taken out.
#[derive(Debug, Clone)]
pub struct Uninstalled {
    /// Its name.
    pub name: String,
    /// What it was.
    pub identity: Identity,
    /// Whether it was ours.
    pub ours: bool,
}

/// Takes a hook out of its settings file, and with it what was made for it.
///
/// ```
/// use claude_hooks::manage::{Force, Mode, NewHook, Which, install, uninstall};
/// use claude_hooks::settings::Handler;
/// use claude_hooks::Paths;
///
/// # let home = tempfile::tempdir()?;
/// let paths = Paths::under(home.path());
/// install(&paths, &NewHook::new("Stop", Handler::command("/bin/true")), Mode::Apply)?;
/// uninstall(&paths, &Which::Name("true".into(), None), Force::No, Mode::Apply)?;
/// assert!(!home.path().join(".claude").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uninstall(
    paths: &Paths,
    which: &Which,
    force: Force,
    mode: Mode,
) -> Result<Done<Uninstalled>, ManageError> {
    run(paths, mode, |stack| {
        let hook = pick(stack, which)?;
        let value = Uninstalled { name: hook.name.clone(), identity: hook.identity(), ours: hook.is_ours() };
        let transition = match &hook.entry {
            Some(entry) => Transition::uninstall(entry.clone()),
            None => {
                let entry = claim(paths, hook, force)?;
                Transition { foreign: true, ..Transition::uninstall(entry) }
            }
        };
        Ok((vec![transition], value))
    })
}

/// Finds the hook that is meant.
pub(super) fn pick<'a>(stack: &'a Stack, which: &Which) -> Result<&'a Hook, ManageError> {
    match which {
        Which::Name(name, scope) => stack.named(name, *scope).ok_or_else(|| ManageError::NoSuchName {
            name: name.clone(),
            nearest: stack.nearest(name).map(str::to_owned),
        }),
        Which::Identity(identity, scope) => {
            let same = |hook: &&Hook| hook.source == Source::Scope(*scope) && hook.identity() == *identity;
            let missing = || ManageError::NoSuchHook { identity: identity.clone(), scope: *scope };
            stack.hooks.iter().find(same).ok_or_else(missing)
        }
    }
}

/// An entry for a hook that is not ours, for as long as it is being changed.
pub(super) fn claim(paths: &Paths, hook: &Hook, force: Force) -> Result<Entry, ManageError> {
    let Some(scope) = hook.source.scope() else {
        return Err(ManageError::OutOfReach { name: hook.name.clone(), file: hook.file.clone() });
    };
    if force == Force::No {
        let line = hook.line().unwrap_or_default();
        return Err(ManageError::NotOurs { name: hook.name.clone(), file: hook.file.clone(), line });
    }
    // The file may be that of the git root, which is not the project at hand.
    let project = hook.file.ancestors().nth(2).unwrap_or(paths.project());
    let home = match scope {
        Scope::User => Home::of(scope, paths),
        Scope::Project | Scope::Local => Home::in_project(scope, project.to_owned()),
    };
    Ok(Entry {
        name: hook.name.clone(),
        event: hook.event.clone(),
        matcher: hook.matcher.clone(),
        handler: hook.handler.clone(),
        home,
        enabled: true,
        protect: false,
        added_at: None,
        metadata: Metadata::default(),
        made: Made::default(),
        pending: None,
    })
}
