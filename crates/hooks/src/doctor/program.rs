//! Does the program that a hook starts exist? A look at the file only: nothing
//! is run. A missing program is not an error for Claude Code: it lets every
//! action through.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::event::HandlerType;
use crate::paths::Paths;
use crate::settings::Handler;

/// What is wrong with a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    Missing(PathBuf),
    NotInPath(String),
    NotExecutable(PathBuf),
    /// A path whose `~` the shell does not see.
    QuotedHome(String),
}

/// Words of the shell that need no file.
const BUILT_IN: &[&str] = &[
    ":", ".", "[", "alias", "bg", "break", "case", "cd", "command", "continue", "echo", "eval", "exec",
    "exit", "export", "false", "for", "function", "hash", "if", "jobs", "kill", "local", "printf", "pwd",
    "read", "readonly", "return", "set", "shift", "source", "test", "time", "times", "trap", "true", "type",
    "ulimit", "umask", "unalias", "unset", "until", "wait", "while", "{", "(", "!",
];
/// Programs that run a script given as their first argument.
const INTERPRETERS: &[&str] =
    &["bash", "sh", "zsh", "dash", "python", "python3", "node", "ruby", "perl", "php", "bun", "deno"];

/// Looks at the program of a command handler. Anything that only a shell could resolve is passed over.
pub(super) fn check(handler: &Handler, paths: &Paths) -> Option<Fault> {
    if handler.kind() != Some(HandlerType::Command) {
        return None;
    }
    let command = handler.text("command")?;
    if handler.args().is_some() {
        return look(&expand(command, paths)?, paths);
    }
    let words = first_command(command)?;
    let mut words = words.iter().filter(|word| !is_assignment(word));
    let program = words.next()?;
    if BUILT_IN.contains(&program.as_str()) {
        return None;
    }
    if program.starts_with("~/") && is_quoted(command, program) {
        return Some(Fault::QuotedHome(program.clone()));
    }
    if let Some(fault) = look(&expand(program, paths)?, paths) {
        return Some(fault);
    }
    let script = words.next().filter(|_| INTERPRETERS.contains(&base(program)))?;
    let script = expand(script, paths).filter(|script| script.contains('/') && !script.starts_with('-'))?;
    let script = paths.project().join(script);
    (!script.exists()).then_some(Fault::Missing(script))
}

/// The words of the first simple command, if they can be told without a shell.
fn first_command(line: &str) -> Option<Vec<String>> {
    let end = line.find(['|', ';', '&', '\n', '<', '>', '(', ')', '`']).unwrap_or(line.len());
    let words = shlex::split(&line[..end])?;
    (!words.is_empty()).then_some(words)
}

/// A word with the variables that a hook always has, or none if others remain.
fn expand(word: &str, paths: &Paths) -> Option<String> {
    let project = paths.project().display().to_string();
    let home = paths.home().display().to_string();
    let mut word = word.to_owned();
    for (name, value) in [
        ("${CLAUDE_PROJECT_DIR}", &project),
        ("$CLAUDE_PROJECT_DIR", &project),
        ("${HOME}", &home),
        ("$HOME", &home),
    ] {
        word = word.replace(name, value);
    }
    if let Some(rest) = word.strip_prefix("~/") {
        word = format!("{home}/{rest}");
    }
    (!word.contains(['$', '*', '?', '`', '~'])).then_some(word)
}

fn look(program: &str, paths: &Paths) -> Option<Fault> {
    if program.contains('/') {
        let path = paths.project().join(program.trim_start_matches("./"));
        return match std::fs::metadata(&path) {
            Err(_) => Some(Fault::Missing(path)),
            Ok(metadata) if metadata.is_dir() || metadata.permissions().mode() & 0o111 == 0 => {
                Some(Fault::NotExecutable(path))
            }
            Ok(_) => None,
        };
    }
    // Without a PATH to look in nothing can be said.
    let found = paths.search().is_empty() || paths.search().iter().any(|dir| is_program(&dir.join(program)));
    (!found).then(|| Fault::NotInPath(program.to_owned()))
}

fn is_program(path: &Path) -> bool {
    std::fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn is_quoted(line: &str, word: &str) -> bool {
    line.find(word).is_some_and(|at| line[..at].ends_with(['\'', '"', '\\']))
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_reported() {
        let home = tempfile::tempdir().unwrap();
        let file = |name: &str, mode: u32| {
            std::fs::write(home.path().join(name), "").unwrap();
            std::fs::set_permissions(home.path().join(name), std::fs::Permissions::from_mode(mode)).unwrap();
        };
        file("good.sh", 0o755);
        file("plain.sh", 0o644);
        let paths = Paths::under(home.path()).with_search(vec![home.path().to_owned()]);
        let at = |name: &str| home.path().join(name);
        for (command, fault) in [
            ("./good.sh --flag", None),
            ("~/good.sh", None),
            ("'~/good.sh' --flag", Some(Fault::QuotedHome("~/good.sh".into()))),
            ("X=1 \"~/good.sh\"", Some(Fault::QuotedHome("~/good.sh".into()))),
            ("\"$CLAUDE_PROJECT_DIR\"/good.sh", None),
            ("X=1 ./good.sh | tee log", None),
            ("./gone.sh", Some(Fault::Missing(at("./gone.sh")))),
            ("./plain.sh", Some(Fault::NotExecutable(at("./plain.sh")))),
            ("good.sh", None),
            ("no-such-program -x", Some(Fault::NotInPath("no-such-program".into()))),
            ("$TOOL run", None),
            ("echo hi", None),
            ("if true; then x; fi", None),
            ("(cd x && y)", None),
            ("'unbalanced", None),
            ("", None),
        ] {
            assert_eq!(check(&Handler::command(command), &paths), fault, "{command}");
        }
    }
}
