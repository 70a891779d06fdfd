//! The list of languages, a file or a folder each.

/// A list of words, each as it stands there.
macro_rules! words {
    ($($word:tt)*) => {
        &[$(stringify!($word)),*]
    };
}

mod c;
mod fortran;
mod javascript;
mod jax;
mod julia;
mod llvm;
mod mlir;
mod numba;
mod numpy;
mod python;
mod python_family;
mod rust;
mod shader_words;
mod ssa;
mod triton;
mod wgsl;

use crate::language::Language;
use crate::target::Target;

/// The language of a target.
pub(crate) fn of(target: Target) -> &'static dyn Language {
    match target {
        Target::C => &c::C,
        Target::Cpp => &c::CPP,
        Target::Mdspan => &c::MDSPAN,
        Target::Cuda => &c::CUDA,
        Target::OpenCl => &c::OPENCL,
        Target::Python => &python::Python,
        Target::NumPy => &numpy::NumPy,
        Target::Triton => &triton::Triton,
        Target::Numba => &numba::Numba,
        Target::Jax => &jax::Jax,
        Target::Fortran => &fortran::Fortran,
        Target::Julia => &julia::Julia,
        Target::JavaScript => &javascript::JavaScript { typed: false },
        Target::TypeScript => &javascript::JavaScript { typed: true },
        Target::Glsl => &c::GLSL,
        Target::Wgsl => &wgsl::Wgsl,
        Target::Hlsl => &c::HLSL,
        Target::Metal => &c::METAL,
        Target::Mlir => &mlir::Mlir,
        Target::Llvm => &llvm::Llvm,
        Target::Rust => &rust::Rust,
    }
}
