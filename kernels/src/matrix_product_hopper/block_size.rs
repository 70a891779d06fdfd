//! How large the blocks of a launch are, by one rule for one product and for many.

use core::fmt;

/// How large the blocks of a product are: one warpgroup multiplies 64 rows, and a block has two or, of the smallest, one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockSize {
    /// 128 rows and 256 columns.
    Wide,
    /// 128 rows and 128 columns, for products that have few wide ones.
    Narrow,
    /// 128 rows and 64 columns, for products that have few narrow ones.
    Slim,
    /// 64 rows and 64 columns, for products that have few slim ones.
    Small,
}

/// What a step along k costs besides the columns of a block of 128 rows, in columns: it stands for the rows of the left operand.
const ROWS_COST: usize = 56;
/// What a step of a small block costs, in the same: it has half of the rows, and takes more than half of the time of a slim one.
const SMALL_COST: usize = 92;
/// What a block costs besides its steps, in steps: 4.5 µs of 0.6 µs each were seen on an H100 for 256 columns, 1.8 of 0.3 for 64.
pub(super) const BLOCK_COST: usize = 7;
/// The elements of a step along k, of `f16` and `bf16`; of one product alone nothing depends on it.
const STEP: usize = 64;

impl BlockSize {
    pub(crate) const ALL: [Self; 4] = [Self::Wide, Self::Narrow, Self::Slim, Self::Small];

    /// The rows.
    #[must_use]
    pub fn rows(self) -> usize {
        if self == Self::Small { 64 } else { 128 }
    }

    /// The columns.
    #[must_use]
    pub fn columns(self) -> usize {
        match self {
            Self::Wide => 256,
            Self::Narrow => 128,
            Self::Slim | Self::Small => 64,
        }
    }

    /// What a step along k costs, in columns.
    pub(super) fn step_cost(self) -> usize {
        if self == Self::Small { SMALL_COST } else { self.columns() + ROWS_COST }
    }

    /// The one for a single m×n product that sums over k, where so many blocks run at once: as [`of`](Self::of), and no block is slim or small
    /// where rows of operands do not begin with sectors of memory. A tile then takes the second cache more than twice as long, so that
    /// the fewer rows and columns are read the better, as soon as narrow blocks are many.
    pub(crate) fn of_one(sizes: [usize; 3], running: usize, in_sectors: bool) -> Self {
        let [m, n, _] = sizes;
        let narrow = m.div_ceil(128).saturating_mul(n.div_ceil(128));
        let is_bound_by_cache = !in_sectors && narrow.saturating_mul(3) >= running;
        let all = if is_bound_by_cache { &Self::ALL[..2] } else { &Self::ALL[..] };
        Self::of(&[(sizes, 1)], running, all)
    }

    /// The one of some sizes, wider ones before narrower ones, whose blocks take the least time for a list of m×n products that sum over k, each
    /// so often, where so many run at once. Those of the longest sums come first.
    ///
    /// Blocks follow each other in rounds, and a round takes as long as its first block, which is the longest: as its steps and
    /// [`BLOCK_COST`] more, times what a step costs. So the times of an H100 are told from each other; of one
    /// product only the number of rounds and the columns count. Blocks of several products do not wait for each other's rounds, so that narrower
    /// ones are taken only where their time is shorter by more than a twentieth.
    pub(crate) fn of(list: &[([usize; 3], usize)], running: usize, sizes: &[Self]) -> Self {
        let time = |size: &Self| {
            let (mut behind, mut time) = (0_usize, 0_usize);
            for ([m, n, k], count) in list {
                let first = behind;
                let blocks = m.div_ceil(size.rows()).saturating_mul(n.div_ceil(size.columns())).saturating_mul(*count);
                behind = behind.saturating_add(blocks);
                // Those that begin with a block of this product.
                let rounds = behind.div_ceil(running.max(1)) - first.div_ceil(running.max(1));
                time = time.saturating_add(rounds.saturating_mul(k.div_ceil(STEP).max(1) + BLOCK_COST));
            }
            time.saturating_mul(size.step_cost())
        };
        let twentieths = if list.len() > 1 { 19 } else { 20 };
        let faster = |one: Self, narrower: Self| {
            let [own, other] = [narrower, one].map(|size| time(&size) as u128);
            let is_narrower = 20 * own < twentieths * other;
            if is_narrower { narrower } else { one }
        };
        sizes.iter().copied().reduce(faster).unwrap_or(Self::Wide)
    }
}

impl fmt::Display for BlockSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blocks of {}x{}", self.rows(), self.columns())
    }
}

