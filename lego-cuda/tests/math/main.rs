//! The mathematics of kernels on the host, compared with obvious formulas.
#![cfg(feature = "half")]

mod accuracy;
mod halves;
mod numbers;
