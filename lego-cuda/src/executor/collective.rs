//! Collectives of a warp: shuffles, votes, matches, barriers and matrix instructions, which its lanes call together.

use crate::device::host::Site;
use crate::device::operands::{Reduction, Shuffle, SourceLane, Vote};

/// A call of one lane, which waits for the others.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) collective: Collective,
    pub(super) mask: u32,
    pub(super) value: u32,
    pub(super) site: Site,
}

/// What the lanes of a warp do by one instruction.
#[derive(Clone, Copy)]
pub(super) enum Collective {
    Sync,
    Shuffle(Shuffle),
    Vote(Vote),
    Match,
    Reduce(Reduction),
    /// A matrix instruction, by its name.
    Gather(&'static str),
}

impl Collective {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Sync => "`Warp::sync`",
            Self::Shuffle(_) => "a shuffle",
            Self::Vote(Vote::All) => "`Warp::all`",
            Self::Vote(Vote::Any) => "`Warp::any`",
            Self::Vote(Vote::Ballot) => "`Warp::ballot`",
            Self::Match => "`Warp::match_any`",
            Self::Reduce(_) => "a reduction of a warp",
            Self::Gather(instruction) => instruction,
        }
    }

    /// Whether both are one instruction: the lane that a shuffle reads is an operand.
    pub(super) fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Shuffle(a), Self::Shuffle(b)) => {
                std::mem::discriminant::<SourceLane>(&a.source) == std::mem::discriminant(&b.source)
                    && a.width == b.width
            }
            (Self::Vote(a), Self::Vote(b)) => a == b,
            (Self::Reduce(a), Self::Reduce(b)) => a == b,
            (Self::Gather(a), Self::Gather(b)) => a == b,
            (Self::Sync, Self::Sync) | (Self::Match, Self::Match) => true,
            _ => false,
        }
    }
}
