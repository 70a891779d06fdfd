//! Copies of `f32` from one layout to another, beside `memcpy`, `ndarray`, the crate `transpose` and loops by hand.
//!
//! `cargo bench --bench relayout` prints the table of `benches/results/relayout.md`; after `--` may stand the number of rounds and
//! a part of the names of the copies to time. All peers of a copy write to the same buffer and take turns. What they write is
//! compared first.

mod support;

use lego::{ArrND, Layout, ViewMutND, ViewND};
use ndarray::{ArrayView, ArrayViewMut, Dimension, ShapeBuilder, StrideShape};
use std::hint::black_box;
use support::alternate::{Peer, medians};

/// The edge of a tile.
const T: usize = 64;
/// The channels in a block.
const C32: usize = 32;

lego::layout! {
    type Row<const M: usize, const N: usize> = Row(M, N);
    type Col<const M: usize, const N: usize> = Col(M, N);
    /// Tiles that divide, stored one after the other.
    type Tiles<const M: usize, const N: usize> = OrderBy(Row(M/64, N/64), Row(64, 64)).TileBy([M, N]);
    /// Tiles in Z order.
    type Z<const M: usize, const N: usize> = OrderBy(Morton(M/64, N/64), Row(64, 64)).TileBy([M, N]);
    /// Tiles that need not divide: the last ones have holes.
    type Padded<const M: usize, const N: usize> =
        OrderBy(Row(ceil_div(M, 64), ceil_div(N, 64)), Row(64, 64)).TileBy([ceil_div(M, 64)*64, ceil_div(N, 64)*64])
            .PadBy([M, N] => [ceil_div(M, 64)*64, ceil_div(N, 64)*64]);
    /// The same, all sizes at run time.
    type PaddedAny(m, n, t) =
        OrderBy(Row(ceil_div(m, t), ceil_div(n, t)), Row(t, t)).TileBy([ceil_div(m, t)*t, ceil_div(n, t)*t])
            .PadBy([m, n] => [ceil_div(m, t)*t, ceil_div(n, t)*t]);
    type Nchw(n, c, h, w) = Row(n, c, h, w);
    type Nhwc(n, c, h, w) = RegP([n, c, h, w], [1, 3, 4, 2]);
    type Whcn(n, c, h, w) = Col(n, c, h, w);
    /// Channels in blocks of 32.
    type Nchw32(n, c, h, w) = RegP([n, c/32, 32, h, w], [1, 2, 4, 5, 3]).GroupBy([n, c, h, w]);
}

/// A way to copy.
type Copy = Box<dyn Fn(&[f32], &mut [f32])>;

/// The copies to time.
#[derive(Default)]
struct Bench {
    rounds: usize,
    only: String,
}

/// What kind of peer a name belongs to.
fn is_by_hand(name: &str) -> bool {
    name.starts_with("by hand")
}

