//! A tile divides its axis; the error names the divisors that would.
use lego::layout;

layout! {
    type Quotient = Row(100, 64).TileBy([100/64, 64/32], [64, 32]);
    type Tile = Row(100, 64).TileBy([2, 2], [48, 32]);
}

fn main() {}
