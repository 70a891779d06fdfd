//! Pictures of layouts: cells in rows and columns, each with an index, its position and a colour that says where that is.
//!
//! ```text
//! dims, levels ──> Grid ──┐
//! index ──> position ──> Picture ──┬── text, excerpt                a terminal, plain, or ruled as in documentation
//!               │           │      └── shapes ──┬── svg             a file, or a page
//!               │           │                   └── pixels ── png   an image
//!               └─> Order ──┘ blocks
//! ```
//!
//! Any map from indices to positions can be drawn, as a function. The writers return strings and bytes and know neither
//! files nor command lines, so that a program, a page in a browser and a test can call them alike:
//!
//! ```
//! use lego_draw::{Grid, Palette, Picture};
//!
//! let grid = Grid::flat([2, 3]).unwrap();
//! let columns = Picture::new(grid, 6, |index| Some(index[1] * 2 + index[0])).titled("Col(2, 3)");
//! assert_eq!(columns.text(Palette::Plain).collect::<Vec<_>>(), ["0 2 4", "1 3 5"]);
//! assert!(columns.svg().contains("<title>[1, 2] → 5</title>"));
//! ```
//!
//! # Features
//!
//! | feature | gives |
//! |---|---|
//! | `pixels` | `Picture::pixels`, with a font |
//! | `png` | `Pixels::png`: the bytes of a PNG file |
#![forbid(unsafe_code)]

mod ansi;
mod axes;
mod blocks;
mod cell;
mod colour;
mod frame;
mod grid;
mod legend;
mod picture;
#[cfg(feature = "pixels")]
mod pixels;
mod scene;
mod shape;
mod svg;
mod text;
mod title;

pub use ansi::Palette;
pub use blocks::Order;
pub use cell::{Cell, Element, Label, Shown};
pub use colour::Rgb;
pub use grid::Grid;
pub use picture::{Head, Picture};
#[cfg(feature = "pixels")]
pub use pixels::{Pixels, TooLarge};
