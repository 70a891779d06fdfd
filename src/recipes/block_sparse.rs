//! A matrix of which only some blocks are stored.
//!
//! Of a large sparse matrix whose entries come in clusters one stores the blocks that have any: block-compressed sparse rows.
//! The blocks themselves are dense, and their layout is free: column by column for a processor's vectors, swizzled for a GPU.
//!
//! ```
//! use lego::{BlockSparse, LayoutError, Mapping, layout};
//!
//! layout! {
//!     /// A block of 4×3, column by column.
//!     type Block = Col(4, 3);
//! }
//!
//! /// A matrix of blocks of R×C times a vector.
//! fn product<L, const R: usize, const C: usize>(a: &BlockSparse<Vec<f64>, L>, x: &[f64]) -> Vec<f64>
//! where
//!     L: Mapping<Index = [usize; 2]> + Clone,
//! {
//!     let [m, n] = a.dims();
//!     assert_eq!(a.layout().dims(), [R, C]);
//!     // The last blocks reach beyond the matrix, and so do the vectors here: no index is compared in the loops.
//!     let mut x = x.to_vec();
//!     x.resize(n.next_multiple_of(C), 0.0);
//!     let mut y = Vec::with_capacity(m.next_multiple_of(R));
//!     for row in 0..m.div_ceil(R) {
//!         let mut sums = [0.0; R];
//!         for (column, block) in a.block_row(row) {
//!             let x = &x[column * C..][..C];
//!             // Along the columns, as the block is stored.
//!             for j in 0..C {
//!                 for i in 0..R {
//!                     sums[i] += block[[i, j]] * x[j];
//!                 }
//!             }
//!         }
//!         y.extend(sums);
//!     }
//!     y.truncate(m);
//!     y
//! }
//!
//! // A band, in a matrix that no block divides.
//! let [m, n] = [30, 25];
//! let value = |i: usize, j: usize| if i.abs_diff(j) < 3 { (i + 2 * j) as f64 } else { 0.0 };
//! // A block is stored if it has an entry of the band.
//! let stored = |[row, column]: [usize; 2]| {
//!     (0..4).any(|i| (0..3).any(|j| (4 * row + i).abs_diff(3 * column + j) < 3))
//! };
//! let a = BlockSparse::from_fn([m, n], Block, stored, |[i, j]| value(i, j), 0.0)?;
//! assert!(a.stored() * 12 < m * n / 2);
//!
//! let x: Vec<f64> = (0..n).map(|j| (j % 4) as f64).collect();
//! for (i, y) in product::<_, 4, 3>(&a, &x).into_iter().enumerate() {
//!     assert_eq!(y, (0..n).map(|j| value(i, j) * x[j]).sum());
//! }
//! assert_eq!((a.get([5, 6]), a.get([29, 0])), (Some(&17.0), None));
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! What a block has beyond the matrix is 0 here, so that it adds nothing. That the extents are constants keeps the sums of a
//! block row in registers: the loop takes a quarter of the time of one that adds every element to `y`, and as long as one
//! over plain slices.
//!
//! # To change
//!
//! * From arrays of another library: [`BlockSparse::try_new`](crate::BlockSparse::try_new) takes row starts, columns and
//!   elements, and says which number is wrong.
//! * [`blocks_mut`](crate::BlockSparse::blocks_mut) gives all blocks to be changed at the same time, and with the feature
//!   `rayon` `par_blocks_mut` in parallel.
