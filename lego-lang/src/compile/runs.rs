//! Runs: stretches of an axis in which the position grows by the same step everywhere.

use super::compiled::SimplifiedMap;
use lego_core::chain::Chain;
use lego_expr::{Arena, Comparison, Engine, Id, Kind, Node, Op, Program, Symbol, reachable};

/// How many lengths are tried on one axis. A layout with more divisors, such as Morton, has short runs at best.
const MOST: usize = 4;

/// The longest runs along an axis that are found, as their length and the step.
///
/// Where `i / len` or `i % len` stands, in what the algebra wrote or in its simplified form, `apply` is cut: with
/// `i = q·len + r`, runs of `len` are those of a slope in `r`.
pub(super) fn run<'a>(
    arena: &'a Arena,
    chain: &Chain<'_, Symbol<'a>>,
    indices: &[Symbol<'a>],
    axis: usize,
    apply: &SimplifiedMap,
    engine: &mut Engine<'a>,
) -> Option<(Id, Id)> {
    // The simplified form may have masks instead, or a comparison where there are two runs.
    let both: Vec<Id> = [apply.written.roots(), apply.values().to_vec()].concat();
    let mut lengths: Vec<Id> = reachable(arena, &both)
        .into_iter()
        .filter_map(|id| match arena.get(id) {
            Node::Binary(Op::Div | Op::Rem, index, len) | Node::Compare(Comparison::Less, index, len)
                if index == indices[axis].id() =>
            {
                Some(len)
            }
            _ => None,
        })
        .collect();
    lengths.sort_by_key(|&len| (std::cmp::Reverse(arena.number(len)), len));
    lengths.dedup();
    if lengths.len() > MOST {
        return None;
    }
    let extent = chain.dims()[axis];
    let extents: Option<Vec<i128>> = chain.dims().iter().map(|n| arena.number(n.id())).collect();
    let samples =
        extents.map(|extents| Samples { program: Program::new(arena, apply.values()), arena, indices, extents });
    lengths.into_iter().find_map(|len| {
        // Most lengths are no run, and two values show it.
        let refuted = samples.as_ref().zip(arena.number(len)).is_some_and(|(samples, len)| samples.refute(axis, len));
        if refuted || !engine.divides(len, extent.id()) {
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

/// Plain evaluation at some points of a layout whose sizes are numbers.
struct Samples<'s, 'a> {
    program: Program,
    arena: &'a Arena,
    indices: &'s [Symbol<'a>],
    extents: Vec<i128>,
}

impl Samples<'_, '_> {
    /// Whether the steps in the first or the last run of an axis differ, the other indices being 0 or as large as they can
    /// be.
    fn refute(&self, axis: usize, len: i128) -> bool {
        let steps = [false, true].map(|is_last| {
            let at = |offset: i128| {
                let index = |k: usize| match (k == axis, is_last) {
                    (true, false) => offset,
                    (true, true) => self.extents[k] - len + offset,
                    (false, false) => 0,
                    (false, true) => self.extents[k] - 1,
                };
                self.position(&(0..self.extents.len()).map(index).collect::<Vec<i128>>())
            };
            let step = at(1)? - at(0)?;
            let same = len == 2 || (at(len - 1)? - at(0)? == step * (len - 1) && at(2)? - at(1)? == step);
            Some((same, step))
        });
        let [Some(first), Some(last)] = steps else { return false };
        len >= 2 && self.extents[axis] >= len && !(first.0 && last.0 && first.1 == last.1)
    }

    fn position(&self, index: &[i128]) -> Option<i128> {
        let variable = |number: u32| {
            let at = self.indices.iter().position(|i| self.arena.get(i.id()) == Node::Variable(number));
            at.map_or(0, |at| index[at])
        };
        self.program.run(variable).pop()?
    }
}
