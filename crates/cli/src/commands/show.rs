//! `show`: everything about one hook.

use clap::Args;
use claude_hooks::settings::Scope;
use claude_hooks::stack::{Hook, Reach, Stack};

use super::{Context, Verdict};
use crate::args::{Output, ScopeArg};
use crate::problem::Problem;
use crate::shapes;
use crate::ui::{plain, strong};

/// Show everything about one hook
#[derive(Debug, Args)]
pub struct Show {
    /// The hook's name
    pub name: String,
    /// Only in this settings file
    #[arg(long)]
    pub scope: Option<ScopeArg>,
    #[command(flatten)]
    pub output: Output,
}

pub fn run(args: &Show, context: &Context) -> Result<Verdict, Problem> {
    let stack = Stack::read(&context.paths, Reach::All);
    let Some(hook) = stack.named(&args.name, args.scope.map(Scope::from)) else {
        let nearest = stack.nearest(&args.name).map(str::to_owned);
        return Err(claude_hooks::manage::ManageError::NoSuchName { name: args.name.clone(), nearest }.into());
    };
    if args.output.json {
        context.printer.json(&shapes::HookShape::of(hook));
        return Ok(Verdict::Good);
    }
    context.printer.data(strong(&plain(&hook.name)));
    let lines = lines(context, hook);
    let width = lines.iter().map(|(label, _)| label.len()).max().unwrap_or_default();
    for (label, value) in lines {
        context.printer.data(format!("  {:<width$} {}", plain(&label), plain(&value)));
    }
    for finding in claude_hooks::doctor::check_hook(&hook.event, &hook.matcher, &hook.handler, &context.paths)
    {
        context.printer.warning(&format!("{}: {} ({})", finding.what, finding.effect, finding.cure));
    }
    Ok(Verdict::Good)
}

fn lines(context: &Context, hook: &Hook) -> Vec<(String, String)> {
    let place = match hook.line() {
        Some(line) => format!("{}:{line}", context.paths.short(&hook.file)),
        None => context.paths.short(&hook.file),
    };
    let state = match &hook.dropped {
        Some(why) => format!("dropped by Claude Code: {why}"),
        None => hook.state.name().to_owned(),
    };
    let mut lines = vec![
        ("event".to_owned(), hook.event.clone()),
        (
            "matcher".to_owned(),
            if hook.matcher.is_empty() { "(everything)".into() } else { hook.matcher.clone() },
        ),
        ("source".to_owned(), format!("{} ({place})", hook.source.name())),
        ("state".to_owned(), state),
    ];
    for (field, value) in hook.handler.fields() {
        lines.push((field.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
    }
    let Some(entry) = &hook.entry else {
        lines.push(("installed by".to_owned(), "somebody else".to_owned()));
        return lines;
    };
    let remarks = &entry.metadata;
    lines.push(("installed by".to_owned(), remarks.installed_by.clone().unwrap_or("claude-hooks".into())));
    let mut optional =
        |label: &str, value: Option<String>| lines.extend(value.map(|value| (label.to_owned(), value)));
    optional("installed at", entry.added_at.clone());
    optional("description", remarks.description.clone());
    optional("reason", remarks.reason.clone());
    optional("optional", remarks.optional.then(|| "yes".to_owned()));
    optional("protected", entry.protect.then(|| "yes".to_owned()));
    for (key, value) in &remarks.custom {
        optional(key, Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
    }
    lines
}
