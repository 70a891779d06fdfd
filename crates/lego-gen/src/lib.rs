//! Layouts as source text of other languages: a whole file with both directions of a layout, its sizes and what they must meet.
//!
//! ```text
//! lego_lang::Compiled ──┐
//!                       ├──> unit   what every target needs: the maps, the names, the tests of the sizes, the widths
//! Request ──────────────┘      │
//! (target, name, width)        ▼
//!                        source_file  the sections of a file, in their order: it asks the language for each part
//!                              │
//!                         languages   a `Language` in a folder or a file each: how it writes expressions (a `Dialect`), and
//!                              │      the parts of a file around them (a `SourceFile`)
//!                              ▼
//!                          Generated  the text, the file's name, the names of its functions
//! ```
//!
//! What is generated has what [`layout!`](https://docs.rs/lego) has: the simplified expressions both ways, conditions where
//! there is no position or no index, and a check of the sizes that come at run time.
//!
//! ```
//! use lego_gen::{Request, Target, generate};
//! use lego_lang::compile::{Options, compile};
//!
//! let layout = compile("Row(M, 64).TileBy([M/8, 8], [8, 8])", &Options::default()).unwrap();
//! let file = generate(&layout, &Request::new(Target::C))?;
//! assert_eq!((file.name.as_str(), file.sizes.as_slice()), ("map.h", &["M".to_owned()][..]));
//! assert!(file.text.contains("map_index_t map_apply(map_index_t i0, map_index_t i1, map_index_t i2, map_index_t i3, map_index_t M)"));
//! # Ok::<(), lego_gen::Error>(())
//! ```
//!
//! For text that is written by hand, and leaves only its indices to layouts, there is [`fill`].
//!
//! In a `build.rs` this writes a header beside the program that includes it; see `examples/gen` of the repository.
#![forbid(unsafe_code)]

mod error;
mod extra;
pub mod fill;
mod generated;
mod language;
mod languages;
mod request;
mod source_file;
mod syntax;
mod target;
mod text;
mod unit;
mod width;

pub use error::Error;
pub use extra::Extra;
pub use generated::{Generated, generate};
pub use request::Request;
pub use target::Target;
pub use width::Width;
