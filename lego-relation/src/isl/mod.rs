//! isl's notation: every relation of numbers, and those of sizes without a value that are affine in them, as
//! `{ [i, j] -> [o] : … }` with `floor` and `mod`; and such texts read back.
//!
//! ```text
//! Relation ── express: nodes as quasi-affine pieces ── print ──> text
//!     ^                                                           │
//!     └── lower: box, guards, values <── reader, piece <── parse <┘
//! ```

mod bounds;
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
mod parse;
mod piece;
mod points;
mod print;
mod quasi;
mod reader;
mod rows;
mod syntax;
mod write;

pub use error::ReadError;
pub use not_printed::NotPrinted;
