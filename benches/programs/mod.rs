//! The programs of `layouts_on_cpu`, each a module: layouts, one function over any of them, and rivals over a slice.
#![allow(clippy::needless_range_loop)] // formulas with one index into several arrays

pub(crate) mod batch;
pub(crate) mod columns;
pub(crate) mod filter;
pub(crate) mod forms;
pub(crate) mod paths;
pub(crate) mod planes;
pub(crate) mod points;
pub(crate) mod red_black;
pub(crate) mod rotation;
pub(crate) mod slices;

use crate::support::alternate::{Peer, medians};
use random::Random;

/// How often each way runs, which programs do, and where their data comes from.
pub(crate) struct Bench {
    rounds: usize,
    names: Vec<String>,
    pub(crate) random: Random,
}

impl Bench {
    /// `rounds` rounds of the programs whose name has one of `names` in it; of all without names.
    pub(crate) fn new(rounds: usize, names: Vec<String>) -> Self {
        Self { rounds, names, random: Random::fresh() }
    }

    /// Whether this program was asked for.
    pub(crate) fn is_wanted(&self, program: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| program.contains(name.as_str()))
    }

    /// Numbers from 0 to 1.
    pub(crate) fn numbers(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.random.unit().abs()).collect()
    }

    /// Bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.random.bits() as u8).collect()
    }

    /// Times the ways and prints their row: rows, the other layout, then the rivals, of which the fastest is printed.
    pub(crate) fn time(&self, [program, size, layout]: [&str; 3], ways: &mut [Peer<'_>]) {
        let times = medians(ways, self.rounds);
        let [rows, other] = [times[0], times[1]];
        let rivals = ways[2..].iter().zip(&times[2..]);
        let (name, best) = rivals.map(|((name, _), time)| (*name, *time)).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        println!(
            "| {program} | {size} | {layout} | {:.3} | {:.3} ({name}) | {:.3} | {:.2} | {:.2} |",
            rows * 1e3,
            best * 1e3,
            other * 1e3,
            rows / other,
            best / other
        );
    }
}

/// A slice of elements in `buffer` that starts at a multiple of `bytes`.
///
/// A `Vec` of many elements starts 16 bytes behind the beginning of a page. A brick of 64 bytes would lie in two lines
/// of the cache there.
pub(crate) fn aligned<T: Clone + Default>(buffer: &mut Vec<T>, len: usize, bytes: usize) -> &mut [T] {
    buffer.resize(len + bytes / size_of::<T>(), T::default());
    let start = buffer.as_ptr().align_offset(bytes);
    &mut buffer[start..][..len]
}

/// Compares what a way has computed with the plain formula.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    found: impl IntoIterator<Item = T>,
    right: impl IntoIterator<Item = T>,
) {
    let (mut found, mut right) = (found.into_iter(), right.into_iter());
    let mut number = 0;
    loop {
        match (found.next(), right.next()) {
            (None, None) => return,
            (a, b) => assert_eq!(a, b, "element {number}"),
        }
        number += 1;
    }
}

/// As [`same`], up to what another order of additions changes.
pub(crate) fn near(found: impl IntoIterator<Item = f32>, right: impl IntoIterator<Item = f32>) {
    let (found, right): (Vec<f32>, Vec<f32>) = (found.into_iter().collect(), right.into_iter().collect());
    assert_eq!(found.len(), right.len());
    for (number, (a, b)) in found.into_iter().zip(right).enumerate() {
        assert!((a - b).abs() <= 1e-4 * b.abs().max(1.0), "element {number}: {a}, not {b}");
    }
}
