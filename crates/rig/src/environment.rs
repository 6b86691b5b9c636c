//! The only place of the rig that reads the environment of this machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Names the variable that points at a client to use instead of the installed one.
pub(crate) const CLIENT: &str = "CLAUDE_HOOKS_CLIENT";

/// The client that somebody chose by hand.
pub(crate) fn chosen_client() -> Option<PathBuf> {
    read(CLIENT).map(PathBuf::from)
}

/// Whether a test without a client has to fail: continuous integration sets this to 1.
pub(crate) fn client_required() -> bool {
    read("CLAUDE_HOOKS_REQUIRE_CLIENT").is_some_and(|value| value == "1")
}

/// Cargo's target folder.
pub(crate) fn build_folder() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.ancestors().nth(2).unwrap_or(package);
    // Tests run in their package's folder, `cargo run` in the caller's: a relative folder means the workspace's.
    workspace.join(read("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The file in which a hook may leave environment variables for the session's later commands.
pub(crate) fn session_env_file() -> Option<PathBuf> {
    read("CLAUDE_ENV_FILE").map(PathBuf::from)
}

/// The folder this process was started in.
#[expect(clippy::disallowed_methods, reason = "this module is where the rig reads the environment")]
pub(crate) fn working_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// Every variable, readable even where it is not UTF-8.
pub(crate) fn variables() -> impl Iterator<Item = (String, String)> {
    let readable = |text: OsString| text.to_string_lossy().into_owned();
    std::env::vars_os().map(move |(name, value)| (readable(name), readable(value)))
}

#[expect(clippy::disallowed_methods, reason = "this module is where the rig reads the environment")]
fn read(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
