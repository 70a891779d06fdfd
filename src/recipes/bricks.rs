//! A stencil over bricks with halos.
//!
//! A 3-D grid in bricks keeps neighbours of all three axes near each other in memory, which rows do not. A stencil then goes
//! brick by brick, and reads one element around each: its *halo*. The extents of the grid need not be multiples of a brick's.
//!
//! ```
//! use lego::{Arr3D, Layout, LayoutError, layout};
//!
//! layout! {
//!     /// Bricks of 4×4×4, one after the other; the last ones along each axis have holes.
//!     type Bricks(x, y, z) = OrderBy(Row(ceil_div(x, 4), ceil_div(y, 4), ceil_div(z, 4)), Row(4, 4, 4))
//!         .TileBy([ceil_div(x, 4)*4, ceil_div(y, 4)*4, ceil_div(z, 4)*4])
//!         .PadBy([x, y, z] => [ceil_div(x, 4)*4, ceil_div(y, 4)*4, ceil_div(z, 4)*4]);
//! }
//!
//! /// Each element and its six neighbours, those outside of the grid left out.
//! fn step(old: &Arr3D<i64, Bricks>) -> Result<Arr3D<i64, Bricks>, LayoutError> {
//!     let mut new = Arr3D::from_fn(*old.layout(), |_| 0);
//!     // All bricks may be written at the same time: here one thread has each, `rayon` would share them out.
//!     std::thread::scope(|scope| -> Result<(), LayoutError> {
//!         for ((_, around), (_, mut brick)) in old.halos([4, 4, 4], [1, 1, 1])?.zip(new.blocks_mut([4, 4, 4])?) {
//!             scope.spawn(move || {
//!                 for ([i, j, k], x) in brick.iter_mut() {
//!                     // In the halo the place of the element itself is [i + 1, j + 1, k + 1].
//!                     let neighbours = [
//!                         [i + 1, j + 1, k + 1],
//!                         [i, j + 1, k + 1],
//!                         [i + 2, j + 1, k + 1],
//!                         [i + 1, j, k + 1],
//!                         [i + 1, j + 2, k + 1],
//!                         [i + 1, j + 1, k],
//!                         [i + 1, j + 1, k + 2],
//!                     ];
//!                     *x = neighbours.into_iter().filter_map(|place| around.get(place)).sum();
//!                 }
//!             });
//!         }
//!         Ok(())
//!     })?;
//!     Ok(new)
//! }
//!
//! for [x, y, z] in [[1, 1, 1], [5, 6, 7], [4, 8, 3], [9, 1, 11]] {
//!     let value = |i: usize, j: usize, k: usize| (i * i + 3 * j + 7 * k * j) as i64;
//!     let old = Arr3D::from_fn(Bricks::new(x, y, z)?, |[i, j, k]| value(i, j, k));
//!     let new = step(&old)?;
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
//! * Bricks in Z order keep neighbouring bricks near each other too: `Morton(8, 8, 8)` in place of the outer `Row`, where their
//!   numbers are powers of two.
//! * Inside a brick a [`Cursor`](crate::mapping::Cursor) finds neighbours without computing a position anew, and
//!   [`Offsets`](crate::mapping::Offsets) holds a table for each axis; the benchmark `stencil` compares them
//!   (`benches/results/stencil.md`).
