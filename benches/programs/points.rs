//! A volume interpolated at random points, each between eight elements.

use super::{Bench, aligned, near};
use lego::{Array, Layout, Storage, View3D, layout};
use std::hint::black_box;

const X: usize = 480;
const Y: usize = 500;
const Z: usize = 520;
const POINTS: usize = 500_000;

layout! {
    type Rows = Row(X, Y, Z);
    /// Bricks of 4×4×4, each as large as a line of the cache.
    type Bricks = OrderBy(Row(X/4, Y/4, Z/4), Row(4, 4, 4)).TileBy([X, Y, Z]);
}

/// The value at a place between the eight elements `at([i, j, k])`.
#[inline(always)]
fn between(place: [f32; 3], at: impl Fn([usize; 3]) -> f32) -> f32 {
    let [x, y, z] = place.map(|x| x as i32 as usize);
    let [dx, dy, dz] = [place[0] - x as f32, place[1] - y as f32, place[2] - z as f32];
    let mix = |a: f32, b: f32, d: f32| a + (b - a) * d;
    let line = |i: usize, j: usize| mix(at([i, j, z]), at([i, j, z + 1]), dz);
    mix(mix(line(x, y), line(x, y + 1), dy), mix(line(x + 1, y), line(x + 1, y + 1), dy), dx)
}

#[inline(never)]
fn values(
    volume: &Array<impl Storage<Elem = u8>, impl Layout<Index = [usize; 3]>, 3>,
    places: &[[f32; 3]],
    out: &mut [f32],
) {
    for (place, out) in places.iter().zip(out) {
        *out = between(*place, |index| volume.get(index).copied().unwrap_or(0).into());
    }
}

/// One check of each place instead of eight.
#[inline(never)]
fn by_hand(volume: &[u8], places: &[[f32; 3]], out: &mut [f32]) {
    for (place, out) in places.iter().zip(out) {
        let [x, y, z] = place.map(|x| x as i32 as usize);
        let Some(near) = volume.get((x * Y + y) * Z + z..).and_then(|rest| rest.get(..Y * Z + Z + 2)) else { continue };
        *out = between(*place, |[i, j, k]| near[((i - x) * Y + (j - y)) * Z + (k - z)].into());
    }
}

pub(crate) fn run(bench: &mut Bench) {
    let size = format!("{X}×{Y}×{Z} u8, {POINTS} points");
    let words = ["volume at random points", &size, "bricks of `Row(4, 4, 4)`"];
    if !bench.is_wanted(words[0]) {
        return;
    }
    let elements = bench.bytes(X * Y * Z);
    let rows = View3D::from_physical(Rows, &elements[..]).unwrap();
    let mut buffer = Vec::new();
    let mut bricks = Array::from_physical(Bricks, aligned(&mut buffer, X * Y * Z, 64)).unwrap();
    bricks.assign(&rows).unwrap();
    let place = |random: &mut random::Random| [X, Y, Z].map(|extent| random.unit().abs() * (extent as f32 - 1.01));
    let places: Vec<[f32; 3]> = (0..POINTS).map(|_| place(&mut bench.random)).collect();
    let mut out = [(); 3].map(|()| vec![0.0; POINTS]);
    let [a, b, c] = &mut out;
    bench.time(
        words,
        &mut [
            ("rows", Box::new(|| values(black_box(&rows), &places, a))),
            ("bricks", Box::new(|| values(black_box(&bricks), &places, b))),
            ("one check", Box::new(|| by_hand(black_box(&elements), &places, c))),
        ],
    );
    let right = |place: &[f32; 3]| {
        let first = place.map(|x| x as usize);
        let mut sum = 0.0;
        for corner in 0..8 {
            let by = [corner / 4, corner / 2 % 2, corner % 2];
            let mut weight = 1.0;
            for axis in 0..3 {
                let d = place[axis] - first[axis] as f32;
                weight *= if by[axis] == 1 { d } else { 1.0 - d };
            }
            sum += weight * f32::from(elements[((first[0] + by[0]) * Y + first[1] + by[1]) * Z + first[2] + by[2]]);
        }
        sum
    };
    out.into_iter().for_each(|out| near(out, places.iter().map(right)));
}
