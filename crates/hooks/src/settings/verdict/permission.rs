//! Permission rules: the client takes out malformed ones one by one. Only
//! the slips that were seen to be taken out are named.

use super::super::document::Step;
use super::super::node::Node;
use super::fault::Cost;
use super::findings::{Findings, Found, Place, extend, quoted};

const LISTS: [&str; 3] = ["allow", "deny", "ask"];

/// The rules in the value of `permissions`.
pub(super) fn judge(permissions: &Node, findings: &mut Findings) {
    for list in LISTS {
        let rules = permissions.get(list).map(Node::elements).unwrap_or_default();
        for (at, rule) in rules.iter().enumerate() {
            let Some(why) = slip(rule, list) else { continue };
            let path = extend(extend("permissions".to_owned(), Step::Key(list)), Step::Index(at));
            findings.add(Cost::Key, Place::FILE, Found::at(path, why, &rule.span));
        }
    }
}

fn slip(rule: &Node, list: &str) -> Option<String> {
    let Some(text) = rule.as_str() else {
        return Some(format!("a permission rule should be a string, found {}", rule.kind()));
    };
    let why = match text.trim() {
        "" => "is empty",
        "*" if list == "allow" => "allows every tool, which only 'deny' and 'ask' may name",
        trimmed => malformed(trimmed)?,
    };
    Some(format!("the permission rule {} {why}", quoted(text)))
}

fn malformed(rule: &str) -> Option<&'static str> {
    let unbalanced = Some("has unbalanced parentheses");
    let Some((tool, rest)) = rule.split_once('(') else {
        return rule.contains(')').then_some(unbalanced).flatten();
    };
    let Some(content) = rest.strip_suffix(')') else { return unbalanced };
    if content.is_empty() {
        return Some("has nothing between its parentheses");
    }
    if tool.starts_with("mcp__") {
        return Some("has parentheses, which rules for MCP tools cannot have");
    }
    tool.starts_with(|c: char| c.is_ascii_lowercase())
        .then_some("names a tool in lower case; tool names begin with a capital")
}
