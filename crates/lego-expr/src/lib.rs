//! The expression engine: integer expressions in a graph, simplified by rules that are proved, and written in the cheapest
//! form.
//!
//! ```text
//! engine      simplify expressions together, ask what is equal, at most, a divisor; the list of all rules
//!    │
//! emit        expressions in a dialect, as text or as the tokens of a macro, with names for what is shared
//!    │
//! width       how wide the arithmetic must be: the extremes of what a form passes through
//!    │
//! legal       forms that a target can say: roots, minima and shifts as it has them, values that exist in every branch
//!    │
//! forms       the forms of one expression: digits in several shapes, bits that move, maps of bits, comparisons for divisions; a
//!    │        cost chooses
//!    │
//! rules       one file a rule or a few: statement, lemmas, application; the normalizer, which brings nodes into normal form
//!    │        by them; derivations, which name them
//!    │
//! normal      the normal form: sums of products over atoms; bounds of such sums and proofs that one is not below zero
//!    │
//! polynomial  sums of products with integer coefficients, over any atoms: arithmetic alone
//!    │
//! ranges      intervals of numbers, and those that the operands of a node give it
//!    │
//! graph       nodes, equal ones shared; what evaluates them
//! ```
//!
//! Each room uses those below it. [`Engine::simplify`] goes down to the normal form, where equal expressions meet, and back up
//! to nodes; [`Symbol`] is how the algebra of lego-core writes such nodes.

#![forbid(unsafe_code)]

mod columns;
mod emit;
mod engine;
mod forms;
mod graph;
mod legal;
mod map;
mod normal;
pub mod polynomial;
mod ranges;
mod rule_list;
mod rules;
mod simplified;
mod symbol;
mod width;

pub use columns::{Boxes, Columns};
pub use emit::dialect::{ATOM, Block, Dialect, Operator, Output, operands, precedence};
pub use emit::expressions::{Expressions, plain};
pub use emit::print::{print, print_alone};
pub use emit::shared::{Printed, Shared};
pub use emit::write::write;
pub use engine::Engine;
pub use forms::cost::{self, Cost};
pub use forms::xors::Bits;
pub use graph::arena::Arena;
pub use graph::node::{Comparison, Function, Id, Kind, Node, Op, Premise, Variable};
pub use graph::program::{Program, reachable};
pub use graph::register::{Register, operate};
pub use legal::abilities::{Abilities, Choices, Shifts};
pub use legal::form::{Legal, legal};
pub use legal::guard::all_hold;
pub use map::{Evaluator, Inputs, Map};
pub use normal::budget::Stop;
pub use ranges::knowledge::{Knowledge, Unknown};
pub use ranges::range::Range;
pub use rule_list::rules;
pub use rules::derivation::{Derivation, Step};
pub use rules::rule::{Instance, Rule};
pub use simplified::Simplified;
pub use symbol::Symbol;
pub use width::extremes::Extremes;
