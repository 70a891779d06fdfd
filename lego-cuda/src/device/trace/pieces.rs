//! The text of a line: bytes that are printed, and places for arguments.

/// How many bytes a line has at most before its arguments are put in.
pub const MOST_BYTES: usize = 400;

/// How a number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) letter: Letter,
    /// Digits behind the point.
    pub(super) digits: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Plain,
    Hexadecimal,
    Exponent,
}

/// What stands at a place of a line.
pub(super) enum Piece {
    Byte(u8),
    Place(Style),
}

/// What stands at a byte of a line, and where the next piece begins.
///
/// # Panics
/// If no line can have it, at compile time.
pub(super) const fn piece(text: &[u8], at: usize) -> (Piece, usize) {
    let next = if at + 1 < text.len() { text[at + 1] } else { 0 };
    match text[at] {
        0 => panic!("a line of `trace!` has no zero byte: it would end there"),
        b'{' if next == b'{' => (Piece::Byte(b'{'), at + 2),
        b'}' if next == b'}' => (Piece::Byte(b'}'), at + 2),
        b'{' => place(text, at + 1),
        b'}' => panic!("a `}}` in a line of `trace!` is written `}}}}`"),
        byte => (Piece::Byte(byte), at + 1),
    }
}

/// What stands between the braces from here on.
const fn place(text: &[u8], mut at: usize) -> (Piece, usize) {
    let mut style = Style { letter: Letter::Plain, digits: None };
    if at < text.len() && text[at] == b':' {
        at += 1;
        if at < text.len() && text[at] == b'.' {
            at += 1;
            let (mut digits, first) = (0, at);
            while at < text.len() && text[at].is_ascii_digit() && at < first + 2 {
                digits = 10 * digits + (text[at] - b'0');
                at += 1;
            }
            assert!(at > first, "behind the `.` of a place of `trace!` stand one or two digits: `{{:.3}}`");
            style.digits = Some(digits);
        }
        if at < text.len() && text[at] == b'e' {
            style.letter = Letter::Exponent;
            at += 1;
        } else if at < text.len() && text[at] == b'x' {
            style.letter = Letter::Hexadecimal;
            at += 1;
        }
    }
    assert!(
        at < text.len() && text[at] == b'}',
        "a place of `trace!` is `{{}}`, `{{:x}}`, `{{:e}}`, `{{:.3}}` or `{{:.3e}}`, and arguments stand behind the text"
    );
    (Piece::Place(style), at + 1)
}

/// That a line has a place for each argument, and can be one.
///
/// # Panics
/// If not, at compile time.
#[doc(hidden)]
pub const fn check(text: &str, arguments: usize) {
    let text = text.as_bytes();
    assert!(text.len() <= MOST_BYTES, "a line of `trace!` has at most 400 bytes");
    let (mut at, mut places) = (0, 0);
    while at < text.len() {
        let (piece, next) = piece(text, at);
        if let Piece::Place(_) = piece {
            places += 1;
        }
        at = next;
    }
    assert!(places <= arguments, "this line of `trace!` has more places `{{}}` than arguments");
    assert!(places >= arguments, "this line of `trace!` has more arguments than places `{{}}`");
    assert!(places <= 8, "a line of `trace!` has at most 8 arguments");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lines_are_refused() {
        let refused =
            |text: &'static str, arguments: usize| std::panic::catch_unwind(|| check(text, arguments)).is_err();
        for (text, arguments) in [("", 0), ("{}", 1), ("{{}}", 0), ("{:.3}{:x}{:e}{:.10e}", 4), ("{}{}{}{}{}{}{}{}", 8)]
        {
            assert!(!refused(text, arguments), "{text}");
        }
        for (text, arguments) in [
            ("{}", 0),
            ("", 1),
            ("{}{}", 1),
            ("{", 1),
            ("}", 0),
            ("{:}x", 0),
            ("{:.}", 1),
            ("{:.100}", 1),
            ("{:?}", 1),
            ("{name}", 1),
            ("{0}", 1),
            ("a\0b", 0),
            ("{}{}{}{}{}{}{}{}{}", 9),
        ] {
            assert!(refused(text, arguments), "{text}");
        }
        let long: &'static str = "x".repeat(MOST_BYTES + 1).leak();
        assert!(refused(long, 0));
    }
}
