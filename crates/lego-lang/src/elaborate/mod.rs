//! The elaboration of a syntax tree over a world: the checked chain, and what is left to prove.

#[cfg(feature = "cute")]
mod algebra;
mod bounds;
mod chain;
mod compose;
mod cute;
mod divisors;
mod elaborated;
mod elaborator;
mod facts;
mod function;
mod layout;
mod linear;
mod piece;
mod routine;
mod scope;
mod size;
mod table;

#[cfg(any(feature = "equal", feature = "interpreter"))]
pub(crate) use chain::elaborate_in;
pub use chain::{elaborate, elaborate_reading, elaborate_text};
pub use elaborated::{Elaborated, StatedFact, Unverified};
pub(crate) use routine::{Instruction, Routine};
