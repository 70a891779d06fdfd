//! The languages, a file each.

mod c_family;
mod fortran;
mod javascript;
mod julia;
mod llvm;
mod mlir;
mod numpy;
mod python;
mod rust;
