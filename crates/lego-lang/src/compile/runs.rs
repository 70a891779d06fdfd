//! Runs: stretches of an axis in which the position grows by the same step everywhere.

use super::compiled::SimplifiedMap;
use lego_core::chain::{Chain, Scalar, volume};
use lego_expr::{Arena, Comparison, Engine, Id, Kind, Node, Op, Program, Symbol, reachable};

/// How many lengths are proved on one axis, the longest first and, of sizes that are symbols, those first by which the
/// algebra divides the index itself.
const MOST: usize = 4;

/// How many lengths are tried on points before.
const MOST_TRIED: usize = 64;

/// What is known of one layout, to find the runs along its axes.
pub(super) struct Runs<'s, 'a> {
    arena: &'a Arena,
    chain: &'s Chain<'s, Symbol<'a>>,
    indices: &'s [Symbol<'a>],
    apply: &'s SimplifiedMap,
    /// Where all extents are numbers.
    samples: Option<Samples<'s, 'a>>,
}

impl<'s, 'a> Runs<'s, 'a> {
    pub(super) fn new(
        arena: &'a Arena,
        chain: &'s Chain<'s, Symbol<'a>>,
        indices: &'s [Symbol<'a>],
        apply: &'s SimplifiedMap,
    ) -> Self {
        let extents: Option<Vec<i128>> = chain.dims().iter().map(|n| arena.number(n.id())).collect();
        let samples = extents.map(|extents| Samples {
            program: Program::new(arena, apply.values()),
            arena,
            indices,
            extents,
            is_guarded: chain.expands(),
        });
        Self { arena, chain, indices, apply, samples }
    }

    /// The step along a whole axis, where the position has one.
    pub(super) fn stride(&self, axis: usize, engine: &mut Engine<'a>) -> Option<Id> {
        if self.samples.as_ref().is_some_and(|samples| samples.refute(axis, samples.extents[axis])) {
            return None;
        }
        let variable = self.apply.written.index[axis];
        self.step(self.indices, Symbol::new(self.arena, variable), engine)
    }

    /// The longest runs along an axis that are found, as their length and the step.
    ///
    /// With `i = q·len + r`, runs of `len` are those of a slope in `r`.
    pub(super) fn run(&self, axis: usize, engine: &mut Engine<'a>) -> Option<(Id, Id)> {
        let arena = self.arena;
        let extent = self.chain.dims()[axis];
        self.lengths(axis).into_iter().take(MOST).find_map(|len| {
            let len = Symbol::new(arena, len);
            // The last run may be shorter: an index that is not there obeys no law, and none is needed.
            let divides = engine.divides(len.id(), extent.id());
            let runs = if divides { extent / len } else { (extent + (len - len.lift(1))) / len };
            let run = Symbol::new(arena, arena.variable("q", Kind::Index { extent: runs.id() }));
            let place = Symbol::new(arena, arena.variable("r", Kind::Index { extent: len.id() }));
            let mut cut = self.indices.to_vec();
            cut[axis] = run * len + place;
            Some((len.id(), self.step(&cut, place, engine)?))
        })
    }

    /// By how much the position grows with a variable, where that is the same everywhere; with an `ExpandBy`, where indices
    /// without a position come after those with one.
    ///
    /// A piece that the variable does not reach may be as large as it likes: it is a position, and no more is asked of it.
    fn step(&self, index: &[Symbol<'a>], variable: Symbol<'a>, engine: &mut Engine<'a>) -> Option<Id> {
        let arena = self.arena;
        let mapped = self.chain.apply_by(index, |piece, own| {
            let Some(extent) = volume(piece.dims()).filter(|_| own.len() > 1) else { return piece.apply(own) };
            if own.iter().any(|place| engine.depends(place.id(), variable.id())) {
                return piece.apply(own);
            }
            Symbol::new(arena, arena.variable("u", Kind::Index { extent: extent.id() }))
        });
        let step = engine.slope(mapped.value.id(), variable.id())?;
        mapped.guards.iter().all(|guard| engine.stays_false(guard.id(), variable.id())).then_some(step)
    }

    /// Lengths that may be those of runs, the most promising first.
    ///
    /// Where `x / d` or `x % d` stands, in what the algebra wrote or in its simplified form, and `x` grows by `c` along the
    /// axis, `apply` is cut at the multiples of `d / c`.
    fn lengths(&self, axis: usize) -> Vec<Id> {
        let index = self.indices[axis].id();
        let cuts = |roots: &[Id], is_written: bool| -> Vec<(bool, Id)> {
            let cut = |id| match self.arena.get(id) {
                Node::Binary(Op::Div | Op::Rem, x, d) | Node::Compare(Comparison::Less, x, d) if x == index => {
                    Some((is_written, d))
                }
                Node::Binary(Op::Div | Op::Rem, x, d) => Some((false, self.quotient(x, index, d)?)),
                _ => None,
            };
            reachable(self.arena, roots).into_iter().filter_map(cut).collect()
        };
        // The simplified form may have masks instead of what was written, or a comparison where there are two runs.
        let mut cuts = [cuts(&self.apply.written.roots(), true), cuts(self.apply.values(), false)].concat();
        cuts.sort_by_key(|&(is_plain, len)| (std::cmp::Reverse((is_plain, self.arena.number(len))), len));
        let mut lengths: Vec<Id> = Vec::with_capacity(cuts.len());
        for (_, len) in cuts {
            if self.arena.number(len) != Some(1) && !lengths.contains(&len) {
                lengths.push(len);
            }
        }
        if let Some(samples) = &self.samples {
            // Most lengths are no run, and a few values show it.
            lengths.truncate(MOST_TRIED);
            lengths.retain(|&len| self.arena.number(len).is_none_or(|len| !samples.refute(axis, len)));
        }
        lengths
    }

    /// `d / c`, where the sum `x` is plainly `c·index` and more, and `c` divides `d`.
    fn quotient(&self, x: Id, index: Id, d: Id) -> Option<Id> {
        let d = self.arena.number(d)?;
        let mut open = vec![x];
        while let Some(id) = open.pop() {
            let c = match self.arena.get(id) {
                Node::Binary(Op::Add, a, b) => {
                    open.extend([a, b]);
                    continue;
                }
                Node::Within(a, _) => {
                    open.push(a);
                    continue;
                }
                Node::Binary(Op::Mul, a, b) if a == index => self.arena.number(b)?,
                Node::Binary(Op::Mul, a, b) if b == index => self.arena.number(a)?,
                _ if id == index => 1,
                _ => continue,
            };
            return (c > 0 && d % c == 0).then(|| self.arena.constant(d / c));
        }
        None
    }
}

