//! Three pictures of a volume, as a viewer of medical scans shows: a plane across each axis, through one point.

use super::{Bench, aligned, same};
use lego::{Arr2D, Array, Layout, Storage, View3D, layout};
use random::Random;
use std::hint::black_box;

const POINTS: usize = 8;

/// The layouts and functions of one size.
macro_rules! size {
    ($size:ident, $x:literal, $y:literal, $z:literal) => {
        mod $size {
            use super::*;

            const X: usize = $x;
            const Y: usize = $y;
            const Z: usize = $z;

            layout! {
                type Rows = Row(X, Y, Z);
                /// Bricks of 4×4×2, each as large as a line of the cache.
                type Bricks = OrderBy(Row(X/4, Y/4, Z/2), Row(4, 4, 2)).TileBy([X, Y, Z]);
                type YZ = Row(Y, Z);
                type XZ = Row(X, Z);
                type XY = Row(X, Y);
            }

            type Pictures = (Arr2D<u16, YZ>, Arr2D<u16, XZ>, Arr2D<u16, XY>);

            #[inline(never)]
            fn planes(
                volume: &Array<impl Storage<Elem = u16>, impl Layout<Index = [usize; 3]>, 3>,
                [x, y, z]: [usize; 3],
                (yz, xz, xy): &mut Pictures,
            ) {
                for j in 0..Y {
                    for k in 0..Z {
                        yz[[j, k]] = volume[[x, j, k]];
                    }
                }
                for i in 0..X {
                    for k in 0..Z {
                        xz[[i, k]] = volume[[i, y, k]];
                    }
                    for j in 0..Y {
                        xy[[i, j]] = volume[[i, j, z]];
                    }
                }
            }

            /// Slices where there are some. No order of the loops makes the third plane touch fewer lines of the cache.
            /// Rows may be padded to `pitch` elements.
            #[inline(always)]
            fn by_hand(volume: &[u16], pitch: usize, [x, y, z]: [usize; 3], (yz, xz, xy): &mut Pictures) {
                let plane = &volume[x * Y * pitch..][..Y * pitch];
                for (line, row) in yz.as_physical_mut().chunks_exact_mut(Z).zip(plane.chunks_exact(pitch)) {
                    line.copy_from_slice(&row[..Z]);
                }
                for (line, plane) in xz.as_physical_mut().chunks_exact_mut(Z).zip(volume.chunks_exact(Y * pitch)) {
                    line.copy_from_slice(&plane[y * pitch..][..Z]);
                }
                for (out, row) in xy.as_physical_mut().iter_mut().zip(volume.chunks_exact(pitch)) {
                    *out = row[z];
                }
            }

            #[inline(never)]
            fn slices(volume: &[u16], at: [usize; 3], out: &mut Pictures) {
                by_hand(volume, Z, at, out);
            }

            /// A line of the cache more behind each row.
            const PITCH: usize = Z + 32;

            #[inline(never)]
            fn padded(volume: &[u16], at: [usize; 3], out: &mut Pictures) {
                by_hand(volume, PITCH, at, out);
            }

            pub(super) fn run(bench: &mut Bench) {
                let size = format!("{X}×{Y}×{Z} u16, {POINTS} points");
                let program = "three planes of a volume";
                if !bench.is_wanted(program) {
                    return;
                }
                let elements: Vec<u16> = (0..X * Y * Z).map(|_| bench.random.bits() as u16).collect();
                let rows = View3D::from_physical(Rows, &elements[..]).unwrap();
                let mut wide = vec![0; X * Y * PITCH];
                for (wide, row) in wide.chunks_exact_mut(PITCH).zip(elements.chunks_exact(Z)) {
                    wide[..Z].copy_from_slice(row);
                }
                let point = |random: &mut Random| [X, Y, Z].map(|extent| random.index(extent));
                let points: Vec<[usize; 3]> = (0..POINTS).map(|_| point(&mut bench.random)).collect();
                let mut buffer = Vec::new();
                let mut out: [Pictures; 4] =
                    std::array::from_fn(|_| (Arr2D::default(), Arr2D::default(), Arr2D::default()));
                for (words, behind) in [("bricks of `Row(4, 4, 2)`", 0), ("the same, 16 bytes behind a line", 8)] {
                    let memory = &mut aligned(&mut buffer, X * Y * Z + behind, 64)[behind..];
                    let mut bricks = Array::from_physical(Bricks, memory).unwrap();
                    bricks.assign(&rows).unwrap();
                    let [a, b, c, d] = &mut out;
                    let each = |f: &mut dyn FnMut([usize; 3])| points.iter().for_each(|&point| f(point));
                    bench.time(
                        [program, &size, words],
                        &mut [
                            ("rows", Box::new(|| each(&mut |point| planes(black_box(&rows), point, a)))),
                            ("bricks", Box::new(|| each(&mut |point| planes(black_box(&bricks), point, b)))),
                            ("slices", Box::new(|| each(&mut |point| slices(black_box(&elements), point, c)))),
                            ("padded", Box::new(|| each(&mut |point| padded(black_box(&wide), point, d)))),
                        ],
                    );
                    let [x, y, z] = points[POINTS - 1];
                    let at = |i: usize, j: usize, k: usize| elements[(i * Y + j) * Z + k];
                    for (yz, xz, xy) in &mut out {
                        same(yz.to_row_major(), (0..Y * Z).map(|p| at(x, p / Z, p % Z)));
                        same(xz.to_row_major(), (0..X * Z).map(|p| at(p / Z, y, p % Z)));
                        same(xy.to_row_major(), (0..X * Y).map(|p| at(p / Y, p % Y, z)));
                        yz.fill(0);
                        xz.fill(0);
                        xy.fill(0);
                    }
                }
            }
        }
    };
}

size!(scan, 300, 512, 512);
size!(uneven, 480, 500, 520);

pub(crate) fn run(bench: &mut Bench) {
    scan::run(bench);
    uneven::run(bench);
}
