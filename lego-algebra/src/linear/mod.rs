//! Linear layouts over F2, as Triton has them: labelled maps on the bits of indices, as values.

mod affine;
mod compose;
mod dim;
mod divide;
mod error;
pub mod families;
mod layout;
mod matrix;
mod notation;
pub mod plans;
mod product;
#[cfg(test)]
mod random_layout;
mod reshape;
mod shape;
mod space;
mod strided;
mod sublayout;

pub use affine::AffineLinear;
pub use dim::{Dim, NAME};
pub use error::{Error, Side};
pub use layout::{Basis, Coordinates, LinearLayout};
pub use matrix::{Echelon, Matrix};
pub use notation::BitMatrix;
pub use space::{BITS, DIMS, Space};
