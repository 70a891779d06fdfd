//! Runs: pieces of an axis in which the position grows by the same step everywhere.

use crate::expr::{Arena, Engine, Id, Kind, Node, Op, Symbol, reachable};
use lego_core::algebra::Chain;

/// How many lengths are tried on one axis. A layout with more divisors, such as Morton, has short runs at best.
const MOST: usize = 4;

/// The longest runs along an axis that are found, as their length and the step.
///
/// An expression with `i / len` or `i % len` is cut there: with `i = q·len + r`, runs of `len` are those of a slope in `r`.
pub(super) fn run<'a>(
    arena: &'a Arena,
    chain: &Chain<'_, Symbol<'a>>,
    indices: &[Symbol<'a>],
    axis: usize,
    apply: &[Id],
    engine: &mut Engine<'a>,
) -> Option<(Id, Id)> {
    let mut lengths: Vec<Id> = reachable(arena, apply)
        .into_iter()
        .filter_map(|id| match arena.get(id) {
            Node::Binary(Op::Div | Op::Rem, index, len) if index == indices[axis].id() => Some(len),
            _ => None,
        })
        .collect();
    lengths.sort_by_key(|&len| (std::cmp::Reverse(arena.number(len)), len));
    lengths.dedup();
    if lengths.len() > MOST {
        return None;
    }
    let extent = chain.dims()[axis];
    lengths.into_iter().find_map(|len| {
        if !engine.divides(len, extent.id()) {
            return None;
        }
        let len = Symbol::new(arena, len);
        let run = arena.variable("q", Kind::Index { extent: (extent / len).id() });
        let place = arena.variable("r", Kind::Index { extent: len.id() });
        let mut cut = indices.to_vec();
        cut[axis] = Symbol::new(arena, run) * len + Symbol::new(arena, place);
        Some((len.id(), engine.slope(chain.apply(&cut).value.id(), place)?))
    })
}
