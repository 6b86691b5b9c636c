//! Names that people recognise, made from what a hook runs.

use std::collections::{HashMap, HashSet};

use crate::event::HandlerType;
use crate::settings::{Handler, Scope};

/// Programs that only start another: the name is what they start.
const STARTERS: &[&str] = &[
    "bash", "sh", "zsh", "dash", "fish", "env", "exec", "command", "nohup", "time", "nice", "sudo",
    "timeout", "python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "npx", "bunx", "pnpx",
    "uvx", "uv", "npm", "pnpm", "yarn", "pipx", "poetry", "cargo", "go", "dotnet", "make", "just",
];

/// Whether a name can be typed and shown: not empty, not like an option, no control characters.
pub fn is_usable(name: &str) -> bool {
    !name.trim().is_empty() && !name.starts_with('-') && !name.contains(char::is_control)
}

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

/// Names that are taken, and new ones that are not.
#[derive(Debug, Clone, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// The next number to try for a name: counting from 2 each time would be slow in long lists.
    next: HashMap<String, usize>,
    /// Words as they stand in names; long lists repeat a few events.
    words: HashMap<String, String>,
}

impl Names {
    /// Takes a name that is given.
    pub fn take(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Takes the first of these that is free: the name, the name with a word that tells it apart,
    /// the name with a number.
    pub fn give(&mut self, name: &str, apart: &[&str]) -> String {
        let given = if self.taken.contains(name) { self.other(name, apart) } else { name.to_owned() };
        self.taken.insert(given.clone());
        given
    }

    fn other(&mut self, name: &str, apart: &[&str]) -> String {
        for word in apart {
            let word = self.words.entry((*word).to_owned()).or_insert_with(|| kebab(word));
            let candidate = format!("{name}-{word}");
            if !word.is_empty() && !self.taken.contains(&candidate) {
                return candidate;
            }
        }
        self.number(name)
    }

    fn number(&mut self, name: &str) -> String {
        let next = self.next.entry(name.to_owned()).or_insert(2);
        loop {
            let candidate = format!("{name}-{next}");
            *next += 1;
            if !self.taken.contains(&candidate) {
                return candidate;
            }
        }
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<T: IntoIterator<Item = &'a str>>(names: T) -> Self {
        Self { taken: names.into_iter().map(str::to_owned).collect(), ..Self::default() }
    }
}

/// The word that a scope tells a hook apart with; the user's is the usual one.
pub fn apart(scope: Scope) -> &'static str {
    if scope == Scope::User { "" } else { scope.name() }
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

/// Letters, digits, dots and underscores; anything else becomes one dash between them.
fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(40));
    let mut dash = false;
    for c in text.chars() {
        if !(c.is_alphanumeric() || matches!(c, '.' | '_')) {
            dash = !out.is_empty();
            continue;
        }
        if std::mem::take(&mut dash) {
            out.push('-');
        }
        out.push(c);
    }
    match out.char_indices().nth(40) {
        Some((end, _)) => out[..end].trim_end_matches('-').to_owned(),
        None => out,
    }
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
        let mut names = Names::from_iter(["notify", "notify-session-start"]);
        assert_eq!(names.give("stop", &["Stop"]), "stop");
        assert_eq!(names.give("notify", &["Stop"]), "notify-stop");
        assert_eq!(names.give("notify", &["SessionStart"]), "notify-2");
        assert_eq!(names.give("notify", &["SessionStart"]), "notify-3");
    }
}
