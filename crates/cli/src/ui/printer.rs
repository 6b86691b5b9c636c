//! The only place that prints. A closed pipe is not a problem: whoever reads has
//! seen enough.

use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Prints for people and for pipes. Colours are dropped where nobody sees them.
#[derive(Debug, Clone, Copy)]
pub struct Printer;

impl Printer {
    /// A line of data.
    pub fn data(self, line: impl AsRef<str>) {
        let _ = writeln!(anstream::stdout(), "{}", line.as_ref());
    }

    /// Data as it is, without a line end.
    pub fn raw(self, text: &str) {
        let mut out = anstream::stdout();
        let _ = write!(out, "{text}").and_then(|()| out.flush());
    }

    /// A value as JSON.
    pub fn json(self, value: &impl Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.data(text),
            Err(error) => self.error(&error.to_string()),
        }
    }

    /// A line of talk.
    pub fn talk(self, line: impl AsRef<str>) {
        let _ = writeln!(anstream::stderr(), "{}", line.as_ref());
    }

    /// What went wrong.
    pub fn error(self, text: &str) {
        self.talk(format!("{RED}error{RED:#}: {}", plain(text)));
    }

    /// Why it went wrong.
    pub fn cause(self, text: &str) {
        self.talk(format!("  {DIM}because{DIM:#}: {}", plain(text)));
    }

    /// What does not do what it seems to.
    pub fn warning(self, text: &str) {
        self.talk(format!("{YELLOW}warning{YELLOW:#}: {}", plain(text)));
    }

    /// What to do next.
    pub fn hint(self, text: &str) {
        self.talk(format!("{CYAN}hint{CYAN:#}: {}", plain(text)));
    }
}

/// Text from a file, with what a terminal would act on shown as what it is.
pub fn plain(text: &str) -> String {
    let harmless = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().flat_map(|c| if harmless(c) { vec![c] } else { c.escape_debug().collect() }).collect()
}

/// Text that stands out.
pub fn strong(text: &str) -> String {
    format!("{BOLD}{text}{BOLD:#}")
}

/// A number of things.
pub fn plural(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
