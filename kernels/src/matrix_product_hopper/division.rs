//! How a product is divided among blocks of threads: into blocks of one size, of which the last may be shared by several.
//!
//! Blocks of threads take the blocks of a product in rounds. In the last round there may be few, and most multiprocessors would have nothing to
//! do: so several blocks of threads take a part of the steps along k of each, and their sums are added.

use super::block_size::{BlockSize, Cost};
use super::sharing::MOST_SHARED;
use core::fmt;

/// The blocks of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// How large they are.
    pub(crate) size: BlockSize,
    /// How many of them are shared, the last ones.
    pub(crate) shared: usize,
    /// In how many parts each; 1 where none is.
    pub(crate) parts: usize,
}

/// What a part costs who adds it, and who shares at all, in steps.
const PART_COST: usize = 2;
const SHARE_COST: usize = 4;
/// The steps of a part at least, and the parts of a block at most.
const LEAST_STEPS: usize = 4;
const MOST_PARTS: usize = 16;

impl Division {
    /// Blocks of a size, none of which is shared.
    pub(crate) const fn whole(size: BlockSize) -> Self {
        Self { size, shared: 0, parts: 1 }
    }

    /// How many blocks of threads the product has work for, more than it has blocks.
    pub(crate) const fn more(self) -> usize {
        self.shared * (self.parts - 1)
    }

    /// Narrow blocks of an m×n product, of which those of the last round have so many parts, or as many as there are multiprocessors for: of
    /// wider ones there are no registers to add parts in.
    pub(crate) fn by_parts([m, n]: [usize; 2], steps: usize, running: usize, parts: usize) -> Self {
        let size = BlockSize::Narrow;
        let blocks = m.div_ceil(size.rows()).saturating_mul(n.div_ceil(size.columns()));
        let last = blocks % running.max(1);
        let most = if last == 0 || last > MOST_SHARED as usize { 1 } else { (running / last).min(steps / LEAST_STEPS) };
        match parts.min(most).min(MOST_PARTS) {
            0 | 1 => Self::whole(size),
            parts => Self { size, shared: last, parts },
        }
    }

    /// Narrow blocks, shared in every number of parts.
    pub(crate) fn all(product: [usize; 2], steps: usize, running: usize) -> impl Iterator<Item = Self> {
        (1..=MOST_PARTS).map(move |parts| Self::by_parts(product, steps, running, parts))
    }

    /// The one of some that takes the least time, where so many blocks run at once, and blocks cost what is said beside each; of equal ones the first.
    pub(crate) fn least(
        some: impl Iterator<Item = (Self, Cost)>,
        [m, n]: [usize; 2],
        steps: usize,
        running: usize,
    ) -> Self {
        let time = |(division, cost): &(Self, Cost)| {
            let blocks = m.div_ceil(division.size.rows()).saturating_mul(n.div_ceil(division.size.columns()));
            let whole = cost.of((blocks - division.shared).div_ceil(running.max(1)), steps);
            let shared = match division.parts {
                1 => 0,
                parts => cost.of(1, steps.div_ceil(parts) + SHARE_COST + PART_COST * parts),
            };
            whole.saturating_add(shared)
        };
        some.min_by_key(time).map_or(Self::whole(BlockSize::Wide), |(division, _)| division)
    }
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        if self.parts > 1 { write!(f, ", the last {} in {} parts", self.shared, self.parts) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Division;
    use crate::matrix_product_hopper::BlockSize::{Narrow, Wide};
    use core::iter;

    fn of(product: [usize; 2], steps: usize) -> Division {
        let all = iter::once(Division::whole(Wide)).chain(Division::all(product, steps, 132));
        Division::least(all.map(|division| (division, division.size.cost(false))), product, steps, 132)
    }

    #[test]
    fn the_blocks_of_the_last_round_are_shared_where_they_are_few_and_sums_are_long() {
        let shared = |shared, parts| Division { size: Narrow, shared, parts };
        for (product, steps, division) in [
            ([16, 8192], 128, shared(64, 2)),
            ([128, 128], 128, shared(1, 8)),
            // 544 narrow blocks are four rounds and 16 more.
            ([4096, 2112], 112, shared(16, 7)),
            // Short sums, full rounds, and more than half of a round.
            ([512, 512], 4, Division::whole(Narrow)),
            ([128 * 11, 256 * 12], 1024, Division::whole(Wide)),
            ([4096, 4096], 64, Division::whole(Wide)),
        ] {
            assert_eq!(of(product, steps), division, "{product:?}, {steps} steps");
        }
    }

    #[test]
    fn parts_are_no_more_than_run_at_once_and_than_there_are_steps_for() {
        for running in [1, 4, 132, 1000] {
            for product in [[1, 1], [777, 515], [4096, 2112], [1 << 20, 1]] {
                for steps in [1, 4, 5, 57, 1 << 20] {
                    for division in Division::all(product, steps, running) {
                        let Division { size, shared, parts } = division;
                        let blocks = product[0].div_ceil(size.rows()) * product[1].div_ceil(size.columns());
                        assert!(shared <= blocks && shared <= 256 && parts <= steps, "{division}");
                        assert_eq!(shared == 0, parts == 1, "{division}");
                        assert!((blocks - shared) % running == 0 || parts == 1, "{division}");
                        assert!(shared * parts <= running, "{division}");
                    }
                }
            }
        }
        assert_eq!(Division::by_parts([usize::MAX, usize::MAX], 9, 0, 2), Division::whole(Narrow));
    }
}
