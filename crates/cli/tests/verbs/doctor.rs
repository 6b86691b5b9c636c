//! `doctor` as a whole: what it says, and what `--fix` does for hooks of ours.

use insta::assert_snapshot;
use serde_json::json;

use crate::support::{PROJECT, TestHome, USER};

#[test]
fn all_is_well() {
    let home = TestHome::new();
    assert_snapshot!(home.run("doctor"), @"
    exit code: 0
    ----- stdout
    all is well (0 hooks)
    ");
    home.does("install --event Stop -- ~/hooks/notify.sh");
    assert_snapshot!(home.run("doctor"), @"
    exit code: 0
    ----- stdout
    all is well (1 hook)
    ");
    assert_eq!(home.json("doctor --json"), json!({"findings": [], "fixed": []}));
}

#[test]
fn notes_alone_exit_0_and_a_warning_exits_1() {
    let home = TestHome::new();
    home.does("install --event Stop --timeout 5 -- true");
    home.write(USER, home.read(USER).replace('5', "6"));
    assert_eq!(home.run("doctor").code, 0);
    home.does("install --event Stop --matcher x --scope project -- false");
    assert_eq!(home.run("doctor").code, 1);
}

#[test]
fn a_hook_of_ours_that_is_gone_is_put_back() {
    let home = TestHome::with_settings("{}");
    home.does("install --event Stop --name bell --timeout 5 -- true");
    let installed = home.read(USER);
    home.write(USER, "{}");
    assert_snapshot!(home.run("doctor"), @"
    exit code: 1
    ----- stdout
    error[gone-from-file]: 'bell' is gone from its file
      --> ~/.claude/settings.json
      effect: the hook does not run; another program may have rewritten the file from an old copy
      cure:   claude-hooks doctor --fix puts it back; if it was removed on purpose: claude-hooks uninstall bell
    1 error, 0 warnings, 0 notes
    ");
    assert_snapshot!(home.run("doctor --fix"), @r#"
    exit code: 0
    ----- stdout
    --- ~/.claude/settings.json
    +++ ~/.claude/settings.json
    @@ -1 +1,15 @@
    -{}
    +{
    +  "hooks": {
    +    "Stop": [
    +      {
    +        "hooks": [
    +          {
    +            "type": "command",
    +            "command": "true",
    +            "timeout": 5
    +          }
    +        ]
    +      }
    +    ]
    +  }
    +}
    fixed (gone-from-file): put 'bell' back
    all is well (1 hook)
    "#);
    assert_eq!(home.read(USER), installed);
    home.does("uninstall bell");
    assert_eq!(home.read(USER), "{}");
}

#[test]
fn a_disabled_hook_that_is_back_is_taken_out() {
    let home = TestHome::with_settings("{}");
    home.does("install --event Stop --name bell -- true");
    let installed = home.read(USER);
    home.does("disable bell --scope user").write(USER, &installed);
    assert_snapshot!(home.run("doctor --fix"), @r#"
    exit code: 0
    ----- stdout
    --- ~/.claude/settings.json
    +++ ~/.claude/settings.json
    @@ -2,12 +2,7 @@
       "hooks": {
         "Stop": [
           {
    -        "hooks": [
    -          {
    -            "type": "command",
    -            "command": "true"
    -          }
    -        ]
    +        "hooks": []
           }
         ]
       }
    fixed (back-in-file): took 'bell' out again
    all is well (1 hook)
    "#);
    assert_eq!(home.json("list --json")["hooks"][0]["state"], "off");
    assert!(!home.read(USER).contains("true"));
}

#[test]
fn json_says_what_was_found_and_fixed() {
    let home = TestHome::with_settings("{}");
    home.does("install --event Stop --name bell -- true").write(USER, "{}");
    let found = home.json("doctor --json");
    assert_eq!(found["findings"][0]["code"], "gone-from-file");
    assert_eq!(
        (&found["findings"][0]["fixable"], &found["findings"][0]["hook"]),
        (&json!("yes"), &json!("bell"))
    );
    let fixed = home.json("doctor --fix --json");
    assert_eq!((&fixed["findings"], &fixed["fixed"][0]["done"]), (&json!([]), &json!(true)));
}

#[test]
fn what_cannot_be_fixed_says_why_and_exits_1() {
    let home = TestHome::new();
    home.does("install --event Stop --scope project --name bell -- true");
    home.write(PROJECT, "{\"hooks\": 5}");
    let said = home.run("doctor --fix");
    assert_eq!(said.code, 1, "{said}");
    assert!(said.stdout.starts_with("not fixed (gone-from-file): "), "{said}");
    assert!(said.stdout.contains("hooks is a number, and Claude Code expects an object there"), "{said}");
    assert!(said.stdout.contains("error[gone-from-file]: 'bell' is gone from its file"), "{said}");
    assert_eq!(home.read(PROJECT), "{\"hooks\": 5}");
}
