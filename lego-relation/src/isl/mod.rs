//! isl's notation: every relation of numbers, and those of sizes without a value that are affine in them, as
//! `{ [i, j] -> [o] : … }` with `floor` and `mod`; and such texts read back.
//!
//! ```text
//! Relation ── express: nodes as quasi-affine pieces ── print ──> text
//!     ^                                                           │
//!     └── lower: box, guards, values <── reader, piece <── parse <┘
//! ```

mod bitwise;
mod bounds;
mod budget;
mod case;
mod condition;
mod cursor;
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
mod points;
mod print;
mod quasi;
mod reader;
mod rows;
mod syntax;
mod terms;
mod write;
mod written;

pub use error::ReadError;
pub use not_printed::NotPrinted;
