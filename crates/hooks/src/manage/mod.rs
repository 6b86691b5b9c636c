//! Managing hooks: every change is worked out first (and can be shown), then
//! announced in the registry, made in the settings files, and reported done. A
//! process killed anywhere in between leaves something that the next one can
//! finish or undo.

mod change;
mod error;
mod install;
mod migrate;
mod recover;
mod toggle;
mod transfer;
mod uninstall;
mod update;
mod work;

pub use change::{FileDiff, Transition};
pub use error::ManageError;
pub use install::{Installed, NewHook, install};
pub use migrate::{MigrateRequest, Migrated, migrate};
pub use recover::settle_all;
pub use toggle::{Toggle, Toggled, toggle};
pub use transfer::{
    Difference, Export, ExportedHook, ImportRequest, Imported, OnConflict, diff, export, import, write_export,
};
pub use uninstall::{Uninstalled, Which, uninstall};
pub use update::{Updated, update};
pub(crate) use work::carry;
pub use work::{Done, Force, Mode};
