//! What `install` remembers: names and remarks, in the registry alone.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{REGISTRY, TestHome, USER, without_times};

#[test]
fn metadata_lives_in_the_registry_alone() {
    let home = TestHome::new();
    home.does(
        "install --event Stop --name bell --description rings --reason 'so that I hear it' --optional \
         --installed-by me --protect --custom team=core --custom level=3 -- true",
    );
    assert_snapshot!(home.read(USER), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true"
              }
            ]
          }
        ]
      }
    }
    "#);
    let text = without_times(&home.read(REGISTRY));
    let (head, rest) = text.split_once('\n').unwrap();
    assert_eq!(head, "// The hooks that claude-hooks installed. Comments of your own survive its writes.");
    let registry: Value = serde_json::from_str(rest).unwrap();
    let entry = json!({
        "name": "bell", "event": "Stop", "matcher": "", "type": "command", "command": "true", "scope": "user",
        "enabled": true, "protect": true, "added_at": "[TIME]", "reason": "so that I hear it", "description": "rings",
        "optional": true, "installed_by": "me", "custom": {"team": "core", "level": 3}, "state": "done",
        "containers": ["folder", "file", "document", "hooks", "event", "group"],
    });
    assert_eq!(registry, json!({"schema_version": 1, "agent_name": "claude-code", "hooks": [entry]}));
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let home = TestHome::new();
    home.does("install --event Stop --name bell -- true");
    let before = home.listing();
    assert_snapshot!(home.run("install --event SessionEnd --name bell -- true"), @"
    exit code: 1
    ----- stderr
    error: the name 'bell' is taken by Stop command true
    hint: choose another with --name
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn names_come_from_the_command_and_are_unique() {
    let home = TestHome::new();
    for line in [
        "--event Stop -- ~/.claude/hooks/typecheck-changed.sh",
        "--event Stop -- claudekit-hooks run typecheck-changed",
        "--event SessionEnd -- claudekit-hooks run typecheck-changed",
        "--event Stop --scope project -- claudekit-hooks run typecheck-changed",
        "--event Stop --scope local -- claudekit-hooks run typecheck-changed",
    ] {
        home.does(&format!("install {line}"));
    }
    let list = home.json("list --json");
    let names: Vec<&str> =
        list["hooks"].as_array().unwrap().iter().map(|hook| hook["name"].as_str().unwrap()).collect();
    assert_snapshot!(names.join("\n"), @"
    typecheck-changed
    typecheck-changed-stop
    typecheck-changed-session-end
    typecheck-changed-project
    typecheck-changed-local
    ");
}

#[test]
fn a_name_that_could_not_be_typed_again_is_refused() {
    let home = TestHome::new();
    for name in ["", "  ", "-x", "--help", "a\nb", "\u{1b}[31m"] {
        let name = format!("--name={name}");
        let said = home.run_words(["install", "--event", "Stop", &name, "--", "true"]);
        assert_eq!(said.code, 64, "{said}");
        assert_eq!(home.run_words(["update", "x", &name]).code, 64);
    }
    let import = |name: &str| {
        let hook = r#"{"event": "Stop", "type": "command", "command": "true"}"#;
        let text = format!(
            r#"{{"format": "agent", "format_version": 1, "hooks": [{{"hook": {hook}, "metadata": {{"name": "{name}"}}}}]}}"#
        );
        home.write("project/in.json", text).run("import in.json")
    };
    assert_eq!(import("").code, 65);
    assert_snapshot!(import("-x"), @"
    exit code: 65
    ----- stderr
    error: in.json:1:139: 'name' cannot be used: it is empty, begins with '-' or has control characters
    ");
    assert!(!home.path(USER).exists());
}
