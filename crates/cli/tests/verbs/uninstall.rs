//! `uninstall`: only ours, and the file as it was before.

use insta::assert_snapshot;

use crate::support::{REGISTRY, TestHome, USER};

const FOREIGN: &str = r#"{
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "~/hooks/notify.sh" }] }
    ]
  }
}
"#;

/// Containers that were there before a hook of ours came stay, byte for byte; those made for it go.
#[test]
fn install_then_uninstall_gives_back_every_byte() {
    for text in [
        "{}",
        "{ }\n",
        "{\"hooks\":{}}",
        "{\"hooks\": { }, \"x\": 1}",
        "{\"hooks\": null}",
        "{\"hooks\": {\"Stop\": []}}",
        "{\"hooks\": {\"Stop\": [ ]}}\n\n",
        "{\"hooks\": {\"Stop\": [{\"hooks\": []}]}}",
        "{\"hooks\": {\"Stop\": [{\"matcher\": \"\", \"hooks\": [ ]}]}}",
        "{\r\n  \"hooks\": {\r\n    \"Stop\": [\r\n    ]\r\n  }\r\n}\r\n",
        "\u{feff}{\"model\": \"opus\"}",
        "",
        "  \n",
        FOREIGN,
    ] {
        let home = TestHome::with_settings(text);
        home.does("install --event Stop -- true");
        assert_ne!(home.read(USER), text);
        home.does("uninstall true");
        assert_eq!(home.read(USER), text);
    }
}

