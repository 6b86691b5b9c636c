//! The Claude Code that is installed, if one is.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::paths::Paths;

/// How long `claude --version` may take: usually it takes 20 ms.
const PATIENCE: Duration = Duration::from_secs(5);

/// The version of the `claude` in `PATH`.
pub fn version(paths: &Paths) -> Option<String> {
    let program = paths.search().iter().map(|dir| dir.join("claude")).find(|path| path.is_file())?;
    let mut child = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let started = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    // "2.1.325 (Claude Code)"
    text.split_whitespace()
        .next()
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
}
