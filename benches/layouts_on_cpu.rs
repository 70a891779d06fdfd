//! Programs that take less time where the text of a layout is changed and nothing else, and some that do not.
//!
//! `cargo bench --bench layouts_on_cpu` prints the tables of `benches/results/layouts_on_cpu.md`; after `--` may stand
//! the number of rounds, and parts of the names of the programs to time. Each program runs three ways on one core: over
//! rows, over the other layout by the same function, and over a slice of rows by loops written by hand, of which the
//! fastest counts. All take turns on random data, and what they compute is compared with a plain formula.

mod programs;
mod support;

use programs::Bench;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let rounds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(9);
    let names = words.into_iter().filter(|word| word.contains(char::is_alphabetic)).collect();
    let mut bench = Bench::new(rounds, names);
    println!("Milliseconds, medians of {rounds} rounds; ratios above 1: the other layout is faster.\n");
    println!("| program | size | other layout | rows | rows by hand | other layout | rows / other | by hand / other |");
    println!("|---|---|---|--:|--:|--:|--:|--:|");
    programs::columns::run(&mut bench);
    programs::planes::run(&mut bench);
    programs::red_black::run(&mut bench);
    programs::slices::run(&mut bench);
    programs::batch::run(&mut bench);
    programs::filter::run(&mut bench);
    programs::rotation::run(&mut bench);
    programs::points::run(&mut bench);
    programs::paths::run(&mut bench);
    programs::forms::run(&mut bench);
}
