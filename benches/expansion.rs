//! The time that one `layout!` takes in the engine: from text to simplified expressions, over the zoo.
//!
//! `cargo bench --bench expansion` measures an optimised engine; `cargo bench --profile dev --bench expansion` the engine as
//! it runs in a debug build of a user's crate, where macros are not optimised.

use criterion::{Criterion, criterion_group, criterion_main};
use lego_lang::compile::{Options, compile};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn zoo() -> Vec<(&'static str, &'static str)> {
    include_str!("../zoo/layouts.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect()
}

/// The median over the layouts of each one's median over several runs.
fn medians() {
    let mut medians: Vec<(Duration, &str)> = zoo()
        .into_iter()
        .map(|(name, text)| {
            let mut times: Vec<Duration> = (0..15)
                .map(|_| {
                    let start = Instant::now();
                    let compiled = compile(black_box(text), &Options::default());
                    let time = start.elapsed();
                    assert!(compiled.is_ok(), "{name} does not compile");
                    time
                })
                .collect();
            times.sort_unstable();
            (times[times.len() / 2], name)
        })
        .collect();
    medians.sort_unstable();
    let at = |percent: usize| medians[(medians.len() - 1) * percent / 100];
    println!(
        "{} layouts, one compilation each: median {:?}, 90th percentile {:?}, slowest {:?} ({})",
        medians.len(),
        at(50).0,
        at(90).0,
        at(100).0,
        at(100).1
    );
}

fn expansion(criterion: &mut Criterion) {
    medians();
    let zoo = zoo();
    criterion.bench_function("the whole zoo", |bencher| {
        bencher.iter(|| zoo.iter().filter(|(_, text)| compile(black_box(text), &Options::default()).is_ok()).count());
    });
}

criterion_group!(benches, expansion);
criterion_main!(benches);
