//! The languages that templates are written in, and what of them is written how.

use crate::error::Error;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The language that a template is written in.
///
/// ```
/// use lego_gen::fill::Host;
/// assert_eq!("triton".parse(), Ok(Host::Triton));
/// assert_eq!(Host::of_file("sgemm.cu".as_ref(), ""), Some(Host::Cuda));
/// assert_eq!(Host::of_file("kernels.py.lego".as_ref(), "import triton\n"), Some(Host::Triton));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // a name says which language it is
pub enum Host {
    C,
    Cpp,
    Mdspan,
    Cuda,
    OpenCl,
    Python,
    NumPy,
    Triton,
    Numba,
    Jax,
    Fortran,
    Julia,
    JavaScript,
    TypeScript,
    Glsl,
    Wgsl,
    Hlsl,
    Metal,
    Rust,
}

/// Which operators and functions a language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// `a / b`, `c ? a : b`, `&&`
    C,
    /// `a // b`, `a if c else b`
    Python,
    /// Arrays of a module of Python, by its name: everything is computed, and chosen from.
    Arrays(&'static str),
    Fortran,
    Julia,
    /// JavaScript and TypeScript.
    Script,
    Wgsl,
    Rust,
}

/// What a slice is in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slices {
    /// An array of numbers of a module, which broadcasts.
    Ranges(&'static str),
    /// A variable of a loop that stands around the placeholder.
    Loops,
    /// The placeholder is the list of all values, over a variable for each slice.
    Lists,
}

impl Host {
    /// Every one.
    pub const ALL: [Self; 19] = [
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
        Self::Rust,
    ];

    /// Its name on the command line: that of the target of `lego gen`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Mdspan => "mdspan",
            Self::Cuda => "cuda",
            Self::OpenCl => "opencl",
            Self::Python => "python",
            Self::NumPy => "numpy",
            Self::Triton => "triton",
            Self::Numba => "numba",
            Self::Jax => "jax",
            Self::Fortran => "fortran",
            Self::Julia => "julia",
            Self::JavaScript => "javascript",
            Self::TypeScript => "typescript",
            Self::Glsl => "glsl",
            Self::Wgsl => "wgsl",
            Self::Hlsl => "hlsl",
            Self::Metal => "metal",
            Self::Rust => "rust",
        }
    }

    /// The language of a file, by the end of its name; which relative of Python it is, its text says. Ends like `.lego`,
    /// `.in`, `.tmpl` and `.template` stand behind that of the language.
    #[must_use]
    pub fn of_file(path: &Path, text: &str) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Some(match extension {
            "lego" | "in" | "tmpl" | "template" => return Self::of_file(&path.with_extension(""), text),
            "c" | "h" => Self::C,
            "cpp" | "cc" | "cxx" | "hpp" | "hh" | "hxx" => Self::Cpp,
            "cu" | "cuh" => Self::Cuda,
            "cl" => Self::OpenCl,
            "f90" | "F90" | "f95" | "f03" | "f08" => Self::Fortran,
            "jl" => Self::Julia,
            "js" | "mjs" | "cjs" => Self::JavaScript,
            "ts" | "mts" => Self::TypeScript,
            "glsl" | "comp" | "vert" | "frag" => Self::Glsl,
            "wgsl" => Self::Wgsl,
            "hlsl" => Self::Hlsl,
            "metal" => Self::Metal,
            "rs" => Self::Rust,
            "py" | "pyi" => {
                let imports = |module: &str| {
                    text.lines().map(str::trim_start).any(|line| {
                        (line.starts_with("import ") || line.starts_with("from "))
                            && crate::text::has_word(line, module)
                    })
                };
                let modules = [Self::Triton, Self::Jax, Self::Numba, Self::NumPy];
                modules.into_iter().find(|host| imports(host.name())).unwrap_or(Self::Python)
            }
            _ => return None,
        })
    }

    pub(super) fn family(self) -> Family {
        match self {
            Self::C | Self::Cpp | Self::Mdspan | Self::Cuda | Self::OpenCl | Self::Glsl | Self::Hlsl | Self::Metal => {
                Family::C
            }
            Self::Python | Self::Numba => Family::Python,
            Self::NumPy => Family::Arrays("np"),
            Self::Triton => Family::Arrays("tl"),
            Self::Jax => Family::Arrays("jnp"),
            Self::Fortran => Family::Fortran,
            Self::Julia => Family::Julia,
            Self::JavaScript | Self::TypeScript => Family::Script,
            Self::Wgsl => Family::Wgsl,
            Self::Rust => Family::Rust,
        }
    }

    pub(super) fn slices(self) -> Slices {
        match self {
            Self::NumPy => Slices::Ranges("np"),
            Self::Triton => Slices::Ranges("tl"),
            Self::Jax => Slices::Ranges("jnp"),
            Self::Cpp
            | Self::Mdspan
            | Self::Python
            | Self::Fortran
            | Self::Julia
            | Self::JavaScript
            | Self::TypeScript
            | Self::Rust => Slices::Lists,
            Self::C | Self::Cuda | Self::OpenCl | Self::Numba | Self::Glsl | Self::Wgsl | Self::Hlsl | Self::Metal => {
                Slices::Loops
            }
        }
    }

    /// What is true everywhere.
    pub(super) fn truth(self) -> &'static str {
        match self.family() {
            Family::Python | Family::Arrays(_) => "True",
            Family::Fortran => ".true.",
            // C has no word for it without a header.
            Family::C if matches!(self, Self::C | Self::OpenCl) => "1",
            _ => "true",
        }
    }

    /// A list of texts: extents, steps, an index.
    pub(super) fn tuple(self, texts: &[String]) -> String {
        let inside = texts.join(", ");
        match (self.family(), texts.len()) {
            (Family::Python | Family::Arrays(_) | Family::Julia, 1) => format!("({inside},)"),
            (Family::Python | Family::Arrays(_) | Family::Julia, _) => format!("({inside})"),
            (Family::Fortran | Family::Script | Family::Rust, _) => format!("[{inside}]"),
            (Family::C, _) => format!("{{{inside}}}"),
            (Family::Wgsl, _) => format!("array({inside})"),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Host {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|host| host.name() == name).ok_or_else(|| {
            if ["mlir", "llvm"].contains(&name) {
                return Error::new(format!(
                    "{name} has no expressions that a placeholder could be: write functions with `lego gen --target {name}`"
                ));
            }
            let names = Self::ALL.map(Self::name);
            let near = lego_lang::nearest(name, names).map(|near| format!("; the nearest is {near}"));
            Error::new(format!("no target is called {name}{}. They are {}", near.unwrap_or_default(), names.join(", ")))
        })
    }
}
