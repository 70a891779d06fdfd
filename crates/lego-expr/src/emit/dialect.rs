//! Target languages: what each has, and how it is written.
//!
//! A target is one implementation of [`Dialect`]. What it writes is its own choice: text, or the tokens of a macro
//! ([`Output`]). The printer walks the expression, puts brackets where the precedences of the dialect ask for them, and names
//! what is used twice; the dialect is given its operands as they are written.
//!
//! ```
//! use lego_expr::{Abilities, Arena, Dialect, Kind, Op, Shared, Unknown, Variable, write};
//!
//! /// C, as far as unsigned integers of 64 bits go.
//! struct C;
//!
//! impl Dialect for C {
//!     type Output = String;
//!
//!     fn abilities(&self) -> Abilities {
//!         Abilities { isqrt: false, min_max: false, ..Abilities::ALL }
//!     }
//!
//!     fn variable(&self, variable: &Variable) -> String {
//!         variable.name.clone()
//!     }
//!
//!     fn shared(&self, number: usize) -> String {
//!         format!("t{number}")
//!     }
//!
//!     fn statement(&self, shared: &Shared<String>) -> String {
//!         format!("const uint64_t {} = {};", shared.name, shared.value)
//!     }
//!
//!     fn choice(&self, truth: String, then: String, otherwise: String) -> String {
//!         format!("({truth} ? {then} : {otherwise})")
//!     }
//! }
//!
//! let arena = Arena::new();
//! let extent = arena.constant(9);
//! let [i, j] = ["i", "j"].map(|name| arena.variable(name, Kind::Index { extent }));
//! let least = arena.binary(Op::Min, arena.binary(Op::Add, i, j), j);
//! assert_eq!(write(&arena, &[least], &[], &C, &Unknown)?.values, ["(i + j < j ? i + j : j)"]);
//! # Ok::<(), lego_expr::Stop>(())
//! ```

use crate::emit::shared::Shared;
use crate::graph::node::{Comparison, Function, Op, Variable};
use crate::legal::abilities::Abilities;
use crate::ranges::range::Range;

/// A part of a program that is being written: text, or the tokens of a macro.
pub trait Output: Clone {
    /// A name.
    fn word(word: &str) -> Self;

    /// A number.
    fn number(value: i128) -> Self;

    /// An operator between its operands.
    fn infix(left: Self, sign: &str, right: Self) -> Self;

    /// A call of a function.
    fn call(function: &str, arguments: Vec<Self>) -> Self;

    /// An expression in parentheses.
    fn bracketed(inner: Self) -> Self;

    /// Statements and what comes after them, one after the other.
    fn sequence(parts: Vec<Self>) -> Self;
}

impl Output for String {
    fn word(word: &str) -> Self {
        word.to_owned()
    }

    fn number(value: i128) -> Self {
        value.to_string()
    }

    fn infix(left: Self, sign: &str, right: Self) -> Self {
        format!("{left} {sign} {right}")
    }

    fn call(function: &str, arguments: Vec<Self>) -> Self {
        format!("{function}({})", arguments.join(", "))
    }

    fn bracketed(inner: Self) -> Self {
        format!("({inner})")
    }

    fn sequence(parts: Vec<Self>) -> Self {
        parts.join(" ")
    }
}

/// What the outermost part of an expression is, as far as precedence asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `if c { a } else { b }`
    Choice,
    /// A comparison.
    Comparison(Comparison),
    /// An operation on two.
    Binary(Op),
    /// An operation on two truths: `And`, `Or` or `Xor`.
    Truths(Op),
    /// A number below zero.
    Negative,
}

/// How tightly names, numbers, calls and brackets bind: nothing binds more tightly.
pub const ATOM: u8 = 10;

/// How tightly an operator of Rust's binds; a minimum and a maximum are calls.
#[must_use]
pub fn precedence(operator: Operator) -> u8 {
    match operator {
        Operator::Choice => 0,
        Operator::Comparison(_) => 1,
        Operator::Truths(op) => precedence(Operator::Binary(op)),
        Operator::Binary(Op::Or) => 2,
        Operator::Binary(Op::Xor) => 3,
        Operator::Binary(Op::And) => 4,
        Operator::Binary(Op::Shl | Op::Shr) => 5,
        Operator::Binary(Op::Add | Op::Sub) => 6,
        Operator::Binary(Op::Mul | Op::Div | Op::Rem) | Operator::Negative => 7,
        Operator::Binary(Op::Min | Op::Max) => ATOM,
    }
}

