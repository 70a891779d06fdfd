//! C and what is written like it: C++, CUDA C++, OpenCL C. One file, with a flavour for each.

mod array;
mod dialect;
mod file;
mod flavour;
mod helpers;
mod loops;
mod mdspan;
mod words;

pub(super) use flavour::{C, CPP, CUDA, MDSPAN, OPENCL};
