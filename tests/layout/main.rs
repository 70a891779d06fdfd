//! The features of `layout!`, one file each.

mod access;
#[cfg(feature = "cute")]
mod algebra;
mod arrays;
mod below_zero;
mod compose;
mod cute;
mod debug;
mod dynamic;
mod empty;
mod equal;
mod expression;
mod functions;
mod inverses;
mod items;
mod laws;
mod limits;
mod linear;
mod mapping;
mod narrow;
mod optional;
mod parts;
mod pieces;
mod runtime;
mod shifts;
mod sizes;
mod slices;
mod table;
mod traits;
mod triangles;
mod width;
mod windows;
mod zoo;
