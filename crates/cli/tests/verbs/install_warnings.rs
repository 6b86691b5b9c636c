//! `install` warns of what would silently not work, and installs it all the same.

use insta::assert_snapshot;

use crate::support::TestHome;

/// What was warned of, without exit code and the line on stdout.
fn warned(home: &TestHome, line: &str) -> String {
    let said = home.run(line);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.stdout.starts_with("installed "), "{said}");
    said.stderr
}

#[test]
fn nothing_is_warned_of_when_all_is_well() {
    let home = TestHome::new();
    for line in [
        "install --event PreToolUse --matcher Bash --if 'Bash(git *)' -- '~/hooks/check.py --strict'",
        "install --event Stop -- 'echo done | cat'",
        "install --event PostToolUse --matcher 'Edit|Write' -- ../hooks/lint.sh",
        "install --event PreToolUse --matcher mcp__srv__.* -- sh ~/hooks/lint.sh",
        "install --event SessionStart --matcher startup --exec -- /bin/sh -c true",
    ] {
        assert_eq!(warned(&home, line), "", "{line}");
    }
}

#[test]
fn a_program_that_is_missing() {
    let home = TestHome::new();
    assert_snapshot!(warned(&home, "install --event Stop -- ~/hooks/gone.sh"), @"warning: the program ~/hooks/gone.sh does not exist: Claude Code goes on as if the hook had no objection (put the program there, or uninstall the hook)");
    assert_snapshot!(warned(&home, "install --event Stop -- no-such-program --flag"), @"warning: there is no program 'no-such-program' in PATH: Claude Code goes on as if the hook had no objection (install it, or write its whole path)");
    assert_snapshot!(warned(&home, "install --event Stop --exec -- /no/such/program x"), @"warning: the program /no/such/program does not exist: Claude Code goes on as if the hook had no objection (put the program there, or uninstall the hook)");
    assert_snapshot!(warned(&home, "install --event Stop -- sh ~/hooks/gone-too.sh"), @"warning: the program ~/hooks/gone-too.sh does not exist: Claude Code goes on as if the hook had no objection (put the program there, or uninstall the hook)");
}

#[test]
fn a_home_folder_in_quotes() {
    let home = TestHome::new();
    assert_snapshot!(warned(&home, "install --event Stop -- ~/hooks/notify.sh --sound"), @"warning: in quotes the '~' of ~/hooks/notify.sh is not the home folder: Claude Code goes on as if the hook had no objection (take it out of the quotes, or write $HOME)");
}

#[test]
fn a_program_that_is_not_executable() {
    let home = TestHome::new();
    home.chmod("hooks/notify.sh", 0o644);
    assert_snapshot!(warned(&home, "install --event Stop -- ~/hooks/notify.sh"), @"warning: ~/hooks/notify.sh is not executable: Claude Code goes on as if the hook had no objection (chmod +x ~/hooks/notify.sh)");
}

#[test]
fn nothing_is_run() {
    let home = TestHome::new();
    home.write("hooks/notify.sh", "#!/bin/sh\ntouch ~/ran\n");
    home.does("install --event Stop -- ~/hooks/notify.sh");
    home.does("install --event Stop -- 'touch ~/ran'");
    home.run("doctor");
    assert!(!home.path("ran").exists());
}

#[test]
fn a_matcher_that_the_event_ignores() {
    let home = TestHome::new();
    assert_snapshot!(warned(&home, "install --event Stop --matcher Bash -- true"), @"warning: Stop ignores its matcher 'Bash': the hook runs every time (leave the matcher out)");
}

#[test]
fn a_matcher_that_can_match_nothing() {
    let home = TestHome::new();
    let warned = |matcher: &str| {
        let line = format!("install --event PreToolUse --matcher '{matcher}' -- true");
        warned(&home, &line)
    };
    assert_snapshot!(warned("bash"), @"warning: the matcher 'bash' can match nothing: 'bash' is not a value of PreToolUse; names are case-sensitive: the hook never runs (write 'Bash')");
    assert_snapshot!(warned("Bash(git *)"), @"warning: the matcher 'Bash(git *)' can match nothing: permission rules are not matchers: the hook never runs (write the matcher 'Bash' and put the rule into the handler's 'if')");
    assert_snapshot!(warned("mcp__srv"), @"warning: the matcher 'mcp__srv' can match nothing: names are compared whole, and no tool is called that: the hook never runs (write 'mcp__srv__.*')");
    assert_snapshot!(warned("["), @"warning: the matcher '[' can match nothing: it is not a regular expression (Unbalanced bracket): the hook never runs (mend the regular expression)");
    assert_snapshot!(warned("|"), @"warning: the matcher '|' can match nothing: the list is empty: the hook never runs (leave the matcher out to match everything)");
}

#[test]
fn a_type_that_the_event_does_not_run() {
    let home = TestHome::new();
    let line = "install --event SessionStart --type prompt --prompt 'Is all well?'";
    assert_snapshot!(warned(&home, line), @"warning: SessionStart does not run handlers of type prompt: the hook never runs (use one of: command, mcp_tool)");
}

#[test]
fn a_condition_or_once_that_is_ignored() {
    let home = TestHome::new();
    assert_snapshot!(warned(&home, "install --event Stop --if 'Bash(git *)' -- true"), @r#"warning: Stop has no tool call for 'if': "Bash(git *)" to judge: the hook never runs (leave 'if' out, or use an event with a tool)"#);
    assert_snapshot!(warned(&home, "install --event SessionEnd --once -- true"), @"warning: 'once' counts only in a skill's front matter: the hook runs every time (leave 'once' out)");
}
