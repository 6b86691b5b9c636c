//! `uninstall`: a hook out of its settings file.

use clap::Args;
use claude_hooks::Event;
use claude_hooks::manage::{Force, Which, uninstall};
use claude_hooks::registry::Identity;
use claude_hooks::settings::Scope;

use super::install::line;
use super::{Context, Verdict};
use crate::args::{Change, ScopeArg};
use crate::problem::{Kind, Problem};
use crate::shapes;
use crate::ui::plain;

/// Take a hook out of its settings file
///
/// By name, or by what it is: event, matcher and command. Only hooks that claude-hooks installed are
/// taken out, others with --force. A group or event that was made for the hook goes with it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude-hooks uninstall notify
  claude-hooks uninstall --event Stop -- ~/.claude/hooks/notify.sh --sound")]
pub struct Uninstall {
    /// The hook's name
    #[arg(conflicts_with_all = ["event", "command"])]
    pub name: Option<String>,
    /// Its event
    #[arg(long)]
    pub event: Option<Event>,
    /// Its matcher
    #[arg(long, default_value = "", hide_default_value = true, requires = "event")]
    pub matcher: String,
    /// Its type
    #[arg(long = "type", value_name = "TYPE", default_value = "command", requires = "event",
          value_parser = ["command", "http", "mcp_tool", "prompt", "agent"])]
    pub kind: String,
    /// Which settings file [default: user; with a name: wherever it is]
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    /// Also a hook that claude-hooks did not install
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub change: Change,
    /// Its command, behind `--`; for other types the URL, server/tool or prompt
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

pub fn run(args: &Uninstall, context: &Context) -> Result<Verdict, Problem> {
    let which = which(args)?;
    let done = uninstall(&context.paths, &which, force(args.force), args.change.mode())?;
    let gone = &done.value;
    if args.change.output.json {
        context.printer.json(&shapes::Change {
            result: "uninstalled".to_owned(),
            name: gone.name.clone(),
            dry_run: args.change.dry_run,
            changes: shapes::FileChange::all(&context.paths, &done.diffs),
            warnings: Vec::new(),
        });
    } else if args.change.dry_run {
        context.show_diffs(&done.diffs);
    } else {
        context.printer.data(plain(&format!("uninstalled {} ({})", gone.name, gone.identity)));
    }
    Ok(Verdict::Good)
}

/// Whether hooks of others may be changed.
pub fn force(force: bool) -> Force {
    if force { Force::Yes } else { Force::No }
}

fn which(args: &Uninstall) -> Result<Which, Problem> {
    if let Some(name) = &args.name {
        return Ok(Which::Name(name.clone(), args.scope.map(Scope::from)));
    }
    let (Some(event), false) = (args.event, args.command.is_empty()) else {
        return Err(Problem::new(
            Kind::Usage,
            "which hook? give its name, or --event and its command behind --",
        )
        .hint("claude-hooks list shows all names"));
    };
    let identity = Identity {
        event: event.name().to_owned(),
        matcher: args.matcher.clone(),
        kind: args.kind.clone(),
        command: line(&args.command),
    };
    Ok(Which::Identity(identity, args.scope.map_or(Scope::User, Scope::from)))
}
