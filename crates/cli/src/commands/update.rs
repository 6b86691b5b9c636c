//! `update`: other configuration for a hook.

use clap::Args;
use claude_hooks::manage::{Mode, update};
use claude_hooks::registry::Entry;
use claude_hooks::settings::{Handler, Scope};

use super::handler::HandlerFlags;
use super::install::Remarks;
use super::uninstall::force;
use super::{Context, Verdict};
use crate::args::{Change, ScopeArg, hook_name};
use crate::problem::Problem;
use crate::shapes;

/// Change the configuration of a hook
///
/// What makes it the hook it is (event, matcher, type and command) cannot be changed: uninstall it
/// and install the other.
#[derive(Debug, Args)]
pub struct Update {
    /// The hook's name
    pub name: String,
    /// Only in this settings file
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    /// Another name
    #[arg(long = "name", value_name = "NAME", value_parser = hook_name)]
    pub rename: Option<String>,
    /// Take a field out (repeatable)
    #[arg(long, value_name = "FIELD")]
    pub unset: Vec<String>,
    /// Also a hook that claude-hooks did not install
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub handler: HandlerFlags,
    #[command(flatten)]
    pub remarks: Remarks,
    #[command(flatten)]
    pub change: Change,
}

pub fn run(args: &Update, context: &Context) -> Result<Verdict, Problem> {
    let custom = args.remarks.custom()?;
    // The flags themselves may be wrong: find out before anything is locked.
    args.handler.apply(&mut Handler::command(""))?;
    let configure = |handler: &mut Handler| {
        let _ = args.handler.apply(handler);
        args.unset.iter().for_each(|field| handler.unset(field));
    };
    let change = |entry: &mut Entry| {
        configure(&mut entry.handler);
        let remarks = &mut entry.metadata;
        let set = |field: &mut Option<String>, value: &Option<String>| {
            if value.is_some() {
                field.clone_from(value);
            }
        };
        set(&mut remarks.description, &args.remarks.description);
        set(&mut remarks.reason, &args.remarks.reason);
        set(&mut remarks.installed_by, &args.remarks.installed_by);
        remarks.optional |= args.remarks.optional;
        remarks.custom.extend(custom.clone());
        if let Some(name) = &args.rename {
            entry.name.clone_from(name);
        }
    };
    let target = (args.name.as_str(), args.scope.map(Scope::from));
    let done = update(&context.paths, target, change, force(args.force), args.change.mode())?;
    let changed = !done.value.fields.is_empty() || done.value.remarks;
    if args.change.output.json {
        context.printer.json(&shapes::Change {
            result: if changed { "updated" } else { "unchanged" }.to_owned(),
            name: done.value.name.clone(),
            dry_run: args.change.dry_run,
            changes: shapes::FileChange::all(&context.paths, &done.diffs),
            warnings: Vec::new(),
        });
    } else if args.change.mode() == Mode::DryRun {
        context.show_diffs(&done.diffs);
    } else if changed {
        context.printer.data(format!("updated {}", done.value.name));
        for (field, before, after) in &done.value.fields {
            context.printer.data(format!("  {field}: {before} -> {after}"));
        }
    } else {
        context.printer.data(format!("{} is already so", done.value.name));
    }
    Ok(Verdict::Good)
}
