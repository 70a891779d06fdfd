//! The expression engine: what the algebra writes with symbols, simplified and printed.
//!
//! ```text
//! Symbol (an Index of lego-core's algebra)
//!    │  writes
//!    ▼
//! node      a graph of operations, equal nodes shared
//!    │  normal, with the rules of divide, digits, bits, choice; each proved by bounds
//!    ▼
//! polynomial   sums of products over atoms: equal normal forms are equal maps
//!    │  lower, choosing among forms by cost
//!    ▼
//! node ── print   Rust text
//! ```

mod bits;
mod bounds;
mod choice;
pub mod cost;
mod digits;
mod divide;
mod hash;
mod lower;
mod node;
mod normal;
mod polynomial;
pub mod print;
mod program;
mod range;
mod root;
mod simplify;
mod symbol;
mod total;

pub use node::{Arena, Comparison, Fact, Function, Id, Kind, Node, Op, Variable};
pub use normal::Stop;
pub use program::{Program, reachable};
pub use range::Range;
pub use root::unroll_roots;
pub use simplify::{Engine, Simplified};
pub use symbol::Symbol;
