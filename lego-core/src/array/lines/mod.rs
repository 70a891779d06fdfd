//! Lines: a walk over an array of rank 2 along its rows, columns or anti-diagonals.
//!
//! Many algorithms go line by line and let each element depend on the lines before: sweeps, stencils, dynamic
//! programming. What such a walk costs is a matter of the layout. Where a line lies in one piece it is a plain slice,
//! and the compiler turns a loop over it into vector code; where it does not, every element must be looked up.
//!
//! [`Array::lines`] and [`Array::lines_mut`] hand out lines in the best form that the layout allows:
//!
//! | the layout's stride along the line | form |
//! |---|---|
//! | `Some(1)` | a plain slice |
//! | another `Some(s)` | a run with a constant stride ([`ScatteredLine`], [`CellLine`]) |
//! | `None` | a run that asks the layout for every position |
//!
//! The stride comes from [`Mapping::stride`] and [`Mapping::anti_diagonal_stride`], which are constants after inlining in
//! a type made by `layout!`, so the choice costs nothing at run time. A kernel written once over [`Line`] and
//! [`LineMut`] serves all forms:
//!
//! ```
//! use lego_core::array::{Array, Columns, Line, LineMut, Rows, Walk};
//! # #[derive(Clone, Copy)]
//! # struct Row3x4;
//! # impl lego_core::Mapping for Row3x4 {
//! #     type Index = [usize; 2];
//! #     type Position = usize;
//! #     fn dims(&self) -> [usize; 2] { [3, 4] }
//! #     fn span(&self) -> usize { 12 }
//! #     fn apply(&self, [i, j]: [usize; 2]) -> usize { i * 4 + j }
//! #     fn stride(&self, axis: usize) -> Option<isize> { Some([4, 1][axis]) }
//! #     fn anti_diagonal_stride(&self) -> Option<isize> { Some(3) }
//! # }
//! # impl lego_core::Layout for Row3x4 {
//! #     type Preimage = [usize; 2];
//! #     fn inv(&self, p: usize) -> [usize; 2] { [p / 4, p % 4] }
//! # }
//!
//! /// Adds to each line the one before it.
//! fn accumulate<K: LineMut<Item = i32>>(lines: impl Iterator<Item = K>) {
//!     let mut before: Option<K> = None;
//!     for mut line in lines {
//!         if let Some(before) = before {
//!             for k in 0..line.len().min(before.len()) {
//!                 line.set(k, line.at(k) + before.at(k));
//!             }
//!         }
//!         before = Some(line);
//!     }
//! }
//!
//! let mut a = Array::from_physical(Row3x4, [1; 12])?;
//! match a.lines_mut(Rows).walk() {
//!     Walk::Slices(lines) => accumulate(lines),
//!     Walk::Scattered(lines) => accumulate(lines),
//! }
//! match a.lines_mut(Columns).walk() {
//!     Walk::Slices(lines) => accumulate(lines),
//!     Walk::Scattered(lines) => accumulate(lines),
//! }
//! assert_eq!(a[[2, 3]], 12);
//! # Ok::<(), lego_core::LayoutError>(())
//! ```
//!
//! Nothing here is `unsafe`. [`Mapping`] is a safe trait, so a layout may be wrong; then a line may hold other elements
//! than it should, or a call may panic, but slices that can be written never overlap.

mod direction;
mod line;
mod mutable;
mod scattered;
mod shared;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod walk;

pub use direction::{AntiDiagonals, Columns, Direction, Rows};
pub use line::{Line, LineMut};
pub use mutable::{LineRefMut, LinesMut, Picked};
pub use scattered::{CellLine, ScatteredLine};
pub use shared::{LineRef, Lines};
pub use walk::{CellLines, ScatteredLines, Slices, SlicesMut, Walk};

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::mapping::{Layout, Mapping};
use direction::Family;

impl<S, L> Array<S, L, 2>
where
    S: Storage,
    L: Mapping<Index = [usize; 2], Position = usize> + Clone,
{
    /// The lines of one direction, to be read.
    ///
    /// Law: element `t` of line `k` is the element at index `[k, t]` for rows, `[t, k]` for columns, and `[i0 + t, k -
    /// i0 - t]` for anti-diagonals, `i0` being the least `i` on it.
    ///
    /// Layouts with an `ExpandBy` have no lines: their elements are not all there.
    ///
    /// ```
    /// use lego_core::array::{AntiDiagonals, Line, LineRef, Rows, View2D};
    /// # #[derive(Clone, Copy)]
    /// # struct Row2x3;
    /// # impl lego_core::Mapping for Row2x3 {
    /// #     type Index = [usize; 2];
    /// #     type Position = usize;
    /// #     fn dims(&self) -> [usize; 2] { [2, 3] }
    /// #     fn span(&self) -> usize { 6 }
    /// #     fn apply(&self, [i, j]: [usize; 2]) -> usize { i * 3 + j }
    /// #     fn stride(&self, axis: usize) -> Option<isize> { Some([3, 1][axis]) }
    /// #     fn anti_diagonal_stride(&self) -> Option<isize> { Some(2) }
    /// # }
    /// # impl lego_core::Layout for Row2x3 {
    /// #     type Preimage = [usize; 2];
    /// #     fn inv(&self, p: usize) -> [usize; 2] { [p / 3, p % 3] }
    /// # }
    ///
    /// let a = View2D::from_physical(Row2x3, &[1, 2, 3, 4, 5, 6][..])?;
    /// assert!(matches!(a.lines(Rows).line(1), LineRef::Slice([4, 5, 6])));
    /// let diagonal = a.lines(AntiDiagonals).line(2);
    /// assert_eq!([diagonal.at(0), diagonal.at(1)], [3, 5]);
    /// # Ok::<(), lego_core::LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn lines<D: Direction>(&self, direction: D) -> Lines<'_, S::Elem, L, D> {
        Lines { data: self.as_physical(), family: Family { layout: self.layout().clone(), direction } }
    }

    /// The lines of one direction, to be changed; the same law as for [`lines`](Array::lines).
    #[inline(always)]
    pub fn lines_mut<D: Direction>(&mut self, direction: D) -> LinesMut<'_, S::Elem, L, D>
    where
        S: StorageMut,
        L: Layout,
    {
        let family = Family { layout: self.layout().clone(), direction };
        LinesMut { data: self.as_physical_mut(), family }
    }
}
