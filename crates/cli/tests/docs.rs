//! The command-line reference, made from the help texts. `UPDATE_DOCS=1` writes it.

#![expect(clippy::unwrap_used, reason = "a failing step fails the test")]

use std::path::Path;
use std::process::Command;

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_claude-hooks"))
        .args(arguments)
        .arg("--help")
        .env_clear()
        .env("HOME", "/nonexistent")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// The verbs, as the help lists them.
fn verbs(overview: &str) -> Vec<&str> {
    let lines = overview.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a switch for whoever runs the test")]
fn docs_of_the_command_line() {
    let overview = help(&[]);
    let mut page = format!(
        "# The command line\n\nMade from `--help`.\n\n```text\n{overview}\n```\n\n\
         ## Exit codes\n\n| code | meaning |\n|---|---|\n\
         | 0 | done |\n| 1 | a negative finding: nothing matched, not ours, doctor found something, files differ |\n\
         | 64 | the command line is wrong |\n| 65 | a file's content is wrong |\n| 66 | a file is missing |\n\
         | 70 | a bug of ours |\n| 73, 74 | a file cannot be created, read or written |\n\
         | 75 | another process holds the file |\n| 77 | not permitted |\n\nNever 2: to Claude Code that means \"block\".\n"
    );
    for verb in verbs(&overview) {
        page.push_str(&format!("\n## `{verb}`\n\n```text\n{}\n```\n", help(&[verb])));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/cli.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "cli.md is out of date: UPDATE_DOCS=1 cargo test --workspace docs");
}
