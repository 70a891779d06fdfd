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
pub use elaborate::{Elaborated, Fact, Unverified, compile as elaborate_text, elaborate};
pub use exact::{Exact, Undefined};
pub use lego_core::chain::pieces::NAMED;
pub use nearest::nearest;
pub use parser::parse;
pub use runtime::RuntimeLayout;
pub use text_range::{Located, TextRange};
pub use world::{Numbers, Part, Truth, World};

pub mod compile;
