//! A stage that does not exist is named with the nearest one that does.
use lego::layout;

layout! {
    pub type Tiles = Row(8, 8).TiledBy([2, 2], [4, 4]);
}

fn main() {}
