//! Copies between arrays of any two layouts.

mod plan;
mod relayout;
mod strided;
mod transpose;
mod walk;
