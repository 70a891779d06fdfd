//! Shared memory without bank conflicts.
//!
//! A GPU's shared memory has 32 banks of 4 bytes. When the 32 threads of a warp read a column of a 32×32 tile that is stored
//! row by row, all of them want the same bank and wait for each other. One unused element at the end of each row (padding), or
//! an exchange of elements within each row (a swizzle), gives each thread a bank of its own. Here is how to see that before a
//! kernel is written.
//!
//! ```
//! use lego::{Mapping, layout};
//!
//! layout! {
//!     type Plain = Row(32, 32);
//!     type Padded = Row(32, 33).PadBy([32, 32] => [32, 33]);
//!     type Swizzled = SwizzleRows([32, 32], 5);
//! }
//!
//! /// How many of 32 threads want the same bank, at most, where thread `t` wants the 4-byte element at the index of `t`.
//! fn conflicts<L: Mapping<Index = [usize; 2]>>(layout: L, index: impl Fn(usize) -> [usize; 2]) -> usize {
//!     let mut wanted = [0; 32];
//!     for thread in 0..32 {
//!         let position: Option<usize> = layout.apply(index(thread)).into();
//!         wanted[position.expect("a thread has an element") % 32] += 1;
//!     }
//!     wanted.into_iter().max().unwrap_or(0)
//! }
//!
//! // Rows are fine in all three, columns only with padding or a swizzle.
//! for k in 0..32 {
//!     assert_eq!([conflicts(Plain, |t| [k, t]), conflicts(Plain, |t| [t, k])], [1, 32]);
//!     assert_eq!([conflicts(Padded, |t| [k, t]), conflicts(Padded, |t| [t, k])], [1, 1]);
//!     assert_eq!([conflicts(Swizzled, |t| [k, t]), conflicts(Swizzled, |t| [t, k])], [1, 1]);
//! }
//! // What each costs: memory, or operations.
//! assert_eq!([Plain::SPAN, Padded::SPAN, Swizzled::SPAN], [1024, 1056, 1024]);
//! ```
//!
//! The picture of it, coloured by bank: `lego svg 'SwizzleRows([32, 32], 5)' --banks 32 --bytes 4 -o swizzle.svg`.
//!
//! # To change
//!
//! * Elements of 8 or 16 bytes: a warp then takes its memory in halves or quarters; `lego_machine::Request` counts any pattern
//!   exactly, and the executor of `lego-cuda` counts those of a whole kernel.
//! * Vectors of 16 bytes need rows that stay multiples of 16 bytes: pad by 4 elements of 4 bytes, or swizzle whole vectors,
//!   `Swizzle(3, 2, 3)` for rows of 32.
