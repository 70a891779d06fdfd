//! The parts of a template: what stays, and the placeholders.

use super::MOST_FAULTS;
use super::fault::Fault;
use lego_lang::TextRange;
use std::collections::BTreeSet;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What stays as it is.
    Text(TextRange),
    /// A placeholder.
    Placeholder {
        /// From `{{` to `}}`.
        whole: TextRange,
        /// The name of the layout.
        name: TextRange,
        /// What follows the name.
        query: TextRange,
    },
}

/// How long the name is that a text begins with.
pub(super) fn name(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let length = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (length > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(length)
}

/// Brackets within each other in a placeholder.
const DEEPEST: usize = 1 << 16;

/// Bytes that are searched in vain for the ends of placeholders, in lengths of the template: some more than one error takes.
const SEARCHED: usize = 8;

/// The parts of a template, one after the other, and what is wrong between them.
pub(super) struct Parts<'t> {
    text: &'t str,
    names: &'t BTreeSet<String>,
    /// Where the next part begins.
    from: usize,
    /// Where the next `{{` is searched from.
    at: usize,
    /// A placeholder that was found behind a text.
    found: Option<Part>,
    /// Bytes that may still be searched in vain.
    left: usize,
    pub(super) errors: Vec<Fault>,
    /// Names that look like one of a layout.
    pub(super) warnings: Vec<Fault>,
}

impl<'t> Parts<'t> {
    /// The parts of a template with layouts of such names.
    pub(super) fn new(text: &'t str, names: &'t BTreeSet<String>) -> Self {
        let left = text.len().saturating_mul(SEARCHED);
        Self { text, names, from: 0, at: 0, found: None, left, errors: Vec::new(), warnings: Vec::new() }
    }

    /// How far the template is read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next part; `None` at the end, and where there are too many errors.
    pub(super) fn next_part(&mut self) -> Option<Part> {
        if let Some(found) = self.found.take() {
            return Some(found);
        }
        let text = self.text;
        while let Some(next) = text.get(self.at..).and_then(|rest| rest.find("{{")).map(|found| self.at + found) {
            if self.errors.len() >= MOST_FAULTS {
                return Some(self.text_to(text.len()));
            }
            if text[next..].starts_with("{{{{") {
                // Two braces remain of four.
                let part = self.text_to(next + 2);
                (self.from, self.at) = (next + 4, next + 4);
                return Some(part);
            }
            let inside = &text[next + 2..];
            let begin = next + 2 + (inside.len() - inside.trim_start().len());
            self.at = next + 2;
            let Some(length) = name(&text[begin..]) else {
                // `{{{`: the name may come after the last two.
                self.at = next + 1;
                continue;
            };
            if let Some((name, query)) = self.placeholder(next, begin, length) {
                let whole = TextRange::new(next, query.end + 2);
                let part = self.text_to(next);
                (self.from, self.at) = (whole.end, whole.end);
                self.found = Some(Part::Placeholder { whole, name, query });
                return Some(part);
            }
        }
        if self.from > text.len() {
            return None;
        }
        Some(self.text_to(text.len()))
    }

    /// What stays as it is, from the last part to here; after the end of the template there is no more.
    fn text_to(&mut self, end: usize) -> Part {
        let part = Part::Text(TextRange::new(self.from, end));
        if end == self.text.len() {
            (self.from, self.at) = (end + 1, end + 1);
        }
        part
    }

    /// The name and the query of a placeholder whose `{{` stands at a place, and whose name begins at another one, if it is one.
    fn placeholder(&mut self, next: usize, begin: usize, length: usize) -> Option<(TextRange, TextRange)> {
        let text = self.text;
        let (found, rest) = text[begin..].split_at(length);
        let place = TextRange::new(begin, begin + length);
        let asks = rest.starts_with(['[', '.']);
        if !self.names.contains(found) {
            if asks && self.warnings.len() < MOST_FAULTS {
                if let Some(near) = self.names.iter().find(|name| resembles(found, name)) {
                    let message = format!("{found} stays as it is: no layout is called so; the nearest is {near}");
                    self.warn(place, message);
                }
            }
            return None;
        }
        if !asks {
            if rest.trim_start().starts_with("}}") {
                self.warn(place, format!("{found} stays as it is: in a placeholder, `[` or `.` follows the name"));
            }
            return None;
        }
        match end(rest) {
            Ok(end) => Some((place, TextRange::new(begin + length, begin + length + end))),
            Err(searched) => {
                let line = text[next..].find('\n').map_or(text.len(), |line| next + line);
                let message = "a placeholder without an end: `}}` is missing, or a bracket in it has no other one";
                self.errors.push(Fault::new(TextRange::new(next, next + text[next..line].trim_end().len()), message));
                match self.left.checked_sub(searched) {
                    Some(left) => self.left = left,
                    None => {
                        let message = "the rest of the template is not read: too many placeholders before have no end";
                        self.errors.push(Fault::new(TextRange::new(next, next), message));
                        self.at = text.len();
                    }
                }
                None
            }
        }
    }

    fn warn(&mut self, place: TextRange, message: String) {
        if self.warnings.len() < MOST_FAULTS {
            self.warnings.push(Fault::new(place, message));
        }
    }
}