/// Plain evaluation at some points of a layout whose sizes are numbers.
struct Samples<'s, 'a> {
    program: Program,
    arena: &'a Arena,
    indices: &'s [Symbol<'a>],
    extents: Vec<i128>,
    is_guarded: bool,
}

impl Samples<'_, '_> {
    /// Whether the steps in the first or the last whole run of an axis differ, the other indices being 0 or as large as they
    /// can be.
    fn refute(&self, axis: usize, len: i128) -> bool {
        let len = len.min(self.extents[axis]);
        if len < 2 {
            return false;
        }
        // Where an `ExpandBy` stores nothing, there is no position to ask about.
        let ends: &[bool] = if self.is_guarded { &[false] } else { &[false, true] };
        let steps: Option<Vec<_>> = ends
            .iter()
            .map(|&is_last| {
                let at = |offset: i128| {
                    let index = |k: usize| match (k == axis, is_last) {
                        (true, false) => offset,
                        (true, true) => (self.extents[k] / len - 1) * len + offset,
                        (false, false) => 0,
                        (false, true) => self.extents[k] - 1,
                    };
                    self.position(&(0..self.extents.len()).map(index).collect::<Vec<i128>>())
                };
                let step = at(1)? - at(0)?;
                let rises = |offset: i128| Some(Some(at(offset)? - at(0)?) == step.checked_mul(offset));
                let same = len == 2 || (rises(len - 1)? && at(2)? - at(1)? == step && rises(len / 2)?);
                Some((same, step))
            })
            .collect();
        steps.is_some_and(|steps| steps.iter().any(|&(same, step)| !same || step != steps[0].1))
    }

    fn position(&self, index: &[i128]) -> Option<i128> {
        let variable = |number: u32| {
            let at = self.indices.iter().position(|i| self.arena.get(i.id()) == Node::Variable(number));
            at.map_or(0, |at| index[at])
        };
        self.program.run(variable).pop()?
    }
}
