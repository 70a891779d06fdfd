//! C and what is written like it: C++, CUDA C++, OpenCL C, and for shaders GLSL, HLSL and the Metal shading language. One file,
//! with a flavour for each.

mod array;
mod dialect;
mod file;
mod flavour;
mod habits;
mod helpers;
mod loops;
mod mdspan;
mod words;

pub(super) use flavour::{C, CPP, CUDA, GLSL, HLSL, MDSPAN, METAL, OPENCL};
