//! What the client makes of each file, and what is in force for all of them.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

use super::finding::{Check, Cure, Finding};
use crate::event::Event;
use crate::paths::Paths;
use crate::settings::{Cost, Document, Fault, Node, SettingsError, Step};
use crate::stack::{Source, SourceFile, Stack};

pub(super) fn check(paths: &Paths, stack: &Stack) -> Vec<Finding> {
    let mut findings: Vec<Finding> = stack.files.iter().flat_map(|file| check_file(stack, file)).collect();
    findings.extend(stack.files.iter().filter_map(permissions));
    findings.extend(all_disabled(stack));
    findings.extend(managed_only(stack));
    findings.extend(stack.files.iter().filter_map(|file| shell_prefix(paths, file)));
    findings
}

fn check_file(stack: &Stack, file: &SourceFile) -> Vec<Finding> {
    let snapshot = match &file.content {
        Ok(snapshot) => snapshot,
        Err(error) => return vec![unreadable(file, error)],
    };
    let Some(verdict) = file.verdict() else { return Vec::new() };
    let mut findings: Vec<Finding> =
        verdict.faults.iter().map(|fault| describe(stack, file, fault)).collect();
    findings.extend(shadowed(file, &snapshot.document));
    if !snapshot.encoding.editable() {
        findings.push(
            Finding::new(Check::Encoding, "the file is not in UTF-8")
                .effect("Claude Code reads it; claude-hooks reads it and never edits it")
                .cure("save it as UTF-8")
                .at(file.path.clone(), None),
        );
    }
    findings
}

fn unreadable(file: &SourceFile, error: &SettingsError) -> Finding {
    match error {
        SettingsError::Syntax { error, .. } => {
            let finding = Finding::new(Check::DroppedFile, format!("this is not JSON: {}", error.message))
                .effect(lost(&file.source))
                .cure("mend the file; JSON has no comments and no trailing commas")
                .at(file.path.clone(), Some(error.line));
            Finding { column: Some(error.column), ..finding }
        }
        other => Finding::new(Check::UnreadableFile, other.in_full())
            .effect(lost(&file.source))
            .cure("make the file readable")
            .at(file.path.clone(), None),
    }
}

fn lost(source: &Source) -> &'static str {
    match source {
        Source::Scope(_) => {
            "Claude Code silently drops the whole file: every hook, permission and setting in it"
        }
        Source::Managed => "Claude Code refuses to start",
        Source::Plugin(_) => "Claude Code loads none of these hooks",
    }
}

fn describe(stack: &Stack, file: &SourceFile, fault: &Fault) -> Finding {
    let (check, effect) = match fault.cost {
        Cost::File => (Check::DroppedFile, lost(&file.source)),
        Cost::Start => (Check::RefusedStart, "Claude Code refuses to start"),
        Cost::Hooks => (Check::LostHooks, "Claude Code ignores every hook of this file"),
        Cost::Event if fault.event.as_deref().is_some_and(|name| Event::parse(name).is_none()) => {
            (Check::UnknownEvent, "Claude Code ignores the hooks under it")
        }
        Cost::Event => (Check::DroppedEntry, "Claude Code ignores the hooks of this event"),
        Cost::Entry => (Check::DroppedEntry, "Claude Code drops this entry; the others run"),
        Cost::Key => (Check::IgnoredKey, "Claude Code ignores this setting"),
    };
    let fix = fix_for(stack, file, fault, check);
    let cure = match &fix {
        Some(Cure::RenameEvent { to, .. }) => format!("rename it to {to} (doctor --fix --force does)"),
        Some(Cure::RemoveEntry { ours: true, .. }) => {
            "mend the entry, or let doctor --fix put back what was installed".to_owned()
        }
        Some(Cure::RemoveEntry { .. }) => "mend the entry, or let doctor --fix --force remove it".to_owned(),
        _ => "mend the file".to_owned(),
    };
    let finding = Finding::new(check, fault.to_string())
        .effect(effect)
        .cure(cure)
        .at(file.path.clone(), Some(fault.line));
    Finding { column: Some(fault.column), fix, ..finding }
}

fn fix_for(stack: &Stack, file: &SourceFile, fault: &Fault, check: Check) -> Option<Cure> {
    file.source.scope()?;
    let event = fault.event.clone()?;
    let path = file.path.clone();
    if check == Check::UnknownEvent {
        let to = Event::nearest(&event)?.name().to_owned();
        let taken = file.document()?.at(&[Step::Key("hooks"), Step::Key(&to)]).is_some();
        let under = || stack.hooks.iter().filter(|hook| hook.file == path && hook.event == event);
        let ours = under().next().is_some() && under().all(crate::stack::Hook::is_ours);
        return (!taken).then_some(Cure::RenameEvent { file: path, from: event, to, ours });
    }
    let (group, handler) = (fault.group?, fault.handler);
    let ours = stack.hooks.iter().any(|hook| {
        let here =
            hook.place.as_ref().is_some_and(|place| Some(place.index) == handler && place.group == group);
        hook.is_ours() && hook.file == path && hook.event == event && here
    });
    let entry = file.document()?.at(&entry_steps(&event, group, handler))?.to_json();
    Some(Cure::RemoveEntry { file: path, event, group, handler, entry, ours })
}

