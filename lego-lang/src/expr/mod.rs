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
//!    │  plan, choosing among forms by cost, and lower, which writes them
//!    ▼
//! node ── print   Rust text
//! ```
//!
//! `rule` states every rule once; `trace` records which were applied and why, if that is asked for.

mod bits;
mod bounds;
mod choice;
pub mod cost;
mod digits;
mod divide;
mod extremes;
mod hash;
mod lower;
mod monomial;
mod moves;
mod node;
mod normal;
mod once;
mod plan;
mod polynomial;
pub mod print;
mod program;
mod range;
mod reach;
mod root;
mod rule;
mod simplify;
mod symbol;
mod table;
mod total;
mod trace;

pub use cost::Cost;
pub use extremes::Extremes;
pub use node::{Arena, Comparison, Fact, Function, Id, Kind, Node, Op, Variable};
pub use normal::Stop;
pub use program::{Program, operate, reachable};
pub use range::Range;
pub use root::unroll_roots;
pub use rule::{RULES, Rule};
pub use simplify::{Engine, Simplified};
pub use symbol::Symbol;
pub use trace::{Derivation, Step};