#[test]
fn a_file_and_folder_that_were_made_go_too() {
    let home = TestHome::new();
    home.does("install --event Stop -- true").does("install --event SessionEnd -- true");
    home.does("uninstall true");
    assert!(home.path(USER).exists());
    assert_snapshot!(home.run("uninstall true-session-end"), @"
    exit code: 0
    ----- stdout
    uninstalled true-session-end (SessionEnd command true)
    ");
    assert!(!home.path(".claude").exists());
    assert_snapshot!(home.read(REGISTRY), @r#"
    // The hooks that claude-hooks installed. Comments of your own survive its writes.
    {
      "schema_version": 1,
      "agent_name": "claude-code",
      "hooks": [
      ]
    }
    "#);
}

#[test]
fn the_group_goes_with_its_last_hook_and_stays_for_others() {
    let home = TestHome::new();
    home.does("install --event PreToolUse --matcher Bash -- ~/hooks/check.py");
    home.does("install --event PreToolUse --matcher Bash -- ~/hooks/lint.sh");
    home.does("install --event PreToolUse --matcher Write -- ~/hooks/lint.sh");
    home.does("uninstall check");
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "Bash",
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/lint.sh"
              }
            ]
          },
          {
            "matcher": "Write",
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/lint.sh"
              }
            ]
          }
        ]
      }
    }
    "#);
    home.does("uninstall lint");
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "Write",
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/lint.sh"
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn by_identity() {
    let home = TestHome::new();
    home.does("install --event PreToolUse --matcher Bash -- ~/hooks/check.py --strict 'a b'");
    assert_snapshot!(home.run("uninstall --event PreToolUse -- ~/hooks/check.py --strict 'a b'"), @"
    exit code: 1
    ----- stderr
    error: no such hook in the user settings: PreToolUse command '~/hooks/check.py' --strict 'a b'
    hint: claude-hooks list shows all names
    ");
    assert_snapshot!(home.run("uninstall --event PreToolUse --matcher Bash -- ~/hooks/check.py --strict 'a b'"), @"
    exit code: 0
    ----- stdout
    uninstalled check (PreToolUse(Bash) command '~/hooks/check.py' --strict 'a b')
    ");
    home.does("install --event PostToolUse --type http --url http://127.0.0.1:1/audit");
    home.does("uninstall --event PostToolUse --type http -- http://127.0.0.1:1/audit");
    home.does("install --event PostToolUse --type mcp_tool --server memory --tool store");
    home.does("uninstall --event PostToolUse --type mcp_tool -- memory/store");
    home.does("install --event Stop --scope local -- true");
    assert_eq!(home.run("uninstall --event Stop -- true").code, 1);
    home.does("uninstall --event Stop --scope local -- true");
    assert_eq!(home.json("list --json")["hooks"], serde_json::json!([]));
}

#[test]
fn somebody_elses_hook_needs_force() {
    let home = TestHome::with_settings(FOREIGN);
    assert_snapshot!(home.run("uninstall notify"), @"
    exit code: 1
    ----- stderr
    error: 'notify' was not installed by claude-hooks ([HOME]/.claude/settings.json:4)
    hint: to change it anyway, add --force
    ");
    assert_eq!(home.bytes(USER), FOREIGN.as_bytes());
    assert_eq!(home.names(".claude"), ["settings.json"]);
    assert_snapshot!(home.run("uninstall notify --force"), @"
    exit code: 0
    ----- stdout
    uninstalled notify (Stop command ~/hooks/notify.sh)
    ");
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "Stop": [
          { "hooks": [] }
        ]
      }
    }
    "#);
}

#[test]
fn what_is_not_there_is_a_negative_finding_with_a_suggestion() {
    let home = TestHome::new();
    home.does("install --event Stop --name typecheck -- true");
    assert_snapshot!(home.run("uninstall typechek"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'typechek'
    hint: did you mean 'typecheck'?
    hint: claude-hooks list shows all names
    ");
    assert_snapshot!(home.run("uninstall zebra"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'zebra'
    hint: claude-hooks list shows all names
    ");
    assert_snapshot!(home.run("uninstall typecheck --scope project"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'typecheck'
    hint: 'typecheck' is in another settings file
    hint: claude-hooks list shows all names
    ");
}

#[test]
fn a_plugins_hook_is_out_of_reach() {
    let home = TestHome::with_settings(r#"{"enabledPlugins": {"tools@shelf": true}}"#);
    home.plugin(r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./ring.sh"}]}]}}"#);
    assert_snapshot!(home.run("uninstall ring --force"), @"
    exit code: 1
    ----- stderr
    error: 'ring' is written in [HOME]/market/tools/hooks/hooks.json, which is never edited
    ");
}

#[test]
fn a_disabled_hook_and_a_hook_gone_from_its_file_can_be_forgotten() {
    let home = TestHome::with_settings("{}");
    home.does("install --event Stop --name off -- true").does("disable off --scope user");
    home.does("install --event SessionEnd --name gone -- true").write(USER, "{}");
    home.does("uninstall off").does("uninstall gone");
    assert_eq!(home.json("list --json")["hooks"], serde_json::json!([]));
    assert_eq!(home.read(USER), "{}");
}

/// Two copies of one hook in one file, apart in their configuration: the one that was named is meant.
#[test]
fn of_several_copies_the_one_that_was_named_is_changed() {
    let copy = |timeout: u8| {
        format!(r#"{{"hooks": [{{"type": "command", "command": "x", "timeout": {timeout}}}]}}"#)
    };
    let text = format!(r#"{{"hooks": {{"Stop": [{}, {}]}}}}"#, copy(1), copy(2));
    let left = |line: &str| {
        let home = TestHome::with_settings(&text);
        home.does(line);
        home.read(USER)
    };
    let (one, two) = (copy(1), copy(2));
    let now = left("uninstall x-stop --force");
    assert!(now.contains(&one) && !now.contains(&two), "{now}");
    let now = left("uninstall x --force");
    assert!(!now.contains(&one) && now.contains(&two), "{now}");
    let now = left("update x-stop --timeout 9 --force");
    assert!(now.contains(&one) && now.contains(&copy(9)), "{now}");
    let now = left("migrate --from user --to local x-stop --force");
    assert!(now.contains(&one) && !now.contains(&two), "{now}");
    let now = left("disable x-stop --scope user --force");
    assert!(now.contains(&one) && !now.contains(&two), "{now}");
}
