//! C and what is written like it: C++, CUDA C++, OpenCL C. One file, with a flavour for each.

mod dialect;
mod file;
mod flavour;
mod helpers;
mod words;

pub(super) use flavour::{C, CPP, CUDA, OPENCL};
