//! Shifts limited to the width of the type in which they are computed.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift::{is_short, needed};
use crate::ranges::range::Range;
use crate::rules::bits::SHIFT;
use crate::rules::derivation::Step;
use crate::rules::rule::{Rule, rules};
use std::collections::HashMap;

rules! {
    RIGHT_LIMITED = "shift to the right limited": "x >> k = (if k < t { x >> k } else { 0 })" if "x < 1 << t";
    LEFT_LIMITED = "shift to the left limited": "x << k = (if k < t { x << k } else { 0 })" if "x << k < 1 << t";
}

/// Roots whose shifts hold in every type that their values fit, and the rules that made them so; `None` where they do as
/// they are. Notes in `known` what is known of the nodes that are new. `text` writes a node for a derivation, where it is
/// asked for.
///
/// Law: every root equals what it was made from wherever that has a value.
pub(crate) fn limit(
    arena: &Arena,
    roots: &[Id],
    range: &dyn Fn(Id) -> Range,
    known: &mut HashMap<Id, Range, FastHash>,
    text: &dyn Fn(Id) -> Option<String>,
) -> Option<(Vec<Id>, Vec<Step>)> {
    let order = reachable(arena, roots);
    if order.iter().all(|&id| is_short(arena, id, range)) {
        return None;
    }
    let mut new: HashMap<Id, Id, FastHash> = HashMap::default();
    let mut steps: Vec<Step> = Vec::new();
    for id in order {
        let mut made = arena.rebuilt(id, |old| new[old]);
        let node = Some(arena.get(id)).filter(|_| !is_short(arena, id, range));
        if let Some(Node::Binary(op, a, amount)) = node {
            let needed = needed(arena, id, range);
            let positive = op == Op::Shl && range(a).low >= 1;
            let (rule, limited) = written(arena, op, [new[&a], new[&amount]], needed, positive);
            match (text(made), text(limited)) {
                (Some(before), Some(after)) if limited != made => {
                    let bounded = if op == Op::Shr { text(a).unwrap_or_default() } else { before.clone() };
                    let because = vec![format!("{bounded} < 1 << {needed}")];
                    steps.push(Step { rule, equations: vec![(before, after)], because });
                }
                _ => {}
            }
            made = limited;
        }
        if let Some(&own) = known.get(&id).filter(|_| made != id) {
            known.entry(made).or_insert(own);
        }
        new.insert(id, made);
    }
    Some((roots.iter().map(|root| new[root]).collect(), steps))
}

/// A shift that is right in every type that has the bits needed, and the rule that says so. `positive`: what is shifted is
/// not 0.
fn written(arena: &Arena, op: Op, [x, amount]: [Id; 2], needed: u32, positive: bool) -> (&'static Rule, Id) {
    let shift = arena.binary(op, x, amount);
    let limited = if op == Op::Shr { &RIGHT_LIMITED } else { &LEFT_LIMITED };
    match arena.number(amount) {
        Some(places) if places >= needed.into() => (limited, arena.constant(0)),
        // The power is one of the values that the type has to hold.
        Some(places) => {
            let op = if op == Op::Shr { Op::Div } else { Op::Mul };
            (&SHIFT, arena.binary(op, x, arena.constant(1 << places)))
        }
        // Its value exists only where the amount is small enough.
        None if positive => (limited, shift),
        None => {
            let is_less = arena.compare(Comparison::Less, amount, arena.constant(needed.into()));
            (limited, arena.choose(is_less, shift, arena.constant(0)))
        }
    }
}
