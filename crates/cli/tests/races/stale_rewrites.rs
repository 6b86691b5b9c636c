//! 64 installs against another program's rewrites. It may drop what it did not know when it read: that is
//! its doing, and the registry remembers. What it wrote while it held the old file open across our exchange
//! is the documented window. Anything else that is missing in the end was lost by us.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::sync::Mutex;
use std::time::Instant;

use crate::home::{Candidate, Home, ORIGINAL, at_once, candidates, hooks_in, meanwhile, names, said};
use crate::other_program::{OWN, OtherProgram, Rewrite, contents};

/// When each hook was reported done.
type Reported = BTreeMap<String, Instant>;

#[test]
fn sixty_four_installs_against_a_program_that_rewrites_the_file() {
    let home = Home::with(ORIGINAL);
    let hooks = candidates(64);

    let (reported, log) = install_against_rewrites(&home, &hooks);

    let there = contents(&home.json());
    let dropped = dropped_hooks(&there, &reported, &log);
    let in_window = keys_in_window(&there, &log);
    home.assert_registered(&names(&hooks));
    put_back(&home, &dropped);
    assert_eq!(hooks_in(&home.json()), names(&hooks));
    assert!(contents(&home.json()).is_superset(&there));
    let original: serde_json::Value = serde_json::from_str(ORIGINAL).unwrap();
    for key in ["model", "env", "cleanupPeriodDays"] {
        assert_eq!(home.json()[key], original[key]);
    }
    // Straight to the stream: the harness keeps what a passing test prints.
    let mut out = std::io::stdout();
    let (rewrites, dropped) = (log.len(), dropped.len());
    let line = format!(
        "64 installs against {rewrites} rewrites: {dropped} dropped by stale rewrites and put back, \
         {in_window} fell inside the documented window, 0 lost"
    );
    writeln!(out, "{line}").unwrap();
}

fn install_against_rewrites(home: &Home, hooks: &[Candidate]) -> (Reported, Vec<Rewrite>) {
    let reported = Mutex::new(Reported::new());
    let other = OtherProgram::on(home.settings());
    let install = || {
        at_once(hooks, |hook| {
            home.install(hook);
            reported.lock().unwrap().insert(hook.name.clone(), Instant::now());
        });
    };
    let log = meanwhile(|over| other.rewrite_until(over), install);
    (reported.into_inner().unwrap(), log)
}

/// The hooks that are missing, each of them dropped by a rewrite of a text from before it was done.
fn dropped_hooks(there: &BTreeSet<String>, reported: &Reported, log: &[Rewrite]) -> BTreeSet<String> {
    let missing = reported.keys().filter(|hook| !there.contains(*hook));
    let lost: Vec<&String> = missing.clone().filter(|hook| !is_dropped(hook, reported[*hook], log)).collect();
    assert!(lost.is_empty(), "lost by us: {lost:?}\n{log:#?}");
    missing.cloned().collect()
}

fn is_dropped(hook: &str, done: Instant, log: &[Rewrite]) -> bool {
    log.iter().any(|rewrite| rewrite.dropped(hook) && rewrite.read_at < done)
        && log.last().is_some_and(|rewrite| !rewrite.read.contains(hook))
}

/// How many of the other program's values are missing, each written to a file that it had held open while
/// ours took its place.
fn keys_in_window(there: &BTreeSet<String>, log: &[Rewrite]) -> usize {
    let missing: Vec<&Rewrite> = log.iter().filter(|rewrite| !there.contains(&rewrite.key)).collect();
    let own_doing = |key: &str| log.iter().any(|rewrite| rewrite.dropped(key));
    let lost: Vec<&&Rewrite> =
        missing.iter().filter(|rewrite| !rewrite.held_across_exchange && !own_doing(&rewrite.key)).collect();
    assert!(lost.is_empty(), "lost by us: {lost:#?}");
    missing.iter().filter(|rewrite| !own_doing(&rewrite.key)).count()
}

/// `doctor` names each of them, and its cure puts them back.
fn put_back(home: &Home, dropped: &BTreeSet<String>) {
    let gone = home.findings().into_iter().filter(|(code, _)| code == "gone-from-file");
    assert_eq!(gone.map(|(_, hook)| hook).collect::<BTreeSet<_>>(), *dropped);
    let output = home.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(i32::from(!dropped.is_empty())), "{}", said(&output));
    home.succeed(&["doctor", "--fix"]);
    home.assert_healthy();
}

#[test]
fn a_hook_that_a_stale_rewrite_dropped_is_named_and_put_back() {
    let home = Home::with(ORIGINAL);
    let other = OtherProgram::on(home.settings());
    let hooks = candidates(2);
    home.install(&hooks[0]);
    let stale = other.read();
    home.install(&hooks[1]);

    let rewrite = other.write(stale, "rewrite-0");

    assert!(rewrite.dropped(&hooks[1].name) && rewrite.written_at > rewrite.read_at);
    let finding = ("gone-from-file".to_owned(), hooks[1].name.clone());
    assert_eq!(home.findings(), [finding]);
    put_back(&home, &[hooks[1].name.clone()].into());
    assert_eq!(hooks_in(&home.json()), names(&hooks));
    assert_eq!(home.json()[OWN]["rewrite-0"], true);
}
