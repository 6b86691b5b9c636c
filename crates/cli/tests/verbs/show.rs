//! `show`: everything about one hook, of every type with every flag.

use insta::assert_snapshot;
use serde_json::json;

use crate::support::{TestHome, USER};

#[test]
fn a_command_with_all_its_fields_and_remarks() {
    let home = TestHome::new();
    home.does(
        "install --event PreToolUse --matcher Bash --name push --timeout 12.50 --if 'Bash(git push *)' \
         --status-message Checking --async --async-rewake --on-failure block --shell bash --once \
         --set note='{\"a\":[1,2]}' --protect --description 'checks pushes' --reason 'bad pushes' --optional \
         --installed-by me --custom level=3 -- ~/hooks/check.py",
    );
    assert_snapshot!(home.run("show push"), @r#"
    exit code: 0
    ----- stdout
    push
      event         PreToolUse
      matcher       Bash
      source        user (~/.claude/settings.json:7)
      state         on
      type          command
      command       ~/hooks/check.py
      timeout       12.50
      if            Bash(git push *)
      statusMessage Checking
      async         true
      asyncRewake   true
      onFailure     block
      shell         bash
      once          true
      note          {"a":[1,2]}
      installed by  me
      installed at  [TIME]
      description   checks pushes
      reason        bad pushes
      optional      yes
      protected     yes
      level         3
    ----- stderr
    warning: 'once' counts only in a skill's front matter: the hook runs every time (leave 'once' out)
    "#);
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "Bash",
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/check.py",
                "timeout": 12.50,
                "if": "Bash(git push *)",
                "statusMessage": "Checking",
                "async": true,
                "asyncRewake": true,
                "onFailure": "block",
                "shell": "bash",
                "once": true,
                "note": {
                  "a": [
                    1,
                    2
                  ]
                }
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn the_exec_form() {
    let home = TestHome::new();
    home.does("install --event Stop --exec --name x -- /bin/sh -c 'exit 0'");
    assert_snapshot!(home.run("show x"), @r#"
    exit code: 0
    ----- stdout
    x
      event        Stop
      matcher      (everything)
      source       user (~/.claude/settings.json:6)
      state        on
      type         command
      command      /bin/sh
      args         ["-c","exit 0"]
      installed by claude-hooks
      installed at [TIME]
    "#);
}

#[test]
fn every_other_type_with_its_own_flags() {
    let home = TestHome::new();
    home.does(
        "install --event PostToolUse --type http --url http://127.0.0.1:8080/audit --header 'X-Key=$KEY' \
         --header A=b=c --allowed-env-var KEY --on-failure continue --timeout 5",
    );
    home.does(
        "install --event PostToolUse --type mcp_tool --server memory --tool store --input \
         '{\"text\": \"${tool_input.file_path}\"}'",
    );
    home.does(
        "install --event PreToolUse --type prompt --name ask --prompt 'Is this safe? $ARGUMENTS' --model haiku \
         --continue-on-block",
    );
    home.does("install --event Stop --type agent --name agent --prompt 'Are the tests green?' --model opus --timeout 90");
    let list = home.json("list --json");
    let handlers: Vec<String> = list["hooks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hook| format!("{} {}", hook["name"], hook["handler"]))
        .collect();
    assert_snapshot!(handlers.join("\n"), @r#"
    "audit" {"type":"http","url":"http://127.0.0.1:8080/audit","timeout":5,"onFailure":"continue","headers":{"X-Key":"$KEY","A":"b=c"},"allowedEnvVars":["KEY"]}
    "memory-store" {"type":"mcp_tool","server":"memory","tool":"store","input":{"text":"${tool_input.file_path}"}}
    "ask" {"type":"prompt","prompt":"Is this safe? $ARGUMENTS","model":"haiku","continueOnBlock":true}
    "agent" {"type":"agent","prompt":"Are the tests green?","timeout":90,"model":"opus"}
    "#);
    assert_snapshot!(home.run("show audit"), @r#"
    exit code: 0
    ----- stdout
    audit
      event          PostToolUse
      matcher        (everything)
      source         user (~/.claude/settings.json:6)
      state          on
      type           http
      url            http://127.0.0.1:8080/audit
      timeout        5
      onFailure      continue
      headers        {"X-Key":"$KEY","A":"b=c"}
      allowedEnvVars ["KEY"]
      installed by   claude-hooks
      installed at   [TIME]
    "#);
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stdout
    NAME          EVENT        MATCHER  TYPE      COMMAND                      SCOPE  OURS  STATE  PLACE
    audit         PostToolUse  -        http      http://127.0.0.1:8080/audit  user   yes   on     ~/.claude/settings.json:6
    memory-store  PostToolUse  -        mcp_tool  memory/store                 user   yes   on     ~/.claude/settings.json:19
    ask           PreToolUse   -        prompt    Is this safe? $ARGUMENTS     user   yes   on     ~/.claude/settings.json:33
    agent         Stop         -        agent     Are the tests green?         user   yes   on     ~/.claude/settings.json:45
    ");
    assert_eq!(home.json("doctor --json")["findings"], json!([]));
}

#[test]
fn unknown_fields_are_shown_and_kept() {
    let text = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "future": {"x": 1.50}}]}]}}"#;
    let home = TestHome::with_settings(text);
    assert_snapshot!(home.run("show true"), @r#"
    exit code: 0
    ----- stdout
    true
      event        Stop
      matcher      (everything)
      source       user (~/.claude/settings.json:1)
      state        on
      type         command
      command      true
      future       {"x":1.50}
      installed by somebody else
    "#);
    home.does("disable true --scope user --force").does("enable true --scope user");
    assert_eq!(home.read(USER), text);
}

#[test]
fn a_hook_that_does_not_exist() {
    let home = TestHome::new();
    home.does("install --event Stop --name notify -- true");
    assert_snapshot!(home.run("show notfy"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'notfy'
    hint: did you mean 'notify'?
    hint: claude-hooks list shows all names
    ");
}

#[test]
fn a_plugins_hook_can_be_shown() {
    let home = TestHome::with_settings(r#"{"enabledPlugins": {"tools@shelf": true}}"#);
    home.plugin(r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo hi"}]}]}}"#);
    assert_snapshot!(home.run("show echo"), @"
    exit code: 0
    ----- stdout
    echo
      event        Stop
      matcher      (everything)
      source       plugin (~/market/tools/hooks/hooks.json:1)
      state        on
      type         command
      command      echo hi
      installed by somebody else
    ");
}

#[test]
fn what_is_wrong_with_it_is_said() {
    let home = TestHome::with_settings(
        r#"{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./gone", "timeout": -1}]}]}}"#,
    );
    assert_snapshot!(home.run("show gone"), @"
    exit code: 0
    ----- stdout
    gone
      event        Stop
      matcher      Bash
      source       user (~/.claude/settings.json:1)
      state        dropped by Claude Code: line 1: hooks.Stop[0].hooks[0].timeout: 'timeout' should be a number above 0, found -1
      type         command
      command      ./gone
      timeout      -1
      installed by somebody else
    ----- stderr
    warning: Stop ignores its matcher 'Bash': the hook runs every time (leave the matcher out)
    warning: the program ~/project/gone does not exist: Claude Code goes on as if the hook had no objection (put the program there, or uninstall the hook)
    ");
}
