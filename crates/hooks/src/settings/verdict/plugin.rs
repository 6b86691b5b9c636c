//! A plugin's hooks file: `{"description": …, "hooks": {…}}`. It has no
//! settings, and the client fails closed with the whole plugin.

use super::super::node::{Node, Shape};
use super::entries;
use super::fault::Cost;
use super::findings::{Findings, Found, Place};
use crate::event::Event;

pub(super) fn judge(root: &Node, findings: &mut Findings) {
    judge_outside(root, findings);
    judge_description(root, findings);
    let Some(hooks) = root.get("hooks") else {
        return judge_missing(root, findings);
    };
    if hooks.is_object() {
        return entries::judge_events(hooks, findings);
    }
    let cost = if hooks.shape == Shape::Null { Cost::Hooks } else { Cost::File };
    let what = format!("'hooks' should be an object of events, found {}", hooks.kind());
    findings.add(cost, Place::FILE, Found::at("hooks", what, &hooks.span));
}

/// A guard outside `hooks` is never loaded, so the client takes none of the plugin.
fn judge_outside(root: &Node, findings: &mut Findings) {
    for member in root.effective_members().filter(|member| is_guard(&member.key, &member.value)) {
        let what = format!("'{}' stands outside 'hooks'", member.key);
        findings.add_lost_guard(Place::FILE, Found::at(&member.key, what, &member.span()));
    }
}

fn judge_description(root: &Node, findings: &mut Findings) {
    let Some(text) = root.get("description").filter(|text| text.as_str().is_none()) else { return };
    let hooks = root.get("hooks");
    let guards = hooks.is_some_and(|hooks| hooks.members().iter().any(|m| is_guard(&m.key, &m.value)));
    let cost = if guards { Cost::File } else { Cost::Hooks };
    let what = format!("'description' should be a string, found {}", text.kind());
    findings.add(cost, Place::FILE, Found::at("description", what, &text.span));
}

/// `modules` may stand in for `hooks`; what it may hold is not judged.
fn judge_missing(root: &Node, findings: &mut Findings) {
    if root.get("modules").is_some() {
        return;
    }
    let bare = root.members().iter().any(|member| Event::parse(&member.key).is_some());
    let hint = if bare { ": put the events into {\"hooks\": {…}}" } else { "" };
    let what = format!("'hooks' is missing{hint}");
    findings.add(Cost::Hooks, Place::FILE, Found::at("", what, &root.span));
}

fn is_guard(key: &str, value: &Node) -> bool {
    let empty = value.shape == Shape::Null || value.is_array() && value.elements().is_empty();
    !empty && Event::parse(key).is_some_and(|event| event.facts().fail_closed)
}
