//! The languages that a layout can be written in.

use crate::error::Error;
use crate::extra::Extra;
use crate::width::Width;
use std::fmt;
use std::str::FromStr;

/// A language that a layout can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// C99 and C11.
    C,
    /// C++17, `constexpr`.
    Cpp,
    /// C++ with a layout policy of `mdspan`.
    Mdspan,
    /// CUDA C++, for host and device.
    Cuda,
    /// OpenCL C.
    OpenCl,
    /// Python's integers.
    Python,
    /// NumPy: whole arrays of indices.
    NumPy,
    /// Triton: tensors of indices in kernels.
    Triton,
    /// Numba: numbers, in kernels of CUDA and on the CPU.
    Numba,
    /// JAX: whole arrays of indices, which may be traced.
    Jax,
    /// Fortran 2008: a module.
    Fortran,
    /// Julia: a module.
    Julia,
    /// JavaScript: an ES module.
    JavaScript,
    /// TypeScript: an ES module.
    TypeScript,
    /// GLSL 4.50 and GLSL ES 3.10: functions for shaders.
    Glsl,
    /// WGSL: functions for shaders.
    Wgsl,
    /// HLSL: functions for shaders.
    Hlsl,
    /// The Metal shading language: functions for shaders.
    Metal,
    /// MLIR: the dialects func, arith and scf.
    Mlir,
    /// LLVM IR as text.
    Llvm,
    /// Rust without a dependency.
    Rust,
}

impl Target {
    /// Every one, in the order of their kinship.
    pub const ALL: [Self; 21] = [
        Self::C,
        Self::Cpp,
        Self::Mdspan,
        Self::Cuda,
        Self::OpenCl,
        Self::Python,
        Self::NumPy,
        Self::Triton,
        Self::Numba,
        Self::Jax,
        Self::Fortran,
        Self::Julia,
        Self::JavaScript,
        Self::TypeScript,
        Self::Glsl,
        Self::Wgsl,
        Self::Hlsl,
        Self::Metal,
        Self::Mlir,
        Self::Llvm,
        Self::Rust,
    ];

    /// What it is called, on the command line and by people; what the name of a file ends with; what compiles or interprets it.
    fn facts(self) -> [&'static str; 4] {
        match self {
            Self::C => ["c", "C", "h", "a compiler for C99 or C11"],
            Self::Cpp => ["cpp", "C++", "hpp", "a compiler for C++17"],
            Self::Mdspan => {
                ["mdspan", "C++ mdspan", "hpp", "a compiler for C++23, or for C++17 with an implementation of mdspan"]
            }
            Self::Cuda => ["cuda", "CUDA C++", "cuh", "nvcc, or any compiler for C++17 for the host alone"],
            Self::OpenCl => ["opencl", "OpenCL C", "cl", "a compiler for OpenCL C 1.2 or later"],
            Self::Python => ["python", "Python", "py", "Python 3.9 or later"],
            Self::NumPy => ["numpy", "NumPy", "py", "Python 3.9 or later with NumPy"],
            Self::Triton => ["triton", "Triton", "py", "Python 3.9 or later with Triton 3"],
            Self::Numba => ["numba", "Numba", "py", "Python 3.9 or later with Numba, and numba-cuda for GPUs"],
            Self::Jax => ["jax", "JAX", "py", "Python 3.9 or later with JAX"],
            Self::Fortran => ["fortran", "Fortran", "f90", "a compiler for Fortran 2008"],
            Self::Julia => ["julia", "Julia", "jl", "Julia 1.6 or later"],
            Self::JavaScript => ["javascript", "JavaScript", "mjs", "ES2020: Node 14 or later, any browser"],
            Self::TypeScript => ["typescript", "TypeScript", "ts", "TypeScript 4 or later, for ES2020"],
            Self::Glsl => ["glsl", "GLSL", "glsl", "a compiler for GLSL 4.50 or GLSL ES 3.10"],
            Self::Wgsl => ["wgsl", "WGSL", "wgsl", "WebGPU, or naga or Tint"],
            Self::Hlsl => ["hlsl", "HLSL", "hlsl", "a compiler for HLSL of shader model 5, or 6 with --width 64"],
            Self::Metal => ["metal", "Metal", "metal", "a compiler for the Metal shading language 2.3 or later"],
            Self::Mlir => ["mlir", "MLIR", "mlir", "MLIR 16 or later, with the dialects func, arith and scf"],
            Self::Llvm => ["llvm", "LLVM IR", "ll", "LLVM 15 or later, or LLVM 14 with -opaque-pointers"],
            Self::Rust => ["rust", "Rust", "rs", "Rust 1.84 or later"],
        }
    }

    /// Its name on the command line.
    ///
    /// ```
    /// use lego_gen::Target;
    /// assert_eq!("cuda".parse(), Ok(Target::Cuda));
    /// assert_eq!(Target::Cuda.name(), "cuda");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts()[0]
    }

    /// Its name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.facts()[1]
    }

    /// What the name of a file ends with.
    pub(crate) fn extension(self) -> &'static str {
        self.facts()[2]
    }

    /// What compiles or interprets it.
    #[must_use]
    pub fn needs(self) -> &'static str {
        self.facts()[3]
    }

    /// How many bits an index may have in it, what it is without being asked for first.
    #[must_use]
    pub fn widths(self) -> &'static [Width] {
        match self {
            Self::Glsl | Self::Wgsl => &[Width::Bits32],
            Self::Hlsl => &[Width::Bits32, Width::Bits64],
            _ => &[Width::Bits64, Width::Bits32],
        }
    }

    /// What a file in it may have besides both directions: an array is a class of C++.
    #[must_use]
    pub fn extras(self) -> &'static [Extra] {
        match self {
            Self::Cpp | Self::Mdspan | Self::Cuda => &Extra::ALL,
            _ => &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Target {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|target| target.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let near = lego_lang::nearest(name, names).map(|near| format!("; the nearest is {near}"));
            Error::new(format!("no target is called {name}{}. They are {}", near.unwrap_or_default(), names.join(", ")))
        })
    }
}
