//! Names in one invocation differ.
use lego::layout;

layout! {
    type Same = Row(4, 4);
    type Same = Col(4, 4);
    type Generic<const M: usize, const M: usize> = Row(M);
    type Sizes(m, m) = Row(m);
}

fn main() {}
