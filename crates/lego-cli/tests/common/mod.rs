//! The command as a process, and an evaluator of the expressions that it prints.
#![allow(dead_code, unreachable_pub)] // each test binary uses its part

pub mod expression;
pub mod page;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the command gave.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The one JSON object on standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lego"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
        command.env_remove(variable);
    }
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut command: Command, input: &str) -> Run {
    let mut child = command.spawn().unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        // A command that does not read is no error.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs `lego` with these arguments.
pub fn lego(arguments: &[&str]) -> Run {
    finish(command(arguments), "")
}

/// Runs `lego` with something on standard input.
pub fn lego_reading(arguments: &[&str], input: &str) -> Run {
    let mut command = command(arguments);
    command.stdin(Stdio::piped());
    finish(command, input)
}

/// Runs `lego` with an environment variable.
pub fn lego_with(variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let mut command = command(arguments);
    command.envs(variables.iter().copied());
    finish(command, "")
}

/// Runs `lego` with `--json`, which has to end with status 0.
#[track_caller]
pub fn json(arguments: &[&str]) -> Value {
    let run = lego(&[arguments, &["--json"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.json()
}
