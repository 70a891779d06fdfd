//! The error of everything in this project that takes a layout.
//!
//! The same values come out of the macro (as compile errors), the run-time parser, the command line, the constructors of
//! layouts with run-time sizes and the arrays. The words are made by a `const fn`, so a failed compile-time assertion
//! prints them too.

use super::message::Message;
use crate::text::Text;

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
    /// A table misses or repeats a number.
    NotATable {
        /// How many entries it has: each number below must be there once.
        count: u128,
        /// An entry that does not belong: out of range, or there a second time.
        wrong: i128,
        /// Whether `wrong` is there twice (otherwise it is out of range).
        repeats: bool,
        /// A number that is missing.
        missing: u128,
    },
    /// A layout of CuTe's that has to be a bijection sends two coordinates to one position.
    ModesCollide {
        /// The first index: a number for each top-level mode.
        first: Text,
        /// The second index.
        second: Text,
        /// Where both go.
        position: u128,
    },
    /// A layout of CuTe's that has to be a bijection leaves out a position.
    ModesSkip {
        /// The position.
        position: u128,
        /// How many positions there are.
        count: u128,
    },
    /// A layout over the field of two elements that has to be a bijection has one index at two positions.
    ImagesCollide {
        /// The first position: a sum of bits whose images make that of the second.
        first: u128,
        /// The second position: one bit.
        second: u128,
        /// The index of both.
        index: Text,
    },
    /// A layout over the field of two elements that has to be a bijection leaves out an index.
    ImagesMiss {
        /// The index.
        index: Text,
        /// How many bits a position has.
        bits: u128,
        /// How many images there are.
        found: u128,
    },
    /// What CuTe's algebra refuses, in its own words.
    Algebra {
        /// The words, cut into texts that hold them.
        words: [Text; 4],
    },
    /// A size is zero or below.
    SizeNotPositive {
        /// The size as written.
        what: Text,
        /// Its value.
        value: i128,
    },
    /// A divisor in a closure is zero, whatever the index is.
    ZeroDivisor {
        /// The divisor as written.
        divisor: Text,
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
        /// What may be written instead, cut into texts that hold it; empty where that is not known.
        remedy: [Text; 2],
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
    /// More than the limit of what is taken on.
    Limit {
        /// What there is too much of, in words.
        what: Text,
        /// How much there is.
        value: u128,
        /// How much there may be.
        most: u128,
        /// What to do about it.
        help: Text,
    },
    /// A fact cannot hold together with those stated before it.
    Contradiction {
        /// The fact as written.
        fact: Text,
    },
    /// A layout needs what no sizes have.
    Unmeetable {
        /// What it needs, in words.
        needed: Text,
    },
    /// Something takes more operations than anybody could use.
    TooComplex {
        /// What takes them, in words.
        what: Text,
        /// The most that it may take.
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
        /// What may be written instead, cut into texts that hold it; empty where that is not known.
        remedy: [Text; 2],
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
    /// A map that has to be injective sends two indices to one position.
    SharedPosition {
        /// The first index.
        first: Text,
        /// The second index.
        second: Text,
        /// Where both go.
        position: u128,
    },
    /// A map that has to be put together from its axes is not.
    NotSeparable {
        /// The first index where it is not.
        index: Text,
        /// Its position.
        position: u128,
        /// What the axes add up to.
        joined: u128,
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
    /// The functions of a layout take too long to be checked on every index.
    CheckTooLong {
        /// How many steps that takes, or more.
        steps: u128,
        /// How many may be taken.
        most: u128,
    },
    /// A function without an inverse, of which none is found.
    InverseNeeded {
        /// The function as written.
        function: Text,
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
        /// The shape wanted.
        expected: Text,
        /// The shape there is.
        found: Text,
    },
    /// Two parts of an array that must have nothing in common overlap.
    Overlap {
        /// The first, in words.
        first: Text,
        /// The second, in words.
        second: Text,
        /// An index in both.
        at: Text,
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
    /// Returns the error of a shape that is not the one wanted.
    ///
    /// ```
    /// let error = lego_core::LayoutError::shape_mismatch(&[2, 3], &[2, 4]);
    /// assert_eq!(error.to_string(), "the shape [2, 4] does not match [2, 3]: axis 1 differs");
    /// ```
    #[cold]
    #[must_use]
    pub fn shape_mismatch(expected: &[usize], found: &[usize]) -> Self {
        let rank = expected.len().min(found.len());
        let axis = (0..rank).find(|&k| expected[k] != found[k]).unwrap_or(rank);
        let [expected, found] = [expected, found].map(|shape| Text::new(Message::new().list(shape).as_str()));
        Self::ShapeMismatch { axis, expected, found }
    }
}
