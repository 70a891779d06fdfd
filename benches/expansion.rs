//! The time that one layout takes in the engine, from text to simplified expressions: over the zoo, and for chains that are
//! written to make it work hard.
//!
//! `cargo bench --bench expansion` measures an optimised engine; `cargo bench --profile dev --bench expansion` the engine as
//! it runs in a debug build of a user's crate, where macros are not optimised.

#[path = "../crates/lego-lang/tests/common/hostile.rs"]
mod hostile;

use criterion::{Criterion, criterion_group, criterion_main};
use hostile::hostile;
use lego_expr::Cost;
use lego_lang::compile::{Compiled, Options, compile};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn zoo() -> Vec<(&'static str, &'static str)> {
    include_str!("../tests/zoo/layouts.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect()
}

/// What the engine is asked for: `lego show` wants one form of a map, `layout!` one for the CPU and one for 32 bits.
fn options() -> [(&'static str, Options); 2] {
    let layout = Options { calls: true, cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() };
    [("one form", Options::default()), ("layout!", layout)]
}

fn must(name: &str, text: &str, options: &Options) -> Compiled {
    match compile(black_box(text), options) {
        Ok(compiled) => compiled,
        Err(diagnostics) => panic!("{name} does not compile: {diagnostics:?}"),
    }
}

/// Over the layouts, the percentiles of each one's median over several runs.
fn percentiles(of: &str, options: &Options) {
    let mut medians: Vec<(Duration, &str)> =
        zoo().into_iter().map(|(name, text)| (median(15, name, text, options), name)).collect();
    medians.sort_unstable();
    let at = |percent: usize| medians[((medians.len() - 1) * percent).div_ceil(100)];
    println!(
        "{of}: {} layouts, one compilation each: median {:?}, 90th percentile {:?}, 99th {:?}, slowest {:?} ({})",
        medians.len(),
        at(50).0,
        at(90).0,
        at(99).0,
        at(100).0,
        at(100).1
    );
}

fn median(runs: usize, name: &str, text: &str, options: &Options) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            let compiled = must(name, text, options);
            let time = start.elapsed();
            drop(compiled);
            time
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn expansion(criterion: &mut Criterion) {
    for (of, options) in &options() {
        percentiles(of, options);
    }
    for (name, text) in &hostile() {
        let [plain, both] = options().map(|(_, options)| median(3, name, text, &options));
        let compiled = must(name, text, &Options::default());
        let [(before, after), (inv_before, inv_after)] =
            [&compiled.apply, &compiled.inv].map(|map| map.operations(&compiled.arena));
        println!(
            "{name}: one form {plain:?}, layout! {both:?}; {before} operations became {after}, of the inverse \
             {inv_before} {inv_after}"
        );
    }
    let zoo = zoo();
    for (of, options) in &options() {
        criterion.bench_function(&format!("the whole zoo, {of}"), |bencher| {
            bencher.iter(|| zoo.iter().filter(|(_, text)| compile(black_box(text), options).is_ok()).count());
        });
    }
}

criterion_group!(benches, expansion);
criterion_main!(benches);
