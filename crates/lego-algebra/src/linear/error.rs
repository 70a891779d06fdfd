//! What an operation on linear layouts refuses, and why: which dim, which bit, and the numbers that do not fit.

use super::dim::Dim;
use core::fmt;

/// One of the two sides of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What goes in.
    In,
    /// What comes out.
    Out,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::In => "in",
            Self::Out => "out",
        })
    }
}

/// Why an operation has no result.
///
/// ```
/// use lego_algebra::linear::{Dim, LinearLayout};
/// let (x, y) = (Dim::named("x"), Dim::named("y"));
/// let error = LinearLayout::identity_1d(24, x, y).unwrap_err();
/// assert_eq!(error.to_string(), "x has size 24, which is no power of two: a layout over F2 has only such sizes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A name that is none.
    Name {
        /// Its bytes.
        length: usize,
    },
    /// A size over F2.
    PowerOfTwo {
        /// The dim.
        dim: Dim,
        /// Its size.
        size: u64,
    },
    /// More than 16 dims on a side.
    Dims,
    /// More than 64 bits on a side.
    Bits {
        /// How many.
        bits: usize,
    },
    /// A name that stands twice on a side.
    Twice {
        /// The name.
        dim: Dim,
    },
    /// A name that a side lacks.
    Unknown {
        /// The name.
        dim: Dim,
        /// The side.
        side: Side,
    },
    /// Another number of dims, coordinates or axes than it takes.
    Count {
        /// What it takes.
        wanted: usize,
        /// What it got.
        found: usize,
    },
    /// A coordinate that is not below the size.
    Value {
        /// The dim.
        dim: Dim,
        /// Its number of bits.
        bits: u32,
        /// The coordinate.
        value: u64,
    },
    /// Two dims that stand in one order here and in the other there, so that no order is both.
    Order {
        /// The one.
        one: Dim,
        /// The other.
        other: Dim,
    },
    /// A dim of two sizes where it must have one, or not more than the other.
    Sizes {
        /// The dim.
        dim: Dim,
        /// Its bits in the first.
        one: u32,
        /// In the second.
        other: u32,
    },
    /// Another number of points than before.
    Reshape {
        /// The bits before.
        from: usize,
        /// After.
        to: usize,
    },
    /// Not as many bits in as out, where a map must be square.
    Square {
        /// Bits in.
        ins: usize,
        /// Bits out.
        outs: usize,
    },
    /// Points that nothing is mapped to, where a map must be onto.
    NotSurjective {
        /// The dimension of the image.
        rank: usize,
        /// The bits out.
        outs: usize,
    },
    /// Two points with one image, where a map must be one to one.
    NotInjective {
        /// A point besides 0 that is mapped to 0.
        kernel: u64,
    },
    /// A column that no combination of the other map's columns is.
    NotInImage {
        /// The column's number among the flat bits.
        bit: usize,
        /// The column.
        column: u64,
    },
    /// A division that does not go.
    NotDivisible {
        /// The number of the first column that stands against it, among the flat bits of the dividend.
        bit: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A dim of a divisor that the dividend has not, or not so large.
    NoFactor {
        /// The dim.
        dim: Dim,
        /// The side.
        side: Side,
        /// What is wrong.
        why: &'static str,
    },
    /// A dim on which the map is not the identity alone.
    NotTrivial {
        /// The dim.
        dim: Dim,
        /// What is wrong.
        why: &'static str,
    },
    /// Images that have a bit in common, where a sum and an xor differ.
    NotStrided {
        /// The number of the first bit, among the flat ones, whose image has a bit of one before.
        bit: usize,
    },
    /// A layout that has not the form that an operation is for.
    Form {
        /// The form, and what to do.
        wanted: &'static str,
    },
    /// A parameter that a family of layouts does not take.
    Parameter {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: i64,
        /// What it takes.
        wanted: &'static str,
    },
}

impl Error {
    /// Whether there is no result because none exists, rather than because the question is none.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        matches!(
            self,
            Self::NotInImage { .. }
                | Self::NotDivisible { .. }
                | Self::NoFactor { .. }
                | Self::NotTrivial { .. }
                | Self::NotSurjective { .. }
                | Self::NotStrided { .. }
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Name { length } => {
                write!(f, "a name of {length} bytes: a dim is named by 1 to 16 bytes, none of them zero")
            }
            Self::PowerOfTwo { dim, size } => {
                write!(f, "{dim} has size {size}, which is no power of two: a layout over F2 has only such sizes")
            }
            Self::Dims => f.write_str("more than 16 dims on a side"),
            Self::Bits { bits } => write!(f, "{bits} bits on a side; the most are 64"),
            Self::Twice { dim } => write!(f, "{dim} stands twice on a side"),
            Self::Unknown { dim, side } => write!(f, "there is no {side} dim {dim}"),
            Self::Count { wanted, found } => write!(f, "{found} given where it takes {wanted}"),
            Self::Value { dim, bits, value } => {
                write!(f, "{value} is no coordinate of {dim}, which has size {}", 1u128 << bits)
            }
            Self::Order { one, other } => {
                write!(f, "{one} stands before {other} in one and after it in the other; transpose one of them first")
            }
            Self::Sizes { dim, one, other } => {
                write!(f, "{dim} has size {} in one and {} in the other", 1u128 << one, 1u128 << other)
            }
            Self::Reshape { from, to } => write!(f, "2^{from} points cannot be seen as 2^{to}"),
            Self::Square { ins, outs } => write!(f, "{ins} bits in and {outs} out: only a square map has an inverse"),
            Self::NotSurjective { rank, outs } => {
                write!(f, "not surjective: the image has 2^{rank} of 2^{outs} points")
            }
            Self::NotInjective { kernel } => write!(f, "not injective: point {kernel} has the image of point 0"),
            Self::NotInImage { bit, column } => {
                write!(f, "the image of bit {bit}, {column:#x}, is no image of the other map")
            }
            Self::NotDivisible { bit, why } => write!(f, "not divisible: the image of bit {bit} {why}"),
            Self::NoFactor { dim, side, why } => write!(f, "not divisible: {side} dim {dim} of the divisor {why}"),
            Self::NotTrivial { dim, why } => write!(f, "not the identity on {dim} alone: {why}"),
            Self::NotStrided { bit } => write!(
                f,
                "the image of bit {bit} has a bit in common with another: adding carries where xor does not, so that no layout is \
                 strided and linear"
            ),
            Self::Form { wanted } => f.write_str(wanted),
            Self::Parameter { name, value, wanted } => write!(f, "{name} is {value}; it takes {wanted}"),
        }
    }
}

impl core::error::Error for Error {}
