//! A path of GenP names a const function of the right type.
use lego::layout;

const fn flat([i, j]: [usize; 2]) -> usize {
    i * 4 + j
}
const fn wrong(p: usize) -> usize {
    p
}

layout! {
    type Missing = GenP([4, 4], flat, nowhere);
    type Wrong = GenP([4, 4], flat, wrong);
}

fn main() {}
