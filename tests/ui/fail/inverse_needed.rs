//! A function without an inverse gets one where its structure shows it, and no other.
use lego::layout;

const fn turn([i]: [usize; 1]) -> usize {
    4 - i
}

layout! {
    type Unclear = GenP([3], |i| if i == 0 { 1 } else { 2 - 2*(i/2) });
    type NoBijection = GenP([4, 4], |i, j| i*4 + i);
    type Path = GenP([5], turn);
    type Symbols<const N: usize> = GenP([N, N], |i, j| i*N + (j ^ i));
    type Vouched = GenP([5], turn, unchecked);
}

fn main() {}
