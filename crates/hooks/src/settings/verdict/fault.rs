//! What is said about a file: faults, what each costs, and where it stands.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::super::node::Span;

/// Which rules apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// User, project, local and `--settings` files alike. A text given to `--settings` itself that
    /// is not JSON stops the client, a file named there does not: only the caller knows which it is.
    Settings,
    /// An organisation's policy: no fault drops the file, some stop the client.
    Managed,
    /// A plugin's hooks file, in which settings have no meaning.
    PluginHooks,
}

impl RuleSet {
    /// What it costs that the file cannot be read as an object.
    pub(super) fn unreadable(self) -> Cost {
        match self {
            Self::Settings => Cost::File,
            Self::Managed => Cost::Start,
            Self::PluginHooks => Cost::Hooks,
        }
    }

    /// What an invalid entry costs that might have been a guard: one of an event that fails closed.
    pub(super) fn lost_guard(self) -> Cost {
        match self {
            Self::Settings | Self::PluginHooks => Cost::File,
            Self::Managed => Cost::Hooks,
        }
    }
}

/// What the client does with the file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// It counts; single entries or settings may not.
    Kept,
    /// None of its hooks run; the rest counts.
    HooksLost,
    /// Nothing in it counts. For a plugin's hooks file: the whole plugin is not loaded.
    Dropped,
    /// The client does not start.
    Refused,
}

/// What one fault costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cost {
    /// The handler or group that it stands in.
    Entry,
    /// What is written under this event name.
    Event,
    /// Every hook of the file.
    Hooks,
    /// The one setting, or the one element of a list, that it stands in.
    Key,
    /// The file. For a plugin's hooks file: the plugin.
    File,
    /// The client does not start.
    Start,
}

impl Cost {
    /// What becomes of the file by this fault alone.
    pub fn standing(self) -> Standing {
        match self {
            Self::Entry | Self::Event | Self::Key => Standing::Kept,
            Self::Hooks => Standing::HooksLost,
            Self::File => Standing::Dropped,
            Self::Start => Standing::Refused,
        }
    }
}

/// Something that the client does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What it costs.
    pub cost: Cost,
    /// A sentence fragment: `'timeout' should be a number above 0, found a string`.
    pub what: String,
    /// The JSON path, `hooks.PreToolUse[0].hooks[1].timeout`; empty for the file as a whole.
    pub at: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// The offending bytes of the decoded text.
    pub span: Span,
    /// The event it stands under, as written.
    pub event: Option<String>,
    /// Which group of the event.
    pub group: Option<usize>,
    /// Which handler of the group.
    pub handler: Option<usize>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        write!(f, "{}", self.what)
    }
}

/// Groups and handlers of an event; `None` means all of them.
type Entries = HashSet<(Option<usize>, Option<usize>)>;

/// What the client does with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The file as a whole.
    pub standing: Standing,
    /// Every fault, in the order of the text.
    pub faults: Vec<Fault>,
    /// What is ignored under each event.
    lost: HashMap<String, Entries>,
}

impl Verdict {
    pub(super) fn of(faults: Vec<Fault>) -> Self {
        let standing = faults.iter().map(|fault| fault.cost.standing()).max().unwrap_or(Standing::Kept);
        let mut lost: HashMap<String, Entries> = HashMap::new();
        for fault in &faults {
            if let Some(event) = &fault.event {
                lost.entry(event.clone()).or_default().insert((fault.group, fault.handler));
            }
        }
        Self { standing, faults, lost }
    }

    /// Whether the client runs this entry of the file: it is valid, and so is all around it.
    pub fn keeps(&self, event: &str, group: usize, handler: usize) -> bool {
        let around = [(None, None), (Some(group), None), (Some(group), Some(handler))];
        let lost = self.lost.get(event);
        self.standing == Standing::Kept && !around.iter().any(|at| lost.is_some_and(|lost| lost.contains(at)))
    }

    /// Whether there is nothing to say.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// The faults that stand in this entry or around it.
    pub fn faults_of(&self, event: &str, group: usize, handler: usize) -> impl Iterator<Item = &Fault> {
        self.faults.iter().filter(move |fault| {
            fault.event.as_deref() == Some(event)
                && fault.group.is_none_or(|at| at == group)
                && fault.handler.is_none_or(|at| at == handler)
        })
    }
}
