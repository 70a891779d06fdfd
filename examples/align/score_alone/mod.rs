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
#[cfg(test)]
mod tests;

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
/// Law: the greatest sum that the columns of an alignment have; exact, for any lengths. It needs the memory of two cells for each letter.
///
/// # Errors
/// A message if a pair of equal letters scores over `2·gap` more than 32 bits hold.
pub(crate) fn score(first: &[u8], second: &[u8], scoring: Scoring, plain: bool) -> Result<i64, String> {
    let gaps = i64::from(scoring.gap) * (first.len() + second.len()) as i64;
    if first.is_empty() || second.is_empty() {
        return Ok(gaps);
    }
    // Pairs score the same both ways, and only a strip's columns cost steps.
    let (first, second) = if first.len() <= second.len() { (first, second) } else { (second, first) };
    // The smallest cells that hold the gains; as many lanes as one or two vectors have, and rows that leave registers for the
    // rest; less of both where one strip has all rows then.
    let climbed = if let Some(gains) = Gains::<u8>::new(scoring) {
        match (if plain { 16 } else { vector_bytes() }, first.len()) {
            (_, ..=32) => climb::<u8, 16, 2>(first, second, gains, plain),
            (16, _) | (_, ..=128) => climb::<u8, 16, 8>(first, second, gains, plain),
            (32, _) | (_, ..=256) => climb::<u8, 32, 8>(first, second, gains, plain),
            _ => climb::<u8, 64, 8>(first, second, gains, plain),
        }
    } else if let Some(gains) = Gains::<u16>::new(scoring) {
        climb::<u16, 32, 8>(first, second, gains, plain)
    } else if let Some(gains) = Gains::<u32>::new(scoring) {
        climb::<u32, 32, 8>(first, second, gains, plain)
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
