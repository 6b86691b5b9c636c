//! Names that people recognise, made from what a hook runs.

use std::collections::HashSet;

use crate::event::HandlerType;
use crate::settings::Handler;

/// Programs that only start another: the name is what they start.
const STARTERS: &[&str] = &[
    "bash", "sh", "zsh", "dash", "fish", "env", "exec", "command", "nohup", "time", "nice", "sudo",
    "timeout", "python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "npx", "bunx", "pnpx",
    "uvx", "uv", "npm", "pnpm", "yarn", "pipx", "poetry", "cargo", "go", "dotnet", "make", "just",
];

/// The name of a hook that has none of its own.
pub fn derive(handler: &Handler) -> String {
    let name = match handler.kind() {
        Some(HandlerType::Http) => from_url(handler.text("url").unwrap_or_default()),
        Some(HandlerType::McpTool) => handler.subject().replace('/', "-"),
        Some(HandlerType::Prompt | HandlerType::Agent) => first_words(&handler.subject()),
        _ => from_command(&handler.subject()),
    };
    let name = slug(&name);
    if name.is_empty() { handler.kind().map_or("hook", HandlerType::name).replace('_', "-") } else { name }
}

/// The first of these that is not taken: the name, the name with what tells it apart, or
/// the name with a number.
pub fn unique(name: &str, apart: &[&str], taken: &HashSet<String>) -> String {
    let plain = std::iter::once(name.to_owned());
    let told_apart = apart.iter().map(|word| format!("{name}-{}", kebab(word)));
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut candidates = plain.chain(told_apart).chain(numbered);
    candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default()
}

fn from_command(line: &str) -> String {
    let first = line.split(['|', ';', '\n', '&', '(', ')']).find(|part| !part.trim().is_empty());
    let line = first.unwrap_or(line);
    let words = shlex::split(line).unwrap_or_else(|| line.split_whitespace().map(str::to_owned).collect());
    let mut words = words.into_iter().filter(|word| !is_assignment(word)).peekable();
    let mut program = words.next().unwrap_or_default();
    while STARTERS.contains(&stem(&program)) {
        match words.find(|word| is_name(word)) {
            Some(next) => program = next,
            None => break,
        }
    }
    // `claudekit-hooks run typecheck-changed` runs typecheck-changed.
    if words.next_if(|word| matches!(word.as_str(), "run" | "exec" | "hook")).is_some()
        && let Some(named) = words.next_if(|word| is_name(word))
    {
        program = named;
    }
    stem(&program).to_owned()
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// A word that can be a program or its name, not an option and not a duration.
fn is_name(word: &str) -> bool {
    let lead = word.chars().next();
    lead.is_some_and(|c| c != '-' && !c.is_ascii_digit())
        && !matches!(word, "run" | "exec" | "tool" | "dlx" | "x")
}

/// The last part of a path, without a script's extension.
fn stem(word: &str) -> &str {
    let base = word.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or(word);
    match base.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.len() <= 4 => stem,
        _ => base,
    }
}

fn from_url(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    match rest.trim_end_matches('/').rsplit_once('/') {
        Some((_, last)) => last.to_owned(),
        None => rest.split(':').next().unwrap_or(rest).to_owned(),
    }
}

fn first_words(text: &str) -> String {
    text.split_whitespace().take(4).collect::<Vec<_>>().join("-")
}

fn slug(text: &str) -> String {
    let dashed: String =
        text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '.' | '_') { c } else { '-' }).collect();
    let parts: Vec<&str> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(40).collect::<String>().trim_matches('-').to_owned()
}

/// `PostToolUse` as `post-tool-use`.
fn kebab(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if c.is_uppercase() && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        out.extend(c.to_lowercase());
    }
    slug(&out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn commands_give_names_that_people_recognise() {
        for (line, name) in [
            ("~/.claude/hooks/typecheck-changed.sh", "typecheck-changed"),
            ("claudekit-hooks run typecheck-changed", "typecheck-changed"),
            ("npx claudekit-hooks run lint-changed --fix", "lint-changed"),
            ("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/check.py --strict", "check"),
            ("python3 /opt/hooks/guard.py", "guard"),
            ("uv run --script ~/hooks/stop.py", "stop"),
            ("FOO=1 BAR=2 /bin/stop.sh", "stop"),
            ("bash -c 'echo hi'", "echo-hi"),
            ("timeout 5 ./x.sh", "x"),
            ("prettier --write", "prettier"),
            ("jq -r .tool_input.command | tee -a log", "jq"),
            ("/usr/bin/env node hooks/format.mjs", "format"),
            ("./v1.2/tool", "tool"),
            ("echo 'unbalanced", "echo"),
            ("", "command"),
            ("   ", "command"),
            ("日本語.sh", "日本語"),
            ("/", "command"),
        ] {
            assert_eq!(derive(&Handler::command(line)), name, "{line}");
        }
    }

    #[test]
    fn other_types_have_names_too() {
        for (handler, name) in [
            (json!({"type": "http", "url": "http://127.0.0.1:9/hook/audit?x=1"}), "audit"),
            (json!({"type": "http", "url": "https://example.com"}), "example.com"),
            (json!({"type": "mcp_tool", "server": "memory", "tool": "store"}), "memory-store"),
            (
                json!({"type": "prompt", "prompt": "Is this command safe to run? $ARGUMENTS"}),
                "Is-this-command-safe",
            ),
            (json!({"type": "agent", "prompt": ""}), "agent"),
        ] {
            let handler = Handler::from_json(handler.as_object().unwrap().clone());
            assert_eq!(derive(&handler), name);
        }
    }

    #[test]
    fn a_taken_name_is_told_apart_then_numbered() {
        let taken: HashSet<String> = ["notify".into(), "notify-session-start".into()].into();
        assert_eq!(unique("stop", &["Stop"], &taken), "stop");
        assert_eq!(unique("notify", &["Stop"], &taken), "notify-stop");
        assert_eq!(unique("notify", &["SessionStart"], &taken), "notify-2");
    }
}
