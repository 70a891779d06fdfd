//! Stencils over a field of three axes on all cores: rows and bricks, each beside the same loop by hand.
//!
//! `cargo bench --bench stencils --features rayon` prints the table of `benches/results/stencils.md`; after `--` may stand the number
//! of rounds, and parts of the names of the stencils to time. All take turns; what they compute is compared first, with
//! a sum over all neighbours element by element.
//!
//! What has all its neighbours is computed; the edges of the field stay 0. Every loop computes a line at a time by
//! `Shape::line`, from slices of the lines around it. Of the arrays `Array::stencil` gives these, the same call for
//! rows and bricks. By hand they are there of a field stored by rows, and of one in bricks each brick is first copied
//! out with what is around it.

use lego::{Arr3D, Layout};
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;

lego::layout! {
    type Rows(x, y, z) = Row(x, y, z);
    /// Bricks of 16×16×64, one after the other; the last ones along each axis have holes.
    type Bricks(x, y, z) = OrderBy(Row(ceil_div(x, 16), ceil_div(y, 16), ceil_div(z, 64)), Row(16, 16, 64))
        .TileBy([ceil_div(x, 16)*16, ceil_div(y, 16)*16, ceil_div(z, 64)*64])
        .PadBy([x, y, z] => [ceil_div(x, 16)*16, ceil_div(y, 16)*16, ceil_div(z, 64)*64]);
}

/// The extents of a brick.
const BRICK: [usize; 3] = [16, 16, 64];

/// Which neighbours an element has, and what they are multiplied by.
trait Shape {
    /// How far the neighbours are.
    const RADIUS: usize;
    const NAME: &'static str;

    /// What the neighbour at this distance along each axis is multiplied by.
    fn weight(distance: [usize; 3]) -> f32;

    /// A line of results. `line(i, j)` is the one that is so far away along the first two axes, with `RADIUS` elements
    /// more on both sides.
    fn line<'a>(line: impl Fn(isize, isize) -> &'a [f32], out: &mut [f32]);
}

/// The neighbours along the axes, up to `R` away.
struct Star<const R: usize>;

impl<const R: usize> Shape for Star<R> {
    const RADIUS: usize = R;
    const NAME: &'static str = ["", "star 1", "star 2", "star 3", "star 4"][R];

    #[inline(always)]
    fn weight(distance: [usize; 3]) -> f32 {
        let [a, b, c] = distance;
        let far = a + b + c;
        if far > R || far != a.max(b).max(c) { 0.0 } else { 1.0 / (1 + far) as f32 }
    }

    #[inline(always)]
    fn line<'a>(line: impl Fn(isize, isize) -> &'a [f32], out: &mut [f32]) {
        let n = out.len();
        let middle = &line(0, 0)[..n + 2 * R];
        let around: [[&[f32]; 4]; R] = std::array::from_fn(|d| {
            let d = d as isize + 1;
            [line(-d, 0), line(d, 0), line(0, -d), line(0, d)].map(|line| &line[R..][..n])
        });
        for (k, out) in out.iter_mut().enumerate() {
            let mut sum = middle[R + k] * Self::weight([0; 3]);
            for d in 1..=R {
                let [a, b, c, e] = around[d - 1].map(|line| line[k]);
                let both = middle[R + k - d] + middle[R + k + d];
                sum += (both + ((a + b) + (c + e))) * Self::weight([d, 0, 0]);
            }
            *out = sum;
        }
    }
}

/// All neighbours in the cube of `2·R + 1`.
struct Cube<const R: usize>;

impl<const R: usize> Shape for Cube<R> {
    const RADIUS: usize = R;
    const NAME: &'static str = ["", "cube 1", "cube 2"][R];

    #[inline(always)]
    fn weight(distance: [usize; 3]) -> f32 {
        1.0 / (1 + distance[0] + distance[1] + distance[2]) as f32
    }

    #[inline(always)]
    fn line<'a>(line: impl Fn(isize, isize) -> &'a [f32], out: &mut [f32]) {
        let (n, r) = (out.len(), R as isize);
        out.fill(0.0);
        for i in -r..=r {
            for j in -r..=r {
                let from = &line(i, j)[..n + 2 * R];
                let weight = |d| Self::weight([i.unsigned_abs(), j.unsigned_abs(), d]);
                for (k, out) in out.iter_mut().enumerate() {
                    let mut sum = from[R + k] * weight(0);
                    for d in 1..=R {
                        sum += (from[R + k - d] + from[R + k + d]) * weight(d);
                    }
                    *out += sum;
                }
            }
        }
    }
}

