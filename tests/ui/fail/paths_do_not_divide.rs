//! What a layout assumes of constants outside of it is asserted at once.
use lego::layout;

mod sizes {
    pub const M: usize = 100;
}

layout! {
    type Tiles = Row(sizes::M).TileBy([sizes::M / 64], [64]);
}

fn main() {}
