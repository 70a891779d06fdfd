//! CuTe's layouts as pieces: `Cute(((2, 2), 4):((1, 8), 2))`.

use lego::array::Indices;
use lego::{Arr2D, Coord, Layout, layout, layout_eq};

layout! {
    const H: usize = 2;
    type Hilly = Cute(((H, 2), 4):((1, 8), 2));
    type Sized<const M: usize, const K: usize> = Cute((M, (4, K/4)):(1, (M, 4*M)));
    type Any<const M: usize, const N: usize, const S: usize> = Cute((M, N):(S, 1));
    type Runtime(m, n) = Cute(((m, 2), n):((2*n, 1), 2));
    type Nested = OrderBy(Row(2, 1), Cute((3, (2, 2)):(4, (2, 1)))).TileBy([2, 1], [3, 4]);
    type Piece = OrderBy(Hilly, Row(2, 2)).TileBy([8, 8]);
    type Swizzled = OrderBy(Swizzle(2, 0, 3)).OrderBy(Cute((4, 8):(8, 1)));
}

layout_eq!(Cute((4, 8):(8, 1)), Row(4, 8));
layout_eq!(Cute((4, 8):(1, 4)), Col(4, 8));
layout_eq!(Cute(((2, 2), (2, 2)):((1, 4), (2, 8))).GroupBy([4, 4]), OrderBy(RegP([2, 2, 2, 2], [3, 1, 4, 2])).GroupBy([4, 4]));
layout_eq!(Cute(32:1), Row(32));

/// CuTe's value at a coordinate: each component split over the leaves of its mode, the first fastest.
fn value<const R: usize>(modes: [&[(usize, usize)]; R], index: [usize; R]) -> usize {
    let mut position = 0;
    for (mode, component) in modes.into_iter().zip(index) {
        let mut below = 1;
        for (size, stride) in mode {
            position += component / below % size * stride;
            below *= size;
        }
    }
    position
}

#[track_caller]
fn is<L: Layout<Index = [usize; R]>, const R: usize>(layout: &L, position: impl Fn([usize; R]) -> usize)
where
    [usize; R]: Coord,
{
    for index in Indices::new(layout.dims()) {
        let expected = position(index);
        assert_eq!((layout.try_apply(index), layout.try_inv(expected)), (Some(expected), Some(index)), "{index:?}");
    }
}

const AT_COMPILE_TIME: usize = Hilly::apply([3, 1]);

#[test]
fn positions_are_those_of_cute() {
    assert_eq!(AT_COMPILE_TIME, 11);
    is(&Hilly, |i| value([&[(2, 1), (2, 8)], &[(4, 2)]], i));
    is(&Sized::<5, 8>, |i| value([&[(5, 1)], &[(4, 5), (2, 20)]], i));
    is(&Sized::<1, 4>, |i| value([&[(1, 1)], &[(4, 1), (1, 4)]], i));
    is(&Any::<3, 7, 7>, |[i, j]| 7 * i + j);
    is(&Runtime::new(3, 5).unwrap(), |i| value([&[(3, 10), (2, 1)], &[(5, 2)]], i));
    is(&Nested, |[t, _, u, j]| 12 * t + value([&[(3, 4)], &[(2, 2), (2, 1)]], [u, j]));
    is(&Piece, |[i, j]| 4 * value([&[(2, 1), (2, 8)], &[(4, 2)]], [i / 2, j / 2]) + i % 2 * 2 + j % 2);
    is(&Swizzled, |[i, j]| {
        let p = 8 * i + j;
        p ^ (p & 24) >> 3
    });
}

#[test]
fn in_arrays_and_in_32_bits() {
    let mut array = Arr2D::<u32, Hilly>::from_fn(Hilly, |[i, j]| (10 * i + j) as u32);
    array[[3, 1]] = 99;
    assert_eq!(array.as_physical()[11], 99);
    for [i, j] in Indices::new([4, 4]) {
        assert_eq!(Hilly::apply_u32([i as u32, j as u32]) as usize, Hilly::apply([i, j]));
    }
}
