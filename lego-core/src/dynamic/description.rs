//! Descriptions: all that a layout chosen at run time is made of, as a compiler of the language hands it over.

use super::formula::Formula;
use super::text::LayoutText;
use alloc::vec::Vec;

/// A layout by its formulas: what a [`DynLayout`](super::DynLayout) is made of.
///
/// `lego_lang` makes descriptions of texts. One that is wrong makes a layout that breaks its laws, which can make arrays
/// panic or mix up elements, but never touch memory outside their buffer.
#[derive(Clone, Debug)]
pub struct Description {
    /// What the layout is written down as.
    pub text: LayoutText,
    /// The logical extents.
    pub dims: Vec<u64>,
    /// The number of positions that a buffer must hold.
    pub span: u64,
    /// From the index to the position: an input for each axis, one result, guards where an index may have no position.
    pub apply: Formula,
    /// From the position to the index: one input, a result for each axis, guards where a position may have no index.
    pub inv: Formula,
    /// For each axis, [`Mapping::stride`](crate::Mapping::stride).
    pub strides: Vec<Option<isize>>,
    /// For each axis, [`Mapping::run`](crate::Mapping::run).
    pub runs: Vec<Option<(usize, isize)>>,
    /// [`Mapping::anti_diagonal_stride`](crate::Mapping::anti_diagonal_stride).
    pub anti_diagonal: Option<isize>,
    /// Whether the layout rests on somebody's word, as a function that is `unchecked` does.
    pub is_vouched_for: bool,
    /// Whether indices share positions, as those of a `Symmetric`: then it is a map for reading, a
    /// [`DynMapping`](super::DynMapping), and no layout.
    pub shares: bool,
}
