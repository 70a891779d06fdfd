//! The time that a file of another language takes, from the text of a chain to that of the file: over the zoo, in every language.
//!
//! `cargo bench --bench generation` prints for each language the median of the layouts, the slowest, and how many take a
//! millisecond or more.

use lego_gen::{Request, Target, generate};
use lego_lang::compile::{Options, compile};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often a file is made; the median counts.
const RUNS: usize = 15;

fn zoo() -> Vec<(&'static str, &'static str)> {
    include_str!("../tests/zoo/layouts.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect()
}

/// What a file takes; `None` where the language cannot hold the layout.
fn median(text: &str, target: Target) -> Option<Duration> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let compiled = compile(black_box(text), &Options::default()).ok()?;
        let file = generate(&compiled, &Request::new(target)).ok()?;
        times.push(start.elapsed());
        drop(black_box(file));
    }
    times.sort_unstable();
    Some(times[RUNS / 2])
}

fn main() {
    // `cargo test` runs benchmarks to see that they do.
    let targets = if std::env::args().any(|argument| argument == "--test") { &Target::ALL[..1] } else { &Target::ALL };
    for &target in targets {
        let mut times: Vec<(Duration, &str)> =
            zoo().into_iter().filter_map(|(name, text)| Some((median(text, target)?, name))).collect();
        times.sort_unstable();
        let slow = times.iter().filter(|(time, _)| *time >= Duration::from_millis(1)).count();
        let (slowest, name) = times[times.len() - 1];
        println!(
            "{target}: {} layouts, median {:?}, slowest {slowest:?} ({name}), {slow} of 1 ms or more",
            times.len(),
            times[times.len() / 2].0
        );
    }
}
