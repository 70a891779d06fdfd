//! What generic code asks of a layout: that arrays of some element can be made in it, or that it is a bijection.

use super::layout::Layout;
use super::preimage::Hole;

/// A layout in which an owned array of `T` can be made from values for its indices: any bijection, and any other layout if `T`
/// has a default, which stands in the holes.
///
/// It holds for every layout for which it can; generic code asks for it by [`ArrayLayout`] or by name.
pub trait Fills<T>: Layout {
    /// The default of a hole, `None` in a layout without holes.
    fn hole() -> Option<T>;
}

impl<T, L: Layout<Preimage: Hole<T>>> Fills<T> for L {
    #[inline(always)]
    fn hole() -> Option<T> {
        L::Preimage::value()
    }
}

/// What generic code asks of a layout of rank `R` for arrays of `T`: all that makes, reads and changes them.
///
/// It holds for every layout that has these bounds; nobody implements it.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::{Arr2D, ArrayLayout};
///
/// fn identity<L: ArrayLayout<f32, 2>>(layout: L) -> Arr2D<f32, L> {
///     Arr2D::from_fn(layout, |[i, j]| if i == j { 1.0 } else { 0.0 })
/// }
/// assert_eq!(identity(Col::<2, 3>).as_physical(), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout of rank {R} for owned arrays of `{T}`")]
pub trait ArrayLayout<T, const R: usize>: Layout<Index = [usize; R]> + Fills<T> + Clone {}

impl<T, L: Layout<Index = [usize; R]> + Fills<T> + Clone, const R: usize> ArrayLayout<T, R> for L {}

/// What generic code asks of a bijection of rank `R`: every index has a position, and every position an index.
///
/// It holds for every layout that has these bounds; nobody implements it. It is an [`ArrayLayout`] for every `T`.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::{Arr2D, Bijection};
///
/// /// There is no default of this.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Place([usize; 2]);
///
/// fn places<L: Bijection<2>>(layout: L) -> Arr2D<Place, L> {
///     Arr2D::from_fn(layout, Place)
/// }
/// assert_eq!(places(Col::<2, 3>)[[1, 2]], Place([1, 2]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bijection of rank {R}: it has an `ExpandBy` or a `PadBy`, or no inverse"
)]
pub trait Bijection<const R: usize>:
    Layout<Index = [usize; R], Position = usize, Preimage = [usize; R]> + Clone
{
}

impl<L: Layout<Index = [usize; R], Position = usize, Preimage = [usize; R]> + Clone, const R: usize> Bijection<R>
    for L
{
}
