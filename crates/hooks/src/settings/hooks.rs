//! The hooks of one settings document: found, added, taken out.
//!
//! Taking a hook out must give back the bytes from before it was added, so
//! adding returns what else had to be made for it ([`Made`]), and taking out
//! asks for it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::document::{Document, EditError, Step};
use super::handler::Handler;
use super::node::{Node, Shape};

/// A handler found in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The event's name as written, known to us or not.
    pub event: String,
    /// The group's matcher; none counts as empty. A matcher of a wrong type is shown as its source.
    pub matcher: String,
    /// The handler.
    pub handler: Handler,
    /// Where it stands.
    pub place: Place,
}

/// Where a handler stands in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Which group of the event.
    pub group: usize,
    /// Which handler of the group.
    pub index: usize,
    /// Line of the handler, from 1.
    pub line: usize,
    /// Column of the handler, from 1.
    pub column: usize,
}

/// What stands around a handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Container {
    /// The folder of the file.
    Folder,
    /// The file.
    File,
    /// The object that is the whole document.
    Document,
    /// The `hooks` object.
    Hooks,
    /// The event's list.
    Event,
    /// The matcher group.
    Group,
}

impl Container {
    /// From the outside to the inside.
    pub const ALL: [Self; 6] =
        [Self::Folder, Self::File, Self::Document, Self::Hooks, Self::Event, Self::Group];

    /// The name in the registry.
    pub fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::File => "file",
            Self::Document => "document",
            Self::Hooks => "hooks",
            Self::Event => "event",
            Self::Group => "group",
        }
    }

    /// The container with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|container| container.name() == name)
    }
}

/// What was made so that a hook had a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Made {
    /// The containers that were not there before.
    pub containers: Vec<Container>,
    /// The containers that were there, but empty, and their source then.
    pub was: BTreeMap<Container, String>,
}

impl Made {
    /// Whether this container was made.
    pub fn made(&self, container: Container) -> bool {
        self.containers.contains(&container)
    }

    /// Takes over what another hook had made and what still stands.
    pub fn inherit(&mut self, other: Self) {
        let new = other.containers.into_iter().filter(|container| !self.containers.contains(container));
        self.containers.splice(0..0, new.collect::<Vec<_>>());
        self.was.extend(other.was);
    }

    fn new(containers: &[Container]) -> Self {
        Self { containers: containers.to_vec(), was: BTreeMap::new() }
    }

    fn filled(mut self, container: Container, document: &Document, node: &Node) -> Self {
        let empty = node.members().is_empty() && node.elements().is_empty();
        if empty {
            self.was.insert(container, document.source(node).to_owned());
        }
        self
    }
}

/// Why a hook cannot be added to a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// Something of a wrong type stands where the hook would go.
    #[error("{what} is {found}, and Claude Code expects {expected} there")]
    WrongType {
        /// `hooks`, `hooks.Stop` ….
        what: String,
        /// What stands there.
        found: &'static str,
        /// What should.
        expected: &'static str,
        /// The line of it.
        line: usize,
    },
    /// See [`EditError`].
    #[error(transparent)]
    Edit(#[from] EditError),
}

/// Every handler of a document that is an object, in the file's order. Of duplicate
/// keys the last counts, as it does for the client.
pub fn find(document: &Document) -> Vec<Found> {
    let Some(hooks) = document.at(&[Step::Key("hooks")]) else { return Vec::new() };
    let mut found = Vec::new();
    for event in hooks.effective_members() {
        for (group, node) in event.value.elements().iter().enumerate() {
            let matcher = matcher(document, node);
            for (index, handler) in
                node.get("hooks").map(Node::elements).unwrap_or_default().iter().enumerate()
            {
                let Value::Object(fields) = handler.to_json() else { continue };
                let (line, column) = document.position(handler.span.start);
                let (event, matcher) = (event.key.clone(), matcher.clone());
                let handler = Handler::from_json(fields);
                found.push(Found { event, matcher, handler, place: Place { group, index, line, column } });
            }
        }
    }
    found
}

fn matcher(document: &Document, group: &Node) -> String {
    match group.get("matcher") {
        None => String::new(),
        Some(node) => node.as_str().map_or_else(|| document.source(node).to_owned(), str::to_owned),
    }
}

