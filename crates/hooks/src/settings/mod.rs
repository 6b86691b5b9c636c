//! Claude Code's settings files: read as the client reads them, edited without
//! touching a byte that need not change, written so that nothing is ever lost.

mod document;
mod encoding;
mod error;
mod file;
mod handler;
mod hooks;
mod layout;
mod leftover;
mod lines;
mod merge;
mod node;
mod scope;
mod swap;
mod verdict;

pub use document::{Dialect, Document, EditError, Step, SyntaxError};
pub use encoding::Encoding;
pub use error::{SettingsError, Stands};
pub use file::{LOCK_WAIT, LockedFile, Rewrite, Snapshot, TextFile};
pub use handler::{Handler, join};
pub use hooks::{Container, Found, Made, Place, PlaceError, add, find, remove, update};
pub use leftover::{Holds, Leftover, take_in};
pub use node::{Member, Node, Shape, Span};
pub use scope::{Scope, UnknownScope};
pub use swap::{Flush, Staged, write_private};
pub use verdict::{
    Bounds, Cost, Expected, Fault, Field, KEYS, Key, Managed, Null, RuleSet, SIZE_LIMIT, Standing, Verdict,
    Wrong, fields, judge, judge_document,
};
