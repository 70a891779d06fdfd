//! A size is at least 1.
use lego::layout;

layout! {
    const NONE: usize = 0;
    type Literal = Row(4, 0);
    type Constant = Row(NONE, 4);
    type Computed = Row(8 - 8, 4);
    type Negative = Row(-3, 4);
}

fn main() {}
