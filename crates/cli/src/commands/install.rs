//! `install`: a hook into a settings file.

use clap::Args;
use claude_hooks::Event;
use claude_hooks::doctor::check_hook;
use claude_hooks::event::HandlerType;
use claude_hooks::manage::{Installed, NewHook, install};
use claude_hooks::registry::{Home, Metadata};
use claude_hooks::settings::{Handler, Scope, join};
use serde_json::{Map, Value, json};

use super::handler::{HandlerFlags, pairs};
use super::{Context, Verdict};
use crate::args::{Change, ScopeArg, hook_name};
use crate::problem::{Kind, Problem};
use crate::shapes;

/// Install a hook into a settings file
///
/// Everything behind `--` is the command. One word is taken as a whole shell line; several words are
/// quoted where they must be. Nothing is run. Installing the same hook twice changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude-hooks install --event Stop -- ~/.claude/hooks/notify.sh --sound
  claude-hooks install --event PreToolUse --matcher Bash --if 'Bash(git push *)' -- ./check-push.sh
  claude-hooks install --event PostToolUse --matcher 'Edit|Write' -- 'jq -r .tool_name | ./log.sh'
  claude-hooks install --event PostToolUse --type http --url http://127.0.0.1:8080/audit")]
pub struct Install {
    /// The event, such as PreToolUse
    #[arg(long)]
    pub event: Event,
    /// What it must match: a tool's name, a list `A|B`, a regular expression
    #[arg(long, default_value = "", hide_default_value = true)]
    pub matcher: String,
    /// Which settings file
    #[arg(long, default_value = "user")]
    pub scope: ScopeArg,
    /// The name to manage it by [default: made from the command]
    #[arg(long, value_parser = hook_name)]
    pub name: Option<String>,
    /// The type of handler
    #[arg(long = "type", value_name = "TYPE", default_value = "command",
          value_parser = ["command", "http", "mcp_tool", "prompt", "agent"])]
    pub kind: String,
    /// Where to post the payload (http)
    #[arg(long)]
    pub url: Option<String>,
    /// The MCP server (mcp_tool)
    #[arg(long)]
    pub server: Option<String>,
    /// The MCP server's tool (mcp_tool)
    #[arg(long)]
    pub tool: Option<String>,
    /// What to ask the model; `$ARGUMENTS` stands for the payload (prompt, agent)
    #[arg(long)]
    pub prompt: Option<String>,
    /// Run the program itself, without a shell: the words behind `--` are its arguments
    #[arg(long)]
    pub exec: bool,
    /// Wrap it so that it can be muted for one session (not in this version)
    #[arg(long)]
    pub gated: bool,
    /// Let only the user's own typing mute it
    #[arg(long)]
    pub protect: bool,
    #[command(flatten)]
    pub handler: HandlerFlags,
    #[command(flatten)]
    pub remarks: Remarks,
    #[command(flatten)]
    pub change: Change,
    /// The command, behind `--`
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// What people say about a hook; kept in the registry, never in settings files
#[derive(Debug, Args)]
#[command(next_help_heading = "Remarks, kept in the registry")]
pub struct Remarks {
    /// What the hook does
    #[arg(long)]
    pub description: Option<String>,
    /// Why it is there
    #[arg(long)]
    pub reason: Option<String>,
    /// Work can go on without it
    #[arg(long)]
    pub optional: bool,
    /// Who installs it
    #[arg(long, value_name = "WHO")]
    pub installed_by: Option<String>,
    /// A field of your own (repeatable)
    #[arg(long = "custom", value_name = "KEY=VALUE")]
    pub custom: Vec<String>,
}

impl Remarks {
    /// The fields of one's own; a value that is JSON is taken as such.
    pub fn custom(&self) -> Result<Map<String, Value>, Problem> {
        let read = |value: &str| serde_json::from_str(value).unwrap_or_else(|_| json!(value));
        let pairs = pairs("--custom", &self.custom)?;
        Ok(pairs.into_iter().map(|(key, value)| (key.to_owned(), read(value))).collect())
    }
}

