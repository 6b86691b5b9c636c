//! Line and column of a byte.

/// Where the lines of a text begin; `\n`, `\r\n` and a lone `\r` end a line.
#[derive(Debug, Clone)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> Self {
        // Nearly every file; and finding one byte is what machines are fastest at.
        if !text.contains('\r') {
            let starts = text.match_indices('\n').map(|(at, _)| at + 1);
            return Self(std::iter::once(0).chain(starts).collect());
        }
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Self(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    /// Line and column, both from 1; the column counts characters.
    pub fn position(&self, text: &str, at: usize) -> (usize, usize) {
        let at = text.floor_char_boundary(at.min(text.len()));
        let line = self.0.partition_point(|start| *start <= at);
        (line, text[self.0[line - 1]..at].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let text = "ä\nb\r\nc\rd";
        let lines = Lines::of(text);
        for (byte, place) in [(0, (1, 1)), (2, (1, 2)), (3, (2, 1)), (6, (3, 1)), (8, (4, 1)), (99, (4, 2))] {
            assert_eq!(lines.position(text, byte), place, "byte {byte}");
        }
    }
}
