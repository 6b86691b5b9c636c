//! `export` and back: what goes out comes in again, exact to the byte.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{LOCAL, PROJECT, REGISTRY, TestHome, USER};

const INSTALLS: [&str; 7] = [
    "install --event Stop --timeout 30.50 --reason why --description what --optional --installed-by me --custom a=[1,2] -- '~/hooks/notify.sh --sound'",
    "install --event PreToolUse --matcher Bash --if 'Bash(git *)' --protect --name guard -- ~/hooks/check.py",
    "install --event PostToolUse --matcher 'Edit|Write' --scope project --set x='{\"b\": 1e3, \"a\": \"é\\\\u00e9\"}' -- ~/hooks/lint.sh",
    "install --event PostToolUse --scope local --type http --url http://127.0.0.1:1/a --header A=b",
    "install --event PostToolUse --scope local --type mcp_tool --server m --tool t --input '{\"k\": null}'",
    "install --event Stop --type prompt --prompt 'All done?' --model haiku",
    "install --event Stop --scope project --exec -- /bin/sh -c 'exit 0'",
];

fn full_home() -> TestHome {
    let home = TestHome::new();
    INSTALLS.iter().for_each(|line| {
        home.does(line);
    });
    home
}

/// An export without the one thing that is of the moment.
fn timeless(text: &str) -> String {
    text.lines().filter(|line| !line.contains("\"exported_at\"")).collect::<Vec<_>>().join("\n")
}

fn exported(home: &TestHome) -> String {
    let output = home.command(["export"]).output().unwrap();
    timeless(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_agent_representation() {
    let home = TestHome::new();
    home.does("install --event PreToolUse --matcher Bash --timeout 5 --name guard --custom k=v -- true");
    assert_snapshot!(home.run("export"), @r#"
    exit code: 0
    ----- stdout
    {
      "format": "agent",
      "format_version": 1,
      "agent_name": "claude-code",
      "agent_version": null,
      "exported_at": "[TIME]",
      "hooks": [
        {
          "hook": {
            "event": "PreToolUse",
            "matcher": "Bash",
            "type": "command",
            "command": "true",
            "timeout": 5
          },
          "metadata": {
            "name": "guard",
            "scope": "user",
            "enabled": true,
            "added_at": "[TIME]",
            "description": null,
            "reason": null,
            "optional": false,
            "installed_by": null,
            "custom": {
              "k": "v"
            }
          }
        }
      ]
    }
    "#);
}

#[test]
fn the_version_of_claude_is_told_when_there_is_one() {
    let home = TestHome::new();
    home.write("bin/claude", "#!/bin/sh\necho '2.1.325 (Claude Code)'\n").chmod("bin/claude", 0o755);
    let output = home.command(["export"]).env("PATH", home.path("bin")).output().unwrap();
    let export: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(export["agent_version"], "2.1.325");
}

#[test]
fn export_import_export_is_the_same() {
    let (here, there) = (full_home(), TestHome::new());
    here.does("disable guard --scope user");
    there.write("project/in.json", here.run("export").stdout.replace("[TIME]", "20260102-030405"));
    there.does("import in.json");
    let stamped = |home: &TestHome| {
        let text = exported(home);
        let stamps = text.lines().map(|line| match line.split_once("\"added_at\": ") {
            Some((before, _)) => format!("{before}\"added_at\": …"),
            None => line.to_owned(),
        });
        stamps.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(stamped(&there), stamped(&here));
    assert_eq!(there.run("diff in.json").code, 0);
}

#[test]
fn an_exact_round_trip_keeps_times_too() {
    let (here, there) = (full_home(), TestHome::new());
    let output = here.command(["export"]).output().unwrap();
    there.write("project/in.json", output.stdout).does("import in.json");
    assert_eq!(exported(&there), exported(&here));
}

#[test]
fn imported_settings_are_those_of_a_fresh_install() {
    let (here, there) = (full_home(), TestHome::new());
    there.write("project/in.json", here.command(["export"]).output().unwrap().stdout).does("import in.json");
    for file in [USER, PROJECT, LOCAL] {
        assert_eq!(there.read(file), here.read(file), "{file}");
    }
}

#[test]
fn uninstalling_what_was_imported_leaves_nothing() {
    let (here, there) = (full_home(), TestHome::with_settings("{ }\n"));
    there.write("project/in.json", here.command(["export"]).output().unwrap().stdout).does("import in.json");
    for hook in there.json("list --json")["hooks"].as_array().unwrap() {
        there.does(&format!("uninstall {}", hook["name"].as_str().unwrap()));
    }
    assert_eq!(there.read(USER), "{ }\n");
    assert!(!there.path("project/.claude").exists());
}

#[test]
fn o_writes_a_file_and_replaces_an_old_one() {
    let home = full_home();
    home.write("project/out.json", "old");
    assert_snapshot!(home.run("export -o out.json"), @"
    exit code: 0
    ----- stderr
    exported 7 hooks to out.json
    ");
    assert_eq!(timeless(&home.read("project/out.json")), exported(&home));
    assert_eq!(home.names("project").iter().filter(|name| name.contains("out.json")).count(), 1);
    assert_snapshot!(home.run("export -o no/such/folder/out.json"), @"
    exit code: 73
    ----- stderr
    error: cannot write in no/such/folder
      because: No such file or directory (os error 2)
    ");
}

#[test]
fn scope_and_ours_narrow_it() {
    let home = full_home();
    home.write(
        USER,
        home.read(USER).replacen(
            "\"Stop\": [",
            "\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"theirs\"}]},",
            1,
        ),
    );
    let count = |line: &str| home.json(line)["hooks"].as_array().unwrap().len();
    assert_eq!(
        (
            count("export"),
            count("export --ours"),
            count("export --scope project"),
            count("export --scope local --ours")
        ),
        (8, 7, 2, 2)
    );
}

#[test]
fn an_export_with_hooks_missing_is_not_made() {
    let home = full_home();
    home.write(PROJECT, "{");
    assert_snapshot!(home.run("export -o out.json"), @"
    exit code: 65
    ----- stderr
    error: Unterminated object
     --> [HOME]/project/.claude/settings.json:1:1
      |
    1 | {
      | ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    ");
    assert!(!home.path("project/out.json").exists());
    home.write(PROJECT, "{}").write(REGISTRY, "{");
    assert_eq!(home.run("export").code, 65);
}
