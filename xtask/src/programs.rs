//! The programs of tests that Cargo has built, run beside each other: `cargo test` runs one after the other, and many a one keeps
//! one processor busy.

use crate::steps::{cargo, library_path, members, sysroot, target};
use serde_json::Value;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Number of the longest programs that are named at the end.
const NAMED: usize = 8;

/// The programs that take minutes: they start first, so that none of them runs alone at the end while a processor is
/// idle.
const LONG: [&str; 5] = [
    "lego-gen test programs",
    "lego-gpu test executor",
    "lego-cuda test instructions",
    "lego-cuda test executor",
    "ui test ui",
];

/// One program of tests, as Cargo would run it.
struct Program {
    /// The package and the target, such as `lego-cli test documents`.
    name: String,
    command: Command,
}

/// How a program ended.
struct Ended {
    name: String,
    time: Duration,
    passed: bool,
}

/// Programs that wait to be run, by whoever has time.
pub(crate) struct Programs {
    waiting: Mutex<VecDeque<Program>>,
    ended: Mutex<Vec<Ended>>,
}

impl Programs {
    /// Builds the programs of `cargo test` with some arguments.
    ///
    /// # Errors
    /// That Cargo could not build them, of which it has said more; or what is wrong with its list of them.
    pub(crate) fn built(arguments: &[&str]) -> Result<Self, String> {
        let mut build = cargo(&["test", "--quiet", "--no-run", "--message-format=json-render-diagnostics"]);
        build.args(arguments).stderr(Stdio::inherit());
        let output = build.output().map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Err(format!("cargo test: {}", output.status));
        }
        let (packages, libraries) = (members()?, libraries()?);
        let mut waiting = VecDeque::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: Value = serde_json::from_str(line).map_err(|error| format!("cargo says {line:?}: {error}"))?;
            waiting.extend(program(&message, &packages, &libraries)?);
        }
        if waiting.is_empty() {
            return Err("Cargo built no program of tests".to_owned());
        }
        let place = |program: &Program| LONG.iter().position(|name| *name == program.name).unwrap_or(LONG.len());
        waiting.make_contiguous().sort_by_key(place);
        Ok(Self { waiting: Mutex::new(waiting), ended: Mutex::default() })
    }

    /// Runs programs until none waits; what one prints is printed when it has ended. Several threads may do so.
    pub(crate) fn work(&self) {
        while let Some(mut program) = self.next() {
            let begun = Instant::now();
            let output = program.command.output();
            let time = begun.elapsed();
            let (passed, text) = match output {
                Ok(output) => {
                    let text = [&output.stdout[..], &output.stderr].concat();
                    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
                }
                Err(error) => (false, error.to_string()),
            };
            // Two that end at once say one after the other what they have to.
            let mut ended = locked(&self.ended);
            println!("\n-- {}: {:.1} s\n{}", program.name, time.as_secs_f64(), text.trim());
            ended.push(Ended { name: program.name, time, passed });
        }
    }

    /// Takes one program out of those that wait, as Cargo would run it.
    pub(crate) fn take(&self, name: &str) -> Option<Command> {
        let mut waiting = locked(&self.waiting);
        let place = waiting.iter().position(|program| program.name == name)?;
        waiting.remove(place).map(|program| program.command)
    }

    fn next(&self) -> Option<Program> {
        locked(&self.waiting).pop_front()
    }

    /// Names the programs that took longest; the error names those that failed.
    ///
    /// # Errors
    /// Which programs failed, or were not run.
    pub(crate) fn outcome(&self) -> Result<(), String> {
        let mut ended = locked(&self.ended);
        ended.sort_by_key(|program| std::cmp::Reverse(program.time));
        println!("\nof {} programs of tests took longest:", ended.len());
        for Ended { name, time, .. } in ended.iter().take(NAMED) {
            println!("{:7.1} s  {name}", time.as_secs_f64());
        }
        let failed: Vec<&str> = ended.iter().filter(|program| !program.passed).map(|program| &*program.name).collect();
        let left = locked(&self.waiting).len();
        match (failed.is_empty(), left) {
            (true, 0) => Ok(()),
            (_, 0) => Err(format!("failed: {}", failed.join(", "))),
            _ => Err(format!("failed: {}; not run: {left} programs", failed.join(", "))),
        }
    }
}

/// A thread that panicked while it held what is asked for left nothing half done.
fn locked<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where programs find the libraries of the compiler, which macros are linked to.
fn libraries() -> Result<OsString, String> {
    let sysroot = sysroot().map_err(|error| format!("rustc: {error}"))?;
    library_path([target().join("debug").join("deps"), sysroot.join("lib")])
        .map_err(|error| format!("the folders of libraries: {error}"))
}

/// The program that a message of Cargo's tells of, if it does: with the folder and the variables with which Cargo runs it.
fn program(message: &Value, packages: &[Value], libraries: &OsStr) -> Result<Option<Program>, String> {
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return Ok(None);
    }
    let Some(executable) = message["executable"].as_str() else { return Ok(None) };
    let package = packages.iter().find(|package| package["id"] == message["package_id"]);
    let package = package.ok_or_else(|| format!("{executable} has no package"))?;
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let folder = PathBuf::from(word(&package["manifest_path"])).parent().map(PathBuf::from).unwrap_or_default();
    let (package, version, target) = (word(&package["name"]), word(&package["version"]), &message["target"]);
    let mut command = Command::new(executable);
    command.current_dir(&folder).env("LD_LIBRARY_PATH", libraries);
    command.env("CARGO", cargo(&[]).get_program());
    command.env("CARGO_MANIFEST_DIR", &folder).env("CARGO_PKG_NAME", &package).env("CARGO_PKG_VERSION", version);
    let name = format!("{package} {} {}", word(&target["kind"][0]), word(&target["name"]));
    Ok(Some(Program { name, command }))
}
