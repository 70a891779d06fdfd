//! The laws of CuTe's algebra on random layouts, each at every coordinate against the obvious formula.
//!
//! `LEGO_ROUNDS` is the number of layouts for each law; `cargo xtask night` takes a million.

mod empty;
mod layouts;
mod operations;
mod predicates;
mod swizzles;
mod texts;

/// So many random cases for each law.
fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1500)
}
