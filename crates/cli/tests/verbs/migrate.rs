//! `migrate`: from one file to another, both directions, never in neither.

use std::io::Write as _;
use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::support::{LOCAL, PROJECT, TestHome, USER};

fn home() -> TestHome {
    let home = TestHome::new();
    home.does("install --event Stop --timeout 5 --reason why -- ~/hooks/notify.sh");
    home.does("install --event PreToolUse --matcher Bash -- ~/hooks/check.py");
    home.does("install --event SessionEnd --scope local --name bye -- true");
    home
}

fn hooks_of(home: &TestHome, scope: &str) -> Vec<String> {
    let list = home.json(&format!("list --json --scope {scope}"));
    list["hooks"].as_array().unwrap().iter().map(|hook| hook["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn by_name_and_back_again() {
    let home = home();
    let before = home.read(USER);
    assert_snapshot!(home.run("migrate --from user --to project check"), @"
    exit code: 0
    ----- stdout
    moved check from user to project
    ");
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/notify.sh",
                "timeout": 5
              }
            ]
          }
        ]
      }
    }
    "#);
    assert_snapshot!(home.read(PROJECT), @r#"
    {
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "Bash",
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/check.py"
              }
            ]
          }
        ]
      }
    }
    "#);
    assert_eq!(home.run("doctor").code, 0);
    home.does("migrate --from project --to user check");
    assert_eq!(home.read(USER), before);
    assert!(!home.path(PROJECT).exists());
}

#[test]
fn by_number_several_at_once() {
    let home = home();
    assert_snapshot!(home.run("migrate --from user --to local 2 1"), @"
    exit code: 0
    ----- stdout
    moved check from user to local
    moved notify from user to local
    ");
    assert_eq!(hooks_of(&home, "user"), Vec::<String>::new());
    assert_eq!(hooks_of(&home, "local"), ["bye", "check", "notify"]);
    assert!(!home.path(USER).exists());
    assert_eq!(home.json("show notify --json")["reason"], "why");
}

#[test]
fn without_names_the_numbered_list_is_shown() {
    let home = home();
    let before = home.listing();
    assert_snapshot!(home.run("migrate --from user --to project"), @"
    exit code: 0
    ----- stdout
    #  NAME    EVENT       MATCHER  TYPE     COMMAND            OURS  STATE
    1  notify  Stop        -        command  ~/hooks/notify.sh  yes   on
    2  check   PreToolUse  Bash     command  ~/hooks/check.py   yes   on
    ----- stderr
    hint: pick by name or number: claude-hooks migrate --from … --to … 1 3
    ");
    assert_snapshot!(home.run("migrate --from project --to user"), @"
    exit code: 0
    ----- stderr
    no hooks in the project settings
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn wrong_numbers_names_and_scopes() {
    let home = home();
    let before = (home.read(USER), home.read(LOCAL));
    assert_snapshot!(home.run("migrate --from user --to project 3"), @"
    exit code: 1
    ----- stderr
    error: there is no hook number 3 in the user settings; there are 2
    hint: claude-hooks list --scope user shows them in this order
    ");
    assert_snapshot!(home.run("migrate --from user --to project 0"), @"
    exit code: 1
    ----- stderr
    error: there is no hook number 0 in the user settings; there are 2
    hint: claude-hooks list --scope user shows them in this order
    ");
    assert_snapshot!(home.run("migrate --from user --to project chek"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'chek'
    hint: did you mean 'check'?
    hint: claude-hooks list shows all names
    ");
    assert_snapshot!(home.run("migrate --from user --to project bye"), @"
    exit code: 1
    ----- stderr
    error: no hook is called 'bye'
    hint: 'bye' is in another settings file
    hint: claude-hooks list shows all names
    ");
    assert_snapshot!(home.run("migrate --from user --to user check"), @"
    exit code: 64
    ----- stderr
    error: --from and --to are both user
    ");
    assert_eq!((home.read(USER), home.read(LOCAL)), before);
    assert!(!home.path(PROJECT).exists());
}

#[test]
fn one_wrong_name_moves_nothing() {
    let home = home();
    assert_eq!(home.run("migrate --from user --to project check nobody").code, 1);
    assert!(!home.path(PROJECT).exists());
    assert_eq!(hooks_of(&home, "user"), ["notify", "check"]);
}

#[test]
fn a_conflict_is_an_error_unless_forced() {
    let home = home();
    home.does("install --event Stop --timeout 99 --scope project --name theirs -- ~/hooks/notify.sh");
    let before = (home.read(USER), home.read(PROJECT));
    assert_snapshot!(home.run("migrate --from user --to project notify"), @"
    exit code: 1
    ----- stderr
    error: 'theirs' already exists in the project settings ([HOME]/project/.claude/settings.json:6)
    hint: --force (migrate) or --on-conflict replace (import) overwrites it
    ");
    assert_eq!((home.read(USER), home.read(PROJECT)), before);
    assert_snapshot!(home.run("migrate --from user --to project notify --force"), @"
    exit code: 0
    ----- stdout
    moved notify from user to project
    ");
    assert_snapshot!(home.read(PROJECT), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "~/hooks/notify.sh",
                "timeout": 5
              }
            ]
          }
        ]
      }
    }
    "#);
    assert_eq!(hooks_of(&home, "project"), ["notify"]);
}

#[test]
fn somebody_elses_hook_needs_force_and_stays_theirs() {
    let home = TestHome::with_settings(
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "x": 1}]}]}}"#,
    );
    assert_snapshot!(home.run("migrate --from user --to local true"), @"
    exit code: 1
    ----- stderr
    error: 'true' was not installed by claude-hooks ([HOME]/.claude/settings.json:1)
    hint: to change it anyway, add --force
    ");
    assert!(!home.path(LOCAL).exists());
    home.does("migrate --from user --to local true --force");
    assert_snapshot!(home.read(LOCAL), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true",
                "x": 1
              }
            ]
          }
        ]
      }
    }
    "#);
    assert_eq!(home.json("show true --json")["ours"], false);
}