/// How tightly the operands of an operator of Rust's bind where they have no brackets: readers like to see those around a
/// shift.
#[must_use]
pub fn operands(operator: Operator) -> u8 {
    match operator {
        Operator::Binary(Op::Shl | Op::Shr) => 8,
        _ => precedence(operator),
    }
}

/// Writes the statements that a branch computes ahead, and its value.
pub type Block<T> = fn(Vec<T>, T) -> T;

/// A target language: what it has, and how it is written.
///
/// The operators that have a default are those of Rust.
pub trait Dialect {
    /// What it is written as.
    type Output: Output;

    /// What the target has.
    fn abilities(&self) -> Abilities;

    /// A variable.
    fn variable(&self, variable: &Variable) -> Self::Output;

    /// The name of a value that is computed ahead, by its place among those.
    fn shared(&self, number: usize) -> Self::Output;

    /// The statement that computes a value ahead.
    fn statement(&self, shared: &Shared<Self::Output>) -> Self::Output;

    /// One of two values, by a truth. None of the three has brackets.
    fn choice(&self, truth: Self::Output, then: Self::Output, otherwise: Self::Output) -> Self::Output;

    /// How a branch is written that computes values ahead, from the statements and the value; `None` for a target without
    /// blocks in expressions.
    fn block(&self) -> Option<Block<Self::Output>> {
        None
    }

    /// The operands that are written more than once where an operation is: 1 for the first, 2 for the second, 3 for both.
    fn repeats(&self, _op: Op) -> u8 {
        0
    }

    /// A number.
    fn number(&self, value: i128) -> Self::Output {
        Self::Output::number(value)
    }

    /// How tightly an operator binds, from 0, for what needs brackets in every operand, to [`ATOM`], for what never does.
    fn precedence(&self, operator: Operator) -> u8 {
        precedence(operator)
    }

    /// How tightly the operands of an operator must bind to stand without brackets, where that is more than precedence asks
    /// for.
    fn operands(&self, operator: Operator) -> u8 {
        operands(operator)
    }

    /// An operation on two, which have the brackets that they need; a minimum or a maximum is a call.
    fn binary(&self, op: Op, left: Self::Output, right: Self::Output) -> Self::Output {
        match op {
            Op::Min | Op::Max => Self::Output::call(op.sign(), vec![left, right]),
            _ => Self::Output::infix(left, op.sign(), right),
        }
    }

    /// An operation on two truths, which have the brackets that they need; neither fails where the other decides.
    fn truths(&self, op: Op, left: Self::Output, right: Self::Output) -> Self::Output {
        self.binary(op, left, right)
    }

    /// A comparison of two, which have the brackets that they need.
    fn compare(&self, comparison: Comparison, left: Self::Output, right: Self::Output) -> Self::Output {
        Self::Output::infix(left, comparison.sign(), right)
    }

    /// The integer square root of a value in a range.
    fn isqrt(&self, argument: Self::Output, _range: Range) -> Self::Output {
        Self::Output::call("isqrt", vec![argument])
    }

    /// The entry of a list, which has a number among those of the arena, at a place, which is inside of it and has no brackets. Asked of a target that has lists, each of which
    /// writes them its own way.
    fn look_up(&self, _list: u32, entries: &[u64], place: Self::Output) -> Self::Output {
        let entries = entries.iter().map(|&entry| self.number(entry.into()));
        Self::Output::call("look_up", entries.chain([place]).collect())
    }

    /// A component of what a function of the user's gives.
    fn call(&self, function: &Function, _part: u32, arguments: Vec<Self::Output>) -> Self::Output {
        Self::Output::call(&function.path, arguments)
    }

    /// A divisor that is no number, if it is written otherwise than other values: as what needs no brackets.
    fn divisor(&self, _divisor: &Self::Output) -> Option<Self::Output> {
        None
    }

    /// Whether a quotient and a remainder by a power of two are written as a shift and a mask.
    fn masks(&self) -> bool {
        false
    }

    /// The number of bits of the type in which is computed, where a shift by so many places must not be; `None` for integers
    /// of any size.
    fn width(&self) -> Option<Self::Output> {
        None
    }
}
