//! One lock per file among our own processes: waited for, and given up on.

use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

use claude_hooks::settings::{Dialect, LOCK_WAIT, SettingsError, TextFile};

use crate::home::{Home, ORIGINAL, candidates, hooks_in, names};

#[test]
fn a_command_waits_for_the_lock_of_another() {
    let home = Home::with(ORIGINAL);
    let folder = File::open(home.path().join(".claude")).unwrap();
    folder.lock().unwrap();

    let hook = &candidates(1)[0];
    let arguments = ["install", "--event", "Stop", "--name", &hook.name, "--", "/bin/true", &hook.name];
    let mut child = home.command(&arguments).stdout(Stdio::null()).spawn().unwrap();
    wait_until("the change is announced", || announced(&home));
    assert!(child.try_wait().unwrap().is_none(), "it did not wait");
    assert_eq!(home.text(), ORIGINAL);

    folder.unlock().unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(hooks_in(&home.json()), names(&candidates(1)));
    home.assert_healthy();
}

/// The announcement comes before the lock of the settings.
fn announced(home: &Home) -> bool {
    let registry = home.path().join(".local/share/claude-hooks/registry.jsonc");
    std::fs::read_to_string(registry).is_ok_and(|text| text.contains("\"pending\""))
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(20), "not in time: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_lock_that_does_not_come_free_is_busy() {
    let home = Home::with(ORIGINAL);
    let file = || TextFile::at(&home.settings(), Dialect::Json, home.path()).unwrap();
    let held = file().lock(Duration::ZERO).unwrap();
    let wait = Duration::from_millis(50);

    match file().lock(wait) {
        Err(SettingsError::Busy { path, waited }) => assert_eq!((path, waited), (home.settings(), wait)),
        other => panic!("{other:?}"),
    }
    drop(held);
    // Not at once: a process that another test is starting may still share what was held.
    assert!(file().lock(LOCK_WAIT).is_ok());
}
