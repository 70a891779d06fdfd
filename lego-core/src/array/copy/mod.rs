//! Copies between arrays of any two layouts.

mod plan;
mod relayout;
mod transpose;
mod walk;
