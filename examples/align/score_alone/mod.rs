//! The score of the best alignment alone, without a table: of the cells only the differences to their neighbours are kept, one
//! for each row and one for each column.
//!
//! With `S[y][x]` the best score of the first y and x letters, `T[y][x] = S[y][x] - gap·(y + x)` is a table in which a gap costs
//! nothing:
//!
//! ```text
//! T[y][x] = max(T[y-1][x-1] + gain(y, x), T[y-1][x], T[y][x-1])       T[y][0] = T[0][x] = 0
//! ```
//!
//! where the gain is what the pair of letters scores less `2·gap`, or 0 where that is negative: T falls along no row and no
//! column, so such a pair never wins. Let `down` be what T grows by from cell [y-1, x] to [y, x], and `across` from [y, x-1]:
//!
//! ```text
//!  [y-1, x-1] ── across ── [y-1, x]       most    = max(gain, down, across)      what T grows by along the diagonal
//!      │                      │           down'   = most - across
//!     down                  down'         across' = most - down
//!      │                      │
//!   [y, x-1] ── across' ── [y, x]
//! ```
//!
//! So a cell takes `down` from its left and `across` from above, and hands on `down'` to its right and `across'` below: it
//! changes one number of its row and one of its column, in place. None is ever below 0 or above the greatest gain. So a byte
//! holds them whatever the lengths are, and nothing can overflow; a greater gain takes cells of 16 or 32 bits. At the end the
//! score is the sum of `down` over all rows, plus the gaps. These differences are those of Suzuki and Kasahara, "Introducing
//! difference recurrence relations for faster semi-global alignment of long sequences" (BMC Bioinformatics 19, 2018), of gaps
//! of one cost.
//!
//! | file | has |
//! |---|---|
//! | `cell` | what a difference is stored in |
//! | `layouts` | where the rows of a strip and the letters of the columns are, so that what is computed at once is side by side |
//! | `strip` | some rows of the table, and how they take a block of columns |

mod cell;
mod layouts;
mod strip;

use crate::score::{Scoring, code};
use cell::{Cell, Gains};
use layouts::Letters;
use lego::LayoutError;
use multiversion::multiversion;
use rayon::prelude::*;
use strip::{Strip, cross_wide};

/// The fewest columns of a block: each block takes a step more for each two lanes than it has columns.
const LEAST_COLUMNS: usize = 1024;

/// The score of the best alignment of two sequences, computed on the threads of the current pool. With `plain`, only
/// instructions that every processor of this kind has are used.
///
/// Law: the greatest sum that the columns of an alignment have; exact, for any lengths. It takes two differences' memory a letter.
///
/// # Errors
/// A message if a pair of equal letters scores over `2·gap` more than 32 bits hold.
pub(crate) fn score(first: &[u8], second: &[u8], scoring: Scoring, plain: bool) -> Result<i64, String> {
    let gaps = i64::from(scoring.gap) * (first.len() + second.len()) as i64;
    if first.is_empty() || second.is_empty() {
        return Ok(gaps);
    }
    // The smallest cells that hold the gains; the lanes of one or two vectors, and rows that leave registers for the rest.
    let climbed = if let Some(gains) = Gains::<u8>::new(scoring) {
        match if plain { 16 } else { vector_bytes() } {
            64 => climb::<u8, 64, 8>(first, second, gains, plain),
            32 => climb::<u8, 32, 8>(first, second, gains, plain),
            _ => climb::<u8, 16, 8>(first, second, gains, plain),
        }
    } else if let Some(gains) = Gains::<u16>::new(scoring) {
        climb::<u16, 32, 8>(first, second, gains, plain)
    } else if let Some(gains) = Gains::<u32>::new(scoring) {
        climb::<u32, 32, 4>(first, second, gains, plain)
    } else {
        let Scoring { hit, miss, gap } = scoring;
        return Err(format!("match {hit}, mismatch {miss} and gap {gap} are further apart than 32 bits hold"));
    };
    climbed.map(|climbed| climbed + gaps).map_err(|error| error.to_string())
}

