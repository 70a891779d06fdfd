//! Everything that can be wrong with a layout, in one enum with one set of words.
//!
//! The same values come out of the macro (as compile errors), the run-time parser, the command line, the constructors of
//! layouts with run-time sizes and the arrays. The words are made by a `const fn`, so a failed compile-time assertion
//! prints them too.

use crate::message::Message;
use crate::text::Text;
use core::fmt;

/// What is wrong with a layout, or with the use of one.
///
/// ```
/// use lego_core::check;
/// let error = check::divides("M / 64", 100, 64).unwrap_err();
/// assert_eq!(error.to_string(), "M / 64: 64 does not divide 100; divisors near it: 50, 100, 25, 20");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// The text is not of the language.
    Syntax {
        /// What could stand here.
        expected: Text,
        /// What stands here.
        found: Text,
    },
    /// No permutation has this name.
    UnknownPiece {
        /// The name as written.
        name: Text,
        /// The nearest name there is.
        nearest: Text,
    },
    /// No stage of a chain has this name.
    UnknownStage {
        /// The name as written.
        name: Text,
        /// The nearest name there is.
        nearest: Text,
    },
    /// A piece is written as in an earlier version of the language.
    Renamed {
        /// How it was written.
        old: Text,
        /// How it is written now.
        new: Text,
    },
    /// A name in an expression stands for nothing.
    UnknownName {
        /// The name as written.
        name: Text,
    },
    /// A stage stands where it may not.
    Misplaced {
        /// The stage or piece.
        what: Text,
        /// What to do instead.
        help: Text,
    },
    /// A wrong number of arguments.
    ArgumentCount {
        /// The piece or stage.
        what: Text,
        /// How many it takes, in words.
        expected: Text,
        /// How many it got.
        found: u128,
    },
    /// An argument of the wrong kind.
    ArgumentKind {
        /// The piece or stage.
        what: Text,
        /// What the argument has to be.
        expected: Text,
    },
    /// A list of the wrong length.
    WrongRank {
        /// What has the wrong rank.
        what: Text,
        /// The rank it needs.
        expected: u128,
        /// The rank it has.
        found: u128,
    },
    /// A rank above what an index can have.
    RankTooLarge {
        /// What has that rank.
        what: Text,
        /// The rank.
        found: u128,
        /// The largest one.
        most: u128,
    },
    /// The list s of a `RegP` misses or repeats a value.
    NotAPermutation {
        /// How many values there must be: 1..=rank.
        rank: u128,
        /// A value that does not belong: out of range, or there a second time.
        wrong: i128,
        /// Whether `wrong` is there twice (otherwise it is out of range).
        repeats: bool,
        /// A value that is missing.
        missing: u128,
    },
    /// A size is zero or below.
    SizeNotPositive {
        /// The size as written.
        what: Text,
        /// Its value.
        value: i128,
    },
    /// Two sizes that must agree do not.
    SizeMismatch {
        /// The first, in words.
        left: Text,
        /// Its size.
        left_size: u128,
        /// The second, in words.
        right: Text,
        /// Its size.
        right_size: u128,
    },
    /// A tile or quotient does not divide.
    DoesNotDivide {
        /// What is divided, in words.
        what: Text,
        /// The size to divide.
        value: u128,
        /// The size that should divide it.
        divisor: u128,
    },
    /// A value is above its limit.
    TooLarge {
        /// What is too large, in words.
        what: Text,
        /// Its value.
        value: u128,
        /// The largest it may be.
        most: u128,
    },
    /// A value is below its limit.
    TooSmall {
        /// What is too small, in words.
        what: Text,
        /// Its value.
        value: i128,
        /// The smallest it may be.
        least: i128,
    },
    /// A size that must be a power of two is none.
    NotPowerOfTwo {
        /// The size, in words.
        what: Text,
        /// Its value.
        value: u128,
    },
    /// Two numbers that must be coprime share a divisor.
    NotCoprime {
        /// The factor.
        factor: i128,
        /// The size.
        size: u128,
        /// Their greatest common divisor.
        divisor: u128,
    },
    /// A size or an index does not fit the index type.
    Overflow {
        /// What does not fit, in words.
        what: Text,
        /// The width of the index type in bits.
        bits: u128,
    },
    /// A fact of the `where` clause does not hold.
    FactFails {
        /// The fact as written.
        fact: Text,
    },
    /// A `GenP` sends two indices to one position.
    Collision {
        /// The first index.
        first: Text,
        /// The second index.
        second: Text,
        /// Where both go.
        position: u128,
        /// A position that no index reaches.
        unreached: u128,
    },
    /// A `GenP` leaves its range.
    OutOfRange {
        /// The index, or the position for an inverse.
        at: Text,
        /// Where it goes.
        to: Text,
        /// What bounds it, in words.
        bound: Text,
    },
    /// The inverse of a `GenP` does not lead back.
    InverseDisagrees {
        /// The index.
        index: Text,
        /// Its position.
        position: u128,
        /// Where the inverse sends that position.
        back: Text,
    },
    /// A closure cannot be evaluated at an index: division by zero, or a value below zero or above the index type.
    Undefined {
        /// The index.
        at: Text,
        /// Why, in words.
        why: Text,
    },
    /// A `GenP` has too many elements to be checked.
    Unchecked {
        /// How many it has.
        count: u128,
        /// How many can be checked.
        most: u128,
    },
    /// A path to a function, where no function can be called.
    PathAtRunTime {
        /// The path as written.
        path: Text,
    },
    /// A size needs a value here.
    ValueNeeded {
        /// The parameter.
        name: Text,
    },
    /// A buffer of the wrong length.
    WrongLength {
        /// The layout's size.
        expected: usize,
        /// The buffer's length.
        found: usize,
    },
    /// Two shapes that must be equal differ.
    ShapeMismatch {
        /// The first axis where they differ.
        axis: usize,
        /// The extent wanted.
        expected: usize,
        /// The extent there is.
        found: usize,
    },
    /// Two layouts that must be the same map differ.
    Different {
        /// What differs, in words, with the index where it does.
        what: Text,
        /// What it is in the first.
        left: Text,
        /// What it is in the second.
        right: Text,
    },
}

