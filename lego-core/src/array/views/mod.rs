//! Arrays as views of other crates, without a copy, where their elements lie by strides: one file for each crate.

#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "mdarray")]
mod mdarray;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;

use crate::mapping::by_strides::ByStrides;
