//! The words of a text of isl.

use super::error::{ReadError, Result};
use super::syntax::Place;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Number(i128),
    Name(String),
    Sign(&'static str),
}

/// Longer signs before what they begin with.
const SIGNS: [&str; 27] = [
    "->", "<=", ">=", "==", "!=", "&&", "||", "//", "{", "}", "[", "]", "(", ")", ":", ";", ",", "+", "-", "*", "/",
    "%", "<", ">", "=", "!", "∃",
];

pub(super) fn words(text: &str) -> Result<Vec<(Word, Place)>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        if next.is_whitespace() {
            at += next.len_utf8();
            continue;
        }
        let length = |keep: fn(char) -> bool| {
            text[at..].char_indices().find(|(_, c)| !keep(*c)).map_or(text.len() - at, |(length, _)| length)
        };
        let (word, length) = if next.is_ascii_digit() {
            let length = length(|c| c.is_ascii_digit());
            let number: Option<i128> = text[at..at + length].parse().ok().filter(|number| *number < 1 << 80);
            let error = || ReadError::new(at..at + length, "this number has more than 80 bits");
            (Word::Number(number.ok_or_else(error)?), length)
        } else if next.is_alphabetic() || next == '_' {
            let length = length(|c| c.is_alphanumeric() || c == '_' || c == '\'');
            (Word::Name(text[at..at + length].to_owned()), length)
        } else if let Some(sign) = SIGNS.iter().find(|sign| text[at..].starts_with(**sign)) {
            (Word::Sign(sign), sign.len())
        } else {
            return Err(ReadError::new(at..at + next.len_utf8(), format!("`{next}` has no meaning in isl's notation")));
        };
        words.push((word, at..at + length));
        at += length;
    }
    Ok(words)
}
