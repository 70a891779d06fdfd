//! The languages, a file each.

mod c_family;
mod fortran;
mod javascript;
mod jax;
mod julia;
mod llvm;
mod mlir;
mod numba;
mod numpy;
mod python;
mod rust;
mod shaders;
mod triton;
pub mod zig;
