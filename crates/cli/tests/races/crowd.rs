//! Our own processes among themselves: whatever they do at the same time, the end is as if they had come
//! one after the other.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;

use crate::home::{Home, ORIGINAL, at_once, candidates, hooks_in, meanwhile, names};

#[test]
fn sixty_four_installs_at_once_lose_nothing() {
    let home = Home::with(ORIGINAL);
    let hooks = candidates(64);

    let reads = reading_meanwhile(&home, || at_once(&hooks, |hook| home.install(hook)));

    assert!(reads > 100, "only {reads} reads");
    assert_eq!(hooks_in(&home.json()), names(&hooks));
    home.assert_registered(&names(&hooks));
    home.assert_healthy();
    assert_eq!(without_hooks(home.json()), without_hooks(serde_json::from_str(ORIGINAL).unwrap()));
    assert!(home.text().contains("/bin/true of the user"));
}

/// Reads the settings again and again while something happens; each text that is seen is whole.
fn reading_meanwhile(home: &Home, happens: impl FnOnce()) -> usize {
    let reader = |over: &AtomicBool| {
        let mut reads = 0;
        while !over.load(Ordering::Acquire) {
            let bytes = fs::read(home.settings()).expect("the file is never away");
            let whole = serde_json::from_slice::<Value>(&bytes);
            assert!(whole.is_ok(), "torn: {}", String::from_utf8_lossy(&bytes));
            reads += 1;
            thread::yield_now();
        }
        reads
    };
    meanwhile(reader, happens)
}

fn without_hooks(mut settings: Value) -> Value {
    settings.as_object_mut().unwrap().remove("hooks");
    settings
}

#[test]
fn uninstalling_all_at_once_gives_the_original_bytes_back() {
    let cases = [
        ("somebody's hooks", ORIGINAL, 64),
        ("no hooks", "{\r\n\t\"model\": \"opus\"\r\n}\r\n", 16),
        (
            "an event without groups",
            "{\"hooks\": {\"Stop\": [], \"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": []}]}}\n",
            16,
        ),
        ("an empty object", "{}", 16),
        ("an empty file", "", 16),
    ];
    for (case, original, count) in cases {
        let home = Home::with(original);
        let hooks = candidates(count);
        at_once(&hooks, |hook| home.install(hook));
        assert_eq!(hooks_in(&home.json()), names(&hooks), "{case}");

        at_once(&hooks, |hook| drop(home.succeed(&["uninstall", &hook.name])));

        assert_eq!(home.text(), original, "{case}");
        home.assert_healthy();
    }
}

#[test]
fn where_there_was_nothing_nothing_is_left() {
    let home = Home::empty();
    let hooks = candidates(16);
    at_once(&hooks, |hook| home.install(hook));
    at_once(&hooks, |hook| drop(home.succeed(&["uninstall", &hook.name])));
    assert!(!home.path().join(".claude").exists());
}

#[test]
fn sixteen_lives_at_once_end_as_if_they_had_never_been() {
    let home = Home::with(ORIGINAL);
    let hooks = candidates(16);
    at_once(&hooks, |hook| {
        let name = hook.name.as_str();
        home.install(hook);
        for step in [
            &["update", name, "--timeout", "30"][..],
            &["disable", name, "--scope", "user"],
            &["enable", name, "--scope", "user"],
            &["update", name, "--unset", "timeout", "--reason", "a race"],
        ] {
            home.succeed(step);
        }
        // Half of them stay, so that the end is not just emptiness.
        if !name.ends_with(['0', '2', '4', '6', '8']) {
            home.succeed(&["uninstall", name]);
        }
    });
    home.assert_healthy();
    let stayed: Vec<_> = hooks.iter().step_by(2).cloned().collect();
    assert_eq!(hooks_in(&home.json()), names(&stayed));
    home.assert_registered(&names(&stayed));

    at_once(&stayed, |hook| drop(home.succeed(&["uninstall", &hook.name])));
    assert_eq!(home.text(), ORIGINAL);
    home.assert_healthy();
}
