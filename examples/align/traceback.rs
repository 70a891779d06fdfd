//! The way back through the table: an alignment of the best score.

use crate::alignment::{Alignment, Step};
use crate::blocks::{Pair, Table};
use crate::kernel::{Kernel, Tile, blank};
use std::convert::Infallible;

/// A table that can be followed back.
pub(crate) trait Scores {
    /// Why a cell cannot be had.
    type Error;

    /// The score of cell `[i, j]`, of the one above it, and of the one to the left of that; `i` and `j` are at least 1.
    fn around(&mut self, i: usize, j: usize) -> Result<[i32; 3], Self::Error>;
}

/// Follows a table back from its last cell.
///
/// Of several ways with the same score it takes [`Step::Both`] before [`Step::First`] before [`Step::Second`], so the
/// alignment does not depend on how the table was computed.
///
/// `Err` if a cell cannot be had.
pub(crate) fn follow<S: Scores>(pair: &Pair, scores: &mut S) -> Result<Alignment, S::Error> {
    let scoring = pair.scoring();
    let [mut i, mut j] = pair.lengths();
    let mut steps = Vec::with_capacity(i + j);
    let mut score = None;
    let (mut matches, mut gaps) = (0, 0);
    while i > 0 && j > 0 {
        let [here, above, between] = scores.around(i, j)?;
        score.get_or_insert(here);
        let equal = pair.matches(i - 1, j - 1);
        if here == between + scoring.pair(equal) {
            matches += usize::from(equal);
            steps.push(Step::Both);
            (i, j) = (i - 1, j - 1);
        } else if here == above + scoring.gap {
            steps.push(Step::First);
            i -= 1;
        } else {
            steps.push(Step::Second);
            j -= 1;
        }
    }
    gaps += steps.iter().filter(|&&step| step != Step::Both).count() + i + j;
    steps.extend(std::iter::repeat_n(Step::First, i));
    steps.extend(std::iter::repeat_n(Step::Second, j));
    steps.reverse();
    Ok(Alignment { score: score.unwrap_or(gaps as i32 * scoring.gap), steps, matches, gaps })
}

/// Follows a table of blocks back; only the blocks on the way are computed again.
pub(crate) fn trace<K: Kernel>(table: &Table<'_>) -> Alignment {
    let Ok(alignment) = follow(table.pair(), &mut Blocks::<K> { table, block: None, tile: blank() });
    alignment
}

/// A table of blocks, and the tile of the one that is followed.
struct Blocks<'a, K: Kernel> {
    table: &'a Table<'a>,
    block: Option<[usize; 2]>,
    tile: Tile<K::Layout>,
}

impl<K: Kernel> Scores for Blocks<'_, K> {
    type Error = Infallible;

    #[inline]
    fn around(&mut self, i: usize, j: usize) -> Result<[i32; 3], Infallible> {
        // The block of cell [i, j], and its cell within: rows and columns 1 to b.
        let b = self.table.pair().block();
        let block = [(i - 1) / b, (j - 1) / b];
        if self.block != Some(block) {
            self.table.block::<K>(block, &mut self.tile);
            self.block = Some(block);
        }
        let [r, c] = [i - block[0] * b, j - block[1] * b];
        Ok([self.tile[[r, c]], self.tile[[r - 1, c]], self.tile[[r - 1, c - 1]]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{ByDiagonals, ByRows};
    use crate::layouts::{AntiDiagonalTile, PaddedTile, RowTile, SkewTile};
    use crate::noise::Noise;
    use crate::reference;
    use crate::score::Scoring;
    use lego::StaticMapping;

    fn check<K: Kernel>(first: &[u8], second: &[u8], scoring: Scoring, want: &Alignment, name: &str) {
        let b = K::Layout::DIMS[0] - 1;
        let pair = Pair::new(first, second, scoring, b).unwrap();
        for plain in [false, true] {
            let table = Table::compute::<K>(&pair, plain, &|_| {});
            let found = trace::<K>(&table);
            assert_eq!(found, *want, "{name}, {} × {}, {scoring:?}", first.len(), second.len());
        }
    }

    fn check_all(first: &[u8], second: &[u8], scoring: Scoring) {
        let want = reference::align(first, second, scoring);
        assert_eq!(i64::from(want.score), reference::score(first, second, scoring));
        check::<ByDiagonals<RowTile<33>>>(first, second, scoring, &want, "row");
        check::<ByDiagonals<PaddedTile<33>>>(first, second, scoring, &want, "padded");
        check::<ByDiagonals<AntiDiagonalTile<33>>>(first, second, scoring, &want, "anti-diagonal");
        check::<ByDiagonals<SkewTile<33>>>(first, second, scoring, &want, "skew");
        check::<ByRows<33>>(first, second, scoring, &want, "row, by rows");
        // Sizes of blocks at which every way through a line is taken: below 4, 8 and 16 cells, and above.
        check::<ByDiagonals<AntiDiagonalTile<4>>>(first, second, scoring, &want, "anti-diagonal 3");
        check::<ByDiagonals<AntiDiagonalTile<8>>>(first, second, scoring, &want, "anti-diagonal 7");
        check::<ByDiagonals<AntiDiagonalTile<65>>>(first, second, scoring, &want, "anti-diagonal 64");
    }

    #[test]
    fn every_layout_aligns_as_the_plain_reference() {
        let mut noise = Noise::new(1);
        let scorings = [
            Scoring { hit: 1, miss: -1, gap: -2 },
            Scoring { hit: 5, miss: -4, gap: -10 },
            Scoring { hit: 0, miss: -1, gap: -1 },
            Scoring { hit: 2, miss: -7, gap: 0 },
        ];
        let lengths = [1, 2, 31, 32, 33, 64, 65, 97, 150];
        for n in lengths {
            for m in lengths {
                let (first, second) = (noise.letters(n), noise.letters(m));
                check_all(&first, &second, scorings[(n + m) % scorings.len()]);
            }
        }
        for scoring in scorings {
            let first = noise.letters(211);
            let second = noise.relative(&first);
            check_all(&first, &second, scoring);
            check_all(&second, &first, scoring);
        }
    }

    #[test]
    fn a_long_gap_at_the_end_is_followed() {
        let scoring = Scoring { hit: 1, miss: -1, gap: -1 };
        check_all(b"ACGT", &b"ACGT".repeat(40), scoring);
        check_all(&b"ACGT".repeat(40), b"ACGT", scoring);
    }
}
