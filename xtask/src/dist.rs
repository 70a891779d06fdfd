//! `cargo xtask dist`: the `lego` command for Linux as one file that needs nothing else, for each processor.
//!
//! Each is linked to musl by the linker that comes with Rust, proved to be static by its headers, and tried: where its
//! processor is another one, under qemu. There the tests of the crates that programs on the CPU need run too, so that nothing in
//! them holds for x86-64 alone.

use crate::elf::{Executable, Machine};
use crate::steps::{Steps, answers, cargo, rustc, succeeds, target};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A processor that there is a program for.
struct Platform {
    /// As Rust names it, in `std::env::consts::ARCH` and in the name of the file.
    architecture: &'static str,
    triple: &'static str,
    machine: Machine,
    /// Runs its programs on other processors.
    emulator: &'static str,
}

const PLATFORMS: [Platform; 2] = [
    Platform {
        architecture: "x86_64",
        triple: "x86_64-unknown-linux-musl",
        machine: Machine::X86_64,
        emulator: "qemu-x86_64-static",
    },
    Platform {
        architecture: "aarch64",
        triple: "aarch64-unknown-linux-musl",
        machine: Machine::AARCH64,
        emulator: "qemu-aarch64-static",
    },
];

/// Where the emulators come from.
const EMULATORS: &str = "apt-get install qemu-user-static";

/// The crates whose tests run on the processor that this machine is not: what programs on the CPU contain.
const TESTED: [&str; 5] = ["lego-machine", "lego-core", "lego-equal", "lego-draw", "hygiene"];

/// What each program is asked, and something that must be in its answer.
const QUESTIONS: [(&[&str], &str); 5] = [
    (&["eval", "Morton(8, 8)", "--at", "4,2"], "36"),
    (&["show", "Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", "--json"], "\"apply\":"),
    (&["check", "Row(64, 64).TileBy([4, 4], [16, 16])"], "ok"),
    (&["equal", "Col(4, 8)", "RegP([4, 8], [2, 1])"], "equal"),
    (&["svg", "Hilbert(16, 16)", "-o", "-"], "<svg"),
];

/// Builds the programs; unless the arguments say `--no-tests`, runs the tests of crates on the other processor.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let tests = match arguments {
        [] => true,
        [no] if no == "--no-tests" => false,
        _ => {
            eprintln!("usage: cargo xtask dist [--no-tests]");
            return ExitCode::from(2);
        }
    };
    let mut steps = Steps::default();
    let mut answers = Vec::new();
    for platform in &PLATFORMS {
        let name = platform.name();
        match platform.build(&mut steps) {
            Ok(file) => {
                steps.note(&format!("{} is static", file.display()), platform.is_static(&file));
                match platform.runner() {
                    Ok(runner) => {
                        let all = platform.ask(&runner, &file);
                        steps.note(&format!("{name} answers"), all.as_ref().map(drop).map_err(Clone::clone));
                        answers.extend(all);
                    }
                    Err(why) => steps.leave_out(&format!("{name} answers"), &why),
                }
            }
            Err(why) => steps.note(&name, Err(why)),
        }
    }
    if let [first, rest @ ..] = answers.as_slice()
        && !rest.is_empty()
    {
        let same = if rest.iter().all(|other| other == first) { Ok(()) } else { Err("they differ".to_owned()) };
        steps.note("the programs give the same answers", same);
    }
    for platform in PLATFORMS.iter().filter(|platform| tests && !platform.is_here()) {
        platform.test(&mut steps);
    }
    steps.summary()
}

impl Platform {
    fn name(&self) -> String {
        format!("lego-{}-{}-linux", env!("CARGO_PKG_VERSION"), self.architecture)
    }

    fn is_here(&self) -> bool {
        std::env::consts::ARCH == self.architecture
    }

    /// The program, built and put in its place.
    ///
    /// # Errors
    /// What is missing, or that it does not build.
    fn build(&self, steps: &mut Steps) -> Result<PathBuf, String> {
        self.library()?;
        let mut build = self.cargo(&["build", "--release", "--package", "lego-cli", "--bin", "lego"]);
        // No names of functions: nobody debugs it, and they are a fifth of it.
        build.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        if !steps.passes(&format!("{} is built", self.name()), build) {
            return Err("it was not built".into());
        }
        let built = target().join(self.triple).join("release/lego");
        let folder = target().join("dist");
        let file = folder.join(self.name());
        let copied = std::fs::create_dir_all(&folder).and_then(|()| std::fs::copy(&built, &file));
        copied.map_err(|error| format!("{} to {}: {error}", built.display(), file.display()))?;
        Ok(file)
    }

