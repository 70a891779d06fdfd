//! What threads compute together: reductions and scans over a warp and over a block.
//!
//! | over | how |
//! |---|---|
//! | the lanes of a warp | methods of [`Warp`](super::Warp): `Warp::ALL.sum(x)` |
//! | the threads of a block | methods of [`BlockWide`], a `#[shared]` parameter: `all.sum(x)` |
//! | the blocks of a grid | methods of [`GridWide`], a parameter: `grid.sum(&all, x)`; `sum_of_group` over blocks that wait for each other |
//!
//! | method | gives |
//! |---|---|
//! | `sum`, `product`, `min`, `max` | one number of those of all, in each thread; also element by element of arrays |
//! | `and`, `or`, `xor` | the same of the bits of integers |
//! | `any`, `all` | whether a predicate holds in one, or in all; `ballot` and `count`: where, and how often |
//! | `arg_max`, `arg_min` | a value and its index; of equal ones the smallest index |
//! | `reduce` | what an associative function makes of all |
//! | `inclusive_sum`, `exclusive_sum` | the sum up to each, and before each |
//! | `inclusive_scan`, `exclusive_scan` | the same by an associative function |
//! | `segmented_inclusive_scan`, `segmented_exclusive_scan` | the same, which begins anew at marked elements |
//!
//! Values are whatever threads can [`Exchange`]: numbers, arrays of them up to 16 bytes, tuples, and a user's own
//! [`Element`](super::Element)s. `f16` and `bf16` are added and multiplied in `f32` and rounded once.
//!
//! The order in which values combine is fixed and kept: the same numbers give the same result, to the last bit, on every GPU and
//! on the executor.

mod block;
mod block_reduce;
mod block_scan;
mod exchange;
mod grid;
mod grid_group;
mod grid_scan;
mod numbers;
mod operator;
mod warp_reduce;
mod warp_scan;

pub use block::BlockWide;
pub use exchange::Exchange;
pub use grid::GridWide;
pub use grid_scan::GridTile;
pub use numbers::{Bits, Combined, Ranked};
