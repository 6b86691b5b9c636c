//! `update`: other configuration, the same hook.

use insta::assert_snapshot;

use crate::support::{REGISTRY, TestHome, USER};

const FOREIGN: &str = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#;

fn home() -> TestHome {
    let home = TestHome::with_settings("{\n  \"model\": \"opus\"\n}\n");
    home.does("install --event Stop --name bell --timeout 5 --status-message Ringing -- true");
    home
}

#[test]
fn fields_are_set_changed_and_taken_out() {
    let home = home();
    assert_snapshot!(home.run("update bell --timeout 30 --unset statusMessage --async --set note='[1]'"), @r#"
    exit code: 0
    ----- stdout
    updated bell
      timeout: 5 -> 30
      statusMessage: "Ringing" -> (none)
      async: (none) -> true
      note: (none) -> [1]
    "#);
    assert_snapshot!(home.read(USER), @r#"
    {
      "model": "opus",
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true",
                "timeout": 30,
                "async": true,
                "note": [
                  1
                ]
              }
            ]
          }
        ]
      }
    }
    "#);
    assert_snapshot!(home.run("doctor"), @"
    exit code: 0
    ----- stdout
    all is well (1 hook)
    ");
    home.does("uninstall bell");
    assert_eq!(home.read(USER), "{\n  \"model\": \"opus\"\n}\n");
}

#[test]
fn what_is_so_already_is_not_written() {
    let home = home();
    let before = home.listing();
    assert_snapshot!(home.run("update bell --timeout 5"), @"
    exit code: 0
    ----- stdout
    bell is already so
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn remarks_and_name_change_only_the_registry() {
    let home = home();
    let before = home.bytes(USER);
    assert_snapshot!(home.run("update bell --name gong --reason louder --custom by=me"), @"
    exit code: 0
    ----- stdout
    updated gong
    ");
    assert_eq!(home.bytes(USER), before);
    let shown = home.json("show gong --json");
    assert_eq!((shown["reason"].as_str(), shown["custom"]["by"].as_str()), (Some("louder"), Some("me")));
    assert!(!home.read(REGISTRY).contains("bell"));
}

#[test]
fn what_makes_the_hook_cannot_be_changed() {
    let home = home();
    let before = home.listing();
    assert_snapshot!(home.run("update bell --set command='\"false\"'"), @"
    exit code: 1
    ----- stderr
    error: 'command' is part of what 'bell' is: uninstall it and install the other
    ");
    assert_snapshot!(home.run("update bell --set timeout='\"soon\"'"), @"
    exit code: 65
    ----- stderr
    error: Claude Code would not accept this hook: 'timeout' should be a number above 0, found a string
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn a_taken_name_is_refused() {
    let home = home();
    home.does("install --event SessionEnd --name gong -- true");
    assert_snapshot!(home.run("update bell --name gong"), @"
    exit code: 1
    ----- stderr
    error: the name 'gong' is taken by SessionEnd command true
    hint: choose another with --name
    ");
}

#[test]
fn somebody_elses_hook_needs_force_and_stays_theirs() {
    let home = TestHome::with_settings(FOREIGN);
    assert_snapshot!(home.run("update true --timeout 5"), @"
    exit code: 1
    ----- stderr
    error: 'true' was not installed by claude-hooks ([HOME]/.claude/settings.json:1)
    hint: to change it anyway, add --force
    ");
    assert_eq!(home.read(USER), FOREIGN);
    assert_snapshot!(home.run("update true --timeout 5 --force"), @"
    exit code: 0
    ----- stdout
    updated true
      timeout: (none) -> 5
    ");
    assert_snapshot!(home.read(USER), @r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "timeout": 5}]}]}}"#);
    assert_eq!(home.json("show true --json")["ours"], false);
}

#[test]
fn a_disabled_hook_keeps_its_update_for_later() {
    let home = home();
    home.does("disable bell --scope user").does("update bell --timeout 9");
    assert!(!home.read(USER).contains("bell"));
    home.does("enable bell --scope user");
    assert!(home.read(USER).contains("\"timeout\": 9"), "{}", home.read(USER));
}

#[test]
fn a_hook_gone_from_its_file_cannot_be_updated_there() {
    let home = home();
    home.write(USER, "{}");
    assert_snapshot!(home.run("update bell --timeout 9"), @"
    exit code: 1
    ----- stderr
    error: 'bell' is gone from [HOME]/.claude/settings.json
    hint: claude-hooks doctor --fix puts it back, claude-hooks uninstall bell forgets it
    ");
    assert_eq!(home.read(USER), "{}");
}

#[test]
fn a_hook_edited_by_hand_keeps_what_was_edited() {
    let home = home();
    home.write(USER, home.read(USER).replace("\"timeout\": 5", "\"timeout\":    7.0"));
    home.does("update bell --async");
    assert_snapshot!(home.read(USER), @r#"
    {
      "model": "opus",
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true",
                "timeout":    7.0,
                "statusMessage": "Ringing",
                "async": true
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn what_the_client_would_drop_is_refused_for_others_hooks_too() {
    let home = TestHome::with_settings(FOREIGN);
    assert_eq!(home.run("update true --set timeout='\"soon\"' --force").code, 65);
    assert_eq!(home.read(USER), FOREIGN);
}