impl Bench {
    /// Compares what the peers write with what a loop over all indices writes, then times them and prints a line.
    fn copy<A, B, const R: usize>(&self, name: &str, from: A, to: B, peers: Vec<(&'static str, Copy)>)
    where
        A: Layout<Index = [usize; R], Preimage: lego::mapping::Hole<f32>> + std::marker::Copy + 'static,
        B: Layout<Index = [usize; R]> + std::marker::Copy + 'static,
    {
        if !name.contains(&self.only) {
            return;
        }
        let source: ArrND<f32, A, R> = ArrND::from_fn(from, |index| index.iter().fold(1.0, |x, &i| x * 1.3 + i as f32));
        let mut target = vec![0.0; to.span()];
        for index in lego::array::Indices::new(from.dims()) {
            target[to.try_apply(index).expect("a position")] = source[index];
        }
        let lego: Copy = Box::new(move |source, target| {
            let source = ViewND::from_physical(from, source).expect("the buffer has the layout's size");
            let mut target = ViewMutND::from_physical(to, target).expect("the buffer has the layout's size");
            target.assign(&source).expect("the shapes are equal");
        });
        let memcpy: Copy = Box::new(|source, target| {
            let len = source.len().min(target.len());
            target[..len].copy_from_slice(&source[..len]);
        });
        let mut all = vec![("lego", lego)];
        all.extend(peers);
        let source = source.as_physical();
        let mut written = vec![0.0; to.span()];
        for (peer, copy) in &all {
            written.fill(0.0);
            copy(source, &mut written);
            assert!(written == target, "{name}: {peer} differs");
        }
        all.push(("memcpy", memcpy));
        // Small copies as often as it takes to time them.
        let times = (1 << 20) / source.len() + 1;
        let written = std::cell::RefCell::new(written);
        let mut turns: Vec<Peer<'_>> = all
            .iter()
            .map(|(peer, copy)| {
                let written = &written;
                let turn: Box<dyn FnMut()> = Box::new(move || {
                    for _ in 0..times {
                        copy(black_box(source), black_box(&mut written.borrow_mut()));
                    }
                });
                (*peer, turn)
            })
            .collect();
        let times: Vec<f64> = medians(&mut turns, self.rounds).into_iter().map(|time| time / times as f64).collect();
        let best = |is: &dyn Fn(&str) -> bool| {
            let times = all.iter().zip(&times).filter(|((peer, _), _)| is(peer));
            times.min_by(|a, b| a.1.total_cmp(b.1)).map(|((peer, _), time)| (*peer, *time))
        };
        let lego = times[0];
        let cell = |best: Option<(&str, f64)>| {
            best.map_or("–".to_owned(), |(peer, time)| format!("{:.2} ({peer} {:.3})", time / lego, time * 1e3))
        };
        let library = best(&|peer| peer == "ndarray" || peer == "transpose");
        let by_hand = best(&is_by_hand);
        let memcpy = best(&|peer| peer == "memcpy").map_or(0.0, |(_, time)| time / lego);
        println!("| {name} | {:.3} | {} | {} | {memcpy:.2} |", lego * 1e3, cell(library), cell(by_hand));
    }

    fn heading(&self, title: &str) {
        println!("\n### {title}\n");
        println!("| copy | ms | best of the libraries | best by hand | memcpy |\n|---|---|---|---|---|");
    }
}

/// A copy by `ndarray`: both sides seen with the same shape, each with its strides.
fn by_ndarray<D: Dimension + 'static>(
    from: impl Into<StrideShape<D>>,
    to: impl Into<StrideShape<D>>,
) -> (&'static str, Copy) {
    let (from, to) = (from.into(), to.into());
    let copy: Copy = Box::new(move |source, target| {
        let source = ArrayView::from_shape(from.clone(), source).expect("the shape fits the buffer");
        let mut target = ArrayViewMut::from_shape(to.clone(), target).expect("the shape fits the buffer");
        target.assign(&source);
    });
    ("ndarray", copy)
}

/// A copy by hand.
fn hand(name: &'static str, copy: impl Fn(&[f32], &mut [f32]) + 'static) -> (&'static str, Copy) {
    (name, Box::new(copy))
}

/// A matrix whose element `[i, j]` is at `i·down + j·right`, transposed to one whose is at `i·out_down + j·out_right`, by
/// blocks. One of each pair is 1.
fn blocks<const B: usize>(
    [m, n]: [usize; 2],
    (source, [down, right]): (&[f32], [usize; 2]),
    (out, [out_down, out_right]): (&mut [f32], [usize; 2]),
) {
    for i0 in (0..m).step_by(B) {
        for j0 in (0..n).step_by(B) {
            let (i1, j1) = ((i0 + B).min(m), (j0 + B).min(n));
            if out_down == 1 {
                for j in j0..j1 {
                    let column = &mut out[j * out_right + i0..][..i1 - i0];
                    for (i, element) in (i0..i1).zip(column) {
                        *element = source[i * down + j * right];
                    }
                }
            } else {
                for i in i0..i1 {
                    let row = &mut out[i * out_down + j0..][..j1 - j0];
                    for (j, element) in (j0..j1).zip(row) {
                        *element = source[i * down + j * right];
                    }
                }
            }
        }
    }
}

/// The place of a tile among the tiles.
type Place = fn(usize, usize, usize) -> usize;

fn in_rows(i: usize, j: usize, columns: usize) -> usize {
    i * columns + j
}

fn in_z_order(i: usize, j: usize, _: usize) -> usize {
    fn spread(x: usize) -> usize {
        (0..16).fold(0, |spread, bit| spread | (x >> bit & 1) << (2 * bit))
    }
    spread(i) << 1 | spread(j)
}

/// Calls `f(i, j, height, width, base)` for each tile: its corner, what of it there is, and where it is stored.
fn each_tile(m: usize, n: usize, place: Place, mut f: impl FnMut(usize, usize, usize, usize, usize)) {
    for i in 0..m.div_ceil(T) {
        for j in 0..n.div_ceil(T) {
            let base = place(i, j, n.div_ceil(T)) * T * T;
            f(i * T, j * T, T.min(m - i * T), T.min(n - j * T), base);
        }
    }
}

fn lines_to_tiles(m: usize, n: usize, place: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        each_tile(m, n, place, |i, j, height, width, base| {
            for k in 0..height {
                out[base + k * T..][..width].copy_from_slice(&source[(i + k) * n + j..][..width]);
            }
        });
    })
}

