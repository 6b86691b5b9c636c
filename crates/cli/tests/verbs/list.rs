//! `list`: every hook with its place.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{LOCAL, PROJECT, REGISTRY, TestHome, USER};

fn home_with_one_of_each() -> TestHome {
    let home = TestHome::with_settings(
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "by-hand.sh"}]}]}}"#,
    );
    home.does("install --event Stop --timeout 30 -- '~/hooks/notify.sh --sound'");
    home.does("install --event PostToolUse --matcher 'Edit|Write' --scope project -- ~/hooks/lint.sh");
    home.does("install --event SessionEnd --scope local --name goodbye -- true");
    home.does("disable goodbye --scope local");
    home
}

fn names(list: &Value) -> Vec<&str> {
    list["hooks"].as_array().unwrap().iter().map(|hook| hook["name"].as_str().unwrap()).collect()
}

#[test]
fn the_table_has_ours_others_and_disabled_ones() {
    assert_snapshot!(home_with_one_of_each().run("list"), @"
    exit code: 0
    ----- stdout
    NAME     EVENT        MATCHER     TYPE     COMMAND                    SCOPE    OURS  STATE  PLACE
    by-hand  PreToolUse   Bash        command  by-hand.sh                 user     no    on     ~/.claude/settings.json:1
    notify   Stop         -           command  ~/hooks/notify.sh --sound  user     yes   on     ~/.claude/settings.json:1
    lint     PostToolUse  Edit|Write  command  ~/hooks/lint.sh            project  yes   on     ~/project/.claude/settings.json:7
    goodbye  SessionEnd   -           command  true                       local    yes   off    ~/project/.claude/settings.local.json
    ");
}

#[test]
fn no_hooks() {
    assert_snapshot!(TestHome::new().run("list"), @"
    exit code: 0
    ----- stderr
    no hooks
    ");
    assert_eq!(TestHome::new().json("list --json"), json!({"hooks": [], "errors": []}));
}

#[test]
fn filters() {
    let home = home_with_one_of_each();
    for (line, expected) in [
        ("list --json", vec!["by-hand", "notify", "lint", "goodbye"]),
        ("list --json --event Stop", vec!["notify"]),
        ("list --json --scope user", vec!["by-hand", "notify"]),
        ("list --json --scope project", vec!["lint"]),
        ("list --json --scope local", vec!["goodbye"]),
        ("list --json --scope local --event Stop", vec![]),
    ] {
        let list = home.json(line);
        assert_eq!(names(&list), expected, "{line}");
    }
}

#[test]
fn an_event_that_does_not_exist_can_be_asked_for_as_it_may_be_in_a_file() {
    let home = TestHome::with_settings(
        r#"{"hooks": {"Stopp": [{"hooks": [{"type": "command", "command": "x"}]}]}}"#,
    );
    assert_eq!(names(&home.json("list --json --event Stopp")), ["x"]);
}

#[test]
fn json_has_every_field() {
    let home = TestHome::new();
    home.does("install --event Stop --timeout 30 --name bell --description rings -- true");
    assert_snapshot!(home.run("list --json"), @r#"
    exit code: 0
    ----- stdout
    {
      "hooks": [
        {
          "name": "bell",
          "event": "Stop",
          "matcher": "",
          "type": "command",
          "command": "true",
          "scope": "user",
          "source": "user",
          "plugin": null,
          "file": "[HOME]/.claude/settings.json",
          "line": 6,
          "ours": true,
          "enabled": true,
          "state": "on",
          "dropped_because": null,
          "timeout": 30,
          "handler": {
            "type": "command",
            "command": "true",
            "timeout": 30
          },
          "description": "rings",
          "reason": null,
          "optional": false,
          "installed_by": null,
          "added_at": "[TIME]",
          "protect": false,
          "custom": {}
        }
      ],
      "errors": []
    }
    "#);
}

#[test]
fn all_adds_the_hooks_of_plugins_that_are_on() {
    let home = TestHome::with_settings("{\n  \"enabledPlugins\": {\"tools@shelf\": true}\n}");
    home.plugin(
        "{\"hooks\": {\"Stop\": [\n  {\"hooks\": [{\"type\": \"command\", \"command\": \"${CLAUDE_PLUGIN_ROOT}/ring.sh\"}]}\n]}}",
    );
    assert_eq!(names(&home.json("list --json")), Vec::<&str>::new());
    assert_snapshot!(home.run("list --all"), @"
    exit code: 0
    ----- stdout
    NAME  EVENT  MATCHER  TYPE     COMMAND                        SCOPE   OURS  STATE  PLACE
    ring  Stop   -        command  ${CLAUDE_PLUGIN_ROOT}/ring.sh  plugin  no    on     ~/market/tools/hooks/hooks.json:2
    ");
    let hook = home.json("list --all --json")["hooks"][0].clone();
    assert_eq!((&hook["source"], &hook["scope"]), (&json!("plugin"), &Value::Null));
    assert_eq!((&hook["plugin"], &hook["line"]), (&json!("tools@shelf"), &json!(2)));
    home.write(LOCAL, r#"{"enabledPlugins": {"tools@shelf": false}}"#);
    assert_eq!(names(&home.json("list --all --json")), Vec::<&str>::new());
}

#[test]
fn hooks_inside_a_plugins_manifest_and_its_extra_files_are_found() {
    let home = TestHome::with_settings(r#"{"enabledPlugins": {"tools@shelf": true}}"#);
    let hooks = |command: &str| {
        format!(r#"{{"hooks": {{"Stop": [{{"hooks": [{{"type": "command", "command": "{command}"}}]}}]}}}}"#)
    };
    home.plugin(&hooks("one"));
    home.write("market/tools/extra.json", hooks("two"));
    home.write("market/tools/.claude-plugin/plugin.json", r#"{"name": "tools", "hooks": ["./extra.json"]}"#);
    assert_eq!(names(&home.json("list --all --json")), ["one", "two"]);
    home.write(
        "market/tools/.claude-plugin/plugin.json",
        r#"{"name": "tools", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "three"}]}]}}"#,
    );
    assert_eq!(names(&home.json("list --all --json")), ["one", "three"]);
}

#[test]
fn what_the_client_drops_is_listed_as_such() {
    let home = TestHome::with_settings(
        r#"{"hooks": {"Stop": [
  {"hooks": [{"type": "command", "command": "good"}]},
  {"hooks": [{"type": "command", "command": "bad", "timeout": "soon"}]}
]}}"#,
    );
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME  EVENT  MATCHER  TYPE     COMMAND  SCOPE  OURS  STATE    PLACE
    good  Stop   -        command  good     user   no    on       ~/.claude/settings.json:2
    bad   Stop   -        command  bad      user   no    dropped  ~/.claude/settings.json:3
    ");
    let list = home.json("list --json");
    assert_snapshot!(list["hooks"][1]["dropped_because"].as_str().unwrap(), @"line 3: hooks.Stop[1].hooks[0].timeout: 'timeout' should be a number above 0, found a string");
}

#[test]
fn a_hook_of_ours_that_is_gone_is_listed_as_missing() {
    let home = TestHome::new();
    home.does("install --event Stop -- true").write(USER, "{}");
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME  EVENT  MATCHER  TYPE     COMMAND  SCOPE  OURS  STATE    PLACE
    true  Stop   -        command  true     user   yes   missing  ~/.claude/settings.json
    ");
}

#[test]
fn a_file_that_cannot_be_read_is_a_warning_and_the_rest_is_listed() {
    let home = home_with_one_of_each();
    home.write(PROJECT, "{ oops");
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME     EVENT        MATCHER     TYPE     COMMAND                    SCOPE    OURS  STATE    PLACE
    by-hand  PreToolUse   Bash        command  by-hand.sh                 user     no    on       ~/.claude/settings.json:1
    notify   Stop         -           command  ~/hooks/notify.sh --sound  user     yes   on       ~/.claude/settings.json:1
    lint     PostToolUse  Edit|Write  command  ~/hooks/lint.sh            project  yes   missing  ~/project/.claude/settings.json
    goodbye  SessionEnd   -           command  true                       local    yes   off      ~/project/.claude/settings.local.json
    ----- stderr
    warning: [HOME]/project/.claude/settings.json:1:3: Expected string for object property
    ");
    assert_eq!(home.json("list --json")["errors"][0]["file"], "[HOME]/project/.claude/settings.json");
}

#[test]
fn a_damaged_registry_is_a_warning_and_everything_is_listed() {
    let home = home_with_one_of_each();
    home.write(REGISTRY, "{\n  \"hooks\": [\n    oops\n");
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME     EVENT        MATCHER     TYPE     COMMAND                    SCOPE    OURS  STATE  PLACE
    by-hand  PreToolUse   Bash        command  by-hand.sh                 user     no    on     ~/.claude/settings.json:1
    notify   Stop         -           command  ~/hooks/notify.sh --sound  user     no    on     ~/.claude/settings.json:1
    lint     PostToolUse  Edit|Write  command  ~/hooks/lint.sh            project  no    on     ~/project/.claude/settings.json:7
    ----- stderr
    warning: the registry: [HOME]/.local/share/claude-hooks/registry.jsonc:3:5: Unexpected word
    ");
}

#[test]
fn the_local_file_at_the_git_root_is_read_too() {
    let home = TestHome::new();
    std::fs::create_dir_all(home.path("project/.git")).unwrap();
    std::fs::create_dir_all(home.path("project/sub")).unwrap();
    home.write(LOCAL, r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "root"}]}]}}"#);
    assert_eq!(names(&home.json("list --json --project-dir sub")), ["root"]);
}

