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
//! legal      a form that a target can say: a square root by comparisons where there is none, and the like
//!    ▼
//! print      the form in a dialect, as text or as the tokens of a macro
//! ```
//!
//! `simplify` goes this way, from top to bottom. `rule` states every rule once; `trace` records which were applied and why, if
//! that is asked for. `extremes` says how wide the arithmetic must be, `slope` how values grow, `program` evaluates.

#![forbid(unsafe_code)]

mod emit;
mod engine;
mod forms;
mod graph;
mod legal;
mod normal;
mod ranges;
mod rules;

pub use emit::dialect::{ATOM, Dialect, Operator, Output, operands, precedence};
pub use emit::expressions::{Expressions, plain};
pub use emit::print::print;
pub use emit::shared::{Printed, Shared};
pub use emit::write::write;
pub use engine::{Engine, Simplified};
pub use forms::cost::{self, Cost};
pub use graph::arena::Arena;
pub use graph::node::{Comparison, Fact, Function, Id, Kind, Node, Op, Variable};
pub use graph::program::{Program, operate, reachable};
pub use graph::symbol::Symbol;
pub use legal::abilities::{Abilities, Choices, Shifts};
pub use legal::form::{Legal, legal};
pub use legal::guard::all_hold;
pub use normal::normalizer::Stop;
pub use ranges::extremes::Extremes;
pub use ranges::knowledge::{Knowledge, Unknown};
pub use ranges::range::Range;
pub use rules::rule::{RULES, Rule};
pub use rules::trace::{Derivation, Step};
