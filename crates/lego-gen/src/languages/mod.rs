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
mod zig;

use crate::language::{Facts, Language};

/// A list of targets, each with its language.
macro_rules! targets {
    ($($(#[$about:meta])* $target:ident => $language:expr,)*) => {
        /// A language that a layout can be written in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Target {
            $($(#[$about])* $target,)*
        }

        impl Target {
            /// Every one, in the order of their kinship.
            pub const ALL: [Self; [$(stringify!($target)),*].len()] = [$(Self::$target),*];

            pub(crate) fn language(self) -> &'static dyn Language {
                match self {
                    $(Self::$target => &$language,)*
                }
            }

            pub(crate) fn facts(self) -> Facts {
                self.language().facts()
            }
        }
    };
}

targets! {
    /// C99 and C11.
    C => c::C,
    /// C++17, `constexpr`.
    Cpp => c::CPP,
    /// C++ with a layout policy of `mdspan`.
    Mdspan => c::MDSPAN,
    /// CUDA C++, for host and device.
    Cuda => c::CUDA,
    /// OpenCL C.
    OpenCl => c::OPENCL,
    /// Python's integers.
    Python => python::Python,
    /// NumPy: whole arrays of indices.
    NumPy => numpy::NumPy,
    /// Triton: tensors of indices in kernels.
    Triton => triton::Triton,
    /// Numba: numbers, in kernels of CUDA and on the CPU.
    Numba => numba::Numba,
    /// JAX: whole arrays of indices, which may be traced.
    Jax => jax::Jax,
    /// Fortran 2008: a module.
    Fortran => fortran::Fortran,
    /// Julia: a module.
    Julia => julia::Julia,
    /// JavaScript: an ES module.
    JavaScript => javascript::JavaScript { typed: false },
    /// TypeScript: an ES module.
    TypeScript => javascript::JavaScript { typed: true },
    /// GLSL 4.50 and GLSL ES 3.10: functions for shaders.
    Glsl => c::GLSL,
    /// WGSL: functions for shaders.
    Wgsl => wgsl::Wgsl,
    /// HLSL: functions for shaders.
    Hlsl => c::HLSL,
    /// The Metal shading language: functions for shaders.
    Metal => c::METAL,
    /// MLIR: the dialects func, arith and scf.
    Mlir => mlir::Mlir,
    /// LLVM IR as text.
    Llvm => llvm::Llvm,
    /// Rust without a dependency.
    Rust => rust::Rust,
    /// Zig: functions of a file.
    Zig => zig::Zig,
}