/// The bytes of a vector in the instructions that [`cross_wide`] has on this processor.
#[multiversion(targets = "simd")]
fn vector_bytes() -> usize {
    multiversion::target::match_target! {
        "x86_64+avx512bw" => 64,
        "x86_64+avx2" => 32,
        _ => 16,
    }
}

/// The numbers of the letters of a sequence, by a table: which letter comes next cannot be predicted.
fn codes(letters: &[u8], second: bool) -> Vec<u8> {
    let table: [u8; 256] = std::array::from_fn(|letter| code(letter as u8, second) as u8);
    letters.iter().map(|&letter| table[usize::from(letter)]).collect()
}

/// T of the last cell, in strips of `LANES · ROWS` rows.
fn climb<C: Cell, const LANES: usize, const ROWS: usize>(
    first: &[u8],
    second: &[u8],
    gains: Gains<C>,
    plain: bool,
) -> Result<i64, LayoutError> {
    let threads = rayon::current_num_threads();
    // One thread needs no blocks; several have enough of them to do side by side.
    let blocks = if threads == 1 { 1 } else { 4 * threads };
    let columns = second.len().div_ceil(blocks).max(LEAST_COLUMNS);
    climb_by::<C, LANES, ROWS>(first, second, gains, columns, plain)
}

/// T of the last cell, in strips of `LANES · ROWS` rows and blocks of so many columns.
fn climb_by<C: Cell, const LANES: usize, const ROWS: usize>(
    first: &[u8],
    second: &[u8],
    gains: Gains<C>,
    columns: usize,
    plain: bool,
) -> Result<i64, LayoutError> {
    let (rows, letters) = (codes(first, false), Letters::new(&codes(second, true), strip::lag(LANES))?);
    let mut strips: Vec<Strip<C, LANES, ROWS>> = rows.chunks(LANES * ROWS).map(Strip::new).collect();
    // Row 0 of T is 0 everywhere.
    let mut across = vec![C::default(); second.len()];
    let mut blocks: Vec<(usize, &mut [C])> = (0..).step_by(columns).zip(across.chunks_mut(columns)).collect();

    // Strip i takes block j once strip i-1 has taken it and strip i has taken block j-1: those with one sum i + j at a time.
    for d in 0..(strips.len() + blocks.len()).saturating_sub(1) {
        let some = (d + 1).saturating_sub(blocks.len())..(d + 1).min(strips.len());
        let others = d + 1 - some.end..d + 1 - some.start;
        strips[some].par_iter_mut().zip(blocks[others].par_iter_mut().rev()).for_each(|(strip, (start, across))| {
            if plain {
                strip.cross(&letters, *start, across, gains);
            } else {
                cross_wide(strip, &letters, *start, across, gains);
            }
        });
    }
    Ok(strips.iter().map(Strip::climbed).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Noise;
    use crate::reference;

    /// Compares with the reference, with gains in cells of one kind, strips of `LANES · ROWS` rows and so many columns a block.
    fn check<C: Cell, const LANES: usize, const ROWS: usize>(
        first: &[u8],
        second: &[u8],
        scoring: Scoring,
        columns: usize,
    ) {
        let gains = Gains::<C>::new(scoring).unwrap();
        let expected = reference::score(first, second, scoring);
        for plain in [false, true] {
            let climbed = climb_by::<C, LANES, ROWS>(first, second, gains, columns, plain).unwrap();
            let found = climbed + i64::from(scoring.gap) * (first.len() + second.len()) as i64;
            let size = [first.len(), second.len()];
            assert_eq!(found, expected, "{size:?}, {LANES} lanes of {ROWS}, blocks of {columns}, {scoring:?}");
        }
    }

    const SCORINGS: [Scoring; 6] = [
        Scoring { hit: 1, miss: -1, gap: -2 },
        Scoring { hit: 5, miss: -4, gap: -10 },
        // Two letters that differ never stand beside each other.
        Scoring { hit: 2, miss: -7, gap: -1 },
        Scoring { hit: 2, miss: -7, gap: 0 },
        // The greatest gain of a byte, and none.
        Scoring { hit: 55, miss: -100, gap: -100 },
        Scoring { hit: 0, miss: 0, gap: 0 },
    ];

    #[test]
    fn every_small_table_scores_as_the_reference() {
        let mut noise = Noise::fresh();
        for n in 1..=26 {
            for m in 1..=26 {
                let (first, second, scoring) = (noise.letters(n), noise.letters(m), SCORINGS[noise.below(6)]);
                for columns in [1, 2, 7, 26] {
                    check::<u8, 2, 1>(&first, &second, scoring, columns);
                    check::<u8, 4, 3>(&first, &second, scoring, columns);
                    check::<u32, 3, 2>(&first, &second, scoring, columns);
                }
            }
        }
    }

    #[test]
    fn lengths_around_those_of_strips_and_blocks_score_as_the_reference() {
        let mut noise = Noise::fresh();
        for n in [1, 127, 129, 511, 513, 1031] {
            for m in [1, 62, 125, 211] {
                let first = noise.letters(n);
                let related = noise.relative(&first);
                let second: Vec<u8> = related.iter().cycle().copied().take(m).collect();
                let scoring = SCORINGS[noise.below(6)];
                check::<u8, 64, 8>(&first, &second, scoring, 100);
                check::<u8, 32, 8>(&first, &second, scoring, 211);
                check::<u8, 16, 8>(&first, &second, scoring, 64);
                check::<u16, 32, 8>(&first, &second, scoring, 150);
                check::<u32, 32, 4>(&first, &second, scoring, 99);
            }
        }
    }

    #[test]
    fn every_scoring_is_exact() {
        let mut noise = Noise::fresh();
        let first = noise.letters(300);
        let second = noise.relative(&first);
        let mut scorings = SCORINGS.to_vec();
        // Cells of 8 and 16 bits to their limits and beyond, and the limits of the command line.
        for (hit, gap) in
            [(56, -100), (535, -32_500), (536, -32_500), (1_000_000, -1_000_000), (1_000_000, 0), (0, -1_000_000)]
        {
            scorings.extend([0, -1, gap, 3 * gap].map(|miss| Scoring { hit, miss, gap }));
        }
        for scoring in scorings {
            for plain in [false, true] {
                for (first, second) in [(&first, &second), (&second, &first)] {
                    let expected = reference::score(first, second, scoring);
                    assert_eq!(score(first, second, scoring, plain), Ok(expected), "{scoring:?}");
                }
            }
        }
    }

    #[test]
    fn long_and_narrow_tables_score_as_the_reference() {
        let mut noise = Noise::fresh();
        let scoring = SCORINGS[0];
        for (n, m) in [(70_000, 1), (1, 70_000), (3, 69_997)] {
            let (first, second) = (noise.letters(n), noise.letters(m));
            assert_eq!(
                score(&first, &second, scoring, false),
                Ok(reference::score(&first, &second, scoring)),
                "{n} × {m}"
            );
        }
    }

    #[test]
    fn nothing_aligns_with_gaps() {
        let scoring = SCORINGS[0];
        for (first, second) in [(&b""[..], &b""[..]), (b"", b"ACG"), (b"ACG", b"")] {
            assert_eq!(score(first, second, scoring, false), Ok(-2 * (first.len() + second.len()) as i64));
        }
    }

    #[test]
    fn threads_do_not_change_the_score() {
        let mut noise = Noise::fresh();
        let first = noise.letters(600);
        let second = noise.relative(&first).repeat(7);
        let expected = reference::score(&first, &second, SCORINGS[1]);
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| score(&first, &second, SCORINGS[1], false)), Ok(expected), "{threads} threads");
        }
    }

    #[test]
    fn scores_too_far_apart_are_an_error() {
        let error = score(b"A", b"A", Scoring { hit: i32::MAX, miss: 0, gap: i32::MIN }, false).unwrap_err();
        assert!(error.ends_with("are further apart than 32 bits hold"), "{error}");
    }
}
