//! Settings files with something wrong in them: said with its place, and never touched.

use insta::assert_snapshot;

use crate::support::{REGISTRY, TestHome, USER};

const INSTALL: &str = "install --event PreToolUse --matcher Bash -- true";

/// What install says about a file that it must leave alone.
fn refused(text: impl AsRef<[u8]>) -> String {
    let home = TestHome::new();
    home.write(USER, &text);
    let before = home.listing().into_iter().find(|listed| listed.path.ends_with(USER));
    let said = home.run(INSTALL);
    assert_eq!(said.code, 65, "{said}");
    assert_eq!(home.listing().into_iter().find(|listed| listed.path.ends_with(USER)), before);
    assert_eq!(home.names(".claude"), ["settings.json"], "nothing is left beside the file");
    assert!(!home.path(REGISTRY).exists() || !home.read(REGISTRY).contains("true\""), "nothing is promised");
    said.stderr
}

#[test]
fn wrong_json_is_pictured_and_left_alone() {
    assert_snapshot!(refused("{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": [,]\n  }\n}\n"), @r#"
    error: Unexpected comma
     --> [HOME]/.claude/settings.json:4:14
      |
    4 |     "Stop": [,]
      |              ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    "#);
    assert_snapshot!(refused("{\n  \"a\": 1, // mine\n}\n"), @r#"
    error: Comments are not allowed
     --> [HOME]/.claude/settings.json:2:11
      |
    2 |   "a": 1, // mine
      |           ^^^^^^^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    "#);
    assert_snapshot!(refused("{\"a\": 1,}"), @r#"
    error: Trailing commas are not allowed
     --> [HOME]/.claude/settings.json:1:8
      |
    1 | {"a": 1,}
      |        ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    "#);
    assert_snapshot!(refused("{\"a\": \"b"), @r#"
    error: Unterminated string literal
     --> [HOME]/.claude/settings.json:1:7
      |
    1 | {"a": "b
      |       ^^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    "#);
    assert_snapshot!(refused("{"), @"
    error: Unterminated object
     --> [HOME]/.claude/settings.json:1:1
      |
    1 | {
      | ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    ");
    assert_snapshot!(refused("{} {}"), @"
    error: Text cannot contain more than one JSON value
     --> [HOME]/.claude/settings.json:1:4
      |
    1 | {} {}
      |    ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    ");
    assert_snapshot!(refused("{'a': 1}"), @"
    error: Single-quoted strings are not allowed
     --> [HOME]/.claude/settings.json:1:2
      |
    1 | {'a': 1}
      |  ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    ");
    assert_snapshot!(refused("\t\t{\"ключ\": \"значение\", 日本: 1}"), @r#"
    error: Expected string for object property
     --> [HOME]/.claude/settings.json:1:24
      |
    1 |         {"ключ": "значение", 日本: 1}
      |                              ^^^^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    "#);
}

#[test]
fn a_very_long_line_is_pictured_too() {
    let text = format!("{{\"a\": \"{}\", oops}}", "x".repeat(100_000));
    let said = refused(text);
    assert!(said.len() < 10_000, "{} bytes", said.len());
    assert!(said.contains(":1:100011"), "{said}");
}

#[test]
fn wrong_types_at_every_level() {
    assert_snapshot!(refused("[]"), @"
    error: [HOME]/.claude/settings.json: the settings file is an array, and Claude Code expects an object there
    hint: claude-hooks doctor shows what is wrong with the file
    ");
    assert_snapshot!(refused("7"), @"
    error: [HOME]/.claude/settings.json: the settings file is a number, and Claude Code expects an object there
    hint: claude-hooks doctor shows what is wrong with the file
    ");
    assert_snapshot!(refused("null"), @"
    error: [HOME]/.claude/settings.json: the settings file is null, and Claude Code expects an object there
    hint: claude-hooks doctor shows what is wrong with the file
    ");
    assert_snapshot!(refused("{\"hooks\": []}"), @"
    error: [HOME]/.claude/settings.json: hooks is an array, and Claude Code expects an object there
    hint: claude-hooks doctor shows what is wrong with the file
    ");
    assert_snapshot!(refused("{\"hooks\": \"none\"}"), @"
    error: [HOME]/.claude/settings.json: hooks is a string, and Claude Code expects an object there
    hint: claude-hooks doctor shows what is wrong with the file
    ");
    assert_snapshot!(refused("{\"hooks\": {\"PreToolUse\": {}}}"), @"
    error: [HOME]/.claude/settings.json: hooks.PreToolUse is an object, and Claude Code expects an array there
    hint: claude-hooks doctor shows what is wrong with the file
    ");
}

#[test]
fn odd_groups_beside_ours_are_left_as_they_are() {
    for text in [
        r#"{"hooks": {"PreToolUse": [7]}}"#,
        r#"{"hooks": {"PreToolUse": [{"matcher": 5, "hooks": []}]}}"#,
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash"}]}}"#,
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": {}}]}}"#,
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [7, null, {}]}]}}"#,
        r#"{"hooks": {"Stop": 7, "": []}, "hooks ": 1}"#,
    ] {
        let home = TestHome::with_settings(text);
        for line in ["list", "status", "list --json"] {
            assert_eq!(home.run(line).code, 0, "{text} {line}");
        }
        home.run("doctor");
        let said = home.run(INSTALL);
        match said.code {
            0 => {
                assert_eq!(home.json("show true --json")["ours"], true, "{text}");
                home.does("uninstall true");
            }
            code => assert_eq!(code, 65, "{text}: {said}"),
        }
        assert_eq!(home.read(USER), text);
    }
}

#[test]
fn of_duplicate_keys_the_last_is_edited() {
    let text = r#"{"hooks": {"Stop": []}, "hooks": {"SessionEnd": []}}"#;
    let home = TestHome::with_settings(text);
    home.does("install --event Stop -- true");
    let now = home.read(USER);
    assert!(now.starts_with(r#"{"hooks": {"Stop": []}, "hooks": {"SessionEnd": []"#), "{now}");
    assert_eq!(home.json("list --json")["hooks"][0]["state"], "on");
    home.does("uninstall true");
    assert_eq!(home.read(USER), text);
}

#[test]
fn utf_16_is_read_and_never_edited() {
    let text = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#;
    let little: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let big: Vec<u8> =
        [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    for bytes in [little, big] {
        let home = TestHome::new();
        home.write(USER, &bytes);
        assert_eq!(home.json("list --json")["hooks"][0]["command"], "true");
        for line in
            ["uninstall true --force", "update true --timeout 3 --force", "disable true --scope user --force"]
        {
            assert_eq!(home.run(line).code, 65, "{line}");
        }
        assert_eq!(home.bytes(USER), bytes);
        let said = refused(&bytes);
        assert!(
            said.contains("is in UTF-16, which is read but never edited\nhint: save it as UTF-8"),
            "{said}"
        );
    }
}

#[test]
fn bytes_that_are_no_text() {
    assert_snapshot!(refused(b"{\"a\": \"\xff\xfe\"}"), @"
    error: [HOME]/.claude/settings.json is not valid UTF-8, which is read but never edited
    hint: save it as UTF-8 first
    ");
    assert_snapshot!(refused(b"\x00\x01\x02"), @"
    error: Unexpected token
     --> [HOME]/.claude/settings.json:1:1
      |
    1 | ␀␁␂
      | ^
    hint: Claude Code drops this whole file: claude-hooks doctor says what that costs
    hint: nothing was changed
    ");
}

#[test]
fn deeply_nested_text_is_no_crash() {
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let home = TestHome::with_settings(&deep);
    for line in ["list", "status", "doctor", INSTALL] {
        let said = home.run(line);
        assert!(matches!(said.code, 0 | 1 | 65), "{line}: {}", said.code);
    }
    assert_eq!(home.read(USER), deep);
}

#[test]
fn a_huge_file_is_refused_quickly() {
    let home = TestHome::new();
    home.write(USER, "");
    std::fs::OpenOptions::new().write(true).open(home.path(USER)).unwrap().set_len(65 << 20).unwrap();
    assert_snapshot!(home.run(INSTALL), @"
    exit code: 65
    ----- stderr
    error: [HOME]/.claude/settings.json has 68157440 bytes, more than the 67108864 that are read
    ");
    assert_eq!(home.run("list").code, 0);
    assert_eq!(home.path(USER).metadata().unwrap().len(), 65 << 20);
}
