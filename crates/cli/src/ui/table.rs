//! A table: aligned, as wide as the terminal allows, whole when piped.

use std::borrow::Cow;
use std::io::IsTerminal as _;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::strong;

const GAP: usize = 2;
const NARROWEST: usize = 12;

/// Rows under headings.
#[derive(Debug)]
pub struct Table {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// The column that gives way when the terminal is too narrow.
    elastic: usize,
}

impl Table {
    /// A table with these headings; the column `elastic` is cut when there is no room.
    pub fn new(headings: &[&'static str], elastic: usize) -> Self {
        Self { headings: headings.to_vec(), rows: Vec::new(), elastic }
    }

    /// Adds a row. Line breaks would break the table, so they are shown as what they are.
    pub fn row(&mut self, cells: &[String]) {
        self.rows.push(cells.iter().map(|cell| without_controls(cell)).collect());
    }

    /// The table as text for the terminal at hand.
    pub fn render(&self) -> String {
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        self.render_for(width.filter(|_| std::io::stdout().is_terminal()))
    }

    fn render_for(&self, width: Option<usize>) -> String {
        let mut widths: Vec<usize> = self.headings.iter().map(|heading| heading.width()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(columns(cell));
            }
        }
        if let Some(width) = width {
            let total: usize = widths.iter().sum::<usize>() + GAP * (widths.len() - 1);
            let room = widths[self.elastic].saturating_sub(total.saturating_sub(width));
            widths[self.elastic] = room.max(NARROWEST.min(widths[self.elastic]));
        }
        let headings: Vec<String> = self.headings.iter().map(|heading| (*heading).to_owned()).collect();
        let lines = std::iter::once(strong(&line(&headings, &widths)));
        lines.chain(self.rows.iter().map(|row| line(row, &widths))).collect::<Vec<_>>().join("\n")
    }
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let shown = cut(cell, *width);
        line.push_str(&shown);
        line.extend(std::iter::repeat_n(' ', width.saturating_sub(columns(&shown)) + GAP));
    }
    line.truncate(line.trim_end().len());
    line
}

fn cut(cell: &str, width: usize) -> Cow<'_, str> {
    if columns(cell) <= width {
        return Cow::Borrowed(cell);
    }
    let mut used = 0;
    let kept = cell.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used < width
    });
    Cow::Owned(kept.chain(['…']).collect())
}

fn without_controls(cell: &str) -> String {
    if !cell.contains(char::is_control) {
        return cell.to_owned();
    }
    cell.chars().flat_map(|c| if c.is_control() { c.escape_debug().collect() } else { vec![c] }).collect()
}

/// Columns on the screen; most cells are ASCII, whose columns are its bytes.
fn columns(cell: &str) -> usize {
    if cell.is_ascii() { cell.len() } else { cell.width() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_elastic_column_gives_way() {
        let mut table = Table::new(&["A", "COMMAND"], 1);
        table.row(&["x".into(), "a long command that goes on".into()]);
        table.row(&["日本".into(), "b\nc".into()]);
        let plain = |text: String| anstream::adapter::strip_str(&text).to_string();
        assert_eq!(
            plain(table.render_for(None)),
            "A     COMMAND\nx     a long command that goes on\n日本  b\\nc"
        );
        assert_eq!(plain(table.render_for(Some(20))), "A     COMMAND\nx     a long comman…\n日本  b\\nc");
    }
}
