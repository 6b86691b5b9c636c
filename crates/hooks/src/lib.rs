//! Everything about Claude Code hooks that is true without a terminal.
#![forbid(unsafe_code)]

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
