//! `completions`: for the shells that people use.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Context, Verdict};
use crate::args::Cli;
use crate::problem::Problem;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude-hooks completions bash > ~/.local/share/bash-completion/completions/claude-hooks
  claude-hooks completions zsh > ~/.zfunc/_claude-hooks
  claude-hooks completions fish > ~/.config/fish/completions/claude-hooks.fish")]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

pub fn run(args: &Completions, context: &Context) -> Result<Verdict, Problem> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "claude-hooks", &mut script);
    context.printer.raw(&String::from_utf8_lossy(&script));
    Ok(Verdict::Good)
}
