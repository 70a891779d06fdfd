//! The lexer: from text to tokens.

use crate::diagnostic::{Diagnostic, Errors};
use crate::text_range::TextRange;
use lego_core::{LayoutError, Text};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name: a Rust identifier, also `r#name` and `$crate`.
    Name,
    /// An integer with its value.
    Integer(i128),
    /// Punctuation, as written.
    Mark(&'static str),
    /// What is no token; the error has been reported.
    Wrong,
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) range: TextRange,
}

/// Punctuation, longer marks before their beginnings.
const MARKS: [&str; 35] = [
    "==", "=>", "!=", "<=", ">=", "<<", ">>", "&&", "||", "::", "(", ")", "[", "]", "{", "}", ",", ".", ";", ":", "=",
    "!", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "#", "?", "@",
];

/// Splits a text into tokens; the last one is [`Kind::End`].
pub(crate) fn tokens(text: &str, errors: &mut Errors) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while !errors.full() {
        at += blank(&text[at..], at, errors);
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        let start = at;
        if first.is_ascii_digit() {
            at += word(rest);
            let range = TextRange::new(start, at);
            match integer(range.of(text)) {
                Ok(value) => tokens.push(Token { kind: Kind::Integer(value), range }),
                Err(error) => {
                    errors.push(Diagnostic { error, range });
                    // A number stands here, whichever: what follows is read as if it were well.
                    tokens.push(Token { kind: Kind::Integer(1), range });
                }
            }
        } else if let Some(length) = name(rest) {
            at += length;
            tokens.push(Token { kind: Kind::Name, range: TextRange::new(start, at) });
        } else if let Some(&mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            at += mark.len();
            tokens.push(Token { kind: Kind::Mark(mark), range: TextRange::new(start, at) });
        } else {
            at += wrong(rest);
            let (expected, found) = ("a layout".into(), quoted(&text[start..at]));
            let range = TextRange::new(start, at);
            errors.push(Diagnostic { error: LayoutError::Syntax { expected, found }, range });
            tokens.push(Token { kind: Kind::Wrong, range });
        }
    }
    tokens.push(Token { kind: Kind::End, range: TextRange::new(text.len(), text.len()) });
    tokens
}

/// A token's text as an error shows it.
pub(crate) fn quoted(text: &str) -> Text {
    // Room for the quotes: a longer text is cut inside them.
    const ROOM: usize = Text::CAPACITY - 2;
    if text.len() <= ROOM {
        return Text::new(&format!("`{text}`"));
    }
    let mut keep = ROOM - '…'.len_utf8();
    while !text.is_char_boundary(keep) {
        keep -= 1;
    }
    Text::new(&format!("`{}…`", &text[..keep]))
}

/// A text on one line: its blanks and comments become single blanks.
pub(crate) fn squeeze(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let skipped = blank(rest, 0, &mut Errors::default());
        if skipped > 0 {
            line.push(' ');
            rest = &rest[skipped..];
        } else {
            line.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    line
}

/// The length of the blanks and comments that a text starts with.
fn blank(text: &str, offset: usize, errors: &mut Errors) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let spaces = rest.len() - rest.trim_start().len();
        if spaces > 0 {
            at += spaces;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            match comment(rest) {
                Some(length) => at += length,
                None => {
                    errors.push(Diagnostic {
                        error: LayoutError::Syntax { expected: "`*/`".into(), found: "the end".into() },
                        range: TextRange::new(offset + at, offset + at + 2),
                    });
                    at = text.len();
                }
            }
        } else {
            return at;
        }
    }
}

/// The length of a block comment, which may have others in it; `None` if it does not end.
fn comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut open, mut at) = (0_usize, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => open += 1,
            b"*/" => open -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if open == 0 {
            return Some(at);
        }
    }
    None
}

/// The length of the letters, digits and underscores that a text starts with.
fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The length of the name that a text starts with.
fn name(text: &str) -> Option<usize> {
    let prefix = if text.starts_with("r#") {
        2
    } else if text.starts_with('$') {
        1
    } else {
        0
    };
    let bare = &text[prefix..];
    let first = bare.chars().next()?;
    (first.is_alphabetic() || first == '_').then(|| prefix + word(bare))
}

