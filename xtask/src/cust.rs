//! `cargo xtask cust`: the back end on `cust`, checked where there is no CUDA.
//!
//! `cust` is linked to the driver's library, so building with it wants one. A library with the same functions does, which
//! refuse everything as NVIDIA's own stub does. Programs linked to it run with the real one.

use crate::steps::{Steps, cargo, library_path, target};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What every function of the library answers: `CUDA_ERROR_STUB_LIBRARY`.
const REFUSAL: u32 = 34;

/// A library with the driver's functions, that does nothing.
pub(crate) struct Stub {
    folder: PathBuf,
}

/// All tests and the program for the GPU machine with `cust`.
pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    check_all(&mut steps);
    steps.summary()
}

/// What differs with `cust`, as steps among others: it compiles, and says what a missing driver means. `features` are those of all
/// packages that have been tested: asked for once more, they let Cargo take what it has compiled.
pub(crate) fn check(steps: &mut Steps, features: &str) {
    let features = format!("{features},lego-cuda/cust");
    let packages = ["--workspace", "--exclude", "proof", "--features", &features];
    checks(steps, &[&packages[..], &["--test", "drivers"]].concat(), false);
}

/// All tests once more with `cust`, and the program for the GPU machine, as steps among others.
pub(crate) fn check_all(steps: &mut Steps) {
    checks(steps, &["--package", "lego-cuda", "--all-features", "--lib", "--tests"], true);
}

fn checks(steps: &mut Steps, arguments: &[&str], program_too: bool) {
    let stub = match Stub::new() {
        Ok(stub) => stub,
        Err(error) => return steps.fail("a library to link cust to", &error),
    };
    let mut tests = cargo(&["test"]);
    tests.args(arguments);
    steps.run("tests, with cust", stub.run(tests));
    if program_too {
        // The program for the GPU machine links.
        let program = cargo(&["build", "--quiet", "--package", "lego-gpu", "--all-features"]);
        steps.run("the program for the GPU, with cust", stub.build(program));
    }
}

impl Stub {
    /// Makes the library below the target directory.
    ///
    /// # Errors
    /// Where the functions that `cust` declares are not found, or there is no C compiler.
    pub(crate) fn new() -> io::Result<Self> {
        if !cfg!(target_os = "linux") {
            return Err(io::Error::other(
                "it is made on Linux only; with CUDA installed, cargo builds with cust by itself",
            ));
        }
        let folder = target().join("cuda-stub");
        // Where `cust` looks for it, in the folder that CUDA_LIBRARY_PATH names.
        let library = folder.join("lib64");
        std::fs::create_dir_all(&library)?;
        let source = folder.join("stub.c");
        let text = source_text(&declarations()?);
        if std::fs::read_to_string(&source).is_ok_and(|old| old == text) && library.join("libcuda.so").exists() {
            return Ok(Self { folder });
        }
        std::fs::write(&source, text)?;
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let mut command = Command::new(&compiler);
        command.args(["-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o"]).arg(library.join("libcuda.so"));
        let status = command.arg(&source).status().map_err(|error| {
            io::Error::other(format!("{}: {error}; a C compiler is needed", compiler.to_string_lossy()))
        })?;
        if !status.success() {
            return Err(io::Error::other(format!("{}: {status}", compiler.to_string_lossy())));
        }
        // The name that a program looks for when it starts.
        std::fs::copy(library.join("libcuda.so"), library.join("libcuda.so.1"))?;
        Ok(Self { folder })
    }

    /// A command of cargo that links to it; what it builds starts only where there is a driver.
    pub(crate) fn build(&self, mut command: Command) -> Command {
        command.env("CUDA_LIBRARY_PATH", &self.folder);
        command
    }

    /// A command of cargo that links to it and runs what it built, with this library in the place of the driver's.
    pub(crate) fn run(&self, command: Command) -> Command {
        let mut command = self.build(command);
        if let Ok(paths) = library_path([self.folder.join("lib64")]) {
            command.env("LD_LIBRARY_PATH", paths);
        }
        command
    }
}

/// The file in which the bindings that `cust` uses declare the driver's functions.
fn declarations() -> io::Result<String> {
    let output = cargo(&["metadata", "--format-version", "1", "--all-features"]).output()?;
    let metadata = String::from_utf8_lossy(&output.stdout);
    // The path of a manifest needs no JSON: it has no quotes.
    let manifest = metadata.split('"').find(|text| text.contains("cust_raw-") && text.ends_with("Cargo.toml"));
    let manifest = manifest.ok_or_else(|| io::Error::other("cargo does not know where cust_raw is"))?;
    std::fs::read_to_string(Path::new(manifest).with_file_name("src").join("cuda.rs"))
}

/// The library in C: what a function takes does not matter to one that looks at nothing.
fn source_text(declarations: &str) -> String {
    let mut text =
        String::from("/* Generated by `cargo xtask cust`: the functions of the CUDA driver, all of which refuse. */\n");
    let functions = declarations.lines().filter_map(|line| line.trim_start().strip_prefix("pub fn "));
    for name in functions.filter_map(|rest| rest.split('(').next()).filter(|name| name.starts_with("cu")) {
        let _ = writeln!(text, "int {name}(void) {{ return {REFUSAL}; }}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::source_text;

    #[test]
    fn every_declared_function_of_the_driver_is_made() {
        let text = source_text(
            "extern \"C\" {\n    pub fn cuInit(Flags: u32) -> CUresult;\n    pub fn cuCtxSynchronize() -> X;\n    pub fn memcpy(a: u8);\n}\n",
        );
        let functions: Vec<_> = text.lines().skip(1).collect();
        assert_eq!(functions, ["int cuInit(void) { return 34; }", "int cuCtxSynchronize(void) { return 34; }"]);
    }
}
