//! The second closure of GenP is the inverse of the first.
use lego::layout;

layout! {
    type Turned = GenP([4, 3], |i, j| j * 4 + i, |p| (p / 3, p % 3));
}

fn main() {}
