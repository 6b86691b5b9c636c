//! `import`: all of it or nothing, and conflicts as one wishes.

use insta::assert_snapshot;

use crate::support::{LOCAL, PROJECT, TestHome, USER};

const FILE: &str = r#"// from my other machine
{
  "format": "agent", /* the only one */
  "format_version": 1,
  "hooks": [
    { "hook": { "event": "Stop", "type": "command", "command": "true", "timeout": 5, }, "metadata": { "name": "bell" } },
    // the second
    { "hook": { "event": "PreToolUse", "matcher": "Bash", "type": "command", "command": "false" }, "metadata": { "scope": "project" } },
  ],
}
"#;

fn home() -> TestHome {
    let home = TestHome::new();
    home.write("project/in.jsonc", FILE);
    home
}

#[test]
fn comments_and_trailing_commas_are_fine() {
    let home = home();
    assert_snapshot!(home.run("import in.jsonc"), @"
    exit code: 0
    ----- stdout
    imported: bell
    imported: false
    ");
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME   EVENT       MATCHER  TYPE     COMMAND  SCOPE    OURS  STATE  PLACE
    bell   Stop        -        command  true     user     yes   on     ~/.claude/settings.json:6
    false  PreToolUse  Bash     command  false    project  yes   on     ~/project/.claude/settings.json:7
    ");
    assert_eq!(home.read("project/in.jsonc"), FILE);
}

#[test]
fn a_second_time_everything_is_there() {
    let home = home();
    home.does("import in.jsonc");
    let before = home.listing();
    assert_snapshot!(home.run("import in.jsonc"), @"
    exit code: 0
    ----- stdout
    already there: bell
    already there: false
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn all_into_one_scope() {
    let home = home();
    home.does("import in.jsonc --scope local");
    assert!(home.path(LOCAL).exists() && !home.path(USER).exists() && !home.path(PROJECT).exists());
}

#[test]
fn a_conflict_is_an_error_and_nothing_is_written() {
    let home = home();
    home.does("install --event Stop --timeout 9 -- true");
    let before = home.listing();
    assert_snapshot!(home.run("import in.jsonc"), @"
    exit code: 1
    ----- stderr
    error: 'true' already exists in the user settings ([HOME]/.claude/settings.json:6)
    hint: --force (migrate) or --on-conflict replace (import) overwrites it
    ");
    assert_eq!(home.run("import in.jsonc --on-conflict error").code, 1);
    assert_eq!(home.listing(), before);
}

#[test]
fn a_conflict_can_be_skipped() {
    let home = home();
    home.does("install --event Stop --timeout 9 -- true");
    let before = home.read(USER);
    assert_snapshot!(home.run("import in.jsonc --on-conflict skip"), @"
    exit code: 0
    ----- stdout
    imported: false
    left as it was: true
    ");
    assert_eq!(home.read(USER), before);
    assert!(home.path(PROJECT).exists());
}

#[test]
fn a_conflict_can_be_replaced() {
    let home = home();
    home.does("install --event Stop --timeout 9 -- true");
    assert_snapshot!(home.run("import in.jsonc --on-conflict replace"), @"
    exit code: 0
    ----- stdout
    imported: false
    replaced: true
    ");
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true",
                "timeout": 5
              }
            ]
          }
        ]
      }
    }
    "#);
    home.does("uninstall true");
    assert!(!home.path(USER).exists());
}

#[test]
fn somebody_elses_hook_is_replaced_only_by_force() {
    let home = home();
    home.write(USER, r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#);
    assert_eq!(home.run("import in.jsonc --on-conflict replace").code, 1);
    assert_eq!(
        home.read(USER),
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#
    );
    home.does("import in.jsonc --on-conflict replace --force");
    assert_snapshot!(home.read(USER), @r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "timeout": 5}]}]}}"#);
}

