//! What `#[access(…)]` says, and of which parameters.
use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, Shared};

layout! {
    type Tile = Row(32, 32);
}

#[lego_kernel]
fn no_pattern(#[shared] #[access(extra_wavefronts = 0)] tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn no_number(#[shared] #[access(pattern = Column)] tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn no_options(#[shared] #[access] tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn unknown(#[shared] #[access(pattern = Column, vectors = 4, extra_wavefronts = 0)] tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn twice(#[shared] #[access(pattern = Column, pattern = Row, extra_wavefronts = 0)] tile: Shared<'_, f32, Tile>) {
    let _ = tile;
}

#[lego_kernel]
fn other_memory(
    #[shared] #[access(pattern = Column, extra_sectors = 0)] tile: Shared<'_, f32, Tile>,
    #[access(pattern = Column, extra_wavefronts = 0)] from: Global<'_, f32, Tile>,
) {
    let _ = (tile, from);
}

#[lego_kernel]
fn no_view(#[access(pattern = Column, extra_sectors = 0)] n: u32) {
    let _ = n;
}

fn main() {}
