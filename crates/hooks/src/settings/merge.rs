//! Two programs wrote while we did: brings the changes of the one into the text
//! of the other, key by key at every depth. Where both changed one key, the later
//! writer's value stands. Other spacing is no change: programs write a whole file
//! in their own layout to set one key.

use super::document::{Document, EditError, Step};
use super::node::Node;

/// Makes the change `from` → `to` in `ours`.
pub fn carry_over(ours: &mut Document, from: &Document, to: &Document) -> Result<(), EditError> {
    let (Some(_), Some(new)) = (ours.root(), to.root()) else {
        *ours = to.clone();
        return Ok(());
    };
    carry_members(ours, &[], from.root(), (to, new))
}

fn carry_members(
    ours: &mut Document,
    path: &[Step],
    from: Option<&Node>,
    (to, new): (&Document, &Node),
) -> Result<(), EditError> {
    for member in new.effective_members() {
        let path = [path, &[Step::Key(&member.key)]].concat();
        let before = from.and_then(|from| from.get(&member.key));
        if before.is_some_and(|before| before.to_json() == member.value.to_json()) {
            continue;
        }
        let nodes = [before, ours.at(&path), Some(&member.value)];
        if nodes.iter().all(|node| node.is_some_and(Node::is_object)) {
            carry_members(ours, &path, before, (to, &member.value))?;
        } else {
            set_source(ours, &path, &member.value, to.source(&member.value))?;
        }
    }
    for member in from.map(Node::members).unwrap_or_default() {
        let path = [path, &[Step::Key(&member.key)]].concat();
        if new.get(&member.key).is_none() && ours.at(&path).is_some() {
            ours.remove(&path)?;
        }
    }
    Ok(())
}

fn set_source(ours: &mut Document, path: &[Step], value: &Node, source: &str) -> Result<(), EditError> {
    if let (None, [parent @ .., Step::Key(key)]) = (ours.at(path), path) {
        ours.append_member(parent, key, &value.to_json())?;
    }
    ours.replace_source(path, source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Dialect;

    fn parse(text: &str) -> Document {
        Document::parse(text, Dialect::Json).unwrap()
    }

    #[test]
    fn both_changes_are_kept_at_every_depth_in_any_layout() {
        let mut ours = parse(r#"{"hooks": {"Stop": [1, 2]}, "plugins": {"a": true}}"#);
        let from = parse(r#"{"hooks": {"Stop": [1]}, "plugins": {}}"#);
        let to = parse(
            "{\n  \"hooks\": {\n    \"Stop\": [\n      1\n    ]\n  },\n  \"plugins\": {\"b\": true}\n}",
        );
        carry_over(&mut ours, &from, &to).unwrap();
        assert_eq!(ours.text(), r#"{"hooks": {"Stop": [1, 2]}, "plugins": {"a": true, "b": true}}"#);
    }

    #[test]
    fn both_changes_are_kept() {
        let mut ours = parse(r#"{"model": "b", "env": {}, "old": 1}"#);
        let from = parse(r#"{"model": "a", "env": {}, "old": 1, "hooks": {}}"#);
        let to = parse(r#"{"model": "a", "env": {"X": 1.0}, "hooks": {}, "new": [1]}"#);
        carry_over(&mut ours, &from, &to).unwrap();
        assert_eq!(ours.text(), r#"{"model": "b", "env": {"X": 1.0}, "new": [1]}"#);
    }
}
