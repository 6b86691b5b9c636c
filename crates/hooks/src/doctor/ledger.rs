//! Registry and settings out of step, and what killed or failed processes left.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::finding::{Check, Cure, Finding};
use crate::paths::Paths;
use crate::settings::{Dialect, Holds, Leftover, Scope, TextFile};
use crate::stack::{Hook, Stack, State};

pub(super) fn check(paths: &Paths, stack: &Stack) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(error) = &stack.registry_error {
        let (line, column) = error.position().unzip();
        let finding = Finding::new(Check::DamagedRegistry, error.to_string())
            .effect("nothing is known about which hooks are ours; nothing can be installed or changed")
            .cure("mend the file by hand: it is never replaced")
            .at(paths.registry(), line);
        findings.push(Finding { column, ..finding });
    }
    let pending = stack.entries.iter().filter(|entry| entry.pending.is_some());
    findings.extend(pending.map(|entry| {
        let change = entry.pending.as_ref().map(|pending| pending.change.name()).unwrap_or_default();
        let what = format!("'{change}' of '{}' was begun and not finished", entry.name);
        let finding = Finding::new(Check::Pending, what)
            .effect("none yet: the next command that changes something finishes or undoes it, as soon as this file can be read")
            .cure("claude-hooks doctor --fix")
            .fix(Cure::Settle)
            .at(entry.home.file(paths), None);
        Finding { hook: Some(entry.name.clone()), ..finding }
    }));
    findings.extend(stack.hooks.iter().filter_map(|hook| out_of_step(stack, hook)));
    findings.extend(projects_gone(stack));
    findings.extend(leftovers(paths, stack));
    findings
}

fn out_of_step(stack: &Stack, hook: &Hook) -> Option<Finding> {
    let entry = hook.entry.as_ref().filter(|entry| entry.pending.is_none())?;
    let unreadable = stack.unreadable().any(|file| file.path == hook.file);
    let finding = match hook.state {
        State::Missing if !unreadable => Finding::new(
            Check::GoneFromFile,
            format!("'{}' is gone from its file", hook.name),
        )
        .effect("the hook does not run; another program may have rewritten the file from an old copy")
        .cure(format!(
            "claude-hooks doctor --fix puts it back; if it was removed on purpose: claude-hooks uninstall {}",
            hook.name
        ))
        .fix(Cure::PutBack(Box::new(entry.clone()))),
        State::On if !entry.enabled => {
            Finding::new(Check::BackInFile, format!("'{}' is disabled, and yet in its file", hook.name))
                .effect("the hook runs")
                .cure(format!(
                    "claude-hooks doctor --fix takes it out; to keep it: claude-hooks enable {} --scope {}",
                    hook.name, entry.home.scope
                ))
                .fix(Cure::TakeOut(Box::new(entry.clone())))
        }
        State::On if hook.handler != entry.handler => {
            Finding::new(Check::EditedByHand, format!("'{}' was changed by hand", hook.name))
                .effect("the file counts; the registry remembers the configuration that was installed")
                .cure(format!("claude-hooks show {}", hook.name))
        }
        _ => return None,
    };
    Some(Finding { hook: Some(hook.name.clone()), ..finding.at(hook.file.clone(), hook.line()) })
}

fn projects_gone(stack: &Stack) -> Vec<Finding> {
    let gone: BTreeSet<&PathBuf> = stack
        .entries
        .iter()
        .filter_map(|entry| entry.home.project.as_ref())
        .filter(|dir| !dir.exists())
        .collect();
    gone.into_iter()
        .map(|dir| {
            Finding::new(
                Check::ProjectGone,
                format!("the registry has hooks of {}, which does not exist", dir.display()),
            )
            .effect("none")
            .cure("if the project moved, import its hooks there")
        })
        .collect()
}

/// Every settings file that we may have written, here or in another project.
fn our_files(paths: &Paths, stack: &Stack) -> BTreeSet<PathBuf> {
    let scopes = Scope::ALL.into_iter().flat_map(|scope| scope.files(paths));
    scopes.chain(stack.entries.iter().map(|entry| entry.home.file(paths))).collect()
}

fn leftovers(paths: &Paths, stack: &Stack) -> Vec<Finding> {
    let settings = our_files(paths, stack).into_iter().map(|path| (path, Dialect::Json));
    let all = settings.chain([(paths.registry(), Dialect::Jsonc)]);
    all.flat_map(|(path, dialect)| leftovers_of(paths, &path, dialect)).collect()
}

fn leftovers_of(paths: &Paths, path: &Path, dialect: Dialect) -> Vec<Finding> {
    let Ok(file) = TextFile::at(path, dialect, &paths.state().join("safety")) else { return Vec::new() };
    // Under the lock nothing of it is in use; if another process has the lock, it cleans up itself.
    let Ok(locked) = file.lock(Duration::ZERO) else { return Vec::new() };
    locked.file().leftovers().into_iter().map(|leftover| describe(path, &leftover)).collect()
}

fn describe(file: &Path, leftover: &Leftover) -> Finding {
    let name = leftover.path.display();
    let finding = match leftover.holds {
        Holds::NothingNew => {
            Finding::new(Check::StaleTemporary, format!("{name} was left by a killed process"))
                .effect("none; it holds nothing that is not elsewhere")
                .cure("claude-hooks doctor --fix deletes it")
                .fix(Cure::Sweep(file.to_owned()))
        }
        Holds::SomebodysText => {
            Finding::new(Check::SomebodysText, format!("{name} holds a text that another program wrote"))
                .effect("changes that it made to the settings may be missing from them")
                .cure("claude-hooks doctor --fix takes them in; or compare the two files by hand")
                .fix(Cure::TakeIn { file: file.to_owned(), from: leftover.path.clone() })
        }
        Holds::SafetyCopy => {
            Finding::new(Check::SafetyCopy, format!("{name} is a copy that a failed write left"))
                .effect("none")
                .cure("delete it when you have no more use for it")
        }
    };
    finding.at(leftover.path.clone(), None)
}