fn tiles_to_lines(m: usize, n: usize, place: Place) -> [(&'static str, Copy); 2] {
    [
        hand("by hand, tile by tile", move |source, out| {
            each_tile(m, n, place, |i, j, height, width, base| {
                for k in 0..height {
                    out[(i + k) * n + j..][..width].copy_from_slice(&source[base + k * T..][..width]);
                }
            });
        }),
        hand("by hand, row by row", move |source, out| {
            for (i, row) in out.chunks_exact_mut(n).enumerate() {
                for (j, line) in row.chunks_mut(T).enumerate() {
                    let base = place(i / T, j, n.div_ceil(T)) * T * T + i % T * T;
                    line.copy_from_slice(&source[base..][..line.len()]);
                }
            }
        }),
    ]
}

fn columns_to_tiles(m: usize, n: usize, place: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        each_tile(m, n, place, |i, j, height, width, base| {
            blocks::<16>([height, width], (&source[j * m + i..], [1, m]), (&mut out[base..], [T, 1]));
        });
    })
}

fn tiles_to_columns(m: usize, n: usize, place: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        each_tile(m, n, place, |i, j, height, width, base| {
            blocks::<16>([height, width], (&source[base..], [T, 1]), (&mut out[j * m + i..], [1, m]));
        });
    })
}

fn tiles_to_tiles(m: usize, n: usize, from: Place, to: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        for i in 0..m / T {
            for j in 0..n / T {
                let [a, b] = [from, to].map(|place| place(i, j, n / T) * T * T);
                out[b..][..T * T].copy_from_slice(&source[a..][..T * T]);
            }
        }
    })
}

