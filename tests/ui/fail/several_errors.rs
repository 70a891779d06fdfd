//! The errors of one invocation come together.
use lego::layout;

layout! {
    type A = OrderBy(Rwo(4, 4), Col(0, 4)).GroupBy([4, 4, 4, 3]);
    type B = RegP([2, 2], [1, 1]);
    type C = Morton(3, 4).TileBy([0], [1]) where 3 > 4;
}

fn main() {}