    /// That Rust's standard library for musl is here; where it is not, rustup installs it.
    ///
    /// # Errors
    /// What to install.
    fn library(&self) -> Result<(), String> {
        let triple = self.triple;
        let is_here = || {
            let mut ask = rustc();
            ask.args(["--print", "target-libdir", "--target", triple]);
            let folder = ask.output().ok().and_then(|output| String::from_utf8(output.stdout).ok());
            let files = folder.and_then(|folder| std::fs::read_dir(folder.trim_end()).ok());
            files.is_some_and(|mut files| {
                files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-")))
            })
        };
        if is_here() {
            return Ok(());
        }
        let mut install = Command::new("rustup");
        if !succeeds(install.args(["target", "add", triple])) {
            return Err(format!(
                "the standard library for {triple} is not here, and `rustup target add {triple}` fails: install it for the \
                 compiler that Cargo uses ({})",
                rustc().get_program().to_string_lossy()
            ));
        }
        if is_here() {
            Ok(())
        } else {
            Err(format!(
                "rustup has the standard library for {triple}, and {} does not: let Cargo use the compiler of rustup, \
                 without RUSTC",
                rustc().get_program().to_string_lossy()
            ))
        }
    }

    /// Cargo for this processor.
    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo(arguments);
        command.args(["--target", self.triple]);
        // It comes with Rust, as do the parts of musl that it links: no C compiler is needed.
        command.env(self.variable("LINKER"), "rust-lld");
        command
    }

    /// The name of Cargo's variable for a setting of the target.
    fn variable(&self, setting: &str) -> String {
        format!("CARGO_TARGET_{}_{setting}", self.triple.to_uppercase().replace('-', "_"))
    }

    /// The emulator that programs of this processor need here: none on that processor.
    ///
    /// # Errors
    /// What to install.
    fn runner(&self) -> Result<Option<&'static str>, String> {
        match self.is_here() {
            true => Ok(None),
            false if answers(self.emulator) => Ok(Some(self.emulator)),
            false => Err(format!("{} is not here: {EMULATORS}", self.emulator)),
        }
    }

    fn is_static(&self, file: &Path) -> Result<(), String> {
        let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
        println!("{} bytes", bytes.len());
        Executable::parse(&bytes)?.needs_nothing(self.machine)
    }

    /// What the program says to each question.
    ///
    /// # Errors
    /// The first question that it fails at, or answers wrongly.
    fn ask(&self, runner: &Option<&str>, file: &Path) -> Result<Vec<String>, String> {
        let answer = |(question, part): (&[&str], &str)| {
            let mut command = match runner {
                Some(runner) => Command::new(runner),
                None => Command::new(file),
            };
            command.args(runner.map(|_| file)).args(question);
            let words = format!("lego {}", question.join(" "));
            println!("$ {words}");
            let output = command.output().map_err(|error| format!("{words}: {error}"))?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if output.status.success() && text.contains(part) {
                Ok(text)
            } else {
                let errors = String::from_utf8_lossy(&output.stderr);
                Err(format!("{words}: {}, without `{part}` in\n{text}{errors}", output.status))
            }
        };
        QUESTIONS.into_iter().map(answer).collect()
    }

    /// The tests of the crates, run by the emulator.
    fn test(&self, steps: &mut Steps) {
        let step = format!("tests of {} on {}", TESTED.join(", "), self.machine);
        match self.runner() {
            Ok(runner) => {
                let mut tests = self.cargo(&["test", "--quiet", "--no-fail-fast", "--lib", "--tests"]);
                tests.args(TESTED.iter().flat_map(|package| ["--package", package]));
                tests.envs(runner.map(|runner| (self.variable("RUNNER"), runner)));
                steps.run(&step, tests);
            }
            Err(why) => steps.leave_out(&step, &why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_those_of_the_target() {
        assert_eq!(PLATFORMS[1].variable("LINKER"), "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER");
    }

    #[test]
    fn this_program_is_of_this_processor_and_not_static() {
        let here = std::env::current_exe().unwrap();
        for platform in &PLATFORMS {
            let words = platform.is_static(&here).unwrap_err();
            assert!(words.contains(if platform.is_here() { "is not static" } else { "it is for" }), "{words}");
        }
    }
}
