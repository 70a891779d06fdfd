//! Data layouts as a language: write **once** how an index space is laid out, and get the simplified index arithmetic in
//! both directions, at compile time, and arrays that use it.
//!
//! ```
//! use lego::{Arr2D, layout};
//!
//! layout! {
//!     /// 6×6 in 3×3 anti-diagonal blocks (LEGO, fig. 9).
//!     pub type Fig9 = OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3))
//!         .OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4]))
//!         .GroupBy([6, 6]);
//!
//!     pub type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
//!     pub type Matrix(m, k) = Col(m, k);
//! }
//!
//! const P: usize = Fig9::apply([4, 2]); // 15, at compile time
//! assert_eq!(P, 15);
//! assert_eq!(Fig9::inv(15), [4, 2]);
//!
//! let mut a: Arr2D<f32, Fig9> = Arr2D::default();
//! a[[4, 2]] = 1.0;
//! assert_eq!(a.as_physical()[15], 1.0);
//!
//! assert_eq!(Tiled::<128, 64>::apply([1, 0, 2, 3]), 66 * 64 + 3);
//! assert_eq!(Matrix::new(4, 8)?.apply([1, 2]), 9);
//! # Ok::<(), lego::LayoutError>(())
//! ```
//!
//! A layout is a chain of stages, applied from right to left: a view (`GroupBy`, `TileBy`), then reorderings (`OrderBy`) of
//! permutations (`RegP`, `Row`, `Col`, `AntiDiag`, `Morton`, `Hilbert`, `SwizzleRows`, `Swizzle`, `Skew`, `Rotate`,
//! `Reverse`, `Fan`, `Grouped`, `BlockCyclic`, your own by `GenP`), and `ExpandBy` and `PadBy` for tiles that do not divide and for padding.
//! What is wrong is a compile error at the token that is wrong:
//!
//! ```compile_fail
//! lego::layout! {
//!     type Tiles = Row(100, 64).TileBy([100/64, 2], [64, 32]);
//!     //                                ^^^^^^ 100/64: 64 does not divide 100; divisors near it: 50, 100, 25, 20;
//!     //                                       or write ExpandBy([100] => [128]) and ceil_div(100, 64) tiles
//! }
//! ```
//!
//! # Architecture
//!
//! ```text
//! user code ── layout! ───> lego-macros   tokens to text, simplified expressions to tokens
//!                               │
//! lego (command) ── text ──> lego-lang    grammar → checked chain → maps
//!                               │
//!                           lego-expr     maps as expressions: simplified, printed; compared by lego-equal
//!                               │
//!                           lego-core     Mapping and Layout; chains over any index values; arrays and views
//!
//! lego (command), lego-macros ── map ───> lego-draw     pictures of any map: text, SVG, pixels
//! ```
//!
//! # Features
//!
//! | feature | gives |
//! |---|---|
//! | `std` (default) | owned arrays, everything below that needs the standard library |
//! | `alloc` | owned arrays and chains at run time without the standard library |
//! | `ndarray` | conversions from and to `ndarray` arrays |
//! | `rayon` | tiles, lines and elements in parallel |
//! | `serde` | `Serialize` and `Deserialize` for arrays, and for layouts chosen at run time |
//! | `dynamic` | layouts chosen at run time: `DynLayout`, and the parser that makes them |
//!
//! Without features the crate is `no_std` and allocates nothing: layouts, views and arrays on the stack.
#![no_std]
// The copy of an expansion vouches for its layout, as the macro does.
#![cfg_attr(not(any(doc, test)), forbid(unsafe_code))]

// The copy of an expansion names this crate as a user's code would.
#[allow(unused_extern_crates)]
extern crate self as lego;

#[cfg(any(doc, test))]
pub mod expanded;
#[cfg(doc)]
pub mod recipes;
#[cfg(doc)]
pub mod systems;

mod wavefronts;

pub use lego_core::access;
pub use lego_core::array;
#[doc(inline)]
pub use lego_core::array::*;
#[cfg(feature = "alloc")]
pub use lego_core::chain;
pub use lego_core::{
    Coord, Coord32, Injective, Injective32, Layout, Layout32, LayoutError, Mapping, Mapping32, Sizes32, StaticLayout,
    StaticMapping, StaticStorage, Text, check, f2, isqrt, mapping, words,
};
#[cfg(feature = "alloc")]
pub use lego_core::{ErasedLayout, PermutationTable};
#[cfg(feature = "dynamic")]
pub mod dynamic;
#[cfg(feature = "dynamic")]
#[doc(inline)]
pub use dynamic::{DynBijection, DynLayout, DynMapping, ParseLayout};

/// Declares layouts as types, or makes one as a value.
///
/// As an item it takes any number of declarations; attributes, documentation and visibility go to the generated type:
///
/// ```
/// lego::layout! {
///     const B: usize = 16;
///     /// Stored tile by tile.
///     #[derive(PartialOrd, Ord)]
///     pub type Blocked = OrderBy(Row(4, 4), Row(B, B)).TileBy([4 * B, 4 * B]);
/// }
/// assert_eq!(Blocked::apply([16, 1]), 4 * B * B + 1);
/// ```
///
/// As an expression it is a value of such a type, whose functions are methods:
///
/// ```
/// use lego::layout;
/// let col = layout!(Col(4, 8));
/// assert_eq!(col.apply([1, 2]), 9);
/// ```
///
/// A layout is a piece of those behind it:
///
/// ```
/// lego::layout! {
///     type Tile<const N: usize> = Morton(N, N);
///     pub type Image = TileOrderBy(Row(30, 40), Tile<16>);
/// }
/// assert_eq!(Image::apply([17, 1]), 40 * 256 + 3);
/// ```
///
/// Sizes are constants, or parameters of the layout. In a function, what it is given goes to the parameters:
///
/// ```
/// fn span<const N: usize>(m: usize) -> Result<usize, lego::LayoutError> {
///     lego::layout! { type Padded<const N: usize>(m) = Row(m, N + 1).PadBy([m, N] => [m, N + 1]); }
///     Ok(Padded::<N>::new(m)?.span())
/// }
/// assert_eq!(span::<64>(10), Ok(650));
/// ```
///
/// The language is defined in SPEC.md.
#[macro_export]
macro_rules! layout {
    ($($layouts:tt)*) => { $crate::__private::layout! { [$crate] $($layouts)* } };
}
/// Asserts at compile time that two layouts are the same map: equal dims, equal size, and the same position for every
/// index. Otherwise it is a compile error that names the first index where they differ.
///
/// Each side is a chain, or a type that [`layout!`] made. It is an item and a statement.
///
/// ```
/// use lego::{layout, layout_eq};
///
/// layout_eq!(Col(4, 8), RegP([4, 8], [2, 1]));
///
/// layout! {
///     type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
/// }
/// layout_eq!(Tiled<128, 64>, OrderBy(Row(128, 64)).TileBy([2, 2], [64, 32]));
/// ```
///
/// Chains without names are compared by proof, of any size, or else index by index up to 2^20 of them. Where a side is a
/// type or names a constant, the compiler compares index by index, up to 2^16. Beyond that it is an error, never a guess.
#[macro_export]
macro_rules! layout_eq {
    ($($layouts:tt)*) => { $crate::__private::layout_eq! { [$crate] $($layouts)* } };
}

/// What the macros expand to calls.
#[doc(hidden)]
pub mod __private {
    pub use lego_macros::{layout, layout_eq};
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
