//! One way to align two sequences, and what comes out of it.

use crate::alignment::Alignment;
use crate::blocks::Pair;
use crate::options::LayoutChoice;
use crate::progress::Progress;
use std::error::Error;
use std::time::Duration;

/// What came out of one layout.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The layout's name.
    pub(crate) name: &'static str,
    /// The shortest time for the table of scores.
    pub(crate) fill: Duration,
    /// The shortest time for the way back.
    pub(crate) back: Duration,
    /// The best alignment.
    pub(crate) alignment: Alignment,
}

/// A layout to be run.
pub(crate) struct Job<'a> {
    /// The layout's name.
    pub(crate) name: &'static str,
    /// The choice that runs this job alone; [`LayoutChoice::All`] runs every job, and those that no other choice names.
    pub(crate) choice: LayoutChoice,
    /// Computes the table and the alignment, and tells the function given to it how many blocks are done.
    pub(crate) align: Box<Align<'a>>,
}

/// What a [`Job`] does.
pub(crate) type Align<'a> = dyn Fn(&Pair, &Progress<'_>) -> Result<Outcome, Box<dyn Error>> + 'a;
