//! The command line. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use claude_hooks::manage::Mode;
use claude_hooks::registry::is_usable;
use claude_hooks::settings::Scope;

use crate::commands::{
    completions, diff, doctor, export, import, install, list, man, migrate, schema, show, status, toggle,
    tour, uninstall, update,
};

/// Manage Claude Code hooks without ever losing one
///
/// Hooks are commands, HTTP calls, MCP tools or prompts that Claude Code runs at 33 points of a
/// session. They are written in settings files that Claude Code rewrites, and in which one bad entry
/// silently switches off every hook. claude-hooks edits these files losslessly, remembers what it
/// installed and why, and says what is silently wrong.
#[derive(Debug, Parser)]
#[command(name = "claude-hooks", version, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// The project folder [default: the working directory]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub project_dir: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Install(Box<install::Install>),
    Uninstall(uninstall::Uninstall),
    List(list::List),
    Show(show::Show),
    Update(Box<update::Update>),
    Enable(toggle::Enable),
    Disable(toggle::Disable),
    Status(status::Status),
    Diff(diff::Diff),
    Export(export::Export),
    Import(import::Import),
    Migrate(migrate::Migrate),
    Doctor(doctor::Doctor),
    Tour(tour::Tour),
    Completions(completions::Completions),
    Man(man::Man),
    Schema(schema::Schema),
}

impl Cli {
    /// Reads the arguments of the process.
    pub fn read() -> Result<Self, clap::Error> {
        Self::try_parse()
    }
}

/// A name that a hook can be managed by.
pub fn hook_name(name: &str) -> Result<String, &'static str> {
    let unusable = "a name is not empty, has no control characters and does not begin with '-'";
    is_usable(name).then(|| name.to_owned()).ok_or(unusable)
}

/// A scope on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    /// ~/.claude/settings.json
    User,
    /// .claude/settings.json, shared through version control
    Project,
    /// .claude/settings.local.json
    Local,
}

impl From<ScopeArg> for Scope {
    fn from(scope: ScopeArg) -> Self {
        match scope {
            ScopeArg::User => Self::User,
            ScopeArg::Project => Self::Project,
            ScopeArg::Local => Self::Local,
        }
    }
}

/// Flags of every command that shows something.
#[derive(Debug, Args)]
pub struct Output {
    /// Print JSON (its shape: `claude-hooks schema`)
    #[arg(long)]
    pub json: bool,
}

/// Flags of every command that changes something. They follow flags with a heading of their own.
#[derive(Debug, Args)]
#[command(next_help_heading = None::<&'static str>)]
pub struct Change {
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub output: Output,
}

impl Change {
    /// Whether to change or only to show.
    pub fn mode(&self) -> Mode {
        if self.dry_run { Mode::DryRun } else { Mode::Apply }
    }
}
