//! What compiles or interprets the files that `lego gen` writes, for their tests: installed where that can be done, and named
//! where it cannot, for a language without it is not tested.

use crate::steps::{answers, tools};
use std::process::{Command, Stdio};

/// A compiler, an interpreter or a library of a language.
struct Tool {
    /// The language, as people call it.
    language: &'static str,
    /// What it is.
    what: &'static str,
    /// How it is found and installed.
    from: From,
}

/// Where a tool comes from.
enum From {
    /// A program, and the package of Debian's that has it.
    Debian { program: &'static str, package: &'static str },
    /// A file, and the package of Debian's that has it.
    File { path: &'static str, package: &'static str },
    /// A module of Python's and the package that has it, in the project's own folder.
    Pip { module: &'static str, package: &'static str },
    /// Headers, as the path of one of them, and the package of Python's that has them, in the project's own folder.
    Headers { header: &'static str, package: &'static str },
    /// A program of Node's, in the project's own folder.
    Npm { program: &'static str, package: &'static str },
}

const TOOLS: [Tool; 19] = [
    Tool { language: "C", what: "gcc", from: From::Debian { program: "gcc", package: "gcc" } },
    Tool { language: "C++", what: "g++", from: From::Debian { program: "g++", package: "g++" } },
    Tool {
        language: "C++ mdspan",
        what: "an implementation of mdspan",
        from: From::Headers { header: "nvidia/cu13/include/cccl/cuda/std/mdspan", package: "nvidia-cuda-cccl>=13,<14" },
    },
    Tool { language: "CMake", what: "cmake", from: From::Debian { program: "cmake", package: "cmake" } },
    Tool { language: "Python", what: "python3", from: From::Debian { program: "python3", package: "python3" } },
    Tool { language: "NumPy", what: "NumPy", from: From::Pip { module: "numpy", package: "numpy>=1.26,<3" } },
    Tool { language: "Triton", what: "Triton", from: From::Pip { module: "triton", package: "triton>=3,<4" } },
    Tool { language: "Numba", what: "Numba", from: From::Pip { module: "numba", package: "numba>=0.61,<1" } },
    Tool { language: "JAX", what: "JAX", from: From::Pip { module: "jax", package: "jax[cpu]>=0.6,<1" } },
    Tool { language: "Fortran", what: "gfortran", from: From::Debian { program: "gfortran", package: "gfortran" } },
    Tool { language: "Julia", what: "julia", from: From::Debian { program: "julia", package: "julia" } },
    Tool { language: "JavaScript", what: "node", from: From::Debian { program: "node", package: "nodejs" } },
    Tool { language: "TypeScript", what: "tsc", from: From::Npm { program: "tsc", package: "typescript@5" } },
    Tool {
        language: "GLSL and HLSL",
        what: "glslangValidator",
        from: From::Debian { program: "glslangValidator", package: "glslang-tools" },
    },
    Tool {
        language: "shaders on Vulkan",
        what: "Mesa's driver for processors",
        from: From::File { path: "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", package: "mesa-vulkan-drivers" },
    },
    Tool { language: "WGSL", what: "WebGPU", from: From::Pip { module: "wgpu", package: "wgpu>=0.32,<0.33" } },
    Tool {
        language: "MLIR",
        what: "mlir-opt",
        from: From::Debian { program: "mlir-opt-19", package: "mlir-19-tools" },
    },
    Tool { language: "isl", what: "islpy", from: From::Pip { module: "islpy", package: "islpy>=2025,<2027" } },
    Tool { language: "LLVM IR", what: "llc", from: From::Debian { program: "llc-19", package: "llvm-19" } },
];

impl Tool {
    fn is_there(&self) -> bool {
        match self.from {
            From::Debian { program, .. } => answers(program),
            From::File { path, .. } => std::path::Path::new(path).exists(),
            From::Pip { module, .. } => quiet(python().args(["-c", &format!("import {module}")])),
            From::Headers { header, .. } => tools().join("python").join(header).exists(),
            From::Npm { program, .. } => {
                let own = tools().join("node/node_modules/.bin").join(program);
                own.to_str().is_some_and(answers) || answers(program)
            }
        }
    }

    fn install(&self) -> bool {
        match self.from {
            From::Debian { package, .. } | From::File { package, .. } => {
                let update = quiet(Command::new("apt-get").args(["update", "-qq"]));
                let install = ["install", "--yes", "--no-install-recommends", package];
                update && quiet(Command::new("apt-get").args(install))
            }
            From::Pip { package, .. } | From::Headers { package, .. } => {
                let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
                let mut pip = Command::new("python3");
                pip.args(options).args(["--root-user-action=ignore", "--upgrade", "--target"]);
                quiet(pip.arg(tools().join("python")).arg(package))
            }
            From::Npm { package, .. } => {
                let mut npm = Command::new("npm");
                npm.args(["install", "--silent", "--prefix"]).arg(tools().join("node"));
                quiet(npm.arg(package))
            }
        }
    }
}

/// Python with the project's own modules.
fn python() -> Command {
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", tools().join("python"));
    python
}

/// Whether a command succeeds; what it prints is not shown.
fn quiet(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

/// Installs what is missing, and says what then still is: its languages are not tested.
pub(crate) fn install() {
    for tool in &TOOLS {
        if !tool.is_there() {
            println!("{}: installing {}", tool.language, tool.what);
            tool.install();
        }
    }
    report();
}

/// Says which languages are tested, and which are not.
pub(crate) fn report() {
    let (tested, missing): (Vec<&Tool>, Vec<&Tool>) = TOOLS.iter().partition(|tool| tool.is_there());
    let names: Vec<&str> = tested.iter().map(|tool| tool.language).collect();
    println!("languages of `lego gen` that are tested here: Rust, {}", names.join(", "));
    for tool in missing {
        println!("NOT TESTED: {}: {} is missing", tool.language, tool.what);
    }
}