/// Between rows and columns.
fn transpositions<const M: usize, const N: usize>(bench: &Bench) {
    let of_blocks = |name, copy: fn(&[f32], &mut [f32])| hand(name, copy);
    bench.copy(
        &format!("row → col, {M}×{N}"),
        Row::<M, N>,
        Col::<M, N>,
        vec![
            by_ndarray((M, N), (M, N).f()),
            ("transpose", Box::new(|source, out| transpose::transpose(source, out, N, M))),
            of_blocks("by hand, blocks of 16", |a, b| blocks::<16>([M, N], (a, [N, 1]), (b, [1, M]))),
            of_blocks("by hand, blocks of 64", |a, b| blocks::<64>([M, N], (a, [N, 1]), (b, [1, M]))),
        ],
    );
    bench.copy(
        &format!("col → row, {M}×{N}"),
        Col::<M, N>,
        Row::<M, N>,
        vec![
            by_ndarray((M, N).f(), (M, N)),
            ("transpose", Box::new(|source, out| transpose::transpose(source, out, M, N))),
            of_blocks("by hand, blocks of 16", |a, b| blocks::<16>([M, N], (a, [1, M]), (b, [N, 1]))),
            of_blocks("by hand, blocks of 64", |a, b| blocks::<64>([M, N], (a, [1, M]), (b, [N, 1]))),
        ],
    );
}

/// Between rows, columns, tiles that divide and tiles in Z order.
fn dividing<const M: usize, const N: usize>(bench: &Bench) {
    let tiles = [M / T, T, N / T, T];
    // The strides of `[tile row, row, tile column, column]`.
    let [rows, columns, tiled] = [[T * N, N, T, 1], [T, 1, M * T, M], [T * N, T, T * T, 1]];
    bench.copy(
        &format!("row → tiles, {M}×{N}"),
        Row::<M, N>,
        Tiles::<M, N>,
        vec![by_ndarray(tiles.strides(rows), tiles.strides(tiled)), lines_to_tiles(M, N, in_rows)],
    );
    let [one, other] = tiles_to_lines(M, N, in_rows);
    bench.copy(
        &format!("tiles → row, {M}×{N}"),
        Tiles::<M, N>,
        Row::<M, N>,
        vec![by_ndarray(tiles.strides(tiled), tiles.strides(rows)), one, other],
    );
    bench.copy(
        &format!("col → tiles, {M}×{N}"),
        Col::<M, N>,
        Tiles::<M, N>,
        vec![by_ndarray(tiles.strides(columns), tiles.strides(tiled)), columns_to_tiles(M, N, in_rows)],
    );
    bench.copy(
        &format!("tiles → col, {M}×{N}"),
        Tiles::<M, N>,
        Col::<M, N>,
        vec![by_ndarray(tiles.strides(tiled), tiles.strides(columns)), tiles_to_columns(M, N, in_rows)],
    );
    bench.copy(&format!("row → Z of tiles, {M}×{N}"), Row::<M, N>, Z::<M, N>, vec![lines_to_tiles(M, N, in_z_order)]);
    let [one, other] = tiles_to_lines(M, N, in_z_order);
    bench.copy(&format!("Z of tiles → row, {M}×{N}"), Z::<M, N>, Row::<M, N>, vec![one, other]);
    bench.copy(&format!("col → Z of tiles, {M}×{N}"), Col::<M, N>, Z::<M, N>, vec![columns_to_tiles(M, N, in_z_order)]);
    bench.copy(&format!("Z of tiles → col, {M}×{N}"), Z::<M, N>, Col::<M, N>, vec![tiles_to_columns(M, N, in_z_order)]);
    bench.copy(
        &format!("tiles → Z of tiles, {M}×{N}"),
        Tiles::<M, N>,
        Z::<M, N>,
        vec![tiles_to_tiles(M, N, in_rows, in_z_order)],
    );
    bench.copy(
        &format!("Z of tiles → tiles, {M}×{N}"),
        Z::<M, N>,
        Tiles::<M, N>,
        vec![tiles_to_tiles(M, N, in_z_order, in_rows)],
    );
}

