//! Layouts chosen at run time: from a configuration, a command line, a search for the fastest.
//!
//! A text of the layout language becomes a value. It is a layout like the types of `layout!`, so arrays, views and generic
//! code take it:
//!
//! ```
//! use lego::{Arr2D, DynBijection, DynLayout, Mapping, ParseLayout};
//!
//! // Positions are options, as of any layout with `ExpandBy`.
//! let tiles = DynLayout::<4>::parse("Row(M, K).TileBy([M/64, K/32], [64, 32])", &[("M", 128), ("K", 64)])?;
//! assert_eq!(tiles.try_apply([1, 0, 2, 3]), Some(66 * 64 + 3));
//!
//! // A bijection, which is checked: positions are `usize`.
//! let bricks = DynBijection::<2>::parse("OrderBy(Morton(8, 8), Row(4, 4)).TileBy([32, 32])", &[])?;
//! let mut a: Arr2D<f32, DynBijection<2>> = Arr2D::filled(bricks, 0.0);
//! a[[5, 6]] = 1.0;
//! assert_eq!(a.as_physical()[3 * 16 + 6], 1.0);
//!
//! // What is wrong is an error with its place.
//! let error = DynLayout::<2>::parse("Row(M, K).TileBy([M/3, K], [3, 1])", &[("M", 64), ("K", 8)]).unwrap_err();
//! assert!(error.to_string().starts_with("error: M/3: 3 does not divide 64; divisors near it: 2, 4, 1, 8\n"));
//! # Ok::<(), lego::dynamic::ParseError>(())
//! ```
//!
//! Layouts of different ranks go into one collection as `Box<dyn ErasedLayout + Send + Sync>`, which is parsed likewise; a
//! permutation that comes as a list is a [`PermutationTable`](crate::PermutationTable).
//!
//! How the map is computed is chosen when it is made: by strides, by a table for each axis, by a table of all positions up to
//! 2^22 of them, or operation by operation. `benches/results/dynamic.md` has what each costs beside the type of `layout!`.
//!
//! A library that only takes such layouts needs `lego-core` with its feature `dynamic`, and no parser.
//!
//! # Written down
//!
//! With the feature `serde` a layout is written as its text with its values; see [`LayoutText`] and
//! `lego::dynamic::deserialize`.

pub use lego_lang::dynamic::*;
