//! Every verb of the binary in a throw-away home, from the outside: what it says, what it exits with,
//! and what is on disk afterwards.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failing step fails the test")]
#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

#[path = "../support/mod.rs"]
mod support;

mod bad_files;
mod bad_input;
mod bad_usage;
mod diff;
mod doctor;
mod doctor_checks;
mod doctor_fix;
mod doctor_ledger;
mod dry_run;
mod export_import;
mod help;
mod import;
mod install;
mod install_warnings;
mod list;
mod migrate;
mod names;
mod odd_files;
mod registry;
mod schema;
mod show;
mod status;
mod toggle;
mod uninstall;
mod update;
