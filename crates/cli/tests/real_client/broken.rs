//! Broken user settings, each with good hooks beside the fault. `rec NAME` stands for a hook that records.

use std::collections::BTreeSet;

/// Names of hooks that are part of the fault begin so.
pub const BAD: &str = "bad";

/// A broken file.
#[derive(Debug)]
pub struct Broken {
    pub name: &'static str,
    pub text: &'static str,
    pub heals: Heals,
    encoding: Encoding,
}

/// Who can mend it.
#[derive(Debug, PartialEq, Eq)]
pub enum Heals {
    ByDoctor,
    ByHand,
    /// The client runs everything in it.
    NotNeeded,
}

#[derive(Debug)]
enum Encoding {
    Utf8,
    Utf8Bom,
    Utf16,
}

impl Broken {
    /// The file, with the commands of the recorders in it.
    pub fn bytes(&self, command: &dyn Fn(&str) -> String) -> Vec<u8> {
        let mut text = self.text.to_owned();
        for name in recorders(self.text) {
            let line = serde_json::Value::from(command(name)).to_string();
            text = text.replace(&format!("\"rec {name}\""), &line);
        }
        match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::Utf8Bom => format!("\u{feff}{text}").into_bytes(),
            Encoding::Utf16 => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }
}

/// The names of the recorders in a text.
pub fn recorders(text: &str) -> BTreeSet<&str> {
    text.split("\"rec ").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

const fn file(name: &'static str, heals: Heals, text: &'static str) -> Broken {
    Broken { name, text, heals, encoding: Encoding::Utf8 }
}

/// A good hook of each kind, and something between them.
macro_rules! around {
    ($hooks:expr) => {
        around!($hooks, "")
    };
    ($hooks:expr, $settings:expr) => {
        concat!(
            r#"{"cleanupPeriodDays": 30, "hooks": {
            "PreToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "rec pre"}]}"#,
            $hooks,
            r#"],
            "Stop": [{"hooks": [{"type": "command", "command": "rec stop"}]}]}"#,
            $settings,
            "}\n"
        )
    };
}

/// The same with another entry of PostToolUse.
macro_rules! post {
    ($entry:expr) => {
        around!(concat!(
            r#"], "PostToolUse": [{"hooks": [{"type": "command", "command": "rec post"}]}, "#,
            $entry
        ))
    };
}

/// Every broken file.
pub const BROKEN: &[Broken] = &[
    file("a syntax error", Heals::ByHand, around!("", r#" "model": "opus""#)),
    file("a comment", Heals::ByHand, around!("", "\n// mine\n")),
    file("a trailing comma", Heals::ByHand, around!(",")),
    file(
        "cut off",
        Heals::ByHand,
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "rec stop"}"#,
    ),
    file("not an object", Heals::ByHand, r#"["rec stop"]"#),
    file("another setting of the wrong type", Heals::ByHand, around!("", r#", "env": ["A=1"]"#)),
    file("a setting out of its range", Heals::ByHand, around!("", r#", "cleanupPeriodDays": -1"#)),
    file(
        "permissions of the wrong type",
        Heals::ByHand,
        around!("", r#", "permissions": {"allow": "Read"}"#),
    ),
    file("hooks is a list", Heals::ByHand, r#"{"hooks": [{"type": "command", "command": "rec stop"}]}"#),
    file("hooks is null", Heals::ByHand, r#"{"hooks": null, "x": "rec stop"}"#),
    file(
        "PreToolUse: a handler without type",
        Heals::ByDoctor,
        around!(r#", {"hooks": [{"command": "rec bad"}]}"#),
    ),
    file(
        "PreToolUse: an unknown type",
        Heals::ByDoctor,
        around!(r#", {"hooks": [{"type": "shell", "command": "rec bad"}]}"#),
    ),
    file(
        "PreToolUse: timeout 0",
        Heals::ByDoctor,
        around!(r#", {"hooks": [{"type": "command", "command": "rec bad", "timeout": 0}]}"#),
    ),
    file(
        "PreToolUse: timeout as a text",
        Heals::ByDoctor,
        around!(r#", {"hooks": [{"type": "command", "command": "rec bad", "timeout": "5"}]}"#),
    ),
    file(
        "PreToolUse: a matcher of the wrong type",
        Heals::ByDoctor,
        around!(
            r#", {"matcher": {"tools": ["Read"]}, "hooks": [{"type": "command", "command": "rec bad"}]}"#
        ),
    ),
    file(
        "PreToolUse: a flat handler",
        Heals::ByDoctor,
        around!(r#", {"type": "command", "command": "rec bad"}"#),
    ),
    file(
        "PreToolUse: no hooks in a group",
        Heals::ByDoctor,
        around!(r#", {"matcher": "Read", "x": "rec bad"}"#),
    ),
    file(
        "PreToolUse: hooks is not a list",
        Heals::ByDoctor,
        around!(r#", {"hooks": {"type": "command", "command": "rec bad"}}"#),
    ),
    file(
        "PreToolUse: one of two handlers is bad",
        Heals::ByDoctor,
        around!(
            r#", {"hooks": [{"type": "command", "command": "rec sibling"}, {"type": "command", "x": "rec bad"}]}"#
        ),
    ),
    file(
        "PostToolUse: a handler without type",
        Heals::ByDoctor,
        post!(r#"{"hooks": [{"command": "rec bad"}]}"#),
    ),
    file(
        "PostToolUse: one of two handlers is bad",
        Heals::ByDoctor,
        post!(
            r#"{"hooks": [{"type": "command", "command": "rec sibling"}, {"type": "command", "command": "rec bad", "timeout": -1}]}"#
        ),
    ),
    file(
        "PostToolUse: a flat handler",
        Heals::ByDoctor,
        post!(r#"{"type": "command", "command": "rec bad"}"#),
    ),
    file(
        "PostToolUse: a matcher of the wrong type",
        Heals::ByDoctor,
        post!(r#"{"matcher": 5, "hooks": [{"type": "command", "command": "rec bad"}]}"#),
    ),
    file(
        "an unknown event",
        Heals::ByDoctor,
        around!(r#"], "PostTooluse": [{"hooks": [{"type": "command", "command": "rec post"}]}"#),
    ),
    file(
        "an event's value is an object",
        Heals::ByHand,
        around!(
            r#"], "PostToolUse": {"hooks": [{"type": "command", "command": "rec bad"}]}, "SessionEnd": ["#
        ),
    ),
    file(
        "the same key twice",
        Heals::ByHand,
        around!("", r#", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "rec last"}]}]}"#),
    ),
    file("all hooks disabled", Heals::ByHand, around!("", r#", "disableAllHooks": true"#)),
    Broken { encoding: Encoding::Utf16, ..file("UTF-16", Heals::NotNeeded, around!("")) },
    Broken { encoding: Encoding::Utf8Bom, ..file("a byte order mark", Heals::NotNeeded, around!("")) },
    file("a setting that nobody knows", Heals::NotNeeded, around!("", r#", "zzz": 5"#)),
];
