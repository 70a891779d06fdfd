//! The features of `layout!`, one file each.

mod below_zero;
mod debug;
mod equal;
mod expression;
mod functions;
mod items;
mod laws;
mod limits;
mod mapping;
mod narrow;
mod optional;
mod runtime;
mod shifts;
mod sizes;
mod slices;
mod traits;
mod width;
mod zoo;
