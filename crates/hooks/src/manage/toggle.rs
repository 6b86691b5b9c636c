//! Turning a hook off for good and on again: taken out of its settings file, but
//! remembered with everything it was.

use super::change::Transition;
use super::error::ManageError;
use super::uninstall::{Which, claim, pick};
use super::work::{Done, Force, Mode, run};
use crate::paths::Paths;
use crate::registry::Entry;
use crate::settings::{Made, Scope};
use crate::stack::State;

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toggle {
    /// Into the settings file.
    Enable,
    /// Out of it.
    Disable,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toggled {
    /// The hook's name.
    pub name: String,
    /// Whether anything had to be done.
    pub changed: bool,
}

/// Turns the hook with this name on or off in one scope.
pub fn toggle(
    paths: &Paths,
    (name, scope): (&str, Scope),
    way: Toggle,
    force: Force,
    mode: Mode,
) -> Result<Done<Toggled>, ManageError> {
    run(paths, mode, |stack| {
        let hook = pick(stack, &Which::Name(name.to_owned(), Some(scope)))?;
        let changed = match way {
            Toggle::Enable => hook.state != State::On,
            Toggle::Disable => hook.state != State::Off,
        };
        let value = Toggled { name: hook.name.clone(), changed };
        if !changed {
            return Ok((Vec::new(), value));
        }
        let entry = match &hook.entry {
            // What somebody edited by hand is part of what comes back.
            Some(entry) => Entry { handler: hook.handler.clone(), ..entry.clone() },
            None => claim(paths, hook, force)?,
        };
        let on = Entry { enabled: true, ..entry };
        let off = Entry { enabled: false, made: Made::default(), ..on.clone() };
        let transition = match way {
            Toggle::Enable => Transition::change(off, on),
            Toggle::Disable => Transition { foreign: hook.entry.is_none(), ..Transition::change(on, off) },
        };
        Ok((vec![transition], value))
    })
}
