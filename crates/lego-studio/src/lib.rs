//! The Studio's engine: questions of the page in, answers out, in the browser by WebAssembly.
//!
//! ```text
//! page/*.js ── worker.js ── JSON ──> exports ──> ask ──> lego_cli: the command `lego`, in memory
//!                              <── JSON, positions ──┘
//! ```
//!
//! What the command answers, the page answers, in the same words: it runs the same commands. Positions alone come as numbers
//! of four bytes, because a drawing has many.
#![deny(unsafe_code)]

mod ask;
mod exports;

pub use ask::{NONE, ask};