pub fn run(args: &Install, context: &Context) -> Result<Verdict, Problem> {
    if args.gated {
        return Err(Problem::new(
            Kind::Usage,
            "--gated is reserved: gating hooks comes with a later version",
        )
        .hint("install it without --gated"));
    }
    let handler = handler(args)?;
    let scope = Scope::from(args.scope);
    let hook = NewHook {
        event: args.event.name().to_owned(),
        matcher: args.matcher.clone(),
        handler,
        scope,
        name: args.name.clone(),
        protect: args.protect,
        metadata: Metadata {
            description: args.remarks.description.clone(),
            reason: args.remarks.reason.clone(),
            optional: args.remarks.optional,
            installed_by: args.remarks.installed_by.clone(),
            custom: args.remarks.custom()?,
        },
    };
    let done = install(&context.paths, &hook, args.change.mode())?;
    let file = Home::of(scope, &context.paths).file(&context.paths);
    let mut warnings: Vec<String> = check_hook(&hook.event, &hook.matcher, &hook.handler, &context.paths)
        .iter()
        .map(|finding| format!("{}: {} ({})", finding.what, finding.effect, finding.cure))
        .collect();
    warnings.extend(context.file_warnings(scope));
    let (result, name) = match &done.value {
        Installed::New { name } => ("installed", name),
        Installed::Already { name } => ("already", name),
        Installed::AlreadyForeign { name, .. } => ("foreign", name),
        _ => ("installed", &hook.event),
    };
    if args.change.output.json {
        context.printer.json(&shapes::Change {
            result: result.to_owned(),
            name: name.clone(),
            dry_run: args.change.dry_run,
            changes: shapes::FileChange::all(&context.paths, &done.diffs),
            warnings,
        });
        return Ok(Verdict::Good);
    }
    let short = context.paths.short(&file);
    match &done.value {
        Installed::New { .. } if args.change.dry_run => context.show_diffs(&done.diffs),
        Installed::Already { name } => context.printer.data(format!("already installed: {name} in {short}")),
        Installed::AlreadyForeign { name, line } => {
            context
                .printer
                .data(format!("already there: {name} in {short}:{line}, not installed by claude-hooks"));
        }
        _ => context.printer.data(format!("installed {name} for {} in {short}", hook.event)),
    }
    warnings.iter().for_each(|warning| context.printer.warning(warning));
    Ok(Verdict::Good)
}

/// The handler that the flags describe.
fn handler(args: &Install) -> Result<Handler, Problem> {
    let kind = HandlerType::parse(&args.kind).unwrap_or(HandlerType::Command);
    let mut handler = subject(args, kind)?;
    args.handler.apply(&mut handler)?;
    Ok(handler)
}

fn subject(args: &Install, kind: HandlerType) -> Result<Handler, Problem> {
    let need = |flag: &str, value: &Option<String>| {
        let missing = || Problem::new(Kind::Usage, format!("a hook of type {kind} needs --{flag}"));
        value.clone().ok_or_else(missing)
    };
    if kind != HandlerType::Command && !args.command.is_empty() {
        return Err(Problem::new(Kind::Usage, format!("a hook of type {kind} has no command behind --")));
    }
    Ok(match kind {
        HandlerType::Command => return command(args),
        HandlerType::Http => Handler::of(kind).with("url", need("url", &args.url)?),
        HandlerType::McpTool => {
            let server = need("server", &args.server)?;
            Handler::of(kind).with("server", server).with("tool", need("tool", &args.tool)?)
        }
        HandlerType::Prompt | HandlerType::Agent => {
            Handler::of(kind).with("prompt", need("prompt", &args.prompt)?)
        }
    })
}

fn command(args: &Install) -> Result<Handler, Problem> {
    let Some((program, rest)) = args.command.split_first() else {
        return Err(Problem::new(Kind::Usage, "which command? write it behind --")
            .hint("claude-hooks install --event Stop -- /path/to/stop.sh --notify"));
    };
    if args.exec {
        let words: Vec<Value> = rest.iter().map(|word| json!(word)).collect();
        return Ok(Handler::command(program).with("args", words));
    }
    Ok(Handler::command(line(&args.command)))
}

/// The words behind `--` as a shell line: one word is one already.
pub fn line(words: &[String]) -> String {
    match words {
        [line] => line.clone(),
        words => join(words.iter().map(String::as_str)),
    }
}
