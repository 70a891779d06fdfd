//! Two layouts of numbers, compared index by index.

use super::lanes::{LANES, Lanes};
use super::{Effort, Pair};
use lego_expr::{Engine, Id, Node, Program, reachable};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many indices a thread takes at a time.
const CHUNK: u64 = 1 << 18;

/// How many pseudo-random indices there are among the samples.
const SAMPLES: u64 = 1 << 20;

impl Pair<'_> {
    /// The extents of a pair of numbers.
    pub(super) fn extents(&self) -> Vec<u64> {
        self.sides[0].dims.iter().filter_map(|n| self.number(n.id())).collect()
    }

    fn number(&self, id: Id) -> Option<u64> {
        self.arena.number(id).and_then(|value| u64::try_from(value).ok())
    }

    /// The code of both sides, simplified.
    pub(super) fn lanes(&self) -> Option<[Lanes; 2]> {
        let mut engine = Engine::new(self.arena);
        let [left, right] = self.sides.each_ref().map(|side| {
            let form = engine.simplify(&side.guards, &[side.value]);
            Lanes::new(self.arena, &form, side.guards.len(), &self.index)
        });
        Some([left?, right?])
    }
}

/// Plain evaluation of both sides as the algebra wrote them.
pub(super) struct Exactly {
    program: Program,
    nodes: usize,
    guards: [usize; 2],
    /// The axis of each variable of the arena.
    axes: Vec<Option<usize>>,
}

impl Exactly {
    pub(super) fn new(pair: &Pair<'_>) -> Self {
        let roots: Vec<Id> =
            pair.sides.iter().flat_map(|side| side.guards.iter().copied().chain([side.value])).collect();
        let mut axes = Vec::new();
        for (axis, &id) in pair.index.iter().enumerate() {
            if let Node::Variable(number) = pair.arena.get(id) {
                axes.resize(axes.len().max(number as usize + 1), None);
                axes[number as usize] = Some(axis);
            }
        }
        let guards = pair.sides.each_ref().map(|side| side.guards.len());
        let nodes = reachable(pair.arena, &roots).len();
        Self { program: Program::new(pair.arena, &roots), nodes, guards, axes }
    }

    pub(super) fn positions(&self, index: &[u64]) -> [Option<u64>; 2] {
        let variable = |number: u32| self.axes[number as usize].map_or(0, |axis| i128::from(index[axis]));
        let values = self.program.run(variable);
        let (left, right) = values.split_at(self.guards[0] + 1);
        [left, right].map(|roots| {
            let (value, guards) = roots.split_last()?;
            let inside = guards.iter().all(|guard| guard.is_some_and(|holds| holds != 0));
            value.filter(|_| inside).and_then(|value| u64::try_from(value).ok())
        })
    }

    /// About how long one evaluation takes, in nodes.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    pub(super) fn differ(&self, index: &[u64]) -> bool {
        let [left, right] = self.positions(index);
        left != right
    }
}

/// Looks at indices one by one.
pub(super) struct Points<'a> {
    lanes: Option<[Lanes; 2]>,
    exact: &'a Exactly,
    dims: &'a [u64],
}

impl<'a> Points<'a> {
    pub(super) fn new(pair: &Pair<'_>, exact: &'a Exactly, dims: &'a [u64]) -> Self {
        Self { lanes: pair.lanes(), exact, dims }
    }

    /// The first of some indices at which two layouts differ; all by their places in row-major order.
    pub(super) fn first_difference(&self, from: u64, to: u64, effort: &Effort<'_>) -> Option<u64> {
        let (next, first, done) = (AtomicU64::new(from), AtomicU64::new(u64::MAX), AtomicU64::new(0));
        let work = |mut lanes: Option<[Lanes; 2]>| {
            loop {
                let Ok(begin) = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| next.checked_add(CHUNK))
                else {
                    return;
                };
                if begin >= to || begin >= first.load(Ordering::Relaxed) {
                    return;
                }
                let end = begin.saturating_add(CHUNK).min(to);
                let found = match &mut lanes {
                    Some(lanes) => difference_in(lanes, self.dims, begin, end),
                    None => (begin..end).find(|&flat| self.exact.differ(&unflattened(self.dims, flat))),
                };
                if let Some(flat) = found {
                    first.fetch_min(flat, Ordering::Relaxed);
                }
                let looked_at = done.fetch_add(end - begin, Ordering::Relaxed) + (end - begin);
                (effort.progress)(looked_at, to - from);
            }
        };
        let count = to.saturating_sub(from);
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(count.div_ceil(CHUNK));
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(self.lanes.clone()));
            }
            work(self.lanes.clone());
        });
        Some(first.into_inner()).filter(|&flat| flat < to)
    }
}

