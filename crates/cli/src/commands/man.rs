//! `man`: the manual page, from the same table as the help.

use clap::{Args, CommandFactory as _};
use clap_mangen::Man as Page;

use super::{Context, Verdict};
use crate::args::Cli;
use crate::problem::{Kind, Problem};

/// Print the manual page, or that of one command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude-hooks man | man -l -
  claude-hooks man install | man -l -")]
pub struct Man {
    /// The command
    pub command: Option<String>,
}

pub fn run(args: &Man, context: &Context) -> Result<Verdict, Problem> {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let unknown = || Problem::new(Kind::Usage, format!("there is no command '{name}'"));
        let found = command.find_subcommand(name).ok_or_else(unknown)?;
        command = found.clone();
    }
    let mut page = Vec::new();
    Page::new(command)
        .render(&mut page)
        .map_err(|error| Problem::new(Kind::Bug, format!("cannot write the page: {error}")))?;
    context.printer.raw(&String::from_utf8_lossy(&page));
    Ok(Verdict::Good)
}
