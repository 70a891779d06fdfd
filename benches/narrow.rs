//! Copies whose shortest axis has 2 to 7 elements, as the colours of a pixel: groups split into lines and lines joined
//! to groups, of 1 to 8 bytes an element, beside `ndarray`, the crate `transpose` and loops by hand.
//!
//! `cargo bench --bench narrow` prints the table of `benches/results/narrow.md`; after `--` may stand the number of rounds. All peers of
//! a copy take turns, and what they write is compared.

use lego::{Arr2D, layout};
use ndarray::{Array2, ShapeBuilder};
use std::hint::black_box;
use std::time::Instant;

layout! {
    /// Element `[i, k]`: group i, of neighbours.
    type Groups(n, c) = Row(n, c);
    /// The same in lines, of all first elements, all second ones, and so on.
    type Lines(n, c) = Col(n, c);
}

/// An element.
trait Element: Copy + Default + PartialEq {
    const NAME: &'static str;
    fn of(number: u8) -> Self;
}

macro_rules! elements {
    ($($number:ident)*) => {$(
        impl Element for $number {
            const NAME: &'static str = stringify!($number);
            fn of(number: u8) -> Self {
                number.into()
            }
        }
    )*};
}
elements! { u8 u16 f32 f64 }

/// Groups to lines, each line a slice.
#[inline(never)]
fn split<T: Copy, const C: usize>(n: usize, groups: &[T], out: &mut [T]) {
    let mut rest = out;
    let lines: [&mut [T]; C] = std::array::from_fn(|_| {
        let (line, others) = std::mem::take(&mut rest).split_at_mut(n);
        rest = others;
        line
    });
    for (i, group) in groups.chunks_exact(C).enumerate().take(n) {
        for k in 0..C {
            lines[k][i] = group[k];
        }
    }
}

/// The same line by line.
#[inline(never)]
fn split_by_lines<T: Copy, const C: usize>(n: usize, groups: &[T], out: &mut [T]) {
    for (k, line) in out.chunks_exact_mut(n).enumerate() {
        for (x, group) in line.iter_mut().zip(groups.chunks_exact(C)) {
            *x = group[k];
        }
    }
}

/// Lines to groups.
#[inline(never)]
fn join<T: Copy, const C: usize>(n: usize, lines: &[T], out: &mut [T]) {
    let lines: [&[T]; C] = std::array::from_fn(|k| &lines[k * n..][..n]);
    for (i, group) in out.chunks_exact_mut(C).enumerate().take(n) {
        for k in 0..C {
            group[k] = lines[k][i];
        }
    }
}

/// The same line by line.
#[inline(never)]
fn join_by_lines<T: Copy, const C: usize>(n: usize, lines: &[T], out: &mut [T]) {
    for (k, line) in lines.chunks_exact(n).enumerate() {
        for (x, group) in line.iter().zip(out.chunks_exact_mut(C)) {
            group[k] = *x;
        }
    }
}

/// The best time of each way, which take turns, in nanoseconds an element.
fn times<const W: usize>(elements: usize, rounds: usize, ways: [&mut dyn FnMut(); W]) -> [f64; W] {
    let times = (1 << 18) / elements + 1;
    let mut best = [f64::MAX; W];
    for round in 0..rounds {
        for turn in 0..W {
            let way = (round + turn) % W;
            let start = Instant::now();
            for _ in 0..times {
                ways[way]();
            }
            best[way] = best[way].min(start.elapsed().as_secs_f64());
        }
    }
    best.map(|time| time * 1e9 / (times * elements) as f64)
}

fn row<T: Element, const C: usize>(n: usize, rounds: usize) {
    let elements: Vec<T> = (0..n * C).map(|k| T::of((k * 7 % 251) as u8)).collect();
    let nothing = || vec![T::default(); n * C];
    let (groups, lines) = (Groups::new(n, C).expect("a size"), Lines::new(n, C).expect("a size"));
    let source = Arr2D::from_physical(groups, elements.clone()).expect("as many elements");
    let mut split_up = Arr2D::from_physical(lines, nothing()).expect("as many elements");
    let mut joined = Arr2D::from_physical(groups, nothing()).expect("as many elements");
    let nd_source = Array2::from_shape_vec((n, C), elements.clone()).expect("as many elements");
    let (mut nd_split, mut nd_joined) =
        (Array2::from_elem((n, C).f(), T::default()), Array2::from_elem((n, C), T::default()));
    let [mut a, mut b, mut c] = [(); 3].map(|()| nothing());
    let ours = times(
        n * C,
        rounds,
        [
            &mut || split_up.assign(black_box(&source)).expect("one shape"),
            &mut || nd_split.assign(black_box(&nd_source)),
            &mut || transpose::transpose(black_box(&elements), &mut a, C, n),
            &mut || split::<T, C>(n, black_box(&elements), &mut b),
            &mut || split_by_lines::<T, C>(n, black_box(&elements), &mut c),
        ],
    );
    assert!([&a, &b, &c].into_iter().all(|out| out[..] == *split_up.as_physical()));
    assert!(nd_split == nd_source);
    let from = split_up.as_physical().to_vec();
    let back = times(
        n * C,
        rounds,
        [
            &mut || joined.assign(black_box(&split_up)).expect("one shape"),
            &mut || nd_joined.assign(black_box(&nd_split)),
            &mut || transpose::transpose(black_box(&from), &mut a, n, C),
            &mut || join::<T, C>(n, black_box(&from), &mut b),
            &mut || join_by_lines::<T, C>(n, black_box(&from), &mut c),
        ],
    );
    assert!([&a, &b, &c].into_iter().all(|out| *out == elements) && joined.as_physical() == elements);
    let cell = |[ours, nd, tr, one, other]: [f64; 5]| {
        format!("{ours:.3} | {:.2} | {:.2} | {:.2}", nd / ours, tr / ours, one.min(other) / ours)
    };
    println!("| {} {C}, {n} | {} | {} |", T::NAME, cell(ours), cell(back));
}

fn rows<T: Element>(rounds: usize) {
    for n in [4096, 1 << 20] {
        row::<T, 2>(n, rounds);
        row::<T, 3>(n, rounds);
        row::<T, 4>(n, rounds);
        row::<T, 5>(n, rounds);
        row::<T, 7>(n, rounds);
    }
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(9);
    println!("Nanoseconds an element; the peer's time by that, above 1 the array is faster.\n");
    println!(
        "| elements and axis, groups | split, ns | ndarray | transpose | by hand | join, ns | ndarray | transpose | by hand |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    rows::<u8>(rounds);
    rows::<u16>(rounds);
    rows::<f32>(rounds);
    rows::<f64>(rounds);
}
