//! Diagnostics: an error with the place in the text that is wrong, and how both are shown.

use crate::text_range::TextRange;
use lego_core::LayoutError;
use std::fmt;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// An error at a place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub error: LayoutError,
    /// The token or tokens that are wrong, in bytes; empty at the end of the text where something is missing there.
    pub range: TextRange,
}

impl Diagnostic {
    /// The error with the lines of the text that it is about.
    ///
    /// ```
    /// let text = "Row(4,\n    0)";
    /// let errors = lego_lang::elaborate_text(text, &lego_lang::Numbers::default()).unwrap_err();
    /// assert_eq!(
    ///     errors[0].snippet(text).to_string(),
    ///     "error: this size is 0, but a size is at least 1\n --> line 2, column 5\n  |\n2 |     0)\n  |     ^\n"
    /// );
    /// ```
    #[must_use]
    pub fn snippet(&self, text: &str) -> Snippet {
        Snippet::new(self.error.to_string(), self.range, text)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Diagnostic {}

/// A diagnostic ready to be shown: the message and the marked lines. `Display` shows it plainly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// What is wrong.
    pub message: String,
    /// The line of the first marked character, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The lines that are marked; of many, the first and the last.
    pub lines: Vec<MarkedLine>,
}

/// A line of a [`Snippet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// The line with its tabs and control characters as blanks, so that every character has a known width; of a line of
    /// more than 200 columns those around the first that is underlined.
    pub text: String,
    /// The columns to underline, in widths of a terminal's cell; never empty.
    pub marked: Range<usize>,
}

/// The most columns of a line that are shown.
const WIDEST: usize = 200;

/// How many columns a tab is shown as.
const TAB: usize = 4;

impl Snippet {
    /// A message about a place of a text.
    #[must_use]
    pub fn new(message: String, range: TextRange, text: &str) -> Self {
        let start = floor(text, range.start);
        let end = floor(text, range.end).max(start);
        let mut lines = Vec::new();
        let (mut line, mut column) = (1, 1);
        let mut from = 0;
        for (k, content) in text.split('\n').enumerate() {
            let to = from + content.len();
            // The line break belongs to its line, so a place at the end of the text has a line, too.
            if start <= to && (end > from || start >= from) {
                if start >= from {
                    (line, column) = (k + 1, text[from..start].chars().count() + 1);
                }
                lines.push(MarkedLine::new(k + 1, content, start.max(from) - from..end.min(to) - from));
            }
            from = to + 1;
        }
        if lines.len() > 4 {
            lines.drain(2..lines.len() - 1);
        }
        Self { message, line, column, lines }
    }
}

impl MarkedLine {
    fn new(number: usize, content: &str, bytes: Range<usize>) -> Self {
        let content = content.strip_suffix('\r').unwrap_or(content);
        let mut shown = String::with_capacity(content.len());
        let (mut width, mut marked) = (0, None);
        let mut end = 0;
        for (at, c) in content.char_indices() {
            if at >= bytes.start && marked.is_none() {
                marked = Some(width);
            }
            match c {
                '\t' => {
                    let blanks = TAB - width % TAB;
                    shown.extend(std::iter::repeat_n(' ', blanks));
                    width += blanks;
                }
                _ => match c.width() {
                    Some(cells) => {
                        shown.push(c);
                        width += cells;
                    }
                    None => {
                        shown.push(' ');
                        width += 1;
                    }
                },
            }
            if at < bytes.end {
                end = width;
            }
        }
        let start = marked.unwrap_or(width);
        let whole = Self { number, text: shown, marked: start..end.max(start + 1) };
        if width > WIDEST { whole.cut() } else { whole }
    }

    /// What a screen shows of a long line: the columns around the first that is underlined, `…` for those left out.
    fn cut(self) -> Self {
        let first = self.marked.start.saturating_sub(WIDEST / 4);
        let (mut text, mut column, mut left) = (String::new(), 0, None);
        let mut is_whole = true;
        for c in self.text.chars() {
            let cells = c.width().unwrap_or(1);
            if column >= first {
                if column + cells > left.unwrap_or(column) + WIDEST {
                    is_whole = false;
                    break;
                }
                left.get_or_insert(column);
                text.push(c);
            }
            column += cells;
        }
        let left = left.unwrap_or(column);
        let before = if left > 0 { "…" } else { "" };
        let after = if is_whole { "" } else { "…" };
        let start = self.marked.start.max(left) - left + before.chars().count();
        let end = (self.marked.end.min(left + WIDEST)).max(left) - left + before.chars().count();
        Self { number: self.number, text: format!("{before}{text}{after}"), marked: start..end.max(start + 1) }
    }
}

