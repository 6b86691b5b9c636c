//! One test per check of `doctor`: how it is provoked and how it reads.

use claude_hooks::Paths;
use claude_hooks::doctor::{Check, examine};
use insta::assert_snapshot;

use crate::support::{PROJECT, TestHome, USER};

/// The findings with this code as `doctor` prints them; at least one must be there.
pub fn found(home: &TestHome, code: &str) -> String {
    let said = home.run("doctor");
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in said.stdout.lines() {
        match blocks.last_mut().filter(|_| line.starts_with("  ")) {
            Some(block) => block.push(line),
            None => blocks.push(vec![line]),
        }
    }
    let ours = blocks.iter().filter(|block| block[0].contains(&format!("[{code}]")));
    let text = ours.map(|block| block.join("\n")).collect::<Vec<_>>().join("\n");
    assert!(!text.is_empty(), "no {code} in\n{said}");
    text
}

fn command(event: &str, matcher: &str, handler: &str) -> TestHome {
    TestHome::with_settings(&format!(
        "{{\n  \"hooks\": {{\n    \"{event}\": [\n      {{ \"matcher\": \"{matcher}\", \"hooks\": [{{ \"type\": \"command\", {handler} }}] }}\n    ]\n  }}\n}}\n"
    ))
}

#[test]
fn every_check_has_a_test() {
    let tests = concat!(include_str!("doctor_checks.rs"), include_str!("doctor_ledger.rs"));
    for check in Check::ALL {
        let code = check.code();
        let tested =
            tests.contains(&format!("&home, \"{code}\")")) || tests.contains(&format!("Check::{check:?})"));
        assert!(tested, "no test provokes {code}: {}", check.title());
    }
}

