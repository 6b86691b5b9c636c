//! `diff`: an export file against what is installed.

use insta::assert_snapshot;

use crate::support::TestHome;

fn home() -> TestHome {
    let home = TestHome::new();
    home.does("install --event Stop --timeout 5 -- true");
    home.does("install --event SessionEnd --name bye --scope project -- true");
    home.does("export -o export.json");
    home
}

#[test]
fn no_differences() {
    assert_snapshot!(home().run("diff export.json"), @"
    exit code: 0
    ----- stdout
    no differences
    ");
}

#[test]
fn every_kind_of_difference() {
    let home = home();
    home.does("update true --timeout 9").does("uninstall bye");
    home.does("install --event PreToolUse --matcher Bash -- ~/hooks/check.py");
    assert_snapshot!(home.run("diff export.json"), @"
    exit code: 1
    ----- stdout
    ~ user Stop command true  (true)
        timeout: 9 installed, 5 in the file
    + project SessionEnd command true  (in the file, not installed)
    - user PreToolUse(Bash) command ~/hooks/check.py  (check: installed, not in the file)
    ");
    let kinds: Vec<String> = home.json("diff export.json --json")["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|difference| difference["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["configuration", "only_in_file", "only_installed"]);
}

#[test]
fn turned_off_is_a_difference() {
    let home = home();
    home.does("disable true --scope user");
    assert_snapshot!(home.run("diff export.json"), @"
    exit code: 1
    ----- stdout
    ~ user Stop command true  (true)
        enabled: false installed, true in the file
    ");
}

#[test]
fn a_file_that_is_missing_or_no_export() {
    let home = TestHome::new();
    assert_snapshot!(home.run("diff nowhere.json"), @"
    exit code: 66
    ----- stderr
    error: cannot read nowhere.json
      because: there is no such file
    ");
    home.write("project/x.json", "{\"hooks\": []}");
    assert_snapshot!(home.run("diff x.json"), @r#"
    exit code: 65
    ----- stderr
    error: x.json:1:1: this is not an export file: 'format' should be "agent"
    "#);
}
