//! One file per verb: what was typed goes to the library, what comes back to the
//! printer.

pub mod completions;
pub mod diff;
pub mod doctor;
pub mod export;
pub mod handler;
pub mod import;
pub mod install;
pub mod list;
pub mod man;
pub mod migrate;
pub mod schema;
pub mod show;
pub mod status;
pub mod toggle;
pub mod tour;
pub mod uninstall;
pub mod update;

use claude_hooks::Paths;
use claude_hooks::manage::FileDiff;
use claude_hooks::settings::{Scope, Standing};
use claude_hooks::stack::SourceFile;

use crate::args::Command;
use crate::problem::Problem;
use crate::ui::{Printer, unified};

/// What every command needs.
pub struct Context {
    pub paths: Paths,
    pub printer: Printer,
}

/// How a command ended when nothing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// Looked, and the answer is no: exit code 1.
    Negative,
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> Result<Verdict, Problem> {
    match command {
        Command::Install(args) => install::run(args, context),
        Command::Uninstall(args) => uninstall::run(args, context),
        Command::List(args) => list::run(args, context),
        Command::Show(args) => show::run(args, context),
        Command::Update(args) => update::run(args, context),
        Command::Enable(args) => toggle::enable(args, context),
        Command::Disable(args) => toggle::disable(args, context),
        Command::Status(args) => status::run(args, context),
        Command::Diff(args) => diff::run(args, context),
        Command::Export(args) => export::run(args, context),
        Command::Import(args) => import::run(args, context),
        Command::Migrate(args) => migrate::run(args, context),
        Command::Doctor(args) => doctor::run(args, context),
        Command::Tour(args) => tour::run(args, context),
        Command::Completions(args) => completions::run(args, context),
        Command::Man(args) => man::run(args, context),
        Command::Schema(args) => schema::run(args, context),
    }
}

impl Context {
    /// Shows what would change.
    pub fn show_diffs(&self, diffs: &[FileDiff]) {
        for diff in diffs {
            self.printer.data(unified(&self.paths, diff));
        }
        if diffs.is_empty() {
            self.printer.data("nothing would change");
        }
    }

    /// Warns about a file that the client drops: what was just written there has no effect.
    pub fn file_warnings(&self, scope: Scope) -> Vec<String> {
        let file = SourceFile::of_scope(&self.paths, scope);
        let Some(verdict) = file.verdict().filter(|verdict| verdict.standing != Standing::Kept) else {
            return Vec::new();
        };
        let fault = verdict.faults.first();
        let place = fault.map(|fault| format!(":{}: {fault}", fault.line)).unwrap_or_default();
        let short = self.paths.short(&file.path);
        vec![format!("Claude Code ignores this file, so the hook does not run: {short}{place}")]
    }
}
