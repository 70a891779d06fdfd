//! A line as a format of C, made when the kernel is compiled.

use super::Line;
use super::arguments::{Arguments, Kind};
use super::pieces::{Letter, MOST_BYTES, Piece, Style, check, piece};

/// What stands before each line, in C: coordinates of block and thread.
const PLACE: &str = "block (%u, %u, %u), thread (%u, %u, %u): ";

/// The room of a line in C, of a short one and of any: a `%` is two bytes there, `{}` up to four, and at last come a new line and a
/// zero.
const SHORT: usize = 128;
const ROOM: usize = PLACE.len() + 2 * MOST_BYTES + 2;

/// That a number can be printed in a style.
///
/// # Panics
/// If not, at compile time.
const fn check_style(kind: Kind, style: Style) {
    let is_float = matches!(kind, Kind::Float);
    assert!(
        is_float || matches!(style.letter, Letter::Plain | Letter::Hexadecimal) && style.digits.is_none(),
        "`{{:e}}` and `{{:.3}}` of `trace!` are of an `f32` or `f64`, and this argument is an integer"
    );
    assert!(
        !is_float || !matches!(style.letter, Letter::Hexadecimal),
        "`{{:x}}` of `trace!` is of an integer, and this argument is a float: write `x.to_bits()`"
    );
}

/// A line as C has it.
pub(super) struct Format<L, A>(core::marker::PhantomData<(L, A)>);

impl<L: Line, A: Arguments> Format<L, A> {
    /// Ends in a new line and zeros.
    pub(super) const TEXT: &'static [u8] = {
        check(L::TEXT, A::KINDS.len());
        // What is not chosen is not in the PTX.
        if format_of::<0>(L::TEXT, A::KINDS).1 < SHORT {
            &format_of::<SHORT>(L::TEXT, A::KINDS).0
        } else {
            &format_of::<ROOM>(L::TEXT, A::KINDS).0
        }
    };
}

/// A format of C as it is written: bytes, and zeros behind them.
struct Written<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Written<N> {
    const fn add(&mut self, text: &str) {
        let (text, mut i) = (text.as_bytes(), 0);
        while i < text.len() {
            self.byte(text[i]);
            i += 1;
        }
    }

    const fn byte(&mut self, byte: u8) {
        if self.len < N {
            self.bytes[self.len] = byte;
        }
        self.len += 1;
    }
}

/// The format in C, and how many bytes it takes.
///
/// # Panics
/// Where a number cannot be printed in its style, at compile time.
const fn format_of<const N: usize>(text: &str, kinds: &[Kind]) -> ([u8; N], usize) {
    let mut written = Written { bytes: [0; N], len: 0 };
    written.add(PLACE);
    let (text, mut at, mut argument) = (text.as_bytes(), 0, 0);
    while at < text.len() {
        let (piece, next) = piece(text, at);
        match piece {
            Piece::Byte(b'%') => written.add("%%"),
            Piece::Byte(byte) => written.byte(byte),
            Piece::Place(style) => {
                check_style(kinds[argument], style);
                written.byte(b'%');
                if let Some(digits) = style.digits {
                    written.byte(b'.');
                    written.byte(b'0' + digits / 10);
                    written.byte(b'0' + digits % 10);
                }
                let letter = match style.letter {
                    Letter::Plain => None,
                    Letter::Hexadecimal => Some("x"),
                    Letter::Exponent => Some("e"),
                };
                let (length, plain) = match kinds[argument] {
                    Kind::Unsigned => ("", "u"),
                    Kind::Signed => ("", "d"),
                    Kind::Unsigned64 => ("ll", "u"),
                    Kind::Signed64 => ("ll", "d"),
                    Kind::Float => ("", "f"),
                };
                written.add(length);
                written.add(match letter {
                    Some(letter) => letter,
                    None => plain,
                });
                argument += 1;
            }
        }
        at = next;
    }
    written.byte(b'\n');
    (written.bytes, written.len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_c(text: &str, kinds: &[Kind]) -> String {
        let (format, end) = format_of::<ROOM>(text, kinds);
        assert!(end < ROOM, "no room for the zero of {text}");
        assert!(format[end..].iter().all(|byte| *byte == 0));
        let line = std::str::from_utf8(&format[..end]).unwrap();
        line.strip_prefix(PLACE).unwrap().strip_suffix('\n').unwrap().to_owned()
    }

    #[test]
    fn places_become_those_of_c_for_each_type() {
        use Kind::{Float, Signed, Signed64, Unsigned, Unsigned64};
        let kinds = [Unsigned, Signed, Unsigned64, Signed64, Float];
        assert_eq!(in_c("{} {} {} {} {}", &kinds), "%u %d %llu %lld %f");
        assert_eq!(in_c("{:x}{:x}{:x}{:x}", &kinds[..4]), "%x%x%llx%llx");
        assert_eq!(in_c("{:e}|{:.3}|{:.12e}", &[Float; 3]), "%e|%.03f|%.12e");
        assert_eq!(in_c("100 % of {{{}}} é", &kinds[..1]), "100 %% of {%u} é");
        assert_eq!(in_c("", &[]), "");
        // The longest lines that there are have room.
        in_c(&"%".repeat(MOST_BYTES), &[]);
        in_c(&"{:.99e}".repeat(8), &[Float; 8]);
        in_c(&"{}".repeat(MOST_BYTES / 2), &[Unsigned64; MOST_BYTES / 2]);
    }

    #[test]
    fn styles_suit_their_numbers() {
        let style =
            |text: &'static str, kind| std::panic::catch_unwind(move || format_of::<ROOM>(text, &[kind])).is_err();
        assert!(style("{:e}", Kind::Signed) && style("{:.3}", Kind::Unsigned64) && style("{:x}", Kind::Float));
    }
}
