//! Layouts, what they are and do: maps from logical indices to positions, the chains that describe them, and arrays that use
//! them.
//!
//! # One layout, from its chain to a kernel
//!
//! A program speaks of the element `[i, j]` of a matrix. Memory has no rows and no columns; it has positions 0, 1, 2, … A
//! *layout* is the map from the one to the other. This is one of a 4×4 matrix, first as a user writes it:
//!
//! ```text
//! SwizzleRows([4, 4], 2).GroupBy([4, 4])
//! ```
//!
//! A **chain** is read from memory, on the left, to the index, on the right. On the right stands the view: the matrix is
//! seen as 4 by 4. To its left stand reorderings, here one: the rows one after the other, and in row i the column j at
//! place j xor i. The same chain as a value, with numbers for its sizes:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use lego_core::chain::{Chain, OrderBy, Stage, pieces::SwizzleRows};
//!
//! let order = OrderBy::new(vec![Box::new(SwizzleRows::new([4_u64, 4], 2))]);
//! let chain = Chain::new(vec![Stage::OrderBy(order), Stage::GroupBy(vec![vec![4, 4]])]).map_err(|(_, error)| error)?;
//! assert_eq!(chain.position(&[2, 3]), Some(9)); // 4·2 + (3 xor 2)
//! assert_eq!(chain.index(9), Some(vec![2, 3]));
//! # }
//! # Ok::<(), lego_core::LayoutError>(())
//! ```
//!
//! **Positions.** Asked for every index, the chain gives the picture of the map. To the left, at each index its position;
//! to the right, at each position, four a line as memory has them, its index:
//!
//! ```text
//!        j=0  1  2  3                     +0     +1     +2     +3
//!    i=0   0  1  2  3                0  [0,0]  [0,1]  [0,2]  [0,3]
//!      1   5  4  7  6                4  [1,1]  [1,0]  [1,3]  [1,2]
//!      2  10 11  8  9                8  [2,2]  [2,3]  [2,0]  [2,1]
//!      3  15 14 13 12               12  [3,3]  [3,2]  [3,1]  [3,0]
//! ```
//!
//! The left one is what a program asks at every access. The right one is what it asks when it walks memory.
//!
//! **A type.** A chain is generic over the numbers that it computes with (`chain::Scalar`). With symbols it writes down
//! its own formula, which the macro `layout!` simplifies and turns into a type of no size. By hand such a type looks so:
//!
//! ```
//! use lego_core::{Layout, Mapping};
//!
//! #[derive(Clone, Copy)]
//! struct Swizzled;
//! impl Mapping for Swizzled {
//!     type Index = [usize; 2];
//!     type Position = usize;
//!     fn dims(&self) -> [usize; 2] {
//!         [4, 4]
//!     }
//!     fn span(&self) -> usize {
//!         16
//!     }
//!     fn apply(&self, [i, j]: [usize; 2]) -> usize {
//!         4 * i + (j ^ i)
//!     }
//! }
//! impl Layout for Swizzled {
//!     type Preimage = [usize; 2];
//!     fn inv(&self, position: usize) -> [usize; 2] {
//!         [position / 4, position % 4 ^ position / 4]
//!     }
//! }
//!
//! let row: [usize; 4] = core::array::from_fn(|j| Swizzled.apply([2, j]));
//! assert_eq!(row, [10, 11, 8, 9]);
//! assert_eq!(Swizzled.inv(5), [1, 0]);
//!
//! // An array is a buffer and a layout. The program sees indices only.
//! use lego_core::array::{Array, Stack2D};
//! let mut a: Stack2D<u32, Swizzled, 16> = Array::from_physical(Swizzled, [0; 16])?;
//! a.for_each_mut(|[i, j], element| *element = (10 * i + j) as u32);
//! assert_eq!(a[[1, 0]], 10);
//! assert_eq!(a.as_physical()[4..8], [11, 10, 13, 12]);
//! assert_eq!(a.slice((.., 3))?.iter().map(|(_, x)| *x).sum::<u32>(), 3 + 13 + 23 + 33);
//!
//! // Another layout of the same matrix is another type, and nothing else in the program changes.
//! # Ok::<(), lego_core::LayoutError>(())
//! ```
//!
//! **A kernel.** Why would anyone want this one? Four threads of a GPU read a column of a tile in shared memory, whose
//! words lie in banks; make it four of them, word p in bank p mod 4. Threads that meet in a bank wait for each other. Stored
//! row by row, a column is one bank. Here every thread has a bank to itself, in rows and in columns:
//!
//! ```
//! # use lego_core::{LayoutError, Mapping, Mapping32};
//! # #[derive(Clone, Copy)]
//! # struct Swizzled;
//! # impl Mapping for Swizzled {
//! #     type Index = [usize; 2];
//! #     type Position = usize;
//! #     fn dims(&self) -> [usize; 2] { [4, 4] }
//! #     fn span(&self) -> usize { 16 }
//! #     fn apply(&self, [i, j]: [usize; 2]) -> usize { 4 * i + (j ^ i) }
//! # }
//! // Kernels compute in 32 bits: `Mapping32`, which `layout!` writes too.
//! impl Mapping32 for Swizzled {
//!     type Index32 = [u32; 2];
//!     type Position32 = u32;
//!     type Sizes32 = [u32; 0];
//!     fn sizes_u32(&self) -> [u32; 0] {
//!         []
//!     }
//!     fn from_sizes_u32([]: [u32; 0]) -> Self {
//!         Swizzled
//!     }
//!     fn check_u32(&self) -> Result<(), LayoutError> {
//!         Ok(())
//!     }
//!     fn dims_u32(&self) -> [u32; 2] {
//!         [4, 4]
//!     }
//!     fn span_u32(&self) -> u32 {
//!         16
//!     }
//!     fn apply_u32(&self, [i, j]: [u32; 2]) -> u32 {
//!         4 * i + (j ^ i)
//!     }
//! }
//!
//! /// What thread `t` does: it reads element `t` of column `j`.
//! fn body<M: Mapping32<Index32 = [u32; 2], Position32 = u32>>(layout: M, shared: &[u32], j: u32, t: u32) -> (u32, u32) {
//!     let position = layout.apply_u32([t, j]);
//!     (shared[position as usize], position % 4)
//! }
//!
//! let shared: [u32; 16] = core::array::from_fn(|p| p as u32);
//! for j in 0..4 {
//!     let banks = (0..4).fold(0, |met: u32, t| met | 1 << body(Swizzled, &shared, j, t).1);
//!     assert_eq!(banks, 0b1111, "four threads, four banks");
//! }
//! ```
//!
//! # Smaller and larger ones
//!
//! | chain | where `[i, j]` lies |
//! |---|---|
//! | `Row(4, 4)` | 4·i + j |
//! | `Col(4, 4)` | i + 4·j: a transposition copies from the one to the other |
//! | `Row(4, 4).TileBy([2, 2], [2, 2])` | the same order, seen as tiles: `[ti, tj, i, j]` lies at 4·(2·ti + i) + 2·tj + j |
//! | `OrderBy(Row(2, 2), Row(2, 2)).TileBy([2, 2], [2, 2])` | tile after tile: 8·ti + 4·tj + 2·i + j |
//! | `Row(4, 5).PadBy([4, 4] => [4, 5])` | 5·i + j, every fifth position a hole: `inv` gives an option |
//! | `Row(3, 3).ExpandBy([3, 3] => [4, 4])` | 3·i + j for i, j < 3: `apply` gives an option |
//!
//! Not every map worth reading through is a layout. A broadcast, j for every i, sends four indices to one position. It is a
//! [`Mapping`]. Who reads asks for no more; who writes asks for a [`Layout`], and where threads share memory by safe code
//! for [`Injective`], a proof.
//!
//! # The same matrix in other systems
//!
//! A 4×4 matrix in tiles of 2×2, one after the other, as people write it who do not write chains. The position of \[i, j\] is
//!
//! ```text
//!        j=0  1  2  3
//!    i=0   0  1  4  5        LEGO      TileOrderBy(Row(2, 2), Row(2, 2))
//!      1   2  3  6  7        CuTe      ((2,2),(2,2)):((2,8),(1,4))
//!      2   8  9 12 13        F2        i: (2) (8); j: (1) (4) → position: 16
//!      3  10 11 14 15        isl       { [i, j] -> [2i + j + 4*floor(i/2) + 2*floor(j/2)] : 0 <= i < 4 and 0 <= j < 4 }
//!                            Hexcute   spatial(2, 2) * repeat(2, 2): position 4t + v is task v of thread t
//! ```
//!
//! The swizzle above is `Sw<2,0,2> o 0 o (4,4):(4,1)` in CuTe and `i: (5) (10); j: (1) (2) → position: 16` over F2; a task mapping, a
//! product of strides, it is not. The chain as a value:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use lego_core::chain::{Chain, OrderBy, Stage, pieces::RegP};
//!
//! // An order of tiles and one in each.
//! let tiles = OrderBy::new(vec![Box::new(RegP::row(vec![2_u64, 2])), Box::new(RegP::row(vec![2, 2]))]);
//! let chain = Chain::new(vec![Stage::TileOrderBy(tiles)]).map_err(|(_, error)| error)?;
//! for (i, row) in [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]].into_iter().enumerate() {
//!     for (j, position) in row.into_iter().enumerate() {
//!         assert_eq!(chain.position(&[i as u64, j as u64]), Some(position));
//!     }
//! }
//! # }
//! # Ok::<(), lego_core::LayoutError>(())
//! ```
//!
//! The crate `lego` has all five side by side, each asked for all sixteen positions, in the documentation of its module `systems`; the
//! algebras themselves are `lego-algebra` and `lego-relation`, which know of this crate, and not the other way round.
//!
//! # Why from index to position
//!
//! It could be the other way round: a map from each position to the element that lies there. But the index is what a
//! program has in hand, at every access, and the position what the machine wants; so this direction is the one that must
//! cost nothing. It is also the one that is always a function. A hole has no index, and a broadcast gives one position to
//! many; seen from the indices, neither is a special case of reading. The inverse is needed where memory is walked in its
//! own order, and there a layout has it, in closed form where one is known.
//!
//! That a chain stands the other way, memory on the left, has a reason too: stages are applied from right to left like
//! functions, `O1(O2(view(index)))`, and dots let one write them without parentheses.
//!
//! # The neighbours
//!
//! **mdspan** (C++23) has the same idea of a mapping, and [`Mapping`] has its questions: `is_unique`, `is_exhaustive`,
//! `is_strided`. A mapping there is any class with an `operator()`; the standard ships rows, columns and strides, and
//! everything else is written by hand. It has no inverse and no language for orders. Its slices take ranges and steps;
//! ours fix an axis or leave it whole.
//!
//! **CuTe** describes a layout as nested shapes and strides, and its strength is that these are closed under an algebra:
//! composition, complement, division, product; so that the partition of a tile among threads is itself a layout. Chains have
//! none of that; `lego-algebra` has it, of CuTe's layouts, as values that become pieces of a chain where they are bijections.
//! Strides need not be injective there, and a swizzle is a function of its own put behind them. Here a
//! swizzle, an anti-diagonal or a Morton curve is a piece like any other, sizes may be symbols and need not be powers of
//! two, and the inverse comes with the map. Where all one needs is strides, CuTe says more about them.
//!
//! **Triton's linear layouts** are matrices over the field of two elements, and map the other way: from a register, a lane
//! and a warp to the index of the element held there. For a compiler that distributes a tensor over threads this is the
//! natural direction, since a thread asks what it holds, and two threads may hold the same. Questions about them, of
//! inverses, of bank conflicts, of the shuffles between two of them, are solved by elimination instead of counting. The
//! price is that every size is a power of two. Chains have no such limit, and no such solver: what is asked of them is
//! simplified, proved where it can be, and otherwise counted.
//!
//! # Rooms
//!
//! ```text
//! mapping/   Mapping, Layout, their forms in 32 bits; slices, tiles and strides as maps
//! chain/     LEGO's chain of stages, generic over index values; one named permutation a file
//! access/    what it takes when the threads of a block access a tile by a pattern
//! array/     arrays over mappings: elements, walks, lines, slices, copies
//! dynamic/   layouts chosen at run time, any of the language's, as a value
//! dlpack/    tensors as libraries hand them to each other
//! f2         maps of bits: matrices over the field of two elements, and their elimination
//! check      what generated code asserts;   error: what can be wrong, in words;   isqrt: integer square roots
//! ```
//!
//! `no_std`; without the feature `alloc` nothing here allocates, and there is no `chain`.
#![no_std]
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]
#![cfg_attr(target_arch = "nvptx64", feature(const_eval_select, core_float_math, core_intrinsics))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
#[allow(unused_extern_crates)] // used by the modules behind the feature
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod access;
pub mod array;
#[cfg(feature = "alloc")]
pub mod chain;
pub mod check;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(feature = "dynamic")]
pub mod dynamic;
mod error;
pub mod f2;
pub mod isqrt;
#[cfg(feature = "dynamic")]
mod look_up;
pub mod mapping;
#[cfg(all(test, feature = "alloc"))]
mod samples;
mod text;
pub mod words;

#[cfg(feature = "dynamic")]
pub use dynamic::{DynBijection, DynLayout, LayoutText};
pub use error::LayoutError;
pub use mapping::{
    Coord, Coord32, Injective, Injective32, Layout, Layout32, Mapping, Mapping32, Sizes32, StaticLayout, StaticMapping,
    StaticStorage,
};
#[cfg(feature = "alloc")]
pub use mapping::{ErasedLayout, PermutationTable};
pub use text::Text;
