//! `#[shared]` stands before a tile, and nowhere else.
use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::Shared;

layout! {
    type Tile = Row(32, 32);
    type Matrix(m, n) = Row(m, n);
}

#[lego_kernel]
fn unmarked(tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn unknown(#[shared(static)] tile: Shared<'_, f32, Tile>, #[shared = 4] other: Shared<'_, f32, Tile>) {
    let _ = (tile, other);
}

#[lego_kernel]
fn twice(#[shared] #[shared(dynamic)] tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn no_tile(#[shared] n: u32) {
    let _ = n;
}

#[lego_kernel]
fn size_at_run_time(#[shared] tile: Shared<'_, f32, Matrix>) {
    let _ = tile;
}

fn main() {}
