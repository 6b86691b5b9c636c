//! Every `--json` output of every verb, and every file of ours, fits its published schema.

use serde_json::Value;

use crate::support::schema::check;
use crate::support::{LOCAL, PROJECT, REGISTRY, TestHome, USER};

fn schema(home: &TestHome, name: &str) -> Value {
    home.json(&format!("schema {name}"))
}

/// A home with something of everything in it.
fn home() -> TestHome {
    let home = TestHome::with_settings(r#"{"enabledPlugins": {"tools@shelf": true}}"#);
    home.plugin(r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}"#);
    home.does("install --event Stop --timeout 5 --reason why --custom a=1 --protect --name bell -- true");
    home.does("install --event Stop --scope project --set x='{\"y\": null}' --name off -- false");
    home.does("disable off --scope project");
    home.write(LOCAL, r#"{"hooks": {"Stopp": [{"hooks": [{"type": "command"}, 7]}], "Stop": [{"hooks": [{"type": "prompt", "prompt": "x"}]}]}}"#);
    home.write("project/in.json", r#"{"format": "agent", "format_version": 1, "hooks": [{"hook": {"event": "Stop", "type": "command", "command": "x"}}]}"#);
    home
}

#[test]
fn every_json_output_fits_its_schema() {
    let home = home();
    for (name, line) in [
        ("list", "list --json"),
        ("list", "list --json --all"),
        ("show", "show bell --json"),
        ("show", "show off --json"),
        ("show", "show x --json"),
        ("status", "status --json"),
        ("doctor", "doctor --json"),
        ("doctor", "doctor --fix --force --dry-run --json"),
        ("diff", "diff in.json --json"),
        ("import", "import in.json --dry-run --json"),
        ("import", "import in.json --json"),
        ("diff", "diff in.json --json"),
        ("export", "export"),
        ("change", "install --event Stop --json -- no-such-program"),
        ("change", "install --event Stop --json -- no-such-program"),
        ("change", "install --event Stop --dry-run --json -- another"),
        ("change", "update bell --timeout 9 --json"),
        ("change", "update bell --timeout 9 --json"),
        ("change", "disable bell --scope user --json"),
        ("change", "enable bell --scope user --json"),
        ("migrate", "migrate --from user --to project bell --dry-run --json"),
        ("migrate", "migrate --from user --to project bell --json"),
        ("change", "uninstall bell --json"),
        ("doctor", "doctor --fix --force --json"),
    ] {
        let value = home.json(line);
        let wrong = check(&schema(&home, name), &value);
        assert!(wrong.is_empty(), "{line} does not fit the schema {name}: {wrong:#?}\n{value:#}");
    }
}

#[test]
fn json_is_printed_also_where_files_are_broken() {
    let home = TestHome::with_settings("{ oops");
    home.write(REGISTRY, "nope").write(PROJECT, b"\xFF\xFE{\0}\0");
    for (name, line) in
        [("list", "list --all --json"), ("status", "status --json"), ("doctor", "doctor --json")]
    {
        let value = home.json(line);
        assert_eq!(check(&schema(&home, name), &value), Vec::<String>::new(), "{line} {value:#}");
    }
}

/// The registry as it stands, and in the middle of a change.
#[test]
fn the_registry_fits_its_schema() {
    let home = home();
    let text = home.read(REGISTRY);
    let json: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let registry: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(registry["hooks"].as_array().unwrap().len(), 2);
    assert_eq!(check(&schema(&home, "registry"), &registry), Vec::<String>::new());
}

#[test]
fn the_checker_finds_what_does_not_fit() {
    let home = home();
    let list = schema(&home, "list");
    let good = home.json("list --json");
    let mut extra = good.clone();
    extra["hooks"][0]["surprise"] = Value::from(1);
    let mut missing = good.clone();
    missing["hooks"][0].as_object_mut().unwrap().remove("name");
    let mut wrong = good.clone();
    wrong["hooks"][0]["ours"] = Value::from("yes");
    for (value, what) in [(extra, "surprise"), (missing, "name"), (wrong, "ours")] {
        let found = check(&list, &value);
        assert!(found.len() == 1 && found[0].contains(what), "{what}: {found:?}");
    }
    assert_eq!(check(&list, &good), Vec::<String>::new());
}

#[test]
fn every_schema_is_listed_and_describes_its_fields() {
    let home = TestHome::new();
    let listed = home.run("schema");
    insta::assert_snapshot!(listed, @"
    exit code: 0
    ----- stdout
    list       what `list --json` prints
    show       what `show --json` prints
    change     what `install`, `uninstall`, `update`, `enable` and `disable` print with --json
    import     what `import --json` prints
    migrate    what `migrate --json` prints
    status     what `status --json` prints
    diff       what `diff --json` prints
    doctor     what `doctor --json` prints
    export     the file that `export` writes and `import` reads
    registry   the registry file
    ");
    for name in listed.stdout.lines().filter_map(|line| line.split_whitespace().next()) {
        let schema = schema(&home, name);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        for (field, rule) in schema["properties"].as_object().unwrap() {
            assert!(rule["description"].is_string(), "{name}.{field} is not described");
        }
    }
    insta::assert_snapshot!(home.run("schema zebra"), @"
    exit code: 64
    ----- stderr
    error: there is no schema 'zebra'
    hint: list, show, change, import, migrate, status, diff, doctor, export, registry
    ");
    assert!(!home.path(USER).exists());
}