/// The length of what is no token: a string, or characters that begin none.
fn wrong(text: &str) -> usize {
    if let Some(inner) = text.strip_prefix('"') {
        return inner.find('"').map_or(text.len(), |end| end + 2);
    }
    let begins = |c: char| c.is_whitespace() || c.is_alphanumeric() || c.is_ascii();
    text.char_indices().skip(1).find(|&(_, c)| begins(c)).map_or(text.len(), |(at, _)| at)
}

/// The value of an integer literal of Rust.
fn integer(text: &str) -> Result<i128, LayoutError> {
    const SUFFIXES: [&str; 12] =
        ["usize", "isize", "u128", "i128", "u16", "u32", "u64", "i16", "i32", "i64", "u8", "i8"];
    let (radix, body) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'b', ..] => (2, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        _ => (10, text),
    };
    let body = SUFFIXES.iter().find_map(|suffix| body.strip_suffix(suffix)).unwrap_or(body);
    let no_integer = || LayoutError::Syntax { expected: "an integer".into(), found: quoted(text) };
    let mut value: Option<i128> = Some(0);
    let mut any = false;
    for c in body.chars().filter(|&c| c != '_') {
        let digit = c.to_digit(radix).ok_or_else(no_integer)?;
        any = true;
        value = value.and_then(|v| v.checked_mul(radix.into())?.checked_add(digit.into()));
    }
    if !any {
        return Err(no_integer());
    }
    value.ok_or(LayoutError::Overflow { what: text.into(), bits: 64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut errors = Errors::default();
        let kinds = tokens(text, &mut errors).into_iter().map(|token| token.kind).collect();
        assert!(errors.into_vec().is_empty());
        kinds
    }

    #[test]
    fn integers_as_in_rust() {
        for (text, value) in [
            ("0", 0),
            ("1_000", 1000),
            ("0xff", 255),
            ("0b1010_1010", 170),
            ("0o17", 15),
            ("64usize", 64),
            ("7_u32", 7),
            ("0x1f_u8", 31),
            ("18446744073709551616", 1 << 64),
        ] {
            assert_eq!(kinds(text), [Kind::Integer(value), Kind::End], "{text}");
        }
        for text in ["12abc", "0x", "0b2", "1e5", "9u7", "_u8x9"] {
            assert!(text.starts_with('_') || integer(text).is_err(), "{text}");
        }
        assert!(matches!(integer(&"9".repeat(60)), Err(LayoutError::Overflow { .. })));
    }

    #[test]
    fn comments_and_blanks_separate() {
        let names = kinds("a // to the end\n /* in /* it */ */ b/**/c");
        assert_eq!(names, [Kind::Name, Kind::Name, Kind::Name, Kind::End]);
        assert_eq!(squeeze(" M /* rows */\n /  64 "), "M / 64");
    }

    #[test]
    fn marks_of_comments_do_not_overlap() {
        assert_eq!((comment("/*/ */"), comment("/*/"), comment("/*/**/*/x")), (Some(6), None, Some(8)));
    }

    #[test]
    fn longer_marks_first() {
        let marks = ["=>", "==", "=", ">>", ">=", "||", "|", "::"].map(Kind::Mark);
        assert_eq!(kinds("=> == = >> >= || | ::")[..8], marks);
        assert_eq!(kinds("r#type $crate größe"), [Kind::Name, Kind::Name, Kind::Name, Kind::End]);
    }

    #[test]
    fn what_is_no_token_is_an_error_with_its_place() {
        let mut errors = Errors::default();
        let kept = tokens("Row ° (1) /* open", &mut errors);
        assert_eq!(kept.len(), 6);
        let spans: Vec<TextRange> = errors.into_vec().iter().map(|error| error.range).collect();
        assert_eq!(spans, [TextRange::new(4, 6), TextRange::new(11, 13)]);
    }
}
