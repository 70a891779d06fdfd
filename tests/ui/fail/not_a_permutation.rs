//! The second list of RegP holds each of 1 to its length once.
use lego::layout;

layout! {
    type Repeats = RegP([2, 3, 4], [1, 3, 1]);
    type ZeroBased = RegP([2, 3], [0, 1]);
    type Outside = RegP([2, 3], [1, 3]);
}

fn main() {}
