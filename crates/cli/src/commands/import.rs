//! `import`: hooks from a file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use claude_hooks::manage::{self, ImportRequest, ManageError};
use claude_hooks::settings::Scope;

use super::uninstall::force;
use super::{Context, Verdict};
use crate::args::{Change, ScopeArg};
use crate::problem::Problem;
use crate::shapes;

/// Install the hooks of an export file
///
/// All of them or none. Comments and trailing commas in the file are fine.
#[derive(Debug, Args)]
pub struct Import {
    /// The export file
    pub file: PathBuf,
    /// What to do with a hook that is there with another configuration
    #[arg(long, value_name = "WHAT", default_value = "error")]
    pub on_conflict: OnConflict,
    /// With --on-conflict replace: also hooks that claude-hooks did not install
    #[arg(long)]
    pub force: bool,
    /// All of them into this settings file [default: each where it came from]
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    #[command(flatten)]
    pub change: Change,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum OnConflict {
    /// Import nothing
    Error,
    /// Leave what is there
    Skip,
    /// Put the imported one in its place
    Replace,
}

pub fn run(args: &Import, context: &Context) -> Result<Verdict, Problem> {
    let export = manage::Export::read(&args.file)?;
    let on_conflict = match args.on_conflict {
        OnConflict::Error => manage::OnConflict::Error,
        OnConflict::Skip => manage::OnConflict::Skip,
        OnConflict::Replace => manage::OnConflict::Replace,
    };
    let request =
        ImportRequest { export, scope: args.scope.map(Scope::from), on_conflict, force: force(args.force) };
    let done = manage::import(&context.paths, &request, args.change.mode());
    let done = done.map_err(|error| which_of(&args.file, error))?;
    let imported = &done.value;
    if args.change.output.json {
        context.printer.json(&shapes::Import {
            added: imported.added.clone(),
            replaced: imported.replaced.clone(),
            skipped: imported.skipped.clone(),
            unchanged: imported.unchanged.clone(),
            dry_run: args.change.dry_run,
            changes: shapes::FileChange::all(&context.paths, &done.diffs),
        });
        return Ok(Verdict::Good);
    }
    if args.change.dry_run {
        context.show_diffs(&done.diffs);
        return Ok(Verdict::Good);
    }
    for (what, names) in [
        ("imported", &imported.added),
        ("replaced", &imported.replaced),
        ("left as it was", &imported.skipped),
        ("already there", &imported.unchanged),
    ] {
        names.iter().for_each(|name| context.printer.data(format!("{what}: {name}")));
    }
    Ok(Verdict::Good)
}

/// An import has many hooks: the one that is not accepted is named.
fn which_of(file: &Path, error: ManageError) -> Problem {
    let hint = match &error {
        ManageError::NotAccepted { identity, .. } => Some(format!("in {}: {identity}", file.display())),
        _ => None,
    };
    hint.into_iter().fold(error.into(), Problem::hint)
}
