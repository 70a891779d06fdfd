//! What a layout assumes of its const generics holds where it is used.
use lego::layout;

layout! {
    pub type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
    pub type Powers<const N: usize> = Morton(N, N);
    pub type Grown<const N: usize> = Row(N).PadBy([60] => [N]);
}

const GOOD: usize = Tiled::<128, 64>::apply([0, 0, 0, 0]);
const ROWS: usize = Tiled::<100, 64>::apply([0, 0, 0, 0]);
const POWER: usize = Powers::<12>::COUNT;
const SMALL: usize = Grown::<50>::SPAN;

fn main() {}
