//! `list`: every hook there is.

use clap::Args;
use claude_hooks::settings::Scope;
use claude_hooks::stack::{Hook, Reach, Stack};

use super::{Context, Verdict};
use crate::args::{Output, ScopeArg};
use crate::problem::Problem;
use crate::shapes;
use crate::ui::Table;

/// List hooks, ours or not, with their place
#[derive(Debug, Args)]
pub struct List {
    /// Only hooks of this event
    #[arg(long)]
    pub event: Option<String>,
    /// Only hooks of this settings file
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    /// Also the hooks of the managed policy and of plugins
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub output: Output,
}

pub fn run(args: &List, context: &Context) -> Result<Verdict, Problem> {
    let reach = if args.all { Reach::All } else { Reach::Scopes };
    let stack = Stack::read(&context.paths, reach);
    let scope = args.scope.map(Scope::from);
    let wanted = |hook: &&Hook| {
        args.event.as_ref().is_none_or(|event| hook.event == *event)
            && (scope.is_none() || hook.source.scope() == scope)
    };
    let hooks: Vec<&Hook> = stack.hooks.iter().filter(wanted).collect();
    if args.output.json {
        let hooks = hooks.into_iter().map(shapes::HookShape::of).collect();
        context.printer.json(&shapes::List { hooks, errors: errors(&stack, context) });
        return Ok(Verdict::Good);
    }
    if hooks.is_empty() {
        context.printer.talk("no hooks");
    } else {
        context.printer.data(table(context, &hooks).render());
    }
    for error in errors(&stack, context) {
        context.printer.warning(&error.message);
    }
    // The process ends here: taking a thousand hooks apart first would only cost time.
    std::mem::forget(stack);
    Ok(Verdict::Good)
}

fn errors(stack: &Stack, context: &Context) -> Vec<shapes::FileError> {
    let files = stack.unreadable().filter_map(|file| {
        let message = file.content.as_ref().err()?.in_full();
        Some(shapes::FileError { file: file.path.display().to_string(), message })
    });
    let registry = stack.registry_error.as_ref().map(|error| shapes::FileError {
        file: context.paths.registry().display().to_string(),
        message: error.to_string(),
    });
    files.chain(registry).collect()
}

/// The table of hooks; a number in front where people pick by number.
pub fn table(context: &Context, hooks: &[&Hook]) -> Table {
    let headings = ["NAME", "EVENT", "MATCHER", "TYPE", "COMMAND", "SCOPE", "OURS", "STATE", "PLACE"];
    let mut table = Table::new(&headings, 4);
    for hook in hooks {
        table.row(&cells(context, hook));
    }
    table
}

pub fn cells(context: &Context, hook: &Hook) -> Vec<String> {
    let place = match hook.line() {
        Some(line) => format!("{}:{line}", context.paths.short(&hook.file)),
        None => context.paths.short(&hook.file),
    };
    vec![
        hook.name.clone(),
        hook.event.clone(),
        if hook.matcher.is_empty() { "-".to_owned() } else { hook.matcher.clone() },
        hook.handler.type_name().to_owned(),
        hook.handler.subject(),
        hook.source.name().to_owned(),
        if hook.is_ours() { "yes" } else { "no" }.to_owned(),
        shapes::state(hook).to_owned(),
        place,
    ]
}
