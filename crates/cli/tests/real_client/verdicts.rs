//! What `list` and `doctor` say about broken user settings, against what the client then runs.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::broken::{BAD, BROKEN, Broken, Heals, recorders};
use crate::scene::{Scene, ran};

const SETTINGS: &str = "home/.claude/settings.json";

#[test]
fn doctor_and_client_agree_on_broken_settings() {
    if Scene::new().is_none() {
        return;
    }
    // Two clients at a time is what the rig allows.
    let next = AtomicUsize::new(0);
    let work = || {
        std::iter::from_fn(|| BROKEN.get(next.fetch_add(1, Ordering::SeqCst)))
            .flat_map(disagreements)
            .collect::<Vec<_>>()
    };
    let found: Vec<String> = thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
    let healed = BROKEN.iter().filter(|broken| broken.heals == Heals::ByDoctor).count();
    // Straight to the stream: the harness keeps what a passing test prints.
    let line = format!("{} broken settings files judged as the client did, {healed} healed", BROKEN.len());
    writeln!(std::io::stdout(), "{line}").unwrap();
}

/// Where our program and the client are of different opinions about one file.
fn disagreements(broken: &Broken) -> Vec<String> {
    let scene = Scene::new().unwrap();
    let command = |name: &str| scene.recorder().command(name);
    scene.sandbox.file(SETTINGS, broken.bytes(&command)).unwrap();
    let (on, troubled) = (hooks_that_are_on(&scene), doctor_is_troubled(&scene));
    let run = scene.run();
    let mut found = Vec::new();
    if on != owned(ran(&run)) {
        found.push(format!("{}: list has {on:?} on, and {:?} ran", broken.name, ran(&run)));
    }
    let something_did_not_run = ran(&run) != recorders(broken.text);
    if troubled != something_did_not_run {
        let findings = scene.json(&["doctor"]);
        found.push(format!("{}: {:?} ran, and doctor says {findings:#}", broken.name, ran(&run)));
    }
    if something_did_not_run {
        found.extend(disagreements_after_the_cure(&scene, broken));
    }
    found
}

/// What `doctor --fix --force` can heal runs again.
fn disagreements_after_the_cure(scene: &Scene, broken: &Broken) -> Option<String> {
    let report = scene.json(&["doctor", "--fix", "--force"]);
    let healed = !doctor_is_troubled(scene);
    if healed != (broken.heals == Heals::ByDoctor) {
        return Some(format!("{}: healed: {healed}: {report:#}", broken.name));
    }
    if !healed {
        return None;
    }
    let good: BTreeSet<&str> =
        recorders(broken.text).into_iter().filter(|name| !name.starts_with(BAD)).collect();
    let run = scene.run();
    let ran: BTreeSet<&str> = ran(&run).into_iter().filter(|name| !name.starts_with(BAD)).collect();
    (ran != good)
        .then(|| format!("{}: after the cure only {ran:?} ran\n{}", broken.name, scene.text(SETTINGS)))
}

fn owned(names: BTreeSet<&str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// The recorders that our list shows as in force. The last word of a recorder's command is its name.
fn hooks_that_are_on(scene: &Scene) -> BTreeSet<String> {
    let list = scene.json(&["list"]);
    let hooks = list["hooks"].as_array().unwrap().iter().filter(|hook| hook["state"] == "on");
    let name = |hook: &Value| hook["command"].as_str()?.rsplit(' ').next().map(str::to_owned);
    hooks.filter_map(name).collect()
}

/// Whether doctor finds an error or a warning.
fn doctor_is_troubled(scene: &Scene) -> bool {
    let report = scene.json(&["doctor"]);
    report["findings"].as_array().unwrap().iter().any(|finding| finding["severity"] != "note")
}
