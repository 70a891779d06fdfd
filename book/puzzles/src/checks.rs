//! What each puzzle has to give, by an obvious formula over all numbers of its inputs, and a hint.

use crate::{Check, Cost};

/// Numbers below 1000 that do not repeat soon.
fn numbers(count: usize, seed: u32) -> Vec<u32> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_761).wrapping_add(seed) >> 7) % 1000).collect()
}

fn check(inputs: Vec<Vec<u32>>, hint: &'static str, expected: impl FnOnce(&[Vec<u32>]) -> Vec<u32>) -> Check {
    Check { expected: expected(&inputs), inputs, cost: Cost::Any, hint }
}

/// A matrix of rows whose element `[i, j]` is a function of both.
fn matrix([m, n]: [usize; 2], element: impl Fn(usize, usize) -> u32) -> Vec<u32> {
    (0..m * n).map(|k| element(k / n, k % n)).collect()
}

pub(crate) fn p01_map() -> Check {
    let hint = "what `get` gives is a number, and `set` takes one";
    check(vec![numbers(256, 1)], hint, |inputs| inputs[0].iter().map(|x| x + 10).collect())
}

pub(crate) fn p02_zip() -> Check {
    let hint = "both inputs have the same layout, so that one index is right for both";
    check(vec![numbers(256, 1), numbers(256, 2)], hint, |inputs| {
        inputs[0].iter().zip(&inputs[1]).map(|(a, b)| a + b).collect()
    })
}

pub(crate) fn p03_guard() -> Check {
    let hint = "first 1000 numbers, then as if they were 1024, then as 16 blocks: `Row(…).ExpandBy([…] => […]).GroupBy([16, 64])`";
    check(vec![numbers(1000, 3)], hint, |inputs| inputs[0].iter().map(|x| 2 * x).collect())
}

pub(crate) fn p04_partial_tiles() -> Check {
    let hint = "the next multiples of 16 are 48 and 64, so that there are 3×4 tiles";
    check(vec![numbers(37 * 50, 4)], hint, |inputs| inputs[0].iter().map(|x| x + 1).collect())
}

pub(crate) fn p05_broadcast() -> Check {
    let hint = "both components of the output's index are needed: the row for `a`, the column for `b`";
    check(vec![numbers(32, 5), numbers(64, 6)], hint, |inputs| matrix([32, 64], |i, j| inputs[0][i] + inputs[1][j]))
}

pub(crate) fn p06_columns() -> Check {
    let hint = "`Row` has the rows one after the other; its counterpart for columns is named as one would think";
    check(vec![numbers(32 * 64, 7)], hint, |inputs| matrix([32, 64], |i, j| inputs[0][j * 32 + i]))
}

pub(crate) fn p07_tiles() -> Check {
    let hint = "there are 4 rows of 8 tiles, and both orders are `Row`";
    check(vec![numbers(32 * 64, 8)], hint, |inputs| {
        matrix([32, 64], |i, j| inputs[0][(i / 8 * 8 + j / 8) * 64 + i % 8 * 8 + j % 8])
    })
}

pub(crate) fn p08_morton() -> Check {
    let hint = "the piece has the name of the curve, and takes the extents";
    check(vec![numbers(64 * 64, 9)], hint, |inputs| {
        let position =
            |i: usize, j: usize| (0..6).map(|k| (i >> k & 1) << (2 * k + 1) | (j >> k & 1) << (2 * k)).sum::<usize>();
        matrix([64, 64], |i, j| inputs[0][position(i, j)])
    })
}

pub(crate) fn p09_anti_diagonal() -> Check {
    let hint = "the square has one extent: `AntiDiag(32)`";
    check(vec![numbers(32 * 32, 10)], hint, |inputs| {
        let mut output = vec![0; 32 * 32];
        let on = (0..63_usize).flat_map(|sum| (sum.saturating_sub(31)..=sum.min(31)).map(move |i| (i, sum - i)));
        for ((i, j), x) in on.zip(&inputs[0]) {
            output[i * 32 + j] = *x;
        }
        output
    })
}

pub(crate) fn p10_padding() -> Check {
    let hint = "what is seen has rows of 60, what is stored has rows of 64: `Row(20, 64).PadBy([…] => [20, 64])`";
    check(vec![numbers(20 * 64, 11)], hint, |inputs| matrix([20, 60], |i, j| inputs[0][i * 64 + j]))
}

