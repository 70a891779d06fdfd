//! One run of a program, measured: exit status, CPU time, peak memory, the beginning of what it printed.
//!
//! The operating system tells the peak memory of all children of a process together. So this program calls itself, and that
//! second process has one child only, the program to measure.

use crate::inputs::Input;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The first argument of the second process.
pub(crate) const ARGUMENT: &str = "--measure";

/// The most memory that a run may take at its peak, in bytes.
pub(crate) const MEMORY: u64 = 300 << 20;

/// How long a run may go on before it is ended: limits in steps end it long before, on any machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The address space of a run, so that a fault of the program does not take all memory of the machine.
const ADDRESS_SPACE: u64 = 8 << 30;

/// The number of bytes that are kept of what a run prints.
const KEPT: u64 = 4000;

/// What is known of a run.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// The exit status, if the run ended by itself.
    pub(crate) status: Option<i64>,
    /// The signal that ended the run, if one did.
    pub(crate) signal: Option<i64>,
    /// User and system time.
    pub(crate) cpu: Duration,
    /// The largest resident set, in bytes.
    pub(crate) peak: u64,
    /// The number of bytes on standard output.
    pub(crate) printed: u64,
    /// The beginning of standard error.
    pub(crate) errors: String,
    /// Whether the run was ended after [`PATIENCE`].
    pub(crate) endless: bool,
}

impl Measured {
    /// Why the run failed, if it did.
    pub(crate) fn failure(&self) -> Option<String> {
        if self.endless {
            return Some(format!("still running after {} s", PATIENCE.as_secs()));
        }
        if let Some(signal) = self.signal {
            return Some(format!("ended by signal {signal}"));
        }
        if self.errors.contains("panicked at") {
            return Some("panicked".into());
        }
        match self.status {
            Some(0..=3) => {}
            status => return Some(format!("exit status {status:?}")),
        }
        (self.peak > MEMORY).then(|| format!("{} MiB at its peak", self.peak >> 20))
    }
}

/// Runs a program with an input in a folder.
///
/// # Errors
/// If no process starts, or the process between prints something else than a measurement.
pub(crate) fn run(program: &Path, folder: &Path, input: &Input) -> Result<Measured, String> {
    for (name, text) in &input.files {
        std::fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(this);
    command.arg(ARGUMENT).arg(program).args(&input.arguments).current_dir(folder);
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|error| format!("the measuring process: {error}"))?;
    let mut stdin = process.stdin.take();
    let output = std::thread::scope(|scope| {
        scope.spawn(|| {
            // A program that does not read all of its input closes the pipe: that is its right.
            let _ = stdin.take().map(|mut pipe| pipe.write_all(input.stdin.as_bytes()));
        });
        process.wait_with_output()
    });
    let output = output.map_err(|error| error.to_string())?;
    let line: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
        format!("the measuring process printed {:?}: {error}", String::from_utf8_lossy(&output.stdout))
    })?;
    if let Some(error) = line["failed"].as_str() {
        return Err(error.to_owned());
    }
    Ok(Measured {
        status: line["status"].as_i64(),
        signal: line["signal"].as_i64(),
        cpu: Duration::from_micros(line["cpu_us"].as_u64().unwrap_or(0)),
        peak: line["peak"].as_u64().unwrap_or(0),
        printed: line["printed"].as_u64().unwrap_or(0),
        errors: line["errors"].as_str().unwrap_or("").to_owned(),
        endless: line["endless"].as_bool().unwrap_or(false),
    })
}

/// The second process: runs the program that its arguments name and prints the measurement as one line of JSON.
pub(crate) fn child(mut arguments: impl Iterator<Item = String>) -> ExitCode {
    let Some(program) = arguments.next() else {
        return ExitCode::from(2);
    };
    let line = measured(&program, arguments).unwrap_or_else(|error| json!({ "failed": error }));
    println!("{line}");
    ExitCode::SUCCESS
}

fn measured(program: &str, arguments: impl Iterator<Item = String>) -> Result<Value, String> {
    setrlimit(Resource::RLIMIT_AS, ADDRESS_SPACE, ADDRESS_SPACE).map_err(|error| error.to_string())?;
    let mut process = Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let (stdout, stderr) = (process.stdout.take(), process.stderr.take());
    let ((printed, _), (_, errors), endless) = std::thread::scope(|scope| {
        let stdout = scope.spawn(|| drain(stdout));
        let stderr = scope.spawn(|| drain(stderr));
        let endless = wait(&mut process);
        let nothing = || (0, String::new());
        (stdout.join().unwrap_or_else(|_| nothing()), stderr.join().unwrap_or_else(|_| nothing()), endless)
    });
    let status = process.wait().map_err(|error| error.to_string())?;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(json!({
        "status": status.code(),
        "signal": status.signal(),
        "cpu_us": cpu,
        // Linux counts in KiB.
        "peak": usage.max_rss() * 1024,
        "printed": printed,
        "errors": errors,
        "endless": endless,
    }))
}

/// Waits until a process has ended, or ends it: true if it had to.
fn wait(process: &mut Child) -> bool {
    let (start, mut pause) = (Instant::now(), Duration::from_micros(200));
    while matches!(process.try_wait(), Ok(None)) {
        if start.elapsed() > PATIENCE {
            // It may have ended just now.
            let _ = process.kill();
            return true;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    false
}

/// Reads everything: how much it was, and its beginning.
fn drain(pipe: Option<impl Read>) -> (u64, String) {
    let Some(mut pipe) = pipe else {
        return (0, String::new());
    };
    let mut kept = Vec::new();
    let read = pipe.by_ref().take(KEPT).read_to_end(&mut kept).unwrap_or(0) as u64;
    let rest = std::io::copy(&mut pipe, &mut std::io::sink()).unwrap_or(0);
    (read + rest, String::from_utf8_lossy(&kept).into_owned())
}
