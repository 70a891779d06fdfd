//! The syntax of CuTe's layouts: nested sizes, a colon, strides of the same nesting.

use super::Expr;
use crate::text_range::Located;
use std::fmt::{Display, Formatter, Result};

/// `shape:stride`, as in `((2, 2), 4):((1, 8), 2)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cute {
    /// The sizes.
    pub shape: IntTuple,
    /// The strides.
    pub stride: IntTuple,
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
        write!(f, "{}:{}", self.shape, self.stride)
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
