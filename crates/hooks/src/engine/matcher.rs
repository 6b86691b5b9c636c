//! Matchers as the client reads them: everything, a list of exact names, or a
//! JavaScript regular expression that may match anywhere.

use regress::Regex;

use crate::event::{Event, MatchTarget, values};

/// A matcher, understood.
#[derive(Debug, Clone)]
pub enum Matcher {
    /// None, an empty one or `*`.
    Everything,
    /// Names separated by `|` (and, except on two events, by `,`).
    Names(Vec<String>),
    /// Anything with another character in it.
    Pattern(Box<Regex>),
    /// A regular expression that is not one: it never matches, and nothing says so.
    Invalid(String),
}

/// Why a matcher can match nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NeverMatches {
    /// The regular expression is not one.
    InvalidPattern(String),
    /// A permission rule such as `Bash(git *)`; that is what `if` is for.
    PermissionRule {
        /// The tool of the rule.
        tool: String,
    },
    /// An MCP server's name alone; names are compared whole.
    ServerName(String),
    /// No value has this name; the nearest that is one.
    UnknownName(String, Option<&'static str>),
    /// In a regular expression blanks and commas are literal.
    ListOfPatterns,
    /// The list names nothing.
    EmptyList,
    /// A command's name has no slash.
    LeadingSlash,
}

impl Matcher {
    /// Reads a matcher as the client does for this event.
    pub fn parse(text: &str, event: Event) -> Self {
        if text.is_empty() || text == "*" {
            return Self::Everything;
        }
        // Two events know fewer plain characters: there a comma or hyphen makes a pattern.
        let narrow = matches!(event, Event::FileChanged | Event::StopFailure);
        let plain = |c: char| {
            c.is_ascii_alphanumeric() || c == '_' || c == '|' || (!narrow && matches!(c, '-' | ' ' | ','))
        };
        if text.chars().all(plain) {
            let names = text.split(|c| c == '|' || (!narrow && c == ','));
            return Self::Names(
                names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            );
        }
        match Regex::new(text) {
            Ok(pattern) => Self::Pattern(Box::new(pattern)),
            Err(error) => Self::Invalid(error.to_string()),
        }
    }

    /// Whether it matches this value.
    pub fn matches(&self, value: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Names(names) => names.iter().any(|name| name == value),
            Self::Pattern(pattern) => pattern.find(value).is_some(),
            Self::Invalid(_) => false,
        }
    }
}

impl NeverMatches {
    /// Finds out whether a matcher can match nothing at all on this event. Where the values are open
    /// (agents, commands, MCP tools) only what is certain counts.
    pub fn check(text: &str, event: Event) -> Option<Self> {
        if event.facts().target == MatchTarget::Ignored {
            return None;
        }
        match Matcher::parse(text, event) {
            Matcher::Everything => None,
            Matcher::Invalid(_) if permission_rule(text).is_some() => permission_rule(text),
            Matcher::Invalid(why) => Some(Self::InvalidPattern(why)),
            Matcher::Names(names) => names_match_nothing(&names, event),
            Matcher::Pattern(pattern) => pattern_matches_nothing(text, &pattern, event),
        }
    }
}

fn names_match_nothing(names: &[String], event: Event) -> Option<NeverMatches> {
    if names.is_empty() {
        return Some(NeverMatches::EmptyList);
    }
    let known = values(event)?;
    let tools = event.facts().target == MatchTarget::ToolName;
    let possible = |name: &String| known.contains(&name.as_str()) || (tools && is_mcp_tool(name));
    if names.iter().any(possible) {
        return None;
    }
    let name = names[0].clone();
    if tools && name.starts_with("mcp__") {
        return Some(NeverMatches::ServerName(name));
    }
    let nearest = nearest(&name, known);
    Some(NeverMatches::UnknownName(name, nearest))
}

fn pattern_matches_nothing(text: &str, pattern: &Regex, event: Event) -> Option<NeverMatches> {
    if let Some(rule) = permission_rule(text) {
        return Some(rule);
    }
    if event == Event::UserPromptExpansion && text.starts_with('/') {
        return Some(NeverMatches::LeadingSlash);
    }
    let known = values(event)?;
    if known.iter().any(|value| pattern.find(value).is_some()) {
        return None;
    }
    let tools = event.facts().target == MatchTarget::ToolName;
    if text.contains([',', ' ']) && !text.contains(['[', '(']) {
        return Some(NeverMatches::ListOfPatterns);
    }
    // A pattern that fits no built-in tool may still fit one of an MCP server.
    if tools {
        return None;
    }
    Some(NeverMatches::UnknownName(text.to_owned(), None))
}

