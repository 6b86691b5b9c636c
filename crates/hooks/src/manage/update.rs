//! Giving a hook other configuration. What makes it the hook it is stays.

use super::change::Transition;
use super::error::ManageError;
use super::install::differences;
use super::uninstall::{Which, claim, pick};
use super::work::{Done, Force, Mode, run};
use crate::paths::Paths;
use crate::registry::Entry;
use crate::settings::Scope;
use crate::stack::State;

/// What an update changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Updated {
    /// The hook's name, after a renaming the new one.
    pub name: String,
    /// The handler's fields that changed: field, before, after.
    pub fields: Vec<(String, String, String)>,
    /// Whether the registry's remarks changed.
    pub remarks: bool,
}

/// Changes the hook with this name. The closure gets its entry to change; what is part of its
/// identity must stay.
pub fn update(
    paths: &Paths,
    (name, scope): (&str, Option<Scope>),
    change: impl Fn(&mut Entry),
    force: Force,
    mode: Mode,
) -> Result<Done<Updated>, ManageError> {
    run(paths, mode, |stack| {
        let hook = pick(stack, &Which::Name(name.to_owned(), scope))?;
        let before = match &hook.entry {
            Some(entry) => entry.clone(),
            None => claim(paths, hook, force)?,
        };
        if hook.state == State::Missing {
            return Err(ManageError::Missing { name: name.to_owned(), file: hook.file.clone() });
        }
        // The file's own configuration is what is updated, also where somebody edited it by hand.
        let before = Entry { handler: hook.handler.clone(), ..before };
        let mut after = before.clone();
        change(&mut after);
        if after.identity() != before.identity() {
            let field =
                differences(&before.handler, &after.handler).into_iter().map(|(field, ..)| field).next();
            let field = field.unwrap_or_else(|| "event or matcher".to_owned());
            return Err(ManageError::PartOfIdentity { name: name.to_owned(), field });
        }
        if after.name != before.name
            && let Some(holder) = stack.hooks.iter().find(|known| known.name == after.name)
        {
            return Err(ManageError::NameTaken { name: after.name, identity: holder.identity() });
        }
        let value = Updated {
            name: after.name.clone(),
            fields: differences(&before.handler, &after.handler),
            remarks: after.metadata != before.metadata
                || after.name != before.name
                || after.protect != before.protect,
        };
        let transition = Transition { foreign: hook.entry.is_none(), ..Transition::change(before, after) };
        let unchanged = value.fields.is_empty() && !value.remarks;
        Ok((if unchanged { Vec::new() } else { vec![transition] }, value))
    })
}
