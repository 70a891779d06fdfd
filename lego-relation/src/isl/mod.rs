//! isl's notation: every relation of numbers, and those of sizes without a value that are affine in them, as
//! `{ [i, j] -> [o] : … }` with `floor` and `mod`; and such texts read back.
//!
//! ```text
//! Relation ── express: nodes as quasi-affine pieces ── print ──> text
//!     ^                                                           │
//!     └── lower: box, guards, values <── parse <── lexer <────────┘
//! ```

mod express;
mod lexer;
mod lower;
mod parse;
mod print;
mod quasi;
mod rows;
mod syntax;

pub use lower::ReadError;
pub use print::NotPrinted;
