//! What tests do on a machine without the client. Each test starts this file again, in an environment where
//! there is none: the environment of a running test cannot be changed safely.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

use claude_hooks_rig::Client;

/// Two tests that need the client, as the restarted file sees them.
#[test]
#[ignore = "run by the tests below"]
fn needs_the_client() {
    assert_eq!(Client::for_tests(), None);
}

#[test]
#[ignore = "run by the tests below"]
fn needs_the_client_too() {
    assert_eq!(Client::for_tests(), None);
}

fn run_them(required: &str) -> Output {
    let nothing_built = tempfile::tempdir().unwrap();
    Command::new(std::env::current_exe().unwrap())
        .args(["needs_the_client", "--ignored"])
        .env("CARGO_TARGET_DIR", nothing_built.path())
        .env("CLAUDE_HOOKS_CLIENT", "")
        .env("CLAUDE_HOOKS_REQUIRE_CLIENT", required)
        .output()
        .unwrap()
}

#[test]
fn they_pass_and_say_so_on_one_line() {
    let output = run_them("");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("real-client tests not run: Claude Code "), "{said}");
    assert!(said.contains("cargo run -p claude-hooks-rig -- install-client"), "{said}");
}

#[test]
fn they_fail_where_the_client_is_required() {
    let output = run_them("1");
    assert!(!output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("2 failed"), "{output:?}");
}
