//! A matrix product by packed panels, for any sizes.
//!
//! The innermost loop of a fast matrix product reads both factors from front to back: the left one in panels of a few rows,
//! each stored column by column, the right one in panels of a few columns, each stored row by row. Sizes that the panels do
//! not divide are what makes that hard by hand; here the last panel has holes (`PadBy`), and the loop knows no edges.
//!
//! ```
//! use lego::{Arr2D, LayoutError, layout};
//!
//! layout! {
//!     /// The left factor in panels of 4 rows, each column by column.
//!     type Left(m, k) = OrderBy(Row(ceil_div(m, 4), 1), Col(4, k))
//!         .TileBy([ceil_div(m, 4)*4, k])
//!         .PadBy([m, k] => [ceil_div(m, 4)*4, k]);
//!     /// The right factor in panels of 8 columns, each row by row.
//!     type Right(k, n) = OrderBy(Row(1, ceil_div(n, 8)), Row(k, 8))
//!         .TileBy([k, ceil_div(n, 8)*8])
//!         .PadBy([k, n] => [k, ceil_div(n, 8)*8]);
//! }
//!
//! /// The product of an `m`×`k` and a `k`×`n` matrix, both row by row, and so is the result.
//! fn product([m, k, n]: [usize; 3], a: &[f32], b: &[f32]) -> Result<Vec<f32>, LayoutError> {
//!     // The holes hold zeros.
//!     let left = Arr2D::from_row_major(Left::new(m, k)?, a)?;
//!     let right = Arr2D::from_row_major(Right::new(k, n)?, b)?;
//!     let mut c = vec![0.0; m * n];
//!     for (left, rows) in left.as_physical().chunks_exact(4 * k).zip(c.chunks_mut(4 * n)) {
//!         for (right, first) in right.as_physical().chunks_exact(8 * k).zip((0..n).step_by(8)) {
//!             let mut tile = [[0.0; 8]; 4];
//!             for (column, row) in left.chunks_exact(4).zip(right.chunks_exact(8)) {
//!                 for i in 0..4 {
//!                     for j in 0..8 {
//!                         tile[i][j] += column[i] * row[j];
//!                     }
//!                 }
//!             }
//!             let width = (n - first).min(8);
//!             for (row, line) in rows.chunks_exact_mut(n).zip(&tile) {
//!                 row[first..first + width].copy_from_slice(&line[..width]);
//!             }
//!         }
//!     }
//!     Ok(c)
//! }
//!
//! for [m, k, n] in [[1, 1, 1], [4, 8, 8], [7, 13, 5], [17, 1, 9], [5, 31, 23]] {
//!     let a: Vec<f32> = (0..m * k).map(|p| (p % 7) as f32 - 3.0).collect();
//!     let b: Vec<f32> = (0..k * n).map(|p| (p % 5) as f32 - 2.0).collect();
//!     let c = product([m, k, n], &a, &b)?;
//!     for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
//!         let expected: f32 = (0..k).map(|l| a[i * k + l] * b[l * n + j]).sum();
//!         assert_eq!(c[i * n + j], expected);
//!     }
//! }
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # To change
//!
//! * The panel sizes, 4 and 8, stand in the layouts and in the loops. Registers decide: 4×8 suits SSE, 4×16 AVX2, 16×16
//!   AVX-512.
//! * For large matrices cut `k` into blocks that stay in the cache and pack one block at a time, by
//!   [`assign`](crate::Array::assign) instead of `from_row_major`. The benchmark `gemm` of the repository does both and reaches
//!   the speed of the crate `matrixmultiply` (`benches/results/gemm.md`).
