//! What our program writes, given to the real Claude Code: hooks that we install fire, hooks that we take
//! out do not, and what we say about broken settings is what the client then does.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where it fails")]

#[path = "real_client/broken.rs"]
mod broken;
#[path = "real_client/firing.rs"]
mod firing;
#[path = "real_client/live.rs"]
mod live;
#[path = "real_client/scene.rs"]
mod scene;
#[path = "real_client/verdicts.rs"]
mod verdicts;
