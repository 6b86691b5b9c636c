//! The registry: the user's comments survive, and damage is reported and never replaced.

use insta::assert_snapshot;

use crate::support::{REGISTRY, TestHome, USER};

/// Comments wherever JSONC has room for one.
const COMMENTS: [&str; 9] = [
    "// at the head",
    "/* before the object */",
    "// behind the version",
    "// before the list",
    "// before the first entry",
    "// at the end of a line inside an entry",
    "/* inside an entry */",
    "// after the last entry",
    "// at the foot",
];

/// The registry with one hook `kept`, commented all over.
fn commented(registry: &str) -> String {
    let mut text = registry.replacen("{\n", &format!("{}\n{} {{\n", COMMENTS[0], COMMENTS[1]), 1);
    text = text.replacen("\"schema_version\": 1,", &format!("\"schema_version\": 1, {}", COMMENTS[2]), 1);
    text = text.replacen(
        "  \"hooks\": [",
        &format!("  {}\n  \"hooks\": [\n    {}", COMMENTS[3], COMMENTS[4]),
        1,
    );
    text = text.replacen("\"event\": \"Stop\",", &format!("\"event\": \"Stop\", {}", COMMENTS[5]), 1);
    text = text.replacen("\"matcher\":", &format!("{} \"matcher\":", COMMENTS[6]), 1);
    let end = text.rfind(']').unwrap();
    text.insert_str(end, &format!(", {}\n  ", COMMENTS[7]));
    let end = text.rfind('}').unwrap();
    text.insert_str(end, ",\n");
    text + COMMENTS[8] + "\n"
}

fn commented_home() -> TestHome {
    let home = TestHome::new();
    home.does("install --event Stop --name kept -- true");
    home.write(REGISTRY, commented(&home.read(REGISTRY)));
    let text = home.read(REGISTRY);
    assert!(COMMENTS.iter().all(|comment| text.contains(comment)), "{text}");
    assert_eq!(home.json("show kept --json")["ours"], true);
    home
}

#[test]
fn comments_survive_every_change() {
    let home = commented_home();
    for line in [
        "install --event SessionEnd --name new -- true",
        "update kept --timeout 9 --reason because",
        "update kept --unset timeout",
        "update kept --name renamed",
        "update renamed --name kept",
        "disable kept --scope user",
        "enable kept --scope user",
        "disable new --scope user",
        "migrate --from user --to project kept",
        "migrate --from project --to user kept",
        "uninstall new",
        "doctor --fix",
    ] {
        home.does(line);
        let text = home.read(REGISTRY);
        for comment in COMMENTS {
            assert!(text.contains(comment), "{comment} is gone after {line}:\n{text}");
        }
    }
}

#[test]
fn only_the_comments_of_an_entry_go_with_it() {
    let home = commented_home();
    home.does("install --event SessionEnd --name new -- true").does("uninstall kept");
    let text = home.read(REGISTRY);
    for comment in COMMENTS
        .iter()
        .filter(|comment| !comment.contains("inside an entry") && !comment.contains("first entry"))
    {
        assert!(text.contains(comment), "{comment} is gone:\n{text}");
    }
    assert_eq!(home.json("show new --json")["ours"], true);
}

#[test]
fn unknown_fields_survive() {
    let home = TestHome::new();
    home.does("install --event Stop --name kept -- true");
    home.write(
        REGISTRY,
        home.read(REGISTRY).replacen("\"name\":", "\"mine\": {\"a\": [1.50]}, \"name\":", 1),
    );
    home.does("update kept --timeout 3").does("disable kept --scope user").does("enable kept --scope user");
    assert!(home.read(REGISTRY).contains("\"mine\": {\"a\": [1.50]}"));
}

const DAMAGED: [(&str, &str); 6] = [
    ("{\n  \"hooks\": [\n    oops\n  ]\n}", ":3:5:"),
    ("{\"schema_version\": 1}", ":1:1:"),
    ("[]", ":1:1:"),
    ("{\"hooks\": [\n 7]}", ":2:2:"),
    ("{\"hooks\": [\n {\"name\": 5}]}", ":2:"),
    (
        "{\"hooks\": [{\"name\": \"x\", \"event\": \"Stop\", \"type\": \"command\", \"command\": \"x\",\n  \"scope\": \"moon\"}]}",
        ":2:3:",
    ),
];

