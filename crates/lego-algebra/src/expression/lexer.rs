//! The words of an expression.

use super::Fault;
use alloc::format;
use alloc::vec::Vec;

/// A word, and bytes `start..end` of the text that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) word: Word<'a>,
    /// Whether nothing stands between this and the word before.
    pub(super) joined: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// Up to 2^63, which only a minus makes a number of 64 bits.
    Number(u64),
    Name(&'a str),
    Sign(&'a str),
    End,
}

/// Signs, the longer first.
const SIGNS: [&str; 23] = [
    "==", "!=", ">=", "<=", "::", "∘", "(", ")", "<", ">", ",", ":", "+", "-", "*", "/", "%", "{", "}", "[", "]", ";",
    "=",
];

/// The most words of an expression.
const WORDS: usize = 1 << 16;

/// The words, with one for the end.
pub(super) fn words(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let (mut tokens, mut at, mut end_of_last) = (Vec::new(), 0, usize::MAX);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if tokens.len() == WORDS {
            let message = format!("an expression has at most {WORDS} words and signs, and here are more");
            return Err(Fault { start: at, end: at + first.len_utf8(), message, of_modes: false });
        }
        let rest = &text[at..];
        let letter = |c: char| c.is_alphanumeric() || c == '_';
        let name = rest.find(|c| !letter(c)).unwrap_or(rest.len());
        let (word, len) = if name > 0 {
            let name = &rest[..name];
            // CuTe prints numbers that it knows when it compiles as _4.
            let digits = name.strip_prefix('_').unwrap_or(name);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                match digits.parse() {
                    Ok(number) if number <= 1 << 63 => (Word::Number(number), name.len()),
                    _ => {
                        let message = if digits.bytes().all(|byte| byte.is_ascii_digit()) {
                            format!("{digits} goes beyond 64 bits")
                        } else {
                            format!("{name} is neither a number nor a name")
                        };
                        return Err(Fault { start: at, end: at + name.len(), message, of_modes: false });
                    }
                }
            } else {
                (Word::Name(name), name.len())
            }
        } else {
            match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Word::Sign(sign), sign.len()),
                None => {
                    let message = format!("`{first}` has no meaning here");
                    return Err(Fault { start: at, end: at + first.len_utf8(), message, of_modes: false });
                }
            }
        };
        tokens.push(Token { start: at, end: at + len, word, joined: end_of_last == at });
        at += len;
        end_of_last = at;
    }
    let last = tokens.last().map_or(0, |token: &Token<'_>| token.end);
    tokens.push(Token { start: last, end: last, word: Word::End, joined: false });
    Ok(tokens)
}