/// `Tool(…)` with a known tool, which as a regular expression would need the tool's name to go on.
fn permission_rule(text: &str) -> Option<NeverMatches> {
    let (tool, rest) = text.split_once('(')?;
    let known = values(Event::PreToolUse)?.contains(&tool);
    (known && rest.ends_with(')')).then(|| NeverMatches::PermissionRule { tool: tool.to_owned() })
}

fn is_mcp_tool(name: &str) -> bool {
    name.strip_prefix("mcp__")
        .is_some_and(|rest| rest.split_once("__").is_some_and(|(_, tool)| !tool.is_empty()))
}

fn nearest(name: &str, known: &'static [&'static str]) -> Option<&'static str> {
    let lower = name.to_lowercase();
    known
        .iter()
        .map(|value| (strsim::jaro_winkler(&lower, &value.to_lowercase()), *value))
        .filter(|(score, _)| *score > 0.85)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: [&str; 5] = ["Bash", "Read", "Write", "mcp__lab__echo", "mcp__lab-two__echo"];

    #[test]
    fn matchers_match_what_the_client_matched() {
        for (matcher, ran) in [
            ("", &SEEN[..]),
            ("*", &SEEN),
            ("Bash|Read", &["Bash", "Read"]),
            ("Bash | Read", &["Bash", "Read"]),
            ("Bash,Read", &["Bash", "Read"]),
            ("Bash||Read", &["Bash", "Read"]),
            ("|Write", &["Write"]),
            ("|", &[]),
            (" Bash", &["Bash"]),
            ("Bash Read", &[]),
            ("Bas", &[]),
            ("as|Wr.*", &["Bash", "Write"]),
            ("^Bash$", &["Bash"]),
            ("[BR]\\w+", &["Bash", "Read"]),
            ("mcp__lab", &[]),
            ("mcp__lab__.*", &["mcp__lab__echo"]),
            ("mcp__*", &["mcp__lab__echo", "mcp__lab-two__echo"]),
            ("Bash(echo *)", &[]),
            ("^(?!Bash$).*", &["Read", "Write", "mcp__lab__echo", "mcp__lab-two__echo"]),
            ("(?i)bash", &[]),
            ("[", &[]),
            ("**", &[]),
            ("bash", &[]),
        ] {
            let matcher_read = Matcher::parse(matcher, Event::PreToolUse);
            let matched: Vec<&str> = SEEN.into_iter().filter(|tool| matcher_read.matches(tool)).collect();
            assert_eq!(matched, ran, "{matcher}");
        }
    }

    #[test]
    fn what_can_match_nothing_is_known() {
        use NeverMatches::{
            EmptyList, LeadingSlash, ListOfPatterns, PermissionRule, ServerName, UnknownName,
        };
        for (event, matcher, never) in [
            (Event::PreToolUse, "bash", Some(UnknownName("bash".into(), Some("Bash")))),
            (Event::PreToolUse, "Bash(git *)", Some(PermissionRule { tool: "Bash".into() })),
            (Event::PreToolUse, "Bash(*)", Some(PermissionRule { tool: "Bash".into() })),
            (Event::PreToolUse, "mcp__srv", Some(ServerName("mcp__srv".into()))),
            (Event::PreToolUse, "|", Some(EmptyList)),
            (Event::PreToolUse, "mcp__x__.*, Bash", Some(ListOfPatterns)),
            (Event::PreToolUse, "Bash|MultiEdit", None),
            (Event::PreToolUse, "mcp__srv__tool", None),
            (Event::PreToolUse, ".*__echo", None),
            (Event::PreToolUse, "Edit|Write", None),
            (Event::PreToolUse, "", None),
            (Event::SessionStart, "startupp", Some(UnknownName("startupp".into(), Some("startup")))),
            (Event::SessionStart, "startup,resume", None),
            (Event::UserPromptExpansion, "/deploy", Some(LeadingSlash)),
            (Event::SubagentStart, "anything", None),
            (Event::Stop, "[", None),
        ] {
            assert_eq!(NeverMatches::check(matcher, event), never, "{event} {matcher}");
        }
        assert!(matches!(NeverMatches::check("[", Event::PreToolUse), Some(NeverMatches::InvalidPattern(_))));
    }
}
