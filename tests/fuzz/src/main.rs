//! Random inputs for each subcommand of `lego`: every run ends by itself with a result or an error, within a bound of memory.
//!
//! ```sh
//! cargo build --release -p lego-cli
//! cargo run --release -p fuzz -- target/release/lego 10000              # every subcommand
//! cargo run --release -p fuzz -- target/release/lego 500 --seed 7 cute  # one of them, the same inputs again
//! ```
//!
//! Each run is a process of its own. Its seed, arguments, exit status, CPU time and peak memory are one line of
//! `target/fuzz/SUBCOMMAND.jsonl`. A run fails if it
//!
//! - ends by a panic, a signal or a status other than 0, 1, 2 and 3,
//! - takes more than [`measure::MEMORY`] at its peak, or
//! - goes on for [`measure::PATIENCE`], far beyond what any limit in steps allows: a path that counts no steps.
//!
//! Runs of more than [`SLOW`] of CPU time are listed. That list is for a person to read; it is no failure.
#![forbid(unsafe_code)]

mod inputs;
mod measure;
mod record;

use inputs::{Input, SUBCOMMANDS};
use measure::Measured;
use random::Random;
use record::Record;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// CPU time from which a run is listed.
const SLOW: Duration = Duration::from_secs(2);

const USAGE: &str = "usage: fuzz LEGO ROUNDS [--seed N] [--out FOLDER] [SUBCOMMAND …]\n\
    LEGO is the program to try, ROUNDS the number of inputs for each subcommand.";

/// What the command line asks for.
struct Options {
    program: PathBuf,
    rounds: u64,
    seed: u64,
    out: PathBuf,
    subcommands: Vec<&'static str>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let program = arguments.next().ok_or("the program to try is missing")?;
        let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).ok_or("ROUNDS is not a number")?;
        let (mut seed, mut out, mut subcommands) = (random::seed(), PathBuf::from("target/fuzz"), Vec::new());
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--seed" => {
                    seed = arguments.next().and_then(|seed| seed.parse().ok()).ok_or("--seed needs a number")?;
                }
                "--out" => out = arguments.next().ok_or("--out needs a folder")?.into(),
                name => {
                    let known = SUBCOMMANDS.iter().find(|known| **known == name);
                    let known = known.ok_or_else(|| {
                        format!("no inputs are known for `{name}`; there are some for {}", SUBCOMMANDS.join(", "))
                    })?;
                    subcommands.push(*known);
                }
            }
        }
        if subcommands.is_empty() {
            subcommands = SUBCOMMANDS.to_vec();
        }
        Ok(Self { program: program.into(), rounds, seed, out, subcommands })
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if(|argument| argument == measure::ARGUMENT).is_some() {
        return measure::child(arguments);
    }
    match Options::read(arguments).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Tries all inputs; true if no run failed.
fn run(options: &Options) -> Result<bool, String> {
    println!("seed {}: {} inputs for each of {}", options.seed, options.rounds, options.subcommands.join(", "));
    let mut passed = true;
    for subcommand in &options.subcommands {
        let record = Mutex::new(Record::new(&options.out, subcommand)?);
        let next = AtomicU64::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (record, next) = (&record, &next);
                scope.spawn(move || {
                    let folder = options.out.join(format!("files-{thread}"));
                    loop {
                        let round = next.fetch_add(1, Ordering::Relaxed);
                        if round >= options.rounds {
                            break;
                        }
                        let seed = options.seed.wrapping_add(round);
                        let input = Input::random(subcommand, &mut Random::new(seed));
                        let measured = try_one(&options.program, &folder, &input);
                        let mut record = record.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                        record.add(seed, &input, measured);
                    }
                });
            }
        });
        passed &= record.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).summarize();
    }
    Ok(passed)
}

/// Runs the program with an input, and files that it needs in a folder.
fn try_one(program: &Path, folder: &Path, input: &Input) -> Result<Measured, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    measure::run(&program, folder, input)
}
