//! Everything about Claude Code hooks that is true without a terminal: where they
//! are written, what Claude Code makes of it, and how to change it without losing
//! anything. Nothing here prints or exits, and only [`Paths::from_env`] reads the
//! environment.
//!
//! ```
//! use claude_hooks::Paths;
//! use claude_hooks::manage::{Force, Mode, NewHook, Which, install, uninstall};
//! use claude_hooks::settings::Handler;
//! use claude_hooks::stack::{Reach, Stack};
//!
//! # let home = tempfile::tempdir()?;
//! let paths = Paths::under(home.path());
//! install(&paths, &NewHook::new("Stop", Handler::command("/bin/true").with("timeout", 30)), Mode::Apply)?;
//!
//! let stack = Stack::read(&paths, Reach::Scopes);
//! assert_eq!(stack.hooks[0].name, "true");
//! assert!(stack.hooks[0].is_ours());
//!
//! uninstall(&paths, &Which::Name("true".into(), None), Force::No, Mode::Apply)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look: [`manage`] changes hooks, [`stack`] shows them, [`doctor`] says what is wrong,
//! [`settings`] is one settings file and the client's verdict on it, [`registry`] is what we installed,
//! [`event`] is what Claude Code's events allow, [`engine`] how it decides what runs.

#![forbid(unsafe_code)]

#[cfg(not(unix))]
compile_error!("claude-hooks runs on Linux and macOS; Windows is not supported yet");

pub mod agent;
mod clock;
pub mod doctor;
pub mod engine;
pub mod event;
pub mod manage;
mod paths;
pub mod registry;
pub mod settings;
pub mod stack;

pub use event::Event;
pub use paths::{Paths, PathsError};
