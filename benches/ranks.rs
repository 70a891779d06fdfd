//! A loop over arrays of rank 2 to 6 by `a[[…]]` and by `get`, beside the same loop over a slice.
//!
//! `cargo bench --bench ranks` prints the table of `benches/results/ranks.md`; after `--` may stand the number of rounds. It is built as
//! cargo builds a program, with 16 codegen units: a function that is not inlined there costs a call for each element.

use lego::{ArrND, Layout, layout};
use std::hint::black_box;
use std::time::Instant;

layout! {
    type Rows2 = Row(1024, 1024);
    type Rows3 = Row(64, 128, 128);
    type Rows4 = Row(16, 16, 32, 128);
    type Rows5 = Row(8, 8, 16, 8, 128);
    type Rows6 = Row(4, 8, 8, 4, 8, 128);
    type Tiles2 = TileOrderBy(Row(32, 32), Row(32, 32));
    type Tiles3 = OrderBy(Row(8, 8, 4), Row(8, 16, 32)).TileBy([64, 128, 128]);
    type Tiles4 = OrderBy(Row(16, 16), Row(32, 128)).TileBy([16, 16], [32, 128]);
    type Tiles5 = OrderBy(RegP([8, 8, 16, 8, 128], [1, 3, 4, 2, 5])).GroupBy([8, 8, 16, 8, 128]);
    type Tiles6 = OrderBy(Row(4, 8, 8), Row(4, 8, 128)).TileBy([4, 8, 8], [4, 8, 128]);
    /// The last axis so short that a loop over it is written out before it is made vector code.
    type Short4 = Row(64, 64, 16, 16);
}

/// All indices of a rank, in loops of their own.
macro_rules! loops {
    ($dims:expr, [$($i:ident)*], $body:expr) => {
        loops!(@ $dims, 0, [$($i)*], $body)
    };
    (@ $dims:expr, $axis:expr, [], $body:expr) => { $body };
    (@ $dims:expr, $axis:expr, [$i:ident $($rest:ident)*], $body:expr) => {
        for $i in 0..$dims[$axis] {
            loops!(@ $dims, $axis + 1, [$($rest)*], $body)
        }
    };
}

/// Times the ways over one layout, which take turns, and compares what they compute.
macro_rules! ways {
    ($rank:literal, $layout:ident, $words:literal, $rounds:expr) => {{
        let a = ArrND::<f32, $layout, $rank>::from_fn($layout, |index| index.iter().sum::<usize>() as f32);
        let mut all: [ArrND<f32, $layout, $rank>; 4] = core::array::from_fn(|_| ArrND::from_fn($layout, |_| 1.0));
        let mut times = [f64::MAX; 4];
        for round in 0..$rounds {
            for turn in 0..4 {
                let way = (round + turn) % 4;
                let b = &mut all[way];
                let start = Instant::now();
                match way {
                    0 => by_index(black_box(&a), b),
                    1 => by_get(black_box(&a), b),
                    2 => mixed(black_box(&a), b),
                    _ => by_hand(&$layout, black_box(a.as_physical()), b.as_physical_mut()),
                }
                times[way] = times[way].min(start.elapsed().as_secs_f64());
            }
        }
        for index in a.indices() {
            let expected = 1.0 + 2.0 * a[index] * $rounds as f32;
            assert!(all.iter().all(|b| b[index] == expected), "{index:?}");
        }
        let count = a.as_physical().len() as f64;
        let [index, get, mixed, hand] = times.map(|time| time * 1e9 / count);
        println!(
            "| {}, {} | {hand:.3} | {:.2} | {:.2} | {:.2} |",
            $rank,
            $words,
            hand / index,
            hand / get,
            hand / mixed
        );
    }};
}

/// The ways over one rank: `b[i] += 2 * a[i]`.
macro_rules! rank {
    ($name:ident, $rank:literal, $rows:ident, $tiles:ident, [$($i:ident)*] $(, $short:ident)?) => {
        mod $name {
            use super::*;

            #[inline(never)]
            pub(super) fn by_index<L: Layout<Index = [usize; $rank]>>(a: &ArrND<f32, L, $rank>, b: &mut ArrND<f32, L, $rank>) {
                let dims = a.dims();
                loops!(dims, [$($i)*], b[[$($i),*]] += 2.0 * a[[$($i),*]]);
            }

            #[inline(never)]
            pub(super) fn by_get<L: Layout<Index = [usize; $rank]>>(a: &ArrND<f32, L, $rank>, b: &mut ArrND<f32, L, $rank>) {
                let dims = a.dims();
                loops!(dims, [$($i)*], {
                    if let (Some(b), Some(a)) = (b.get_mut([$($i),*]), a.get([$($i),*])) {
                        *b += 2.0 * a;
                    }
                });
            }

            #[inline(never)]
            pub(super) fn mixed<L: Layout<Index = [usize; $rank]>>(a: &ArrND<f32, L, $rank>, b: &mut ArrND<f32, L, $rank>) {
                let dims = a.dims();
                loops!(dims, [$($i)*], b[[$($i),*]] += 2.0 * a.get([$($i),*]).copied().unwrap_or(0.0));
            }

            /// The same over slices, the position by the formula of the layout.
            #[inline(never)]
            pub(super) fn by_hand<L>(layout: &L, a: &[f32], b: &mut [f32])
            where
                L: Layout<Index = [usize; $rank], Position = usize>,
            {
                let dims = layout.dims();
                let (a, b) = (&a[..layout.span()], &mut b[..layout.span()]);
                loops!(dims, [$($i)*], {
                    let position = layout.apply([$($i),*]);
                    b[position] += 2.0 * a[position];
                });
            }

            pub(super) fn run(rounds: usize) {
                ways!($rank, $rows, "rows", rounds);
                ways!($rank, $tiles, "tiles", rounds);
            }
            $(
                pub(super) fn short(rounds: usize) {
                    ways!($rank, $short, "a last axis of 16", rounds);
                }
            )?
        }
    };
}

rank!(two, 2, Rows2, Tiles2, [i j]);
rank!(three, 3, Rows3, Tiles3, [i j k]);
rank!(four, 4, Rows4, Tiles4, [i j k l], Short4);
rank!(five, 5, Rows5, Tiles5, [i j k l m]);
rank!(six, 6, Rows6, Tiles6, [i j k l m n]);

fn main() {
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(9);
    println!(
        "| rank, layout | by hand, ns an element | hand / `a[[…]]` | hand / `get` | hand / both |\n|---|--:|--:|--:|--:|"
    );
    two::run(rounds);
    three::run(rounds);
    four::run(rounds);
    five::run(rounds);
    six::run(rounds);
    four::short(rounds);
}
