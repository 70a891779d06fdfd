//! The shortest paths between all nodes of a graph (Floyd and Warshall), tile by tile.

use super::{Bench, near};
use lego::{ArrND, Layout, layout};

const N: usize = 1536;
const B: usize = 64;
const T: usize = N / B;

layout! {
    /// Row after row; the index is that of a tile and of an element in it.
    type Rows = Row(N, N).TileBy([T, T], [B, B]);
    /// Tile after tile.
    type Tiles = OrderBy(Row(T, T), Row(B, B)).TileBy([T, T], [B, B]);
}

/// The tiles `[i, j]` in the order in which the paths through the nodes of tile `k` make them shorter.
fn order(k: usize) -> impl Iterator<Item = [usize; 2]> {
    let others = move || (0..T).filter(move |i| *i != k);
    let cross = others().flat_map(move |i| [[k, i], [i, k]]);
    let rest = others().flat_map(move |i| others().map(move |j| [i, j]));
    [[k, k]].into_iter().chain(cross).chain(rest)
}

#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(never)]
fn shorten<L: Layout<Index = [usize; 4]>>(d: &mut ArrND<f32, L, 4>) {
    for k in 0..T {
        for [i, j] in order(k) {
            for q in 0..B {
                for p in 0..B {
                    let first = d[[i, k, p, q]];
                    for r in 0..B {
                        d[[i, j, p, r]] = least(first + d[[k, j, q, r]], d[[i, j, p, r]]);
                    }
                }
            }
        }
    }
}

/// Row by row, without tiles.
#[inline(never)]
fn row_by_row(d: &mut [f32]) {
    let mut through = [0.0; N];
    for k in 0..N {
        through.copy_from_slice(&d[k * N..][..N]);
        for row in d.chunks_exact_mut(N) {
            let first = row[k];
            for (d, second) in row.iter_mut().zip(&through) {
                *d = least(first + second, *d);
            }
        }
    }
}

/// Tile by tile, the two tiles of the paths' halves copied out first.
#[inline(never)]
fn copied(d: &mut [f32]) {
    let [mut left, mut up] = [[[0.0; B]; B]; 2];
    let copy = |d: &[f32], i: usize, j: usize, tile: &mut [[f32; B]; B]| {
        for (p, line) in tile.iter_mut().enumerate() {
            line.copy_from_slice(&d[(i * B + p) * N + j * B..][..B]);
        }
    };
    for k in 0..T {
        for [i, j] in order(k) {
            if i != k && j != k {
                copy(d, i, k, &mut left);
                copy(d, k, j, &mut up);
                for (p, left) in left.iter().enumerate() {
                    let line: &mut [f32; B] = (&mut d[(i * B + p) * N + j * B..][..B]).try_into().unwrap();
                    for (first, up) in left.iter().zip(&up) {
                        for (d, second) in line.iter_mut().zip(up) {
                            *d = least(first + second, *d);
                        }
                    }
                }
            } else {
                for q in 0..B {
                    let mut through = [0.0; B];
                    through.copy_from_slice(&d[(k * B + q) * N + j * B..][..B]);
                    for p in 0..B {
                        let first = d[(i * B + p) * N + k * B + q];
                        for (d, second) in d[(i * B + p) * N + j * B..][..B].iter_mut().zip(&through) {
                            *d = least(first + second, *d);
                        }
                    }
                }
            }
        }
    }
}

pub(crate) fn run(bench: &mut Bench) {
    let words = ["all shortest paths", "1536 nodes, f32", "tiles of `Row(64, 64)`"];
    if !bench.is_wanted(words[0]) {
        return;
    }
    let elements = bench.numbers(N * N);
    let at = |[i, j, p, q]: [usize; 4]| elements[(i * B + p) * N + j * B + q];
    let (mut rows, mut tiles) = (ArrND::from_fn(Rows, at), ArrND::from_fn(Tiles, at));
    let [mut a, mut b] = [(); 2].map(|()| elements.clone());
    // Paths that are shortest stay so, and the work does not depend on what they are.
    bench.time(
        words,
        &mut [
            ("rows", Box::new(|| shorten(&mut rows))),
            ("tiles", Box::new(|| shorten(&mut tiles))),
            ("row by row", Box::new(|| row_by_row(&mut a))),
            ("two tiles copied", Box::new(|| copied(&mut b))),
        ],
    );
    let mut right = elements;
    for k in 0..N {
        let through = right[k * N..][..N].to_vec();
        for row in right.chunks_mut(N) {
            let first = row[k];
            row.iter_mut().zip(&through).for_each(|(d, second)| *d = d.min(first + second));
        }
    }
    let whole = |found: &dyn Fn([usize; 4]) -> f32| {
        (0..N * N).map(|p| [p / N / B, p % N / B, p / N % B, p % B]).map(found).collect::<Vec<f32>>()
    };
    near(whole(&|index| rows[index]), right.iter().copied());
    near(whole(&|index| tiles[index]), right.iter().copied());
    near(a, right.iter().copied());
    near(b, right.iter().copied());
}
