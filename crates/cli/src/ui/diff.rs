//! A change to a file, as people read changes.

use anstyle::{AnsiColor, Style};
use claude_hooks::Paths;
use claude_hooks::manage::FileDiff;
use similar::{ChangeTag, TextDiff};

use super::plain;

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();
const CYAN: Style = AnsiColor::Cyan.on_default();

/// The unified diff of a file.
pub fn unified(paths: &Paths, diff: &FileDiff) -> String {
    let path = paths.short(&diff.path);
    let name = |text: &Option<String>| if text.is_some() { path.clone() } else { "/dev/null".to_owned() };
    let (old, new) = (diff.before.as_deref().unwrap_or_default(), diff.after.as_deref().unwrap_or_default());
    let mut out = format!("--- {}\n+++ {}\n", name(&diff.before), name(&diff.after));
    let text = TextDiff::from_lines(old, new);
    for hunk in text.unified_diff().context_radius(3).iter_hunks() {
        out.push_str(&format!("{CYAN}{}{CYAN:#}\n", hunk.header()));
        for change in hunk.iter_changes() {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', RED),
                ChangeTag::Insert => ('+', GREEN),
                ChangeTag::Equal => (' ', Style::new()),
            };
            let line = plain(change.value().trim_end_matches(['\n', '\r']));
            out.push_str(&format!("{style}{sign}{line}{style:#}\n"));
        }
    }
    out.trim_end().to_owned()
}