/// How many rows of blocks are multiplied column by column, where a product has so many rows of blocks and a block so many columns.
///
/// What blocks that run at once read of both operands is the least where they are as many columns as rows of elements, near enough: of 132 blocks
/// of 128x256 sixteen rows. Of an H100's times at 8192^3 this takes 2.5 to 4 % away. There are as few groups as that allows, of equal rows but for the last,
/// which has what is left.
pub(crate) fn group(rows: usize, columns: usize) -> u32 {
    let most = if columns > 128 { 16 } else { 8 };
    let rows = rows.max(1);
    u32::try_from(rows.div_ceil(rows.div_ceil(most))).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::BlockSize::{self, Narrow, Slim, Small, Wide};
    use super::group;

    #[test]
    fn groups_of_rows_are_as_few_and_as_equal_as_can_be() {
        for (rows, wide, narrow) in
            [(0, 1, 1), (1, 1, 1), (8, 8, 8), (9, 9, 5), (16, 16, 8), (17, 9, 6), (24, 12, 8), (64, 16, 8)]
        {
            assert_eq!([group(rows, 256), group(rows, 128)], [wide, narrow], "{rows}");
        }
        assert_eq!(group(usize::MAX, 64), 8);
    }

    #[test]
    fn blocks_are_as_wide_as_the_product_has_work_for_all() {
        for (sizes, running, size) in [
            // The faster one of each on an H100.
            ([128, 128, 128], 132, Small),
            ([256, 256, 256], 132, Small),
            ([512, 512, 512], 132, Small),
            ([1024, 1024, 1024], 132, Slim),
            ([1000, 776, 520], 132, Slim),
            ([1536, 1536, 1536], 132, Wide),
            ([2048, 2048, 2048], 132, Wide),
            ([2048, 1024, 4096], 132, Narrow),
            ([3072, 3072, 3072], 132, Narrow),
            ([4096, 4096, 4096], 132, Wide),
            ([12288, 3072, 768], 132, Wide),
            ([8192, 64, 8192], 132, Small),
            ([16, 8192, 8192], 132, Small),
            // The sizes of the checks: all kinds are launched on a GPU and on the executor.
            ([130, 264, 280], 4, Wide),
            ([130, 136, 440], 4, Narrow),
            ([834, 120, 200], 4, Narrow),
            ([130, 120, 600], 4, Slim),
            ([70, 72, 840], 4, Small),
            ([2048, 2000, 72], 132, Wide),
            ([2056, 4104, 72], 132, Narrow),
            ([2048, 1000, 72], 132, Narrow),
            ([usize::MAX, 1, 1], 132, Slim),
        ] {
            assert_eq!(BlockSize::of(&[(sizes, 1)], running, &BlockSize::ALL), size, "{sizes:?} on {running}");
        }
    }

    #[test]
    fn rows_that_begin_anywhere_are_read_by_few_blocks() {
        for (sizes, in_sectors, size) in [
            // The faster one of each on an H100.
            ([1000, 1000, 1000], false, Narrow),
            ([1024, 1024, 1000], false, Narrow),
            ([896, 1016, 1016], false, Narrow),
            ([1000, 776, 520], false, Narrow),
            ([1024, 1024, 1024], true, Slim),
            ([4000, 4000, 4000], true, Wide),
            // Few blocks do not wait for the second cache.
            ([200, 200, 200], false, Small),
        ] {
            assert_eq!(BlockSize::of_one(sizes, 132, in_sectors), size, "{sizes:?}");
        }
    }

    #[test]
    fn blocks_of_a_list_are_as_wide_as_all_of_it_has_work() {
        for (side, count, size) in [
            // Of blocks of 256 and of 64 columns the faster one of each on an H100; small ones where they are no more than run at once.
            (128, 4, Small),
            (128, 16, Small),
            (256, 4, Small),
            (256, 16, Slim),
            (512, 4, Slim),
            (512, 16, Wide),
            (1024, 4, Wide),
            (1024, 16, Wide),
        ] {
            assert_eq!(BlockSize::of(&vec![([side; 3], 1); count], 132, &BlockSize::ALL), size, "{count} of {side}");
            assert_eq!(
                BlockSize::of(&[([side; 3], count)], 132, &BlockSize::ALL),
                size,
                "a batch of {count} of {side}"
            );
        }
        // 64 of mixed sizes, of which the benchmark times all widths: 71, 76 and 110 µs.
        let sides = [1024, 896, 768, 640, 512, 384, 256, 128];
        let mixed = |k: usize| (0..8).map(move |at| ([sides[at], sides[(at + k) % 8], sides[k]], 1));
        assert_eq!(BlockSize::of(&(0..8).flat_map(mixed).collect::<Vec<_>>(), 132, &BlockSize::ALL), Wide);
        // Of wide blocks every other has half of its columns for nothing.
        assert_eq!(BlockSize::of(&[([1024, 128, 1024], 33)], 132, &BlockSize::ALL), Narrow);
        // Two rounds of small blocks, of which the second is short: one of slim blocks takes as long as the longest sum.
        assert_eq!(BlockSize::of(&[([128, 256, 4096], 1), ([128, 256, 64], 32)], 132, &BlockSize::ALL), Small);
        // Three rounds instead of one, of which two are short.
        assert_eq!(BlockSize::of(&[([128, 256, 8192], 33), ([128, 256, 64], 66)], 132, &BlockSize::ALL), Slim);
        assert_eq!(BlockSize::of(&[], 0, &BlockSize::ALL), Wide);
    }
}
