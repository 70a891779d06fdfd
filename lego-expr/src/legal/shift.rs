//! Shifts by amounts that may reach the width of an integer type.
//!
//! The integers of the language have no width: `x >> k` is 0 for every large k, and so is `0 << k`. Those of a machine have
//! one, and a shift by so many places or more panics or does something else. So a shift whose amount is not known to be
//! smaller is written as a choice. Its limit is the number of bits that the values need, if that is known: the type in which
//! they are computed has at least as many. Else it is [`END`], and the text for a type names that type's width instead
//! ([`Names::bits`](crate::emit::print::Names::bits)).

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::program::reachable;
use crate::ranges::range::Range;
use crate::rules::bits::SHIFT;
use crate::rules::derivation::Step;
use crate::rules::rule::{Rule, rules};
use std::collections::HashMap;

rules! {
    RIGHT_LIMITED = "shift to the right limited": "x >> k = (if k < t { x >> k } else { 0 })" if "x < 1 << t";
    LEFT_LIMITED = "shift to the left limited": "x << k = (if k < t { x << k } else { 0 })" if "x << k < 1 << t";
}

/// Every number of 128 bits with a sign is below 2 to this power.
pub(crate) const END: u32 = i128::BITS - 1;

/// Every type in which an expression is computed has so many bits.
const LEAST_WIDTH: i128 = 32;

/// How many bits hold the values of a range; [`END`] where numbers do not say.
fn bits(range: Range) -> u32 {
    if range.is_bounded() { i128::BITS - range.high.max(0).leading_zeros() } else { END }
}

/// How many bits the values need that bound the amounts of a shift: what is shifted to the right, or what is made of what
/// is shifted to the left.
fn needed(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> u32 {
    match arena.get(id) {
        Node::Binary(Op::Shr, a, _) => bits(range(a)),
        _ => bits(range(id)),
    }
}

/// Whether a shift moves by fewer places than there are bits in whatever type holds its values.
pub(crate) fn is_short(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> bool {
    let Node::Binary(Op::Shl | Op::Shr, _, amount) = arena.get(id) else { return true };
    let most = range(amount).high;
    most < LEAST_WIDTH || {
        let needed = needed(arena, id, range);
        needed < END && most < needed.into()
    }
}

/// By how many places a shift moves at most, if every type is wide enough for that.
pub(crate) fn most_places(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> Option<u32> {
    let Node::Binary(Op::Shl | Op::Shr, _, amount) = arena.get(id) else { return None };
    let most = range(amount).high;
    u32::try_from(most).ok().filter(|_| most < LEAST_WIDTH)
}

/// The operands of a shift that is written as a choice: `if k < t { x >> k } else { 0 }`, or the same with `<<`.
pub(crate) fn limited(arena: &Arena, choice: Id) -> Option<[Id; 2]> {
    let (_, [_, amount, shift]) = parts(arena, choice)?;
    Some([arena.operands(shift)[0], amount])
}

/// The comparison, the amount and the shift of a choice that ends at the width of the type, whatever that is.
pub(crate) fn by_width(arena: &Arena, choice: Id) -> Option<[Id; 3]> {
    parts(arena, choice).filter(|(limit, _)| *limit == END.into()).map(|(_, parts)| parts)
}

fn parts(arena: &Arena, choice: Id) -> Option<(i128, [Id; 3])> {
    let Node::Choose(truth, shift, otherwise) = arena.get(choice) else { return None };
    let Node::Binary(Op::Shl | Op::Shr, _, amount) = arena.get(shift) else { return None };
    let Node::Compare(Comparison::Less, compared, limit) = arena.get(truth) else { return None };
    let limit = arena.number(limit)?;
    (compared == amount && arena.number(otherwise) == Some(0)).then_some((limit, [truth, amount, shift]))
}

/// Roots whose shifts hold in every type that their values fit, and the rules that made them so; `None` where they do as
/// they are. Notes in `known` what is known of the nodes that are new. `text` writes a node for a derivation.
///
/// Law: every root equals what it was made from wherever that has a value.
pub(crate) fn limit(
    arena: &Arena,
    roots: &[Id],
    range: &dyn Fn(Id) -> Range,
    known: &mut HashMap<Id, Range, FastHash>,
    text: &dyn Fn(Id) -> String,
) -> Option<(Vec<Id>, Vec<Step>)> {
    let order = reachable(arena, roots);
    if order.iter().all(|&id| is_short(arena, id, range)) {
        return None;
    }
    let mut new: HashMap<Id, Id, FastHash> = HashMap::default();
    let mut steps: Vec<Step> = Vec::new();
    for id in order {
        let mut made = arena.rebuilt(id, |old| new[old]);
        if let Node::Binary(op, a, amount) = arena.get(id)
            && !is_short(arena, id, range)
        {
            let needed = needed(arena, id, range);
            let positive = op == Op::Shl && range(a).low >= 1;
            let (rule, limited) = written(arena, op, [new[&a], new[&amount]], needed, positive);
            let (before, after) = (text(made), text(limited));
            let bounded = if op == Op::Shr { text(a) } else { before.clone() };
            if limited != made {
                steps.push(Step {
                    rule,
                    equations: vec![(before, after)],
                    because: vec![format!("{bounded} < 1 << {needed}")],
                });
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
