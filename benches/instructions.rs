//! Instructions of each kernel over `Arr2D` and by hand, counted by valgrind: the same on every run.
//!
//! `cargo bench --bench instructions` prints a table and fails where an array of the layouts Row, Col or tiled takes more
//! than 1.02 times the instructions of the loop by hand, in a kernel whose indices are loop variables. It runs itself
//! under `valgrind --tool=callgrind`, once a case with the kernel and once without. `instructions KERNEL LAYOUT FORM TIMES`
//! runs one case.

mod support;

use std::process::{Command, ExitCode};
use support::cases::{self, FORMS, KERNELS, LAYOUTS};

/// What an array may take, as a multiple of what the loop by hand takes.
const MOST: f64 = 1.02;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let [kernel, layout, form, times] = &arguments[..] {
        let times = times.parse().unwrap_or(1);
        cases::case(kernel, layout, form, |run| (0..times).for_each(|_| run()));
        return ExitCode::SUCCESS;
    }
    cases::check();
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("both forms of every case write the same; `cargo bench --bench instructions` counts");
        return ExitCode::SUCCESS;
    }
    match table() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            println!("no instructions counted: {why}");
            ExitCode::SUCCESS
        }
    }
}

/// Prints the table; whether all that is held to [`MOST`] keeps to it.
fn table() -> Result<bool, String> {
    println!("{:14} {:8} {:>12} {:>12} {:>7}", "kernel", "layout", "array", "by hand", "ratio");
    let mut holds = true;
    for kernel in KERNELS {
        for layout in LAYOUTS {
            let [array, by_hand] = FORMS.map(|form| instructions(kernel, layout, form));
            let (array, by_hand) = (array?, by_hand?);
            let ratio = array as f64 / by_hand as f64;
            // Of indices that are data, the array checks each axis, and the loop by hand only the position.
            let held = layout != "morton" && kernel != "gather";
            let verdict = if held && ratio > MOST { "  too many" } else { "" };
            holds &= verdict.is_empty();
            println!("{kernel:14} {layout:8} {array:>12} {by_hand:>12} {ratio:>7.3}{verdict}");
        }
    }
    Ok(holds)
}

/// The instructions of one run of a kernel.
fn instructions(kernel: &str, layout: &str, form: &str) -> Result<u64, String> {
    let with = counted(&[kernel, layout, form, "1"])?;
    let without = counted(&[kernel, layout, form, "0"])?;
    with.checked_sub(without).ok_or_else(|| format!("{kernel} {layout} {form} takes fewer instructions than nothing"))
}

/// The instructions of this program with some arguments.
fn counted(arguments: &[&str]) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(arguments)
        .output()
        .map_err(|error| format!("valgrind is not there ({error}); install it, it is in most systems' packages"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("valgrind failed with {}:\n{text}", output.status));
    }
    let collected = text.lines().find_map(|line| line.split_once("Collected : "));
    let number = collected.and_then(|(_, number)| number.trim().parse().ok());
    number.ok_or_else(|| format!("valgrind printed no count:\n{text}"))
}