/// Adds a handler behind the others: to a group with this very matcher if there is one,
/// else to a new group.
pub fn add(
    document: &mut Document,
    event: &str,
    matcher: &str,
    handler: &Handler,
) -> Result<Made, PlaceError> {
    use Container::{Event, Group, Hooks};
    let group = group_value(matcher, handler);
    let list = json!([group]);
    let hooks_path = [Step::Key("hooks")];
    let event_path = [Step::Key("hooks"), Step::Key(event)];

    let Some(root) = document.root() else {
        document.set_root(&json!({ "hooks": { event: list } }))?;
        return Ok(Made::new(&[Container::Document, Hooks, Event, Group]));
    };
    expect(document, root, "the settings file", Expected::Object)?;
    let Some(hooks) = document.at(&hooks_path) else {
        let made = Made::new(&[Hooks, Event, Group]).filled(Container::Document, document, root);
        document.append_member(&[], "hooks", &json!({ event: list }))?;
        return Ok(made);
    };
    if matches!(hooks.shape, Shape::Null) {
        let made = Made::new(&[Event, Group]).filled(Hooks, document, hooks);
        document.replace(&hooks_path, &json!({ event: list }))?;
        return Ok(made);
    }
    expect(document, hooks, "hooks", Expected::Object)?;
    let Some(groups) = document.at(&event_path) else {
        let made = Made::new(&[Event, Group]).filled(Hooks, document, hooks);
        document.append_member(&hooks_path, event, &list)?;
        return Ok(made);
    };
    if matches!(groups.shape, Shape::Null) {
        let made = Made::new(&[Group]).filled(Event, document, groups);
        document.replace(&event_path, &list)?;
        return Ok(made);
    }
    expect(document, groups, &format!("hooks.{event}"), Expected::Array)?;
    if let Some((at, handlers)) = group_with(groups, matcher) {
        let made = Made::default().filled(Group, document, handlers);
        let path = [Step::Key("hooks"), Step::Key(event), Step::Index(at), Step::Key("hooks")];
        document.append_element(&path, &handler.to_json())?;
        return Ok(made);
    }
    let made = Made::new(&[Group]).filled(Event, document, groups);
    document.append_element(&event_path, &group)?;
    Ok(made)
}

/// Takes a handler out, with the containers that were made for it and are now empty.
pub fn remove(document: &mut Document, found: &Found, made: &Made) -> Result<(), EditError> {
    let (event, group) = (Step::Key(&found.event), Step::Index(found.place.group));
    let hooks = Step::Key("hooks");
    let path = [hooks, event, group, hooks, Step::Index(found.place.index)];
    // Each container with the path of its list of children and its own path in the next outer one.
    let levels: [(Container, &[Step<'_>], &[Step<'_>]); 4] = [
        (Container::Group, &path[..4], &path[..3]),
        (Container::Event, &path[..2], &path[..2]),
        (Container::Hooks, &path[..1], &path[..1]),
        (Container::Document, &[], &[]),
    ];
    let mut child: &[Step<'_>] = &path;
    for (container, children, own) in levels {
        let node = document.at(children).ok_or(EditError::NoSuchPlace)?;
        let shared = node.members().len() + node.elements().len() > 1;
        if !shared && let Some(source) = made.was.get(&container) {
            return document.replace_source(children, source);
        }
        if shared || !made.made(container) {
            return document.remove(child);
        }
        child = own;
    }
    document.clear()
}

/// Replaces the handler's fields, each only where it changed.
pub fn update(document: &mut Document, found: &Found, handler: &Handler) -> Result<(), EditError> {
    let hooks = Step::Key("hooks");
    let path = [
        hooks,
        Step::Key(&found.event),
        Step::Index(found.place.group),
        hooks,
        Step::Index(found.place.index),
    ];
    for field in found.handler.fields().keys() {
        if handler.get(field).is_none() {
            document.remove(&[&path[..], &[Step::Key(field)]].concat())?;
        }
    }
    for (field, value) in handler.fields() {
        if found.handler.get(field) != Some(value) {
            document.set_member(&path, field, value)?;
        }
    }
    Ok(())
}

fn group_value(matcher: &str, handler: &Handler) -> Value {
    if matcher.is_empty() {
        json!({ "hooks": [handler.to_json()] })
    } else {
        json!({ "matcher": matcher, "hooks": [handler.to_json()] })
    }
}

/// The last group with this very matcher that can take a handler.
fn group_with<'a>(groups: &'a Node, matcher: &str) -> Option<(usize, &'a Node)> {
    groups.elements().iter().enumerate().rev().find_map(|(at, group)| {
        let same = match group.get("matcher") {
            None => matcher.is_empty(),
            Some(node) => node.as_str() == Some(matcher),
        };
        let handlers = group.get("hooks").filter(|node| node.is_array())?;
        same.then_some((at, handlers))
    })
}

#[derive(Clone, Copy)]
enum Expected {
    Object,
    Array,
}

fn expect(document: &Document, node: &Node, what: &str, expected: Expected) -> Result<(), PlaceError> {
    let (fits, expected) = match expected {
        Expected::Object => (node.is_object(), "an object"),
        Expected::Array => (node.is_array(), "an array"),
    };
    if fits {
        return Ok(());
    }
    let (line, _) = document.position(node.span.start);
    Err(PlaceError::WrongType { what: what.to_owned(), found: node.kind(), expected, line })
}