pub(crate) fn p11_permute() -> Check {
    let hint = "in memory stand the axes 1, 3, 4 and 2 of the index: image, row, column, channel";
    check(vec![numbers(2 * 8 * 4 * 16, 12)], hint, |inputs| {
        let element = |k: usize| {
            let (c, w, h, n) = (k % 8, k / 8 % 16, k / 128 % 4, k / 512);
            inputs[0][((n * 8 + c) * 4 + h) * 16 + w]
        };
        (0..1024).map(element).collect()
    })
}

pub(crate) fn p12_shared_memory() -> Check {
    let hint = "the barrier is `lego_cuda::device::sync_threads()`, and stands between what is put and what is taken";
    check(vec![numbers(256, 13)], hint, |inputs| {
        inputs[0].chunks(64).flat_map(|block| block.iter().rev().copied()).collect()
    })
}

pub(crate) fn p13_neighbours() -> Check {
    let hint = "`i.wrapping_sub(1)` is far beyond the extent where i is 0, and `try_get` gives `None`: `.unwrap_or(0)`";
    check(vec![numbers(256, 14)], hint, |inputs| {
        let at = |i: usize| inputs[0].get(i).copied().unwrap_or(0);
        (0..256).map(|i: usize| at(i.wrapping_sub(1)) + at(i) + at(i + 1)).collect()
    })
}

fn transpose(cost: Cost, hint: &'static str) -> Check {
    let turned = |inputs: &[Vec<u32>]| matrix([96, 64], |i, j| inputs[0][j * 96 + i]);
    Check { cost, ..check(vec![numbers(64 * 96, 15)], hint, turned) }
}

pub(crate) fn p14_transpose() -> Check {
    transpose(
        Cost::Coalesced,
        "put `input.get([block.y, block.x, step, 0, thread.y, thread.x])` into the tile at row `Step::apply_u32([step, thread.y])`, \
         column `thread.x`; after a barrier take it from row `thread.x`, and that column",
    )
}

pub(crate) fn p15_bank_conflicts() -> Check {
    transpose(Cost::NoConflicts, "if a row took 33 words, the next would begin in another bank: `PadBy`")
}

pub(crate) fn p16_swizzle() -> Check {
    transpose(Cost::NoConflicts, "`SwizzleRows([32, 32], bits)` has column j of row i at j xor the lowest bits of i")
}

pub(crate) fn p17_vectors() -> Check {
    let hint = "in memory k has to be the innermost, and that is plain `Row(4, 64, 4)`; then one read and one write of a vector";
    // Two warps in each of four blocks, one read and one write each.
    let cost = Cost::Requests(16);
    Check { cost, ..check(vec![numbers(1024, 17)], hint, |inputs| inputs[0].iter().map(|x| 3 * x).collect()) }
}

pub(crate) fn p18_reduction() -> Check {
    let hint =
        "`for half in [32, 16, 8, 4, 2, 1]`, only the threads `t < half` add, and all of them come to the barrier";
    check(vec![numbers(512, 18)], hint, |inputs| inputs[0].chunks(64).map(|row| row.iter().sum()).collect())
}

pub(crate) fn p19_scan() -> Check {
    let hint = "read the left one, barrier, `set` the sum, barrier; at last the output is what the tile has at t";
    check(vec![numbers(512, 19)], hint, |inputs| {
        let sums = |row: &[u32]| -> Vec<u32> { (1..=64).map(|n| row[..n].iter().sum()).collect() };
        inputs[0].chunks(64).flat_map(sums).collect()
    })
}

pub(crate) fn p20_matrix_product() -> Check {
    let hint = "the tiles of step s are `[block.y, s, …]` of `a` and `[s, block.x, …]` of `b`, whose layout is `Col(32, 32)` in tiles; \
                a barrier before the tiles are read, and one before they are written again";
    check(vec![numbers(32 * 32, 20), numbers(32 * 32, 21)], hint, |inputs| {
        matrix([32, 32], |i, j| (0..32).map(|k| inputs[0][i * 32 + k] * inputs[1][j * 32 + k]).sum())
    })
}