/// Where the `}}` of a placeholder stands, outside of its brackets; the error is the number of bytes that were searched in vain.
fn end(text: &str) -> Result<usize, usize> {
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' if open.len() == DEEPEST => return Err(at),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            '}' if open.is_empty() => return if text[at..].starts_with("}}") { Ok(at) } else { Err(at) },
            ')' | ']' | '}' if open.pop() != Some(c) => return Err(at),
            _ => {}
        }
    }
    Err(text.len())
}

/// Whether a name was probably meant to be another one: few letters differ.
fn resembles(name: &str, other: &str) -> bool {
    let (name, other) = (name.to_lowercase(), other.to_lowercase());
    let most = match name.len().max(other.len()) {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    edits(name.as_bytes(), other.as_bytes(), most).is_some()
}

/// By how many letters two names differ, where these are at most so many; in as many steps as the shorter name has letters, times what
/// may differ.
fn edits(one: &[u8], other: &[u8], most: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    // The entries of a row whose distance from the diagonal is at most what may differ.
    let beyond = most + 1;
    let first = |i: usize| i.saturating_sub(most);
    let mut row: Vec<usize> = (0..=other.len().min(most)).collect();
    for (i, a) in (1..).zip(one) {
        let (before, begin) = (std::mem::take(&mut row), first(i));
        let above = |j: usize| j.checked_sub(first(i - 1)).and_then(|j| before.get(j)).copied().unwrap_or(beyond);
        for j in begin..=other.len().min(i + most) {
            let change = match j.checked_sub(1) {
                Some(left) => above(left) + usize::from(*a != other[left]),
                None => i,
            };
            let inserted = row.last().copied().unwrap_or(beyond) + 1;
            row.push(change.min(above(j) + 1).min(inserted));
        }
    }
    row.last().copied().filter(|&edits| edits <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<&str> {
        let names = ["A", "Tile"].map(str::to_owned).into();
        let mut parts = Parts::new(text, &names);
        let next = || {
            parts.next_part().map(|part| match part {
                Part::Text(range) => range.of(text),
                Part::Placeholder { whole, .. } => whole.of(text),
            })
        };
        // Lifetimes: what is found stands in the text.
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn only_placeholders_are_placeholders() {
        assert_eq!(shown("x = {{ A[i, {1}] }};"), ["x = ", "{{ A[i, {1}] }}", ";"]);
        assert_eq!(shown("{{A.span}}{{0,1},{2,3}}"), ["", "{{A.span}}", "{{0,1},{2,3}}"]);
        assert_eq!(shown("{{{A[0]}}}"), ["{", "{{A[0]}}", "}"]);
        assert_eq!(shown("{{{{ A[0] }}"), ["{{", " A[0] }}"]);
        assert_eq!(shown("a{{{{{{{{"), ["a{{", "{{", ""]);
        assert_eq!(shown("{{ A[0] }}"), ["", "{{ A[0] }}", ""]);
        assert_eq!(shown("{{ B[0] }} {{ A }} {{ A (0) }}"), ["{{ B[0] }} {{ A }} {{ A (0) }}"]);
        assert_eq!(shown("{{"), ["{{"]);
    }

    #[test]
    fn names_that_resemble() {
        for (name, other, is) in [
            ("tile", "Tile", true),
            ("Tle", "Tile", true),
            ("B", "A", false),
            ("a", "A", true),
            ("rows", "Tile", false),
        ] {
            assert_eq!(resembles(name, other), is, "{name} {other}");
        }
    }
    /// The least number of letters to insert, to leave out and to change, by the definition: of all prefixes.
    fn all_edits(one: &[u8], other: &[u8]) -> usize {
        match (one, other) {
            ([], rest) | (rest, []) => rest.len(),
            ([one @ .., a], [other @ .., b]) => {
                let changed = all_edits(one, other) + usize::from(a != b);
                let (with_a, with_b) = ([one, &[*a]].concat(), [other, &[*b]].concat());
                changed.min(all_edits(one, &with_b) + 1).min(all_edits(&with_a, other) + 1)
            }
        }
    }

    #[test]
    fn edits_are_the_fewest() {
        let names: Vec<Vec<u8>> = (0..3_usize.pow(4))
            .map(|number| {
                (0..4).map(|place| number / 3_usize.pow(place) % 3).take_while(|&c| c < 2).map(|c| c as u8).collect()
            })
            .chain([vec![0, 1, 0, 1, 1], vec![1; 6]])
            .collect();
        for one in &names {
            for other in &names {
                let fewest = all_edits(one, other);
                for most in 0..4 {
                    assert_eq!(
                        edits(one, other, most),
                        Some(fewest).filter(|_| fewest <= most),
                        "{one:?} {other:?} {most}"
                    );
                }
            }
        }
    }

    /// Each placeholder without an end is searched to the end of the template for it: so not each is.
    #[test]
    fn a_template_without_ends_is_read_in_linear_time() {
        let names = ["A".to_owned()].into();
        let text = "{{ A[0 ".repeat(10_000);
        let mut parts = Parts::new(&text, &names);
        while parts.next_part().is_some() {}
        assert!(parts.errors.len() <= SEARCHED + 2, "{} errors", parts.errors.len());
        assert!(parts.errors.last().unwrap().message.starts_with("the rest of the template is not read"));
    }
}
