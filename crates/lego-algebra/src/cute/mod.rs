//! CuTe's layouts and their algebra, as values: `shape:stride`, with integers in brackets on both sides.
//!
//! # One example
//!
//! A 4×4 matrix in tiles of 2×2, one after the other, both orders row-major. Its positions:
//!
//! ```text
//!  0  1 │  4  5
//!  2  3 │  6  7
//! ──────┼──────        ((2,2),(2,2)):((2,8),(1,4))
//!  8  9 │ 12 13
//! 10 11 │ 14 15
//! ```
//!
//! Row i is split into (row in the tile, tile row), which step by 2 and 8; column j into (column in the tile, tile column), by 1
//! and 4. **The first of a tuple is the fastest**: row 3 is (1, 1), row 2 is (0, 1). So is the first coordinate of all: integer
//! coordinate 1 is row 1 of column 0, whose position is 2. That is the other way round than in a LEGO layout, in Rust's arrays
//! and in C, where the last index is the fastest.
//!
//! ```
//! use lego_algebra::cute::{IntTuple, Layout, Tiler};
//!
//! let layout = |text| Layout::parse(text).unwrap();
//! let stored = layout("((2,2),(2,2)):((2,8),(1,4))");
//!
//! // A function: of (row, column), of the integer coordinate row + 4 * column, or of the whole tree.
//! let at = |text| stored.crd2idx(&IntTuple::parse(text).unwrap()).unwrap();
//! assert_eq!((at("(3,2)"), at("11"), at("((1,1),(0,1))")), (14, 14, 14));
//!
//! // It comes about as a product: a tile, repeated in an order.
//! let (tile, order) = (layout("(2,2):(2,1)"), layout("(2,2):(2,1)"));
//! assert_eq!(tile.blocked_product(&order).unwrap(), stored);
//!
//! // Seen as tiles: ((row in tile, column in tile), (tile row, tile column)).
//! let tiles = stored.zipped_divide(&Tiler::parse("(2,2)").unwrap()).unwrap();
//! assert_eq!(tiles, layout("((2,2),(2,2)):((2,1),(8,4))"));
//!
//! // Every other row, and what it leaves out.
//! assert_eq!(stored.composition_by(&Tiler::parse("<2:2,_>").unwrap()).unwrap(), layout("(2,(2,2)):(8,(1,4))"));
//! assert_eq!(layout("2:2").complement(4).unwrap(), layout("2:1"));
//!
//! // Which coordinate is at a position: the inverse.
//! let inverse = stored.inverse().unwrap();
//! assert_eq!((inverse.to_string().as_str(), inverse.eval(14)), ("(2,2,2,2):(4,1,8,2)", Ok(11)));
//! ```
//!
//! # What there is
//!
//! | file | what |
//! |---|---|
//! | [`IntTuple`], [`Profile`] | integers in brackets, and the brackets |
//! | [`Layout`] | shape:stride, its sizes, its values at coordinates of every level |
//! | `coalesce`, `composition`, `complement`, `inverse`, `divide`, `product` | the algebra, as methods of [`Layout`] |
//! | [`Tiler`] | what is taken of each mode |
//! | [`Swizzle`], [`ComposedLayout`] | bits xor-ed, and that after a layout |
//! | [`ThreadValue`], [`TiledCopy`] | which thread holds what |
//! | `recast`, `fragment` | elements of another width, layouts for a copy |
//! | `predicate` | injective, onto, equal, with what shows it |
//! | `notation`, [`Grid`] | texts |
//!
//! Everything but printing is `const`, and nothing allocates: a layout holds at most 32 modes, in any brackets. What CuTe
//! asserts when it compiles, rounds, or gets wrong without a word is an [`Error`] here that names the mode and the numbers.

mod coalesce;
mod complement;
mod composed;
mod composition;
mod coordinate;
mod divide;
mod error;
mod fragment;
mod grid;
mod int_tuple;
mod inverse;
mod layout;
mod modes;
mod notation;
mod number;
mod parse_error;
mod predicate;
mod product;
mod profile;
mod reader;
mod recast;
mod swizzle;
mod table;
mod thread_value;
mod tiler;

pub use composed::ComposedLayout;
pub use coordinate::Slice;
pub use error::{DivisibilityError, Error, Kind};
pub use grid::Grid;
pub use int_tuple::IntTuple;
pub use layout::Layout;
pub use parse_error::{ParseError, Problem};
pub use predicate::Collision;
#[cfg(feature = "symbolic")]
pub(crate) use profile::Builder;
pub use profile::{CAPACITY, Profile};
pub use swizzle::Swizzle;
pub use thread_value::{ThreadValue, TiledCopy};
pub use tiler::{Tiler, TilerShape};
