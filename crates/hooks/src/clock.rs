//! The time as it stands in names and records.

use jiff::Timestamp;

/// Now, as `yyyyMMdd-hhmmss` in UTC.
pub fn stamp() -> String {
    Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string()
}
