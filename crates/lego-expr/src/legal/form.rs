//! Expressions in a form that a target can say.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::abilities::{Abilities, Choices, Shifts};
use crate::legal::choice::chosen;
use crate::legal::completion::{Completion, is_long};
use crate::legal::described::{Described, existing};
use crate::legal::existence::Nodes;
use crate::legal::look_up::spelt;
use crate::legal::natural::without_negatives;
use crate::legal::shift;
use crate::legal::trial::passes_below_zero;
use crate::legal::unrolled_root::unrolled;
use crate::ranges::knowledge::{Knowledge, Unknown};
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use std::collections::HashMap;

/// Expressions in a form that a target can say, with what is known of their nodes.
pub struct Legal<'k> {
    /// The expressions, in the order in which they were given.
    pub roots: Vec<Id>,
    /// What was known before.
    known: &'k dyn Knowledge,
    /// What is known of a form that is not what was given.
    own: Option<Described>,
}

impl Knowledge for Legal<'_> {
    fn range(&self, id: Id) -> Range {
        self.own.as_ref().map_or_else(|| self.known.range(id), |own| own.range(id))
    }

    fn may_hoist(&self, id: Id) -> bool {
        self.own.as_ref().map_or_else(|| self.known.may_hoist(id), |own| own.may_hoist(id))
    }
}

/// Takes expressions to a form that a target can say. Where one of the `guards` fails nobody asks for them.
///
/// Law: every root has the value of what it was made from wherever that has one and the guards hold; what a target lacks is
/// not in it.
pub fn legal<'k>(
    arena: &Arena,
    roots: &[Id],
    guards: &[Id],
    abilities: Abilities,
    known: &'k dyn Knowledge,
) -> Legal<'k> {
    Legal { roots: roots.to_vec(), known, own: None }.adapted(arena, guards, abilities)
}

/// Whether a node is an operation that the target does not have, goes around one that it has, or only says what a law says.
fn is_lacking(arena: &Arena, id: Id, abilities: Abilities) -> bool {
    match arena.get(id) {
        Node::Binary(Op::Min | Op::Max, ..) => !abilities.min_max,
        Node::Isqrt(_) => !abilities.isqrt,
        Node::LookUp(..) => !abilities.look_up,
        Node::Within(..) => !abilities.merges,
        Node::Choose(..) => abilities.shifts == Shifts::Endless && shift::limited(arena, id).is_some(),
        _ => false,
    }
}

