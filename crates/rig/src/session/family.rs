//! Ending a client with everything it started. The client puts each hook into a session of its own, so its
//! process group is not enough: its descendants are looked up first.

use std::fs;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Kills the process group of `leader` and all descendants of `leader`.
pub(super) fn kill(leader: Pid) {
    // Stopped, it can start no further process while its descendants are counted.
    let _ = kill_process_group(leader, Signal::STOP);
    for descendant in descendants(leader) {
        let _ = kill_process(descendant, Signal::KILL);
    }
    let _ = kill_process_group(leader, Signal::KILL);
}

fn descendants(leader: Pid) -> Vec<Pid> {
    let everybody = parents_in_proc().unwrap_or_else(parents_by_ps);
    let mut found = vec![leader.as_raw_nonzero().get()];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(everybody.iter().filter(|(_, its)| *its == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.into_iter().skip(1).filter_map(Pid::from_raw).collect()
}

/// Every process with its parent, as Linux tells.
fn parents_in_proc() -> Option<Vec<(i32, i32)>> {
    fs::metadata("/proc/self/stat").ok()?;
    let entries = fs::read_dir("/proc").ok()?.flatten();
    Some(
        entries
            .filter_map(|entry| parse_stat(&fs::read_to_string(entry.path().join("stat")).ok()?))
            .collect(),
    )
}

/// `PID (NAME) STATE PARENT …`, where the name may contain anything.
fn parse_stat(stat: &str) -> Option<(i32, i32)> {
    let (pid, _) = stat.split_once(' ')?;
    let (_, rest) = stat.rsplit_once(')')?;
    Some((pid.parse().ok()?, rest.split_whitespace().nth(1)?.parse().ok()?))
}

/// The same where there is no `/proc`.
fn parents_by_ps() -> Vec<(i32, i32)> {
    let output = Command::new("ps").args(["-A", "-o", "pid=", "-o", "ppid="]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let pair = |line: &str| {
        let (pid, parent) = line.trim().split_once(char::is_whitespace)?;
        Some((pid.parse().ok()?, parent.trim().parse().ok()?))
    };
    text.lines().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::parse_stat;

    #[test]
    fn a_name_with_parentheses_does_not_hide_the_parent() {
        assert_eq!(parse_stat("42 (a) S 7) R 41 42 42 0"), Some((42, 41)));
    }
}
