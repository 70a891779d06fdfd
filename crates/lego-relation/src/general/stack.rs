//! Strides in ascending order, each at least what all before it reach together: the order in which a position is taken apart.
//!
//! ```text
//! positions   0 1 2 … length-1 | gap | length more | gap | …      the innermost digits fill a block without gaps
//!             <──── stride of the next digit ────>
//! ```

use super::answer::{Given, Open};
use super::sloped::{Axis, Sloped};
use lego_expr::{Arena, Comparison, Engine, Id, Op, plain};

/// Blocks of positions, side by side or apart.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// How many positions from the least on are a block, each a value.
    pub(super) length: Id,
    /// What puts blocks beside each other, the least stride first.
    pub(super) outer: Vec<Axis>,
}

impl Stack {
    /// The order of the strides, with the conditions that are not proved; with `dense` the digits that fill a block, even more
    /// than once, are taken together.
    pub(super) fn new<'a>(
        arena: &'a Arena,
        sloped: &Sloped,
        engine: &mut Engine<'a>,
        dense: bool,
    ) -> Result<Given<Self>, Open> {
        let mut left: Vec<Axis> = sloped.axes.clone();
        left.retain(|axis| arena.number(axis.extent) != Some(1));
        // A step of 0 moves nothing.
        if dense {
            left.retain(|axis| arena.number(axis.stride) != Some(0));
        }
        let mut conditions = sloped.conditions.clone();
        let mut length = arena.constant(1);
        // So far the digits taken reach: where it is at most the next stride, they do not meet the next block.
        let grown = |engine: &mut Engine<'a>, reach: Id, axis: &Axis| {
            let steps = arena.binary(Op::Sub, axis.extent, arena.constant(1));
            let sum = arena.binary(Op::Add, reach, arena.binary(Op::Mul, axis.stride, steps));
            engine.simplify(&[], &[sum]).roots[0]
        };
        let fills = |engine: &mut Engine<'a>, left: &[Axis], length: Id| {
            left.iter().position(|axis| dense && engine.is_at_most(axis.stride, length))
        };
        while let Some(k) = fills(engine, &left, length) {
            let axis = left.remove(k);
            length = grown(engine, length, &axis);
        }
        let (mut reach, mut outer) = (length, Vec::new());
        while !left.is_empty() {
            // One that is proved to come before all others, else the last, which is the fastest in row-major order.
            let comes_first = |engine: &mut Engine<'a>, k: usize| {
                (0..left.len()).all(|j| j == k || engine.is_at_most(left[k].stride, left[j].stride))
            };
            let fits = |engine: &mut Engine<'a>, k: usize| {
                let next = grown(engine, reach, &left[k]);
                engine.is_at_most(reach, left[k].stride)
                    && (0..left.len()).all(|j| j == k || engine.is_at_most(next, left[j].stride))
            };
            let k = (0..left.len())
                .find(|&k| fits(engine, k))
                .or_else(|| (0..left.len()).rev().find(|&k| comes_first(engine, k)))
                .unwrap_or(left.len() - 1);
            let axis = left.remove(k);
            if !engine.is_at_most(reach, axis.stride) {
                let condition = arena.compare(Comparison::LessEqual, reach, axis.stride);
                let condition = engine.simplify(&[condition], &[]).roots[0];
                match arena.number(condition) {
                    Some(0) => {
                        let never = format!("{} <= {}", plain(arena, reach), plain(arena, axis.stride));
                        return Err(Open::Overlap(never));
                    }
                    Some(_) => {}
                    None => conditions.push(condition),
                }
            }
            reach = grown(engine, reach, &axis);
            outer.push(axis);
        }
        Ok(Given { answer: Self { length, outer }, conditions })
    }
}
