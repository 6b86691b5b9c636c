//! `hooks`: its events, their groups, the handlers in these. A bad one is
//! ignored alone, except where the event fails closed.

use super::super::document::Step;
use super::super::node::{Node, Shape};
use super::expected::Mismatch;
use super::fault::Cost;
use super::fields::fields;
use super::findings::{Findings, Found, Place, extend, quoted};
use crate::event::{Event, HandlerType};

/// The value of `hooks` in a settings file.
pub(super) fn judge(hooks: &Node, findings: &mut Findings) {
    if hooks.is_object() {
        return judge_events(hooks, findings);
    }
    let what = format!("'hooks' should be an object of events, found {}", hooks.kind());
    let found = Found::at("hooks", what, &hooks.span);
    // A list with an object in it may well hold a guard.
    if hooks.elements().iter().any(Node::is_object) {
        findings.add_lost_guard(Place::FILE, found);
    } else {
        findings.add(Cost::Hooks, Place::FILE, found);
    }
}

/// The members of `hooks`.
pub(super) fn judge_events(hooks: &Node, findings: &mut Findings) {
    for member in hooks.effective_members() {
        match Event::parse(&member.key) {
            Some(event) => judge_event(event, &member.value, findings),
            None => {
                let place = Place::event(&member.key);
                let found = Found::at(place.path(), unknown_event(&member.key), &member.key_span);
                findings.add(Cost::Event, place, found);
            }
        }
    }
}

fn unknown_event(name: &str) -> String {
    // A long name is nobody's slip, and comparing it would take its time.
    let nearest = Some(name).filter(|name| name.len() < 64).and_then(Event::nearest);
    let hint = nearest.map(|event| format!(" (did you mean {event}?)")).unwrap_or_default();
    format!("{} is not an event of Claude Code{hint}", quoted(name))
}

fn judge_event(event: Event, value: &Node, findings: &mut Findings) {
    let judge = Judge { event, place: Place::event(event.name()) };
    if value.is_array() {
        for (at, group) in value.elements().iter().enumerate() {
            Judge { place: judge.place.group(at), ..judge }.group(group, findings);
        }
        return;
    }
    let hint = if value.get("hooks").is_some() { ": put the group into […]" } else { "" };
    let what = format!("'{event}' should be an array of groups, found {}{hint}", value.kind());
    match value.shape {
        Shape::Null => {
            findings.add(Cost::Event, judge.place, Found::at(judge.place.path(), what, &value.span));
        }
        _ => judge.fail(Cost::Event, what, value, findings),
    }
}

/// Looks at one event, group or handler.
#[derive(Clone, Copy)]
struct Judge<'a> {
    event: Event,
    place: Place<'a>,
}

impl Judge<'_> {
    fn group(&self, group: &Node, findings: &mut Findings) {
        if !group.is_object() {
            let what = format!("a group should be an object, found {}", group.kind());
            return self.fail(Cost::Entry, what, group, findings);
        }
        if let Some(matcher) = group.get("matcher").filter(|matcher| matcher.as_str().is_none()) {
            let hint = matcher_hint(matcher);
            let what = format!("'matcher' should be a string, found {}{hint}", matcher.kind());
            self.fail_at("matcher", what, matcher, findings);
        }
        match group.get("hooks") {
            Some(handlers) if handlers.is_array() => self.handlers(handlers, findings),
            Some(other) => {
                let what =
                    format!("'hooks' of a group should be an array of handlers, found {}", other.kind());
                self.fail_at("hooks", what, other, findings);
            }
            None => self.fail(Cost::Entry, group_without_handlers(group), group, findings),
        }
    }

    fn handlers(&self, handlers: &Node, findings: &mut Findings) {
        for (at, handler) in handlers.elements().iter().enumerate() {
            Judge { place: self.place.handler(at), ..*self }.handler(handler, findings);
        }
    }

    fn handler(&self, handler: &Node, findings: &mut Findings) {
        if !handler.is_object() {
            let what = format!("a handler should be an object, found {}", handler.kind());
            return self.fail(Cost::Entry, what, handler, findings);
        }
        let kind = match handler.get("type") {
            None => return self.fail(Cost::Entry, missing_type(), handler, findings),
            Some(node) => match node.as_str().and_then(HandlerType::parse) {
                Some(kind) => kind,
                None => return self.fail_at("type", wrong_type(node), node, findings),
            },
        };
        for mismatch in fields(kind).iter().flat_map(|field| field.mismatches(handler)) {
            self.field(&mismatch, findings);
        }
    }

    fn field(&self, mismatch: &Mismatch<'_>, findings: &mut Findings) {
        let name = mismatch.steps().fold(String::new(), extend);
        let at = mismatch.steps().fold(self.place.path(), extend);
        let what = format!("'{name}' {}", mismatch.what);
        self.report(Cost::Entry, Found::at(at, what, &mismatch.span), findings);
    }

    fn fail(&self, cost: Cost, what: String, node: &Node, findings: &mut Findings) {
        self.report(cost, Found::at(self.place.path(), what, &node.span), findings);
    }

    fn fail_at(&self, key: &str, what: String, node: &Node, findings: &mut Findings) {
        let at = extend(self.place.path(), Step::Key(key));
        self.report(Cost::Entry, Found::at(at, what, &node.span), findings);
    }

    /// A fault and what it costs where the event does not fail closed.
    fn report(&self, cost: Cost, found: Found, findings: &mut Findings) {
        if self.event.facts().fail_closed {
            findings.add_lost_guard(self.place, found);
        } else {
            findings.add(cost, self.place, found);
        }
    }
}

fn matcher_hint(matcher: &Node) -> String {
    let names: Option<Vec<&str>> = matcher.elements().iter().map(Node::as_str).collect();
    match names.filter(|names| !names.is_empty()) {
        Some(names) => format!(": write {}", quoted(&names.join("|"))),
        None => String::new(),
    }
}

fn group_without_handlers(group: &Node) -> String {
    if group.get("type").is_some() || group.get("command").is_some() {
        "a handler stands where a group should: wrap it in {\"hooks\": […]}".to_owned()
    } else {
        "'hooks' of a group is missing; it should be an array of handlers".to_owned()
    }
}

fn types() -> String {
    HandlerType::ALL.map(|kind| format!("\"{kind}\"")).join(", ")
}

fn missing_type() -> String {
    format!("'type' is missing; it should be one of {}", types())
}

fn wrong_type(node: &Node) -> String {
    let Some(name) = node.as_str() else {
        return format!("'type' should be one of {}, found {}", types(), node.kind());
    };
    let near = HandlerType::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name.trim()));
    let hint = near.map(|kind| format!(" (did you mean \"{kind}\"?)")).unwrap_or_default();
    format!("'type' should be one of {}, found {}{hint}", types(), quoted(name))
}
