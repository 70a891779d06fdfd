//! A linear layout that is a piece is a bijection.
use lego::layout;

layout! {
    const SIX: usize = 6;
    type Collides = Linear([4, 2], [[1, 0], [2, 1], [3, 1]]);
    type Misses = OrderBy(Row(3), Linear([4, 2], [[1, 0], [2, 1]]));
    type Extent = Linear([SIX], [[1], [2]]);
    type Outside = Linear([4], [[1], [SIX]]);
    type Rank = Linear([4, 2], [[1], [2, 0], [0, 1]]);
    type Symbol<const N: usize> = Linear([N], [[1], [2]]);
    type Flat = Linear([4], [1, 2]);
    type Listless = Linear(4, [[1], [2]]);
    type Nearest = Linaer([4], [[1], [2]]);
}

fn main() {}
