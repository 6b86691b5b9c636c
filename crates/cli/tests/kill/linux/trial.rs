//! One scenario, disturbed at every moment, and what must be so afterwards.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use nix::errno::Errno;
use serde_json::Value;

use super::sandbox::{Picture, Sandbox};
use super::scenario::Scenario;
use super::state::State;
use super::tracer::{Ending, Fate, Status};

/// Of the calls that change nothing every so manieth is a moment to be killed at.
const SAMPLE: usize = 5;
/// How a call fails: each way for calls that change something, one in turn for the others.
const ERRORS: [Errno; 3] = [Errno::ENOSPC, Errno::EIO, Errno::EACCES];
/// The exit codes that an error may have. 2 is not among them: it would block Claude Code.
const EXIT_CODES: [i32; 8] = [1, 65, 66, 70, 73, 74, 75, 77];

/// How often a scenario was disturbed, and what went wrong.
#[derive(Default)]
pub struct Tally {
    pub at_entry: usize,
    pub at_exit: usize,
    pub failed_calls: usize,
    /// Different states of the disk from which the program had to recover.
    pub states: usize,
    pub losses: Vec<String>,
}

impl Tally {
    pub fn kills(&self) -> usize {
        self.at_entry + self.at_exit
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at_entry, at_exit, failed_calls, states, losses } = self;
        write!(f, "{at_entry} kills at entry, {at_exit} at exit, {failed_calls} failed calls, ")?;
        write!(f, "{states} states to recover from; {} lost", losses.len())
    }
}

struct Trial<'a> {
    scenario: &'a Scenario,
    sandbox: Sandbox,
    beginning: Picture,
    /// The whole states that it may end in: the new one last.
    ends: Vec<State>,
    /// The states that the program has recovered from already: recovery depends on nothing else.
    seen: HashSet<String>,
    tally: Tally,
}

/// Disturbs a scenario at every moment.
pub fn run(scenario: &Scenario, root: PathBuf) -> Tally {
    let sandbox = Sandbox::new(root);
    let mut ends = scenario.begin(&sandbox);
    let whole = || State::of(&sandbox).expect("undisturbed, the registry is whole");
    let (beginning, old) = (sandbox.picture(), whole());
    let undisturbed = sandbox.trace(scenario.command, Fate::Undisturbed);
    assert_eq!(undisturbed.status, Status::Exited(0), "{}: {}", scenario.name, undisturbed.said);
    let new = whole();
    assert!(!new.is(&old) && new.leftovers.is_empty(), "{} does its work", scenario.name);
    ends.extend([old, new]);
    let mut trial =
        Trial { scenario, sandbox, beginning, ends, seen: HashSet::new(), tally: Tally::default() };
    trial.disturb_all(&undisturbed);
    trial.tally
}

