//! What the program costs, as ratios to something that every machine can run in
//! the same minute: `/bin/true`, and a bare write, flush and rename of the same
//! file. Rounds are interleaved, so that a busy moment hits all alike.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

const ROUNDS: usize = 60;
const HOOKS: usize = 1_000;

/// One thing that is measured.
struct Measure {
    name: &'static str,
    times: Vec<Duration>,
}

impl Measure {
    fn new(name: &'static str) -> Self {
        Self { name, times: Vec::with_capacity(ROUNDS) }
    }

    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }

    fn least(&self) -> Duration {
        self.times.iter().min().copied().unwrap_or_default()
    }
}

/// Measures a program and gives back the table as text.
pub fn run(program: &Path) -> io::Result<String> {
    let scratch = tempfile::tempdir()?;
    let few = Home::new(scratch.path().join("few"), 3)?;
    let many = Home::new(scratch.path().join("many"), HOOKS)?;
    let [mut nothing, mut list, mut bare, mut install] =
        ["/bin/true", "list, 1,000 hooks", "bare write, fsync, rename", "install"].map(Measure::new);
    for round in 0..ROUNDS {
        nothing.times.push(timed(|| few.run(Path::new("/bin/true"), &[]))?);
        list.times.push(timed(|| many.run(program, &["list"]))?);
        bare.times.push(timed(|| few.rewrite())?);
        let command = format!("/bin/true {round}");
        install.times.push(timed(|| few.run(program, &["install", "--event", "Stop", "--", &command]))?);
        few.run(program, &["uninstall", "--event", "Stop", "--", &command])?;
    }
    Ok(table(&nothing, &list, &bare, &install))
}

fn table(nothing: &Measure, list: &Measure, bare: &Measure, install: &Measure) -> String {
    let mut out = format!("{:<28} {:>10} {:>10}\n", "", "median ms", "least ms");
    for measure in [nothing, list, bare, install] {
        let (median, least) = (millis(measure.median()), millis(measure.least()));
        let _ = writeln!(out, "{:<28} {median:>10.2} {least:>10.2}", measure.name);
    }
    let list_limit = 3.0 * millis(nothing.median()) + 10.0;
    let _ = writeln!(
        out,
        "list: {:.2} ms, at most 3 x /bin/true + 10 ms = {list_limit:.2} ms",
        millis(list.median())
    );
    let ratio = millis(install.median()) / millis(bare.median());
    let _ =
        writeln!(out, "install: {ratio:.1} x a bare write, fsync and rename of the same file, at most 5 x");
    out
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn timed(work: impl FnOnce() -> io::Result<()>) -> io::Result<Duration> {
    let started = Instant::now();
    work()?;
    Ok(started.elapsed())
}

/// A throw-away home whose settings file has this many hooks.
struct Home {
    folder: PathBuf,
}

impl Home {
    fn new(folder: PathBuf, hooks: usize) -> io::Result<Self> {
        fs::create_dir_all(folder.join(".claude"))?;
        fs::create_dir_all(folder.join("project"))?;
        let handler = |number: usize| json!({"type": "command", "command": format!("/bin/true {number} --a --b"), "timeout": 30});
        let group = |number: usize| json!({"matcher": format!("Tool{number}"), "hooks": [handler(number)]});
        let groups: Vec<_> = (0..hooks).map(group).collect();
        let settings = json!({"model": "opus", "hooks": {"PostToolUse": groups}});
        fs::write(folder.join(".claude/settings.json"), format!("{settings:#}\n"))?;
        Ok(Self { folder })
    }

    fn run(&self, program: &Path, arguments: &[&str]) -> io::Result<()> {
        let status = Command::new(program)
            .args(arguments)
            .current_dir(self.folder.join("project"))
            .env_clear()
            .env("HOME", &self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if status.success() {
            Ok(())
        } else {
            Err(io::Error::other(format!("{} failed: {status}", program.display())))
        }
    }

    /// What any program would have to do at least.
    fn rewrite(&self) -> io::Result<()> {
        let settings = self.folder.join(".claude/settings.json");
        let bytes = fs::read(&settings)?;
        let draft = self.folder.join(".claude/draft");
        let mut file = File::create(&draft)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&draft, &settings)
    }
}
