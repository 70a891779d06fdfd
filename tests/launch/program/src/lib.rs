//! The kernels of `launch-suite` as PTX, to be loaded by a host program.
//!
//! Where the build had no compiler for them, loading them is an error that says what to install.
#![deny(unsafe_code)]

include!(env!("KERNELS"));
