//! Sizes: constants of the invocation, const generics, paths, and facts about them.

use crate::laws::check;
use lego::layout;

pub(crate) mod consts {
    pub(crate) const B: usize = 4;
    pub(crate) const fn double(n: usize) -> usize {
        2 * n
    }
    pub(crate) const COMPUTED: usize = double(B);
}

layout! {
    // Later ones may come first.
    const WIDE: usize = 2 * NARROW + 1;
    const NARROW: usize = 1 << 2;
    type Known = Row(WIDE, NARROW).TileBy([3, 2], [WIDE / 3, NARROW / 2]);

    // What only the compiler computes is a symbol.
    pub(crate) const WORD: usize = core::mem::size_of::<u64>();
    pub(crate) const HALF: usize = WORD / 2;
    type Symbolic = Col(WORD, 6).GroupBy([HALF, 2, 6]);

    // Rust's division, not the language's.
    const THIRD: usize = 10 / 3;
    type Third = Row(THIRD, 2);

    type Path = Row(crate::sizes::consts::B, self::consts::COMPUTED);
    type Nested = Row(consts::B * 2, 8).TileBy([2, 8/consts::B], [consts::B, consts::B]);

    type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
    type Blocked<const M: usize, const K: usize, const BM: usize, const BK: usize> =
        Row(M, K).TileBy([M/BM, K/BK], [BM, BK]);
    type Brick<const N: usize> = OrderBy(Row(N/4, N/4), Col(4, 4)).TileBy([N/4, N/4], [4, 4]) where N >= 8;
    type Curve<const N: usize> = Morton(N, N);
    type Rounded<const N: usize> = Row(ceil_div(N, 8) * 8).PadBy([N] => [ceil_div(N, 8) * 8]);
    type Least<const N: usize> = Row(min(N, 8), max(N, 8), N + 2 - 1);
    // A parameter hides a constant of the same name.
    type Hiding<const WIDE: usize> = Row(WIDE, 2);
}

#[test]
fn constants_of_the_invocation() {
    check(Known, |[i, j, k, l]| Some((i * 3 + k) * 4 + j * 2 + l));
    check(Symbolic, |[i, j, k]| Some(k * 8 + i * 2 + j));
    check(Third, |[i, j]| Some(i * 2 + j));
    assert_eq!((Third::SPAN, WORD, HALF), (6, 8, 4));
}

#[test]
fn paths() {
    check(Path, |[i, j]| Some(i * 8 + j));
    check(Nested, |[i, j, k, l]| Some((i * 4 + k) * 8 + j * 4 + l));
}

#[test]
fn const_generics() {
    check(Tiled::<128, 64>, |[i, j, k, l]| Some((i * 64 + k) * 64 + j * 32 + l));
    check(Tiled::<64, 96>, |[i, j, k, l]| Some((i * 64 + k) * 96 + j * 32 + l));
    check(Blocked::<6, 10, 3, 5>, |[i, j, k, l]| Some((i * 3 + k) * 10 + j * 5 + l));
    check(Blocked::<1, 1, 1, 1>, |[_, _, _, _]| Some(0));
    check(Brick::<8>, |[i, j, k, l]| Some((i * 2 + j) * 16 + l * 4 + k));
    check(Brick::<12>, |[i, j, k, l]| Some((i * 3 + j) * 16 + l * 4 + k));
    check(Hiding::<5>, |[i, j]| Some(i * 2 + j));
    check(Least::<3>, |[i, j, k]| Some((i * 8 + j) * 4 + k));
    check(Least::<9>, |[i, j, k]| Some((i * 9 + j) * 10 + k));
    for n in 0..8 {
        assert_eq!(Curve::<8>::apply([n, n]), (0..3).map(|bit| (n >> bit & 1) * (3 << (2 * bit))).sum::<usize>());
    }
    check(Rounded::<13>, |[i]| Some(i));
    assert_eq!((Rounded::<13>::SPAN, Rounded::<16>::SPAN), (16, 16));
    assert_eq!(Tiled::<128, 64>::DIMS, [2, 2, 64, 32]);
}

#[test]
fn const_generics_of_the_user_go_through() {
    fn last<const N: usize>() -> usize {
        Tiled::<N, N>::apply([N / 64 - 1, N / 32 - 1, 63, 31])
    }
    assert_eq!((last::<64>(), last::<128>()), (64 * 64 - 1, 128 * 128 - 1));
}
