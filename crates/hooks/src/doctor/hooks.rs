//! What is wrong with single hooks, and with hooks beside each other.

use std::collections::HashMap;

use super::finding::{Check, Finding};
use super::program::{self, Fault};
use crate::engine::NeverMatches;
use crate::event::{Event, HandlerType, MatchTarget};
use crate::paths::Paths;
use crate::settings::Handler;
use crate::stack::{Hook, Source, Stack, State};

pub(super) fn check(paths: &Paths, stack: &Stack) -> Vec<Finding> {
    let mut findings = Vec::new();
    for hook in stack.hooks.iter().filter(|hook| hook.state == State::On) {
        let in_plugin = matches!(hook.source, Source::Plugin(_));
        let own = check_hook(&hook.event, &hook.matcher, &hook.handler, paths);
        findings.extend(
            own.into_iter()
                .chain((!in_plugin).then(|| plugin_variable(&hook.handler)).flatten())
                // A plugin's relative program is the plugin's business.
                .filter(|finding| !(in_plugin && finding.check == Check::MissingProgram))
                .map(|finding| about(hook, finding)),
        );
    }
    findings.extend(duplicates(paths, stack));
    findings
}

/// What is wrong with a hook as such, wherever it is written.
pub fn check_hook(event: &str, matcher: &str, handler: &Handler, paths: &Paths) -> Vec<Finding> {
    let Some(event) = Event::parse(event) else { return Vec::new() };
    let checks = [
        check_type(event, handler),
        check_matcher(event, matcher),
        check_condition(event, handler),
        check_once(handler),
        check_program(handler, paths),
    ];
    checks.into_iter().flatten().collect()
}

fn about(hook: &Hook, finding: Finding) -> Finding {
    let column = hook.place.as_ref().map(|place| place.column);
    Finding { hook: Some(hook.name.clone()), column, ..finding.at(hook.file.clone(), hook.line()) }
}

fn check_type(event: Event, handler: &Handler) -> Option<Finding> {
    let kind = handler.kind().filter(|kind| !event.facts().runs(*kind))?;
    let runs: Vec<&str> = event.facts().runnable().map(HandlerType::name).collect();
    Some(
        Finding::new(Check::UnsupportedType, format!("{event} does not run handlers of type {kind}"))
            .effect("the hook never runs")
            .cure(format!("use one of: {}", runs.join(", "))),
    )
}

fn check_matcher(event: Event, matcher: &str) -> Option<Finding> {
    if event.facts().target == MatchTarget::Ignored {
        return (!matcher.is_empty()).then(|| {
            Finding::new(Check::IgnoredMatcher, format!("{event} ignores its matcher '{matcher}'"))
                .effect("the hook runs every time")
                .cure("leave the matcher out")
        });
    }
    let never = NeverMatches::check(matcher, event)?;
    let (why, cure) = explain(&never, event);
    Some(
        Finding::new(Check::NeverMatches, format!("the matcher '{matcher}' can match nothing: {why}"))
            .effect("the hook never runs")
            .cure(cure),
    )
}

fn explain(never: &NeverMatches, event: Event) -> (String, String) {
    match never {
        NeverMatches::InvalidPattern(why) => {
            (format!("it is not a regular expression ({why})"), "mend the regular expression".into())
        }
        NeverMatches::PermissionRule { tool } => (
            "permission rules are not matchers".into(),
            format!("write the matcher '{tool}' and put the rule into the handler's 'if'"),
        ),
        NeverMatches::ServerName(name) => {
            ("names are compared whole, and no tool is called that".into(), format!("write '{name}__.*'"))
        }
        NeverMatches::UnknownName(name, Some(nearest)) => (
            format!("'{name}' is not a value of {event}; names are case-sensitive"),
            format!("write '{nearest}'"),
        ),
        NeverMatches::UnknownName(name, None) => (
            format!("'{name}' is not a value of {event}"),
            "see the table of events in the documentation".into(),
        ),
        NeverMatches::ListOfPatterns => (
            "in a regular expression blanks and commas are literal".into(),
            "separate the alternatives with '|' alone".into(),
        ),
        NeverMatches::EmptyList => {
            ("the list is empty".into(), "leave the matcher out to match everything".into())
        }
        NeverMatches::LeadingSlash => ("command names have no slash".into(), "leave the slash out".into()),
    }
}

