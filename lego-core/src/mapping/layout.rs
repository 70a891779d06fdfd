//! The mapping with an inverse: what elements are written through.

use super::mapping::{Mapping, StaticMapping};
use super::preimage::Preimage;

/// A [`Mapping`] with an inverse, so that no two indices share a position.
///
/// Laws, for every index `i` inside [`dims`](Mapping::dims) and every position `p < span()`:
///
/// * a position is hit by at most one index: `try_inv(try_apply(i)?) == Some(i)`;
/// * what has an index lies where it says: `try_apply(try_inv(p)?) == Some(p)`;
/// * positions stay in the buffer: `try_apply(i)? < span()`;
/// * in a bijection (`Position = usize`, `Preimage = Index`) every index has a position, every position an index,
///   and `count() == span()`.
///
/// Types made by `layout!` keep these laws; a type of your own that breaks them can make the arrays of this crate
/// panic or mix up elements, but never touch memory outside their buffer.
///
/// ```
/// use lego_core::{Layout, Mapping};
///
/// struct Row4x8;
/// impl Mapping for Row4x8 {
///     type Index = [usize; 2];
///     type Position = usize;
///     fn dims(&self) -> [usize; 2] {
///         [4, 8]
///     }
///     fn span(&self) -> usize {
///         32
///     }
///     fn apply(&self, [i, j]: [usize; 2]) -> usize {
///         i * 8 + j
///     }
/// }
/// impl Layout for Row4x8 {
///     type Preimage = [usize; 2];
///     fn inv(&self, position: usize) -> [usize; 2] {
///         [position / 8, position % 8]
///     }
/// }
/// assert_eq!(Row4x8.try_apply([1, 2]), Some(10));
/// assert_eq!(Row4x8.try_inv(32), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no layout: it has no inverse",
    note = "elements are read through any `Mapping`; they are written through a `Layout`, in which no two indices share a position"
)]
pub trait Layout: Mapping {
    /// What [`inv`](Layout::inv) gives: the index, or an option of it where the layout has a `PadBy`, an index or a hole.
    type Preimage: Preimage<Self::Index>;

    /// The index at a position below [`span`](Mapping::span); outside, a debug assertion fails or the result means nothing.
    #[doc(alias = "idx2crd")]
    fn inv(&self, position: usize) -> Self::Preimage;

    /// The index at a position, `None` outside [`span`](Mapping::span) or in a hole that `PadBy` left.
    #[inline]
    fn try_inv(&self, position: usize) -> Option<Self::Index> {
        if position < self.span() { self.inv(position).into() } else { None }
    }
}

/// A borrowed layout is the same map.
impl<L: Layout> Layout for &L {
    type Preimage = L::Preimage;

    #[inline]
    fn inv(&self, position: usize) -> L::Preimage {
        (**self).inv(position)
    }

    #[inline]
    fn try_inv(&self, position: usize) -> Option<L::Index> {
        (**self).try_inv(position)
    }
}

/// A layout whose sizes are all known at compile time: every [`Layout`] that is a [`StaticMapping`].
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout whose sizes are known at compile time")]
pub trait StaticLayout: Layout + StaticMapping {}

impl<L: Layout + StaticMapping> StaticLayout for L {}
