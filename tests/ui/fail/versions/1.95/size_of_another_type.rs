//! A size is a usize.
use lego::layout;

const ROWS: u32 = 4;

layout! {
    type Wrong = Row(ROWS, 4);
}

fn main() {}
