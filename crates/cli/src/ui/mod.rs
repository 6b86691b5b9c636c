//! Words and pictures: stdout is data, stderr is talk, and colour never carries
//! a meaning of its own.

mod diff;
mod picture;
mod printer;
mod table;

pub use diff::unified;
pub use picture::picture;
pub use printer::{Printer, plain, plural, strong};
pub use table::Table;
