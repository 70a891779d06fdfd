//! Integer square roots by comparisons, for a target that has none.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Op};
use crate::ranges::range::Range;

/// The square root of a value by one comparison a bit, from the highest bit down: the largest r with r·r <= x.
///
/// A root of a value without a known bound gets 32 bits, enough for what an index of 64 bits can hold.
///
/// Law: the value of the root wherever x is not below zero and in its range.
pub(crate) fn unrolled(arena: &Arena, x: Id, range: Range) -> Id {
    let bits = if range.is_bounded() { (128 - range.high.max(0).leading_zeros()).div_ceil(2).min(32) } else { 32 };
    let mut root = arena.constant(0);
    for bit in (0..bits).rev() {
        let candidate = arena.binary(Op::Add, root, arena.constant(1 << bit));
        let square = arena.binary(Op::Mul, candidate, candidate);
        let fits = arena.compare(Comparison::LessEqual, square, x);
        root = arena.choose(fits, candidate, root);
    }
    root
}
