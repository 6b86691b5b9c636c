//! Two programs wrote while we did: brings the changes of the one into the text
//! of the other, key by key of the whole document. Where both changed one key,
//! the later writer's value stands.

use super::document::{Document, EditError, Step};
use super::node::Node;

/// Makes the change `from` → `to` in `ours`.
pub fn carry_over(ours: &mut Document, from: &Document, to: &Document) -> Result<(), EditError> {
    let (Some(_), Some(new)) = (ours.root(), to.root()) else {
        *ours = to.clone();
        return Ok(());
    };
    for member in new.effective_members() {
        let source = to.source(&member.value);
        let before = from.root().and_then(|root| root.get(&member.key)).map(|node| from.source(node));
        if before != Some(source) {
            set_source(ours, &member.key, &member.value, source)?;
        }
    }
    for member in from.root().map(Node::members).unwrap_or_default() {
        if new.get(&member.key).is_none() && ours.at(&[Step::Key(&member.key)]).is_some() {
            ours.remove(&[Step::Key(&member.key)])?;
        }
    }
    Ok(())
}

fn set_source(ours: &mut Document, key: &str, value: &Node, source: &str) -> Result<(), EditError> {
    let path = [Step::Key(key)];
    if ours.at(&path).is_none() {
        ours.append_member(&[], key, &value.to_json())?;
    }
    ours.replace_source(&path, source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Dialect;

    #[test]
    fn both_changes_are_kept() {
        let parse = |text: &str| Document::parse(text, Dialect::Json).unwrap();
        let mut ours = parse(r#"{"model": "b", "env": {}, "old": 1}"#);
        let from = parse(r#"{"model": "a", "env": {}, "old": 1, "hooks": {}}"#);
        let to = parse(r#"{"model": "a", "env": {"X": 1.0}, "hooks": {}, "new": [1]}"#);
        carry_over(&mut ours, &from, &to).unwrap();
        assert_eq!(ours.text(), r#"{"model": "b", "env": {"X": 1.0}, "new": [1]}"#);
    }
}
