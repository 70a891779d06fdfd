//! The mapping with an inverse in 32 bits, for GPU code that walks positions.

use super::layout::Layout;
use super::mapping32::Mapping32;

/// A [`Mapping32`] whose inverse can be computed in `u32` as well.
///
/// Law, where [`check_u32`](Mapping32::check_u32) is `Ok` and for every position below the span:
/// [`inv_u32`](Layout32::inv_u32) gives what [`inv`](Layout::inv) gives.
///
/// `layout!` implements it for every layout whose span can fit 32 bits.
///
/// ```
/// use lego_core::{Layout, Layout32, LayoutError, Mapping, Mapping32};
///
/// #[derive(Clone, Copy)]
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
/// impl Mapping32 for Row4x8 {
///     type Index32 = [u32; 2];
///     type Position32 = u32;
///     type Sizes32 = [u32; 0];
///     fn sizes_u32(&self) -> [u32; 0] {
///         []
///     }
///     fn from_sizes_u32([]: [u32; 0]) -> Self {
///         Row4x8
///     }
///     fn check_u32(&self) -> Result<(), LayoutError> {
///         Ok(())
///     }
///     fn dims_u32(&self) -> [u32; 2] {
///         [4, 8]
///     }
///     fn span_u32(&self) -> u32 {
///         32
///     }
///     fn apply_u32(&self, [i, j]: [u32; 2]) -> u32 {
///         i * 8 + j
///     }
/// }
/// impl Layout32 for Row4x8 {
///     type Preimage32 = [u32; 2];
///     fn inv_u32(&self, position: u32) -> [u32; 2] {
///         [position / 8, position % 8]
///     }
/// }
/// assert_eq!(Row4x8.inv_u32(Row4x8.apply_u32([3, 7])), [3, 7]);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is no layout with an inverse in 32 bits")]
pub trait Layout32: Layout + Mapping32 {
    /// What [`inv_u32`](Layout32::inv_u32) gives: the index, or an option of it where the layout has a `PadBy`.
    type Preimage32: Into<Option<Self::Index32>>;

    /// The index at a position.
    fn inv_u32(&self, position: u32) -> Self::Preimage32;
}
