//! The top level of a settings file: each setting against its row of the
//! table. A managed file has other costs for the same faults.

use super::super::document::Step;
use super::super::node::{Member, Node, Shape};
use super::expected::Mismatch;
use super::fault::{Cost, RuleSet};
use super::findings::{Findings, Found, Place, extend};
use super::keys::{self, Key, Managed, Null, Wrong};
use super::{entries, permission};

pub(super) fn judge(root: &Node, findings: &mut Findings) {
    for member in root.effective_members() {
        if member.key == "hooks" {
            entries::judge(&member.value, findings);
        } else if let Some(key) = keys::find(&member.key) {
            // Under both names the old one counts.
            if key.alias_of.is_none_or(|name| root.get(name).is_none()) {
                judge_key(key, member, findings);
            }
        }
    }
}

/// An invalid guard in a policy that says nothing else stops the client.
pub(super) fn refuse_if_nothing_is_left(root: &Node, findings: &mut Findings) {
    let left = |member: &Member| {
        let value = &member.value;
        let empty = value.is_object() && value.members().is_empty() || value.shape == Shape::Null;
        member.key != "hooks" && !empty && !findings.takes(&value.span)
    };
    if findings.guard_lost() && !root.effective_members().any(left) {
        findings.refuse();
    }
}

fn judge_key(key: &Key, member: &Member, findings: &mut Findings) {
    let absent = member.value.shape == Shape::Null && key.null == Null::Absent;
    if absent {
        return;
    }
    let Some(consequence) = consequence(key, findings.rules()) else { return };
    if consequence == Consequence::NotHere {
        let what = format!("'{}' counts only in managed settings and is ignored here", key.name);
        return findings.add(Cost::Key, Place::FILE, Found::at(key.name, what, &member.span()));
    }
    for mismatch in key.expected.mismatches(&member.value) {
        report(key, consequence, &mismatch.under(Step::Key(key.name)), findings);
    }
    if key.name == "permissions" {
        permission::judge(&member.value, findings);
    }
}

fn report(key: &Key, consequence: Consequence, mismatch: &Mismatch<'_>, findings: &mut Findings) {
    let at = mismatch.steps().fold(String::new(), extend);
    let whole = at == key.name;
    let (cost, note) = match consequence {
        Consequence::Costs(cost) => (cost, String::new()),
        // An element of a list goes alone; the setting as a whole turns strict.
        Consequence::ReadAs(value) if whole => (Cost::Key, format!("; it is read as {value}")),
        Consequence::ReadAs(_) | Consequence::NotHere => (Cost::Key, String::new()),
    };
    let what = format!("'{at}' {}{note}", mismatch.what);
    findings.add(cost, Place::FILE, Found::at(at, what, &mismatch.span));
}

/// What a wrong value of a setting leads to.
#[derive(Clone, Copy, PartialEq)]
enum Consequence {
    Costs(Cost),
    ReadAs(&'static str),
    NotHere,
}

/// None where the client does not look.
fn consequence(key: &Key, rules: RuleSet) -> Option<Consequence> {
    if rules == RuleSet::Managed {
        return match key.managed {
            Managed::Ignored => Some(Consequence::Costs(Cost::Key)),
            Managed::ReadAs(value) => Some(Consequence::ReadAs(value)),
            Managed::Refused => Some(Consequence::Costs(Cost::Start)),
            Managed::NotJudged => None,
        };
    }
    match key.wrong {
        Wrong::DropsFile => Some(Consequence::Costs(Cost::File)),
        Wrong::IgnoredAlone => Some(Consequence::Costs(Cost::Key)),
        Wrong::ManagedOnly => Some(Consequence::NotHere),
        Wrong::NeverChecked => None,
    }
}
