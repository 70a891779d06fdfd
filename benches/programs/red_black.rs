//! Red-black relaxation: each cell becomes the mean of its four neighbours, those of one colour of a chessboard, then
//! those of the other.
//!
//! Both colours are done in one walk: once the red cells of a row are new, the black ones of the row before are
//! computed.

use super::{Bench, near};
use lego::{Arr3D, Layout, layout};

/// The layouts and functions of one size. `c` of element `[i, h, c]` is column `2 * h + c`.
macro_rules! size {
    ($size:ident, $n:literal, $steps:literal) => {
        mod $size {
            use super::*;

            const N: usize = $n;
            const STEPS: usize = $steps;

            layout! {
                /// Row after row, red and black cells in turn.
                type Rows = Row(N, N/2, 2);
                /// The cells in even columns of a row, then those in odd ones.
                type Split = OrderBy(RegP([N, N/2, 2], [1, 3, 2])).GroupBy([N, N/2, 2]);
            }

            #[inline(always)]
            fn half_row<L: Layout<Index = [usize; 3]>>(a: &mut Arr3D<f32, L>, i: usize, colour: usize) {
                if (i + colour) % 2 == 0 {
                    for h in 1..N / 2 {
                        a[[i, h, 0]] =
                            0.25 * ((a[[i - 1, h, 0]] + a[[i + 1, h, 0]]) + (a[[i, h - 1, 1]] + a[[i, h, 1]]));
                    }
                } else {
                    for h in 0..N / 2 - 1 {
                        a[[i, h, 1]] =
                            0.25 * ((a[[i - 1, h, 1]] + a[[i + 1, h, 1]]) + (a[[i, h, 0]] + a[[i, h + 1, 0]]));
                    }
                }
            }

            #[inline(never)]
            fn relax<L: Layout<Index = [usize; 3]>>(a: &mut Arr3D<f32, L>) {
                for i in 1..N {
                    if i < N - 1 {
                        half_row(a, i, 0);
                    }
                    if i > 1 {
                        half_row(a, i - 1, 1);
                    }
                }
            }

            fn three(a: &mut [f32], i: usize) -> [&mut [f32; N]; 3] {
                let (up, rest) = a[(i - 1) * N..].split_at_mut(N);
                let (here, down) = rest.split_at_mut(N);
                [up, here, &mut down[..N]].map(|row| row.try_into().unwrap())
            }

            /// Each second cell of a row.
            #[inline(always)]
            fn strided(a: &mut [f32], i: usize, colour: usize, _: &mut [f32; N]) {
                let [up, here, down] = three(a, i);
                let first = 2 - (i + colour) % 2;
                for h in 0..(N - first) / 2 {
                    let j = first + 2 * h;
                    here[j] = 0.25 * ((up[j] + down[j]) + (here[j - 1] + here[j + 1]));
                }
            }

            /// All cells of a row as vectors, of which each second one is taken over.
            #[inline(always)]
            fn blended(a: &mut [f32], i: usize, colour: usize, new: &mut [f32; N]) {
                let [up, here, down] = three(a, i);
                for j in 1..N - 1 {
                    new[j] = 0.25 * ((up[j] + down[j]) + (here[j - 1] + here[j + 1]));
                }
                (new[0], new[N - 1]) = (here[0], here[N - 1]);
                let is_taken = [0, 1].map(|j| if (i + colour + j) % 2 == 0 { u32::MAX } else { 0 });
                for (here, new) in here.chunks_exact_mut(4).zip(new.chunks_exact(4)) {
                    for k in 0..4 {
                        let mask = is_taken[k % 2];
                        here[k] = f32::from_bits(new[k].to_bits() & mask | here[k].to_bits() & !mask);
                    }
                }
            }

            #[inline(always)]
            fn by_hand(a: &mut [f32], row: impl Fn(&mut [f32], usize, usize, &mut [f32; N])) {
                let mut new = [0.0; N];
                for i in 1..N {
                    if i < N - 1 {
                        row(a, i, 0, &mut new);
                    }
                    if i > 1 {
                        row(a, i - 1, 1, &mut new);
                    }
                }
            }

            #[inline(never)]
            fn by_strides(a: &mut [f32]) {
                by_hand(a, strided);
            }

            #[inline(never)]
            fn by_blends(a: &mut [f32]) {
                by_hand(a, blended);
            }

            /// Colour by colour, as it is defined.
            fn plain(a: &mut [f32]) {
                for colour in 0..2 {
                    for (i, j) in (1..N - 1).flat_map(|i| (1..N - 1).map(move |j| (i, j))) {
                        if (i + j + colour) % 2 == 0 {
                            let at = i * N + j;
                            a[at] = 0.25 * ((a[at - N] + a[at + N]) + (a[at - 1] + a[at + 1]));
                        }
                    }
                }
            }

            pub(super) fn run(bench: &mut Bench) {
                let size = format!("{N}×{N} f32, {STEPS} steps");
                let words = ["red-black relaxation", &size, "`RegP([n, n/2, 2], [1, 3, 2])`"];
                if !bench.is_wanted(words[0]) {
                    return;
                }
                let elements = bench.numbers(N * N);
                let mut rows = Arr3D::from_row_major(Rows, &elements).unwrap();
                let mut split = Arr3D::from_row_major(Split, &elements).unwrap();
                let [mut a, mut b, mut right] = [(); 3].map(|()| elements.clone());
                // One step of each first, to be compared.
                plain(&mut right);
                relax(&mut rows);
                relax(&mut split);
                by_strides(&mut a);
                by_blends(&mut b);
                for found in [&rows.to_row_major(), &split.to_row_major(), &a, &b] {
                    near(found.iter().copied(), right.iter().copied());
                }
                bench.time(
                    words,
                    &mut [
                        ("rows", Box::new(|| (0..STEPS).for_each(|_| relax(&mut rows)))),
                        ("split", Box::new(|| (0..STEPS).for_each(|_| relax(&mut split)))),
                        ("each second cell", Box::new(|| (0..STEPS).for_each(|_| by_strides(&mut a)))),
                        ("all cells, blended", Box::new(|| (0..STEPS).for_each(|_| by_blends(&mut b)))),
                    ],
                );
                assert!(rows == split);
                near(a, rows.to_row_major());
                near(b, rows.to_row_major());
            }
        }
    };
}

size!(small, 500, 20);
size!(large, 3000, 1);

pub(crate) fn run(bench: &mut Bench) {
    small::run(bench);
    large::run(bench);
}
