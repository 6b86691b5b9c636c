//! The reference pages that are made from tables. `UPDATE_DOCS=1` writes them.

#![expect(clippy::unwrap_used, reason = "a failing step fails the test")]

use std::fmt::Write as _;
use std::path::Path;

use claude_hooks::Event;
use claude_hooks::doctor::Check;
use claude_hooks::event::{HandlerType, MatchTarget, values};
use claude_hooks::settings::fields;

#[expect(clippy::disallowed_methods, reason = "a switch for whoever runs the test")]
fn check(page: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "{page} is out of date: UPDATE_DOCS=1 cargo test --workspace docs");
}

#[test]
fn docs_of_the_checks() {
    let mut page = String::from(
        "# What doctor looks for\n\nMade from the table in the code. An error or a warning makes `doctor` exit 1.\n\n\
         | code | severity | what |\n|---|---|---|\n",
    );
    for check in Check::ALL {
        writeln!(page, "| `{}` | {} | {} |", check.code(), check.severity().name(), check.title()).unwrap();
    }
    check("doctor.md", &page);
}

#[test]
fn docs_of_the_events() {
    let mut page = String::from(
        "# Events\n\nMade from the table in the code, for Claude Code 2.1.325.\n\n\
         A matcher that is missing, empty or `*` matches everything. One of word characters, `-`, blanks, `,` and \
         `|` is a list of exact names; anything else is a JavaScript regular expression that may match anywhere. \
         Names are case-sensitive. Under an event marked †, one invalid entry makes Claude Code drop the whole file.\n\n\
         | event | the matcher is compared with | handlers | `if` |\n|---|---|---|---|\n",
    );
    for event in Event::ALL {
        let facts = event.facts();
        let mark = if facts.fail_closed { " †" } else { "" };
        let types: Vec<&str> = facts.runnable().map(HandlerType::name).collect();
        let condition = if facts.condition { "yes" } else { "never runs" };
        writeln!(page, "| {event}{mark} | {} | {} | {condition} |", target(*event), types.join(", "))
            .unwrap();
    }
    page.push_str("\n## Fields of a handler\n\n| type | field | value |\n|---|---|---|\n");
    for kind in HandlerType::ALL {
        for field in fields(kind) {
            let required = if field.required { ", required" } else { "" };
            writeln!(page, "| {kind} | `{}` | {}{required} |", field.name, field.expected).unwrap();
        }
    }
    check("events.md", &page);
}

fn target(event: Event) -> String {
    let of = match event.facts().target {
        MatchTarget::Ignored => return "nothing: it is ignored".into(),
        MatchTarget::ToolName => return "the tool's name".into(),
        MatchTarget::FileName => return "the file's name".into(),
        MatchTarget::Model => return "the model's canonical name".into(),
        MatchTarget::Field(field) => format!("`{field}`"),
    };
    match values(event) {
        Some(values) => format!("{of}: {}", values.join(", ")),
        None => of,
    }
}
