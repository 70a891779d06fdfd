//! The parts of a template: what stays, and the placeholders.

use super::fault::Fault;
use lego_lang::TextRange;
use std::collections::BTreeSet;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What stays as it is.
    Text(TextRange),
    /// `{{{{`, which writes `{{`.
    Braces,
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

/// The parts of a template with such names, errors, and warnings of names that look like one of these.
pub(super) fn parts(text: &str, names: &BTreeSet<String>) -> (Vec<Part>, Vec<Fault>, Vec<Fault>) {
    let (mut parts, mut errors, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let (mut from, mut at) = (0, 0);
    while let Some(next) = text[at..].find("{{").map(|found| at + found) {
        if text[next..].starts_with("{{{{") {
            parts.extend([Part::Text(TextRange::new(from, next)), Part::Braces]);
            (from, at) = (next + 4, next + 4);
            continue;
        }
        let inside = &text[next + 2..];
        let begin = next + 2 + (inside.len() - inside.trim_start().len());
        at = next + 2;
        let Some(length) = name(&text[begin..]) else {
            // `{{{`: the name may come after the last two.
            at = next + 1;
            continue;
        };
        let (found, rest) = text[begin..].split_at(length);
        let place = TextRange::new(begin, begin + length);
        let asks = rest.starts_with(['[', '.']);
        if !names.contains(found) {
            let near = names.iter().find(|name| resembles(found, name));
            if let Some(near) = near.filter(|_| asks) {
                let message = format!("{found} stays as it is: no layout is called so; the nearest is {near}");
                warnings.push(Fault::new(place, message));
            }
        } else if !asks {
            if rest.trim_start().starts_with("}}") {
                let message = format!("{found} stays as it is: in a placeholder, `[` or `.` follows the name");
                warnings.push(Fault::new(place, message));
            }
        } else if let Some(end) = end(rest) {
            let query = TextRange::new(begin + length, begin + length + end);
            let whole = TextRange::new(next, query.end + 2);
            parts.extend([Part::Text(TextRange::new(from, next)), Part::Placeholder { whole, name: place, query }]);
            (from, at) = (whole.end, whole.end);
        } else {
            let line = text[next..].find('\n').map_or(text.len(), |line| next + line);
            let message = "a placeholder without an end: `}}` is missing, or a bracket in it has no other one";
            errors.push(Fault::new(TextRange::new(next, next + text[next..line].trim_end().len()), message));
        }
    }
    parts.push(Part::Text(TextRange::new(from, text.len())));
    (parts, errors, warnings)
}

/// Where the `}}` of a placeholder stands, outside of its brackets.
fn end(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            '}' if open.is_empty() => return text[at..].starts_with("}}").then_some(at),
            ')' | ']' | '}' if open.pop() != Some(c) => return None,
            _ => {}
        }
    }
    None
}

/// Whether a name was probably meant to be another one: few letters differ.
fn resembles(name: &str, other: &str) -> bool {
    let (name, other) = (name.to_lowercase(), other.to_lowercase());
    let most = match name.len().max(other.len()) {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    edits(name.as_bytes(), other.as_bytes()) <= most
}

/// By how many letters two names differ.
fn edits(one: &[u8], other: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<&str> {
        let names = ["A", "Tile"].map(str::to_owned).into();
        let of = |part: &Part| match part {
            Part::Text(range) => range.of(text),
            Part::Braces => "BRACES",
            Part::Placeholder { whole, .. } => whole.of(text),
        };
        // Lifetimes: what is found stands in the text.
        parts(text, &names).0.iter().map(of).collect()
    }

    #[test]
    fn only_placeholders_are_placeholders() {
        assert_eq!(shown("x = {{ A[i, {1}] }};"), ["x = ", "{{ A[i, {1}] }}", ";"]);
        assert_eq!(shown("{{A.span}}{{0,1},{2,3}}"), ["", "{{A.span}}", "{{0,1},{2,3}}"]);
        assert_eq!(shown("{{{A[0]}}}"), ["{", "{{A[0]}}", "}"]);
        assert_eq!(shown("{{{{ A[0] }}"), ["", "BRACES", " A[0] }}"]);
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
}
