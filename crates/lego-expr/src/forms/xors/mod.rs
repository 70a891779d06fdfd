//! Maps of bits: values whose every bit is the exclusive or of bits of other values, written with masks, shifts and exclusive ors.
//!
//! ```text
//! a swizzle of 6 bits      p = fedcba
//!   as a matrix            a^d  b^e  c^f  d  e  f        a row a bit of the result
//!   bit by bit             (p & 1) ^ (p/2 % 2)·2 ^ … ^ (p/8 % 2)·9 ^ …
//!   by distance            p ^ (p >> 3)                  all bits that move by 3 places move at once
//! ```
//!
//! What an expression is as a matrix over the field of two elements is read from its nodes ([`matrix`]); how the matrix is written is
//! chosen by price ([`plan`]): bits that move by one distance at once, a number for a bit with many places, the parity of many
//! bits folded, and steps `x ^ (x >> k)` before or after all of that ([`steps`]).

mod matrix;
mod plan;
mod steps;
#[cfg(test)]
mod tests;
mod writer;

use crate::forms::cost::Cost;
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::rules::rule::rules;
pub use matrix::Bits;
use matrix::Reader;
use std::collections::{HashMap, HashSet};

rules! {
    BITS_GATHERED = "bits by distance": "(x & m) ^ (x & n) = x & (m ^ n); (x / (1 << k)) ^ (y / (1 << k)) = (x ^ y) / (1 << k)";
}

/// How the maps of an expression are written.
enum Way {
    /// Each in the way that is cheapest for it.
    Alone,
    /// A number for each bit.
    BitByBit,
    /// After steps that all of them have in common.
    Together,
}

/// Larger expressions are not looked at: 63 bits that all change each other are some thousand nodes.
const MOST_NODES: usize = 1 << 13;

/// Whether an exclusive or, or a list, is in the expressions.
pub(crate) fn may_gather(arena: &Arena, roots: &[Id]) -> bool {
    let order = reachable(arena, roots);
    order.len() <= MOST_NODES && order.into_iter().any(|id| is_mixing(arena, id))
}

fn is_mixing(arena: &Arena, id: Id) -> bool {
    matches!(arena.get(id), Node::Binary(Op::Xor, ..) | Node::LookUp(..))
}

/// The forms of some expressions, each by the roots.
type Ways = Vec<Vec<Id>>;

/// The forms found so far, which are asked for again by another cost.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    found: Vec<Found>,
}

/// The forms of some expressions by some costs.
#[derive(Debug)]
struct Found {
    roots: Vec<Id>,
    by_cost: Vec<(Cost, Ways)>,
}

impl Gathered {
    /// Other forms of some expressions, in which each part that is a map of bits is written in the cheapest way found.
    pub(crate) fn forms(&mut self, arena: &Arena, roots: &[Id], cost: Cost) -> Ways {
        let mut known = self.found.iter().filter(|found| found.roots == roots).flat_map(|found| &found.by_cost);
        if let Some((_, forms)) = known.find(|(by, _)| *by == cost) {
            return forms.clone();
        }
        let costs: &[Cost] = match cost {
            Cost::Operations => &[cost],
            // For both machines always, in one order: the nodes of a form do not depend on which was asked for before.
            Cost::Cpu | Cost::Gpu => &[Cost::Cpu, Cost::Gpu],
        };
        let by_cost: Vec<(Cost, Ways)> = costs.iter().copied().zip(forms_by(arena, roots, costs)).collect();
        let forms = by_cost.iter().find(|(by, _)| *by == cost).map(|(_, forms)| forms.clone()).unwrap_or_default();
        self.found.push(Found { roots: roots.to_vec(), by_cost });
        forms
    }
}

/// The forms by each of some costs.
fn forms_by(arena: &Arena, roots: &[Id], costs: &[Cost]) -> Vec<Ways> {
    let order = reachable(arena, roots);
    let mut reader = Reader::new(arena);
    // Whether an exclusive or is in the part of an expression that is a map of bits.
    let mut mixing: HashSet<Id, FastHash> = HashSet::default();
    for &id in &order {
        reader.read(id);
        let is_base = reader.is_base(id);
        let operands = arena.operands(id);
        if !is_base && (is_mixing(arena, id) || operands.iter().any(|operand| mixing.contains(operand))) {
            mixing.insert(id);
        }
    }
    // The maps that are no parts of larger ones.
    let mut is_top: HashSet<Id, FastHash> = roots.iter().copied().collect();
    for &id in order.iter().filter(|&&id| reader.of(id).is_none() || reader.is_base(id)) {
        is_top.extend(arena.operands(id).iter().copied());
    }
    let tops: Vec<(Id, &Bits)> = order
        .iter()
        .filter(|id| is_top.contains(id) && mixing.contains(id) && !reader.is_base(**id))
        .filter_map(|&id| Some((id, reader.of(id)?)))
        .collect();
    if tops.is_empty() {
        return vec![Vec::new(); costs.len()];
    }
    let steps: Vec<_> = tops.iter().map(|(_, bits)| steps::alone(bits)).collect();
    // Several results share what each takes of a value bit by bit.
    let shared = if tops.len() > 1 { steps::shared(&tops) } else { None };
    let rewritten = |way: Way, cost: Cost| {
        let mut new: HashMap<Id, Id, FastHash> = HashMap::default();
        for &id in &order {
            let top = tops.iter().zip(&steps).find(|(top, _)| top.0 == id);
            let rebuilt = arena.rebuilt(id, |old| new.get(old).copied().unwrap_or(*old));
            let made = match (top, &way) {
                (Some(((_, bits), _)), Way::Together) => {
                    shared.as_ref().map_or(rebuilt, |shared| shared.write(arena, bits, &new, cost))
                }
                (Some(((_, bits), _)), Way::BitByBit) => steps::bit_by_bit(arena, bits, &new, cost),
                (Some(((_, bits), steps)), Way::Alone) => {
                    let forms = [rebuilt, steps::cheapest(arena, bits, steps, &new, cost)];
                    forms.into_iter().min_by_key(|&form| cost.price(arena, &[form])).unwrap_or(rebuilt)
                }
                (None, _) => rebuilt,
            };
            new.insert(id, made);
        }
        roots.iter().map(|root| new[root]).collect::<Vec<Id>>()
    };
    let ways = |&cost: &Cost| {
        let mut forms = vec![rewritten(Way::Alone, cost), rewritten(Way::BitByBit, cost)];
        if shared.is_some() {
            forms.push(rewritten(Way::Together, cost));
        }
        forms
    };
    costs.iter().map(ways).collect()
}
