//! Out of its range a constant index is found by the compiler, in a debug build.
use lego::layout;

layout! {
    type Rows = Row(4, 8);
}

const OUTSIDE: usize = Rows::apply([4, 0]);
const BEHIND: [usize; 2] = Rows::inv(32);

fn main() {}
