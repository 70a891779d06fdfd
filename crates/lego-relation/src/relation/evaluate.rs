//! The evaluation of a relation: at one index, and at all of them in order, in columns where 64 bits suffice.

use super::domain::numbers;
use super::parts::{Part, parts};
use super::relation::Relation;
use crate::question::Undecided;
use crate::set::volume;
use lego_core::chain::{advance, unflatten};
use lego_equal::Effort;
use lego_expr::{Arena, Columns, Engine, Evaluator, Map};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How many indices are evaluated together.
pub(crate) const LANES: usize = 256;

/// So many steps at all indices together take less time than a simplification.
const LITTLE: u64 = 1 << 20;

/// At so many indices no simplification takes less time than it saves.
const FEW: u64 = 1 << 14;

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

/// So many steps are taken at all indices together, each at one of them: about a second. The limit of points counts no
/// steps.
const MOST_STEPS: u64 = 1 << 32;

/// What a step of the exact evaluation at one index takes, in steps of columns.
const EXACT: u64 = 16;

/// A map of numbers to one value, evaluated at every index.
pub(crate) struct Walk {
    dims: Vec<u64>,
    /// The places at which the map may have values, in row-major order.
    parts: Vec<Part>,
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
        // A proof that 64 bits suffice costs more than a few points by plain evaluation, and a simplification more than
        // some thousand in columns.
        let written = if count > 64 { Columns::as_written(arena, map) } else { None };
        let columns = match written {
            Some(written) if count <= FEW || count.saturating_mul(written.steps() as u64) <= LITTLE => Some(written),
            written if count > 64 => Columns::new(arena, map, &mut Engine::new(arena)).or(written),
            _ => None,
        };
        let parts = match &columns {
            Some(columns) if count > LITTLE && columns.guards().next().is_some() => parts(&mut columns.boxes(), &dims),
            _ => vec![Part { places: 0..count, is_inside: false }],
        };
        let walk = Self { dims, parts, count, columns, exact: map.evaluator(arena) };
        let exact = || EXACT * lego_expr::reachable(arena, &map.roots()).len() as u64;
        let steps = walk.columns.as_ref().map_or_else(exact, |columns| columns.steps() as u64).max(1);
        walk.limited(MOST_STEPS / steps, effort)
    }

    /// It, if it looks at no more points than these, where there is a limit at all.
    ///
    /// # Errors
    /// [`Undecided::Points`].
    pub(crate) fn limited(self, most: u64, effort: &Effort<'_>) -> Result<Self, Undecided> {
        let count = self.parts.iter().map(|part| part.places.end - part.places.start).sum();
        if count > most && effort.points != u64::MAX { Err(Undecided::Points { count, most }) } else { Ok(self) }
    }

    /// The places at which the map may have values, in row-major order.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The index at a place in row-major order.
    pub(crate) fn index(&self, flat: u64) -> Vec<u64> {
        if self.dims.is_empty() { Vec::new() } else { unflatten(&self.dims, flat) }
    }

    /// The value at an index.
    pub(crate) fn value(&self, index: &[u64]) -> Option<u64> {
        self.exact.run(index)?.first().copied()
    }

    /// Calls for every index in row-major order, with its place and its value, `None` outside the domain, until the
    /// answer is that there is no need for more.
    ///
    /// # Errors
    /// Never after [`Walk::new`]; the type is that of what asks.
    pub(crate) fn each(
        &mut self,
        effort: &Effort<'_>,
        mut visit: impl FnMut(u64, Option<u64>) -> bool,
    ) -> Result<(), Undecided> {
        let mut columns = self.columns.take();
        let mut next = 0;
        let more = self.parts.iter().all(|Part { places, .. }| {
            let mut outside = std::mem::replace(&mut next, places.end)..places.start;
            outside.all(|flat| visit(flat, None))
                && chunks(places).all(|chunk| {
                    let visit = |batch: &mut Batch| batch.each().all(|(flat, value)| visit(flat, value));
                    let more = self.chunk(columns.as_mut(), &chunk, visit);
                    (effort.progress)(chunk.end, self.count);
                    more
                })
        });
        let _ = more && (next..self.count).all(|flat| visit(flat, None));
        self.columns = columns;
        Ok(())
    }

    /// Shows the values at the indices of some parts to collectors, a batch at a time and in any order, until one needs
    /// no more. At most `most` threads each have a collector, and call `end` with it.
    pub(crate) fn collect<C: Send>(
        &self,
        parts: &[Part],
        effort: &Effort<'_>,
        most: u64,
        collector: impl Fn() -> C + Sync,
        take: impl Fn(&mut C, &mut Batch) -> bool + Sync,
        end: impl Fn(&mut C) + Sync,
    ) -> Vec<C> {
        let (next, done, is_over) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let tasks = tasks(parts);
        let total = tasks.iter().flatten().map(|chunk| chunk.end - chunk.start).sum();
        let work = |mut columns: Option<Columns<LANES>>| {
            let mut mine = collector();
            loop {
                let Some(task) =
                    tasks.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !is_over.load(Ordering::Relaxed))
                else {
                    end(&mut mine);
                    return mine;
                };
                let mut looked_at = 0;
                for chunk in task {
                    looked_at += chunk.end - chunk.start;
                    if !self.chunk(columns.as_mut(), chunk, |batch| take(&mut mine, batch)) {
                        is_over.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                (effort.progress)(done.fetch_add(looked_at, Ordering::Relaxed) + looked_at, total);
            }
        };
        let threads =
            std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(tasks.len() as u64).min(most);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(self.columns.clone()))).collect();
            let mine = work(self.columns.clone());
            let joined = others.into_iter().map(|other| match other.join() {
                Ok(collector) => collector,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            std::iter::once(mine).chain(joined).collect()
        })
    }

    /// Calls for the indices at some places in row-major order, some at a time; whether there is need for more.
    fn chunk(
        &self,
        mut columns: Option<&mut Columns<LANES>>,
        places: &Range<u64>,
        mut visit: impl FnMut(&mut Batch) -> bool,
    ) -> bool {
        let (from, to) = (places.start, places.end);
        let mut index = self.index(from);
        let mut axes = vec![[0; LANES]; self.dims.len()];
        let mut batch = Batch { flat: from, values: [0; LANES], holds: [true; LANES], used: 0 };
        while batch.flat < to {
            let used = (to - batch.flat).min(LANES as u64);
            batch.used = used as usize;
            if let Some(columns) = &mut columns {
                Columns::indices(&self.dims, &mut index, &mut axes, batch.used);
                columns.run(&axes);
                batch.set(columns);
            } else {
                for lane in 0..batch.used {
                    let value = self.value(&index);
                    (batch.values[lane], batch.holds[lane]) = (value.unwrap_or(0), value.is_some());
                    advance(&self.dims, &mut index);
                }
            }
            if !visit(&mut batch) {
                return false;
            }
            batch.flat += used;
        }
        true
    }
}

