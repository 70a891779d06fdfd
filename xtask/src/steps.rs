//! Steps that are run one after the other, all of them, with a summary at the end.

use serde_json::Value;
use std::env::JoinPathsError;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// Where programs go that serve this project only.
pub(crate) fn tools() -> PathBuf {
    root().join("target").join("tools")
}

/// `cargo` with arguments, in the root of the repository.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// The compiler that Cargo uses.
pub(crate) fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// What that compiler prints.
pub(crate) fn printed(arguments: &[&str]) -> io::Result<String> {
    let output = rustc().args(arguments).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The folder of that compiler's libraries.
pub(crate) fn sysroot() -> io::Result<PathBuf> {
    printed(&["--print", "sysroot"]).map(PathBuf::from)
}

/// Where programs look for libraries: in some folders before all others.
pub(crate) fn library_path(first: impl IntoIterator<Item = PathBuf>) -> Result<OsString, JoinPathsError> {
    let others = std::env::var_os("LD_LIBRARY_PATH");
    let others = others.iter().flat_map(std::env::split_paths);
    std::env::join_paths(first.into_iter().chain(others))
}

/// The packages of the workspace, as Cargo describes them.
///
/// # Errors
/// What went wrong, in words.
pub(crate) fn members() -> Result<Vec<Value>, String> {
    let wrong = |error: &dyn std::error::Error| format!("cargo metadata: {error}");
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps"]).output().map_err(|error| wrong(&error))?;
    let mut metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| wrong(&error))?;
    match metadata["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Err("cargo metadata names no packages".into()),
    }
}

/// The folder that Cargo builds in.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Whether a command ends well; nobody sees what it prints.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Whether there is a program of that name, which says its version.
pub(crate) fn answers(program: &str) -> bool {
    succeeds(Command::new(program).arg("--version"))
}

/// The outcome of the steps so far.
pub(crate) struct Steps {
    begun: Instant,
    done: Vec<(String, Duration, bool)>,
    left_out: Vec<(String, String)>,
    /// What steps that run beside others have to say, until those have ended.
    kept: Option<String>,
}

impl Default for Steps {
    fn default() -> Self {
        Self { begun: Instant::now(), done: Vec::new(), left_out: Vec::new(), kept: None }
    }
}

impl Steps {
    /// Runs a step; the next one is run also where this one fails.
    pub(crate) fn run(&mut self, name: &str, command: Command) {
        self.passes(name, command);
    }

    /// Runs a step that two threads work at, one of them after other steps; what these say is printed after the step has ended.
    pub(crate) fn run_beside(
        &mut self,
        name: &str,
        work: impl Fn() + Sync,
        beside: impl FnOnce(&mut Steps) + Send,
        outcome: impl FnOnce() -> Result<(), String>,
    ) {
        println!("\n== {name}");
        let start = Instant::now();
        let ended = std::thread::scope(|threads| {
            let others = threads.spawn(|| {
                let mut steps = Steps { kept: Some(String::new()), ..Steps::default() };
                beside(&mut steps);
                work();
                steps
            });
            work();
            others.join()
        });
        let outcome = outcome();
        if let Err(why) = &outcome {
            println!("{why}");
        }
        self.done.push((name.to_owned(), start.elapsed(), outcome.is_ok()));
        match ended {
            Ok(others) => {
                print!("{}", others.kept.unwrap_or_default());
                self.done.extend(others.done);
                self.left_out.extend(others.left_out);
            }
            Err(_) => self.fail("the steps beside it", &io::Error::other("they panicked")),
        }
    }

    /// Prints a text now, or when it is this one's turn.
    fn say(&mut self, text: &str) {
        match &mut self.kept {
            Some(kept) => *kept += &format!("{text}\n"),
            None => println!("{text}"),
        }
    }

    /// How a command ends.
    fn status(&mut self, command: &mut Command) -> io::Result<ExitStatus> {
        if self.kept.is_none() {
            return command.status();
        }
        let output = command.output()?;
        self.say(&[&*String::from_utf8_lossy(&output.stdout), &*String::from_utf8_lossy(&output.stderr)].concat());
        Ok(output.status)
    }

    /// Runs a step on which others depend: whether it passed.
    pub(crate) fn passes(&mut self, name: &str, mut command: Command) -> bool {
        self.say(&format!("\n== {name}"));
        let start = Instant::now();
        let passed = match self.status(&mut command) {
            Ok(status) => status.success(),
            Err(error) => {
                self.say(&format!("{}: {error}", command.get_program().to_string_lossy()));
                false
            }
        };
        self.done.push((name.to_owned(), start.elapsed(), passed));
        passed
    }

    /// A step that has happened, in no time.
    pub(crate) fn note(&mut self, name: &str, result: Result<(), String>) {
        match result {
            Ok(()) => {
                self.say(&format!("\n== {name}"));
                self.done.push((name.to_owned(), Duration::ZERO, true));
            }
            Err(error) => self.fail(name, &io::Error::other(error)),
        }
    }

    /// A step that could not begin.
    pub(crate) fn fail(&mut self, name: &str, error: &dyn std::error::Error) {
        self.say(&format!("\n== {name}\n{error}"));
        self.done.push((name.to_owned(), Duration::ZERO, false));
    }

    /// A step for which something is missing that nobody has to have: it neither passes nor fails.
    pub(crate) fn leave_out(&mut self, name: &str, why: &str) {
        self.say(&format!("\n== {name}\nNOT RUN: {name} ({why})"));
        self.left_out.push((name.to_owned(), why.to_owned()));
    }

    /// Prints what passed, what failed and what was not run, and how long it took.
    pub(crate) fn summary(&self) -> ExitCode {
        println!();
        for (name, time, passed) in &self.done {
            println!("{} {:7.1} s  {name}", if *passed { "ok    " } else { "FAILED" }, time.as_secs_f64());
        }
        for (name, why) in &self.left_out {
            println!("NOT RUN: {name} ({why})");
        }
        let failed = self.done.iter().filter(|(_, _, passed)| !passed).count();
        println!("{} steps in {:.0} s, {failed} failed", self.done.len(), self.begun.elapsed().as_secs_f64());
        if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
