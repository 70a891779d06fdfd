//! A layout of numbers, point by point.

use crate::input::chain::Input;
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use crate::report::room::room;
use lego_core::chain::advance;
use lego_expr::{Columns, Evaluator, Id};
use lego_lang::compile::{Compiled, Outline};
use std::cell::Cell;
use std::io::{IsTerminal, stdout};

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
    apply: Evaluator,
    inv: Evaluator,
    /// The same, many points at once, where 64 bits are proved to suffice.
    columns: Option<Columns<LANES>>,
    inv_columns: Option<Columns<LANES>>,
    /// How many positions and indices have been computed, and who is told.
    done: Cell<u64>,
    progress: Option<Progress>,
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
        let (count, span) = (number(count)?, number(span)?);
        let columns = |points, map| if points > LANES as u64 { Columns::as_written(arena, map) } else { None };
        Ok(Self {
            dims,
            count,
            span,
            columns: columns(count, &apply.written),
            inv_columns: columns(span, &inv.written),
            shares: *shares,
            outline: outline.clone(),
            apply: apply.written.evaluator(arena),
            inv: inv.written.evaluator(arena),
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
        self.apply.steps().max(self.inv.steps()) as u64
    }

    /// Counts positions or indices.
    fn count(&self, more: u64) {
        let Some(progress) = &self.progress else { return };
        let (before, done) = (self.done.get(), self.done.get() + more);
        self.done.set(done);
        if before >> 12 != done >> 12 {
            progress.show(done, self.count.max(done));
        }
    }

    /// The position of an index inside the dims; `None` where an `ExpandBy` stores nothing.
    pub(crate) fn position(&self, index: &[u64]) -> Option<u64> {
        self.count(1);
        self.apply.run(index)?.first().copied()
    }

    /// The index at a position below the span; `None` in a hole of a `PadBy`.
    pub(crate) fn index(&self, position: u64) -> Option<Vec<u64>> {
        self.count(1);
        self.inv.run(&[position])
    }

    /// Calls for every index in row-major order, with its position.
    ///
    /// # Errors
    /// The first that a call gives.
    pub(crate) fn each<E>(&self, mut visit: impl FnMut(&[u64], Option<u64>) -> Result<(), E>) -> Result<(), E> {
        self.sweep(&self.dims, self.count, &self.apply, self.columns.clone(), |index, position| {
            visit(index, position.map(|position| position[0]))
        })
    }

    /// Calls for every position from 0 on, with the index that is there.
    ///
    /// # Errors
    /// The first that a call gives.
    pub(crate) fn each_position<E>(&self, mut visit: impl FnMut(Option<&[u64]>) -> Result<(), E>) -> Result<(), E> {
        self.sweep(&[self.span], self.span, &self.inv, self.inv_columns.clone(), |_, index| visit(index))
    }

    /// Calls for every index of a box in row-major order, with the values of a map.
    fn sweep<E>(
        &self,
        dims: &[u64],
        count: u64,
        map: &Evaluator,
        columns: Option<Columns<LANES>>,
        mut visit: impl FnMut(&[u64], Option<&[u64]>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut index = vec![0; dims.len()];
        let Some(mut columns) = columns else {
            for _ in 0..count {
                self.count(1);
                visit(&index, map.run(&index).as_deref())?;
                advance(dims, &mut index);
            }
            return Ok(());
        };
        let mut next = index.clone();
        let mut axes = vec![[0; LANES]; dims.len()];
        let mut values = vec![0; columns.values().count()];
        let mut rest = count;
        while rest > 0 {
            let used = rest.min(LANES as u64);
            rest -= used;
            self.count(used);
            Columns::indices(dims, &mut next, &mut axes, used as usize);
            columns.run(&axes);
            for lane in 0..used as usize {
                let holds = columns.guards().all(|guard| guard[lane] != 0);
                for (value, column) in values.iter_mut().zip(columns.values()) {
                    *value = column[lane] as u64;
                }
                visit(&index, holds.then_some(&values))?;
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
