//! The expression engine: what the algebra writes with symbols, simplified and printed.
//!
//! ```text
//! Symbol (an Scalar of lego-core's algebra)
//!    │  writes
//!    ▼
//! arena      a graph of the operations of node, equal nodes shared
//!    │  facts, then normal, with the rules of divide, digits, bits, choice; each proved by bounds
//!    ▼
//! polynomial   sums of products over atoms, whose forms are form: equal normal forms are equal maps
//!    │  plan, choosing among forms by cost, and lower, which writes them;
//!    │  moves and once, what no sum of products shows
//!    ▼
//! arena
//!    │  shift, for amounts that may reach the width of a type; existence, what may be computed ahead,
//!    │  and completion, which makes more of it so
//!    ▼
//! print      Rust text
//! ```
//!
//! `simplify` goes this way, from top to bottom. `rule` states every rule once; `trace` records which were applied and why, if
//! that is asked for. `extremes` says how wide the arithmetic must be, `slope` how values grow, `program` evaluates.

mod arena;
mod bits;
mod bounds;
mod choice;
mod completion;
pub mod cost;
mod digits;
mod divide;
mod existence;
mod extremes;
mod facts;
mod form;
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
mod shift;
mod simplify;
mod slope;
mod symbol;
mod table;
mod trace;
mod whole;

pub use arena::Arena;
pub use cost::Cost;
pub use extremes::Extremes;
pub use node::{Comparison, Fact, Function, Id, Kind, Node, Op, Variable};
pub use normal::Stop;
pub use program::{Program, operate, reachable};
pub use range::Range;
pub use root::unroll_roots;
pub use rule::{RULES, Rule};
pub use simplify::{Engine, Simplified};
pub use symbol::Symbol;
pub use trace::{Derivation, Step};
