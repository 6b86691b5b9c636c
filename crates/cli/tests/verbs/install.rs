//! `install`: what is written, what is said, and what is refused.

use insta::assert_snapshot;

use crate::support::{LOCAL, PROJECT, TestHome, USER};

#[test]
fn a_first_hook_makes_the_file() {
    let home = TestHome::new();
    assert_snapshot!(home.run("install --event Stop --timeout 30 -- '~/hooks/notify.sh --sound'"), @"
    exit code: 0
    ----- stdout
    installed notify for Stop in ~/.claude/settings.json
    ");
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/notify.sh --sound",
                "timeout": 30
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn a_hook_goes_into_the_layout_that_is_there_and_nothing_else_changes() {
    let home = TestHome::with_settings("{\n\t\"model\":   \"opus\",\n\t\"n\": 1.0e0\n}");
    home.does("install --event PreToolUse --matcher Bash -- ~/hooks/check.py");
    assert_snapshot!(home.read(USER).replace('\t', "→"), @r#"
    {
    →"model":   "opus",
    →"n": 1.0e0,
    →"hooks": {
    →→"PreToolUse": [
    →→→{
    →→→→"matcher": "Bash",
    →→→→"hooks": [
    →→→→→{
    →→→→→→"type": "command",
    →→→→→→"command": "~/hooks/check.py"
    →→→→→}
    →→→→]
    →→→}
    →→]
    →}
    }
    "#);
}

#[test]
fn each_scope_has_its_file() {
    let home = TestHome::new();
    for (scope, file) in [("user", USER), ("project", PROJECT), ("local", LOCAL)] {
        assert!(!home.path(file).exists());
        home.does(&format!("install --event Stop --scope {scope} -- ~/hooks/notify.sh"));
        assert!(home.read(file).contains("notify.sh"), "{scope}");
    }
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME          EVENT  MATCHER  TYPE     COMMAND            SCOPE    OURS  STATE  PLACE
    notify        Stop   -        command  ~/hooks/notify.sh  user     yes   on     ~/.claude/settings.json:6
    notify-stop   Stop   -        command  ~/hooks/notify.sh  project  yes   on     ~/project/.claude/settings.json:6
    notify-local  Stop   -        command  ~/hooks/notify.sh  local    yes   on     ~/project/.claude/settings.local.json:6
    ");
}

#[test]
fn claude_config_dir_moves_the_user_scope() {
    let home = TestHome::new();
    let mut command = home.command(["install", "--event", "Stop", "--", "true"]);
    let output = command.env("CLAUDE_CONFIG_DIR", home.path("elsewhere")).output().unwrap();
    assert_snapshot!(home.said(&output), @"
    exit code: 0
    ----- stdout
    installed true for Stop in ~/elsewhere/settings.json
    ");
    assert!(home.path("elsewhere/settings.json").exists() && !home.path(".claude").exists());
}

#[test]
fn project_dir_names_another_project() {
    let home = TestHome::new();
    std::fs::create_dir(home.path("other")).unwrap();
    assert_snapshot!(home.run("install --event Stop --scope project --project-dir ../other -- true"), @"
    exit code: 0
    ----- stdout
    installed true for Stop in ~/other/.claude/settings.json
    ");
    assert!(home.path("other/.claude/settings.json").exists() && !home.path(PROJECT).exists());
}

#[test]
fn the_same_hook_twice_writes_nothing() {
    let home = TestHome::new();
    home.does("install --event Stop --timeout 5 -- true");
    let before = home.listing();
    assert_snapshot!(home.run("install --event Stop --timeout 5 -- true"), @"
    exit code: 0
    ----- stdout
    already installed: true in ~/.claude/settings.json
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn the_same_hook_with_other_configuration_names_the_update_that_works() {
    let home = TestHome::new();
    home.does("install --event Stop --timeout 5 --status-message old -- true");
    let before = home.bytes(USER);
    let again = ["install", "--event", "Stop", "--timeout", "30.5", "--set", "note=\"it's\"", "--", "true"];
    let said = home.run_words(again);
    assert_eq!((said.code, home.bytes(USER)), (1, before));
    assert_snapshot!(said, @r#"
    exit code: 1
    ----- stderr
    error: 'true' is already installed with another configuration
    hint: timeout: 5 there, 30.5 wanted
    hint: statusMessage: "old" there, (none) wanted
    hint: note: (none) there, "it's" wanted
    hint: claude-hooks update true --timeout 30.5 --unset statusMessage --set "note=\"it's\""
    "#);
    let hint = said.stderr.lines().find_map(|line| line.strip_prefix("hint: claude-hooks update ")).unwrap();
    assert_snapshot!(home.shell(&format!("claude-hooks update {hint}")), @r#"
    exit code: 0
    ----- stdout
    updated true
      timeout: 5 -> 30.5
      statusMessage: "old" -> (none)
      note: (none) -> "it's"
    "#);
    assert_eq!(home.run_words(again).code, 0);
}

#[test]
fn a_hook_that_somebody_else_wrote_stays_theirs() {
    let home = TestHome::with_settings(
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#,
    );
    let before = home.bytes(USER);
    assert_snapshot!(home.run("install --event Stop -- true"), @"
    exit code: 0
    ----- stdout
    already there: true in ~/.claude/settings.json:1, not installed by claude-hooks
    ");
    assert_eq!(home.bytes(USER), before);
    assert_eq!(home.json("list --json")["hooks"][0]["ours"], false);
}

#[test]
fn gated_is_refused_with_a_reason() {
    let home = TestHome::new();
    let before = home.listing();
    assert_snapshot!(home.run("install --event Stop --gated -- true"), @"
    exit code: 64
    ----- stderr
    error: --gated is reserved: gating hooks comes with a later version
    hint: install it without --gated
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn several_words_are_one_command_line_and_one_word_is_taken_as_it_is() {
    let home = TestHome::new();
    let command = |words: &[&str]| {
        let name = format!("n{}", home.names("").len());
        let all =
            ["install", "--event", "Stop", "--name", &name, "--"].into_iter().chain(words.iter().copied());
        assert_eq!(home.run_words(all).code, 0);
        home.json(&format!("show {name} --json"))["command"].as_str().unwrap().to_owned()
    };
    assert_eq!(command(&["jq -r .x | tee log"]), "jq -r .x | tee log");
    assert_eq!(command(&["echo", "a b", "$HOME", "--", "-x"]), r#"echo 'a b' '$HOME' -- -x"#);
}

#[test]
fn what_the_client_would_drop_is_not_written() {
    let home = TestHome::new();
    let before = home.listing();
    for line in [
        "install --event PreToolUse --type http --url not-a-url",
        "install --event PreToolUse --set timeout='\"soon\"' -- true",
        "install --event Stop --set async=1 -- true",
    ] {
        let said = home.run(line);
        assert_eq!(said.code, 65, "{line}\n{said}");
        assert!(said.stderr.contains("Claude Code would not accept this hook"), "{said}");
    }
    assert_eq!(home.listing(), before);
}

#[test]
fn install_into_a_file_that_the_client_drops_warns() {
    let home = TestHome::with_settings(r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}}"#);
    assert_snapshot!(home.run("install --event Stop -- true"), @"
    exit code: 0
    ----- stdout
    installed true for Stop in ~/.claude/settings.json
    ----- stderr
    warning: Claude Code ignores this file, so the hook does not run: ~/.claude/settings.json:1: hooks.PreToolUse[0].hooks[0].command: 'command' is missing; it should be a string
    ");
}

#[test]
fn json_says_what_was_done() {
    let home = TestHome::new();
    assert_snapshot!(home.run("install --event Stop --json -- true"), @r#"
    exit code: 0
    ----- stdout
    {
      "result": "installed",
      "name": "true",
      "dry_run": false,
      "changes": [
        {
          "file": "[HOME]/.claude/settings.json",
          "diff": "--- /dev/null\n+++ ~/.claude/settings.json\n@@ -0,0 +1,14 @@\n+{\n+  \"hooks\": {\n+    \"Stop\": [\n+      {\n+        \"hooks\": [\n+          {\n+            \"type\": \"command\",\n+            \"command\": \"true\"\n+          }\n+        ]\n+      }\n+    ]\n+  }\n+}"
        }
      ],
      "warnings": []
    }
    "#);
    assert_eq!(home.json("install --event Stop --json -- true")["result"], "already");
}
