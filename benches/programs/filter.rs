//! A recursive filter along the rows: what it gives for a sample depends on the samples before.

use super::{Bench, near};
use lego::{Arr2D, Layout, layout};
use std::hint::black_box;

const CHANNELS: usize = 512;
const SAMPLES: usize = 1000;
const LANES: usize = 16;

layout! {
    /// Channel after channel.
    type Rows = Row(CHANNELS, SAMPLES);
    /// The samples of 16 channels in turn.
    type Panels = OrderBy(Row(CHANNELS/16, 1), Col(16, SAMPLES)).TileBy([CHANNELS, SAMPLES]);
}

/// What follows from a sample and the state: the result, and the state behind it.
#[inline(always)]
fn step(x: f32, [p, q]: [f32; 2]) -> (f32, [f32; 2]) {
    let y = 0.2 * x + p;
    (y, [0.3 * x + 0.5 * y + q, 0.2 * x - 0.2 * y])
}

#[inline(never)]
fn filter<L: Layout<Index = [usize; 2]>>(a: &Arr2D<f32, L>, out: &mut Arr2D<f32, L>) {
    for first in (0..CHANNELS).step_by(LANES) {
        let [mut p, mut q] = [[0.0; LANES]; 2];
        for t in 0..SAMPLES {
            for l in 0..LANES {
                (out[[first + l, t]], [p[l], q[l]]) = step(a[[first + l, t]], [p[l], q[l]]);
            }
        }
    }
}

/// `P` channels at a time.
#[inline(never)]
fn some<const P: usize>(a: &[f32], out: &mut [f32]) {
    for (a, out) in a.chunks_exact(P * SAMPLES).zip(out.chunks_exact_mut(P * SAMPLES)) {
        let mut states = [[0.0; 2]; P];
        let mut rest = out;
        let lines: [&[f32]; P] = std::array::from_fn(|l| &a[l * SAMPLES..][..SAMPLES]);
        let outs: [&mut [f32]; P] = std::array::from_fn(|_| {
            let (line, others) = std::mem::take(&mut rest).split_at_mut(SAMPLES);
            rest = others;
            line
        });
        for t in 0..SAMPLES {
            for l in 0..P {
                (outs[l][t], states[l]) = step(lines[l][t], states[l]);
            }
        }
    }
}

/// `P` channels at a time, whose next `B` samples are copied to lanes first.
#[inline(never)]
fn packed<const P: usize, const B: usize>(a: &[f32], out: &mut [f32]) {
    let mut lanes = [[0.0; P]; B];
    for (a, out) in a.chunks_exact(P * SAMPLES).zip(out.chunks_exact_mut(P * SAMPLES)) {
        let [mut p, mut q] = [[0.0; P]; 2];
        for first in (0..SAMPLES).step_by(B) {
            for l in 0..P {
                for (lane, x) in lanes.iter_mut().zip(&a[l * SAMPLES + first..][..B]) {
                    lane[l] = *x;
                }
            }
            for lane in &mut lanes {
                for l in 0..P {
                    (lane[l], [p[l], q[l]]) = step(lane[l], [p[l], q[l]]);
                }
            }
            for l in 0..P {
                for (lane, y) in lanes.iter().zip(&mut out[l * SAMPLES + first..][..B]) {
                    *y = lane[l];
                }
            }
        }
    }
}

pub(crate) fn run(bench: &mut Bench) {
    let words = ["recursive filter", "512×1000 f32", "`Col(16, 1000)` for each 16 rows"];
    if !bench.is_wanted(words[0]) {
        return;
    }
    let elements = bench.numbers(CHANNELS * SAMPLES);
    let rows = Arr2D::from_row_major(Rows, &elements).unwrap();
    let panels = Arr2D::from_row_major(Panels, &elements).unwrap();
    let (mut a, mut b) = (Arr2D::from_fn(Rows, |_| 0.0), Arr2D::from_fn(Panels, |_| 0.0));
    let mut by_hand = [(); 5].map(|()| vec![0.0; elements.len()]);
    let [c, d, e, f, g] = &mut by_hand;
    bench.time(
        words,
        &mut [
            ("rows", Box::new(|| filter(black_box(&rows), &mut a))),
            ("panels", Box::new(|| filter(black_box(&panels), &mut b))),
            ("4 rows", Box::new(|| some::<4>(black_box(&elements), c))),
            ("8 rows", Box::new(|| some::<8>(black_box(&elements), d))),
            ("16 rows", Box::new(|| some::<16>(black_box(&elements), e))),
            ("8 rows packed", Box::new(|| packed::<8, 8>(black_box(&elements), f))),
            ("16 rows packed", Box::new(|| packed::<16, 20>(black_box(&elements), g))),
        ],
    );
    let mut right = Vec::new();
    for row in elements.chunks(SAMPLES) {
        let mut state = [0.0; 2];
        for x in row {
            let y;
            (y, state) = step(*x, state);
            right.push(y);
        }
    }
    near(a.to_row_major(), right.iter().copied());
    near(b.to_row_major(), right.iter().copied());
    by_hand.into_iter().for_each(|found| near(found, right.iter().copied()));
}