fn difference_in(lanes: &mut [Lanes; 2], dims: &[u64], from: u64, to: u64) -> Option<u64> {
    let mut index = unflattened(dims, from);
    let mut columns = vec![[0; LANES]; dims.len()];
    let [left, right] = lanes;
    let (mut a, mut b) = ([0; LANES], [0; LANES]);
    let mut flat = from;
    while flat < to {
        let used = (to - flat).min(LANES as u64) as usize;
        for lane in 0..used {
            for (column, &i) in columns.iter_mut().zip(&index) {
                column[lane] = i as i64;
            }
            step(dims, &mut index);
        }
        left.run(&columns, &mut a);
        right.run(&columns, &mut b);
        if let Some(lane) = (0..used).find(|&lane| a[lane] != b[lane]) {
            return Some(flat + lane as u64);
        }
        flat += used as u64;
    }
    None
}

/// The next index in row-major order.
fn step(dims: &[u64], index: &mut [u64]) {
    for (i, &n) in index.iter_mut().zip(dims).rev() {
        *i += 1;
        if *i < n {
            return;
        }
        *i = 0;
    }
}

pub(super) fn unflattened(dims: &[u64], mut flat: u64) -> Vec<u64> {
    let mut index = vec![0; dims.len()];
    for (i, &n) in index.iter_mut().zip(dims).rev() {
        *i = flat % n;
        flat /= n;
    }
    index
}

/// Indices at which layouts tend to differ: those near the origin and the powers of two along each axis, then a fixed
/// pseudo-random sequence.
pub(super) fn samples(dims: &[u64]) -> impl Iterator<Item = Vec<u64>> + '_ {
    let along = (0..dims.len()).flat_map(move |axis| {
        let powers = (0..64).map(|k| 1_u64 << k).take_while(move |&i| i < dims[axis]);
        powers.chain([dims[axis] - 1]).map(move |i| {
            let mut index = vec![0; dims.len()];
            index[axis] = i;
            index
        })
    });
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let random = (0..SAMPLES).map(move |_| {
        dims.iter()
            .map(|&n| {
                // SplitMix64.
                state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mut z = state;
                z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                (z ^ (z >> 31)) % n
            })
            .collect()
    });
    along.chain(random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Options, Symbols};
    use crate::elaborate::compile;
    use lego_expr::Arena;

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
            let (arena, options) = (Arena::new(), Options::default());
            let world = Symbols::new(&arena, &options.values, false);
            let chains = [text, text].map(|text| compile(text, &world).unwrap());
            let pair = Pair::new(&arena, &chains[0], &chains[1]);
            let dims: Vec<u64> = pair.sides[0].dims.iter().filter_map(|n| pair.number(n.id())).collect();
            let ([mut lanes, _], exact) = (pair.lanes().unwrap(), Exactly::new(&pair));
            let count: u64 = dims.iter().product();
            for from in (0..count).step_by(LANES) {
                let index = |lane: usize| unflattened(&dims, (from + lane as u64).min(count - 1));
                let mut columns = vec![[0; LANES]; dims.len()];
                for lane in 0..LANES {
                    for (column, i) in columns.iter_mut().zip(index(lane)) {
                        column[lane] = i as i64;
                    }
                }
                let mut positions = [0; LANES];
                lanes.run(&columns, &mut positions);
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

    #[test]
    fn samples_are_indices() {
        let dims = [3, 1, 1 << 40];
        assert!(samples(&dims).take(10_000).all(|index| index.iter().zip(&dims).all(|(i, n)| i < n)));
        assert!(samples(&dims).any(|index| index == [0, 0, (1 << 40) - 1]));
    }
}
