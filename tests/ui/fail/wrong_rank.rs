//! Lists that belong together have one rank.
use lego::layout;

layout! {
    type Axes = RegP([2, 3, 4], [2, 1]);
    type Levels = Row(8, 8).TileBy([2, 2], [4, 4, 1]);
    type Array = Row(8, 8).TileBy([4, 4, 4]);
    type Extended = Row(10).ExpandBy([10] => [12, 1]);
}

fn main() {}
