//! `--dry-run` shows a diff and writes nothing at all; what only reads writes nothing either.

use insta::assert_snapshot;

use crate::support::{PROJECT, TestHome, USER};

fn home() -> TestHome {
    let home = TestHome::with_settings("{\n  \"model\": \"opus\"\n}\n");
    home.does("install --event Stop --timeout 5 -- ~/hooks/notify.sh");
    home.does("install --event SessionEnd --name off -- true").does("disable off --scope user");
    home.write(
        PROJECT,
        "{\n  \"hooks\": {\n    \"Stopp\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"true\" }] }]\n  }\n}\n",
    );
    home.write(
        "project/in.json",
        r#"{"format": "agent", "format_version": 1, "hooks": [{"hook": {"event": "Stop", "type": "command", "command": "x"}}]}"#,
    );
    home
}

const CHANGES: [&str; 8] = [
    "install --event PreToolUse --matcher Bash -- ~/hooks/check.py",
    "install --event Stop --scope local -- true",
    "uninstall notify",
    "update notify --timeout 6",
    "disable notify --scope user",
    "enable off --scope user",
    "import in.json",
    "migrate --from user --to project notify",
];

#[test]
fn a_dry_run_of_every_change_shows_it_and_writes_nothing() {
    let home = home();
    let before = home.listing();
    for line in CHANGES {
        let (verb, rest) = line.split_once(' ').unwrap();
        let said = home.run(&format!("{verb} --dry-run {rest}"));
        assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{line}: {said}");
        assert!(said.stdout.starts_with("--- ") && said.stdout.contains("\n+++ "), "{line}: {said}");
        assert_eq!(home.listing(), before, "{line}");
        let json = home.json(&format!("{verb} --dry-run --json {rest}"));
        assert_eq!(json["dry_run"], true, "{line}");
        assert!(json["changes"][0]["diff"].as_str().unwrap().contains("@@"), "{line}");
        assert_eq!(home.listing(), before, "{line} --json");
    }
}

#[test]
fn the_diff_is_what_then_happens() {
    for line in CHANGES {
        let home = home();
        let (verb, rest) = line.split_once(' ').unwrap();
        let shown = home.json(&format!("{verb} --dry-run --json {rest}"))["changes"].clone();
        let done = home.json(&format!("{verb} --json {rest}"))["changes"].clone();
        assert_eq!(shown, done, "{line}");
    }
}

#[test]
fn a_dry_run_in_an_empty_home_makes_no_folder() {
    let home = TestHome::new();
    let before = home.listing();
    assert_snapshot!(home.run("install --event Stop --dry-run -- true"), @r#"
    exit code: 0
    ----- stdout
    --- /dev/null
    +++ ~/.claude/settings.json
    @@ -0,0 +1,14 @@
    +{
    +  "hooks": {
    +    "Stop": [
    +      {
    +        "hooks": [
    +          {
    +            "type": "command",
    +            "command": "true"
    +          }
    +        ]
    +      }
    +    ]
    +  }
    +}
    "#);
    assert_eq!(home.listing(), before);
}

#[test]
fn a_dry_run_of_what_is_so_already() {
    let home = home();
    assert_snapshot!(home.run("install --event Stop --timeout 5 --dry-run -- ~/hooks/notify.sh"), @"
    exit code: 0
    ----- stdout
    already installed: notify in ~/.claude/settings.json
    ");
    assert_snapshot!(home.run("update notify --timeout 5 --dry-run"), @"
    exit code: 0
    ----- stdout
    nothing would change
    ");
    assert_snapshot!(home.run("disable off --scope user --dry-run"), @"
    exit code: 0
    ----- stdout
    nothing would change
    ");
}

#[test]
fn a_dry_run_of_doctor_shows_every_cure_and_writes_nothing() {
    let home = home();
    home.write(USER, "{}").chmod(USER, 0o666);
    let before = home.listing();
    assert_snapshot!(home.run("doctor --fix --dry-run"), @r#"
    exit code: 1
    ----- stdout
    would fix (permissions): took the right to change the file from everybody else
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
    +            "command": "~/hooks/notify.sh",
    +            "timeout": 5
    +          }
    +        ]
    +      }
    +    ]
    +  }
    +}
    would fix (gone-from-file): put 'notify' back
    error[unknown-event]: hooks.Stopp: "Stopp" is not an event of Claude Code (did you mean Stop?)
      --> ~/project/.claude/settings.json:3:5
      effect: Claude Code ignores the hooks under it
      cure:   rename it to Stop (doctor --fix --force does)
    error[gone-from-file]: 'notify' is gone from its file
      --> ~/.claude/settings.json
      effect: the hook does not run; another program may have rewritten the file from an old copy
      cure:   claude-hooks doctor --fix puts it back; if it was removed on purpose: claude-hooks uninstall notify
    warning[permissions]: everybody can change this file (mode 0666)
      --> ~/.claude/settings.json
      effect: any user of this machine can make Claude Code run a command as you
      cure:   chmod o-w the file; doctor --fix does
    2 errors, 1 warning, 0 notes
    "#);
    assert_eq!(home.listing(), before);
    let said = home.run("doctor --fix --force --dry-run");
    assert!(said.stdout.contains("would fix (unknown-event)"), "{said}");
    assert_eq!(home.listing(), before);
}

#[test]
fn what_only_reads_writes_nothing() {
    let home = home();
    home.does("export -o out.json");
    let before = home.listing();
    for line in [
        "list",
        "list --all",
        "list --json",
        "show notify",
        "status",
        "status --json",
        "doctor",
        "doctor --json",
        "diff out.json",
        "export",
        "migrate --from user --to project",
        "completions bash",
        "man",
        "schema list",
        "--help",
    ] {
        home.run(line);
        assert_eq!(home.listing(), before, "{line}");
    }
}
