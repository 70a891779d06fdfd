//! The layout language: from text to checked chains, and from these to maps.
//!
//! ```text
//! text ── lexer ── parser ──> Reading, its tree a syntax::Layout
//!                                │ elaborate over a World: numbers, or the symbols of compile
//!                                ▼
//!           lego_core::chain::Chain, demands, facts ── numbers ──> RuntimeLayout, the interpreter that tests compare with
//!                                │ symbols
//!                                ▼
//!                           lego_expr::Map ──┬── compile: simplified, with what must be asserted
//!                                            │        └── dynamic: with numbers, a DynLayout of lego_core
//!                                            └── equal: two of them in one arena, for lego_equal
//! ```
#![forbid(unsafe_code)]

mod bijection;
mod declaration;
mod diagnostic;
mod elaborate;
#[cfg(feature = "equal")]
pub mod equal;
mod exact;
mod lexer;
mod nearest;
mod parser;
mod polynomial;
#[cfg(feature = "interpreter")]
mod runtime;
pub mod syntax;
mod text_range;
mod world;

pub use declaration::{Declaration, Declarations, Refusal};
pub use diagnostic::{Diagnostic, MarkedLine, Snippet};
pub use elaborate::{Elaborated, StatedFact, Unverified, elaborate, elaborate_reading, elaborate_text};
pub use exact::{Exact, Undefined};
pub use lego_core::chain::PACKED;
pub use lego_core::chain::pieces::NAMED;
pub use nearest::nearest;
pub use parser::{Reading, parse};
// What tests compare with; a program takes `dynamic`.
#[cfg(feature = "interpreter")]
#[doc(hidden)]
pub use runtime::RuntimeLayout;
pub use text_range::{Located, TextRange};
pub use world::{Numbers, Part, Truth, World};

pub mod compile;
#[cfg(feature = "dynamic")]
pub mod dynamic;
