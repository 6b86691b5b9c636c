//! `tour`: the product in a throw-away home, each command printed before it runs.

use std::io::IsTerminal as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use super::{Context, Verdict};
use crate::problem::{Kind, Problem};
use crate::ui::strong;

/// Take a tour in a throw-away home; nothing of yours is touched
#[derive(Debug, Args)]
pub struct Tour {}

pub fn run(_: &Tour, context: &Context) -> Result<Verdict, Problem> {
    let failed = |error: std::io::Error| Problem::new(Kind::Io, format!("the tour cannot go on: {error}"));
    let home = tempfile::Builder::new().prefix("claude-hooks-tour-").tempdir().map_err(failed)?;
    let guide = Guide { context, home: home.path(), program: std::env::current_exe().map_err(failed)? };
    guide.scenes().map_err(failed)?;
    home.close().map_err(failed)?;
    context.printer.data("");
    context.printer.data("The throw-away home is gone. That was the tour.");
    Ok(Verdict::Good)
}

const SETTINGS: &str = r#"{
    "model":   "opus",
    "permissions": { "allow": ["Bash(ls *)"] }
}
"#;
const BROKEN: &str = r#"{
    "model":   "opus",
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command" }] },
            { "matcher": "Write", "hooks": [{ "type": "command", "command": "echo ok" }] }
        ]
    }
}
"#;

struct Guide<'a> {
    context: &'a Context,
    home: &'a Path,
    program: PathBuf,
}

impl Guide<'_> {
    fn scenes(&self) -> std::io::Result<()> {
        let settings = self.home.join(".claude/settings.json");
        std::fs::create_dir_all(self.home.join(".claude/hooks"))?;
        let script = self.home.join(".claude/hooks/notify.sh");
        std::fs::write(&script, "#!/bin/sh\nexit 0\n")?;
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
        std::fs::create_dir(self.home.join("project"))?;

        self.scene("A settings file in its owner's own layout, and a hook installed into it");
        std::fs::write(&settings, SETTINGS)?;
        self.hooks(&["install", "--event", "Stop", "--timeout", "30", "--", "~/.claude/hooks/notify.sh"])?;
        self.shell("cat ~/.claude/settings.json")?;
        self.hooks(&["list"])?;

        self.scene("Another program rewrites the file from an old copy: the hook is gone, but not forgotten");
        std::fs::write(&settings, SETTINGS.replace("opus", "sonnet"))?;
        self.hooks(&["doctor"])?;
        self.hooks(&["doctor", "--fix"])?;

        self.scene("Uninstalled, the file is what it was, byte for byte");
        self.hooks(&["uninstall", "notify"])?;
        self.shell("cat ~/.claude/settings.json")?;

        self.scene("One bad entry, and Claude Code silently drops the whole file. It can be healed");
        std::fs::write(&settings, BROKEN)?;
        self.hooks(&["list"])?;
        self.hooks(&["doctor"])?;
        self.hooks(&["doctor", "--fix", "--force"])?;

        self.scene("A file that is not even JSON is refused, untouched");
        std::fs::write(&settings, "{\n    \"model\": \"opus\", // my favourite\n}\n")?;
        self.hooks(&["install", "--event", "Stop", "--", "true"])
    }

    fn scene(&self, title: &str) {
        self.context.printer.data("");
        self.context.printer.data(strong(&format!("# {title}")));
    }

    fn hooks(&self, args: &[&str]) -> std::io::Result<()> {
        let shown: Vec<String> = args.iter().map(|arg| shown(arg)).collect();
        self.run(&format!("claude-hooks {}", shown.join(" ")), Command::new(&self.program).args(args))
    }

    fn shell(&self, line: &str) -> std::io::Result<()> {
        self.run(line, Command::new("/bin/sh").args(["-c", line]))
    }

    /// Prints a command, runs it in the throw-away home and prints what it said.
    fn run(&self, shown: &str, command: &mut Command) -> std::io::Result<()> {
        let printer = self.context.printer;
        let colour =
            if std::io::stdout().is_terminal() { ("CLICOLOR_FORCE", "1") } else { ("NO_COLOR", "1") };
        let output = command
            .current_dir(self.home.join("project"))
            .env_clear()
            .envs([("HOME", self.home.as_os_str()), ("PATH", "/usr/local/bin:/usr/bin:/bin".as_ref())])
            .env(colour.0, colour.1)
            .output()?;
        printer.data(strong(&format!("$ {shown}")));
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        for text in [out, err].iter().map(|text| text.trim_end()).filter(|text| !text.is_empty()) {
            printer.data(text);
        }
        if let Some(code) = output.status.code().filter(|code| *code != 0) {
            printer.data(format!("[exit code {code}]"));
        }
        Ok(())
    }
}

/// A word as one would type it.
fn shown(word: &str) -> String {
    if word.contains(' ') { format!("'{word}'") } else { word.to_owned() }
}
