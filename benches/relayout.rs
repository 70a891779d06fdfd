//! Copies of 4096×4096 `f32` from one layout to another, beside `memcpy`, `ndarray`, the `transpose` crate and loops by hand.
//!
//! `cargo bench --bench relayout`. All write to the same buffer: where the pages of a fresh one happen to lie makes more
//! difference than the copies differ. What they write is compared first.

mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lego::{Layout, View2D, ViewMut2D};
use ndarray::{ArrayView2, ArrayViewMut2, ArrayViewMut4};
use std::hint::black_box;
use std::time::Duration;
use support::layouts::{Col, Row, Tiled, tiled};

const N: usize = 4096;
const TILE: usize = 64;

type Rows = Row<N, N>;
type Columns = Col<N, N>;
type Tiles = Tiled<N, N, TILE>;

fn assign<A, B>(from: &[f32], to: &mut [f32])
where
    A: Layout<Index = [usize; 2]> + Copy + Default,
    B: Layout<Index = [usize; 2]> + Copy + Default,
{
    let source = View2D::new(A::default(), from).expect("the buffer has the layout's size");
    let mut target = ViewMut2D::new(B::default(), to).expect("the buffer has the layout's size");
    target.assign(&source).expect("the shapes are equal");
}

fn ndarray_transpose(from: &[f32], to: &mut [f32]) {
    let source = ArrayView2::from_shape((N, N), from).expect("the buffer has the shape's size");
    ArrayViewMut2::from_shape((N, N), to).expect("the buffer has the shape's size").assign(&source.t());
}

fn ndarray_tiles(from: &[f32], to: &mut [f32]) {
    let tiles = [N / TILE, TILE, N / TILE, TILE];
    let source = ndarray::ArrayView4::from_shape(tiles, from).expect("the buffer has the shape's size");
    let stored = [N / TILE, N / TILE, TILE, TILE];
    let mut target = ArrayViewMut4::from_shape(stored, to).expect("the buffer has the shape's size");
    target.assign(&source.permuted_axes([0, 2, 1, 3]));
}

fn tiles_element_by_element(from: &[f32], to: &mut [f32]) {
    for i in 0..N {
        for j in 0..N {
            to[tiled::<N, TILE>(i, j)] = from[i * N + j];
        }
    }
}

fn tiles_line_by_line(from: &[f32], to: &mut [f32]) {
    for (tile, out) in to.chunks_exact_mut(TILE * TILE).enumerate() {
        let (i, j) = (tile / (N / TILE) * TILE, tile % (N / TILE) * TILE);
        for (k, line) in out.chunks_exact_mut(TILE).enumerate() {
            line.copy_from_slice(&from[(i + k) * N + j..][..TILE]);
        }
    }
}

fn rows_line_by_line(from: &[f32], to: &mut [f32]) {
    for (i, row) in to.chunks_exact_mut(N).enumerate() {
        for (j, line) in row.chunks_exact_mut(TILE).enumerate() {
            line.copy_from_slice(&from[tiled::<N, TILE>(i, j * TILE)..][..TILE]);
        }
    }
}

fn relayout(criterion: &mut Criterion) {
    type Copy = fn(&[f32], &mut [f32]);
    let memcpy: Copy = |from, to| to.copy_from_slice(from);
    let transpose: Copy = |from, to| transpose::transpose(from, to, N, N);
    let groups: [(&str, &[(&str, Copy)]); 3] = [
        (
            "row to col",
            &[
                ("memcpy", memcpy),
                ("lego", assign::<Rows, Columns>),
                ("ndarray", ndarray_transpose),
                ("transpose", transpose),
            ],
        ),
        (
            "row to 64x64 tiles",
            &[
                ("memcpy", memcpy),
                ("lego", assign::<Rows, Tiles>),
                ("ndarray", ndarray_tiles),
                ("by hand, line by line", tiles_line_by_line),
                ("by hand, element by element", tiles_element_by_element),
            ],
        ),
        (
            "64x64 tiles to row",
            &[("memcpy", memcpy), ("lego", assign::<Tiles, Rows>), ("by hand, line by line", rows_line_by_line)],
        ),
    ];
    let from: Vec<f32> = (0..N * N).map(|k| k as f32).collect();
    let mut to = vec![0.0; N * N];
    for (name, copies) in groups {
        let mut group = criterion.benchmark_group(format!("relayout/{name}"));
        group.throughput(Throughput::Bytes((N * N * size_of::<f32>()) as u64));
        group.sample_size(15).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_millis(1500));
        let mut first: Option<Vec<f32>> = None;
        for &(peer, copy) in copies {
            copy(&from, &mut to);
            if peer != "memcpy" {
                assert!(*first.get_or_insert_with(|| to.clone()) == to, "{name}: {peer} differs");
            }
            group.bench_function(peer, |bencher| bencher.iter(|| copy(black_box(&from), black_box(&mut to))));
        }
        group.finish();
    }
}

criterion_group!(benches, relayout);
criterion_main!(benches);