fn check_condition(event: Event, handler: &Handler) -> Option<Finding> {
    let condition = handler.text("if").filter(|condition| !condition.is_empty())?;
    (!event.facts().condition).then(|| {
        Finding::new(
            Check::IgnoredCondition,
            format!("{event} has no tool call for 'if': \"{condition}\" to judge"),
        )
        .effect("the hook never runs")
        .cure("leave 'if' out, or use an event with a tool")
    })
}

fn check_once(handler: &Handler) -> Option<Finding> {
    (handler.get("once")? == &serde_json::Value::Bool(true)).then(|| {
        Finding::new(Check::IgnoredOnce, "'once' counts only in a skill's front matter")
            .effect("the hook runs every time")
            .cure("leave 'once' out")
    })
}

fn check_program(handler: &Handler, paths: &Paths) -> Option<Finding> {
    let effect = "Claude Code goes on as if the hook had no objection";
    Some(match program::check(handler, paths)? {
        Fault::Missing(path) => {
            Finding::new(Check::MissingProgram, format!("the program {} does not exist", paths.short(&path)))
                .effect(effect)
                .cure("put the program there, or uninstall the hook")
        }
        Fault::NotInPath(name) => {
            Finding::new(Check::MissingProgram, format!("there is no program '{name}' in PATH"))
                .effect(effect)
                .cure("install it, or write its whole path")
        }
        Fault::QuotedHome(program) => Finding::new(
            Check::MissingProgram,
            format!("in quotes the '~' of {program} is not the home folder"),
        )
        .effect(effect)
        .cure("take it out of the quotes, or write $HOME"),
        Fault::NotExecutable(path) => {
            let short = paths.short(&path);
            Finding::new(Check::NotExecutable, format!("{short} is not executable"))
                .effect(effect)
                .cure(format!("chmod +x {short}"))
        }
    })
}

fn plugin_variable(handler: &Handler) -> Option<Finding> {
    let used = handler.subject().contains("CLAUDE_PLUGIN_ROOT");
    used.then(|| {
        Finding::new(Check::PluginVariable, "CLAUDE_PLUGIN_ROOT has no value outside a plugin")
            .effect("the hook fails each time, and the action goes on")
            .cure("write the path out")
    })
}

/// What the client takes for one hook: text, arguments and condition; not the configuration.
fn key(hook: &Hook) -> (String, String, String, String) {
    let field = |name: &str| hook.handler.get(name).map(ToString::to_string).unwrap_or_default();
    (
        hook.event.clone(),
        hook.handler.type_name().to_owned(),
        hook.handler.subject(),
        field("args") + &field("if"),
    )
}

fn duplicates(paths: &Paths, stack: &Stack) -> Vec<Finding> {
    let mut first: HashMap<_, &Hook> = HashMap::new();
    let mut findings = Vec::new();
    let on = stack.hooks.iter().filter(|hook| hook.state == State::On && Event::parse(&hook.event).is_some());
    for hook in on {
        let plugin = match &hook.source {
            Source::Plugin(id) => Some(id.clone()),
            _ => None,
        };
        if plugin.is_some()
            && let Some(other) = first.get(&(key(hook), None))
        {
            findings.push(twice(paths, hook, other));
        }
        match first.insert((key(hook), plugin), hook) {
            Some(other) if other.matcher == hook.matcher => findings.push(once(paths, hook, other)),
            _ => {}
        }
    }
    findings
}

fn once(paths: &Paths, hook: &Hook, other: &Hook) -> Finding {
    let place = format!("{}:{}", paths.short(&other.file), other.line().unwrap_or_default());
    let finding = Finding::new(Check::RunsOnce, format!("the same hook as in {place}"))
        .effect("it runs once; the configuration of the last one counts")
        .cure("keep one of them");
    about(hook, finding)
}

fn twice(paths: &Paths, hook: &Hook, other: &Hook) -> Finding {
    let place = format!("{}:{}", paths.short(&other.file), other.line().unwrap_or_default());
    let finding = Finding::new(Check::RunsTwice, format!("the plugin has the same hook as {place}"))
        .effect("it runs twice: plugins' hooks are never merged with others")
        .cure("remove it from the settings, or turn the plugin off");
    about(hook, finding)
}
