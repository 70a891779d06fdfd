//! One 4×4 matrix in five systems: a chain, CuTe's shape:stride, a linear layout over F2, a relation of isl's, a task mapping of Hexcute's.
//!
//! The matrix lies in memory in tiles of 2×2, one after the other, both orders row-major:
//!
//! ```text
//!       j=0  1  2  3
//!   i=0   0  1 │ 4  5
//!     1   2  3 │ 6  7
//!       ───────┼──────
//!     2   8  9 │12 13
//!     3  10 11 │14 15
//! ```
//!
//! | system | text | read as |
//! |---|---|---|
//! | LEGO | `TileOrderBy(Row(2, 2), Row(2, 2))` | an order of tiles and one in each; \[i, j\] to its position |
//! | CuTe | `((2,2),(2,2)):((2,8),(1,4))` | row i is (row in the tile, tile row), which go in steps of 2 and 8; the first of a tuple is the fastest |
//! | linear over F2 | `i: (2) (8); j: (1) (4) → position: 16` | bit 0 of i flips 2, bit 1 flips 8; the images of all set bits are xor-ed |
//! | isl | `{ [i, j] -> [2i + j + 4*floor(i/2) + 2*floor(j/2)] : 0 <= i < 4 and 0 <= j < 4 }` | pairs of points, with a formula and a condition |
//! | Hexcute | `spatial(2, 2) * repeat(2, 2)` | 2×2 threads, each with a tile of 2×2 tasks: the tile of the matrix is the thread, and position 4·t + v is task v of thread t |
//!
//! All of them say the same:
//!
//! ```
//! use lego_algebra::cute::{IntTuple, Layout};
//! use lego_algebra::linear::LinearLayout;
//! use lego_relation::{Relation, TaskMapping};
//!
//! lego::layout! { type Tiles = TileOrderBy(Row(2, 2), Row(2, 2)); }
//! let cute = Layout::parse("((2,2),(2,2)):((2,8),(1,4))").unwrap();
//! let linear = LinearLayout::parse("i: (2) (8); j: (1) (4) → position: 16").unwrap();
//! let arena = lego_expr::Arena::new();
//! let text = "{ [i, j] -> [2i + j + 4*floor(i/2) + 2*floor(j/2)] : 0 <= i < 4 and 0 <= j < 4 }";
//! let isl = Relation::of_isl(&arena, text).unwrap();
//! let tasks = TaskMapping::parse("spatial(2, 2) * repeat(2, 2)").unwrap();
//!
//! let drawn = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]];
//! for i in 0..4_u64 {
//!     for j in 0..4_u64 {
//!         let position = drawn[i as usize][j as usize];
//!         assert_eq!(Tiles::apply([i as usize, j as usize]) as u64, position);
//!         let coordinate = IntTuple::flat(&[i as i64, j as i64]).unwrap();
//!         assert_eq!(cute.crd2idx(&coordinate), Ok(position as i64));
//!         assert_eq!(*linear.apply(&[i, j]).unwrap(), [position]);
//!         assert_eq!(isl.at(&[i, j]), Some(vec![position]));
//!         assert_eq!(tasks.task(position / 4, position % 4), Some(vec![i, j]));
//!     }
//! }
//! ```
//!
//! # Which way each goes
//!
//! LEGO, CuTe and isl go from the index to the position. Triton writes its linear layouts the other way, from where an element is held
//! (register, lane, warp) to its index, and a task mapping goes so too: from a thread and the number of a task to the task. A linear
//! layout may be written either way. A question that costs nothing in one direction is an inverse in the other.
//!
//! **Integer coordinates differ.** One number for an index counts row-major in a chain, the last index fastest, and colexicographically in
//! CuTe and Triton, the first fastest. The same matrix has at number 1 the index \[0, 1\] here, and (1, 0) there:
//!
//! ```
//! # use lego_algebra::cute::Layout;
//! # lego::layout! { type Tiles = TileOrderBy(Row(2, 2), Row(2, 2)); type Strip = TileOrderBy(Row(2, 2), Row(2, 2)).GroupBy([16]); }
//! let cute = Layout::parse("((2,2),(2,2)):((2,8),(1,4))").unwrap();
//! assert_eq!((Strip::apply([1]), cute.eval(1)), (1, Ok(2)));
//! ```
//!
//! # What only some have
//!
//! The [essay of the core](lego_core) has another 4×4 matrix, whose columns are mixed by their rows. Four systems write it; a task mapping,
//! a product of strides, cannot:
//!
//! | system | text |
//! |---|---|
//! | LEGO | `SwizzleRows([4, 4], 2)` |
//! | CuTe | `Sw<2,0,2> o 0 o (4,4):(4,1)` |
//! | linear over F2 | `i: (5) (10); j: (1) (2) → position: 16` |
//! | isl | `{ [i, j] -> [4i + (i + j) mod 2 + 2*((floor(i/2) + floor(j/2)) mod 2)] : 0 <= i < 4 and 0 <= j < 4 }` |
//!
//! ```
//! use lego_algebra::cute::{ComposedLayout, IntTuple};
//! use lego_algebra::linear::LinearLayout;
//! use lego_relation::Relation;
//!
//! lego::layout! { type Swizzled = SwizzleRows([4, 4], 2); }
//! let cute = ComposedLayout::parse("Sw<2,0,2> o 0 o (4,4):(4,1)").unwrap();
//! let linear = LinearLayout::parse("i: (5) (10); j: (1) (2) → position: 16").unwrap();
//! let arena = lego_expr::Arena::new();
//! let text = "{ [i, j] -> [4i + (i + j) mod 2 + 2*((floor(i/2) + floor(j/2)) mod 2)] : 0 <= i < 4 and 0 <= j < 4 }";
//! let isl = Relation::of_isl(&arena, text).unwrap();
//! for [i, j] in (0..16_u64).map(|k| [k / 4, k % 4]) {
//!     let position = 4 * i + (j ^ i);
//!     assert_eq!(Swizzled::apply([i as usize, j as usize]) as u64, position);
//!     assert_eq!(cute.crd2idx(&IntTuple::flat(&[i as i64, j as i64]).unwrap()), Ok(position as i64));
//!     assert_eq!(*linear.apply(&[i, j]).unwrap(), [position]);
//!     assert_eq!(isl.at(&[i, j]), Some(vec![position]));
//! }
//! ```
//!
//! A matrix of 5×7, an anti-diagonal or sizes that are symbols have chains and relations, but no linear layout; (−3c) mod 16 has no strides;
//! a broadcast has a shape and strides, a linear layout and a relation, and is a mapping here but no layout. `lego convert` goes from each to
//! the others, or says with an index why not.
