//! A closure of GenP stays inside, both ways.
use lego::layout;

layout! {
    type Position = GenP([4, 4], |i, j| i * 5 + j, |p| (p / 5, p % 5));
    type Index = GenP([4, 4], |i, j| i * 4 + j, |p| (p / 2, p % 4));
}

fn main() {}
