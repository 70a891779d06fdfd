//! Arrays: elements in a storage, found through a layout.
//!
//! ```text
//! Array<S, L, R> ── S: Storage      Vec<T>, Box<[T]>, Arc<[T]>, [T; N], &[T], &mut [T], and yours
//!       │       └── L: Layout      any, of rank R: another rank does not compile
//!       ├─ one element             a[[i, j]], get, get_mut
//!       ├─ all elements            iter, iter_mut, values, for_each_mut, map, map_inplace, fill, zip, ==, Debug, Display
//!       ├─ arithmetic              &a + &b, &a * 2.0, a += &b, -&a, sum, product, min, max, mean, fold
//!       ├─ some elements           slice((2, stepped(.., -1))), row(i), column(j), tile([ti, tj]), lines(Rows): views, or runs
//!       ├─ elements several times  broadcast(dims), sliding_windows([3, 3]): views to be read
//!       ├─ axes in another order   t(), permuted_axes([2, 0, 1]): views
//!       ├─ the same memory         regroup::<V>(): another layout over it
//!       ├─ parts of it             tiles, blocks, windows, rows, split_at, split: views, or disjoint parts to be changed, in parallel
//!       ├─ neighbours              stencil: each element made of those around it, line by line, in parallel
//!       ├─ several arrays          zip((&mut a, &b, &c)), in parallel too; concat, stack
//!       └─ other layouts           relayout, relayout_in_place, assign, from_row_major, to_row_major, serde; views of ndarray, nalgebra, faer, mdarray
//!
//! BlockSparse ── some blocks of a matrix, each an array of one layout
//! ```
//!
//! A layout is a safe trait, so its word is no proof: every position that it gives is checked against the storage. A
//! layout that breaks its laws can make an array panic or mix up elements, and nothing worse. What gives out several
//! elements to be changed at the same time asks for a proof, which `layout!` makes ([`parts`]).

mod access;
mod arithmetic;
#[allow(clippy::module_inception)]
mod array;
mod axes;
mod batch;
#[cfg(feature = "alloc")]
mod block_sparse;
#[cfg(feature = "alloc")]
mod build;
mod compare;
#[cfg(feature = "alloc")]
mod concat;
mod contiguous;
mod copy;
mod debug;
mod index;
mod into_iter;
mod iter;
pub mod lines;
#[cfg(feature = "alloc")]
mod nested;
mod operators;
#[cfg(feature = "alloc")]
mod owned;
pub mod parts;
mod regroup;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod slice;
mod slices;
mod stack;
mod storage;
mod tile;
mod values;
#[cfg(any(feature = "faer", feature = "mdarray", feature = "nalgebra", feature = "ndarray"))]
mod views;
mod zip;

#[cfg(feature = "alloc")]
pub use array::{Arr1D, Arr2D, Arr3D, ArrND};
pub use array::{
    Array, Stack1D, Stack2D, Stack3D, StackND, View1D, View2D, View3D, ViewMut1D, ViewMut2D, ViewMut3D, ViewMutND,
    ViewND,
};
#[cfg(feature = "alloc")]
pub use block_sparse::BlockSparse;
pub use into_iter::{IntoIter, IterMut, Waiting};
pub use iter::{Iter, IterPhysical, IterPhysicalMut};
#[doc(inline)]
pub use lines::{
    AntiDiagonals, Columns, Direction, Line, LineMut, LineRef, LineRefMut, Lines, LinesMut, Picked, Rows, Walk,
};
#[cfg(feature = "alloc")]
pub use nested::{__array, Nested};
pub use operators::{Operand, ScalarOperand};
#[doc(inline)]
#[cfg(feature = "alloc")]
pub use parts::{Neighbours, Stencil};
pub use parts::{PartMut, Parts, PartsMut};
pub use regroup::Overlay;
#[cfg(feature = "serde")]
pub use serde::{Seed, SeedFromDims};
pub use slice::{AliasedView, SliceView, SliceViewMut};
pub use storage::{Storage, StorageMut};
pub use tile::{TileView, TileViewMut};
pub use values::{Values, ValuesMut};
pub use zip::{Shared, Unique, Zip, ZipOperand, ZipOperands, ZipSource, zip};

#[doc(no_inline)]
pub use crate::mapping::{
    Affine, Aliased, ArrayLayout, AxisSelection, Batch, Bijection, Fills, Indices, Selected, SliceSpec, Stepped,
    SubLayout, Tile, Window, permuted, slice, stepped,
};
