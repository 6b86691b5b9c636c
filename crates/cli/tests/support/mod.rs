//! The binary in a hermetic home: nothing of the machine's own settings is seen or touched, and what
//! a command said is one text that a snapshot can hold.

pub mod schema;

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use serde_json::Value;
use tempfile::TempDir;

/// Where the user's settings are, seen from the home.
pub const USER: &str = ".claude/settings.json";
/// Where the project's settings are.
pub const PROJECT: &str = "project/.claude/settings.json";
/// Where the local settings are.
pub const LOCAL: &str = "project/.claude/settings.local.json";
/// Where the registry is.
pub const REGISTRY: &str = ".local/share/claude-hooks/registry.jsonc";

/// A throw-away home with a project folder in it.
pub struct TestHome {
    _folder: TempDir,
    root: PathBuf,
}

impl TestHome {
    /// An empty home with an empty project and three programs in `~/hooks`.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let home = Self { _folder: folder, root };
        fs::create_dir(home.path("project")).unwrap();
        for name in ["notify.sh", "lint.sh", "check.py"] {
            home.write(&format!("hooks/{name}"), "#!/bin/sh\n").chmod(&format!("hooks/{name}"), 0o755);
        }
        home
    }

    /// A home whose user settings hold this text.
    pub fn with_settings(text: &str) -> Self {
        let home = Self::new();
        home.write(USER, text);
        home
    }

    /// A path below the home.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Writes a file, and its folders if needed.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Sets a file's mode.
    pub fn chmod(&self, path: &str, mode: u32) -> &Self {
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    /// The text of a file.
    pub fn read(&self, path: &str) -> String {
        String::from_utf8(self.bytes(path)).unwrap()
    }

    /// The bytes of a file.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        fs::read(self.path(path)).unwrap()
    }

    /// The command with these words, not yet run.
    pub fn command<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_claude-hooks"));
        command
            .args(words)
            .current_dir(self.path("project"))
            .env_clear()
            .envs([
                ("HOME", self.root.as_os_str()),
                ("XDG_DATA_HOME", self.path(".local/share").as_os_str()),
                ("XDG_STATE_HOME", self.path(".local/state").as_os_str()),
                ("XDG_CONFIG_HOME", self.path(".config").as_os_str()),
                ("XDG_CACHE_HOME", self.path(".cache").as_os_str()),
                ("PATH", OsStr::new("/usr/bin:/bin")),
            ])
            .stdin(Stdio::null());
        command
    }

    /// Runs a line as one would type it behind `claude-hooks`; single quotes hold words together.
    pub fn run(&self, line: &str) -> Said {
        self.run_words(words(line))
    }

    /// Runs words that a line could not hold.
    pub fn run_words<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Said {
        self.said(&self.command(words).output().unwrap())
    }

    /// Runs a line in a shell, as it would be pasted.
    pub fn shell(&self, line: &str) -> Said {
        let program = Path::new(env!("CARGO_BIN_EXE_claude-hooks"));
        let plain = self.command([""; 0]);
        let search = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", line]).current_dir(self.path("project")).env_clear().stdin(Stdio::null());
        shell.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("PATH", search);
        self.said(&shell.output().unwrap())
    }

    /// Runs a line that is only a step on the way: it must end with 0.
    pub fn does(&self, line: &str) -> &Self {
        let said = self.run(line);
        assert_eq!(said.code, 0, "claude-hooks {line}\n{said}");
        self
    }

    /// Runs a line with `--json` in it and reads what it printed.
    pub fn json(&self, line: &str) -> Value {
        let said = self.run(line);
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{line}: {error}\n{said}"))
    }

    /// What a process said, with this home's path and times taken out.
    pub fn said(&self, output: &Output) -> Said {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
            without_times(&text.replace(&self.root.display().to_string(), "[HOME]"))
        };
        let code = output.status.code().unwrap_or_else(|| panic!("killed: {:?}", output.status));
        Said { code, stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }

    /// Everything below the home: names, modes, times of change and contents.
    pub fn listing(&self) -> Vec<Listed> {
        let mut listed = Vec::new();
        list(&self.root, &self.root, &mut listed);
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        listed
    }

    /// The names of everything below a folder of the home.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let here = self.listing().into_iter().filter_map(|listed| {
            let rest = listed.path.strip_prefix(folder).ok()?.to_owned();
            (!rest.as_os_str().is_empty()).then(|| rest.display().to_string())
        });
        here.collect()
    }

    /// A marketplace that is a folder, with one plugin `tools` that has this hooks file, turned on.
    pub fn plugin(&self, hooks: &str) -> &Self {
        let market = self.path("market").display().to_string();
        self.write("market/tools/hooks/hooks.json", hooks)
            .write("market/tools/.claude-plugin/plugin.json", r#"{"name": "tools"}"#)
            .write(
                "market/.claude-plugin/marketplace.json",
                r#"{"name": "shelf", "owner": {"name": "me"}, "plugins": [{"name": "tools", "source": "./tools"}]}"#,
            )
            .write(
                ".claude/plugins/known_marketplaces.json",
                format!(
                    r#"{{"shelf": {{"source": {{"source": "directory", "path": "{market}"}}, "installLocation": "{market}"}}}}"#
                ),
            )
    }
}

/// A file or folder as it stood.
#[derive(Debug, PartialEq)]
pub struct Listed {
    pub path: PathBuf,
    mode: u32,
    changed: SystemTime,
    content: Option<Vec<u8>>,
}

fn list(root: &Path, folder: &Path, listed: &mut Vec<Listed>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let content = match metadata.file_type() {
            kind if kind.is_file() => fs::read(&path).ok(),
            kind if kind.is_symlink() => {
                Some(fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes())
            }
            _ => None,
        };
        listed.push(Listed {
            path: path.strip_prefix(root).unwrap().to_owned(),
            mode: metadata.permissions().mode(),
            changed: metadata.modified().unwrap(),
            content,
        });
        if metadata.is_dir() {
            list(root, &path, listed);
        }
    }
}

/// What a command said, and its exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit code: {}", self.code)?;
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                write!(f, "\n----- {name}\n{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

/// `20260102-030405` becomes `[TIME]`.
pub fn without_times(text: &str) -> String {
    const LENGTH: usize = 15;
    let is_time =
        |at: &[u8]| at.iter().enumerate().all(|(i, b)| if i == 8 { *b == b'-' } else { b.is_ascii_digit() });
    let (mut out, mut rest) = (String::new(), text);
    while !rest.is_empty() {
        if rest.len() >= LENGTH && is_time(&rest.as_bytes()[..LENGTH]) {
            out.push_str("[TIME]");
            rest = &rest[LENGTH..];
        } else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            out.push_str(&rest[..next]);
            rest = &rest[next..];
        }
    }
    out
}

/// The words of a line.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => (quoted, any) = (!quoted, true),
            ' ' if !quoted => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    words
}

/// Whether the tests run as root, who may do everything.
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}
