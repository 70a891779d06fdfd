//! A stencil over bricks with halos.
//!
//! A 3-D grid in bricks keeps neighbours of all three axes near each other in memory, which rows do not. A stencil then
//! goes brick by brick, and reads one element around each: its *halo*. The extents of the grid need not be multiples of
//! a brick's.
//!
//! [`stencil`](crate::Array::stencil) is written once for any layout: it hands out what lies around a line of results
//! as slices of equal length, and the compiler makes vector code of a loop over them. Of rows these are the array's
//! own; of bricks each box is copied out with its halo, once for all that reads it.
//!
//! ```
//! use lego::{Arr3D, Layout, LayoutError, layout};
//!
//! layout! {
//!     type Rows(x, y, z) = Row(x, y, z);
//!     /// Bricks of 16×16×64, one after the other; the last ones along each axis have holes.
//!     type Bricks(x, y, z) = OrderBy(Row(ceil_div(x, 16), ceil_div(y, 16), ceil_div(z, 64)), Row(16, 16, 64))
//!         .TileBy([ceil_div(x, 16)*16, ceil_div(y, 16)*16, ceil_div(z, 64)*64])
//!         .PadBy([x, y, z] => [ceil_div(x, 16)*16, ceil_div(y, 16)*16, ceil_div(z, 64)*64]);
//! }
//!
//! /// Each element and its six neighbours; those outside of the grid are 0. `par_write`, with the feature `rayon`, uses all cores.
//! fn step<L>(old: &Arr3D<i64, L>, new: &mut Arr3D<i64, L>) -> Result<(), LayoutError>
//! where
//!     L: Layout<Index = [usize; 3]> + Clone,
//! {
//!     old.stencil([1, 1, 1], 0).write(new, |near, out| {
//!         let here = near.line([0, 0, 0]);
//!         let [up, down] = [[-1, 0, 0], [1, 0, 0]].map(|by| near.line(by));
//!         let [north, south] = [[0, -1, 0], [0, 1, 0]].map(|by| near.line(by));
//!         let [west, east] = [[0, 0, -1], [0, 0, 1]].map(|by| near.line(by));
//!         for (k, x) in out.iter_mut().enumerate() {
//!             *x = here[k] + up[k] + down[k] + north[k] + south[k] + west[k] + east[k];
//!         }
//!     })
//! }
//!
//! for [x, y, z] in [[1, 1, 1], [5, 6, 7], [16, 8, 65], [17, 1, 11]] {
//!     let value = |i: usize, j: usize, k: usize| (i * i + 3 * j + 7 * k * j) as i64;
//!     let old = Arr3D::from_fn(Bricks::new(x, y, z)?, |[i, j, k]| value(i, j, k));
//!     let mut new = Arr3D::from_fn(Bricks::new(x, y, z)?, |_| -1);
//!     step(&old, &mut new)?;
//!     let rows = old.relayout_to(Rows::new(x, y, z)?)?;
//!     let mut new_rows = Arr3D::from_fn(*rows.layout(), |_| -1);
//!     step(&rows, &mut new_rows)?;
//!     assert_eq!(new, new_rows);
//!     for ([i, j, k], &sum) in new.iter() {
//!         let mut expected = value(i, j, k);
//!         for (here, extent, at) in [(i, x, 0), (j, y, 1), (k, z, 2)] {
//!             for neighbour in [here.wrapping_sub(1), here + 1].into_iter().filter(|&n| n < extent) {
//!                 let mut index = [i, j, k];
//!                 index[at] = neighbour;
//!                 expected += value(index[0], index[1], index[2]);
//!             }
//!         }
//!         assert_eq!(sum, expected);
//!     }
//! }
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # To change
//!
//! * `inner()` leaves what lacks a neighbour as it is; `by([8, 8, 32])?` chooses the boxes that a core works on, which
//! the layout's   tiles are without. * Which of rows and bricks is faster depends on the stencil, the field and the
//! machine: `benches/results/stencils.md` has both beside   loops by hand. Where each element has few neighbours and is
//! read once, rows are ahead. * Bricks in Z order keep neighbouring bricks near each other too: `Morton(8, 8, 8)` in
//! place of the outer `Row`, where their   numbers are powers of two. * [`halos`](crate::Array::halos) gives the boxes
//! with what is around them as views, element by element, for what is no stencil.
