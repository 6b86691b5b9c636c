//! `claude-hooks`: what was typed → what is meant → the library → what people read.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod problem;
mod shapes;
mod ui;

use std::process::ExitCode;

use claude_hooks::Paths;

use crate::args::Cli;
use crate::commands::{Context, Verdict};
use crate::problem::{Kind, Problem};
use crate::ui::Printer;

/// musl's own allocator gives memory back to the system at every turn, which costs a short-lived
/// process more than its work does.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let printer = Printer;
    match run(printer) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Negative) => ExitCode::from(1),
        Err(problem) => {
            problem.print(printer);
            problem.exit_code()
        }
    }
}

fn run(printer: Printer) -> Result<Verdict, Problem> {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => return Problem::from_clap(&error),
    };
    let mut paths = Paths::from_env()?;
    if let Some(project) = &cli.project_dir {
        if !project.is_dir() {
            let message = format!("there is no project folder {}", project.display());
            return Err(Problem::new(Kind::NoInput, message));
        }
        paths = paths.with_project(project);
    }
    commands::run(&cli.command, &Context { paths, printer })
}
