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
pub mod check;
mod error;
pub mod isqrt;
mod layout;
mod layout32;
mod message;
mod text;

#[cfg(feature = "alloc")]
pub mod chain;

pub use error::LayoutError;
pub use layout::{Coord, Layout, StaticLayout};
pub use layout32::{Coord32, Injective, Layout32};
pub use text::Text;
