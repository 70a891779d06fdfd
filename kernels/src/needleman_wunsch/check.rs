//! Tables of Needleman and Wunsch of many shapes, compared with one that is filled row by row.

use super::{AntiDiagonalTile, PaddedTile, RowTile, SkewedTile, Sweep, Table, fill_by_tiles};
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: &[(usize, usize)] = &[(1, 1), (64, 64), (70, 129), (200, 40), (256, 192)];
const FULL: &[(usize, usize)] = &[(1, 1), (64, 64), (1000, 1003), (129, 5000), (4000, 77), (2048, 2048)];

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
    checks
}
