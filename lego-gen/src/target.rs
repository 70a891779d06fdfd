//! The languages that a layout can be written in.

use crate::error::Error;
use crate::extra::Extra;
use crate::languages;
use crate::request::Width;
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

    /// Its name on the command line.
    ///
    /// ```
    /// use lego_gen::Target;
    /// assert_eq!("cuda".parse(), Ok(Target::Cuda));
    /// assert_eq!(Target::Cuda.name(), "cuda");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        languages::of(self).name()
    }

    /// Its name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        languages::of(self).title()
    }

    /// What compiles or interprets it.
    #[must_use]
    pub fn needs(self) -> &'static str {
        languages::of(self).needs()
    }

    /// How many bits an index may have in it, what it is without being asked for first.
    #[must_use]
    pub fn widths(self) -> &'static [Width] {
        languages::of(self).widths()
    }

    /// What a file in it may have besides both directions.
    #[must_use]
    pub fn extras(self) -> &'static [Extra] {
        languages::of(self).extras()
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
