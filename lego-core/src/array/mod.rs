//! Arrays over a layout.

mod access;
mod affine;
#[allow(clippy::module_inception)]
mod array;
mod compare;
mod debug;
mod indices;
mod iter;
pub mod lines;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "alloc")]
mod owned;
mod relayout;
#[cfg(feature = "alloc")]
mod row_major;
#[cfg(feature = "serde")]
mod serde;
mod slice;
mod stack;
mod storage;
mod tile;
mod transpose;

/// The layouts of the examples, for tests.
#[cfg(test)]
mod example {
    use crate as lego_core;
    include!("example.rs");
}

pub use affine::Affine;
#[cfg(feature = "alloc")]
pub use array::{Arr1D, Arr2D, Arr3D, ArrND};
pub use array::{
    Array, Stack1D, Stack2D, Stack3D, StackND, View1D, View2D, View3D, ViewMut1D, ViewMut2D, ViewMut3D, ViewMutND,
    ViewND,
};
pub use indices::Indices;
pub use iter::{Iter, IterPhysical, IterPhysicalMut};
#[cfg(feature = "serde")]
pub use serde::Seed;
pub use slice::{Axis, SliceSpec, SubLayout, slice};
pub use storage::{Storage, StorageMut};
pub use tile::Tile;
#[doc(inline)]
pub use lines::{
    AntiDiagonals, Columns, Direction, Line, LineMut, LineRef, LineRefMut, Lines, LinesMut, Picked, Rows, Walk,
};
