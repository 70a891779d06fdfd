//! The work that bringing expressions into normal form may take, and the reasons to give up.

use crate::polynomial::OutOfBudget;

/// Why an expression is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A coefficient left the range of 128 bits.
    TooLarge,
    /// The work exceeded its budget.
    TooLong,
}

impl From<OutOfBudget> for Stop {
    fn from(_: OutOfBudget) -> Self {
        Self::TooLarge
    }
}

/// The largest number of steps; a step is one product of terms or one proof.
const MOST_STEPS: u32 = 60_000;

/// The steps done so far: a hostile layout must not take long.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    steps: u32,
}

impl Budget {
    /// Counts work.
    ///
    /// # Errors
    /// [`Stop::TooLong`] where it exceeds the budget.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps = self.steps.saturating_add(steps as u32);
        if self.steps > MOST_STEPS { Err(Stop::TooLong) } else { Ok(()) }
    }
}
