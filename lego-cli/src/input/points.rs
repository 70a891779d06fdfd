//! A layout of numbers, point by point.

use crate::input::chain::Input;
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use crate::report::room::room;
use lego_core::chain::advance;
use lego_expr::{Evaluator, Id};
use lego_lang::compile::{Compiled, Outline};
use std::cell::Cell;
use std::io::{IsTerminal, stdout};

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
        Ok(Self {
            dims,
            count: number(count)?,
            span: number(span)?,
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

    /// Counts a position or an index.
    fn count_one(&self) {
        let Some(progress) = &self.progress else { return };
        self.done.set(self.done.get() + 1);
        if self.done.get().is_multiple_of(1 << 12) {
            progress.show(self.done.get(), self.count.max(self.done.get()));
        }
    }

    /// The position of an index inside the dims; `None` where an `ExpandBy` stores nothing.
    pub(crate) fn position(&self, index: &[u64]) -> Option<u64> {
        self.count_one();
        self.apply.run(index)?.first().copied()
    }

    /// The index at a position below the span; `None` in a hole of a `PadBy`.
    pub(crate) fn index(&self, position: u64) -> Option<Vec<u64>> {
        self.count_one();
        self.inv.run(&[position])
    }

    /// The position of every index, in row-major order.
    ///
    /// # Errors
    /// Where there is no memory for all of them.
    pub(crate) fn positions(&self) -> Result<Vec<Option<u64>>, Failure> {
        let mut all = room(self.count)?;
        all.extend(self.indices().map(|index| self.position(&index)));
        Ok(all)
    }

    /// Every index, in row-major order.
    pub(crate) fn indices(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let mut next = vec![0; self.dims.len()];
        (0..self.count).map(move |_| {
            let index = next.clone();
            advance(&self.dims, &mut next);
            index
        })
    }
}

impl Drop for Points {
    fn drop(&mut self) {
        if let Some(progress) = &self.progress {
            progress.clear();
        }
    }
}
