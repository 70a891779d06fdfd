//! Random chains with their maps by the obvious formulas: what the implementation is compared with.
//!
//! Nothing here uses the crate under test, so that nothing is compared with itself.
#![allow(dead_code, unused_imports, unreachable_pub)] // each test binary uses its part

pub mod agreement;
mod model;
mod random;
pub mod symbols;
pub mod vectors;

pub use ::random::Random;
pub use model::{Chain, Piece, Position, Stage, flatten, indices, unflatten};
pub use random::{bijection, chain, invertible, piece};
