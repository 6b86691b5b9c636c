//! `status`: how things stand, one line a scope.

use clap::Args;
use claude_hooks::doctor::{Severity, examine};
use claude_hooks::settings::{Scope, SettingsError, Standing};
use claude_hooks::stack::{Hook, Reach, SourceFile, Stack, State};

use super::{Context, Verdict};
use crate::args::Output;
use crate::problem::Problem;
use crate::shapes;
use crate::ui::{Table, plural};

/// Show how many hooks each settings file has and whether all is well
#[derive(Debug, Args)]
pub struct Status {
    #[command(flatten)]
    pub output: Output,
}

pub fn run(args: &Status, context: &Context) -> Result<Verdict, Problem> {
    let stack = Stack::read(&context.paths, Reach::Scopes);
    let findings = examine(&context.paths);
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let status = shapes::Status {
        scopes: stack.files.iter().filter_map(|file| scope_status(&stack, file)).collect(),
        registry: stack.registry_error.as_ref().map_or("ok".to_owned(), ToString::to_string),
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
    };
    if args.output.json {
        context.printer.json(&status);
        return Ok(Verdict::Good);
    }
    let mut table = Table::new(&["SCOPE", "HOOKS", "OURS", "OFF", "HEALTH", "FILE"], 4);
    for scope in &status.scopes {
        let count = |count: usize| count.to_string();
        let file = context.paths.short(scope.file.as_ref());
        let cells = [
            scope.scope.clone(),
            count(scope.hooks),
            count(scope.ours),
            count(scope.off),
            scope.health.clone(),
            file,
        ];
        table.row(&cells);
    }
    context.printer.data(table.render());
    if status.registry != "ok" {
        context.printer.warning(&status.registry);
    }
    if status.errors + status.warnings > 0 {
        let counts = [plural(status.errors, "error"), plural(status.warnings, "warning")].join(", ");
        context.printer.warning(&format!("{counts}: claude-hooks doctor says which"));
    }
    Ok(Verdict::Good)
}

fn scope_status(stack: &Stack, file: &SourceFile) -> Option<shapes::ScopeStatus> {
    let scope: Scope = file.source.scope()?;
    let here: Vec<&Hook> = stack.hooks.iter().filter(|hook| hook.file == file.path).collect();
    let count = |test: fn(&&&Hook) -> bool| here.iter().filter(test).count();
    let health = match (&file.content, file.verdict()) {
        (Err(SettingsError::Syntax { error, .. }), _) => {
            format!("{}:{}: {}", error.line, error.column, error.message)
        }
        (Err(error), _) => error.in_full(),
        (Ok(_), None) => "no file".to_owned(),
        (Ok(_), Some(verdict)) => match verdict.standing {
            Standing::Kept if verdict.faults.is_empty() => "ok".to_owned(),
            Standing::Kept if verdict.faults.len() == 1 => "1 entry dropped".to_owned(),
            Standing::Kept => format!("{} entries dropped", verdict.faults.len()),
            Standing::HooksLost => "Claude Code ignores its hooks".to_owned(),
            _ => "Claude Code drops the whole file".to_owned(),
        },
    };
    Some(shapes::ScopeStatus {
        scope: scope.name().to_owned(),
        file: file.path.display().to_string(),
        exists: file.exists(),
        hooks: count(|hook| hook.state == State::On),
        ours: count(|hook| hook.state == State::On && hook.is_ours()),
        off: count(|hook| hook.state == State::Off),
        health,
    })
}
