//! An alignment of two sequences, column by column.

use crate::blocks::Pair;

/// A column of an alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A letter of each sequence.
    Both,
    /// A letter of the first sequence only.
    First,
    /// A letter of the second sequence only.
    Second,
}

/// An alignment from its first column to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alignment {
    /// What its columns score together.
    pub(crate) score: i32,
    /// Its columns.
    pub(crate) steps: Vec<Step>,
    /// How many columns have two matching letters.
    pub(crate) matches: usize,
    /// How many columns have one letter.
    pub(crate) gaps: usize,
}

impl Alignment {
    /// The sum over its columns, computed anew.
    pub(crate) fn worth(&self, pair: &Pair) -> i32 {
        let (mut i, mut j) = (0, 0);
        let mut sum = 0;
        for step in &self.steps {
            sum += match step {
                Step::Both => pair.scoring().pair(pair.matches(i, j)),
                Step::First | Step::Second => pair.scoring().gap,
            };
            i += usize::from(*step != Step::Second);
            j += usize::from(*step != Step::First);
        }
        sum
    }
}
