//! The scenarios on all cores, and how many kills that was.

#![expect(clippy::expect_used, reason = "a failing step fails the test")]

mod calls;
mod sandbox;
mod scenario;
mod state;
mod tracer;
mod trial;

use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use scenario::SCENARIOS;
use trial::Tally;

/// How many losses are worth reading.
const SHOWN: usize = 12;

#[test]
fn nothing_is_ever_half_done() {
    let started = Instant::now();
    let folder = tempfile::Builder::new().prefix("claude-hooks-kill-").tempdir_in(fast_folder());
    let folder = folder.expect("a folder for the sandboxes can be made");
    let (next, tallies) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|threads| {
        for core in cores() {
            let (next, tallies, folder) = (&next, &tallies, &folder);
            threads.spawn(move || {
                stay_on(core);
                // A process is traced by the thread that started it, so a scenario stays on one.
                while let Some(scenario) = SCENARIOS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tally = trial::run(scenario, folder.path().join(scenario.name));
                    say(&format!("{}: {tally}", scenario.name));
                    tallies.lock().expect("no thread panics with it").push(tally);
                }
            });
        }
    });
    let tallies = tallies.into_inner().expect("all threads are done");
    report(&tallies, started);
}

/// The cores that we may use.
fn cores() -> Vec<usize> {
    let allowed = sched_getaffinity(Pid::this()).expect("a process knows its cores");
    (0..CpuSet::count()).filter(|core| allowed.is_set(*core).unwrap_or(false)).collect()
}

/// Tracer and traced take turns thousands of times: on one core that is several times as fast.
fn stay_on(core: usize) {
    let mut only = CpuSet::new();
    only.set(core).expect("the core exists");
    sched_setaffinity(Pid::from_raw(0), &only).expect("we may use this core");
}

fn report(tallies: &[Tally], started: Instant) {
    let kills: usize = tallies.iter().map(Tally::kills).sum();
    let failed: usize = tallies.iter().map(|tally| tally.failed_calls).sum();
    let losses: Vec<&str> = tallies.iter().flat_map(|tally| &tally.losses).map(String::as_str).collect();
    let seconds = started.elapsed().as_secs();
    say(&format!("in all: {kills} kills, {failed} failed calls in {seconds} s; {} lost", losses.len()));
    let shown: Vec<&str> = losses.iter().take(SHOWN).copied().collect();
    assert!(
        losses.is_empty(),
        "{} moments at which something is lost:\n{}",
        losses.len(),
        shown.join("\n\n")
    );
    assert!(kills > 1000 && failed > 1000, "the shim hardly disturbed anything");
}

/// In memory if there is such a folder: everything is flushed thousands of times.
fn fast_folder() -> &'static Path {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory } else { Path::new(env!("CARGO_TARGET_TMPDIR")) }
}

/// Straight to stderr: how many kills there were is shown even when all is well.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
