//! `disable` and `enable` for good: out of the file and back, everything remembered.

use insta::assert_snapshot;

use crate::support::{PROJECT, TestHome, USER};

const TEXT: &str = "{\n    \"model\": \"opus\",\n    \"hooks\": {}\n}\n";

#[test]
fn there_and_back() {
    let home = TestHome::with_settings(TEXT);
    home.does("install --event Stop --name bell --timeout 5.0 --set note='{\"a\": 1}' --reason why -- true");
    let installed = home.read(USER);
    let shown = home.json("show bell --json");
    assert_snapshot!(home.run("disable bell --scope user"), @"
    exit code: 0
    ----- stdout
    disabled bell in the user settings
    ");
    assert_eq!(home.read(USER), TEXT);
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME  EVENT  MATCHER  TYPE     COMMAND  SCOPE  OURS  STATE  PLACE
    bell  Stop   -        command  true     user   yes   off    ~/.claude/settings.json
    ");
    assert_snapshot!(home.run("enable bell --scope user"), @"
    exit code: 0
    ----- stdout
    enabled bell in the user settings
    ");
    assert_eq!(home.read(USER), installed);
    assert_eq!(home.json("show bell --json"), shown);
    home.does("uninstall bell");
    assert_eq!(home.read(USER), TEXT);
}

#[test]
fn twice_changes_nothing() {
    let home = TestHome::new();
    home.does("install --event Stop -- true");
    let before = home.listing();
    assert_snapshot!(home.run("enable true --scope user"), @"
    exit code: 0
    ----- stdout
    true is already enabled in the user settings
    ");
    assert_eq!(home.listing(), before);
    home.does("disable true --scope user");
    let before = home.listing();
    assert_snapshot!(home.run("disable true --scope user"), @"
    exit code: 0
    ----- stdout
    true is already disabled in the user settings
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn the_scope_tells_copies_apart() {
    let home = TestHome::new();
    home.does("install --event Stop --name mine -- true");
    home.does("install --event Stop --name ours --scope project -- true");
    assert_snapshot!(home.run("disable ours --scope user"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'ours'
    hint: 'ours' is in another settings file
    hint: claude-hooks list shows all names
    ");
    home.does("disable ours --scope project");
    assert!(home.path(USER).exists() && !home.path(PROJECT).exists());
}

#[test]
fn a_session_needs_another_version_and_a_name_is_needed() {
    let home = TestHome::new();
    home.does("install --event Stop -- true");
    assert_snapshot!(home.run("disable true"), @"
    exit code: 64
    ----- stderr
    error: disabling a hook for one session is not supported yet
    hint: for good, in a settings file: claude-hooks disable true --scope user|project|local
    ");
    assert_snapshot!(home.run("enable"), @"
    exit code: 64
    ----- stderr
    error: which hook? claude-hooks enable NAME --scope user
    hint: claude-hooks list shows all names
    ");
}

#[test]
fn somebody_elses_hook_needs_force_and_is_remembered() {
    let text = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#;
    let home = TestHome::with_settings(text);
    assert_snapshot!(home.run("disable true --scope user"), @"
    exit code: 1
    ----- stderr
    error: 'true' was not installed by claude-hooks ([HOME]/.claude/settings.json:1)
    hint: to change it anyway, add --force
    ");
    assert_eq!(home.read(USER), text);
    assert_snapshot!(home.run("disable true --scope user --force"), @"
    exit code: 0
    ----- stdout
    disabled true in the user settings
    ");
    assert!(!home.read(USER).contains("true"));
    assert_eq!(home.json("list --json")["hooks"][0]["state"], "off");
    home.does("enable true --scope user");
    assert_eq!(home.read(USER), text);
}

#[test]
fn installing_a_disabled_hook_turns_it_on() {
    let home = TestHome::new();
    home.does("install --event Stop --reason why -- true").does("disable true --scope user");
    assert_snapshot!(home.run("install --event Stop -- true"), @"
    exit code: 0
    ----- stdout
    installed true for Stop in ~/.claude/settings.json
    ");
    assert_eq!(home.json("show true --json")["state"], "on");
}

#[test]
fn what_was_edited_by_hand_comes_back_as_it_was_edited() {
    let home = TestHome::with_settings(TEXT);
    home.does("install --event Stop --name bell --timeout 5 -- true");
    home.write(USER, home.read(USER).replace("\"timeout\": 5", "\"timeout\": 50"));
    let edited = home.read(USER);
    home.does("disable bell --scope user");
    assert_eq!(home.read(USER), TEXT);
    home.does("enable bell --scope user");
    assert_eq!(home.read(USER), edited);
    home.does("uninstall bell");
    assert_eq!(home.read(USER), TEXT);
}
