//! A closure of GenP has a value everywhere.
use lego::layout;

layout! {
    type Divides = GenP([4], |i| 3 / i, |p| p);
    type Negative = GenP([4], |i| i - 1, |p| p);
}

fn main() {}
