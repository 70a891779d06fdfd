//! The closures of GenP take the indices and the position.
use lego::layout;

layout! {
    type One = GenP([4, 4], |i| i, |p| (p / 4, p % 4));
    type Two = GenP([4, 4], |i, j| i * 4 + j, |p, q| (p, q));
    type Result = GenP([4, 4], |i, j| i * 4 + j, |p| p);
}

fn main() {}
