//! How wide the blocks of a launch are: 256, 128 or 64 columns, by one rule for one product and for many.

use super::layouts::BLOCK_ROWS;

/// How wide the blocks of a product are; all have 128 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// 256 columns.
    Wide,
    /// 128 columns, for products that have few wide blocks.
    Narrow,
    /// 64 columns, for products that have few narrow ones.
    Slim,
}

/// What a step along k costs besides the columns of a block, in columns: it stands for the rows of the left operand.
const ROWS_COST: usize = 56;
/// What a block costs besides its steps, in steps: 4.5 µs of 0.6 µs each were seen on an H100 for 256 columns, 1.8 of 0.3 for 64.
const BLOCK_COST: usize = 7;
/// The elements of a step along k, of `f16` and `bf16`; of one product alone nothing depends on it.
const STEP: usize = 64;

impl Width {
    pub(crate) const ALL: [Self; 3] = [Self::Wide, Self::Narrow, Self::Slim];

    /// The columns.
    #[must_use]
    pub fn columns(self) -> usize {
        match self {
            Self::Wide => 256,
            Self::Narrow => 128,
            Self::Slim => 64,
        }
    }

    /// The width whose blocks take the least time for a list of m×n products that sum over k, each so often, where so many run at once.
    /// Those of the longest sums come first.
    ///
    /// Blocks follow each other in rounds, and a round takes as long as its first block, which is the longest: as its steps and
    /// [`BLOCK_COST`] more, times the columns of a block and [`ROWS_COST`] more. So the times of an H100 are told from each other; of one
    /// product only the number of rounds and the columns count. A product of one row of blocks reads `b` once, and a long `b` comes from
    /// memory faster in the longer rows of wider blocks. Blocks of several products do not wait for each other's rounds, so that narrower
    /// ones are taken only where their time is shorter by more than a twentieth.
    pub(crate) fn of(list: &[([usize; 3], usize)], running: usize) -> Self {
        Self::among(&Self::ALL, list, running)
    }

    /// The same among these, of which each is wider than the next.
    pub(crate) fn among(all: &[Self], list: &[([usize; 3], usize)], running: usize) -> Self {
        let rows = |m: usize| m.div_ceil(BLOCK_ROWS as usize);
        let time = |width: &Self| {
            let (mut behind, mut time) = (0_usize, 0_usize);
            for ([m, n, k], count) in list {
                let first = behind;
                let blocks = rows(*m).saturating_mul(n.div_ceil(width.columns())).saturating_mul(*count);
                behind = behind.saturating_add(blocks);
                // Those that begin with a block of this product.
                let rounds = behind.div_ceil(running.max(1)) - first.div_ceil(running.max(1));
                time = time.saturating_add(rounds.saturating_mul(k.div_ceil(STEP).max(1) + BLOCK_COST));
            }
            time.saturating_mul(width.columns() + ROWS_COST)
        };
        let reads_once = |([m, n, k], _): &([usize; 3], usize)| rows(*m) == 1 && n.saturating_mul(*k) > 1 << 22;
        let widths = if list.iter().all(reads_once) { &all[..all.len().min(2)] } else { all };
        let twentieths = if list.len() > 1 { 19 } else { 20 };
        let faster = |one: Self, narrower: Self| {
            let [own, other] = [narrower, one].map(|width| time(&width) as u128);
            let is_narrower = 20 * own < twentieths * other;
            if is_narrower { narrower } else { one }
        };
        widths.iter().copied().reduce(faster).unwrap_or(Self::Wide)
    }
}

#[cfg(test)]
mod tests {
    use super::Width::{self, Narrow, Slim, Wide};

    #[test]
    fn blocks_are_as_wide_as_the_product_has_work_for_all() {
        for (sizes, running, width) in [
            // The faster one of each on an H100.
            ([128, 128, 128], 132, Slim),
            ([512, 512, 512], 132, Slim),
            ([1024, 1024, 1024], 132, Slim),
            ([1000, 776, 520], 132, Slim),
            ([1536, 1536, 1536], 132, Wide),
            ([2048, 2048, 2048], 132, Wide),
            ([2048, 1024, 4096], 132, Narrow),
            ([3072, 3072, 3072], 132, Narrow),
            ([4096, 4096, 4096], 132, Wide),
            ([12288, 3072, 768], 132, Wide),
            ([8192, 64, 8192], 132, Slim),
            ([16, 8192, 8192], 132, Narrow),
            // The sizes of the checks: all kinds are launched on a GPU and on the executor.
            ([130, 264, 200], 4, Wide),
            ([130, 136, 72], 4, Narrow),
            ([130, 120, 72], 4, Slim),
            ([130, 264, 72], 4, Wide),
            ([usize::MAX, 1, 1], 132, Slim),
        ] {
            assert_eq!(Width::of(&[(sizes, 1)], running), width, "{sizes:?} on {running}");
        }
    }

    #[test]
    fn blocks_of_a_list_are_as_wide_as_all_of_it_has_work() {
        for (side, count, width) in [
            // Of blocks of 256 and of 64 columns the faster one of each on an H100.
            (128, 4, Slim),
            (128, 16, Slim),
            (256, 4, Slim),
            (256, 16, Slim),
            (512, 4, Slim),
            (512, 16, Wide),
            (1024, 4, Wide),
            (1024, 16, Wide),
        ] {
            assert_eq!(Width::of(&vec![([side; 3], 1); count], 132), width, "{count} of {side}");
            assert_eq!(Width::of(&[([side; 3], count)], 132), width, "a batch of {count} of {side}");
        }
        // 64 of mixed sizes, of which the benchmark times all widths: 71, 76 and 110 µs.
        let sides = [1024, 896, 768, 640, 512, 384, 256, 128];
        let mixed = |k: usize| (0..8).map(move |at| ([sides[at], sides[(at + k) % 8], sides[k]], 1));
        assert_eq!(Width::of(&(0..8).flat_map(mixed).collect::<Vec<_>>(), 132), Wide);
        // Of wide blocks every other has half of its columns for nothing.
        assert_eq!(Width::of(&[([1024, 128, 1024], 33)], 132), Narrow);
        // One round either way, which takes as long as the longest sum.
        assert_eq!(Width::of(&[([128, 256, 4096], 1), ([128, 256, 64], 32)], 132), Slim);
        // Three rounds instead of one, of which two are short.
        assert_eq!(Width::of(&[([128, 256, 8192], 33), ([128, 256, 64], 66)], 132), Slim);
        assert_eq!(Width::of(&[], 0), Wide);
    }
}
