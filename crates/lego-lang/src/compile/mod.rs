//! The compilation of a text to simplified maps, from which the macro, the command line and the printers work.
//!
//! ```text
//! text ── read ── elaborate over Symbols ──> Chain<Symbol> ── apply, inv ──> maps ── Engine ──> Compiled
//! ```

mod assertion;
mod compiled;
mod compiler;
mod consistency;
mod formulas;
mod knowledge;
mod limit;
mod mapping;
mod options;
mod outline;
mod report;
mod runs;
mod symbols;
mod width;

pub use assertion::{Assertion, Condition};
pub use compiled::{Compiled, SimplifiedMap, SimplifiedSizes, Unproved};
#[cfg(feature = "dynamic")]
pub(crate) use compiler::without_values;
pub use compiler::{compile, compile_reading};
pub use formulas::{Formulas, Lines};
pub use lego_core::chain::Requirement;
pub use limit::{MOST_NODES, unwritable};
pub use mapping::{Directions, Maps, directions_in, maps_in};
pub use options::Options;
pub use outline::Outline;
pub use report::{Entry, Report};
pub use symbols::POSITION;
pub use width::Width;
