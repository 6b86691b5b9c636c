//! The checks of `doctor` on what we keep ourselves: the registry, and what is left of killed processes.

use insta::assert_snapshot;

use crate::doctor_checks::found;
use crate::support::{REGISTRY, TestHome, USER};

#[test]
fn damaged_registry() {
    let home = TestHome::new();
    home.write(REGISTRY, "{\n  \"hooks\": {}\n}");
    assert_snapshot!(found(&home, "damaged-registry"), @"
    error[damaged-registry]: the registry: [HOME]/.local/share/claude-hooks/registry.jsonc:1:1: there is no list 'hooks'
      --> ~/.local/share/claude-hooks/registry.jsonc:1:1
      effect: nothing is known about which hooks are ours; nothing can be installed or changed
      cure:   mend the file by hand: it is never replaced
    ");
}

#[test]
fn pending() {
    let home = TestHome::with_settings("{}");
    home.does("install --event Stop --name bell -- true");
    let pending = r#""state": "pending", "pending": {"change": "uninstall", "batch": "20260101-000000-1"}"#;
    home.write(REGISTRY, home.read(REGISTRY).replace("\"state\": \"done\"", pending));
    assert_snapshot!(found(&home, "pending"), @"
    warning[pending]: 'uninstall' of 'bell' was begun and not finished
      --> ~/.claude/settings.json
      effect: none yet: the next command that changes something finishes or undoes it, as soon as this file can be read
      cure:   claude-hooks doctor --fix
    ");
    assert_eq!(home.run("doctor --fix").code, 0);
    assert!(!home.read(REGISTRY).contains("pending"));
}

#[test]
fn gone_from_file_back_in_file_and_edited_by_hand() {
    let home = TestHome::with_settings("{}");
    home.does("install --event Stop --name bell --timeout 5 -- true");
    let installed = home.read(USER);
    home.write(USER, "{}");
    assert_snapshot!(found(&home, "gone-from-file"), @"
    error[gone-from-file]: 'bell' is gone from its file
      --> ~/.claude/settings.json
      effect: the hook does not run; another program may have rewritten the file from an old copy
      cure:   claude-hooks doctor --fix puts it back; if it was removed on purpose: claude-hooks uninstall bell
    ");
    home.write(USER, installed.replace('5', "6"));
    assert_snapshot!(found(&home, "edited-by-hand"), @"
    note[edited-by-hand]: 'bell' was changed by hand
      --> ~/.claude/settings.json:6
      effect: the file counts; the registry remembers the configuration that was installed
      cure:   claude-hooks show bell
    ");
    home.does("disable bell --scope user").write(USER, &installed);
    assert_snapshot!(found(&home, "back-in-file"), @"
    warning[back-in-file]: 'bell' is disabled, and yet in its file
      --> ~/.claude/settings.json:6
      effect: the hook runs
      cure:   claude-hooks doctor --fix takes it out; to keep it: claude-hooks enable bell --scope user
    ");
}

#[test]
fn project_gone() {
    let home = TestHome::new();
    std::fs::create_dir(home.path("other")).unwrap();
    home.does("install --event Stop --scope project --project-dir ../other -- true");
    std::fs::remove_dir_all(home.path("other")).unwrap();
    assert_snapshot!(found(&home, "project-gone"), @"
    note[project-gone]: the registry has hooks of [HOME]/other, which does not exist
      effect: none
      cure:   if the project moved, import its hooks there
    ");
}

#[test]
fn stale_temporary() {
    let home = TestHome::with_settings("{}");
    home.write(".claude/.settings.json.claude-hooks-abc.tmp", "{");
    assert_snapshot!(found(&home, "stale-temporary"), @"
    warning[stale-temporary]: [HOME]/.claude/.settings.json.claude-hooks-abc.tmp was left by a killed process
      --> ~/.claude/.settings.json.claude-hooks-abc.tmp
      effect: none; it holds nothing that is not elsewhere
      cure:   claude-hooks doctor --fix deletes it
    ");
    home.run("doctor --fix");
    assert_eq!(home.names(".claude"), ["settings.json"]);
}

#[test]
fn somebodys_text() {
    let home = TestHome::with_settings("{}");
    let left = ".claude/.settings.json.claude-hooks-20260101-000000-aaaaaaaaaaaa-bbbbbbbbbbbb.swap";
    home.write(left, "{\"theirs\": 1}");
    assert_snapshot!(found(&home, "somebodys-text"), @"
    error[somebodys-text]: [HOME]/.claude/.settings.json.claude-hooks-[TIME]-aaaaaaaaaaaa-bbbbbbbbbbbb.swap holds a text that another program wrote
      --> ~/.claude/.settings.json.claude-hooks-[TIME]-aaaaaaaaaaaa-bbbbbbbbbbbb.swap
      effect: changes that it made to the settings may be missing from them
      cure:   claude-hooks doctor --fix takes them in; or compare the two files by hand
    ");
    home.run("doctor --fix");
    assert!(home.read(left).contains("theirs") || home.read(USER).contains("theirs"));
}

#[test]
fn safety_copy() {
    let home = TestHome::with_settings("{}");
    home.write(".claude/settings.json.claude-hooks-20260101-000000.safety", "{\"old\": 1}");
    assert_snapshot!(found(&home, "safety-copy"), @"
    note[safety-copy]: [HOME]/.claude/settings.json.claude-hooks-[TIME].safety is a copy that a failed write left
      --> ~/.claude/settings.json.claude-hooks-[TIME].safety
      effect: none
      cure:   delete it when you have no more use for it
    ");
}

#[test]
fn permissions() {
    let home = TestHome::with_settings("{}");
    home.chmod(USER, 0o646);
    assert_snapshot!(found(&home, "permissions"), @"
    warning[permissions]: everybody can change this file (mode 0646)
      --> ~/.claude/settings.json
      effect: any user of this machine can make Claude Code run a command as you
      cure:   chmod o-w the file; doctor --fix does
    ");
}
