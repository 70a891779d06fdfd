//! What a search found: a member of the family with its costs, and how far the search went.

use super::access::TileAccess;
use super::member::{Kind, Member};
use super::tile::Tile;
use crate::linear::plans::Price;
use core::array;

/// A member and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The member.
    pub member: Member,
    /// The wavefronts of all warps by all accesses.
    pub wavefronts: u64,
    /// The positions that a buffer must hold.
    pub span: u64,
    /// The [operations](Member::operations) of its formula.
    pub operations: u32,
}

impl Found {
    /// What all threads' accesses take together, in instructions and wavefronts, as the [plans](crate::linear::plans) of linear layouts have it.
    #[must_use]
    pub fn price(&self, accesses: &[TileAccess<'_>]) -> Price {
        let count = accesses.iter().map(TileAccess::requests).sum();
        Price { accesses: count, wavefronts: self.wavefronts, ..Price::default() }
    }

    /// What it costs, the most important first: of two members the one that is less is better.
    #[cfg(test)]
    pub(super) fn cost(&self) -> (u64, u64, u32) {
        (self.wavefronts, self.span, self.operations)
    }

    /// By it one of the members of the least cost is the answer, in whatever order they are tried.
    pub(super) fn rank(&self) -> (u64, Rank) {
        (self.wavefronts, Rank::new(&self.member, self.span, self.operations))
    }
}

/// What tells which of two members of the same wavefronts is better: span, operations, and then those without a skew first, those of the smaller
/// padding, of the smaller skew, and by their kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64, u32, bool, u32, u32, Kind);

impl Rank {
    pub(super) fn new(member: &Member, span: u64, operations: u32) -> Self {
        Self(span, operations, member.skew > 0, member.padding, member.skew, member.kind())
    }
}

impl Outcome {
    /// What two searches of parts of the family found together.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            best: self.best.into_iter().chain(other.best).min_by_key(Found::rank),
            ideal: self.ideal,
            family: self.family + other.family,
            tried: self.tried + other.tried,
            requests: self.requests + other.requests,
            is_proved: self.is_proved && other.is_proved,
            alone: array::from_fn(|kind| self.alone[kind].joined(other.alone[kind])),
        }
    }

    /// The least member of a kind that was to be found [alone](super::least_shared); `None` if none is possible, or where the limit ended the search of it.
    #[must_use]
    pub fn alone(&self, kind: Kind) -> Option<Found> {
        let Alone { best, is_proved } = self.alone[kind as usize];
        best.filter(|_| is_proved)
    }

    /// The best of a kind alone, or of all.
    pub(super) fn best_of(&self, rivals: Option<Kind>) -> Option<&Found> {
        rivals.map_or(&self.best, |kind| &self.alone[kind as usize].best).as_ref()
    }

    /// A member was found, of a kind alone or of all; whether it is better than those before.
    pub(super) fn learn(&mut self, found: Found, rivals: Option<Kind>) -> bool {
        let best = match rivals {
            Some(kind) => &mut self.alone[kind as usize].best,
            None => &mut self.best,
        };
        let is_better = best.is_none_or(|best| found.rank() < best.rank());
        if is_better {
            *best = Some(found);
        }
        is_better
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The least member; `None` if under none of them all accesses are possible.
    pub best: Option<Found>,
    /// The wavefronts that the accesses take at least, under any layout.
    pub ideal: u64,
    /// The members of the kinds that were asked for.
    pub family: u64,
    /// Those whose accesses were counted, alone or with others of which the same bound holds, at least until they were worse than the best.
    pub tried: u64,
    /// The steps of the search: parts of warps that were counted, as many threads of each as all banks may serve at once, each once for all members of a
    /// class and once for each member alone, and one for some dozens of members that were looked at.
    pub requests: u64,
    /// Whether nothing in the family is better: `false` where the limit ended the search.
    pub is_proved: bool,
    /// What was found of each kind that was to be found alone.
    pub(super) alone: [Alone; Kind::ALL.len()],
}

/// What was found of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alone {
    pub(super) best: Option<Found>,
    pub(super) is_proved: bool,
}

impl Alone {
    pub(super) const NOTHING: Self = Self { best: None, is_proved: true };

    fn joined(self, other: Self) -> Self {
        let best = self.best.into_iter().chain(other.best).min_by_key(Found::rank);
        Self { best, is_proved: self.is_proved && other.is_proved }
    }
}

impl Member {
    /// The wavefronts of all warps by all accesses; `None` where one is impossible.
    #[must_use]
    pub fn wavefronts(&self, tile: &Tile, accesses: &[TileAccess<'_>]) -> Option<u64> {
        let mut total = accesses.iter().map(TileAccess::ideal).sum();
        for access in accesses {
            for part in 0..access.parts() {
                let lanes = access.lanes(tile, self, part);
                total += lanes.extra(&|position| self.swizzle.apply(position, self.pitch(tile)))?;
            }
        }
        Some(total)
    }

    /// The member with its costs; `None` where an access is impossible.
    #[must_use]
    pub fn found(&self, tile: &Tile, accesses: &[TileAccess<'_>]) -> Option<Found> {
        let wavefronts = self.wavefronts(tile, accesses)?;
        Some(Found { member: *self, wavefronts, span: self.span(tile), operations: self.operations(tile) })
    }
}