/// The way to a group of an event, or to one handler of it.
pub(super) fn entry_steps(event: &str, group: usize, handler: Option<usize>) -> Vec<Step<'_>> {
    let group = [Step::Key("hooks"), Step::Key(event), Step::Index(group)];
    let handler = handler.map(|handler| [Step::Key("hooks"), Step::Index(handler)]);
    group.into_iter().chain(handler.into_iter().flatten()).collect()
}

/// Of equal keys the client reads the last, and the others are gone with everything in them.
fn shadowed(file: &SourceFile, document: &Document) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut nodes: Vec<&Node> = document.root().into_iter().collect();
    while let Some(node) = nodes.pop() {
        let members = node.members();
        for (at, member) in members.iter().enumerate() {
            nodes.push(&member.value);
            let Some(last) = members[at + 1..].iter().rfind(|other| other.key == member.key) else {
                continue;
            };
            let (line, column) = document.position(member.key_span.start);
            let what = format!(
                "'{}' is there again on line {}",
                member.key,
                document.position(last.key_span.start).0
            );
            let finding = Finding::new(Check::IgnoredKey, what)
                .effect("Claude Code reads the last one only; this one is lost with everything in it")
                .cure("bring the two together")
                .at(file.path.clone(), Some(line));
            findings.push(Finding { column: Some(column), ..finding });
        }
        nodes.extend(node.elements());
    }
    findings
}

/// A settings file that anybody can change is a way to run commands as its owner.
fn permissions(file: &SourceFile) -> Option<Finding> {
    file.source.scope()?;
    let mode = std::fs::metadata(&file.path).ok()?.permissions().mode();
    (mode & 0o002 != 0).then(|| {
        Finding::new(
            Check::Permissions,
            format!("everybody can change this file (mode {:04o})", mode & 0o7777),
        )
        .effect("any user of this machine can make Claude Code run a command as you")
        .cure("chmod o-w the file; doctor --fix does")
        .fix(Cure::Restrict(file.path.clone()))
        .at(file.path.clone(), None)
    })
}

fn all_disabled(stack: &Stack) -> Option<Finding> {
    let (file, line) = stack.all_disabled()?;
    let all = file.source == Source::Managed;
    let effect = if all { "no hook runs" } else { "no hook runs but those of the managed policy" };
    let finding = Finding::new(Check::AllDisabled, "'disableAllHooks' is true")
        .effect(effect)
        .cure("take it out, or set it to false in a file that counts more (local over project over user)")
        .at(file.path.clone(), Some(line));
    Some(finding)
}

fn managed_only(stack: &Stack) -> Option<Finding> {
    let managed = stack.files.iter().filter(|file| file.source == Source::Managed);
    let (file, _, line) = managed
        .filter_map(|file| file.setting("allowManagedHooksOnly").map(|(value, line)| (file, value, line)))
        // Anything but false counts as true there.
        .find(|(_, value, _)| !matches!(value, Value::Bool(false) | Value::Null))?;
    Some(
        Finding::new(Check::ManagedOnly, "the organisation allows its own hooks only")
            .effect("hooks of user, project, local and plugins do not run")
            .cure("ask who manages the policy")
            .at(file.path.clone(), Some(line)),
    )
}

fn shell_prefix(paths: &Paths, file: &SourceFile) -> Option<Finding> {
    let document = file.document()?;
    let node = document.at(&[Step::Key("env"), Step::Key("CLAUDE_CODE_SHELL_PREFIX")])?;
    let prefix = node.as_str().filter(|prefix| !prefix.is_empty())?;
    let line = document.position(node.span.start).0;
    let program = prefix.split_whitespace().next().unwrap_or(prefix);
    let found = |program: &str| {
        let path = Path::new(program);
        if program.contains('/') {
            path.exists()
        } else {
            paths.search().iter().any(|dir| dir.join(path).exists())
        }
    };
    let finding = if found(prefix) {
        return None;
    } else if found(program) {
        Finding::new(Check::ShellPrefix, format!("the shell prefix '{prefix}' has arguments"))
            .effect("stdio MCP servers do not start: the client takes the whole prefix for one program")
            .cure("point it at a script without arguments")
    } else {
        Finding::new(Check::ShellPrefix, format!("the shell prefix '{prefix}' does not exist"))
            .effect("every Bash call and every shell-form hook fails")
            .cure("take CLAUDE_CODE_SHELL_PREFIX out of 'env', or put the program there")
    };
    Some(finding.at(file.path.clone(), Some(line)))
}