impl Legal<'_> {
    /// What operations say of expressions, and what is known besides, and no more.
    pub(crate) fn described(arena: &Arena, roots: Vec<Id>, known: &Ranges) -> Legal<'static> {
        let own = Some(Described::new(arena, &roots, known));
        Legal { roots, known: &Unknown, own }
    }

    /// The form that a target can say.
    pub(crate) fn adapted(mut self, arena: &Arena, guards: &[Id], abilities: Abilities) -> Self {
        if reachable(arena, &self.roots).into_iter().any(|id| is_lacking(arena, id, abilities)) {
            self.spell(arena, abilities);
        }
        if !abilities.negative && passes_below_zero(arena, guards, &self.roots) {
            self.keep_natural(arena);
        }
        if abilities.choices == Choices::Eager || (!abilities.negative && self.is_long(arena)) {
            self.complete(arena, abilities);
        }
        self
    }

    /// Whether branches that share much would each be written out with all of it.
    fn is_long(&self, arena: &Arena) -> bool {
        let order = reachable(arena, &self.roots);
        let hoisted: Nodes = order.iter().copied().filter(|&id| self.may_hoist(id)).collect();
        is_long(arena, &self.roots, &hoisted)
    }

    /// Spells the operations that the target does not have with those that it has.
    fn spell(&mut self, arena: &Arena, abilities: Abilities) {
        let (mut new, mut ranges, mut hoisted) =
            (HashMap::<Id, Id, FastHash>::default(), Ranges::default(), Nodes::default());
        for id in reachable(arena, &self.roots) {
            let may_hoist = self.may_hoist(id);
            let at = |old: &Id| new[old];
            let spelling = match arena.get(id) {
                Node::Binary(op @ (Op::Min | Op::Max), a, b) if !abilities.min_max => {
                    let (less, chosen) = chosen(arena, op, at(&a), at(&b));
                    hoisted.extend(may_hoist.then_some(less));
                    chosen
                }
                Node::Isqrt(a) if !abilities.isqrt => {
                    // Each bit uses the ones before it several times, so they must have names, and a value.
                    let argument = if may_hoist {
                        at(&a)
                    } else {
                        everywhere(arena, at(&a), abilities, &mut hoisted, &mut ranges)
                    };
                    let root = unrolled(arena, argument, self.range(a));
                    let before = reachable(arena, &[argument]);
                    hoisted.extend(reachable(arena, &[root]).into_iter().filter(|bit| !before.contains(bit)));
                    root
                }
                Node::LookUp(list, place) if !abilities.look_up => {
                    let place = at(&place);
                    let before = reachable(arena, &[place]);
                    let entry = spelt(arena, list, place);
                    // Comparisons, choices and differences of the place and numbers: in any case there is a value.
                    let parts = reachable(arena, &[entry]).into_iter().filter(|part| !before.contains(part));
                    hoisted.extend(parts.filter(|_| may_hoist));
                    entry
                }
                Node::Choose(_, moved, _)
                    if abilities.shifts == Shifts::Endless && shift::limited(arena, id).is_some() =>
                {
                    at(&moved)
                }
                Node::Within(a, _) if !abilities.merges => at(&a),
                _ => arena.rebuilt(id, at),
            };
            hoisted.extend(may_hoist.then_some(spelling));
            let range = self.range(id);
            ranges.entry(spelling).and_modify(|known| *known = known.and(range)).or_insert(range);
            new.insert(id, spelling);
        }
        self.roots = self.roots.iter().map(|root| new[root]).collect();
        self.own = Some(Described::by(ranges, hoisted));
    }

    /// Keeps what passes below zero as differences of what does not.
    fn keep_natural(&mut self, arena: &Arena) {
        let natural = |id: Id| self.range(id).low >= 0;
        let roots = without_negatives(arena, &self.roots, &natural);
        let mut own = Described::new(arena, &roots, &self.ranges(arena, &roots));
        own.hoist(reachable(arena, &roots).into_iter().filter(|&id| natural(id) && self.may_hoist(id)));
        (self.roots, self.own) = (roots, Some(own));
    }

    /// Gives every node a value whether it is needed or not.
    fn complete(&mut self, arena: &Arena, abilities: Abilities) {
        let (existing, mut ranges) = existing(arena, &self.roots, &self.ranges(arena, &self.roots));
        let roots = completed(arena, &self.roots, &existing, &mut ranges, abilities);
        let own = Described::completed(arena, &roots, &ranges);
        (self.roots, self.own) = (roots, Some(own));
    }

    /// What is known of the values of the nodes of some roots.
    fn ranges(&self, arena: &Arena, roots: &[Id]) -> Ranges {
        reachable(arena, roots).into_iter().map(|id| (id, self.range(id))).collect()
    }
}

/// A node that has a value everywhere, and that of the given one where that has one. Notes what may be computed ahead.
fn everywhere(arena: &Arena, id: Id, abilities: Abilities, hoisted: &mut Nodes, ranges: &mut Ranges) -> Id {
    let (existing_before, mut known) = existing(arena, &[id], &Ranges::default());
    let completed = completed(arena, &[id], &existing_before, &mut known, abilities)[0];
    let (existing, known) = existing(arena, &[completed], &known);
    hoisted.extend(existing);
    for (id, range) in known {
        ranges.entry(id).or_insert(range);
    }
    completed
}

/// Makes the nodes that are not in `total` have a value everywhere, as the target says it.
pub(crate) fn completed(
    arena: &Arena,
    roots: &[Id],
    total: &Nodes,
    ranges: &mut Ranges,
    abilities: Abilities,
) -> Vec<Id> {
    let larger = |a, b| if abilities.min_max { arena.binary(Op::Max, a, b) } else { chosen(arena, Op::Max, a, b).1 };
    let smaller = |a, b| if abilities.min_max { arena.binary(Op::Min, a, b) } else { chosen(arena, Op::Min, a, b).1 };
    Completion { negative: abilities.negative, larger: &larger, smaller: &smaller }.of(arena, roots, total, ranges)
}