#[test]
fn damage_is_reported_with_its_place_and_never_replaced() {
    for (text, place) in DAMAGED {
        let home = TestHome::with_settings("{\"x\": 1}");
        home.write(REGISTRY, text)
            .write("project/in.json", r#"{"format": "agent", "format_version": 1, "hooks": []}"#);
        for line in [
            "install --event Stop -- true",
            "install --event Stop --dry-run -- true",
            "uninstall x",
            "update x --timeout 3",
            "disable x --scope user",
            "enable x --scope user",
            "migrate --from user --to project x",
            "import in.json",
            "export",
        ] {
            let said = home.run(line);
            assert_eq!(said.code, 65, "{text} {line}: {said}");
            let (line_column, row) = (format!("registry.jsonc{place}"), place.trim_matches(':'));
            assert!(
                said.stderr.contains(&line_column) || said.stderr.contains(&format!("registry.jsonc:{row}")),
                "{text}\n{said}"
            );
            assert!(said.stderr.contains("never replaced"), "{said}");
        }
        assert_eq!(home.read(REGISTRY), text);
        assert_eq!(home.read(USER), "{\"x\": 1}");
    }
}

#[test]
fn what_only_reads_still_works_with_a_damaged_registry() {
    for (text, place) in DAMAGED {
        let home = TestHome::with_settings(
            r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#,
        );
        home.write(REGISTRY, text);
        for (line, code) in [("list", 0), ("show true", 0), ("status", 0), ("doctor", 1), ("doctor --fix", 1)]
        {
            let said = home.run(line);
            assert_eq!(said.code, code, "{line}: {said}");
            assert!(
                line == "show true" || (said.stdout.clone() + &said.stderr).contains(place),
                "{line} {text}: {said}"
            );
        }
        assert_eq!(home.json("show true --json")["command"], "true");
        assert_eq!(home.read(REGISTRY), text);
    }
}

#[test]
fn how_damage_looks() {
    let home = TestHome::new();
    home.write(REGISTRY, DAMAGED[0].0);
    assert_snapshot!(home.run("install --event Stop -- true"), @"
    exit code: 65
    ----- stderr
    error: Unexpected word
     --> [HOME]/.local/share/claude-hooks/registry.jsonc:3:5
      |
    3 |     oops
      |     ^^^^
    hint: the registry is never replaced: mend it by hand
    ");
    home.write(REGISTRY, DAMAGED[5].0);
    assert_snapshot!(home.run("install --event Stop -- true"), @"
    exit code: 65
    ----- stderr
    error: the registry: [HOME]/.local/share/claude-hooks/registry.jsonc:2:3: 'scope' should be user, project or local
    hint: the registry is never replaced: mend it by hand
    ");
    assert_snapshot!(home.run("doctor"), @"
    exit code: 1
    ----- stdout
    error[damaged-registry]: the registry: [HOME]/.local/share/claude-hooks/registry.jsonc:2:3: 'scope' should be user, project or local
      --> ~/.local/share/claude-hooks/registry.jsonc:2:3
      effect: nothing is known about which hooks are ours; nothing can be installed or changed
      cure:   mend the file by hand: it is never replaced
    1 error, 0 warnings, 0 notes
    ");
}

#[test]
fn a_registry_of_a_later_version_is_left_alone() {
    let home = TestHome::new();
    let text = "{\"schema_version\": 2, \"hooks\": {}}";
    home.write(REGISTRY, text);
    assert_snapshot!(home.run("install --event Stop -- true"), @"
    exit code: 65
    ----- stderr
    error: the registry [HOME]/.local/share/claude-hooks/registry.jsonc has schema version 2, and this program knows 1
    hint: use a newer claude-hooks
    ");
    assert_eq!((home.run("list").code, home.read(REGISTRY).as_str()), (0, text));
}

#[test]
fn an_empty_registry_is_a_new_one() {
    let home = TestHome::new();
    home.write(REGISTRY, "").does("install --event Stop -- true");
    assert_eq!(home.json("show true --json")["ours"], true);
}

#[test]
fn hooks_of_a_project_are_remembered_with_it_and_seen_only_there() {
    let home = TestHome::new();
    std::fs::create_dir(home.path("other")).unwrap();
    home.does("install --event Stop --scope project --name here -- true");
    home.does("install --event Stop --scope local --name there --project-dir ../other -- true");
    let registry = home.read(REGISTRY);
    for folder in ["project", "other"] {
        assert!(
            registry.contains(&format!("\"project\": \"{}\"", home.path(folder).display())),
            "{registry}"
        );
    }
    let names = |line: &str| {
        let list = home.json(line);
        list["hooks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hook| hook["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("list --json"), ["here"]);
    assert_eq!(names("list --json --project-dir ../other"), ["there"]);
    assert_eq!(home.run("uninstall there").code, 1);
    assert_eq!(home.run("doctor").code, 0);
}

#[test]
fn hooks_of_another_config_folder_are_left_alone() {
    let home = TestHome::new();
    let elsewhere = |words: &[&str]| {
        let run = home.command(words).env("CLAUDE_CONFIG_DIR", home.path("elsewhere")).output();
        assert!(run.unwrap().status.success(), "{words:?}");
    };
    elsewhere(&["install", "--event", "Stop", "--", "true"]);
    assert!(home.path("elsewhere/settings.json").exists());
    // Here the hook is neither missing nor put back.
    home.does("doctor --fix");
    assert!(!home.path(".claude/settings.json").exists());
    elsewhere(&["doctor"]);
}