/// Between rows, columns and tiles that need not divide.
fn padded<const M: usize, const N: usize>(bench: &Bench) {
    let any = PaddedAny::new(M, N, T).expect("the sizes are right");
    bench.copy(
        &format!("row → padded tiles, {M}×{N}"),
        Row::<M, N>,
        Padded::<M, N>,
        vec![lines_to_tiles(M, N, in_rows)],
    );
    bench.copy(
        &format!("row → padded tiles at run time, {M}×{N}"),
        Row::<M, N>,
        any,
        vec![lines_to_tiles(M, N, in_rows)],
    );
    let [one, other] = tiles_to_lines(M, N, in_rows);
    bench.copy(&format!("padded tiles → row, {M}×{N}"), Padded::<M, N>, Row::<M, N>, vec![one, other]);
    let [one, other] = tiles_to_lines(M, N, in_rows);
    bench.copy(&format!("padded tiles at run time → row, {M}×{N}"), any, Row::<M, N>, vec![one, other]);
    bench.copy(
        &format!("col → padded tiles, {M}×{N}"),
        Col::<M, N>,
        Padded::<M, N>,
        vec![columns_to_tiles(M, N, in_rows)],
    );
    bench.copy(
        &format!("padded tiles → col, {M}×{N}"),
        Padded::<M, N>,
        Col::<M, N>,
        vec![tiles_to_columns(M, N, in_rows)],
    );
}