/// What has all its neighbours along an axis, of the elements from one to another.
fn inner<S: Shape>(from: usize, to: usize, extent: usize) -> std::ops::Range<usize> {
    from.max(S::RADIUS)..to.min(extent.saturating_sub(S::RADIUS))
}

/// The array's own stencil, the same words for rows and bricks.
fn stencil<S: Shape, L>(old: &Arr3D<f32, L>, new: &mut Arr3D<f32, L>)
where
    L: Layout<Index = [usize; 3]> + Clone + Send + Sync,
{
    let stencil = old.stencil([S::RADIUS; 3], 0.0).inner();
    stencil.par_write(new, |near, out| S::line(|i, j| near.wide([i, j, 0]), out)).expect("two fields of one shape");
}

/// Rows by hand: slices of slices, a plane for each task.
fn rows_by_hand<S: Shape>([x, y, z]: [usize; 3], old: &[f32], new: &mut [f32]) {
    let r = S::RADIUS;
    new.par_chunks_mut(y * z).enumerate().for_each(|(i, plane)| {
        if i < r || i + r >= x {
            return;
        }
        for (j, row) in plane.chunks_mut(z).enumerate().take(y - r).skip(r) {
            let line = |di: isize, dj: isize| {
                let number = (i * y + j).wrapping_add_signed(di * y as isize + dj);
                &old[number * z..][..z]
            };
            S::line(line, &mut row[r..z - r]);
        }
    });
}

/// The lines of a brick that have all their neighbours in the box `around` it, which has lines of `z`, `y` of them a
/// plane.
fn lines_of_a_brick<S: Shape>(
    inside: &[std::ops::Range<usize>; 3],
    first: [usize; 3],
    [y, z]: [usize; 2],
    around: &[f32],
    brick: &mut [f32],
) {
    let r = S::RADIUS;
    for i in inside[0].clone() {
        for j in inside[1].clone() {
            let at = (i - inside[0].start + r) * y + (j - inside[1].start + r);
            let line = |di: isize, dj: isize| &around[at.wrapping_add_signed(di * y as isize + dj) * z..][..z];
            let row = &mut brick[((i - first[0]) * BRICK[1] + (j - first[1])) * BRICK[2]..][..BRICK[2]];
            S::line(line, &mut row[inside[2].start - first[2]..inside[2].end - first[2]]);
        }
    }
}

/// Bricks by hand: a brick begins where its number times its elements is, and what is around is copied line by line.
fn bricks_by_hand<S: Shape>(dims: [usize; 3], old: &[f32], new: &mut [f32]) {
    let (r, [_, by, bz]) = (S::RADIUS, BRICK);
    let counts: [usize; 3] = std::array::from_fn(|k| dims[k].div_ceil(BRICK[k]));
    let elements = BRICK.iter().product();
    new.par_chunks_mut(elements).enumerate().for_each_init(Vec::new, |around, (number, brick)| {
        let around: &mut Vec<f32> = around;
        let at = [number / counts[2] / counts[1], number / counts[2] % counts[1], number % counts[2]];
        let first: [usize; 3] = std::array::from_fn(|k| at[k] * BRICK[k]);
        let inside: [_; 3] = std::array::from_fn(|k| inner::<S>(first[k], first[k] + BRICK[k], dims[k]));
        if inside.iter().any(|range| range.is_empty()) {
            return;
        }
        let [x, y, z] = [0, 1, 2].map(|k| inside[k].start - r..inside[k].end + r);
        around.clear();
        for i in x.clone() {
            for j in y.clone() {
                let mut k = z.start;
                while k < z.end {
                    let end = z.end.min(k / bz * bz + bz);
                    let brick = (i / BRICK[0] * counts[1] + j / by) * counts[2] + k / bz;
                    let from = brick * elements + (i % BRICK[0] * by + j % by) * bz + k % bz;
                    around.extend_from_slice(&old[from..from + end - k]);
                    k = end;
                }
            }
        }
        lines_of_a_brick::<S>(&inside, first, [y.len(), z.len()], around, brick);
    });
}

