//! A layout of numbers, point by point.

use crate::input::chain::Input;
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use crate::report::room::room;
use lego_core::chain::advance;
use lego_expr::{Arena, Columns, Evaluator, Id, Map};
use lego_lang::compile::{Compiled, Outline};
use std::cell::Cell;
use std::io::{IsTerminal, stdout};
use std::rc::Rc;

/// So many points are computed at once.
const LANES: usize = 64;

/// A layout of numbers. It evaluates what the algebra wrote, before any simplification.
#[derive(Debug)]
pub(crate) struct Points {
    pub(crate) dims: Vec<u64>,
    /// The number of indices.
    pub(crate) count: u64,
    /// The number of positions.
    pub(crate) span: u64,
    /// Whether indices share positions.
    pub(crate) shares: bool,
    /// What a drawing shows beside the map.
    pub(crate) outline: Outline,
    arena: Rc<Arena>,
    apply: Written,
    inv: Written,
    /// How many positions and indices have been computed, and who is told.
    done: Cell<u64>,
    progress: Option<Progress>,
}

/// A map as it is written, and its evaluation.
#[derive(Debug)]
struct Written {
    map: Map,
    evaluator: Evaluator,
}

impl Written {
    fn new(map: &Map, arena: &Arena) -> Self {
        Self { map: map.clone(), evaluator: map.evaluator(arena) }
    }
}

impl Points {
    /// The layout, if every parameter has a value.
    pub(crate) fn new(input: &Input) -> Result<Self, Failure> {
        let compiled = input.numbers()?;
        let Compiled { arena, dims, count, span, apply, inv, shares, outline, .. } = &compiled;
        let number = |&id: &Id| {
            let value = arena.number(id).and_then(|value| u64::try_from(value).ok());
            value.ok_or_else(|| input.fault("a size of the layout does not fit an index of 64 bits"))
        };
        let dims = dims.iter().map(number).collect::<Result<_, _>>()?;
        Ok(Self {
            dims,
            count: number(count)?,
            span: number(span)?,
            shares: *shares,
            outline: outline.clone(),
            apply: Written::new(&apply.written, arena),
            inv: Written::new(&inv.written, arena),
            arena: Rc::clone(arena),
            done: Cell::new(0),
            progress: None,
        })
    }

    /// The same layout, which says on a terminal how far it is while all of it is computed.
    pub(crate) fn telling(mut self, doing: &'static str) -> Self {
        // Where the positions themselves are on the terminal they say how far it is.
        self.progress = (!stdout().is_terminal()).then(|| Progress::new(doing));
        self
    }

    /// About how many operations a position or an index takes.
    pub(crate) fn steps(&self) -> u64 {
        self.apply.evaluator.steps().max(self.inv.evaluator.steps()) as u64
    }

    /// Counts positions or indices that are computed, and tells how far it is.
    fn tell(&self, more: u64) {
        let Some(progress) = &self.progress else { return };
        let (before, done) = (self.done.get(), self.done.get() + more);
        self.done.set(done);
        if before >> 12 != done >> 12 {
            progress.show(done, self.count.max(done));
        }
    }

    /// The position of an index inside the dims; `None` where an `ExpandBy` stores nothing.
    pub(crate) fn position(&self, index: &[u64]) -> Option<u64> {
        self.tell(1);
        self.apply.evaluator.run(index)?.first().copied()
    }

    /// The index at a position below the span; `None` in a hole of a `PadBy`.
    pub(crate) fn index(&self, position: u64) -> Option<Vec<u64>> {
        self.tell(1);
        self.inv.evaluator.run(&[position])
    }

    /// Calls for every index in row-major order, with its position.
    ///
    /// # Errors
    /// The first that a call gives.
    pub(crate) fn each<E>(&self, mut visit: impl FnMut(&[u64], Option<u64>) -> Result<(), E>) -> Result<(), E> {
        self.sweep(&self.apply, &self.dims, self.count, |index, position| {
            visit(index, position.map(|position| position[0]))
        })
    }

    /// Calls for every position from 0 on, with the index that is there.
    ///
    /// # Errors
    /// The first that a call gives.
    pub(crate) fn each_position<E>(&self, mut visit: impl FnMut(Option<&[u64]>) -> Result<(), E>) -> Result<(), E> {
        self.sweep(&self.inv, &[self.span], self.span, |_, index| visit(index))
    }

    /// Calls for every index of a box in row-major order, with the values of a map: many at once where 64 bits are proved to
    /// suffice.
    fn sweep<E>(
        &self,
        written: &Written,
        dims: &[u64],
        count: u64,
        mut visit: impl FnMut(&[u64], Option<&[u64]>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut index = vec![0; dims.len()];
        // For a few points the proof costs more than it saves.
        let columns = if count > LANES as u64 { Columns::as_written(&self.arena, &written.map) } else { None };
        let Some(mut columns) = columns else {
            for _ in 0..count {
                self.tell(1);
                visit(&index, written.evaluator.run(&index).as_deref())?;
                advance(dims, &mut index);
            }
            return Ok(());
        };
        let mut next = index.clone();
        let mut axes = vec![[0; LANES]; dims.len()];
        let mut values = vec![0; written.map.values.len()];
        let mut rest = count;
        while rest > 0 {
            let used = rest.min(LANES as u64);
            rest -= used;
            self.tell(used);
            Columns::indices(dims, &mut next, &mut axes, used as usize);
            columns.run(&axes);
            for lane in 0..used as usize {
                let has_values = columns.values_at(lane, &mut values);
                visit(&index, has_values.then_some(&values))?;
                advance(dims, &mut index);
            }
        }
        Ok(())
    }

    /// The position of every index, in row-major order.
    ///
    /// # Errors
    /// Where there is no memory for all of them.
    pub(crate) fn positions(&self) -> Result<Vec<Option<u64>>, Failure> {
        let mut all = room(self.count)?;
        self.each(|_, position| {
            all.push(position);
            Ok::<_, Failure>(())
        })?;
        Ok(all)
    }
}

impl Drop for Points {
    fn drop(&mut self) {
        if let Some(progress) = &self.progress {
            progress.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Points;
    use crate::input::chain::Input;
    use crate::report::failure::Source;
    use lego_lang::Reading;
    use lego_lang::compile::Options;

    #[test]
    fn many_points_at_once_are_those_one_by_one() {
        // More than 64 points and fewer, a rest and none, indices without a position and positions without an index.
        for text in [
            "Row(3, 5)",
            "Row(8, 8)",
            "Morton(16, 16).TileBy([2, 2], [8, 8])",
            "Row(7, 11).ExpandBy([7, 11] => [8, 12]).TileBy([2, 3], [4, 4])",
            "Row(9, 16).PadBy([9, 15] => [9, 16])",
            "Lower(13)",
            "AntiDiag(12)",
            "Hilbert(12, 10)",
            "GenP([99], |i| (i + 40) % 99, |p| (p + 59) % 99)",
        ] {
            let input = Input { chain: Reading::new(text), options: Options::default(), source: Source::Chain };
            let map = Points::new(&input).unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
            let (mut indices, mut positions) = (0, 0);
            let Ok(()) = map.each(|index, position| {
                indices += 1;
                assert_eq!(position, map.position(index), "{text} {index:?}");
                Ok::<_, std::convert::Infallible>(())
            });
            let Ok(()) = map.each_position(|index| {
                assert_eq!(index.map(<[u64]>::to_vec), map.index(positions), "{text} {positions}");
                positions += 1;
                Ok::<_, std::convert::Infallible>(())
            });
            assert_eq!((indices, positions), (map.count, map.span), "{text}");
        }
    }
}
