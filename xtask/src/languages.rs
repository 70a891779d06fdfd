//! What compiles or interprets the files that `lego gen` writes, for their tests: installed where that can be done, and named
//! where it cannot, for a language without it is not tested.

use crate::packages::Package;
use crate::steps::{Steps, answers, tools};
use std::process::{Command, Stdio};

/// The variable of the environment that lists the tools whose absence is a failure; the package `not-tested` reads it in tests.
const REQUIRE: &str = "LEGO_REQUIRE";

/// A compiler, an interpreter or a library of a language.
struct Tool {
    /// The languages that it compiles or interprets, by their titles in `lego gen --list`. A test of the command finds
    /// each target here.
    languages: &'static str,
    /// What it is.
    what: &'static str,
    /// How it is found and installed.
    from: From,
}

/// How a tool is found, and the package that has it.
enum From {
    /// A program, and the package of Debian's that has it.
    Debian { program: &'static str, package: &'static str },
    /// A file, and the package of Debian's that has it.
    File { path: &'static str, package: &'static str },
    /// A module of Python's, and the requirements that have it.
    Pip { module: &'static str, requirements: &'static str },
    /// A program, its path among the modules of Python, and the requirements of Python's that have it, which are called
    /// like it.
    Wheel { path: &'static str, program: &'static str },
    /// Headers, as the path of one of them, and the requirements of Python's that have them.
    Headers { header: &'static str, requirements: &'static str },
    /// A program of Node's, and the folder of requirements that have it.
    Npm { program: &'static str, requirements: &'static str },
}

const TOOLS: &[Tool] = &[
    Tool { languages: "C, OpenCL C", what: "gcc", from: From::Debian { program: "gcc", package: "gcc" } },
    Tool { languages: "C++, CUDA C++, Metal", what: "g++", from: From::Debian { program: "g++", package: "g++" } },
    Tool {
        languages: "C++ mdspan",
        what: "an implementation of mdspan",
        from: From::Headers { header: "nvidia/cu13/include/cccl/cuda/std/mdspan", requirements: "mdspan" },
    },
    Tool { languages: "CMake", what: "cmake", from: From::Debian { program: "cmake", package: "cmake" } },
    Tool { languages: "Python", what: "python3", from: From::Debian { program: "python3", package: "python3" } },
    Tool { languages: "NumPy", what: "NumPy", from: From::Pip { module: "numpy", requirements: "numpy" } },
    Tool { languages: "Triton", what: "Triton", from: From::Pip { module: "triton", requirements: "triton" } },
    Tool { languages: "Numba", what: "Numba", from: From::Pip { module: "numba", requirements: "numba" } },
    Tool { languages: "JAX", what: "JAX", from: From::Pip { module: "jax", requirements: "jax" } },
    Tool { languages: "Fortran", what: "gfortran", from: From::Debian { program: "gfortran", package: "gfortran" } },
    Tool { languages: "Julia", what: "julia", from: From::Debian { program: "julia", package: "julia" } },
    Tool { languages: "JavaScript", what: "node", from: From::Debian { program: "node", package: "nodejs" } },
    Tool { languages: "TypeScript", what: "tsc", from: From::Npm { program: "tsc", requirements: "typescript" } },
    Tool {
        languages: "GLSL, HLSL",
        what: "glslangValidator",
        from: From::Debian { program: "glslangValidator", package: "glslang-tools" },
    },
    Tool {
        languages: "shaders on Vulkan",
        what: "Mesa's driver for processors",
        from: From::File { path: "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", package: "mesa-vulkan-drivers" },
    },
    Tool { languages: "WGSL", what: "WebGPU", from: From::Pip { module: "wgpu", requirements: "wgpu" } },
    Tool {
        languages: "MLIR",
        what: "mlir-opt",
        from: From::Debian { program: "mlir-opt-19", package: "mlir-19-tools" },
    },
    Tool { languages: "isl", what: "islpy", from: From::Pip { module: "islpy", requirements: "islpy" } },
    Tool { languages: "LLVM IR", what: "llc", from: From::Debian { program: "llc-19", package: "llvm-19" } },
    Tool { languages: "Zig", what: "zig", from: From::Wheel { path: "ziglang/zig", program: "zig" } },
];

