//! Tables of Needleman and Wunsch of many shapes, compared with one that is filled row by row.

use super::{AntiDiagonalTile, PaddedTile, RowTile, Scorer, Scoring, SkewedTile, Sweep, Table, fill_by_tiles};
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: &[(usize, usize)] =
    &[(1, 1), (3, 2), (64, 64), (70, 129), (131, 127), (200, 40), (129, 31), (256, 192), (257, 398)];
const FULL: &[(usize, usize)] =
    &[(1, 1), (3, 2), (64, 64), (1000, 1003), (129, 5000), (4000, 77), (2048, 2048), (2003, 2005), (1009, 3022)];

/// A reference table and the scores of its first row and column; the rest of the scores is poison.
pub(super) fn tables(random: &mut Random, m: usize, n: usize, penalty: i32) -> (Vec<i32>, Vec<i32>) {
    let reference = (0..(m + 1) * (n + 1)).map(|_| random.below(21) as i32 - 10).collect();
    let mut score = vec![i32::MIN / 3; (m + 1) * (n + 1)];
    for y in 0..=m {
        score[y * (n + 1)] = -(y as i32) * penalty;
    }
    for (x, score) in score[..=n].iter_mut().enumerate() {
        *score = -(x as i32) * penalty;
    }
    (reference, score)
}

/// Fills the scores, row by row.
pub(super) fn fill(reference: &[i32], score: &mut [i32], m: usize, n: usize, penalty: i32) {
    for y in 1..=m {
        for x in 1..=n {
            let at = y * (n + 1) + x;
            let above = at - (n + 1);
            let both = score[above - 1] + reference[at];
            score[at] = both.max(score[above] - penalty).max(score[at - 1] - penalty);
        }
    }
}

fn check<B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    run: impl Fn(Table, &Buffer<i32, B>, &mut Buffer<i32, B>, i32) -> Result<(), Error>,
) -> Result<(), Failure> {
    for &(m, n) in if scale == Scale::Small { SMALL } else { FULL } {
        let penalty = 1 + random.below(19) as i32;
        let (references, mut right) = tables(random, m, n, penalty);
        let table = Table::new(m, n).map_err(Error::layout("score"))?;
        let reference = module.device().buffer_from(&references)?;
        let mut score = module.device().buffer_from(&right)?;
        run(table, &reference, &mut score, penalty)?;
        fill(&references, &mut right, m, n, penalty);
        compare(&format!("{m}×{n}"), &score.read()?, |i| right[i])?;
    }
    Ok(())
}

/// The score of the best alignment, row by row.
pub(super) fn best_score(first: &[u8], second: &[u8], scoring: &Scoring) -> i64 {
    let gap = i64::from(scoring.gap());
    let mut row: Vec<i64> = (0..=second.len() as i64).map(|x| -x * gap).collect();
    for &letter in first {
        let mut diagonal = row[0];
        row[0] -= gap;
        for (x, &other) in second.iter().enumerate() {
            let both = diagonal + i64::from(scoring.pair(letter, other));
            diagonal = row[x + 1];
            row[x + 1] = both.max(diagonal - gap).max(row[x] - gap);
        }
    }
    row[second.len()]
}

const SMALL_PAIRS: &[[usize; 2]] =
    &[[0, 0], [0, 5], [1, 1], [3, 0], [5, 66], [257, 3], [256, 64], [300, 301], [515, 150], [1281, 70]];
const FULL_PAIRS: &[[usize; 2]] =
    &[[0, 7], [1, 1], [1, 70_001], [9000, 2], [256, 4096], [1023, 4097], [150_001, 5], [5003, 9001], [12_000, 12_001]];

/// Scores of random sequences, of equal ones, which score as high as can be, and of unequal ones; pairs twice with one [`Scorer`],
/// whose second launch finds the words of the first: all of them, or of small ones those of two letters.
fn score<B: Backend>(module: &Module<B>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    let device = module.device();
    let gap = random.below(40) as i32;
    let scorings = [
        Scoring::matches(1, -1, 2),
        Scoring::matches(127, -500, 0),
        Scoring::matches(27, -128, 50),
        Scoring::matrix([[(); 32]; 32].map(|row| row.map(|()| random.below(160) as i32 - 112)), gap),
    ];
    for scoring in scorings {
        let scoring = scoring.map_err(|error| Failure::Wrong(error.to_string()))?;
        let mut scorer = Scorer::new(module, &scoring)?;
        for &[m, n] in if scale == Scale::Small { SMALL_PAIRS } else { FULL_PAIRS } {
            let mut letters = |len: usize, of: u64| (0..len).map(|_| random.below(of) as u8).collect::<Vec<_>>();
            let (any, others) = (letters(m, 256), letters(n, 256));
            let alike = [letters(m, 2), letters(n, 2)];
            let kinds = [[any, others], alike, [vec![b'A'; m], vec![b'a'; n]], [vec![b'A'; m], vec![b'C'; n]]];
            for (kind, [first, second]) in kinds.into_iter().enumerate() {
                let launches = if scale == Scale::Small && kind != 1 { 1 } else { 2 };
                let expected = best_score(&first, &second, &scoring);
                let (first, second) = (device.buffer_from(&first)?, device.buffer_from(&second)?);
                for launch in 0..launches {
                    let found = scorer.score(module, &first, &second)?;
                    compare(&format!("{m}×{n}, launch {launch}"), &[found], |_| expected)?;
                }
            }
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    macro_rules! tiles {
        ($($name:literal: $tile:ty;)*) => {
            vec![$(Check {
                name: $name,
                run: |module, random, scale| {
                    check(module, random, scale, |table, reference, score, penalty| {
                        fill_by_tiles::<$tile, B>(module, table, reference, score, penalty)
                    })
                },
            }),*]
        };
    }
    let mut checks = tiles! {
        "nw_row": RowTile;
        "nw_padded": PaddedTile;
        "nw_anti_diagonal": AntiDiagonalTile;
        "nw_skewed": SkewedTile;
    };
    checks.push(Check {
        name: "nw_sweep",
        run: |module, random, scale| {
            check(module, random, scale, |table, reference, score, penalty| {
                let mut sweep = Sweep::new(module, table)?;
                // Twice: the second launch finds the words of the first.
                sweep.fill(module, reference, score, penalty)?;
                sweep.fill(module, reference, score, penalty)
            })
        },
    });
    checks.push(Check { name: "nw_score", run: score });
    checks
}
