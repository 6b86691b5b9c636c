//! The client's own verdict on a settings file: what Claude Code 2.1.325 does
//! with the file and with each entry in it, and where the fault stands. The
//! rules were measured on that client; `fixtures/verdict` holds the observations.
//! What the tables do not know is not judged.

mod entries;
mod expected;
mod fault;
mod fields;
mod findings;
mod keys;
mod nested;
mod permission;
mod plugin;
mod reading;
mod top;
mod url;

pub use expected::{Bounds, Expected, Field};
pub use fault::{Cost, Fault, RuleSet, Standing, Verdict};
pub use fields::fields;
pub use keys::{KEYS, Key, Managed, Null, Wrong};
pub use reading::SIZE_LIMIT;

use super::document::Document;
use super::node::Node;
use findings::{Findings, Found, Place};

/// What the client does with a file of these bytes.
pub fn judge(bytes: &[u8], rules: RuleSet) -> Verdict {
    match reading::read(bytes, rules) {
        Ok(readable) => verdict(&readable.document, Findings::with(rules, readable.faults)),
        Err(fault) => Verdict::of(vec![*fault]),
    }
}

/// What the client does with a file that reads as this document.
pub fn judge_document(document: &Document, rules: RuleSet) -> Verdict {
    verdict(document, Findings::with(rules, Vec::new()))
}

fn verdict(document: &Document, mut findings: Findings) -> Verdict {
    match document.root() {
        None => judge_blank(&mut findings),
        Some(root) if root.is_object() => judge_object(root, &mut findings),
        Some(root) => {
            let what = format!("the file should hold an object, found {}", root.kind());
            findings.add(findings.rules().unreadable(), Place::FILE, Found::at("", what, &root.span));
        }
    }
    Verdict::of(findings.finish(document.text()))
}

/// No text is no settings, but no plugin's hooks file.
fn judge_blank(findings: &mut Findings) {
    if findings.rules() == RuleSet::PluginHooks {
        findings.add(Cost::Hooks, Place::FILE, Found::at("", "the file is empty", &(0..0)));
    }
}

fn judge_object(root: &Node, findings: &mut Findings) {
    match findings.rules() {
        RuleSet::PluginHooks => plugin::judge(root, findings),
        RuleSet::Settings => top::judge(root, findings),
        RuleSet::Managed => {
            top::judge(root, findings);
            top::refuse_if_nothing_is_left(root, findings);
        }
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
