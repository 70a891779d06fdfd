//! An access that takes more than it may is an error of each instance whose layout does.
use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, Shared};

layout! {
    type Tile<const N: usize> = Row(N, N);
    type Columns = Col(32, 32);
    type Matrix = Row(256, 128);
    type Sized(m, n) = Row(m, n);
}

#[lego_kernel(instances(right = <33>, wrong = <32>))]
fn generic<const N: usize>(
    #[shared]
    #[access(pattern = Row, extra_wavefronts = 0)]
    #[access(pattern = Column, extra_wavefronts = 0)]
    tile: Shared<'_, f32, Tile<N>>,
) {
    let _ = tile;
}

#[lego_kernel]
fn by_a_layout(#[shared] #[access(pattern = Columns, extra_wavefronts = 31)] tile: Shared<'_, f32, Tile<32>>) {
    let _ = tile;
}

#[lego_kernel]
fn vectors(#[shared(dynamic)] #[access(pattern = Column, vector = 4, extra_wavefronts = 0)] tile: Shared<'_, f32, Tile<32>>) {
    let _ = tile;
}

#[lego_kernel]
fn sectors(#[access(pattern = Column, extra_sectors = 0)] from: Global<'_, f32, Matrix>) {
    let _ = from;
}

#[lego_kernel]
fn at_run_time(#[access(pattern = Row, extra_sectors = 0)] from: Global<'_, f32, Sized>) {
    let _ = from;
}

fn main() {}
