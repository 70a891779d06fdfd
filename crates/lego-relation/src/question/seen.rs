//! The values of a map that is looked at point by point, in what each thread keeps for itself: a bit for each number that may be
//! a value, or the values in order where these are few among the numbers.
//!
//! No thread waits for another. A value that two threads saw is a bit of both, or comes twice where their values are merged.

use super::answer::Undecided;
use crate::relation::{Batch, Relation, Walk};
use crate::set::{Bits, Set, TooLarge, volume};
use lego_equal::Effort;

/// Which numbers below a total were seen, and whether one came twice.
pub(super) struct Seen {
    total: u64,
    values: Values,
    pub(super) twice: bool,
}

/// Numbers that were seen.
enum Values {
    /// A bit for each number.
    Bits(Bits),
    /// Themselves.
    Numbers(Vec<u64>),
}

/// So many numbers are kept, 64 MiB, and as much again while they are put together.
const MOST_NUMBERS: u64 = 1 << 23;

impl<'a> Relation<'a> {
    /// The map to one number of a relation that is looked at point by point, and what that number is below.
    pub(crate) fn looked_at(&self, effort: &Effort<'_>) -> Result<(Walk, u64), Undecided> {
        let map = Relation { map: self.map(), restrictions: vec![], ..self.clone() }.flat();
        let spans = self.spans().ok_or_else(|| Undecided::symbols(self.arena, &self.map.spans))?;
        let total = volume(&spans)?;
        let walk = Walk::new(self.arena, &map, effort)?;
        let walk = if Seen::is_by_bits(&walk, total) { walk } else { walk.limited(MOST_NUMBERS, effort)? };
        Ok((walk, total))
    }
}

impl Seen {
    /// Whether they are a bit each: bits never take more room than the numbers themselves would.
    fn is_by_bits(walk: &Walk, total: u64) -> bool {
        total <= Bits::MOST && total / 64 <= walk.count
    }

    /// The values of a walk that are below a total. Where a second one of a number ends it, they are not complete.
    pub(super) fn new(walk: &Walk, total: u64, effort: &Effort<'_>, ends_at_second: bool) -> Self {
        if Self::is_by_bits(walk, total) {
            Self::by_bits(walk, total, effort, ends_at_second)
        } else {
            Self::by_numbers(walk, total, effort)
        }
    }

    fn by_bits(walk: &Walk, total: u64, effort: &Effort<'_>, ends_at_second: bool) -> Self {
        let new = || (Bits::new(total), false);
        let take = |(bits, twice): &mut (Bits, bool), batch: &mut Batch| {
            *twice |= bits.put_all(batch.inside(), total);
            !(*twice && ends_at_second)
        };
        let parts = walk.collect(walk.parts(), effort, Bits::threads(total), new, take, |_| {});
        let united = parts.into_iter().reduce(|(mut all, twice), (bits, other)| {
            let both = all.unite(&bits);
            (all, twice | other | both)
        });
        let (bits, twice) = united.unwrap_or_else(new);
        Self { total, values: Values::Bits(bits), twice }
    }

    fn by_numbers(walk: &Walk, total: u64, effort: &Effort<'_>) -> Self {
        let take = |numbers: &mut Vec<u64>, batch: &mut Batch| {
            numbers.extend(batch.inside().iter().filter(|&&value| value < total));
            true
        };
        let parts = walk.collect(walk.parts(), effort, u64::MAX, Vec::new, take, |numbers| numbers.sort_unstable());
        let mut numbers = parts.concat();
        // A stable sort merges what is in order already.
        numbers.sort();
        let twice = numbers.windows(2).any(|two| two[0] == two[1]);
        Self { total, values: Values::Numbers(numbers), twice }
    }

    /// The first value in the order of the walk that came before, with its place.
    pub(super) fn second(self, walk: &mut Walk, effort: &Effort<'_>) -> Result<Option<(u64, u64)>, Undecided> {
        let mut again: Box<dyn FnMut(u64) -> bool> = match self.values {
            Values::Bits(_) => {
                let mut bits = Bits::new(self.total);
                Box::new(move |value| bits.put(value))
            }
            Values::Numbers(numbers) => {
                let mut several: Vec<u64> =
                    numbers.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
                several.dedup();
                let mut bits = Bits::new(several.len() as u64);
                Box::new(move |value| several.binary_search(&value).is_ok_and(|number| bits.put(number as u64)))
            }
        };
        let mut second = None;
        walk.each(effort, |flat, value| {
            second = value.filter(|&value| value < self.total && again(value)).map(|value| (flat, value));
            second.is_none()
        })?;
        Ok(second)
    }

    /// The set of what was seen, as tuples below spans whose product is the total.
    pub(super) fn set(self, spans: &[u64]) -> Result<Set, TooLarge> {
        match self.values {
            Values::Bits(bits) => Set::from_bits(spans, bits),
            Values::Numbers(numbers) => {
                Set::gathered(spans, numbers.len() as u64, numbers.into_iter().map(|value| value..value + 1))
            }
        }
    }
}
