//! Guards, of which each is asked only where the ones before it hold, as one truth that can be asked everywhere.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::legal::abilities::Abilities;
use crate::legal::described::existing;
use crate::legal::form::{Legal, completed};
use crate::ranges::nodes::Ranges;

/// The truth that all guards hold, in a form that a target can say; `None` if they always do.
///
/// Law: where the guards before one hold it is asked as it is; elsewhere the whole is false whatever the others say, but
/// every one of them has a value.
pub fn all_hold(arena: &Arena, guards: &[Id], abilities: Abilities) -> Option<Legal<'static>> {
    let (&first, others) = guards.split_first()?;
    let mut known = Ranges::default();
    let whole = others.iter().fold(first, |before, &guard| {
        let (existing, mut ranges) = existing(arena, &[guard], &Ranges::default());
        if existing.contains(&guard) {
            return arena.binary(Op::And, before, guard);
        }
        let completed = completed(arena, &[guard], &existing, &mut ranges, abilities)[0];
        known.extend(ranges);
        arena.binary(Op::And, before, completed)
    });
    let whole = match arena.number(whole) {
        // A comparison that no arena would fold away.
        Some(0) => arena.node(Node::Compare(Comparison::Less, arena.constant(1), arena.constant(0))),
        Some(_) => return None,
        None => whole,
    };
    Some(Legal::described(arena, vec![whole], &known).adapted(arena, &[], abilities))
}
