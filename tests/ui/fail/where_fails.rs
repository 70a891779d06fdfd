//! Facts after where hold.
use lego::layout;

layout! {
    pub type Known = Row(6, 6) where 6 % 4 == 0;
    pub type Generic<const M: usize, const K: usize> = Row(M, K) where M % 64 == 0, K >= 32;
}

const FACT: usize = Generic::<96, 32>::SPAN;
const BOUND: usize = Generic::<64, 16>::SPAN;

fn main() {}
