//! What a layout is and does: the algebra, the [`Layout`] trait, arrays and views.
//!
//! `no_std`; without the feature `alloc` nothing here allocates.
#![no_std]
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]
#![cfg_attr(target_arch = "nvptx64", feature(const_eval_select, core_float_math, core_intrinsics))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
#[allow(unused_extern_crates)] // used by the modules behind the feature
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod array;
#[cfg(feature = "alloc")]
pub mod chain;
pub mod check;
mod error;
pub mod isqrt;
pub mod mapping;
#[cfg(test)]
mod samples;
mod text;

pub use error::LayoutError;
pub use mapping::{Coord, Coord32, Injective, Layout, Layout32, Mapping, Mapping32, StaticLayout, StaticMapping};
pub use text::Text;
