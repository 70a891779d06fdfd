//! Functions given by path are checked by the compiler.
use lego::layout;

const fn sum([i, j]: [usize; 2]) -> usize {
    i + j
}
const fn split(p: usize) -> [usize; 2] {
    [p / 4, p % 4]
}
const fn far([i, j]: [usize; 2]) -> usize {
    i * 5 + j
}

layout! {
    type Collides = GenP([4, 4], sum, split);
    type Far = GenP([4, 4], far, split);
}

fn main() {}
