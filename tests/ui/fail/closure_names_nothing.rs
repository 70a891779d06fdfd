//! A name in a closure is an argument, a binding, or a constant.
use lego::layout;

layout! {
    type Shifted = GenP([4], |i| i + offset, |p| p - offset);
}

fn main() {}
