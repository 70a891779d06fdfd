//! How large the blocks of a launch are, by one rule for one product and for many.

use alloc::vec::Vec;
use core::fmt;

/// How large the blocks of a product are: one warpgroup multiplies 64 rows, and a block has two or, of the smallest, one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockSize {
    /// 128 rows and 256 columns.
    Wide,
    /// 128 rows and 192 columns, for products of which wide ones fill the last round badly.
    Medium,
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
/// What a step of a narrow block costs where blocks are multiplied in turns: tensor cores do not wait for the end of a block.
const IN_TURNS_COST: usize = 165;
/// What a block costs besides its steps, in steps.
const BLOCK_COST: usize = 7;
/// The elements of a step along k, of `f16` and `bf16`.
const STEP: usize = 64;

/// Where the rows of operands begin in memory, or where these lie side by side their columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Begins {
    /// Each with a line of the second cache, 128 bytes.
    WithLines,
    /// Each with a sector of memory, 32 bytes.
    WithSectors,
    /// Some within a sector.
    Anywhere,
}

impl Begins {
    /// Where rows of so many bytes begin that follow each other.
    pub(crate) fn of(pitch: usize) -> Self {
        if pitch.is_multiple_of(128) {
            Self::WithLines
        } else if pitch.is_multiple_of(32) {
            Self::WithSectors
        } else {
            Self::Anywhere
        }
    }
}

/// What a block costs in a launch: the times of an H100, told from each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Of a step along k.
    pub(crate) step: usize,
    /// What a block takes besides its steps, in steps.
    pub(crate) block: usize,
}

impl Cost {
    /// The cost of so many rounds of blocks of so many steps.
    pub(crate) fn of(self, rounds: usize, steps: usize) -> usize {
        rounds.saturating_mul(steps.saturating_add(self.block)).saturating_mul(self.step)
    }
}

