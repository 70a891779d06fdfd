//! Errors: why a kernel crate was not built, in words that say what to do.

use std::fmt;
use std::path::PathBuf;

/// What to do about local memory.
pub(crate) const LOCAL_MEMORY_HELP: &str = "\
an array stays in registers where every index is known when the kernel is compiled: unroll the loop \
(`lego_cuda::unroll!`), or hold the values in a `lego_cuda::view::Fragment`; registers spill where a thread has too \
many values at once, or `max_registers` and `min_blocks` leave it too few; what is meant is declared by \
`#[lego_kernel(stack = BYTES, spills = BYTES)]`";

/// Why a kernel crate was not built.
///
/// `Debug` prints the words of `Display`, because that is what a `main` that returns the error shows.
#[non_exhaustive]
pub enum Error {
    /// No compiler has the source of its own `core`.
    #[non_exhaustive]
    NoCompiler {
        /// What was tried and why it does not do, one a line.
        tried: Vec<String>,
    },
    /// The program is to carry objects, and there is no ptxas to make them.
    NoAssembler,
    /// The name of an architecture is wrong.
    #[non_exhaustive]
    Architecture {
        /// The name as given.
        text: String,
    },
    /// There is nothing to build for, or nothing to build.
    #[non_exhaustive]
    Nothing {
        /// What is missing.
        what: String,
    },
    /// The kernel crate does not compile.
    #[non_exhaustive]
    Compile {
        /// The architecture.
        architecture: String,
        /// What the compiler printed; empty where it was printed already.
        text: String,
    },
    /// The PTX calls functions that are not in it.
    #[non_exhaustive]
    Unresolved {
        /// Each function with the likely cause.
        functions: Vec<(String, &'static str)>,
    },
    /// The PTX holds what the builder does not understand, or what contradicts itself.
    #[non_exhaustive]
    Ptx {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// ptxas does not take the PTX.
    #[non_exhaustive]
    Rejected {
        /// The architecture.
        architecture: String,
        /// What ptxas printed, each error followed by the line of PTX that it names.
        text: String,
        /// The PTX.
        file: PathBuf,
    },
    /// Kernels keep in memory what belongs into registers, and do not declare it.
    #[non_exhaustive]
    LocalMemory {
        /// Each kernel with its place, the architecture, the bytes and the bytes declared.
        kernels: Vec<String>,
    },
    /// ptxas says that kernels lose time: it puts their products one after the other, or ignores a bound of registers.
    #[non_exhaustive]
    Losses {
        /// Each kernel with its place, the architecture, and what ptxas says.
        kernels: Vec<String>,
    },
    /// A file or a program could not be used.
    #[non_exhaustive]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        source: std::io::Error,
    },
}

impl Error {
    /// Makes an error of an operation on something.
    pub(crate) fn io(what: impl fmt::Display) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::Io { what: what.to_string(), source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCompiler { tried } => {
                writeln!(f, "no Rust compiler here has the source of its own `core`, which kernels are built with")?;
                for line in tried {
                    writeln!(f, "  tried {line}")?;
                }
                writeln!(f, "to install it")?;
                writeln!(f, "  with rustup: rustup component add rust-src")?;
                writeln!(f, "  on Debian:   apt-get install --no-install-recommends rustc-web rust-web-src")?;
                write!(f, "or name a compiler that has it in LEGO_RUSTC")
            }
            Self::NoAssembler => write!(
                f,
                "the program is to carry what ptxas makes of its kernels (`Builder::objects`, LEGO_OBJECTS), and there is no ptxas here\n\
                 to install it\n  with Python: pip install nvidia-cuda-nvcc\n  or the CUDA toolkit of NVIDIA\nor name one in LEGO_PTXAS"
            ),
            Self::Architecture { text } => {
                write!(
                    f,
                    "`{text}` is no architecture: expected `sm_` and a compute capability, such as sm_80 or sm_90a"
                )
            }
            Self::Nothing { what } => write!(f, "{what}"),
            Self::Compile { architecture, text } => {
                write!(f, "the kernels do not compile for {architecture}")?;
                if text.is_empty() { Ok(()) } else { write!(f, "\n{text}") }
            }
            Self::Unresolved { functions } => {
                write!(f, "the PTX calls functions that are not in it, so no driver would load it:")?;
                for (name, cause) in functions {
                    write!(f, "\n  {name}: {cause}")?;
                }
                Ok(())
            }
            Self::Ptx { line, why } => write!(f, "PTX, line {line}: {why}"),
            Self::Rejected { architecture, text, file } => {
                write!(f, "ptxas does not take the PTX for {architecture} ({}):\n{text}", file.display())
            }
            Self::LocalMemory { kernels } => {
                write!(f, "kernels keep in memory what belongs into registers:")?;
                for kernel in kernels {
                    write!(f, "\n  {kernel}")?;
                }
                write!(f, "\n{}", LOCAL_MEMORY_HELP)
            }
            Self::Losses { kernels } => {
                write!(f, "ptxas makes these kernels slower than they are written:")?;
                for kernel in kernels {
                    write!(f, "\n  {kernel}")?;
                }
                Ok(())
            }
            Self::Io { what, source } => write!(f, "{what}: {source}"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Error;

    #[test]
    fn a_missing_compiler_says_what_to_install() {
        let error = Error::NoCompiler { tried: vec!["rustc: 1.95.0 has no source".to_owned()] };
        let words = format!("{error:?}");
        for part in [
            "tried rustc: 1.95.0 has no source",
            "rustup component add rust-src",
            "apt-get install --no-install-recommends rustc-web rust-web-src",
        ] {
            assert!(words.contains(part), "{words}");
        }
    }
}
