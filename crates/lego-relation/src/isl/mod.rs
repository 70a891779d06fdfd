//! isl's notation: every relation of numbers, and those of sizes without a value that are affine in them, as
//! `{ [i, j] -> [o] : … }` with `floor` and `mod`; and such texts read back.
//!
//! ```text
//! Relation ── express: nodes as quasi-affine pieces ── print ──> text
//!     ^                                                           │
//!     └── lower: box, guards, values <── reader, piece <── parse <┘
//! ```
//!
//! With sizes without a value, inequalities over the integers (`elimination`) give the bounds of a text, show that its values are
//! not below 0 and that its pieces agree, and drop conditions that others imply; `decision` proves by them that relations are equal
//! or one to one, and `projection` eliminates the index from the equations of a map: its image, and its inverse.

mod bitwise;
mod bounds;
mod budget;
mod case;
mod condition;
mod cursor;
mod decision;
mod elimination;
mod error;
mod express;
mod expression;
mod lexer;
mod lower;
mod names;
mod narrow;
mod not_printed;
mod notation;
mod parse;
mod piece;
mod pieces;
mod points;
mod print;
mod projection;
mod quasi;
mod reader;
mod rows;
mod syntax;
mod write;
mod written;

pub use error::ReadError;
pub use not_printed::NotPrinted;
pub(crate) use projection::{Image, components};
