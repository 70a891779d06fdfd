//! What only the types and sizes of an instance show is checked there.
use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::Shared;

layout! {
    type Tile<const N: usize> = Row(N, 128);
}

#[lego_kernel(threads = [N, 4], instances(right = <256>, wrong = <512>))]
fn threads<const N: u32>() {}

#[lego_kernel(instances(fits = <96>, large = <97>))]
fn tiled<const N: usize>(#[shared] tile: Shared<'_, f32, Tile<N>>, #[shared(dynamic)] big: Shared<'_, f32, Tile<400>>) {
    let _ = (tile, big);
}

fn main() {}
