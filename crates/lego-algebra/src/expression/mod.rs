//! Expressions of CuTe's algebra, as its documentation writes them, and their values.
//!
//! ```text
//! text ── lexer ── parser ── Syntax ── evaluate ── Value          composition((6,2):(8,2), (4,3):(3,1))
//! ```
//!
//! Layouts, tuples, tilers `<3:4, 8:2>`, `_`, swizzles and `o`, numbers with `+ - * / %`, names with values from outside, and
//! calls inside each other. Integers may be written as C++ has them, `_4`, `Int<4>{}`, and so may types: `Shape<_2,_4>{}`.
//! Every error has its place in the text.
//!
//! ```
//! use lego_algebra::expression::evaluate;
//! let value = |text| evaluate(text, &|_| None).unwrap().to_string();
//! assert_eq!(value("composition((6,2):(8,2), (4,3):(3,1))"), "((2,2),3):((24,2),8)");
//! assert_eq!(value("logical_divide((4,8):(8,1), (2,4))"), "((2,2),(4,2)):((8,16),(1,4))");
//! assert_eq!(value("size(complement(4:2, 24))"), "6");
//! let error = evaluate("size(complment(4:2, 24))", &|_| None).unwrap_err();
//! assert_eq!((error.start, error.end), (5, 14));
//! assert_eq!(error.message, "no function complment; the nearest is complement");
//! ```

mod argument;
mod evaluate;
mod functions;
mod lexer;
mod parser;
mod partition;
mod syntax;
mod value;

pub use evaluate::{evaluate, evaluate_syntax};
pub use functions::{names, nearest};
pub use parser::parse;
pub use syntax::{Expression, Fact, Node, Relation, Syntax};
pub use value::Value;

use alloc::string::String;
use core::fmt;

/// What is wrong with an expression, and where: bytes `start..end` of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The first byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
    /// What is wrong, and what would be right.
    pub message: String,
    /// Whether an operation on modes says so: then it may be that their order was taken for the other one.
    pub of_modes: bool,
}

impl Fault {
    /// A fault at a part of the expression.
    pub fn at(node: &Node, message: impl Into<String>) -> Self {
        Self { start: node.start, end: node.end, message: message.into(), of_modes: false }
    }

    /// What an operation on modes says of a part of the expression.
    pub(crate) fn of_modes(node: &Node, message: impl Into<String>) -> Self {
        Self { of_modes: true, ..Self::at(node, message) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.start, self.message)
    }
}

impl core::error::Error for Fault {}
