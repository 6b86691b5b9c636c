//! Claude Code's lifecycle points: their names and what each of them allows.

mod catalog;
mod name;
mod values;

pub use catalog::{EventFacts, HandlerType, MatchTarget};
pub use name::{Event, UnknownEvent};
pub use values::{TOOLS, values};
