//! Parts that the benchmarks of arrays share.
#![allow(dead_code)] // each benchmark uses its part

pub(crate) mod alternate;
pub(crate) mod by_hand;
pub(crate) mod cases;
pub(crate) mod copies;
pub(crate) mod curves;
pub(crate) mod gemm;
pub(crate) mod kernels;
pub(crate) mod layouts;
