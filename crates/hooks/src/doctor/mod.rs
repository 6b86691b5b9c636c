//! Everything that is silently wrong with hooks: which file and line, what
//! happens because of it, and the cure.

mod files;
mod finding;
mod fix;
mod hooks;
mod ledger;
mod program;

pub use finding::{Check, Cure, Finding, Severity};
pub use fix::{Fixed, cure};
pub use hooks::check_hook;

use crate::paths::Paths;
use crate::stack::{Reach, Stack};

/// Examines the stack of a project.
///
/// ```
/// use claude_hooks::{Paths, doctor};
///
/// # let home = tempfile::tempdir()?;
/// let findings = doctor::examine(&Paths::under(home.path()));
/// assert!(findings.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn examine(paths: &Paths) -> Vec<Finding> {
    let stack = Stack::read(paths, Reach::All);
    let mut findings = files::check(paths, &stack);
    findings.extend(ledger::check(paths, &stack));
    findings.extend(hooks::check(paths, &stack));
    findings.sort_by_key(|finding| finding.severity);
    findings
}