impl Tool {
    fn is_there(&self) -> bool {
        match self.from {
            From::Debian { program, .. } => answers(program),
            From::File { path, .. } => std::path::Path::new(path).exists(),
            From::Pip { module, .. } => quiet(python().args(["-c", &format!("import {module}")])),
            From::Wheel { path, program } => {
                tools().join("python").join(path).exists() || quiet(Command::new(program).arg("version"))
            }
            From::Headers { header, .. } => tools().join("python").join(header).exists(),
            From::Npm { program, .. } => {
                let own = tools().join("node/node_modules/.bin").join(program);
                own.to_str().is_some_and(answers) || answers(program)
            }
        }
    }

    /// The name that `LEGO_REQUIRE` has for it.
    fn name(&self) -> &'static str {
        match self.from {
            // Without the version of LLVM: tests take the newest.
            From::Debian { program, .. } => program.trim_end_matches("-19"),
            From::File { .. } => "vulkan",
            From::Pip { module, .. } => module,
            From::Headers { requirements, .. } => requirements,
            From::Npm { program, .. } | From::Wheel { program, .. } => program,
        }
    }

    fn package(&self) -> Package {
        match self.from {
            From::Debian { package, .. } | From::File { package, .. } => Package::Debian(package),
            From::Pip { requirements, .. } | From::Headers { requirements, .. } => Package::Python(requirements),
            From::Wheel { program, .. } => Package::Python(program),
            From::Npm { requirements, .. } => Package::Npm(requirements),
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

/// The packages of the tools that are missing here.
pub(crate) fn missing() -> Vec<Package> {
    TOOLS.iter().filter(|tool| !tool.is_there()).map(Tool::package).collect()
}

/// Checks that the tools are here that the environment requires, as a step among others: `LEGO_REQUIRE=julia,node`, or `all`. A tool
/// that no test looks for is one that no test can miss.
pub(crate) fn check_required(steps: &mut Steps) {
    let Ok(required) = std::env::var(REQUIRE) else { return };
    let missing = missing_of(&required, Tool::is_there);
    let missing = missing.iter().map(|name| format!("{name}: {REQUIRE} requires it, and it is missing"));
    let missing: Vec<String> = missing.collect();
    steps.note("tools that LEGO_REQUIRE names", if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) });
}

/// Returns the names in a list of required tools that are missing; one that is in no list has to be a program.
fn missing_of(required: &str, is_there: impl Fn(&Tool) -> bool) -> Vec<&str> {
    let names = required.split(',').map(str::trim).filter(|name| !name.is_empty());
    let of = names.flat_map(|name| {
        let tools: Vec<&Tool> = TOOLS.iter().filter(|tool| name == "all" || tool.name() == name).collect();
        match tools.is_empty() {
            true if answers(name) => Vec::new(),
            true => vec![name],
            false => tools.into_iter().filter(|tool| !is_there(tool)).map(Tool::name).collect(),
        }
    });
    of.collect()
}

/// Says which languages are tested, and which are not.
pub(crate) fn report() {
    let (tested, missing): (Vec<&Tool>, Vec<&Tool>) = TOOLS.iter().partition(|tool| tool.is_there());
    let names: Vec<&str> = tested.iter().map(|tool| tool.languages).collect();
    println!("languages of `lego gen` that are tested here: Rust, {}", names.join(", "));
    for tool in missing {
        println!("NOT TESTED: {}: {} is missing", tool.languages, tool.what);
    }
}

#[cfg(test)]
mod tests {
    use super::{TOOLS, missing_of};

    #[test]
    fn a_required_tool_that_is_missing_is_named() {
        let all_but_node = |tool: &super::Tool| tool.name() != "node";
        assert_eq!(missing_of("node, gcc,llc", all_but_node), ["node"]);
        assert_eq!(missing_of("all", all_but_node), ["node"]);
        assert_eq!(missing_of("no-such-program", |_| true), ["no-such-program"]);
        assert!(missing_of("", |_| false).is_empty());
        let names: Vec<&str> = TOOLS.iter().map(super::Tool::name).collect();
        assert!(["mlir-opt", "mdspan", "vulkan", "tsc", "islpy"].iter().all(|name| names.contains(name)), "{names:?}");
    }
}
