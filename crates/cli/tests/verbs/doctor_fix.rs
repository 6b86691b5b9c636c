//! `doctor --fix` on broken entries: only what is broken goes, others' only with `--force`, and every
//! text from before is kept for undoing.

use insta::assert_snapshot;

use crate::support::{TestHome, USER};

const BAD_ENTRY: &str = r#"{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command" }] },
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "true" }] }
    ]
  }
}
"#;

#[test]
fn somebody_elses_entry_is_cured_only_with_force_and_can_be_undone() {
    let home = TestHome::with_settings(BAD_ENTRY);
    assert_snapshot!(home.run("doctor --fix"), @"
    exit code: 1
    ----- stdout
    error[dropped-file]: hooks.PreToolUse[0].hooks[0].command: 'command' is missing; it should be a string
      --> ~/.claude/settings.json:4:38
      effect: Claude Code silently drops the whole file: every hook, permission and setting in it
      cure:   mend the entry, or let doctor --fix --force remove it
    1 error, 0 warnings, 0 notes
    ");
    assert_eq!(home.read(USER), BAD_ENTRY);
    let said = home.run("doctor --fix --force");
    assert_snapshot!(said, @r#"
    exit code: 0
    ----- stdout
    --- ~/.claude/settings.json
    +++ ~/.claude/settings.json
    @@ -1,7 +1,6 @@
     {
       "hooks": {
         "PreToolUse": [
    -      { "matcher": "Bash", "hooks": [{ "type": "command" }] },
           { "matcher": "Write", "hooks": [{ "type": "command", "command": "true" }] }
         ]
       }
    fixed (dropped-file): removed the entry
      the text from before: [HOME]/.local/state/claude-hooks/fixes/[TIME]-settings.json
    all is well (1 hook)
    "#);
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "PreToolUse": [
          { "matcher": "Write", "hooks": [{ "type": "command", "command": "true" }] }
        ]
      }
    }
    "#);
    let copies = home.names(".local/state/claude-hooks/fixes");
    assert_eq!(copies.len(), 1, "{copies:?}");
    assert_eq!(home.read(&format!(".local/state/claude-hooks/fixes/{}", copies[0])), BAD_ENTRY);
}

#[test]
fn several_cures_of_one_file_keep_every_text_for_undoing() {
    let text = r#"{"hooks": {
  "PreToolUse": [{"hooks": [{"type": "command"}]}, {"hooks": [{"type": "command", "command": 1}]}],
  "Stopp": [{"hooks": [{"type": "command", "command": "true"}]}]
}}"#;
    let home = TestHome::with_settings(text);
    let output = home.command(["doctor", "--fix", "--force", "--json"]).output().unwrap();
    let done: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let fixed = done["fixed"].as_array().unwrap();
    let undos: Vec<&str> = fixed.iter().filter_map(|fix| fix["undo"].as_str()).collect();
    assert!(fixed.iter().all(|fix| fix["done"] == true), "{done:#}");
    assert_eq!(undos.len(), 3, "{done:#}");
    let mut different = undos.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 3, "each text from before has its own copy: {undos:?}");
    let texts = undos.iter().map(|undo| std::fs::read_to_string(undo).unwrap());
    assert!(texts.into_iter().any(|kept| kept == text), "the first text is among them");
    assert_snapshot!(home.read(USER), @r#"
    {"hooks": {
      "PreToolUse": [],
      "Stop": [{"hooks": [{"type": "command", "command": "true"}]}]
    }}
    "#);
    assert_eq!(home.run("doctor").code, 0);
}

/// Places move when something before them is taken out: only what is broken may go.
#[test]
fn many_broken_entries_go_and_every_good_one_stays() {
    let good = |name: &str| format!(r#"{{"type": "command", "command": "true {name}"}}"#);
    let text = format!(
        r#"{{"hooks": {{"Stop": [
  {{"hooks": [{{"type": "command", "timeout": "x"}}, {}, {{"type": "zebra"}}, {{"type": "command", "command": 1, "timeout": "y"}}, {}]}},
  {{"hooks": [{{"type": "command"}}]}}, {{"hooks": 5}}, {{"hooks": [{}]}}, {{"hooks": [{{"type": "command"}}]}}, {{"hooks": [{}]}}
]}}}}"#,
        good("a"),
        good("b"),
        good("c"),
        good("d"),
    );
    let home = TestHome::with_settings(&text);
    let said = home.run("doctor --fix --force");
    let list = home.json("list --json");
    let commands: Vec<&str> =
        list["hooks"].as_array().unwrap().iter().map(|hook| hook["command"].as_str().unwrap()).collect();
    assert_eq!(commands, ["true a", "true b", "true c", "true d"], "{said}");
    assert_eq!(said.code, 0, "{said}");
    assert!(!said.stdout.contains("not fixed"), "{said}");
}

#[test]
fn an_empty_misspelt_event_is_not_ours() {
    let home = TestHome::with_settings("{\"hooks\": {\"Stopp\": []}}");
    assert_eq!(home.run("doctor --fix").code, 1);
    assert_eq!(home.read(USER), "{\"hooks\": {\"Stopp\": []}}");
}

#[test]
fn an_entry_of_ours_that_was_broken_by_hand_is_cured_without_force() {
    let home = TestHome::with_settings("{}");
    home.does("install --event PreToolUse --matcher Bash --timeout 5 -- true");
    home.write(USER, home.read(USER).replace("\"timeout\": 5", "\"timeout\": \"5\""));
    assert_snapshot!(home.run("doctor"), @"
    exit code: 1
    ----- stdout
    error[dropped-file]: hooks.PreToolUse[0].hooks[0].timeout: 'timeout' should be a number above 0, found a string
      --> ~/.claude/settings.json:10:24
      effect: Claude Code silently drops the whole file: every hook, permission and setting in it
      cure:   mend the entry, or let doctor --fix put back what was installed
    note[edited-by-hand]: 'true' was changed by hand
      --> ~/.claude/settings.json:7
      effect: the file counts; the registry remembers the configuration that was installed
      cure:   claude-hooks show true
    1 error, 0 warnings, 1 note
    ");
    home.run("doctor --fix");
    assert_eq!(home.run("doctor").code, 0, "{}", home.read(USER));
    assert!(home.read(USER).contains("\"timeout\": 5"), "{}", home.read(USER));
}

#[test]
fn a_misspelt_event_is_renamed_with_force() {
    let home = TestHome::with_settings(
        "{\"hooks\": {\"PreToolUze\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}",
    );
    assert_snapshot!(home.run("doctor --fix --force"), @r#"
    exit code: 0
    ----- stdout
    --- ~/.claude/settings.json
    +++ ~/.claude/settings.json
    @@ -1 +1 @@
    -{"hooks": {"PreToolUze": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}}
    +{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}}
    fixed (unknown-event): renamed the event
      the text from before: [HOME]/.local/state/claude-hooks/fixes/[TIME]-settings.json
    all is well (1 hook)
    "#);
    assert!(home.read(USER).contains("{\"PreToolUse\": [{"));
}

#[test]
fn wrong_permissions_are_put_right() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = TestHome::with_settings("{}");
    home.chmod(USER, 0o666);
    assert_snapshot!(home.run("doctor --fix"), @"
    exit code: 0
    ----- stdout
    fixed (permissions): took the right to change the file from everybody else
    all is well (0 hooks)
    ");
    assert_eq!(home.path(USER).metadata().unwrap().permissions().mode() & 0o777, 0o664);
}
