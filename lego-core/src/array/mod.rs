//! Arrays over a layout.

mod access;
#[allow(clippy::module_inception)]
mod array;
mod storage;

#[cfg(feature = "alloc")]
pub use array::{Arr1D, Arr2D, Arr3D, ArrND};
pub use array::{
    Array, Stack1D, Stack2D, Stack3D, StackND, View1D, View2D, View3D, ViewMut1D, ViewMut2D, ViewMut3D, ViewMutND,
    ViewND,
};
pub use storage::{Storage, StorageMut};
