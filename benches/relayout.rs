//! Copies of `f32` from one layout to another, beside `memcpy`, `ndarray`, the crate `transpose` and loops by hand.
//!
//! `cargo bench --bench relayout` prints the table of `benches/results/relayout.md`; after `--` may stand the number of rounds and
//! a part of the names of the copies to time. All peers of a copy write to the same buffer and take turns. What they write is
//! compared first.

mod support;

use ndarray::{ArrayView, ArrayViewMut, Dimension, ShapeBuilder, StrideShape};
use support::by_hand::{
    C32, Copy, T, blocks, blocks_to_pixels, by_blocks, columns_to_tiles, hand, in_rows, in_z_order, lines_to_tiles,
    pixels_to_blocks, planes, tiles_to_columns, tiles_to_lines, tiles_to_tiles,
};
use support::copies::Bench;

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
fn images(bench: &Bench, dims: [usize; 4]) {
    let [n, c, h, w] = dims;
    let pixels = h * w;
    let shape = [n, c / C32, C32, pixels];
    // The strides of `[image, block, channel, pixel]`.
    let (nchw, nhwc) = ([c * pixels, C32 * pixels, pixels, 1], [c * pixels, C32, 1, c]);
    let blocked = [c * pixels, C32 * pixels, 1, C32];
    let name = |text: &str| format!("{text}, {n}×{c}×{h}×{w}");
    let (by_channels, by_pixels) = (Nchw::new(n, c, h, w).expect("sizes"), Nhwc::new(n, c, h, w).expect("sizes"));
    let (in_columns, in_blocks) = (Whcn::new(n, c, h, w).expect("sizes"), Nchw32::new(n, c, h, w).expect("sizes"));
    let peers = vec![by_ndarray(shape.strides(nchw), shape.strides(blocked)), by_blocks(dims, false)];
    bench.copy(&name("NCHW → NCHW32"), by_channels, in_blocks, peers);
    let peers = vec![by_ndarray(shape.strides(blocked), shape.strides(nchw)), by_blocks(dims, true)];
    bench.copy(&name("NCHW32 → NCHW"), in_blocks, by_channels, peers);
    let [one, other] = pixels_to_blocks(dims);
    let peers = vec![by_ndarray(shape.strides(nhwc), shape.strides(blocked)), one, other];
    bench.copy(&name("NHWC → NCHW32"), by_pixels, in_blocks, peers);
    let [one, other] = blocks_to_pixels(dims);
    let peers = vec![by_ndarray(shape.strides(blocked), shape.strides(nhwc)), one, other];
    bench.copy(&name("NCHW32 → NHWC"), in_blocks, by_pixels, peers);
    // Of `[image, block, channel, row, column]`.
    let shape = ndarray::IxDyn(&[n, c / C32, C32, h, w]);
    let columns = ndarray::IxDyn(&[1, n * C32, n, n * c, n * c * h]);
    let transposed = ndarray::IxDyn(&[c * pixels, C32 * pixels, 1, w * C32, C32]);
    let [columns, transposed] = [columns, transposed].map(|strides| shape.clone().strides(strides));
    let peers = vec![by_ndarray(columns.clone(), transposed.clone()), planes(dims, false)];
    bench.copy(&name("col → NCHW32"), in_columns, in_blocks, peers);
    let peers = vec![by_ndarray(transposed, columns), planes(dims, true)];
    bench.copy(&name("NCHW32 → col"), in_blocks, in_columns, peers);
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
