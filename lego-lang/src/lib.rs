//! The layout language: text to checked chains, and what is made of them.
//!
//! ```text
//! text ── lexer ── parser ──> syntax::Layout ── elaborate over a World ──> lego_core::chain::Chain, demands, facts
//! ```
#![forbid(unsafe_code)]

mod bijection;
mod diagnostic;
mod elaborate;
pub mod equal;
mod exact;
mod lexer;
mod nearest;
mod parser;
mod runtime;
pub mod syntax;
mod text_range;
mod world;

pub use diagnostic::{Diagnostic, MarkedLine, Snippet};
pub use elaborate::{Elaborated, StatedFact, Unverified, elaborate, elaborate_reading, elaborate_text};
pub use exact::{Exact, Undefined};
pub use nearest::nearest;
pub use parser::{Reading, parse};
pub use runtime::RuntimeLayout;
pub use text_range::{Located, TextRange};
pub use world::{Numbers, Part, Truth, World};

pub mod compile;