#[test]
fn unreadable_file() {
    let home = TestHome::new();
    std::fs::create_dir_all(home.path(USER)).unwrap();
    assert_snapshot!(found(&home, "unreadable-file"), @"
    error[unreadable-file]: [HOME]/.claude/settings.json is a folder, not a file
      --> ~/.claude/settings.json
      effect: Claude Code silently drops the whole file: every hook, permission and setting in it
      cure:   make the file readable
    ");
}

#[test]
fn dropped_file() {
    let home = TestHome::with_settings("{\n  \"model\": \"opus\", // mine\n}\n");
    assert_snapshot!(found(&home, "dropped-file"), @"
    error[dropped-file]: this is not JSON: Comments are not allowed
      --> ~/.claude/settings.json:2:20
      effect: Claude Code silently drops the whole file: every hook, permission and setting in it
      cure:   mend the file; JSON has no comments and no trailing commas
    ");
    let home = command("PreToolUse", "Bash", r#""command": 5"#);
    assert_snapshot!(found(&home, "dropped-file"), @"
    error[dropped-file]: hooks.PreToolUse[0].hooks[0].command: 'command' should be a string, found a number
      --> ~/.claude/settings.json:4:70
      effect: Claude Code silently drops the whole file: every hook, permission and setting in it
      cure:   mend the entry, or let doctor --fix --force remove it
    ");
}

#[test]
fn lost_hooks() {
    let home = TestHome::with_settings(r#"{"enabledPlugins": {"tools@shelf": true}}"#);
    home.plugin(r#"{"Stop": []}"#);
    assert_snapshot!(found(&home, "lost-hooks"), @r#"
    error[lost-hooks]: 'hooks' is missing: put the events into {"hooks": {…}}
      --> ~/market/tools/hooks/hooks.json:1:1
      effect: Claude Code ignores every hook of this file
      cure:   mend the file
    "#);
}

#[test]
fn dropped_entry() {
    let home = command("Stop", "", r#""command": "true", "timeout": "soon""#);
    assert_snapshot!(found(&home, "dropped-entry"), @"
    error[dropped-entry]: hooks.Stop[0].hooks[0].timeout: 'timeout' should be a number above 0, found a string
      --> ~/.claude/settings.json:4:85
      effect: Claude Code drops this entry; the others run
      cure:   mend the entry, or let doctor --fix --force remove it
    ");
}

#[test]
fn ignored_key() {
    let home = TestHome::with_settings(
        r#"{"permissions": {"allow": ["Bash(ls *)", "bash(ls)"]}, "allowManagedHooksOnly": true}"#,
    );
    assert_snapshot!(found(&home, "ignored-key"), @r#"
    warning[ignored-key]: permissions.allow[1]: the permission rule "bash(ls)" names a tool in lower case; tool names begin with a capital
      --> ~/.claude/settings.json:1:42
      effect: Claude Code ignores this setting
      cure:   mend the file
    "#);
}

#[test]
fn unknown_event() {
    let home = command("PostTooluse", "Edit", r#""command": "true""#);
    assert_snapshot!(found(&home, "unknown-event"), @r#"
    error[unknown-event]: hooks.PostTooluse: "PostTooluse" is not an event of Claude Code (did you mean PostToolUse?)
      --> ~/.claude/settings.json:3:5
      effect: Claude Code ignores the hooks under it
      cure:   rename it to PostToolUse (doctor --fix --force does)
    "#);
    let home = command("Zebra", "", r#""command": "true""#);
    assert_snapshot!(found(&home, "unknown-event"), @r#"
    error[unknown-event]: hooks.Zebra: "Zebra" is not an event of Claude Code
      --> ~/.claude/settings.json:3:5
      effect: Claude Code ignores the hooks under it
      cure:   mend the file
    "#);
}

#[test]
fn encoding() {
    let home = TestHome::new();
    home.write(USER, b"\xFF\xFE{\0}\0");
    assert_snapshot!(found(&home, "encoding"), @"
    note[encoding]: the file is not in UTF-8
      --> ~/.claude/settings.json
      effect: Claude Code reads it; claude-hooks reads it and never edits it
      cure:   save it as UTF-8
    ");
}

#[test]
fn never_matches() {
    let home = command("PreToolUse", "Bash(git *)", r#""command": "true""#);
    assert_snapshot!(found(&home, "never-matches"), @"
    error[never-matches]: the matcher 'Bash(git *)' can match nothing: permission rules are not matchers (true)
      --> ~/.claude/settings.json:4:45
      effect: the hook never runs
      cure:   write the matcher 'Bash' and put the rule into the handler's 'if'
    ");
}

#[test]
fn ignored_matcher() {
    let home = command("Stop", "Bash", r#""command": "true""#);
    assert_snapshot!(found(&home, "ignored-matcher"), @"
    warning[ignored-matcher]: Stop ignores its matcher 'Bash' (true)
      --> ~/.claude/settings.json:4:38
      effect: the hook runs every time
      cure:   leave the matcher out
    ");
}

#[test]
fn ignored_condition() {
    let home = command("Stop", "", r#""command": "true", "if": "Bash(git *)""#);
    assert_snapshot!(found(&home, "ignored-condition"), @r#"
    error[ignored-condition]: Stop has no tool call for 'if': "Bash(git *)" to judge (true)
      --> ~/.claude/settings.json:4:34
      effect: the hook never runs
      cure:   leave 'if' out, or use an event with a tool
    "#);
}

#[test]
fn ignored_once() {
    let home = command("Stop", "", r#""command": "true", "once": true"#);
    assert_snapshot!(found(&home, "ignored-once"), @"
    warning[ignored-once]: 'once' counts only in a skill's front matter (true)
      --> ~/.claude/settings.json:4:34
      effect: the hook runs every time
      cure:   leave 'once' out
    ");
}

#[test]
fn unsupported_type() {
    let home = TestHome::with_settings(
        r#"{"hooks": {"Setup": [{"hooks": [{"type": "http", "url": "http://127.0.0.1/x"}]}]}}"#,
    );
    assert_snapshot!(found(&home, "unsupported-type"), @"
    error[unsupported-type]: Setup does not run handlers of type http (x)
      --> ~/.claude/settings.json:1:33
      effect: the hook never runs
      cure:   use one of: command
    ");
}

#[test]
fn missing_program() {
    let home = command("Stop", "", r#""command": "~/hooks/gone.sh --now""#);
    assert_snapshot!(found(&home, "missing-program"), @"
    error[missing-program]: the program ~/hooks/gone.sh does not exist (gone)
      --> ~/.claude/settings.json:4:34
      effect: Claude Code goes on as if the hook had no objection
      cure:   put the program there, or uninstall the hook
    ");
}

#[test]
fn not_executable() {
    let home = command("Stop", "", r#""command": "$HOME/hooks/lint.sh""#);
    home.chmod("hooks/lint.sh", 0o600);
    assert_snapshot!(found(&home, "not-executable"), @"
    error[not-executable]: ~/hooks/lint.sh is not executable (lint)
      --> ~/.claude/settings.json:4:34
      effect: Claude Code goes on as if the hook had no objection
      cure:   chmod +x ~/hooks/lint.sh
    ");
}

#[test]
fn plugin_variable() {
    let home = command("Stop", "", r#""command": "${CLAUDE_PLUGIN_ROOT}/x.sh""#);
    assert_snapshot!(found(&home, "plugin-variable"), @"
    error[plugin-variable]: CLAUDE_PLUGIN_ROOT has no value outside a plugin (x)
      --> ~/.claude/settings.json:4:34
      effect: the hook fails each time, and the action goes on
      cure:   write the path out
    ");
}

#[test]
fn runs_once() {
    let home = command("Stop", "", r#""command": "true""#);
    home.write(PROJECT, home.read(USER));
    assert_snapshot!(found(&home, "runs-once"), @"
    note[runs-once]: the same hook as in ~/.claude/settings.json:4 (true-stop)
      --> ~/project/.claude/settings.json:4:34
      effect: it runs once; the configuration of the last one counts
      cure:   keep one of them
    ");
}

#[test]
fn runs_twice() {
    let home = command("Stop", "", r#""command": "true""#);
    home.plugin(&home.read(USER));
    home.write(USER, home.read(USER).replacen('{', "{\"enabledPlugins\": {\"tools@shelf\": true},", 1));
    assert_snapshot!(found(&home, "runs-twice"), @"
    warning[runs-twice]: the plugin has the same hook as ~/.claude/settings.json:4 (true-stop)
      --> ~/market/tools/hooks/hooks.json:4:34
      effect: it runs twice: plugins' hooks are never merged with others
      cure:   remove it from the settings, or turn the plugin off
    ");
}

#[test]
fn all_disabled() {
    let home = TestHome::with_settings("{\n  \"disableAllHooks\": true\n}");
    assert_snapshot!(found(&home, "all-disabled"), @"
    warning[all-disabled]: 'disableAllHooks' is true
      --> ~/.claude/settings.json:2
      effect: no hook runs but those of the managed policy
      cure:   take it out, or set it to false in a file that counts more (local over project over user)
    ");
    home.write(PROJECT, r#"{"disableAllHooks": false}"#);
    assert_eq!(home.run("doctor").code, 0);
}

#[test]
fn shell_prefix() {
    let home = TestHome::with_settings(
        "{\n  \"env\": {\n    \"CLAUDE_CODE_SHELL_PREFIX\": \"/no/such/door\"\n  }\n}",
    );
    assert_snapshot!(found(&home, "shell-prefix"), @"
    error[shell-prefix]: the shell prefix '/no/such/door' does not exist
      --> ~/.claude/settings.json:3
      effect: every Bash call and every shell-form hook fails
      cure:   take CLAUDE_CODE_SHELL_PREFIX out of 'env', or put the program there
    ");
    home.write(USER, r#"{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/bin/sh -c"}}"#);
    assert_snapshot!(found(&home, "shell-prefix"), @"
    error[shell-prefix]: the shell prefix '/bin/sh -c' has arguments
      --> ~/.claude/settings.json:1
      effect: stdio MCP servers do not start: the client takes the whole prefix for one program
      cure:   point it at a script without arguments
    ");
    home.write(USER, r#"{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/bin/sh"}}"#);
    assert_eq!(home.run("doctor").code, 0);
}

/// The managed folder is fixed, so these two are provoked through the library.
#[test]
fn managed_only_and_refused_start() {
    let home = TestHome::new();
    let paths = Paths::under(home.path("")).with_managed(home.path("policy"));
    let checks = |text: &str| {
        home.write("policy/managed-settings.json", text);
        examine(&paths).into_iter().map(|finding| finding.check).collect::<Vec<_>>()
    };
    assert!(checks(r#"{"allowManagedHooksOnly": true}"#).contains(&Check::ManagedOnly));
    assert!(checks("{ broken").contains(&Check::DroppedFile));
    assert!(checks("[]").contains(&Check::RefusedStart));
}