/// The nearest boundary between characters at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gutter = self.lines.last().map_or(1, |line| line.number.to_string().len());
        writeln!(f, "error: {}", self.message)?;
        writeln!(f, "{:gutter$}--> line {}, column {}", "", self.line, self.column)?;
        writeln!(f, "{:gutter$} |", "")?;
        let mut last: Option<usize> = None;
        for MarkedLine { number, text, marked } in &self.lines {
            if last.is_some_and(|last| last + 1 < *number) {
                writeln!(f, "{:gutter$} …", "")?;
            }
            last = Some(*number);
            writeln!(f, "{number:gutter$} | {text}")?;
            writeln!(f, "{:gutter$} | {:indent$}{}", "", "", "^".repeat(marked.len()), indent = marked.start)?;
        }
        Ok(())
    }
}

/// Errors as they are found, a bounded number of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors(Vec<Diagnostic>);

impl Errors {
    /// So many are enough for anyone, and random bytes do not fill the memory with them.
    const MOST: usize = 64;

    pub(crate) fn push(&mut self, error: Diagnostic) {
        if !self.full() {
            self.0.push(error);
        }
    }

    pub(crate) fn full(&self) -> bool {
        self.0.len() >= Self::MOST
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The errors by place, each once.
    pub(crate) fn into_vec(mut self) -> Vec<Diagnostic> {
        self.0.sort_by_key(|error| error.range);
        self.0.dedup();
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, range: Range<usize>) -> String {
        let error = LayoutError::UnknownName { name: "x".into() };
        let shown = Diagnostic { error, range: range.into() }.snippet(text).to_string();
        shown.split_once("column ").unwrap().1.to_owned()
    }

    #[test]
    fn underlines_one_line_and_many() {
        assert_eq!(shown("ab cd", 3..5), "4\n  |\n1 | ab cd\n  |    ^^\n");
        assert_eq!(shown("a\nbc\nd", 2..6), "1\n  |\n2 | bc\n  | ^^\n3 | d\n  | ^\n");
        let many = "x\n".repeat(12);
        assert_eq!(shown(&many, 0..23), "1\n   |\n 1 | x\n   | ^\n 2 | x\n   | ^\n   …\n12 | x\n   | ^\n");
    }

    #[test]
    fn tabs_wide_characters_and_ends() {
        assert_eq!(shown("\ta b", 3..4), "4\n  |\n1 |     a b\n  |       ^\n");
        assert_eq!(shown("a\tb", 2..3), "3\n  |\n1 | a   b\n  |     ^\n");
        assert_eq!(shown("/*漢é*/ b", 10..11), "8\n  |\n1 | /*漢é*/ b\n  |         ^\n");
        assert_eq!(shown("ab", 2..2), "3\n  |\n1 | ab\n  |   ^\n");
        assert_eq!(shown("ab\n", 3..3), "1\n  |\n2 | \n  | ^\n");
        assert_eq!(shown("", 0..0), "1\n  |\n1 | \n  | ^\n");
        assert_eq!(shown("ab\r\ncd", 4..6), "1\n  |\n2 | cd\n  | ^^\n");
        // Places that are none are moved to the nearest one.
        assert_eq!(shown("é", 1..99), "1\n  |\n1 | é\n  | ^\n");
    }

    #[test]
    fn of_long_lines_the_place_is_shown() {
        let digits = |count: usize| (0..count).map(|k| char::from(b'0' + (k % 10) as u8)).collect::<String>();
        // As wide as is shown.
        let whole = digits(WIDEST);
        assert!(shown(&whole, 3..4).contains(&format!("1 | {whole}\n  |    ^\n")));
        for length in [WIDEST + 1, 1000, 200_000] {
            let long = digits(length);
            for start in [0, 1, 49, 50, 51, 100, length - 1, length] {
                let text = shown(&long, start..start + 3);
                let [_, _, line, below] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
                let [line, below] = [line, below].map(|line| line.chars().skip(4).collect::<Vec<char>>());
                assert!(line.len() <= WIDEST + 2 && below.len() <= WIDEST + 2, "{text}");
                let marked: String =
                    below.iter().zip(&line).filter(|(below, _)| **below == '^').map(|(_, c)| *c).collect();
                let expected: String = long.chars().skip(start).take(3).collect();
                assert_eq!(marked, expected, "{length} {start}: {text}");
                assert!(line.contains(&'…'));
            }
            // What is underlined goes on behind what is shown.
            assert_eq!(shown(&long, 0..length).matches('^').count(), WIDEST);
        }
        let wide = "漢".repeat(1000);
        let text = shown(&wide, 1500..1503);
        assert!(text.contains("…漢") && text.contains("漢…") && text.contains(" ^^\n"), "{text}");
    }
}
