//! The members of a chain have as many elements as each other.
use lego::layout;

layout! {
    type Members = OrderBy(Row(4, 8)).OrderBy(Row(6, 6)).GroupBy([36]);
    type View = Row(4, 8).GroupBy([5, 8]);
    type Tiles = OrderBy(Row(4, 4), Row(2, 2)).TileBy([8, 9]);
}

fn main() {}
