//! The steps that a text may take, counted before they are taken.

use std::cell::Cell;

/// What is left of a number of steps. A step is an atom of a sum or a condition of a case that is made or looked at, so
/// that steps bound time and memory alike.
#[derive(Debug)]
pub(super) struct Budget {
    left: Cell<u64>,
}

/// The steps do not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfBudget;

impl Budget {
    pub(super) fn new(steps: u64) -> Self {
        Self { left: Cell::new(steps) }
    }

    /// Whether there were too few steps for something.
    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Takes steps; once there are too few, none is left for anything.
    pub(super) fn take(&self, steps: usize) -> Result<(), OutOfBudget> {
        let left = self.left.get().checked_sub(steps as u64);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(OutOfBudget)
    }
}
