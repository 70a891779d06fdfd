//! What an operation of CuTe's algebra refuses, and why: which mode, and the numbers that do not fit each other.

use core::fmt;

/// Why an operation has no result.
///
/// Modes are leaves of a layout, counted from 0 from the left, whatever brackets stand around them.
///
/// ```
/// use lego_algebra::cute::Layout;
/// let error = Layout::parse("(6,2):(8,2)").unwrap().composition(&Layout::parse("3:4").unwrap()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mode 0 of B, 3:4, goes in steps of 4 through mode 0 of A, 6:8, and 4 does not divide 6",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// More than 32 leaves.
    Capacity,
    /// More than 255 brackets inside each other.
    Depth,
    /// A tuple of nothing, which has no size.
    Empty,
    /// A number beyond 64 bits.
    Overflow,
    /// Shape and stride are not trees of the same form.
    NotCongruent,
    /// An extent below 0, or another number below what it has to be at least.
    Extent {
        /// The leaf of the shape.
        leaf: usize,
        /// Its extent.
        extent: i64,
    },
    /// A layout without a coordinate, where a value of it is needed.
    EmptyLayout,
    /// A composition that is no strided layout, or not by this walk.
    Divisibility(DivisibilityError),
    /// A complement of modes that leave uneven gaps: a stride that is no multiple of what the modes before it span.
    Inadmissible {
        /// The stride.
        stride: i64,
        /// What the modes of smaller stride span.
        spanned: i64,
    },
    /// A negative stride where the operation is defined for strides from 0 on.
    NegativeStride {
        /// The leaf.
        mode: usize,
        /// Its stride.
        stride: i64,
    },
    /// A rank that the operation does not take.
    Rank {
        /// What it takes at most, or exactly.
        wanted: usize,
        /// What it got.
        found: usize,
    },
    /// A part of a coordinate that is negative or not below its extent.
    Coordinate {
        /// The leaf of the coordinate.
        mode: usize,
        /// The part.
        at: i64,
        /// The extent; without, any number from 0 on will do.
        size: Option<i64>,
    },
    /// A coordinate of another form than the shape: a tuple for an integer, or one of other length.
    Form {
        /// The parts of the coordinate.
        parts: usize,
        /// The modes that they stand for.
        modes: usize,
    },
    /// A shape of another size, or layouts of two sizes.
    Size {
        /// The size that is needed.
        wanted: i64,
        /// The size that there is.
        found: i64,
    },
    /// A thread-value layout that leaves its tile.
    BeyondTile {
        /// A value of the layout.
        value: i64,
        /// The elements of the tile.
        size: i64,
    },
    /// Two coordinates have the same value.
    NotInjective {
        /// The one integer coordinate.
        one: i64,
        /// The other.
        other: i64,
    },
    /// A value that no coordinate has.
    NotOnto {
        /// The value.
        missing: i64,
    },
    /// Numbers that make no swizzle.
    Swizzle {
        /// How many bits are changed.
        bits: i32,
        /// The first of the lower of the two groups of bits.
        base: i32,
        /// From the changing to the changed bits, downwards.
        shift: i32,
    },
    /// A mode whose elements are not whole elements of the other width.
    Recast {
        /// The leaf.
        mode: usize,
        /// Its extent.
        shape: i64,
        /// Its stride.
        stride: i64,
        /// How many narrow elements make a wide one.
        ratio: i64,
    },
    /// Modes whose elements lie in a wide element only partly, or twice.
    RecastCarry {
        /// How many narrow elements make a wide one.
        ratio: i64,
    },
    /// Narrower elements of a layout without a mode of stride 1 that could hold them.
    NoContiguousMode {
        /// How many narrow elements make a wide one.
        ratio: i64,
    },
    /// A swizzle that exchanges parts of wide elements.
    RecastSwizzle {
        /// The lowest bit that the swizzle touches.
        base: i32,
        /// How many narrow elements make a wide one.
        ratio: i64,
    },
    /// Two numbers of which neither divides the other.
    ShapeDiv {
        /// What is divided.
        dividend: i64,
        /// By what.
        divisor: i64,
    },
    /// The answer takes more steps than allowed.
    Limit {
        /// The steps that were allowed.
        steps: u64,
    },
}

/// Why a composition A ∘ B fails: which leaf of B, at which mode of A, and by which numbers.
///
/// The modes of A are those after coalescing, which the walk goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DivisibilityError {
    /// The leaf of B; 0 for [`Kind::Distributivity`], where it is all of them together.
    pub mode: usize,
    /// Its extent and its stride; for [`Kind::Distributivity`] the size of B and the coordinate that fails.
    pub of_b: (i64, i64),
    /// The mode of the coalesced A.
    pub at: usize,
    /// Its extent and its stride.
    pub of_a: (i64, i64),
    /// What is left of B's extent and stride when the walk arrives there; for [`Kind::Distributivity`] the two values.
    pub rest: (i64, i64),
    /// What fails.
    pub kind: Kind,
}

/// What fails in a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The stride of B's mode neither divides nor is divided by an extent of A.
    Stride,
    /// The extent of B's mode ends inside a mode of A and has more after it.
    Shape,
    /// Each mode of B composes, but A of their sum is not the sum of A: digits carry.
    Distributivity,
    /// B's mode goes to negative values, where A has no value.
    Negative,
}

