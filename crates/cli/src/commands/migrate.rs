//! `migrate`: hooks from one settings file to another.

use std::io::{BufRead as _, IsTerminal as _};

use clap::Args;
use claude_hooks::manage::{MigrateRequest, migrate};
use claude_hooks::settings::Scope;
use claude_hooks::stack::{Hook, Reach, Source, Stack};

use super::list::cells;
use super::uninstall::force;
use super::{Context, Verdict};
use crate::args::{Change, ScopeArg};
use crate::problem::{Kind, Problem};
use crate::shapes;
use crate::ui::Table;

/// Move hooks from one settings file to another
///
/// Without names or numbers the hooks of the first file are listed with their numbers, and asked for
/// when there is a terminal. A moving hook is always in at least one of the two files.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude-hooks migrate --from user --to project
  claude-hooks migrate --from user --to project 1 3
  claude-hooks migrate --from local --to user notify")]
pub struct Migrate {
    /// The settings file they are in
    #[arg(long)]
    pub from: ScopeArg,
    /// The settings file they go to
    #[arg(long)]
    pub to: ScopeArg,
    /// Overwrite what is there, and move hooks that claude-hooks did not install
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub change: Change,
    /// Names, or numbers from the list
    #[arg(value_name = "NAME|NUMBER")]
    pub hooks: Vec<String>,
}

pub fn run(args: &Migrate, context: &Context) -> Result<Verdict, Problem> {
    let (from, to) = (Scope::from(args.from), Scope::from(args.to));
    if from == to {
        return Err(Problem::new(Kind::Usage, format!("--from and --to are both {from}")));
    }
    if from.file(&context.paths) == to.file(&context.paths) {
        return Err(Problem::new(Kind::Usage, format!("here the {from} and {to} settings are one file")));
    }
    let mut hooks = args.hooks.clone();
    if hooks.is_empty() {
        hooks = ask(context, from)?;
    }
    if hooks.is_empty() {
        return Ok(Verdict::Good);
    }
    let request = MigrateRequest { from, to, hooks, force: force(args.force) };
    let done = migrate(&context.paths, &request, args.change.mode())?;
    if args.change.output.json {
        context.printer.json(&shapes::Migrate {
            moved: done.value.names.clone(),
            from: from.name().to_owned(),
            to: to.name().to_owned(),
            dry_run: args.change.dry_run,
            changes: shapes::FileChange::all(&context.paths, &done.diffs),
        });
    } else if args.change.dry_run {
        context.show_diffs(&done.diffs);
    } else {
        done.value
            .names
            .iter()
            .for_each(|name| context.printer.data(format!("moved {name} from {from} to {to}")));
    }
    Ok(Verdict::Good)
}

/// Shows the numbered list and, at a terminal, asks.
fn ask(context: &Context, from: Scope) -> Result<Vec<String>, Problem> {
    let stack = Stack::read(&context.paths, Reach::Scopes);
    let listed: Vec<&Hook> = stack.hooks.iter().filter(|hook| hook.source == Source::Scope(from)).collect();
    if listed.is_empty() {
        context.printer.talk(format!("no hooks in the {from} settings"));
        return Ok(Vec::new());
    }
    let mut table = Table::new(&["#", "NAME", "EVENT", "MATCHER", "TYPE", "COMMAND", "OURS", "STATE"], 5);
    for (at, hook) in listed.iter().enumerate() {
        let mut row = cells(context, hook);
        row.truncate(8);
        row.remove(5);
        row.insert(0, (at + 1).to_string());
        table.row(&row);
    }
    context.printer.data(table.render());
    if !std::io::stdin().is_terminal() {
        context.printer.hint("pick by name or number: claude-hooks migrate --from … --to … 1 3");
        return Ok(Vec::new());
    }
    context.printer.talk("Which? Names or numbers, separated by blanks; nothing to stop:");
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(|error| Problem::new(Kind::Io, format!("cannot read the answer: {error}")))?;
    Ok(line.split([' ', ',', '\t', '\n', '\r']).filter(|word| !word.is_empty()).map(str::to_owned).collect())
}
