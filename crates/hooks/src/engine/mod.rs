//! How Claude Code decides what runs.

mod matcher;

pub use matcher::{Matcher, NeverMatches};
