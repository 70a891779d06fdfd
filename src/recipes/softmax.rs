//! Softmax over the rows of a matrix, whatever its layout.
//!
//! Code over rows should not care whether a row is contiguous, padded for alignment, or scattered over tiles; and where it is
//! contiguous, it should be as fast as over slices.
//!
//! ```
//! use lego::{Arr2D, ArrayLayout, LayoutError, layout};
//!
//! layout! {
//!     type Plain(m, n) = Row(m, n);
//!     /// Rows that begin at a multiple of 16 elements.
//!     type Aligned(m, n) = Row(m, ceil_div(n, 16)*16).PadBy([m, n] => [m, ceil_div(n, 16)*16]);
//!     type Columns(m, n) = Col(m, n);
//! }
//!
//! /// Each row becomes numbers above 0 that add up to 1; the largest is subtracted first, so that none overflows.
//! fn softmax<L: ArrayLayout<f32, 2> + Clone>(a: &mut Arr2D<f32, L>) {
//!     for (_, mut row) in a.rows_mut() {
//!         match row.as_slice_mut() {
//!             Some(slice) => normalize(slice),
//!             None => {
//!                 let mut elements: Vec<f32> = row.iter().map(|(_, &x)| x).collect();
//!                 normalize(&mut elements);
//!                 row.iter_mut().zip(elements).for_each(|((_, x), y)| *x = y);
//!             }
//!         }
//!     }
//! }
//!
//! fn normalize(row: &mut [f32]) {
//!     let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
//!     let mut sum = 0.0;
//!     for x in row.iter_mut() {
//!         *x = (*x - most).exp();
//!         sum += *x;
//!     }
//!     row.iter_mut().for_each(|x| *x /= sum);
//! }
//!
//! fn check<L: ArrayLayout<f32, 2> + Clone>(layout: L) {
//!     let value = |[i, j]: [usize; 2]| ((i * 31 + j * 17) % 13) as f32 * 20.0;
//!     let mut a = Arr2D::from_fn(layout, value);
//!     let n = a.dims()[1];
//!     softmax(&mut a);
//!     for ([i, j], &x) in a.iter() {
//!         let most = (0..n).map(|k| value([i, k])).fold(0.0, f32::max);
//!         let sum: f32 = (0..n).map(|k| (value([i, k]) - most).exp()).sum();
//!         assert!((x - (value([i, j]) - most).exp() / sum).abs() < 1e-6);
//!     }
//! }
//! for (m, n) in [(1, 1), (3, 7), (5, 33), (2, 64)] {
//!     check(Plain::new(m, n)?);
//!     check(Aligned::new(m, n)?);
//!     check(Columns::new(m, n)?);
//! }
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # To change
//!
//! * With the feature `rayon`: `a.par_rows_mut().for_each(…)`.
//! * Softmax over columns is the same code over `a.along_mut(0)`.
