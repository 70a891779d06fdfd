//! Instructions on this machine, counted by valgrind.
//!
//! What is executed from the first instruction of a function to its `ret`, on average over the indices: for code without
//! branches that is its length, and for code with branches what counts. The same on every run.

use crate::cases::{Machine, Visitor, visit};
use crate::index_map::IndexMap;
use crate::probes::{self, Calls, Counted};
use std::fmt::Debug;
use std::hint::black_box;
use std::process::Command;

/// No more calls than these are counted: of more indices, every so many-th.
const MOST_CALLS: usize = 1 << 14;

/// Calls the function of one case and side, whose name is given, on its indices.
struct Runner<'a> {
    name: &'a str,
    way: &'a str,
    side: &'a str,
}

impl Visitor for Runner<'_> {
    fn visit<A, B, const R: usize>(&mut self, name: &'static str, sizes: &[(&str, u64)], ours: &A, by_hand: &B)
    where
        A: IndexMap<usize, R>,
        B: IndexMap<usize, R, Position = A::Position, Preimage = A::Preimage>,
        A::Position: Copy + Debug + PartialEq + Into<Option<usize>>,
        A::Preimage: Copy + Debug + PartialEq + Into<Option<[usize; R]>>,
        Counted: Calls<R>,
    {
        if name != self.name {
            return;
        }
        let dims = crate::zoo::dims(name, sizes);
        let dims: [usize; R] = std::array::from_fn(|k| dims[k]);
        let size = crate::zoo::size(name, sizes);
        match (self.way, self.side) {
            ("apply", "ours") => apply(ours, dims),
            ("apply", _) => apply(by_hand, dims),
            (_, "ours") => inv(ours, size),
            _ => inv(by_hand, size),
        }
    }
}

fn step(count: usize) -> usize {
    // Odd, so that every digit takes every value.
    count.div_ceil(MOST_CALLS) | 1
}

fn apply<M: IndexMap<usize, R>, const R: usize>(map: &M, dims: [usize; R])
where
    Counted: Calls<R>,
{
    let count: usize = dims.iter().product();
    let mut calls = 0;
    for number in (0..count).step_by(step(count)) {
        black_box(Counted::apply(map, crate::zoo::index(number, dims)));
        calls += 1;
    }
    println!("calls: {calls}");
}

fn inv<M: IndexMap<usize, R>, const R: usize>(map: &M, size: usize) {
    let mut calls = 0;
    for position in (0..size).step_by(step(size)) {
        black_box(probes::inv(map, position));
        calls += 1;
    }
    println!("calls: {calls}");
}

/// Runs the function of one case and side.
pub(crate) fn run(name: &str, way: &str, side: &str) {
    visit(Machine::Cpu, &mut Runner { name, way, side });
}

/// The instructions of one call, on average.
pub(crate) fn count(name: &str, way: &str, side: &str) -> Result<f64, String> {
    let this = std::env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_*"])
        .arg(this)
        .args([name, way, side])
        .output()
        .map_err(|error| format!("valgrind is not there ({error}); install it, it is in most systems' packages"))?;
    let number = |text: &[u8], before: &str| {
        let text = String::from_utf8_lossy(text).into_owned();
        let rest = text.lines().find_map(|line| line.split_once(before).map(|(_, rest)| rest.trim().to_owned()));
        rest.and_then(|rest| rest.parse::<u64>().ok()).filter(|&number| number > 0)
    };
    match (number(&output.stderr, "Collected : "), number(&output.stdout, "calls: ")) {
        (Some(instructions), Some(calls)) if output.status.success() => Ok(instructions as f64 / calls as f64),
        _ => Err(format!("valgrind counted nothing: {}", String::from_utf8_lossy(&output.stderr))),
    }
}