/// Between images by channels, by pixels, in columns, and with channels in blocks.
fn images(bench: &Bench, [n, c, h, w]: [usize; 4]) {
    let pixels = h * w;
    let shape = [n, c / C32, C32, pixels];
    // The strides of `[image, block, channel, pixel]`.
    let (nchw, nhwc) = ([c * pixels, C32 * pixels, pixels, 1], [c * pixels, C32, 1, c]);
    let blocked = [c * pixels, C32 * pixels, 1, C32];
    let name = |text: &str| format!("{text}, {n}×{c}×{h}×{w}");
    let (by_channels, by_pixels) = (Nchw::new(n, c, h, w).expect("sizes"), Nhwc::new(n, c, h, w).expect("sizes"));
    let (in_columns, in_blocks) = (Whcn::new(n, c, h, w).expect("sizes"), Nchw32::new(n, c, h, w).expect("sizes"));
    bench.copy(
        &name("NCHW → NCHW32"),
        by_channels,
        in_blocks,
        vec![
            by_ndarray(shape.strides(nchw), shape.strides(blocked)),
            hand("by hand, block by block", move |source, out| {
                for block in 0..n * c / C32 {
                    let start = block * C32 * pixels;
                    let (source, out) = (&source[start..], &mut out[start..]);
                    blocks::<32>([C32, pixels], (source, [pixels, 1]), (out, [1, C32]));
                }
            }),
        ],
    );
    bench.copy(
        &name("NCHW32 → NCHW"),
        in_blocks,
        by_channels,
        vec![
            by_ndarray(shape.strides(blocked), shape.strides(nchw)),
            hand("by hand, block by block", move |source, out| {
                for block in 0..n * c / C32 {
                    let start = block * C32 * pixels;
                    let (source, out) = (&source[start..], &mut out[start..]);
                    blocks::<32>([C32, pixels], (source, [1, C32]), (out, [pixels, 1]));
                }
            }),
        ],
    );
    bench.copy(
        &name("NHWC → NCHW32"),
        by_pixels,
        in_blocks,
        vec![
            by_ndarray(shape.strides(nhwc), shape.strides(blocked)),
            hand("by hand, pixel by pixel", move |source, out| {
                for (line, out) in out.chunks_exact_mut(C32).enumerate() {
                    let (image, block, pixel) = (line / pixels / (c / C32), line / pixels % (c / C32), line % pixels);
                    out.copy_from_slice(&source[(image * pixels + pixel) * c + block * C32..][..C32]);
                }
            }),
            hand("by hand, block by block", move |source, out| {
                for block in 0..n * c / C32 {
                    let (image, channel) = (block / (c / C32), block % (c / C32) * C32);
                    let out = &mut out[block * C32 * pixels..][..C32 * pixels];
                    for (pixel, out) in out.chunks_exact_mut(C32).enumerate() {
                        out.copy_from_slice(&source[(image * pixels + pixel) * c + channel..][..C32]);
                    }
                }
            }),
        ],
    );
    bench.copy(
        &name("NCHW32 → NHWC"),
        in_blocks,
        by_pixels,
        vec![
            by_ndarray(shape.strides(blocked), shape.strides(nhwc)),
            hand("by hand, pixel by pixel", move |source, out| {
                for image in 0..n {
                    for pixel in 0..pixels {
                        for block in 0..c / C32 {
                            let out = &mut out[(image * pixels + pixel) * c + block * C32..][..C32];
                            let from = ((image * (c / C32) + block) * pixels + pixel) * C32;
                            out.copy_from_slice(&source[from..][..C32]);
                        }
                    }
                }
            }),
            hand("by hand, block by block", move |source, out| {
                for block in 0..n * c / C32 {
                    let (image, channel) = (block / (c / C32), block % (c / C32) * C32);
                    let source = &source[block * C32 * pixels..][..C32 * pixels];
                    for (pixel, line) in source.chunks_exact(C32).enumerate() {
                        out[(image * pixels + pixel) * c + channel..][..C32].copy_from_slice(line);
                    }
                }
            }),
        ],
    );
    let shape = [n, c / C32, C32, h, w];
    // Of `[image, block, channel, row, column]`.
    let columns = [1, n * C32, n, n * c, n * c * h];
    let transposed = [c * pixels, C32 * pixels, 1, w * C32, C32];
    // By hand: the images of one block of channels of one pixel are lines of the columns.
    let (lines, out_lines) = (columns, transposed);
    let planes = move |is_back: bool| {
        move |source: &[f32], out: &mut [f32]| {
            for x in 0..w {
                for y in 0..h {
                    for block in 0..c / C32 {
                        let a = x * n * c * h + y * n * c + block * n * C32;
                        let b = block * out_lines[1] + y * out_lines[3] + x * out_lines[4];
                        for k in 0..n {
                            for channel in 0..C32 {
                                let (a, b) = (a + channel * lines[2] + k, b + k * out_lines[0] + channel);
                                if is_back { out[a] = source[b] } else { out[b] = source[a] }
                            }
                        }
                    }
                }
            }
        }
    };
    bench.copy(
        &name("col → NCHW32"),
        in_columns,
        in_blocks,
        vec![
            by_ndarray(
                ndarray::IxDyn(&shape).strides(ndarray::IxDyn(&columns)),
                ndarray::IxDyn(&shape).strides(ndarray::IxDyn(&transposed)),
            ),
            hand("by hand, plane by plane", planes(false)),
        ],
    );
    bench.copy(
        &name("NCHW32 → col"),
        in_blocks,
        in_columns,
        vec![
            by_ndarray(
                ndarray::IxDyn(&shape).strides(ndarray::IxDyn(&transposed)),
                ndarray::IxDyn(&shape).strides(ndarray::IxDyn(&columns)),
            ),
            hand("by hand, plane by plane", planes(true)),
        ],
    );
}

fn main() {
    let mut bench = Bench { rounds: 15, only: String::new() };
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        match argument.parse() {
            Ok(rounds) => bench.rounds = rounds,
            Err(_) => bench.only = argument,
        }
    }
    println!("Ratios above 1: the peer takes longer than lego. In parentheses, which peer, and its milliseconds.");
    bench.heading("Matrices");
    transpositions::<4096, 4096>(&bench);
    dividing::<4096, 4096>(&bench);
    bench.heading("Matrices of odd and prime sides");
    transpositions::<4093, 4091>(&bench);
    padded::<4093, 4091>(&bench);
    bench.heading("Matrices that fit a cache");
    transpositions::<512, 512>(&bench);
    dividing::<512, 512>(&bench);
    transpositions::<257, 263>(&bench);
    padded::<257, 263>(&bench);
    bench.heading("Images");
    images(&bench, [16, 256, 57, 53]);
}
