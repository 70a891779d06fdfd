//! Lines of free form: at most 132 letters, with the rest of a statement on lines of its own.

/// The most letters of a line.
const MOST: usize = 132;

/// A statement as lines: all but the last end with `&`.
pub(super) fn statement(indent: &str, text: &str) -> Vec<String> {
    broken(text, MOST - indent.len() - 6)
        .iter()
        .enumerate()
        .map(|(number, part)| format!("{indent}{}{part}", if number == 0 { "" } else { "    " }))
        .rev()
        .enumerate()
        .map(|(from_last, line)| if from_last == 0 { line } else { format!("{line} &") })
        .rev()
        .collect()
}

/// A comment as lines.
pub(super) fn comment(sign: &str, text: &str) -> Vec<String> {
    broken(text, MOST - sign.len() - 1).into_iter().map(|part| format!("{sign} {part}").trim_end().to_owned()).collect()
}

/// A text in parts of at most so many letters, where spaces allow it.
fn broken(text: &str, most: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in text.split(' ') {
        match parts.last_mut() {
            Some(part) if part.is_empty() || part.len() + 1 + word.len() <= most => {
                if !part.is_empty() {
                    part.push(' ');
                }
                part.push_str(word);
            }
            _ => parts.push(word.to_owned()),
        }
    }
    parts
}
