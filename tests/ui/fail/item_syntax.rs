//! Items are types and constants; what is wrong with one leaves the others.
use lego::layout;

layout! {
    pub struct Tile;
    type Good = Row(4, 4);
    type Types<T> = Row(4);
    type Narrow<const N: u32> = Row(N);
    type Default<const N: usize = 4> = Row(N);
    type NoSizes() = Row(4);
    type Typed(m: usize) = Row(m);
    type Nothing = ;
    type NoEquals Row(4);
    const WIDE: u64 = 4;
    const UNTYPED = 4;
    type = Row(4);
}

fn main() {
    let _ = Good::apply([1, 2]);
}
