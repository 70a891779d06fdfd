//! The Cholesky factors of many small matrices.

use super::{Bench, near};
use lego::{ArrND, Layout, layout};
use std::hint::black_box;

/// Matrix `[g, l]` is number `l` of group `g`.
const GROUPS: usize = 1000;
const LANES: usize = 16;
const N: usize = 6;

layout! {
    /// Matrix after matrix.
    type Rows = Row(GROUPS, LANES, N, N);
    /// The elements `[i, j]` of the matrices of a group side by side.
    type Lanes = OrderBy(RegP([GROUPS, LANES, N, N], [1, 3, 4, 2])).GroupBy([GROUPS, LANES, N, N]);
}

#[inline(never)]
fn factors<L: Layout<Index = [usize; 4]>>(a: &ArrND<f32, L, 4>, out: &mut ArrND<f32, L, 4>) {
    for g in 0..GROUPS {
        let mut inverses = [[0.0; LANES]; N];
        for i in 0..N {
            for j in 0..=i {
                let mut sums = [0.0; LANES];
                for (l, sum) in sums.iter_mut().enumerate() {
                    *sum = a[[g, l, i, j]];
                }
                for k in 0..j {
                    for (l, sum) in sums.iter_mut().enumerate() {
                        *sum -= out[[g, l, i, k]] * out[[g, l, j, k]];
                    }
                }
                if i == j {
                    for (l, sum) in sums.iter_mut().enumerate() {
                        *sum = sum.sqrt();
                        inverses[j][l] = 1.0 / *sum;
                    }
                } else {
                    for (l, sum) in sums.iter_mut().enumerate() {
                        *sum *= inverses[j][l];
                    }
                }
                for (l, sum) in sums.iter().enumerate() {
                    out[[g, l, i, j]] = *sum;
                }
            }
        }
    }
}

type Matrix = [[f32; N]; N];

/// Matrix by matrix.
#[inline(never)]
fn one_by_one(a: &[Matrix], out: &mut [Matrix]) {
    for (a, out) in a.iter().zip(out) {
        let mut inverses = [0.0; N];
        for i in 0..N {
            for j in 0..=i {
                let mut sum = a[i][j];
                for k in 0..j {
                    sum -= out[i][k] * out[j][k];
                }
                if i == j {
                    sum = sum.sqrt();
                    inverses[j] = 1.0 / sum;
                } else {
                    sum *= inverses[j];
                }
                out[i][j] = sum;
            }
        }
    }
}

/// `P` matrices are copied to lanes, factored there, and copied back.
#[inline(never)]
fn packed<const P: usize>(a: &[Matrix], out: &mut [Matrix]) {
    let mut lanes = [[[0.0; P]; N]; N];
    for (a, out) in a.chunks_exact(P).zip(out.chunks_exact_mut(P)) {
        for i in 0..N {
            for j in 0..=i {
                for l in 0..P {
                    lanes[i][j][l] = a[l][i][j];
                }
            }
        }
        let mut inverses = [[0.0; P]; N];
        for i in 0..N {
            for j in 0..=i {
                let mut sums = lanes[i][j];
                for k in 0..j {
                    for l in 0..P {
                        sums[l] -= lanes[i][k][l] * lanes[j][k][l];
                    }
                }
                if i == j {
                    sums = sums.map(f32::sqrt);
                    inverses[j] = sums.map(|sum| 1.0 / sum);
                } else {
                    for l in 0..P {
                        sums[l] *= inverses[j][l];
                    }
                }
                lanes[i][j] = sums;
            }
        }
        for i in 0..N {
            for j in 0..=i {
                for l in 0..P {
                    out[l][i][j] = lanes[i][j][l];
                }
            }
        }
    }
}

pub(crate) fn run(bench: &mut Bench) {
    let size = format!("{} of {N}×{N} f32", GROUPS * LANES);
    let words = ["small Cholesky factors", &size, "`RegP([n/16, 16, 6, 6], [1, 3, 4, 2])`"];
    if !bench.is_wanted(words[0]) {
        return;
    }
    let numbers = bench.numbers(GROUPS * LANES * N * N);
    let matrices: Vec<Matrix> = (numbers.chunks_exact(N * N))
        .map(|m| {
            std::array::from_fn(|i| {
                std::array::from_fn(|j| if i == j { 9.0 + m[i] } else { m[i * N + j] + m[j * N + i] - 1.0 })
            })
        })
        .collect();
    let at = |[g, l, i, j]: [usize; 4]| matrices[g * LANES + l][i][j];
    let (rows, lanes) = (ArrND::from_fn(Rows, at), ArrND::from_fn(Lanes, at));
    let (mut a, mut b) = (ArrND::from_fn(Rows, |_| 0.0), ArrND::from_fn(Lanes, |_| 0.0));
    let mut by_hand = [(); 3].map(|()| vec![[[0.0; N]; N]; matrices.len()]);
    let [c, d, e] = &mut by_hand;
    bench.time(
        words,
        &mut [
            ("rows", Box::new(|| factors(black_box(&rows), &mut a))),
            ("lanes", Box::new(|| factors(black_box(&lanes), &mut b))),
            ("one by one", Box::new(|| one_by_one(black_box(&matrices), c))),
            ("packed by 8", Box::new(|| packed::<8>(black_box(&matrices), d))),
            ("packed by 16", Box::new(|| packed::<16>(black_box(&matrices), e))),
        ],
    );
    assert!(a == b);
    by_hand.iter().for_each(|found| near(found.as_flattened().as_flattened().iter().copied(), a.to_row_major()));
    // The product of a factor and its transpose is the matrix.
    let product = |at: usize| {
        let ([m, i], j) = ([at / N / N, at / N % N], at % N);
        (0..=i.min(j)).map(|k| by_hand[0][m][i][k] * by_hand[0][m][j][k]).sum::<f32>()
    };
    near((0..numbers.len()).map(product), matrices.as_flattened().as_flattened().iter().copied());
}