#[test]
fn a_disabled_hook_moves_in_the_registry_alone() {
    let home = home();
    home.does("disable bye --scope local").does("migrate --from local --to user bye");
    assert_eq!(hooks_of(&home, "user").len(), 3);
    home.does("enable bye --scope user");
    assert!(home.read(USER).contains("SessionEnd"));
}

#[test]
fn a_target_that_does_not_parse_moves_nothing() {
    let home = home();
    home.write(PROJECT, "{,}");
    let before = home.read(USER);
    assert_eq!(home.run("migrate --from user --to project check").code, 65);
    assert_eq!((home.read(USER), home.read(PROJECT)), (before, "{,}".to_owned()));
    assert_eq!(hooks_of(&home, "user"), ["notify", "check"]);
}

#[test]
fn a_disabled_rival_is_a_conflict_too() {
    let home = home();
    home.does("install --event Stop --scope project --name theirs -- ~/hooks/notify.sh");
    home.does("disable theirs --scope project");
    assert_snapshot!(home.run("migrate --from user --to project notify"), @"
    exit code: 1
    ----- stderr
    error: 'theirs' already exists in the project settings ([HOME]/project/.claude/settings.json, turned off)
    hint: --force (migrate) or --on-conflict replace (import) overwrites it
    ");
}

/// At a terminal the numbers are asked for; `script` gives one.
#[test]
fn at_a_terminal_it_asks() {
    let home = home();
    let line = format!("{} migrate --from user --to project", env!("CARGO_BIN_EXE_claude-hooks"));
    let plain = home.command([""; 0]);
    let mut script = Command::new("script");
    script
        .args(["-qec", &line, "/dev/null"])
        .current_dir(home.path("project"))
        .env_clear()
        .stdin(Stdio::piped());
    script.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?)))).stdout(Stdio::piped());
    let Ok(mut child) = script.spawn() else {
        println!("skipped: there is no program 'script' to make a terminal");
        return;
    };
    child.stdin.take().unwrap().write_all(b"2\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("Which?") && said.contains("moved check from user to project"), "{said}");
    assert_eq!(hooks_of(&home, "project"), ["check"]);
}
