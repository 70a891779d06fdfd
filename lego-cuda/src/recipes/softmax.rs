//! Softmax over the rows of a matrix, of any size, a warp for each row.
//!
//! The lanes of a warp read a row 32 elements at a time and tell each other the largest element and the sum. Rows and columns
//! are as many as the program has, so that the last block has rows that do not exist and the last step lanes without an
//! element; written by hand, each access needs a condition that is easy to get wrong.
//!
//! `ExpandBy` derives the condition: beyond the matrix an index has no position, and `try_get` and `try_set` do nothing there.
//! What is read once more for the second pass comes from the cache.
//!
//! ```
//! use lego::layout;
//! use lego_cuda::device::{Warp, block_idx, math, thread_idx};
//! use lego_cuda::lego_kernel;
//! use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX, ThreadY};
//!
//! layout! {
//!     /// Element `[block, step, row, lane]` of a matrix of m rows and n columns: a block has 4 rows, a step 32 columns.
//!     pub type Rows(m, n) = Row(m, n)
//!         .ExpandBy([m, n] => [ceil_div(m, 4)*4, ceil_div(n, 32)*32])
//!         .TileBy([ceil_div(m, 4), ceil_div(n, 32)], [4, 32]);
//! }
//!
//! /// Each row becomes numbers above 0 that add up to 1; the largest is subtracted first, so that none overflows.
//! #[lego_kernel(threads = [32, 4], instances(softmax))]
//! pub fn softmax(
//!     input: Global<'_, f32, Rows>,
//!     output: Split<'_, f32, Rows, (BlockX, Register, ThreadY, ThreadX)>,
//! ) {
//!     let (block, thread, [_, steps, ..]) = (block_idx(), thread_idx(), input.dims());
//!     let element = |step| input.try_get([block.x, step, thread.y, thread.x]);
//!     let mut most = f32::NEG_INFINITY;
//!     for step in 0..steps {
//!         most = most.max(element(step).unwrap_or(f32::NEG_INFINITY));
//!     }
//!     // After five exchanges every lane has what all lanes had.
//!     for bits in [16, 8, 4, 2, 1] {
//!         most = most.max(Warp::ALL.shuffle_xor(most, bits));
//!     }
//!     let mut sum = 0.0;
//!     for step in 0..steps {
//!         sum += element(step).map_or(0.0, |x| math::exp(x - most));
//!     }
//!     for bits in [16, 8, 4, 2, 1] {
//!         sum += Warp::ALL.shuffle_xor(sum, bits);
//!     }
//!     for step in 0..steps {
//!         if let Some(x) = element(step) {
//!             // No other thread has this element: the layout is injective, and all but `step` is where the thread is.
//!             output.try_set([step], math::exp(x - most) / sum);
//!         }
//!     }
//! }
//!
//! # #[cfg(feature = "executor")] {
//! use lego_cuda::executor::Executor;
//! use lego_cuda::launch::{Device, Error, Launch};
//!
//! # fn main() -> Result<(), Error> {
//! let device = Device::new(Executor::new());
//! let module = device.without_program()?;
//! for (m, n) in [(1, 1), (3, 7), (5, 33), (4, 32), (9, 100)] {
//!     let matrix: Vec<f32> = (0..m * n).map(|i| ((i * 31 + i / n * 7) % 13) as f32 * 20.0).collect();
//!     let rows = Rows::new(m, n).expect("the sizes are not 0");
//!     let input = device.buffer_from(&matrix)?;
//!     let mut output = device.poisoned::<f32>(m * n)?;
//!     Softmax::launch(&module, Launch::grid(rows.dims()[0]), input.view(rows), output.view_mut(rows))?;
//!     for (row, result) in matrix.chunks(n).zip(output.read()?.chunks(n)) {
//!         let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
//!         let sum: f32 = row.iter().map(|x| (x - most).exp()).sum();
//!         for (x, y) in row.iter().zip(result) {
//!             assert!((y - (x - most).exp() / sum).abs() < 1e-5);
//!         }
//!     }
//! }
//! # Ok(())
//! # }
//! # main().unwrap();
//! # }
//! ```
//!
//! # To change
//!
//! * Another storage of the matrix, tiles or padded rows, is another text in front of `ExpandBy`; the kernel stays as it is.
//! * Rows of a number of columns that the program knows are `Rows<const N: usize>(m)`: the loops unroll, and the elements that a
//!   lane has read can stay in an array.
//! * Rows of more than a few thousand columns want a block each: threads are `[256]`, the lanes of each warp exchange as above,
//!   and the warps by a `#[shared]` tile and `sync_threads`.