impl fmt::Display for DivisibilityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mode, of_b, at, of_a, rest, kind } = self;
        let (b, a) = (Pair(*of_b), Pair(*of_a));
        match kind {
            Kind::Stride if rest.1 >= of_a.0 => write!(
                f,
                "mode {mode} of B, {b}, steps over mode {at} of A, {a}, by {}, which is no multiple of {}",
                rest.1, of_a.0
            ),
            Kind::Stride => write!(
                f,
                "mode {mode} of B, {b}, goes in steps of {} through mode {at} of A, {a}, and {} does not divide {}",
                rest.1, rest.1, of_a.0
            ),
            Kind::Shape => write!(
                f,
                "mode {mode} of B, {b}, arrives at mode {at} of A, {a}, with {} coordinates in steps of {}; {} of them \
                 fit there, and {} is no multiple of {}",
                rest.0,
                rest.1,
                of_a.0 / rest.1,
                rest.0,
                of_a.0 / rest.1
            ),
            Kind::Distributivity => write!(
                f,
                "the modes of B compose one by one, but not together: their sum carries over at mode {at} of A, {a}; at coordinate \
                 {} A has {}, and the composed modes add up to {}",
                of_b.1, rest.0, rest.1
            ),
            Kind::Negative => write!(
                f,
                "mode {mode} of B, {b}, goes to negative values, at which A has none: its integer coordinates start at 0"
            ),
        }
    }
}

/// Extent and stride in CuTe's notation.
struct Pair((i64, i64));

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0.0, self.0.1)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Capacity => f.write_str("a layout has at most 32 modes"),
            Error::Depth => f.write_str("brackets stand at most 255 deep inside each other"),
            Error::Empty => f.write_str("a tuple needs an element: () has no size"),
            Error::Overflow => f.write_str("a number goes beyond 64 bits"),
            Error::NotCongruent => f.write_str("shape and stride need the same brackets, as in ((2,2),4):((1,8),2)"),
            Error::Extent { leaf, extent } if *extent < 0 => {
                write!(f, "extent {extent} of mode {leaf}: extents start at 0")
            }
            Error::Extent { leaf, extent } => write!(f, "number {extent} of mode {leaf}: it has to be at least 1"),
            Error::EmptyLayout => {
                f.write_str("an extent is 0, so that the layout is empty and has no value to go on from")
            }
            Error::Divisibility(error) => error.fmt(f),
            Error::Inadmissible { stride, spanned } => write!(
                f,
                "no complement: the modes of strides below {stride} span {spanned}, and {stride} is no multiple of {spanned}, \
                 so that the gaps have no common stride"
            ),
            Error::NegativeStride { mode, stride } => {
                write!(f, "stride {stride} of mode {mode} is negative; this operation is for strides from 0 on")
            }
            Error::Rank { wanted, found } if found > wanted => {
                write!(f, "rank {found} is given and rank {wanted} is the most: mode {wanted} stands for nothing")
            }
            Error::Rank { wanted, found } => {
                write!(f, "rank {found} is given and rank {wanted} is needed: mode {found} is missing")
            }
            Error::Coordinate { mode, at, size: Some(size) } if *at >= 0 => {
                write!(f, "no coordinate of this shape: part {mode} is {at}, and extent {size} ends before it")
            }
            Error::Coordinate { mode, at, .. } => {
                write!(f, "no coordinate of this shape: part {mode} is {at}, and they start at 0")
            }
            Error::Form { parts, modes } => {
                write!(f, "no coordinate of this shape: {parts} parts stand for {modes} modes")
            }
            Error::Size { wanted, found } => write!(f, "size {found} is given and size {wanted} is needed"),
            Error::BeyondTile { value, size } => {
                write!(f, "the value {value} lies outside of the tile, which has {size} elements")
            }
            Error::NotInjective { one, other } => {
                write!(f, "not injective: the coordinates {one} and {other} have the same value")
            }
            Error::NotOnto { missing } => write!(f, "not onto: no coordinate has the value {missing}"),
            Error::Swizzle { bits, base, shift } => write!(
                f,
                "no swizzle: Sw<{bits},{base},{shift}> needs bits and base from 0 on, a shift of at least {bits} either way, and \
                 62 bits together"
            ),
            Error::Recast { mode, shape, stride, ratio } => write!(
                f,
                "mode {mode}, {shape}:{stride}, has no whole elements of {ratio} old ones: {stride} is no multiple of {ratio}, \
                 and the mode is not made of groups that fill such an element"
            ),
            Error::RecastCarry { ratio } => {
                write!(f, "modes that share an element of {ratio} old ones lie across its end")
            }
            Error::NoContiguousMode { ratio } => write!(
                f,
                "no mode of stride 1 holds the {ratio} new elements of an old one; put one there first, as in (1,…):(1,…)"
            ),
            Error::RecastSwizzle { base, ratio } => write!(
                f,
                "a swizzle from bit {base} on changes what is inside an element of {ratio} old ones, so that its positions \
                 are none of the wide elements"
            ),
            Error::ShapeDiv { dividend, divisor } => {
                write!(f, "shape_div: neither of {dividend} and {divisor} divides the other")
            }
            Error::Limit { steps } => write!(f, "not decided within {steps} steps"),
        }
    }
}

impl core::error::Error for Error {}
