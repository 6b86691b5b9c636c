//! The real Claude Code in tests: the pinned client, in a throw-away home, talking to a scripted model on
//! this machine's loopback, with hooks that write down what they were given.
//!
//! ```no_run
//! use claude_hooks_rig::{Client, Sandbox, Script, Turn};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let Some(client) = Client::for_tests() else { return Ok(()) };
//! let sandbox = Sandbox::new()?;
//! // In an integration test of this package: env!("CARGO_BIN_EXE_claude-hooks-rig").
//! let recorder = sandbox.recorder("target/debug/claude-hooks-rig");
//! let hook = recorder.hook("guard").stderr("not today").exit(2).command();
//! sandbox.user_settings(&json!({
//!     "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": hook}]}]}
//! }))?;
//!
//! let script = Script::new().turn(Turn::uses("Bash", json!({"command": "date"}))).turn(Turn::says("done"));
//! let run = sandbox.session(&client).prompt("what time is it?").script(script).run()?;
//!
//! assert_eq!(run.hooks()[0].payload["tool_input"]["command"], "date");
//! assert!(run.told()[1].text().contains("not today"));
//! # Ok(()) }
//! ```
//!
//! Where to look: [`client`] finds and installs the client, [`messages`] plays the model, [`endpoints`]
//! receives `http` hooks, [`recorder`] is the hook that records, [`sandbox`] is the throw-away home and
//! project, [`session`] runs the client there, [`run`] is what came out.
#![forbid(unsafe_code)]

pub mod bench;
pub mod client;
pub mod endpoints;
mod environment;
mod loopback;
pub mod managed;
pub mod messages;
pub mod recorder;
pub mod run;
pub mod sandbox;
pub mod session;

pub use client::Client;
pub use endpoints::Endpoint;
pub use messages::{Block, Script, Turn};
pub use recorder::Recorder;
pub use run::{Exit, Run};
pub use sandbox::Sandbox;
