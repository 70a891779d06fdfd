//! The laws of `Mapping::run`, `Mapping::stride`, `Mapping32::has_all_u32` and `ends_tell_u32`, on layouts that have runs and on some that have none.

use lego::mapping::{Clipped, Coord, Indices, Window};
use lego::{Layout, Mapping, Mapping32, layout};

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

/// Every box, as the layout says of it and index by index; how many of those that have all positions are known to.
fn check_boxes<L, const R: usize>(layout: L) -> [usize; 2]
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
    [usize; R]: Coord,
{
    let ends = layout.dims();
    let narrow = |index: [usize; R]| index.map(|i| i as u32);
    let has = |index| Into::<Option<u32>>::into(layout.apply_u32(narrow(index))).is_some();
    let (mut known, mut full) = (0, 0);
    for first in Indices::new(ends) {
        let behind = |offset: [usize; R]| -> [usize; R] { std::array::from_fn(|k| first[k] + offset[k]) };
        let extents: [usize; R] = std::array::from_fn(|k| ends[k] - first[k]);
        for offset in Indices::new(extents) {
            let last = behind(offset);
            let has_all = Indices::new(offset.map(|n| n + 1)).all(|offset| has(behind(offset)));
            let says_so = layout.has_all_u32(narrow(first), narrow(last));
            assert!(has_all || !says_so, "{first:?} to {last:?} of {ends:?}");
            (known, full) = (known + usize::from(says_so), full + usize::from(has_all));
        }
    }
    [known, full]
}

layout! {
    type Plain(m, n) = Row(m, n);
    /// Element `[tile row, tile column, row, column]` of tiles that need not divide.
    type TilesSeen(m, n, t) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, t)*t, ceil_div(n, t)*t]).TileBy([ceil_div(m, t), ceil_div(n, t)], [t, t]);
    /// What is not stored comes first.
    type Backwards = Row(5).ExpandBy([5] => [8]).OrderBy(Reverse(8)).GroupBy([8]);
}

#[test]
fn a_box_that_is_said_to_have_all_positions_has_them() {
    let all = |[known, full]: [usize; 2]| assert_eq!(known, full);
    all(check_boxes(Tiles));
    all(check_boxes(Swizzled));
    all(check_boxes(Runtime::new(12, 10).unwrap()));
    all(check_boxes(Stored::<5, 7>));
    all(check_boxes(PaddedTiles));
    for [m, n, t] in [[1, 1, 3], [5, 7, 4], [7, 6, 2], [4, 4, 4], [3, 1, 1]] {
        // Within a tile there is one run along each axis; the tiles themselves are runs as well.
        all(check_boxes(TilesSeen::new(m, n, t).unwrap()));
    }
    let plain = Plain::new(6, 5).unwrap();
    all(check_boxes(Window::new(plain, [1, 2], [4, 3]).unwrap()));
    for origin in [[0, 0], [3, 4], [5, 0], [6, 6], [u32::MAX as usize, 1]] {
        all(check_boxes(Clipped::new(plain, origin, [4, 3])));
        let partial = TilesSeen::new(5, 6, 4).unwrap();
        all(check_boxes(Clipped::new(partial, [origin[0] / 4, 1, 1, 0], [2, 2, 4, 3])));
        check_boxes(Clipped::new(Stored::<5, 7>, origin, [4, 3]));
    }
    check_boxes(Backwards);
}

/// Along which axes the ends of a stretch tell of what is between, each stretch looked at index by index.
fn telling_axes<L, const R: usize>(layout: L) -> Vec<usize>
where
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
    [usize; R]: Coord,
{
    let at = |index: [usize; R]| Into::<Option<u32>>::into(layout.apply_u32(index.map(|i| i as u32)));
    let telling: Vec<usize> = (0..R).filter(|&axis| L::ends_tell_u32(axis)).collect();
    for &axis in &telling {
        for first in Indices::new(layout.dims()) {
            let Some(start) = at(first) else { continue };
            let behind = |d: u32| {
                let mut index = first;
                index[axis] += d as usize;
                at(index)
            };
            for d in 0..(layout.dims()[axis] - first[axis]) as u32 {
                let ends = behind(d) == Some(start + d);
                let between = (0..d).all(|k| behind(k) == Some(start + k));
                assert!(!ends || between, "{d} from {first:?} on along {axis}");
            }
        }
    }
    telling
}

layout! {
    /// Element `[row, vector, element]` of m rows of n, each rotated so that vectors begin where they do in memory.
    type Rotated<const V: usize, const VECTORS: usize>(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, VECTORS*V])
        .OrderBy(Rotate(m, VECTORS*V, VECTORS*V - n))
        .GroupBy([m, VECTORS, V]);
    /// The same with a number of vectors given at run time.
    type RotatedAny(m, n, q, v) = Row(m, n)
        .ExpandBy([m, n] => [m, q*v])
        .OrderBy(Rotate(m, q*v, -n))
        .GroupBy([m, q, v]);
    type Skewed(m, n) = Skew(m, n);
    type SkewedNumbers = Skew(5, 7);
    /// The remainder of a remainder may rise by more than one.
    type Twice(m) = Row(m, 12).OrderBy(Skew(m, 12)).OrderBy(Row(m), Fan(12, 5, 1)).GroupBy([m, 12]);
    type Quarters(n) = Row(n).ExpandBy([n] => [ceil_div(n, 4)*4]).GroupBy([ceil_div(n, 4), 4]);
}

#[test]
fn the_ends_of_a_stretch_tell_of_what_is_between() {
    for [m, n] in [[1, 1], [5, 7], [6, 12], [7, 11], [3, 4], [4, 10], [13, 9]] {
        assert_eq!(telling_axes(Rotated::<4, 3>::new(m, n).unwrap()), [2]);
        for [q, v] in [[3, 4], [4, 3], [12, 1], [1, 12], [5, 5]] {
            assert_eq!(telling_axes(RotatedAny::new(m, n, q, v).unwrap()), [2]);
        }
        assert_eq!(telling_axes(Skewed::new(m, n).unwrap()), [1]);
        assert_eq!(telling_axes(Quarters::new(m * n).unwrap()), [1]);
        telling_axes(Twice::new(m).unwrap());
        telling_axes(TilesSeen::new(m, n, 3).unwrap());
        telling_axes(RuntimeTiles::new(m, n, 3, 4).unwrap());
    }
    assert_eq!(telling_axes(SkewedNumbers), [1]);
    let axes =
        [telling_axes(Tiles), telling_axes(Nested), telling_axes(Padded), telling_axes(Z), telling_axes(Swizzled)];
    assert_eq!(axes, [const { Vec::new() }; 5]);
    assert_eq!(telling_axes(Stored::<5, 7>), [1]);
    telling_axes(Backwards);
    let skewed = Skewed::new(6, 5).unwrap();
    assert_eq!(telling_axes(Window::new(skewed, [1, 2], [4, 3]).unwrap()), [1]);
    for origin in [[0, 0], [3, 4], [5, 0], [6, 6]] {
        assert_eq!(telling_axes(Clipped::new(skewed, origin, [4, 3])), [1]);
    }
}
