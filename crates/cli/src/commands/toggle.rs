//! `enable` and `disable` for good: in and out of the settings file, remembered
//! in the registry.

use clap::Args;
use claude_hooks::manage::{Toggle, toggle};
use claude_hooks::settings::Scope;

use super::uninstall::force;
use super::{Context, Verdict};
use crate::args::{Change, ScopeArg};
use crate::problem::{Kind, Problem};
use crate::shapes;

/// Put a disabled hook back into its settings file
#[derive(Debug, Args)]
pub struct Enable {
    #[command(flatten)]
    pub target: Target,
}

/// Take a hook out of its settings file but remember it
///
/// `enable` puts it back as it was.
#[derive(Debug, Args)]
pub struct Disable {
    #[command(flatten)]
    pub target: Target,
}

#[derive(Debug, Args)]
pub struct Target {
    /// The hook's name
    pub name: Option<String>,
    /// For good, in this settings file
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    /// Also a hook that claude-hooks did not install
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub change: Change,
}

pub fn enable(args: &Enable, context: &Context) -> Result<Verdict, Problem> {
    run(&args.target, Toggle::Enable, context)
}

pub fn disable(args: &Disable, context: &Context) -> Result<Verdict, Problem> {
    run(&args.target, Toggle::Disable, context)
}

fn run(args: &Target, way: Toggle, context: &Context) -> Result<Verdict, Problem> {
    let (verb, did, gerund) = match way {
        Toggle::Enable => ("enable", "enabled", "enabling"),
        Toggle::Disable => ("disable", "disabled", "disabling"),
    };
    let Some(name) = &args.name else {
        return Err(Problem::new(Kind::Usage, format!("which hook? claude-hooks {verb} NAME --scope user"))
            .hint("claude-hooks list shows all names"));
    };
    let Some(scope) = args.scope.map(Scope::from) else {
        return Err(Problem::new(
            Kind::Usage,
            format!("{gerund} a hook for one session is not supported yet"),
        )
        .hint(format!(
            "for good, in a settings file: claude-hooks {verb} {name} --scope user|project|local"
        )));
    };
    let done = toggle(&context.paths, (name, scope), way, force(args.force), args.change.mode())?;
    let changed = done.value.changed;
    if args.change.output.json {
        context.printer.json(&shapes::Change {
            result: if changed { did } else { "unchanged" }.to_owned(),
            name: done.value.name.clone(),
            dry_run: args.change.dry_run,
            changes: shapes::FileChange::all(&context.paths, &done.diffs),
            warnings: Vec::new(),
        });
    } else if args.change.dry_run {
        context.show_diffs(&done.diffs);
    } else if changed {
        context.printer.data(format!("{did} {name} in the {scope} settings"));
    } else {
        context.printer.data(format!("{name} is already {did} in the {scope} settings"));
    }
    Ok(Verdict::Good)
}
