//! The client's command line and its environment: nothing of this machine's gets through, and nothing it
//! writes or calls leaves the sandbox.

use std::ffi::OsString;
use std::process::Command;

use super::{Asked, Session, SessionError};
use crate::managed;

impl Session<'_> {
    /// The command to start, for the n-th run of the sandbox.
    pub(super) fn command(&self, api: &str, number: usize) -> Result<Command, SessionError> {
        let mut command = match self.sandbox.overlay() {
            Some(overlay) => {
                managed::permitted()?;
                overlay.command(self.client.program())
            }
            None => Command::new(self.client.program()),
        };
        command.arg("-p").args(&self.output);
        command.arg("--debug-file").arg(self.sandbox.root().join(format!("debug{number}.log")));
        command.args(&self.arguments);
        match &self.asked {
            Asked::Prompt(prompt) => command.arg("--").arg(prompt),
            Asked::Lines(_) => command.args(["--input-format", "stream-json"]),
        };
        command.current_dir(&self.folder).env_clear().envs(self.environment(api));
        Ok(command)
    }

    fn environment(&self, api: &str) -> Vec<(OsString, OsString)> {
        let mut all = self.places();
        all.extend(SETTINGS.iter().map(|(name, value)| (name.into(), value.into())));
        all.push(("ANTHROPIC_BASE_URL".into(), api.into()));
        all.retain(|(name, _)| !self.variables.contains_key(name));
        let chosen = |(name, value): (&OsString, &Option<OsString>)| Some((name.clone(), value.clone()?));
        all.extend(self.variables.iter().filter_map(chosen));
        all
    }

    /// `CLAUDE_CONFIG_DIR` is absent on purpose: `~/.claude` is what most users have.
    fn places(&self) -> Vec<(OsString, OsString)> {
        let home = self.sandbox.home();
        let in_home = [
            ("XDG_CONFIG_HOME", ".config"),
            ("XDG_CACHE_HOME", ".cache"),
            ("XDG_DATA_HOME", ".local/share"),
            ("XDG_STATE_HOME", ".local/state"),
        ];
        let mut places: Vec<_> =
            in_home.iter().map(|(name, folder)| (name.into(), home.join(folder).into())).collect();
        places.push(("TMPDIR".into(), self.sandbox.temporary().into()));
        places.push(("HOME".into(), home.into()));
        places
    }
}

const SETTINGS: &[(&str, &str)] = &[
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("SHELL", "/bin/bash"),
    ("TERM", "xterm"),
    ("LANG", "C.UTF-8"),
    ("ANTHROPIC_API_KEY", "sk-ant-fake-key-for-loopback"),
    ("DISABLE_TELEMETRY", "1"),
    ("DISABLE_AUTOUPDATER", "1"),
    ("DISABLE_ERROR_REPORTING", "1"),
    ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
];
