//! Sets of points with coordinates from 0 on, exact and of any shape.
//!
//! A [`Set`] stands in a box and keeps its points in lexicographic order, as *runs* of points that follow each other in that
//! order, or, where there are more runs than that is worth, as a bit for each point of the box. Every operation walks runs, so
//! that it is one merge whatever is kept, and its result takes the form that is smaller.

mod bits;
mod builder;
mod combine;
mod project;
mod runs;
#[expect(clippy::module_inception, reason = "the concept has the name of the folder")]
mod set;

pub(crate) use bits::Bits;
pub(crate) use set::volume;
pub use set::{Set, TooLarge};
