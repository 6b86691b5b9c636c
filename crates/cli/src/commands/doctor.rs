//! `doctor`: everything that is silently wrong.

use anstyle::{AnsiColor, Style};
use clap::Args;
use claude_hooks::doctor::{Cure, Finding, Severity, cure, examine};
use claude_hooks::manage::Mode;
use claude_hooks::stack::{Reach, Stack};

use super::{Context, Verdict};
use crate::args::Output;
use crate::problem::Problem;
use crate::shapes;
use crate::ui::{plain, plural, unified};

/// How often curing may uncover something new.
const ROUNDS: usize = 4;

/// Find everything that is silently wrong with hooks, and cure it
///
/// Each finding says where, what happens because of it, and what to do. Exits 1 on any error or
/// warning. --fix does the safe cures on what claude-hooks installed, each shown as a diff first;
/// what was there before is kept for undoing.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Do the safe cures
    #[arg(long)]
    pub fix: bool,
    /// With --fix: also change entries that claude-hooks did not install
    #[arg(long, requires = "fix")]
    pub force: bool,
    /// With --fix: show what would change, and change nothing
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
    #[command(flatten)]
    pub output: Output,
}

pub fn run(args: &Doctor, context: &Context) -> Result<Verdict, Problem> {
    let mut findings = examine(&context.paths);
    let mut fixed = Vec::new();
    if args.fix {
        for _ in 0..if args.dry_run { 1 } else { ROUNDS } {
            let done = fix(args, context, &findings);
            let progress = done.iter().any(|fix| fix.done);
            fixed.extend(done);
            if args.dry_run || !progress {
                break;
            }
            findings = examine(&context.paths);
        }
    }
    if args.output.json {
        let shown = findings.iter().map(shapes::FindingShape::of).collect();
        context.printer.json(&shapes::Doctor { findings: shown, fixed });
    } else {
        findings.iter().for_each(|finding| print(context, finding));
        summary(context, &findings);
    }
    let bad = findings.iter().any(|finding| finding.severity != Severity::Note);
    Ok(if bad { Verdict::Negative } else { Verdict::Good })
}

fn fix(args: &Doctor, context: &Context, findings: &[Finding]) -> Vec<shapes::FixShape> {
    let mut done = Vec::new();
    let mut tried: Vec<&Cure> = Vec::new();
    // From the end, so that taking out an entry does not move those that are still to go.
    for finding in findings.iter().rev().filter(|finding| finding.is_safe_to_fix() || args.force) {
        let Some(remedy) = finding.fix.as_ref().filter(|remedy| !tried.contains(remedy)) else { continue };
        tried.push(remedy);
        let shown = cure(&context.paths, remedy, Mode::DryRun);
        if let (Ok(shown), false) = (&shown, args.output.json) {
            shown.diffs.iter().for_each(|diff| context.printer.data(unified(&context.paths, diff)));
        }
        let result = if args.dry_run { shown } else { cure(&context.paths, remedy, Mode::Apply) };
        let code = finding.check.code().to_owned();
        let shape = match result {
            Ok(fixed) => shapes::FixShape {
                code,
                message: fixed.what,
                done: !args.dry_run,
                changes: shapes::FileChange::all(&context.paths, &fixed.diffs),
                undo: fixed.undo.map(|path| path.display().to_string()),
            },
            Err(error) => shapes::FixShape {
                code,
                // With its hints: they name the safety copy, if one was left.
                message: Problem::from(error).in_one_line(),
                done: false,
                changes: Vec::new(),
                undo: None,
            },
        };
        if !args.output.json {
            report(args, context, &shape);
        }
        done.push(shape);
    }
    done
}

fn report(args: &Doctor, context: &Context, fix: &shapes::FixShape) {
    let word = match (fix.done, args.dry_run) {
        (true, _) => "fixed",
        (false, true) => "would fix",
        (false, false) => "not fixed",
    };
    context.printer.data(format!("{word} ({}): {}", fix.code, fix.message));
    if let Some(undo) = &fix.undo {
        context.printer.data(format!("  the text from before: {undo}"));
    }
}

fn print(context: &Context, finding: &Finding) {
    let style = match finding.severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Note => Style::new().bold(),
    };
    let unnamed = finding.hook.as_ref().filter(|name| !finding.what.contains(&format!("'{name}'")));
    let hook = unnamed.map(|name| format!(" ({name})")).unwrap_or_default();
    let code = finding.check.code();
    context.printer.data(format!(
        "{style}{}[{code}]{style:#}: {}{hook}",
        finding.severity.name(),
        plain(&finding.what)
    ));
    if let Some(file) = &finding.file {
        let place = [finding.line, finding.column].into_iter().map_while(|at| at).map(|at| format!(":{at}"));
        context.printer.data(format!("  --> {}{}", context.paths.short(file), place.collect::<String>()));
    }
    context.printer.data(format!("  effect: {}", plain(&finding.effect)));
    context.printer.data(format!("  cure:   {}", plain(&finding.cure)));
}

fn summary(context: &Context, findings: &[Finding]) {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings, notes) = (count(Severity::Error), count(Severity::Warning), count(Severity::Note));
    if errors + warnings + notes == 0 {
        let hooks = Stack::read(&context.paths, Reach::All).hooks.len();
        return context.printer.data(format!("all is well ({})", plural(hooks, "hook")));
    }
    let parts = [plural(errors, "error"), plural(warnings, "warning"), plural(notes, "note")];
    context.printer.data(parts.join(", "));
}
