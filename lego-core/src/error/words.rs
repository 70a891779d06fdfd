//! The words of every error, made by a `const fn`.

use super::layout_error::LayoutError;
use super::message::Message;
use crate::text::Text;
use core::fmt;

/// What is easily taken for the other way round.
const FIRST_IS_FASTEST: &str = "; of CuTe's modes in a mode the first is fastest, and row-major is (4, 8):(8, 1)";

impl LayoutError {
    /// An error in the words of CuTe's algebra, up to four texts long.
    #[must_use]
    pub fn algebra(words: &str) -> Self {
        Self::Algebra { words: cut(words) }
    }

    /// The same error with what may be written instead, where it is one of sizes that do not fit: a tile that does not divide,
    /// a size that is no power of two. Up to two texts long.
    #[must_use]
    pub fn or_write(mut self, instead: &str) -> Self {
        if let Self::DoesNotDivide { remedy, .. } | Self::NotPowerOfTwo { remedy, .. } = &mut self {
            *remedy = cut(instead);
        }
        self
    }

    /// The words, usable at compile time.
    pub(crate) const fn message(&self) -> Message {
        let m = Message::new();
        match self {
            Self::Syntax { expected, found } => {
                m.text("expected ").text(expected.as_str()).text(", found ").text(found.as_str())
            }
            Self::UnknownPiece { name, nearest } => {
                m.text("no piece is called ").text(name.as_str()).text("; the nearest name is ").text(nearest.as_str())
            }
            Self::UnknownStage { name, nearest } => {
                m.text("no stage is called ").text(name.as_str()).text("; the nearest name is ").text(nearest.as_str())
            }
            Self::Renamed { old, new } => m.text(old.as_str()).text(" is written ").text(new.as_str()).text(" now"),
            Self::UnknownName { name } => m.text("nothing is called ").text(name.as_str()).text(" here"),
            Self::Misplaced { what, help } => m.text(what.as_str()).text(" may not stand here: ").text(help.as_str()),
            Self::ArgumentCount { what, expected, found } => {
                m.text(what.as_str()).text(" takes ").text(expected.as_str()).text(", not ").number(*found)
            }
            Self::ArgumentKind { what, expected } => {
                m.text(what.as_str()).text(" needs ").text(expected.as_str()).text(" here")
            }
            Self::WrongRank { what, expected, found } => m
                .text(what.as_str())
                .text(" has rank ")
                .number(*found)
                .text(", but rank ")
                .number(*expected)
                .text(" is needed"),
            Self::RankTooLarge { what, found, most } => {
                m.text(what.as_str()).text(" has rank ").number(*found).text("; the largest rank is ").number(*most)
            }
            Self::NotAPermutation { rank, wrong, repeats, missing } => {
                let m = m.text("not a permutation of 1 to ").number(*rank).text(": ").signed(*wrong);
                let m = if *repeats { m.text(" repeats") } else { m.text(" is out of range") };
                m.text(" and ").number(*missing).text(" is missing")
            }
            Self::ModesCollide { first, second, position } => m
                .text("no bijection: ")
                .text(first.as_str())
                .text(" and ")
                .text(second.as_str())
                .text(" both go to position ")
                .number(*position)
                .text(FIRST_IS_FASTEST),
            Self::ModesSkip { position, count } => m
                .text("no bijection: position ")
                .number(*position)
                .text(" of the ")
                .number(*count)
                .text(" is never reached")
                .text(FIRST_IS_FASTEST),
            Self::Algebra { words: [a, b, c, d] } => {
                m.text(a.as_str()).text(b.as_str()).text(c.as_str()).text(d.as_str())
            }
            Self::ImagesCollide { first, second, index } => m
                .text("no bijection: positions ")
                .number(*first)
                .text(" and ")
                .number(*second)
                .text(" both have the index ")
                .text(index.as_str())
                .text("; no image may be the xor of others"),
            Self::ImagesMiss { index, bits, found } => m
                .text("no bijection: the index ")
                .text(index.as_str())
                .text(" has no position; there is an image for each of ")
                .number(*bits)
                .text(" bits of the position, not ")
                .number(*found),
            Self::NotATable { count: 0, .. } => m.text("a table has at least one entry, such as [0]"),
            Self::NotATable { count, wrong, repeats, missing } => {
                let m = m
                    .text("a table of ")
                    .number(*count)
                    .text(if *count == 1 { " entry" } else { " entries" })
                    .text(" has each number below ")
                    .number(*count);
                let m = m.text(" once, but ").signed(*wrong);
                let m = if *repeats { m.text(" repeats") } else { m.text(" is out of range") };
                m.text(" and ").number(*missing).text(" is missing")
            }
            Self::SizeNotPositive { what, value } => {
                m.text(what.as_str()).text(" is ").signed(*value).text(", but a size is at least 1")
            }
            // A literal needs no value beside it.
            Self::ZeroDivisor { divisor } if matches!(divisor.as_str().as_bytes(), b"0") => {
                m.text("a divisor is at least 1, not 0")
            }
            Self::ZeroDivisor { divisor } => {
                m.text("the divisor ").text(divisor.as_str()).text(" is 0, but a divisor is at least 1")
            }
            Self::SizeMismatch { left, left_size, right, right_size } => m
                .text(left.as_str())
                .text(" has ")
                .counted(*left_size, "element")
                .text(", but ")
                .text(right.as_str())
                .text(" has ")
                .number(*right_size),
            Self::DoesNotDivide { what, value, divisor, remedy } => m
                .text(what.as_str())
                .text(": ")
                .number(*divisor)
                .text(" does not divide ")
                .number(*value)
                .text("; divisors near it: ")
                .divisors_near(*value, *divisor)
                .remedy(remedy),
            Self::TooLarge { what, value, most } => {
                m.text(what.as_str()).text(" is ").number(*value).text(", but may be at most ").number(*most)
            }
            Self::Limit { what, value, most, help } => m
                .text(what.as_str())
                .text(" is ")
                .number(*value)
                .text(", but may be at most ")
                .number(*most)
                .text("; ")
                .text(help.as_str()),
            Self::Contradiction { fact } => m
                .text("the fact ")
                .text(fact.as_str())
                .text(" contradicts what is stated before it: no sizes meet both"),
            Self::Unmeetable { needed } => m
                .text("this needs ")
                .text(needed.as_str())
                .text(", which no sizes meet together with what the layout needs before it"),
            Self::TooComplex { what, most } => m
                .text(what.as_str())
                .text(" takes more than ")
                .number(*most)
                .text(" operations; fewer stages and pieces, or numbers in place of symbols, take less"),
            Self::TooSmall { what, value, least } => {
                m.text(what.as_str()).text(" is ").signed(*value).text(", but must be at least ").signed(*least)
            }
            Self::NotPowerOfTwo { what, value, remedy } => m
                .text(what.as_str())
                .text(" is ")
                .number(*value)
                .text(", which is no power of two; the nearest are ")
                .number(power_of_two_below(*value))
                .text(" and ")
                .number(power_of_two_below(*value).saturating_mul(2))
                .remedy(remedy),
            Self::NotCoprime { factor, size, divisor } => m
                .text("the factor ")
                .signed(*factor)
                .text(" and the size ")
                .number(*size)
                .text(" share the divisor ")
                .number(*divisor)
                .text("; they must be coprime"),
            Self::Overflow { what, bits } => {
                m.text(what.as_str()).text(" does not fit an index of ").number(*bits).text(" bits")
            }
            Self::FactFails { fact } => m.text("the fact ").text(fact.as_str()).text(" does not hold"),
            Self::Collision { first, second, position, unreached } => m
                .text("no bijection: ")
                .text(first.as_str())
                .text(" and ")
                .text(second.as_str())
                .text(" both go to position ")
                .number(*position)
                .text(", and position ")
                .number(*unreached)
                .text(" is never reached"),
            Self::SharedPosition { first, second, position } => m
                .text("no two indices may share a position: ")
                .text(first.as_str())
                .text(" and ")
                .text(second.as_str())
                .text(" both go to position ")
                .number(*position),
            Self::NotSeparable { index, position, joined } => m
                .text("the position must be a sum or a xor of one number an axis: at ")
                .text(index.as_str())
                .text(" it is ")
                .number(*position)
                .text(", the axes give ")
                .number(*joined)
                .text("; step through this layout by a Cursor"),
            Self::OutOfRange { at, to, bound } => {
                m.text(at.as_str()).text(" goes to ").text(to.as_str()).text(", outside ").text(bound.as_str())
            }
            Self::InverseDisagrees { index, position, back } => m
                .text("the inverse disagrees: ")
                .text(index.as_str())
                .text(" goes to position ")
                .number(*position)
                .text(", but the inverse sends that to ")
                .text(back.as_str()),
            Self::Undefined { at, why } => {
                m.text("the function has no value at ").text(at.as_str()).text(": ").text(why.as_str())
            }
            Self::Unchecked { count, most } => m
                .text("a function on ")
                .number(*count)
                .text(" elements is checked only up to ")
                .number(*most)
                .text("; to vouch for it yourself, write GenP(…, unchecked)"),
            Self::CheckTooLong { steps, most } => m
                .text("to check the functions on every element takes ")
                .number(*steps)
                .text(" steps, and at most ")
                .number(*most)
                .text(" are taken for a layout; write shorter ones, or vouch for it: GenP(…, unchecked)"),
            Self::InverseNeeded { function } => m
                .text("no inverse is found for ")
                .text(function.as_str())
                .text("; write it as the next argument, such as |p| (p / 8, p % 8)"),
            Self::PathAtRunTime { path } => m
                .text("the function ")
                .text(path.as_str())
                .text(" can be called in layout! only; write a closure such as |i, j| i * 8 + j"),
            Self::ValueNeeded { name } => m.text(name.as_str()).text(" needs a value here"),
            Self::WrongLength { expected, found } => m
                .text("a buffer of ")
                .counted(*found as u128, "element")
                .text(", but the layout needs ")
                .number(*expected as u128),
            Self::ShapeMismatch { axis, expected, found } => m
                .text("the shape ")
                .text(found.as_str())
                .text(" does not match ")
                .text(expected.as_str())
                .text(": axis ")
                .number(*axis as u128)
                .text(" differs"),
            Self::Overlap { first, second, at } => m
                .text(first.as_str())
                .text(" and ")
                .text(second.as_str())
                .text(" overlap: ")
                .text(at.as_str())
                .text(" is in both"),
            Self::Different { what, left, right } => m
                .text("the layouts differ: ")
                .text(what.as_str())
                .text(" are ")
                .text(left.as_str())
                .text(" and ")
                .text(right.as_str()),
        }
    }
}

/// Words cut into texts that hold them; the last one may be cut short.
fn cut<const N: usize>(words: &str) -> [Text; N] {
    let (mut texts, mut rest) = ([Text::new(""); N], words);
    for (k, text) in texts.iter_mut().enumerate() {
        let mut length = if k + 1 == N { rest.len() } else { rest.len().min(Text::CAPACITY) };
        while !rest.is_char_boundary(length) {
            length -= 1;
        }
        let (own, more) = rest.split_at(length);
        (*text, rest) = (Text::new(own), more);
    }
    texts
}

const fn power_of_two_below(value: u128) -> u128 {
    if value < 2 { 1 } else { 1 << value.ilog2() }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for LayoutError {}
