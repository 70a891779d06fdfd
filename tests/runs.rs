//! The laws of `Layout::run` and `Layout::stride`, on layouts that have runs and on one that has none.

use lego::{Layout, Mapping, layout};

layout! {
    type Tiles = OrderBy(RegP([3, 4, 2, 5], [1, 3, 2, 4])).GroupBy([12, 10]);
    type TilesInColumns = OrderBy(RegP([3, 4, 2, 5], [1, 3, 4, 2])).GroupBy([12, 10]);
    type Symbolic<const M: usize, const N: usize, const B: usize> =
        OrderBy(RegP([M/B, B, N/B, B], [1, 3, 2, 4])).GroupBy([M, N]);
    type Runtime(m, n) = OrderBy(RegP([m/4, 4, n/2, 2], [1, 3, 2, 4])).GroupBy([m, n]);
    type Nested = OrderBy(RegP([2, 2, 3, 4], [1, 2, 3, 4]), Col(3)).OrderBy(RegP([4, 3, 4, 3], [1, 3, 2, 4])).GroupBy([12, 12]);
    type Padded = Row(6, 12).PadBy([6, 8] => [6, 12]).OrderBy(RegP([3, 2, 4, 2], [1, 3, 2, 4])).GroupBy([6, 8]);
    type Z = Morton(8, 8);
    type Swizzled = SwizzleRows([8, 16], 3);
    type Back = OrderBy(Reverse(4), Row(2), Reverse(6)).GroupBy([8, 6]);
    type PaddedTiles = OrderBy(Row(4, 3), Col(2, 4)).TileBy([8, 12]).PadBy([7, 11] => [8, 12]);
    type AnyTiles<const M: usize, const N: usize, const B: usize> =
        OrderBy(Row(ceil_div(M, B), ceil_div(N, B)), Row(B, B)).TileBy([ceil_div(M, B)*B, ceil_div(N, B)*B])
            .PadBy([M, N] => [ceil_div(M, B)*B, ceil_div(N, B)*B]);
    type RuntimeTiles(m, n, b, c) =
        OrderBy(Row(ceil_div(m, b), ceil_div(n, c)), Row(b, c)).TileBy([ceil_div(m, b)*b, ceil_div(n, c)*c])
            .PadBy([m, n] => [ceil_div(m, b)*b, ceil_div(n, c)*c]);
    type RuntimeZ(a, t) = OrderBy(Morton(a, a), Row(t, t)).TileBy([a*t, a*t]);
    type Stored<const M: usize, const N: usize> = Row(M, N).ExpandBy([M, N] => [ceil_div(M, 4)*4, ceil_div(N, 4)*4]);
}

/// Runs as the layout tells them, against every pair of neighbours; how many axes have runs.
fn check<L: Layout<Index = [usize; 2]>>(layout: L) -> usize {
    let dims = layout.dims();
    for axis in 0..2 {
        for (len, step) in layout.run(axis).into_iter().chain(layout.stride(axis).map(|step| (dims[axis], step))) {
            assert!(len > 0);
            for i in 0..dims[0] {
                for j in 0..dims[1] {
                    let mut next = [i, j];
                    next[axis] += 1;
                    if next[axis] % len != 0 && next[axis] < dims[axis] {
                        match (layout.try_apply([i, j]), layout.try_apply(next)) {
                            (Some(a), Some(b)) => assert_eq!(b as isize - a as isize, step, "{:?} {next:?}", [i, j]),
                            (None, Some(_)) => panic!("{:?} has no position, {next:?} has one", [i, j]),
                            (_, None) => assert_eq!(layout.stride(axis), None),
                        }
                    }
                }
            }
        }
    }
    (0..2).filter(|&axis| layout.run(axis).is_some()).count()
}

#[test]
fn runs_are_what_the_layout_says() {
    assert_eq!(check(Tiles), 2);
    assert_eq!((Tiles.run(0), Tiles.run(1)), (Some((4, 5)), Some((5, 1))));
    assert_eq!(check(TilesInColumns), 2);
    assert_eq!(check(Symbolic::<12, 20, 4>), 2);
    assert_eq!(Symbolic::<12, 20, 4>.run(1), Some((4, 1)));
    assert_eq!(check(Runtime::new(12, 10).unwrap()), 2);
    assert_eq!([check(Nested), check(Padded), check(Z), check(Swizzled), check(Back)], [2, 2, 2, 0, 2]);

    assert_eq!(check(PaddedTiles), 2);
    assert_eq!((PaddedTiles.run(0), PaddedTiles.run(1)), (Some((2, 1)), Some((11, 2))));
    assert_eq!(check(AnyTiles::<7, 11, 4>), 2);
    assert_eq!((AnyTiles::<7, 11, 4>.run(0), AnyTiles::<7, 11, 4>.run(1)), (Some((4, 4)), Some((4, 1))));
    for [m, n, b, c] in [[7, 11, 4, 3], [1, 13, 1, 5], [13, 1, 32, 2], [8, 8, 4, 4]] {
        let tiles = RuntimeTiles::new(m, n, b, c).unwrap();
        assert_eq!(check(tiles), 2);
        assert_eq!((tiles.run(0), tiles.run(1)), (Some((b, c as isize)), Some((c, 1))));
    }
    assert_eq!(check(RuntimeZ::new(4, 3).unwrap()), 2);
    assert_eq!(check(Stored::<5, 7>), 2);
    assert_eq!((Stored::<5, 7>.run(0), Stored::<5, 7>.run(1)), (Some((8, 7)), Some((8, 1))));
}
