//! `export`: hooks as a file.

use std::path::PathBuf;

use clap::Args;
use claude_hooks::agent;
use claude_hooks::manage;
use claude_hooks::settings::Scope;
use claude_hooks::stack::{Reach, Stack};

use super::{Context, Verdict};
use crate::args::ScopeArg;
use crate::problem::{Kind, Problem};
use crate::ui::plural;

/// Write hooks to a file that `import` reads
///
/// Every hook of the settings files is exported, with what the registry knows about it.
#[derive(Debug, Args)]
pub struct Export {
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only hooks of this settings file
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    /// Only hooks that claude-hooks installed
    #[arg(long)]
    pub ours: bool,
}

pub fn run(args: &Export, context: &Context) -> Result<Verdict, Problem> {
    let mut stack = Stack::read(&context.paths, Reach::Scopes);
    if let Some(error) = stack.registry_error.take() {
        return Err(error.into());
    }
    if let Some(at) = stack.files.iter().position(|file| file.content.is_err())
        && let Err(error) = stack.files.swap_remove(at).content
    {
        // An export with hooks missing would look whole.
        return Err(error.into());
    }
    let scopes = args.scope.map_or_else(|| Scope::ALL.to_vec(), |scope| vec![scope.into()]);
    let export = manage::export(&stack, &scopes, agent::version(&context.paths), args.ours);
    let text = serde_json::to_string_pretty(&export.to_json())
        .map_err(|error| Problem::new(Kind::Bug, format!("cannot write the export: {error}")))?;
    match &args.output {
        None => context.printer.data(text),
        Some(path) => {
            manage::write_export(&context.paths, path, &format!("{text}\n"))?;
            let count = plural(export.hooks.len(), "hook");
            context.printer.talk(format!("exported {count} to {}", path.display()));
        }
    }
    Ok(Verdict::Good)
}
