//! Conversions between systems: a relation as shape:stride with a swizzle, as a chain of the language, as a linear layout, as a
//! table; strides of a shape and shapes of strides; task mappings as thread-value layouts.
//!
//! Whatever is converted is compared with what it came from before it is given out.

mod chain;
mod cute;
mod linear;
mod names;
mod part_chain;
mod recover;
mod rotated_chain;
mod stages;
mod strided_chain;
mod symbols;
mod table;
mod task;

pub use chain::NotChain;
pub use cute::{NotCute, cute_text};
pub use linear::NotLinear;
pub use recover::NoStrides;
pub use task::{Factor, TaskError, TaskMapping};
