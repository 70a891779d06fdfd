//! Memory as a layout sees it: what a kernel takes for its arrays.
//!
//! | view | of | who may use it |
//! |---|---|---|
//! | [`Global`] | global memory that is read | every thread, by safe code |
//! | [`GlobalMut`] | global memory that is written | every thread, by `unsafe` code: what keeps them apart is the kernel's business |
//! | [`Atomic`] | global memory that all threads update | every thread, by safe code: each access is atomic |
//! | [`Split`] | global memory that is written | each thread its own elements, by safe code: a bijection keeps them apart |
//! | [`Shared`] | a tile of shared memory | the threads of a block, by safe code |
//! | [`ClusterShared`] | a tile of shared memory of another block of the cluster | the threads of the cluster; who writes, by `unsafe` code |
//! | [`Distributed`] | a tile in the registers of many threads | each thread its own elements; conversions and gathers move them |
//! | [`InPlace`] | an array among the parameters | every thread, by safe code |
//! | [`Fragment`] | a tile in registers | one thread, by indices that are known when the kernel is compiled |
//!
//! A [`Global`] asks for a `Mapping32` only: what is read may lie anywhere, two indices at one position. A [`Split`] asks for
//! the proof that they do not, `INJECTIVE_32`. No view asks for an inverse.
//!
//! A view takes logical indices, in `u32`. Its layout is a type, made by `layout!`: static sizes cost nothing, and sizes
//! given at run time cross into the kernel with the view.
//!
//! Each but a `Split` and a `Fragment` has windows, [`window`](Global::window): the indices from an origin on, by a layout
//! that is a [`Window`] of the whole one. An index is then compared with the window's extents, which a kernel mostly knows as
//! constants, so that one comparison for the window takes the place of one for each access. A host passes windows of buffers
//! by [`Buffer::window`](crate::launch::Buffer::window), and several of one buffer, to be written at the same time, by
//! [`windows_mut`](crate::launch::Buffer::windows_mut), where they do not overlap.
//!
//! Where tiles do not divide, a tile that may hang over the edge is [`clipped`](Global::clipped), and the layout of a `Split` has an
//! `ExpandBy`. The functions that begin with `try_` then look at each index. [`whole_or_edge!`](crate::whole_or_edge) looks once: where
//! nothing hangs over, the same code runs without looking.
//!
//! # What is checked
//!
//! `get` and `set` end the launch where the index lies outside of the extents; `try_get` and `try_set` say so;
//! `get_unchecked` and `set_unchecked` are one instruction and the layout's arithmetic. That the buffer is as long as the
//! layout's span is checked once, by the launch.

mod abi;
mod abort;
mod atomic;
pub mod axes;
mod cluster;
mod distributed;
mod edges;
mod fetch;
mod fragment;
mod global;
mod global_mut;
mod in_place;
mod laid;
mod layout;
mod linear;
#[cfg(doctest)]
mod lying_layouts;
mod memory;
mod placed;
mod position;
pub(crate) mod ranks;
mod scalar;
mod shared;
mod split;
mod update;
mod window;

pub use abi::{ArrayAbi, SliceAbi, ViewAbi};
pub use atomic::Atomic;
pub use axes::{Axes, Block, BlockX, BlockY, BlockZ, Register, Thread, ThreadX, ThreadY, ThreadZ, Uncovered};
pub use cluster::ClusterShared;
pub use distributed::{Along, Conversion, Distributed, Gather, Way};
pub use edges::Edged;
#[doc(hidden)]
pub use edges::whole_or_edge;
pub use fragment::Fragment;
pub use global::Global;
pub use global_mut::GlobalMut;
pub use in_place::{InPlace, InPlaceAbi};
pub use laid::Laid;
pub use layout::{Always, KernelLayout};
pub use linear::Linear;
#[doc(hidden)]
pub use placed::Placed;
pub use placed::SharedAbi;
pub use shared::Shared;
pub use split::Split;

pub use lego_core::mapping::{Clipped, Window};