fn value([i, j, k]: [usize; 3]) -> f32 {
    ((i * 31 + j * 17 + k * 7) % 64) as f32 / 64.0
}

/// The sum over all neighbours, one after the other, of some elements; 0 at the edges.
fn expected<S: Shape>(dims: [usize; 3], at: [usize; 3]) -> f32 {
    let r = S::RADIUS as isize;
    if (0..3).any(|k| !inner::<S>(0, dims[k], dims[k]).contains(&at[k])) {
        return 0.0;
    }
    let mut sum = 0.0;
    for i in -r..=r {
        for j in -r..=r {
            for k in -r..=r {
                let by = [i, j, k];
                let weight = S::weight(by.map(isize::unsigned_abs));
                sum += f64::from(weight * value(std::array::from_fn(|axis| at[axis].wrapping_add_signed(by[axis]))));
            }
        }
    }
    sum as f32
}

/// Times all ways of one shape over a field, unless other shapes are asked for.
fn shape<S: Shape>(dims: [usize; 3], rounds: usize) {
    let mut names = std::env::args()
        .skip(1)
        .filter(|word| word.contains(char::is_alphabetic) && !word.starts_with("--"))
        .peekable();
    if names.peek().is_some() && !names.any(|name| S::NAME.contains(&name)) {
        return;
    }
    let [x, y, z] = dims;
    let (by_rows, in_bricks) = (Rows::new(x, y, z).expect("a field"), Bricks::new(x, y, z).expect("a field"));
    let old_rows = Arr3D::from_fn(by_rows, value);
    let old_bricks: Arr3D<f32, Bricks> = Arr3D::from_fn(in_bricks, value);
    let mut new_rows: [Arr3D<f32, Rows>; 2] = [(); 2].map(|()| Arr3D::from_fn(by_rows, |_| 0.0));
    let mut new_bricks: [Arr3D<f32, Bricks>; 2] = [(); 2].map(|()| Arr3D::from_fn(in_bricks, |_| 0.0));
    let mut times = [(); 4].map(|()| Vec::new());
    for round in 0..rounds {
        for turn in 0..4 {
            let way = (turn + round) % 4;
            let start = Instant::now();
            match way {
                0 => stencil::<S, _>(black_box(&old_rows), &mut new_rows[0]),
                1 => rows_by_hand::<S>(dims, black_box(old_rows.as_physical()), new_rows[1].as_physical_mut()),
                2 => stencil::<S, _>(black_box(&old_bricks), &mut new_bricks[0]),
                _ => bricks_by_hand::<S>(dims, black_box(old_bricks.as_physical()), new_bricks[1].as_physical_mut()),
            }
            times[way].push(start.elapsed().as_secs_f64());
        }
    }
    // A step that is no divisor of an extent meets all places in a line, a plane and a brick.
    for number in (0..x * y * z).step_by(101) {
        let at = [number / z / y, number / z % y, number % z];
        let right = expected::<S>(dims, at);
        for found in [new_rows[0][at], new_rows[1][at], new_bricks[0][at], new_bricks[1][at]] {
            assert!(
                (found - right).abs() <= 1e-4 * right.abs().max(1.0),
                "{} at {at:?}: {found}, not {right}",
                S::NAME
            );
        }
    }
    let points: f64 = dims.iter().map(|&extent| (extent - 2 * S::RADIUS) as f64).product();
    let [rows, rows_hand, bricks, bricks_hand] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] * 1e9 / points
    });
    println!(
        "| {}, {x}×{y}×{z} | {rows:.3} | {:.2} | {bricks:.3} | {:.2} | {:.2} |",
        S::NAME,
        rows_hand / rows,
        bricks_hand / bricks,
        bricks / rows
    );
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(9);
    println!("Nanoseconds a point, {} threads.\n", rayon::current_num_threads());
    println!(
        "| stencil | rows | by hand / rows | bricks | by hand / bricks | bricks / rows |\n|---|---|---|---|---|---|"
    );
    for dims in [[256; 3], [384; 3], [253, 131, 257]] {
        shape::<Star<1>>(dims, rounds);
        shape::<Star<2>>(dims, rounds);
        shape::<Star<3>>(dims, rounds);
        shape::<Star<4>>(dims, rounds);
        shape::<Cube<1>>(dims, rounds);
        shape::<Cube<2>>(dims, rounds);
    }
}
