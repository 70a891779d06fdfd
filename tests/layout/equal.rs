//! `layout_eq!` accepts what is equal; what it refuses is among the cases of the package `ui`.

use lego::{layout, layout_eq};

const N: usize = 6;
const LARGER: usize = 8;

layout! {
    type Rows = Row(4, 8);
    type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/4, K/4], [4, 4]);
    type Padded = Row(4, 9).PadBy([4, 8] => [4, 9]);
    type Extended = Row(3, 8).ExpandBy([3, 8] => [4, 8]);
    type Fan5 = Fan(12, 5, 0);
}

layout_eq!(Rows, RegP([4, 8], [1, 2]));
layout_eq!(RegP([4, 8], [1, 2]), Rows);
layout_eq!(Rows, self::Rows);
layout_eq!(Tiled<8, 12>, Row(8, 12).TileBy([2, 3], [4, 4]));
layout_eq!(Tiled<8, { 3 * 4 }>, crate::equal::Tiled::<8, 12>);
layout_eq!(Padded, Row(4, 9).PadBy([4, 8] => [4, 9]));
layout_eq!(Extended, Row(3, 8).ExpandBy([3, 8] => [4, 8]),);
layout_eq!(Fan5, GenP([12], |i| i * 5 % 12, |p| p * 5 % 12));
layout_eq!(Row(N, 2 * N), OrderBy(Row(N), Row(2 * N)).GroupBy([N, 2 * N]));
// Equal because the first demands that N is at most LARGER, which is asserted.
layout_eq!(
    Col(N, N).ExpandBy([N, N] => [LARGER, LARGER]).TileBy([LARGER / 4, LARGER / 4], [4, 4]),
    Col(min(N, LARGER), min(N, LARGER))
        .ExpandBy([min(N, LARGER), min(N, LARGER)] => [LARGER, LARGER])
        .TileBy([LARGER / 4, LARGER / 4], [4, 4])
);
// Only the numbers make these equal.
layout_eq!(Row(N, 4).TileBy([2, 2], [3, 2]), Row(6, 4).TileBy([2, 2], [3, 2]));
// Large ones by proof.
layout_eq!(
    Row(1048576, 1048576).TileBy([1024, 1024], [1024, 1024]),
    OrderBy(RegP([1024, 1024, 1024, 1024], [1, 2, 3, 4]))
        .OrderBy(RegP([1024, 1024, 1024, 1024], [1, 3, 2, 4]))
        .GroupBy([1024, 1024, 1024, 1024])
);

#[test]
fn it_is_a_statement_too() {
    const LOCAL: usize = 3;
    layout! {
        type Here = Col(LOCAL, 5);
    }
    layout_eq!(Here, RegP([LOCAL, 5], [2, 1]));
    layout_eq!(Here, Col(3, 5));
    if Here::SPAN == 15 {
        layout_eq!(Col(3, 5), RegP([3, 5], [2, 1]));
    }
}
