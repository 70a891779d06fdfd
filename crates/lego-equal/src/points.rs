//! The comparison of two maps of numbers index by index: many at once where 64 bits suffice, else by plain evaluation.

use crate::answer::Effort;
use crate::pair::Pair;
use lego_core::chain::unflatten;
use lego_expr::{Columns, Engine, Inputs, Program};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many indices a thread takes at a time.
const CHUNK: u64 = 1 << 18;

/// How many indices are evaluated together.
const LANES: usize = 256;

/// A number for each of some indices.
type Column = [i64; LANES];

/// Plain evaluation of both sides as they are written.
pub(crate) struct PlainEvaluation {
    program: Program,
    guards: [usize; 2],
    inputs: Inputs,
}

impl PlainEvaluation {
    pub(crate) fn new(pair: &Pair<'_>) -> Self {
        let program = Program::new(pair.arena, &pair.roots());
        let guards = pair.sides.each_ref().map(|side| side.guards.len());
        Self { program, guards, inputs: Inputs::new(pair.arena, &pair.index) }
    }

    pub(crate) fn positions(&self, index: &[u64]) -> [Option<u64>; 2] {
        let input = |variable| self.inputs.component(variable).map_or(0, |axis| i128::from(index[axis]));
        let values = self.program.run(input);
        let (left, right) = values.split_at(self.guards[0] + 1);
        [left, right].map(|roots| {
            let (value, guards) = roots.split_last()?;
            let inside = guards.iter().all(|guard| guard.is_some_and(|holds| holds != 0));
            value.filter(|_| inside).and_then(|value| u64::try_from(value).ok())
        })
    }

    /// About how long one evaluation takes, in steps.
    pub(crate) fn steps(&self) -> usize {
        self.program.len()
    }

    pub(crate) fn differ(&self, index: &[u64]) -> bool {
        let [left, right] = self.positions(index);
        left != right
    }
}

/// Those of both sides, if no number on the way may leave 64 bits.
fn columns_of(pair: &Pair<'_>) -> Option<[Columns<LANES>; 2]> {
    let mut engine = Engine::new(pair.arena);
    let [left, right] = pair.sides.each_ref().map(|side| Columns::new(pair.arena, side, &mut engine));
    Some([left?, right?])
}

/// The positions of some indices, given axis by axis; -1 where there is none.
fn positions_of(columns: &mut Columns<LANES>, index: &[Column], positions: &mut Column) {
    columns.run(index);
    *positions = *columns.value(0);
    for guard in columns.guards() {
        for (position, &holds) in positions.iter_mut().zip(guard) {
            if holds == 0 {
                *position = -1;
            }
        }
    }
}

/// Looks at indices one by one.
pub(crate) struct Points<'a> {
    columns: Option<[Columns<LANES>; 2]>,
    exact: &'a PlainEvaluation,
    dims: &'a [u64],
}

impl<'a> Points<'a> {
    pub(crate) fn new(pair: &Pair<'_>, exact: &'a PlainEvaluation, dims: &'a [u64]) -> Self {
        Self { columns: columns_of(pair), exact, dims }
    }

    /// The first of some indices at which two layouts differ; all by their places in row-major order.
    pub(crate) fn first_difference(&self, from: u64, to: u64, effort: &Effort<'_>) -> Option<u64> {
        let (next, first, visited) = (AtomicU64::new(from), AtomicU64::new(u64::MAX), AtomicU64::new(0));
        let work = |mut columns: Option<[Columns<LANES>; 2]>| {
            loop {
                let Ok(begin) = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| next.checked_add(CHUNK))
                else {
                    return;
                };
                if begin >= to || begin >= first.load(Ordering::Relaxed) {
                    return;
                }
                let end = begin.saturating_add(CHUNK).min(to);
                let difference = match &mut columns {
                    Some(columns) => difference_in(columns, self.dims, begin, end),
                    None => (begin..end).find(|&flat| self.exact.differ(&unflatten(self.dims, flat))),
                };
                if let Some(flat) = difference {
                    first.fetch_min(flat, Ordering::Relaxed);
                }
                let looked_at = visited.fetch_add(end - begin, Ordering::Relaxed) + (end - begin);
                (effort.progress)(looked_at, to - from);
            }
        };
        let count = to.saturating_sub(from);
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(count.div_ceil(CHUNK));
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(self.columns.clone()));
            }
            work(self.columns.clone());
        });
        Some(first.into_inner()).filter(|&flat| flat < to)
    }
}

/// The first of some indices at which two maps differ.
fn difference_in(sides: &mut [Columns<LANES>; 2], dims: &[u64], from: u64, to: u64) -> Option<u64> {
    let mut index = unflatten(dims, from);
    let mut columns = vec![[0; LANES]; dims.len()];
    let [left, right] = sides;
    let (mut a, mut b) = ([0; LANES], [0; LANES]);
    let mut flat = from;
    while flat < to {
        let used = (to - flat).min(LANES as u64) as usize;
        Columns::indices(dims, &mut index, &mut columns, used);
        positions_of(left, &columns, &mut a);
        positions_of(right, &columns, &mut b);
        if let Some(lane) = (0..used).find(|&lane| a[lane] != b[lane]) {
            return Some(flat + lane as u64);
        }
        flat += used as u64;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_expr::Arena;
    use lego_lang::Reading;
    use lego_lang::compile::{Options, maps_in};

    #[test]
    fn many_indices_at_once_give_what_one_gives() {
        for text in [
            "Row(300)",
            "Hilbert(32, 32)",
            "Morton(8, 4, 16)",
            "OrderBy(AntiDiag(9)).OrderBy(Skew(9, 9)).GroupBy([27, 3])",
            "Grouped(7, 50, 3)",
            "Swizzle(3, 4, 3)",
            "Fan(999, -7, 5)",
            "Row(20, 30).PadBy([19, 30] => [20, 30]).ExpandBy([19, 30] => [20, 32]).TileBy([5, 4], [4, 8])",
            "GenP([6, 5], |i, j| if i < 3 { 29 - (i - 3 + 3) * 5 - j } else { (5 - i) * 5 + 4 - j }, |p| (5 - p / 5, 4 - p % 5))",
        ] {
            let (arena, chain) = (Arena::new(), Reading::new(text));
            let [left, right] = maps_in(&arena, [&chain, &chain], &Options::default()).unwrap().maps;
            let pair = Pair::new(&arena, &left, &right).unwrap();
            let dims = pair.extents();
            let ([mut columns, _], exact) = (columns_of(&pair).unwrap(), PlainEvaluation::new(&pair));
            let count: u64 = dims.iter().product();
            for from in (0..count).step_by(LANES) {
                let index = |lane: usize| unflatten(&dims, (from + lane as u64).min(count - 1));
                let mut axes = vec![[0; LANES]; dims.len()];
                for lane in 0..LANES {
                    for (column, i) in axes.iter_mut().zip(index(lane)) {
                        column[lane] = i as i64;
                    }
                }
                let mut positions = [0; LANES];
                positions_of(&mut columns, &axes, &mut positions);
                for (lane, &position) in positions.iter().enumerate() {
                    assert_eq!(
                        u64::try_from(position).ok(),
                        exact.positions(&index(lane))[0],
                        "{text} at {:?}",
                        index(lane)
                    );
                }
            }
        }
    }
}
