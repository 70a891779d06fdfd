//! The evaluation of a relation: at one index, and at all of them in order, in columns where 64 bits suffice.

use super::relation::{Relation, numbers};
use crate::question::Undecided;
use crate::set::volume;
use lego_core::chain::{advance, unflatten};
use lego_equal::Effort;
use lego_expr::{Arena, Columns, Engine, Evaluator, Map};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many indices are evaluated together.
pub(crate) const LANES: usize = 256;

/// So many indices are taken at a time; then progress is told.
const CHUNK: u64 = 1 << 18;

impl Relation<'_> {
    /// The values at an index; `None` outside the domain, and where sizes have no value.
    ///
    /// # Panics
    /// If the index has another rank.
    #[must_use]
    pub fn at(&self, index: &[u64]) -> Option<Vec<u64>> {
        assert_eq!(index.len(), self.rank(), "an index of another rank");
        let dims = self.dims()?;
        let inside = index.iter().zip(&dims).all(|(i, n)| i < n);
        if inside && self.is_of_numbers() { self.map().evaluator(self.arena).run(index) } else { None }
    }
}

/// A map of numbers to one value, evaluated at every index.
pub(crate) struct Walk {
    dims: Vec<u64>,
    /// How many indices there are.
    pub(crate) count: u64,
    columns: Option<Columns<LANES>>,
    exact: Evaluator,
}

impl Walk {
    /// The walk along a map without symbols.
    ///
    /// # Errors
    /// [`Undecided`] where the map has symbols, or more indices than may be looked at.
    pub(crate) fn new(arena: &Arena, map: &Map, effort: &Effort<'_>) -> Result<Self, Undecided> {
        let relation = Relation::new(arena, map.clone(), super::relation::Order::RowMajor);
        let dims = numbers(arena, &map.dims).filter(|_| relation.is_of_numbers());
        let dims =
            dims.ok_or_else(|| Undecided::symbols(arena, &[&map.dims[..], &map.spans, &map.roots()].concat()))?;
        let count = volume(&dims)?;
        if count > effort.points {
            return Err(Undecided::Points { count, most: effort.points });
        }
        // A proof that 64 bits suffice costs more than a few points by plain evaluation.
        let columns = if count > 64 { Columns::new(arena, map, &mut Engine::new(arena)) } else { None };
        Ok(Self { dims, count, columns, exact: map.evaluator(arena) })
    }

    /// The index at a place in row-major order.
    pub(crate) fn index(&self, flat: u64) -> Vec<u64> {
        if self.dims.is_empty() { Vec::new() } else { unflatten(&self.dims, flat) }
    }

    /// The value at an index.
    pub(crate) fn value(&self, index: &[u64]) -> Option<u64> {
        self.exact.run(index)?.first().copied()
    }

    /// Calls for every index in row-major order, with its place and its value, `None` outside the domain, until the answer is
    /// that there is no need for more.
    ///
    /// # Errors
    /// Never after [`Walk::new`]; the type is that of what asks.
    pub(crate) fn each(
        &mut self,
        effort: &Effort<'_>,
        mut visit: impl FnMut(u64, Option<u64>) -> bool,
    ) -> Result<(), Undecided> {
        let mut columns = self.columns.take();
        let mut from = 0;
        while from < self.count {
            let to = from.saturating_add(CHUNK).min(self.count);
            if !self.chunk(columns.as_mut(), from, to, &mut visit) {
                break;
            }
            from = to;
            (effort.progress)(from, self.count);
        }
        self.columns = columns;
        Ok(())
    }

    /// Calls for the value at every index that has one, on all cores and in any order, until the answer is that there is no
    /// need for more.
    pub(crate) fn values(&self, effort: &Effort<'_>, visit: impl Fn(u64) -> bool + Sync) {
        let (next, done, is_over) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let chunks = self.count.div_ceil(CHUNK);
        let work = |mut columns: Option<Columns<LANES>>| loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks || is_over.load(Ordering::Relaxed) {
                return;
            }
            let (from, to) = (number * CHUNK, ((number + 1).saturating_mul(CHUNK)).min(self.count));
            if !self.chunk(columns.as_mut(), from, to, |_, value| value.is_none_or(&visit)) {
                is_over.store(true, Ordering::Relaxed);
            }
            let looked_at = done.fetch_add(to - from, Ordering::Relaxed) + (to - from);
            (effort.progress)(looked_at, self.count);
        };
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(chunks);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(self.columns.clone()));
            }
            work(self.columns.clone());
        });
    }

    /// Calls for every index from a place to another one, in row-major order; whether there is need for more.
    fn chunk(
        &self,
        columns: Option<&mut Columns<LANES>>,
        from: u64,
        to: u64,
        mut visit: impl FnMut(u64, Option<u64>) -> bool,
    ) -> bool {
        let mut index = self.index(from);
        let Some(columns) = columns else {
            return (from..to).all(|flat| {
                let more = visit(flat, self.value(&index));
                advance(&self.dims, &mut index);
                more
            });
        };
        let mut axes = vec![[0; LANES]; self.dims.len()];
        let mut flat = from;
        while flat < to {
            let used = (to - flat).min(LANES as u64) as usize;
            self.fill(&mut index, &mut axes, used);
            columns.run(&axes);
            let mut holds = [true; LANES];
            for guard in columns.guards() {
                for (holds, &guard) in holds.iter_mut().zip(guard) {
                    *holds &= guard != 0;
                }
            }
            for (lane, (&value, &holds)) in columns.value(0).iter().zip(&holds).enumerate().take(used) {
                if !visit(flat + lane as u64, if holds { u64::try_from(value).ok() } else { None }) {
                    return false;
                }
            }
            flat += used as u64;
        }
        true
    }

    /// The components of the next indices, a stretch along the last axis at a time.
    fn fill(&self, index: &mut [u64], axes: &mut [[i64; LANES]], used: usize) {
        let Some(last) = index.len().checked_sub(1) else { return };
        let mut lane = 0;
        while lane < used {
            let take = ((self.dims[last] - index[last]) as usize).min(used - lane);
            for (axis, column) in axes.iter_mut().enumerate().take(last) {
                column[lane..lane + take].fill(index[axis] as i64);
            }
            for (number, component) in (index[last]..).zip(&mut axes[last][lane..lane + take]) {
                *component = number as i64;
            }
            index[last] += take as u64 - 1;
            advance(&self.dims, index);
            lane += take;
        }
    }
}
