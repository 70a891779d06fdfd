//! An image turned by an angle, each pixel interpolated between four.

use super::{Bench, aligned, near};
use lego::{Array, Layout, Storage, View2D, layout};
use std::hint::black_box;

const N: usize = 4000;

layout! {
    type Rows = Row(N, N);
    /// Tiles of 4×4, each as large as a line of the cache.
    type Tiles = OrderBy(Row(N/4, N/4), Row(4, 4)).TileBy([N, N]);
}

/// The sine and the cosine, in 2^-16.
fn turn(degrees: f64) -> [i64; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [sin, cos].map(|x| (x * 65536.0).round() as i64)
}

/// The place that pixel `[i, j]` comes from, in 2^-16 of a pixel.
#[inline(always)]
fn place([sin, cos]: [i64; 2], i: usize, j: usize) -> [i64; 2] {
    let half = N as i64 / 2;
    let (y, x) = (i as i64 - half, j as i64 - half);
    [cos * y - sin * x + (half << 16), sin * y + cos * x + (half << 16)]
}

/// Computes the results block by block of `block`×`block`; one block of all is the plain order.
#[inline(always)]
fn rotate(
    image: &Array<impl Storage<Elem = f32>, impl Layout<Index = [usize; 2]>, 2>,
    angle: [i64; 2],
    block: usize,
    out: &mut [f32],
) {
    for (first, left) in (0..N).step_by(block).flat_map(|i| (0..N).step_by(block).map(move |j| (i, j))) {
        for i in first..first + block {
            let [mut y, mut x] = place(angle, i, left);
            for out in &mut out[i * N + left..][..block] {
                let (k, l) = ((y >> 16) as usize, (x >> 16) as usize);
                let [dy, dx] = [y, x].map(|at| (at & 0xFFFF) as i32 as f32 * (1.0 / 65536.0));
                *out = if k < N - 1 && l < N - 1 {
                    let (a, b) = (image[[k, l]], image[[k, l + 1]]);
                    let (c, d) = (image[[k + 1, l]], image[[k + 1, l + 1]]);
                    let (up, down) = (a + (b - a) * dx, c + (d - c) * dx);
                    up + (down - up) * dy
                } else {
                    0.0
                };
                y -= angle[0];
                x += angle[1];
            }
        }
    }
}

#[inline(never)]
fn plain(
    image: &Array<impl Storage<Elem = f32>, impl Layout<Index = [usize; 2]>, 2>,
    angle: [i64; 2],
    out: &mut [f32],
) {
    rotate(image, angle, N, out);
}

#[inline(never)]
fn blocked<const B: usize>(image: &View2D<'_, f32, Rows>, angle: [i64; 2], out: &mut [f32]) {
    rotate(image, angle, B, out);
}

pub(crate) fn run(bench: &mut Bench) {
    let program = "image turned";
    if !bench.is_wanted(program) {
        return;
    }
    let elements = bench.numbers(N * N);
    let rows = View2D::from_physical(Rows, &elements[..]).unwrap();
    let mut buffer = Vec::new();
    let mut tiles = Array::from_physical(Tiles, aligned(&mut buffer, N * N, 64)).unwrap();
    tiles.assign(&rows).unwrap();
    let mut out = [(); 4].map(|()| vec![0.0; N * N]);
    for degrees in [30.0, 80.0] {
        let angle = turn(degrees);
        let [a, b, c, d] = &mut out;
        bench.time(
            [&format!("{program} by {degrees}°"), "4000×4000 f32", "tiles of `Row(4, 4)`"],
            &mut [
                ("rows", Box::new(|| plain(black_box(&rows), angle, a))),
                ("tiles", Box::new(|| plain(black_box(&tiles), angle, b))),
                ("blocks of 16", Box::new(|| blocked::<16>(black_box(&rows), angle, c))),
                ("blocks of 50", Box::new(|| blocked::<50>(black_box(&rows), angle, d))),
            ],
        );
        let right = |at: usize| {
            let [y, x] = place(angle, at / N, at % N);
            let (k, l) = (y.div_euclid(65536), x.div_euclid(65536));
            let inside = 0..N as i64 - 1;
            if !inside.contains(&k) || !inside.contains(&l) {
                return 0.0;
            }
            let [dy, dx] = [y, x].map(|at| at.rem_euclid(65536) as f32 / 65536.0);
            let value = |i: i64, j: i64| elements[(k + i) as usize * N + (l + j) as usize];
            let up = value(0, 0) * (1.0 - dx) + value(0, 1) * dx;
            let down = value(1, 0) * (1.0 - dx) + value(1, 1) * dx;
            up * (1.0 - dy) + down * dy
        };
        for out in &out {
            near((0..N * N).step_by(101).map(|at| out[at]), (0..N * N).step_by(101).map(right));
        }
    }
}
