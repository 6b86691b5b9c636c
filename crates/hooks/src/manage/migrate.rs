//! Moving hooks from one scope to another.

use super::change::Transition;
use super::error::ManageError;
use super::uninstall::claim;
use super::work::{Done, Force, Mode, run};
use crate::paths::Paths;
use crate::registry::{Entry, Home};
use crate::settings::{Made, Scope};
use crate::stack::{Hook, Source, Stack, State};

/// What to move where.
#[derive(Debug, Clone)]
pub struct MigrateRequest {
    /// The scope they are in.
    pub from: Scope,
    /// The scope they go to.
    pub to: Scope,
    /// Names, or numbers from the list of that scope, from 1.
    pub hooks: Vec<String>,
    /// Overwrite what is there, and move hooks that are not ours.
    pub force: Force,
}

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrated {
    /// The names.
    pub names: Vec<String>,
}

/// Moves hooks. A hook that is moving is never in neither file.
pub fn migrate(paths: &Paths, request: &MigrateRequest, mode: Mode) -> Result<Done<Migrated>, ManageError> {
    run(paths, mode, |stack| {
        let mut transitions = Vec::new();
        let mut names = Vec::new();
        for word in &request.hooks {
            let hook = pick(stack, word, request.from)?;
            if names.contains(&hook.name) {
                continue;
            }
            names.push(hook.name.clone());
            transitions.extend(moves(paths, stack, hook, request)?);
        }
        Ok((transitions, Migrated { names }))
    })
}

/// A hook by its name or, failing that, by its number in the list of its scope.
fn pick<'a>(stack: &'a Stack, word: &str, scope: Scope) -> Result<&'a Hook, ManageError> {
    if let Some(hook) = stack.named(word, Some(scope)) {
        return Ok(hook);
    }
    let listed: Vec<&Hook> = stack.hooks.iter().filter(|hook| hook.source == Source::Scope(scope)).collect();
    match word.parse::<usize>() {
        Ok(index) => {
            let missing = ManageError::NoSuchIndex { index, scope, count: listed.len() };
            index.checked_sub(1).and_then(|at| listed.get(at).copied()).ok_or(missing)
        }
        Err(_) => {
            let nearest = stack.nearest(word).map(str::to_owned);
            Err(ManageError::NoSuchName { name: word.to_owned(), nearest })
        }
    }
}

fn moves(
    paths: &Paths,
    stack: &Stack,
    hook: &Hook,
    request: &MigrateRequest,
) -> Result<Vec<Transition>, ManageError> {
    let foreign = hook.entry.is_none();
    let before = match &hook.entry {
        Some(entry) => Entry { handler: hook.handler.clone(), ..entry.clone() },
        None => claim(paths, hook, request.force)?,
    };
    if hook.state == State::Missing {
        return Err(ManageError::Missing { name: hook.name.clone(), file: hook.file.clone() });
    }
    let after = Entry { home: Home::of(request.to, paths), made: Made::default(), ..before.clone() };
    let target = after.home.file(paths);
    let rival = stack.hooks.iter().find(|other| other.file == target && other.identity() == hook.identity());
    let mut transitions = Vec::new();
    if let Some(rival) = rival {
        if request.force == Force::No {
            let (name, file, line) = (rival.name.clone(), rival.file.clone(), rival.line());
            return Err(ManageError::Conflict { name, scope: request.to, file, line });
        }
        let foreign = rival.entry.is_none();
        let entry = rival.entry.clone().map_or_else(|| claim(paths, rival, request.force), Ok)?;
        transitions.push(Transition { foreign, ..Transition::uninstall(entry) });
    }
    transitions.push(Transition { foreign, ..Transition::change(before, after) });
    Ok(transitions)
}
