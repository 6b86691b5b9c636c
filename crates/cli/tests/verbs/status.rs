//! `status`: counts and health, one line a file.

use insta::assert_snapshot;

use crate::support::{LOCAL, PROJECT, REGISTRY, TestHome};

#[test]
fn an_empty_home() {
    assert_snapshot!(TestHome::new().run("status"), @"
    exit code: 0
    ----- stdout
    SCOPE    HOOKS  OURS  OFF  HEALTH   FILE
    user     0      0     0    no file  ~/.claude/settings.json
    project  0      0     0    no file  ~/project/.claude/settings.json
    local    0      0     0    no file  ~/project/.claude/settings.local.json
    ");
}

#[test]
fn counts_and_health() {
    let home = TestHome::new();
    home.does("install --event Stop -- true").does("install --event Stop --name off -- false");
    home.does("disable off --scope user");
    home.write(PROJECT, r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}}"#);
    home.write(
        LOCAL,
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": "1"}]}]}}"#,
    );
    assert_snapshot!(home.run("status"), @"
    exit code: 0
    ----- stdout
    SCOPE    HOOKS  OURS  OFF  HEALTH                            FILE
    user     1      1     1    ok                                ~/.claude/settings.json
    project  1      0     0    Claude Code drops the whole file  ~/project/.claude/settings.json
    local    1      0     0    1 entry dropped                   ~/project/.claude/settings.local.json
    ----- stderr
    warning: 3 errors, 0 warnings: claude-hooks doctor says which
    ");
}

#[test]
fn broken_files_and_a_damaged_registry() {
    let home = TestHome::with_settings("{ \"a\": }");
    home.write(LOCAL, r#"{"hooks": []}"#).write(REGISTRY, "[\n 1,\n");
    assert_snapshot!(home.run("status"), @"
    exit code: 0
    ----- stdout
    SCOPE    HOOKS  OURS  OFF  HEALTH                         FILE
    user     0      0     0    1:8: Unexpected close brace    ~/.claude/settings.json
    project  0      0     0    no file                        ~/project/.claude/settings.json
    local    0      0     0    Claude Code ignores its hooks  ~/project/.claude/settings.local.json
    ----- stderr
    warning: the registry: [HOME]/.local/share/claude-hooks/registry.jsonc:1:1: Unterminated array
    warning: 3 errors, 0 warnings: claude-hooks doctor says which
    ");
}

#[test]
fn json() {
    let home = TestHome::with_settings("{}");
    let status = home.json("status --json");
    assert_eq!(status["registry"], "ok");
    assert_eq!((status["errors"].as_u64(), status["warnings"].as_u64()), (Some(0), Some(0)));
    let scopes = status["scopes"].as_array().unwrap();
    let exist: Vec<_> =
        scopes.iter().map(|scope| (scope["scope"].as_str(), scope["exists"].as_bool())).collect();
    assert_eq!(
        exist,
        [(Some("user"), Some(true)), (Some("project"), Some(false)), (Some("local"), Some(false))]
    );
    assert_eq!(scopes[0]["file"], "[HOME]/.claude/settings.json");
}
