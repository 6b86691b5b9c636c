//! Our own record of the hooks that this program installed: what they are, why
//! they are there, and what had to be made for them.

mod entry;
mod identity;
mod names;
mod store;

pub use entry::{Change, Entry, FieldError, Home, Metadata, Pending};
pub use identity::Identity;
pub use names::{Names, apart, derive, is_usable};
pub use store::{LockedRegistry, Record, Registry, RegistryError};