/// Some places, no more at a time than are looked at between two reports of progress.
fn chunks(places: &Range<u64>) -> impl Iterator<Item = Range<u64>> + use<> {
    let end = places.end;
    places.clone().step_by(CHUNK as usize).map(move |from| from..from.saturating_add(CHUNK).min(end))
}

/// The places of some parts in the portions that a thread takes at once.
fn tasks(parts: &[Part]) -> Vec<Vec<Range<u64>>> {
    let mut tasks: Vec<Vec<Range<u64>>> = Vec::new();
    let mut room = 0;
    for chunk in parts.iter().flat_map(|part| chunks(&part.places)) {
        let length = chunk.end - chunk.start;
        match tasks.last_mut() {
            Some(task) if length <= room => task.push(chunk),
            _ => {
                tasks.push(vec![chunk]);
                room = CHUNK;
            }
        }
        room = room.saturating_sub(length);
    }
    tasks
}

/// The values at some indices that follow each other in row-major order.
pub(crate) struct Batch {
    /// The place of the first index.
    flat: u64,
    values: [u64; LANES],
    /// Which of them are inside the domain.
    holds: [bool; LANES],
    used: usize,
}

impl Batch {
    /// Takes the values of columns; what is below 0 is no value.
    fn set(&mut self, columns: &Columns<LANES>) {
        self.holds = [true; LANES];
        for guard in columns.guards() {
            for (holds, &guard) in self.holds.iter_mut().zip(guard) {
                *holds &= guard != 0;
            }
        }
        for ((value, holds), &number) in self.values.iter_mut().zip(&mut self.holds).zip(columns.value(0)) {
            *value = number as u64;
            *holds &= number >= 0;
        }
    }

    /// Every index by its place, with its value, `None` outside the domain.
    pub(crate) fn each(&self) -> impl Iterator<Item = (u64, Option<u64>)> + '_ {
        let values = self.values[..self.used].iter().zip(&self.holds);
        (self.flat..).zip(values).map(|(flat, (&value, &holds))| (flat, holds.then_some(value)))
    }

    /// The places of the indices, if all are inside the domain.
    pub(crate) fn whole(&self) -> Option<Range<u64>> {
        self.holds[..self.used].iter().all(|&holds| holds).then(|| self.flat..self.flat + self.used as u64)
    }

    /// The values inside the domain; the batch has no others afterwards, and no places.
    pub(crate) fn inside(&mut self) -> &[u64] {
        if self.whole().is_none() {
            let mut kept = 0;
            for lane in 0..self.used {
                self.values[kept] = self.values[lane];
                kept += usize::from(self.holds[lane]);
            }
            self.used = kept;
        }
        &self.values[..self.used]
    }
}