impl Trial<'_> {
    fn disturb_all(&mut self, undisturbed: &Ending) {
        for (moment, call) in undisturbed.calls.iter().enumerate() {
            // Between two calls that only look nothing new is on the disk.
            if call.changes() || moment % SAMPLE == 0 {
                self.disturb(Fate::KilledAtEntry(moment));
                self.disturb(Fate::KilledAtExit(moment));
            }
        }
        let file_calls = undisturbed.calls.iter().filter(|call| call.is_about_files());
        for (moment, call) in file_calls.enumerate() {
            for (turn, error) in ERRORS.into_iter().enumerate() {
                if call.changes() || moment % ERRORS.len() == turn {
                    self.disturb(Fate::Failing(moment, error));
                }
            }
        }
        self.tally.states = self.seen.len();
    }

    fn disturb(&mut self, fate: Fate) {
        self.sandbox.restore(&self.beginning);
        let ending = self.sandbox.trace(self.scenario.command, fate);
        match (fate, ending.status) {
            (Fate::KilledAtEntry(_), Status::Killed) => self.tally.at_entry += 1,
            (Fate::KilledAtExit(_), Status::Killed) => self.tally.at_exit += 1,
            (Fate::Failing(..), _) => self.tally.failed_calls += 1,
            // The last call never returns.
            _ => {}
        }
        if let Err(loss) = self.judge(fate, &ending) {
            let call = self.disturbed_call(fate, &ending);
            self.tally.losses.push(format!("{}, {fate:?} ({call}): {loss}", self.scenario.name));
        }
    }

    fn disturbed_call(&self, fate: Fate, ending: &Ending) -> String {
        let call = match fate {
            Fate::Undisturbed => None,
            Fate::KilledAtEntry(_) | Fate::KilledAtExit(_) => ending.calls.last(),
            Fate::Failing(moment, _) => ending.calls.iter().filter(|call| call.is_about_files()).nth(moment),
        };
        call.map(ToString::to_string).unwrap_or_default()
    }

    /// What must be so whatever happened.
    fn judge(&mut self, fate: Fate, ending: &Ending) -> Result<(), String> {
        let state = State::of(&self.sandbox)?;
        state.check_between(&self.ends)?;
        match ending.status {
            Status::Crashed(signal) => return Err(format!("died of {signal}: {}", ending.said)),
            Status::Exited(0) if !self.is_well(&state) => {
                return Err(format!("exit code 0, and yet {}", state.unlike(self.goal())));
            }
            Status::Exited(code) if code != 0 && !EXIT_CODES.contains(&code) => {
                return Err(format!("exit code {code}: {}", ending.said));
            }
            Status::Exited(_) | Status::Killed => {}
        }
        if ending.said.contains("panicked") {
            return Err(ending.said.clone());
        }
        for copy in state.safety_copies() {
            let named = copy.file_name().is_some_and(|name| ending.said.contains(&*name.to_string_lossy()));
            if !matches!(fate, Fate::Failing(..)) || !named {
                return Err(format!("nobody was told of {}: {}", copy.display(), ending.said));
            }
        }
        if self.seen.insert(state.fingerprint(&self.sandbox)) {
            self.recover(&state).map_err(|loss| format!("{loss}\nwhat it had said: {}", ending.said))?;
        }
        Ok(())
    }

    /// The next commands bring everything to one of the two ends, and leave nothing behind.
    fn recover(&self, disturbed: &State) -> Result<(), String> {
        let before = self.sandbox.picture();
        self.expect(&["list"])?;
        if self.sandbox.picture() != before {
            return Err("'list' changed something".to_owned());
        }
        self.expect(&["doctor", "--fix"])?;
        self.nothing_to_find()?;
        let state = State::of(&self.sandbox)?;
        let kept: HashSet<_> = disturbed.safety_copies().collect();
        if let Some(left) = state.leftovers.keys().find(|path| !kept.contains(path.as_path())) {
            return Err(format!("{} is left after doctor --fix", left.display()));
        }
        if !self.is_an_end(&state) {
            let unlike: Vec<String> = self.ends.iter().map(|end| state.unlike(end)).collect();
            return Err(format!("neither old nor new after doctor --fix:\n{}", unlike.join("\nor ")));
        }
        if self.is_well(&state) {
            return Ok(());
        }
        self.expect(self.scenario.command)?;
        let repeated = State::of(&self.sandbox)?;
        if repeated.is(self.goal()) {
            Ok(())
        } else {
            Err(format!("repeated: {}", repeated.unlike(self.goal())))
        }
    }

    fn is_an_end(&self, state: &State) -> bool {
        !state.is_pending() && self.ends.iter().any(|end| state.is(end))
    }

    /// Whether the command has done its work. A cure has when it has undone what was begun, too.
    fn is_well(&self, state: &State) -> bool {
        state.is(self.goal()) || (self.scenario.is_a_cure() && self.is_an_end(state))
    }

    fn goal(&self) -> &State {
        &self.ends[self.ends.len() - 1]
    }

    fn expect(&self, words: &[&str]) -> Result<String, String> {
        let output = self.sandbox.run(words);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(said);
        }
        Err(format!("{words:?}: {}: {said}{}", output.status, String::from_utf8_lossy(&output.stderr)))
    }

    /// The doctor finds nothing, but for safety copies.
    fn nothing_to_find(&self) -> Result<(), String> {
        let said = self.expect(&["doctor", "--json"])?;
        let report: Value = serde_json::from_str(&said).map_err(|error| error.to_string())?;
        let findings = report["findings"].as_array().ok_or("doctor --json has no findings")?;
        match findings.iter().find(|finding| finding["code"] != "safety-copy") {
            Some(finding) => Err(format!("doctor still finds {finding}")),
            None => Ok(()),
        }
    }
}