#[test]
fn nothing_is_written_unless_all_can_be() {
    for (file, text) in [
        (PROJECT, "{ \"broken\": "),
        (PROJECT, "[]"),
        (PROJECT, "{\"hooks\": {\"PreToolUse\": 1}}"),
        (USER, "{\"hooks\": [1]}"),
    ] {
        let home = home();
        home.write(file, text);
        let before = home.names("");
        let said = home.run("import in.jsonc");
        assert_eq!(said.code, 65, "{said}");
        assert_eq!(home.read(file), text);
        let other = if file == USER { PROJECT } else { USER };
        assert!(!home.path(other).exists(), "{file} {text}");
        let new: Vec<String> = home.names("").into_iter().filter(|name| !before.contains(name)).collect();
        assert!(new.iter().all(|name| name.starts_with(".local")), "{new:?}");
        assert_eq!(home.json("list --json")["hooks"], serde_json::json!([]));
    }
}

#[test]
fn a_hook_that_the_client_would_drop_stops_the_import() {
    let home = home();
    home.write("project/in.jsonc", FILE.replace("\"timeout\": 5", "\"timeout\": \"5\""));
    assert_snapshot!(home.run("import in.jsonc"), @"
    exit code: 65
    ----- stderr
    error: Claude Code would not accept this hook: 'timeout' should be a number above 0, found a string
    hint: in in.jsonc: Stop command true
    ");
    home.write("project/in.jsonc", FILE.replace("PreToolUse", "PreToolUze"));
    assert_snapshot!(home.run("import in.jsonc"), @r#"
    exit code: 65
    ----- stderr
    error: Claude Code would not accept this hook: "PreToolUze" is not an event of Claude Code (did you mean PreToolUse?)
    hint: in in.jsonc: PreToolUze(Bash) command false
    "#);
    assert!(!home.path(USER).exists() && !home.path(PROJECT).exists());
}

#[test]
fn mistakes_in_the_file_have_a_place() {
    let home = TestHome::new();
    let said = |text: &str| {
        home.write("project/bad.json", text);
        let said = home.run("import bad.json");
        assert_eq!(said.code, 65, "{text}: {said}");
        said.stderr
    };
    let file =
        |hooks: &str| format!("{{\"format\": \"agent\", \"format_version\": 1,\n \"hooks\": [{hooks}]}}");
    assert_snapshot!(said("[]"), @"error: bad.json:1:1: this is not an export file: expected an object");
    assert_snapshot!(said("{}"), @r#"error: bad.json:1:1: this is not an export file: 'format' should be "agent""#);
    assert_snapshot!(said("{\"format\": \"agent\", \"format_version\": 2}"), @"error: bad.json:1:39: 'format_version' should be 1");
    assert_snapshot!(said("{\"format\": \"agent\", \"format_version\": 1}"), @"error: bad.json:1:1: there is no list 'hooks'");
    assert_snapshot!(said(&file("{}")), @"error: bad.json:2:12: each entry needs an object 'hook'");
    assert_snapshot!(said(&file("{\"hook\": {}}")), @"error: bad.json:2:21: 'event' is missing");
    assert_snapshot!(said(&file("{\"hook\": {\"event\": \"Stop\"}}")), @"error: bad.json:2:21: 'type' is missing");
    assert_snapshot!(said(&file("{\"hook\": {\"event\": \"Stop\", \"type\": 1}}")), @"error: bad.json:2:47: 'type' should be a string");
    assert_snapshot!(said(&file("{\"hook\": {\"event\": \"Stop\", \"type\": \"command\", \"command\": \"x\"}, \"metadata\": {\"scope\": \"world\"}}")), @"error: bad.json:2:97: 'world' is not a scope: user, project or local");
    assert_snapshot!(said(&file("{\"hook\": {\"event\": \"Stop\", \"type\": \"command\", \"command\": \"x\"}, \"metadata\": {\"enabled\": \"no\"}}")), @"error: bad.json:2:99: 'enabled' should be true or false");
    assert_snapshot!(said("{\n  \"format\": \"agent\"\n  \"x\": 1 }"), @r#"
    error: Expected comma
     --> bad.json:2:20
      |
    2 |     "format": "agent"
      |  ____________________^
    3 | |   "x": 1 }
      | |_^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    "#);
    assert!(!home.path(USER).exists());
}
