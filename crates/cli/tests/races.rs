//! Many at once: 64 of our processes on one settings file, another program that
//! rewrites it without any lock, and every way a file can change between our
//! reading and our writing.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where it fails")]

#[path = "races/between.rs"]
mod between;
#[path = "races/crowd.rs"]
mod crowd;
#[path = "races/home.rs"]
mod home;
#[path = "races/lock.rs"]
mod lock;
#[path = "races/other_program.rs"]
mod other_program;
#[path = "races/stale_rewrites.rs"]
mod stale_rewrites;