impl LayoutError {
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
            Self::SizeNotPositive { what, value } => {
                m.text(what.as_str()).text(" is ").signed(*value).text(", but a size is at least 1")
            }
            Self::SizeMismatch { left, left_size, right, right_size } => m
                .text(left.as_str())
                .text(" has ")
                .counted(*left_size, "element")
                .text(", but ")
                .text(right.as_str())
                .text(" has ")
                .number(*right_size),
            Self::DoesNotDivide { what, value, divisor } => m
                .text(what.as_str())
                .text(": ")
                .number(*divisor)
                .text(" does not divide ")
                .number(*value)
                .text("; divisors near it: ")
                .divisors_near(*value, *divisor),
            Self::TooLarge { what, value, most } => {
                m.text(what.as_str()).text(" is ").number(*value).text(", but may be at most ").number(*most)
            }
            Self::TooSmall { what, value, least } => {
                m.text(what.as_str()).text(" is ").signed(*value).text(", but must be at least ").signed(*least)
            }
            Self::NotPowerOfTwo { what, value } => m
                .text(what.as_str())
                .text(" is ")
                .number(*value)
                .text(", which is no power of two; the nearest are ")
                .number(power_of_two_below(*value))
                .text(" and ")
                .number(power_of_two_below(*value).saturating_mul(2)),
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
                .text("axis ")
                .number(*axis as u128)
                .text(" has extent ")
                .number(*found as u128)
                .text(", but ")
                .number(*expected as u128)
                .text(" is needed"),
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

const fn power_of_two_below(value: u128) -> u128 {
    if value < 2 { 1 } else { 1 << value.ilog2() }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for LayoutError {}
