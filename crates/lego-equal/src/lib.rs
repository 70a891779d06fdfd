//! The equality of layouts as maps: proved, decided by their form, or looked at index by index; or refuted by an index that
//! they do not send to the same position.
//!
//! ```text
//! two maps in an arena ── dims and spans ── linear over bits ───────────────────> Equal, Different
//!                                │ not as they are written
//!                                ├─ Engine ─────────────────────────────────────> Equal
//!                                │ no proof
//!                                ├─ numbers ── few: every index ────────────────> Equal, Different
//!                                │             many: decide ────────────────────> Equal, Different
//!                                │                     │ too much work
//!                                │                     └─ every index ──────────> Equal, Different
//!                                │                        or a sample ──────────> Different, Undecided
//!                                └─ symbols ────────────────────────────────────> Undecided
//! ```
//!
//! `decide` takes the index space apart until the difference of the positions is a polynomial on each part: `reader` writes
//! the difference as a `sum` of products of `atom`s, `rules` and `bits` simplify atoms by what holds on a `cell`, `split`
//! chooses how to take a cell apart, `parts` does so.
#![forbid(unsafe_code)]

mod answer;
mod atom;
mod bits;
mod cell;
mod decide;
mod equal;
mod gap;
mod linear;
mod numbers;
mod pair;
mod parts;
mod points;
mod reader;
mod rules;
mod samples;
mod split;
mod sum;
mod value;

#[cfg(test)]
mod random;
#[cfg(test)]
mod tests;

pub use answer::{Difference, Differs, Effort, Equality};
pub use equal::{equal, is_proved};
pub use linear::read_bits;
