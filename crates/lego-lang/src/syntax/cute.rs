//! The syntax of CuTe's layouts: nested sizes, a colon, strides of the same nesting; or an expression of CuTe's algebra.

#[cfg(feature = "cute")]
use super::Algebra;
use super::Expr;
use crate::text_range::Located;
use std::fmt::{Display, Formatter, Result};

/// A layout of CuTe's.
#[derive(Clone, Debug, PartialEq)]
pub enum Cute {
    /// `shape:stride`, as in `((2, 2), 4):((1, 8), 2)`: the sizes and the strides.
    Given(IntTuple, IntTuple),
    /// An expression whose value is a layout, as in `composition(A, (4, 3):(3, 1))`.
    #[cfg(feature = "cute")]
    Algebra(Algebra),
}

/// A number, or a tuple of such: CuTe's `IntTuple`.
pub type IntTuple = Located<IntTupleKind>;

/// What an [`IntTuple`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum IntTupleKind {
    /// A number.
    Leaf(Expr),
    /// `(a, b, …)`; at least one.
    Tuple(Vec<IntTuple>),
}

impl IntTupleKind {
    /// The modes: those of a tuple, or the number alone.
    #[must_use]
    pub fn leaves(&self) -> Vec<&Expr> {
        match self {
            Self::Leaf(leaf) => vec![leaf],
            Self::Tuple(modes) => modes.iter().flat_map(|mode| mode.leaves()).collect(),
        }
    }
}

impl Display for Cute {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Given(shape, stride) => write!(f, "{shape}:{stride}"),
            #[cfg(feature = "cute")]
            Self::Algebra(algebra) => f.write_str(&algebra.text),
        }
    }
}

impl Display for IntTupleKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Leaf(leaf) => leaf.node.fmt(f),
            Self::Tuple(modes) => {
                for (k, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if k == 0 { "(" } else { ", " })?;
                }
                f.write_str(")")
            }
        }
    }
}