#[test]
fn line_breaks_and_wide_letters_do_not_break_the_table() {
    let home = TestHome::new();
    home.run_words(["install", "--event", "Stop", "--name", "日本語", "--", "echo a\necho\tb"]);
    home.does("install --event Stop --name abc -- true");
    assert_snapshot!(home.run("list"), @r"
    exit code: 0
    ----- stdout
    NAME    EVENT  MATCHER  TYPE     COMMAND          SCOPE  OURS  STATE  PLACE
    日本語  Stop   -        command  echo a\necho\tb  user   yes   on     ~/.claude/settings.json:6
    abc     Stop   -        command  true             user   yes   on     ~/.claude/settings.json:10
    ");
}

#[test]
fn in_the_home_folder_the_users_and_the_projects_file_are_one() {
    let home = TestHome::new();
    let line = |line: &str| home.run(&format!("{line} --project-dir .."));
    home.does("install --event Stop -- true");
    assert_snapshot!(line("list"), @"
    exit code: 0
    ----- stdout
    NAME  EVENT  MATCHER  TYPE     COMMAND  SCOPE  OURS  STATE  PLACE
    true  Stop   -        command  true     user   yes   on     ~/.claude/settings.json:6
    ");
    assert_snapshot!(line("status"), @"
    exit code: 0
    ----- stdout
    SCOPE  HOOKS  OURS  OFF  HEALTH   FILE
    user   1      1     0    ok       ~/.claude/settings.json
    local  0      0     0    no file  ~/.claude/settings.local.json
    ");
    assert_eq!(line("doctor").stdout, "all is well (1 hook)\n");
    assert_snapshot!(line("migrate --from user --to project true --force"), @"
    exit code: 64
    ----- stderr
    error: here the user and project settings are one file
    ");
    assert!(home.read(USER).contains("true"));
}