impl BlockSize {
    pub(crate) const ALL: [Self; 5] = [Self::Wide, Self::Medium, Self::Narrow, Self::Slim, Self::Small];

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
            Self::Medium => 192,
            Self::Narrow => 128,
            Self::Slim | Self::Small => 64,
        }
    }

    /// What blocks of this size cost, narrow ones multiplied in turns or not.
    pub(crate) fn cost(self, in_turns: bool) -> Cost {
        match self {
            Self::Narrow if in_turns => Cost { step: IN_TURNS_COST, block: BLOCK_COST - 2 },
            Self::Small => Cost { step: SMALL_COST, block: BLOCK_COST },
            Self::Medium => Cost { step: self.columns() + ROWS_COST, block: BLOCK_COST - 1 },
            _ => Cost { step: self.columns() + ROWS_COST, block: BLOCK_COST },
        }
    }

    /// By how many hundredths a step is slower where rows of operands do not begin with lines: the second cache then reads two for one, for which
    /// blocks wait that read more of it for what they compute.
    fn slower_without_lines(self) -> usize {
        match self {
            Self::Wide => 0,
            Self::Medium => 4,
            Self::Narrow => 20,
            Self::Slim | Self::Small => 30,
        }
    }

    /// The one for a single m×n product of so many steps along k, where so many blocks run at once: as [`of`](Self::of), and no block is slim or small
    /// where rows of operands do not even begin with sectors of memory. A tile then takes the second cache more than twice as long, so that
    /// the fewer rows and columns are read the better, as soon as narrow blocks are many.
    pub(crate) fn of_one([m, n]: [usize; 2], steps: usize, running: usize, begins: Begins, takes_turns: bool) -> Self {
        let narrow = m.div_ceil(128).saturating_mul(n.div_ceil(128));
        let is_bound_by_cache = begins == Begins::Anywhere && narrow.saturating_mul(3) >= running;
        let all = if is_bound_by_cache { &Self::ALL[..3] } else { &Self::ALL[..] };
        Self::fastest(&[([m, n, steps.saturating_mul(STEP)], 1)], running, all, begins, takes_turns)
    }

    /// The one of all whose blocks take the least time for a list of m×n products that sum over k, each so often, where so many run at once,
    /// narrow ones are multiplied in turns, and rows of operands begin with lines. Products of the longest sums come first.
    ///
    /// Blocks follow each other in rounds, and a round takes as long as its first block, which is the longest: as its steps and what a block takes
    /// besides, times what a step costs. Blocks of several products do not wait for each other's rounds, so that narrower
    /// ones are taken only where their time is shorter by more than a twentieth.
    pub(crate) fn of(list: &[([usize; 3], usize)], running: usize) -> Self {
        Self::fastest(list, running, &Self::ALL, Begins::WithLines, true)
    }

    /// The same of some sizes, wider ones before narrower ones.
    fn fastest(
        list: &[([usize; 3], usize)],
        running: usize,
        sizes: &[Self],
        begins: Begins,
        takes_turns: bool,
    ) -> Self {
        let time = |size: Self| size.time(list, running, begins, takes_turns);
        let twentieths = if list.len() > 1 { 19 } else { 20 };
        let faster = |one: Self, narrower: Self| {
            let is_narrower = 20 * time(narrower) < twentieths * time(one);
            if is_narrower { narrower } else { one }
        };
        sizes.iter().copied().reduce(faster).unwrap_or(Self::Wide)
    }

    /// Those worth a measurement for a single product as in [`of_one`](Self::of_one): first what the rule says, then all that take less than twice
    /// of it by the same rule. What takes longer leaves most multiprocessors idle, or reads too much.
    pub(crate) fn worth_trying(
        [m, n]: [usize; 2],
        steps: usize,
        running: usize,
        begins: Begins,
        takes_turns: bool,
    ) -> Vec<Self> {
        let (first, list) =
            (Self::of_one([m, n], steps, running, begins, takes_turns), [([m, n, steps.saturating_mul(STEP)], 1)]);
        let time = |size: Self| size.time(&list, running, begins, takes_turns);
        let others = Self::ALL.into_iter().filter(|size| *size != first && time(*size) < 2 * time(first));
        core::iter::once(first).chain(others).collect()
    }

    /// What blocks of this size cost a list.
    fn time(self, list: &[([usize; 3], usize)], running: usize, begins: Begins, takes_turns: bool) -> u128 {
        let blocks_of = |[m, n, _]: &[usize; 3], count: usize| {
            m.div_ceil(self.rows()).saturating_mul(n.div_ceil(self.columns())).saturating_mul(count)
        };
        let all = list.iter().fold(0_usize, |all, (sizes, count)| all.saturating_add(blocks_of(sizes, *count)));
        let cost = self.cost(takes_turns && all > running);
        let (mut behind, mut time) = (0_usize, 0_usize);
        for (sizes, count) in list {
            let first = behind;
            behind = behind.saturating_add(blocks_of(sizes, *count));
            // Those that begin with a block of this product.
            let rounds = behind.div_ceil(running.max(1)) - first.div_ceil(running.max(1));
            time = time.saturating_add(cost.of(rounds, sizes[2].div_ceil(STEP).max(1)));
        }
        let hundredths = if begins == Begins::WithLines { 100 } else { 100 + self.slower_without_lines() };
        time as u128 * hundredths as u128
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
    use super::BlockSize::{self, Medium, Narrow, Slim, Small, Wide};
    use super::{Begins, group};

    #[test]
    fn groups_of_rows_are_as_few_and_as_equal_as_can_be() {
        for (rows, wide, narrow) in
            [(0, 1, 1), (1, 1, 1), (8, 8, 8), (9, 9, 5), (16, 16, 8), (17, 9, 6), (24, 12, 8), (64, 16, 8)]
        {
            assert_eq!([group(rows, 256), group(rows, 128)], [wide, narrow], "{rows}");
        }
        assert_eq!(group(usize::MAX, 64), 8);
    }

    /// What the rule says of a product of `f16`, both by rows.
    fn of_rows([m, n, k]: [usize; 3], running: usize, takes_turns: bool) -> BlockSize {
        let begins = Begins::of(k.wrapping_mul(2)).max(Begins::of(n.wrapping_mul(2)));
        BlockSize::of_one([m, n], k.div_ceil(64), running, begins, takes_turns)
    }

    #[test]
    fn blocks_are_as_wide_as_the_product_has_work_for_all() {
        for (sizes, running, size) in [
            // The faster one of each on an H100, or one that takes no more than a fiftieth longer.
            ([128, 128, 128], 132, Small),
            ([256, 256, 256], 132, Small),
            ([512, 512, 512], 132, Small),
            ([768, 768, 768], 132, Slim),
            ([1024, 1024, 1024], 132, Slim),
            ([1216, 1216, 1216], 132, Narrow),
            ([1408, 1408, 1408], 132, Narrow),
            ([1536, 1536, 1536], 132, Medium),
            ([1920, 1920, 1920], 132, Wide),
            ([2048, 2048, 2048], 132, Wide),
            ([2304, 2304, 2304], 132, Narrow),
            ([2560, 2560, 2560], 132, Wide),
            ([2816, 2816, 2816], 132, Wide),
            ([3072, 3072, 3072], 132, Medium),
            ([3584, 3584, 3584], 132, Wide),
            ([4096, 4096, 4096], 132, Wide),
            ([5120, 5120, 5120], 132, Narrow),
            ([6144, 6144, 6144], 132, Wide),
            ([7168, 7168, 7168], 132, Wide),
            ([8192, 8192, 8192], 132, Wide),
            ([2048, 1024, 4096], 132, Narrow),
            ([4096, 2112, 7168], 132, Medium),
            ([12288, 3072, 768], 132, Narrow),
            ([8192, 3072, 1024], 132, Narrow),
            ([4096, 11008, 4096], 132, Narrow),
            ([4096, 14336, 4096], 132, Wide),
            ([2048, 8192, 512], 132, Narrow),
            ([16384, 1024, 1024], 132, Narrow),
            ([1280, 5120, 640], 132, Narrow),
            ([8192, 64, 8192], 132, Small),
            ([16, 8192, 8192], 132, Small),
            // Rows that begin with sectors, or anywhere.
            ([720, 720, 720], 132, Slim),
            ([1008, 1008, 1008], 132, Slim),
            ([1200, 1200, 1200], 132, Narrow),
            ([1264, 1264, 1264], 132, Narrow),
            ([2000, 2000, 2000], 132, Wide),
            ([4000, 4000, 4000], 132, Wide),
            ([6000, 2000, 3008], 132, Wide),
            ([1000, 776, 520], 132, Narrow),
            ([1000, 1000, 1000], 132, Narrow),
            ([896, 1016, 1016], 132, Narrow),
            ([1024, 1024, 1000], 132, Narrow),
            ([2040, 2040, 2040], 132, Wide),
            ([3000, 3000, 3000], 132, Medium),
            ([5000, 5000, 5000], 132, Wide),
            // Few blocks do not wait for the second cache.
            ([200, 200, 200], 132, Small),
            // The sizes of the checks: all kinds are launched on a GPU and on the executor.
            ([144, 496, 272], 4, Wide),
            ([144, 368, 272], 4, Medium),
            ([144, 144, 432], 4, Narrow),
            ([848, 112, 208], 4, Narrow),
            ([144, 112, 592], 4, Slim),
            ([80, 80, 832], 4, Small),
            ([2048, 2000, 272], 132, Wide),
            ([1536, 1528, 80], 132, Medium),
            ([2048, 4096, 64], 132, Narrow),
            ([2056, 4104, 72], 132, Medium),
            ([2048, 1000, 72], 132, Narrow),
            ([usize::MAX, 1, 1], 132, Narrow),
        ] {
            assert_eq!(of_rows(sizes, running, true), size, "{sizes:?} on {running}");
        }
    }

    #[test]
    fn narrow_blocks_are_taken_less_where_none_are_multiplied_in_turns() {
        for (sizes, size) in [([12288, 3072, 768], Wide), ([2304; 3], Medium), ([1408; 3], Narrow), ([3072; 3], Medium)]
        {
            assert_eq!(of_rows(sizes, 132, false), size, "{sizes:?}");
        }
    }

    #[test]
    fn the_checks_of_bytes_have_blocks_of_every_size() {
        // Elements along k lie side by side, and so do the columns of a left operand that is turned in registers.
        for ([m, n, k], size) in [
            ([160, 496, 608], Wide),
            ([160, 368, 608], Medium),
            ([160, 144, 608], Narrow),
            ([160, 112, 608], Slim),
            ([96, 80, 864], Small),
        ] {
            for begins in [Begins::of(k), Begins::of(k).max(Begins::of(m))] {
                assert_eq!(BlockSize::of_one([m, n], k.div_ceil(128), 4, begins, false), size, "{m}x{n}x{k}");
            }
        }
    }

    #[test]
    fn what_takes_much_longer_is_not_tried() {
        let tried =
            |[m, n, k]: [usize; 3]| BlockSize::worth_trying([m, n], k.div_ceil(64), 132, Begins::WithLines, true);
        assert_eq!(tried([4096, 4096, 4096]), [Wide, Medium, Narrow, Slim]);
        assert_eq!(tried([1024, 1024, 1024]), [Slim, Medium, Narrow, Small]);
        assert_eq!(tried([128, 128, 128]), [Small, Slim]);
        assert_eq!(tried([2048, 1024, 4096]), [Narrow, Wide, Medium, Slim]);
    }

    #[test]
    fn rows_begin_with_lines_with_sectors_or_anywhere() {
        use Begins::{Anywhere, WithLines, WithSectors};
        let begins = [0, 128, 256, 32, 96, 160, 16, 130, usize::MAX].map(Begins::of);
        let right =
            [WithLines, WithLines, WithLines, WithSectors, WithSectors, WithSectors, Anywhere, Anywhere, Anywhere];
        assert_eq!(begins, right);
        assert_eq!(WithLines.max(Anywhere), Anywhere);
    }

    #[test]
    fn blocks_of_a_list_are_as_wide_as_all_of_it_has_work() {
        for (side, count, listed, batched) in [
            // The faster one of each on an H100, or one that takes no more than a fiftieth longer.
            (128, 4, Small, Small),
            (128, 16, Small, Small),
            (256, 4, Small, Small),
            (256, 16, Slim, Slim),
            (512, 4, Slim, Slim),
            (512, 16, Narrow, Narrow),
            (768, 16, Medium, Medium),
            (1024, 4, Wide, Narrow),
            (1024, 16, Wide, Narrow),
            (1024, 64, Wide, Narrow),
        ] {
            assert_eq!(BlockSize::of(&vec![([side; 3], 1); count], 132), listed, "{count} of {side}");
            assert_eq!(BlockSize::of(&[([side; 3], count)], 132), batched, "a batch of {count} of {side}");
        }
        // 64 of mixed sizes, of which the benchmark times all: 66.9, 72.6, 65.4, 93.3 and 129.8 µs.
        let sides = [1024, 896, 768, 640, 512, 384, 256, 128];
        let mixed = |k: usize| (0..8).map(move |at| ([sides[at], sides[(at + k) % 8], sides[k]], 1));
        assert_eq!(BlockSize::of(&(0..8).flat_map(mixed).collect::<Vec<_>>(), 132), Narrow);
        // Of wide blocks every other has half of its columns for nothing.
        assert_eq!(BlockSize::of(&[([1024, 128, 1024], 33)], 132), Narrow);
        // Two rounds of small blocks, of which the second is short: one of slim blocks takes as long as the longest sum.
        assert_eq!(BlockSize::of(&[([128, 256, 4096], 1), ([128, 256, 64], 32)], 132), Small);
        // Three rounds instead of one, of which two are short.
        assert_eq!(BlockSize::of(&[([128, 256, 8192], 33), ([128, 256, 64], 66)], 132), Slim);
        assert_eq!(BlockSize::of(&[], 0), Wide);
    }
}
