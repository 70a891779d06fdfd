//! Layouts of an invocation as pieces of those behind them.

use lego::{Arr2D, Layout, StaticMapping, layout};

const SIDE: usize = 6;

const fn turned<const N: usize>([i, j]: [usize; 2]) -> usize {
    j * N + i
}

const fn turned_back<const N: usize>(p: usize) -> [usize; 2] {
    [p % N, p / N]
}

layout! {
    const B: usize = 4;

    /// Stays private, and is used as a piece only.
    type Block = Col(B, B);
    type Tile<const N: usize> = TileOrderBy(Row(N/2, N/2), Morton(2, 2)) where N % 2 == 0;
    type Path<const N: usize> = GenP([N, N], turned::<N>, turned_back::<N>);
    type Sized = Row(SIDE, 2);

    pub type Blocks = OrderBy(Row(2, 3), Block).TileBy([8, 12]);
    pub type Seen = Block.GroupBy([16]);
    pub type Same = Block;
    pub type Numbers = OrderBy(Tile<6>, Block).TileBy([24, 24]);
    pub type Generic<const M: usize, const T: usize> = OrderBy(Row(M, 1), Tile<{T}>).TileBy([M, 1], [T, T]);
    pub type Runtime(m, t) = OrderBy(Row(m, m), Tile<2*t>).TileBy([2*t*m, 2*t*m]);
    pub type Twice = OrderBy(Blocks, Seen).GroupBy([96, 16]);
    pub type Paths<const K: usize> = OrderBy(Path<3>, Path<K>).TileBy([3, 3], [K, K]);
    pub type Constant<const B: usize> = OrderBy(Block, Row(B), Sized).GroupBy([16 * B, 12]);
    // A layout may be called as something of the language.
    type Morton = Row(2, 2);
    pub type Named = OrderBy(Morton, Morton(4, 4)).GroupBy([2, 2], [4, 4]);
    #[cfg(all())]
    type Sometimes = Row(3);
    #[cfg(all())]
    type Then = OrderBy(Sometimes, Sometimes).GroupBy([9]);
}

/// Every point in both directions.
#[track_caller]
fn is<L: Layout<Index = [usize; R]>, const R: usize>(
    layout: &L,
    dims: [usize; R],
    position: impl Fn([usize; R]) -> usize,
) {
    assert_eq!(layout.dims(), dims);
    let count: usize = dims.iter().product();
    assert_eq!((layout.count(), layout.span()), (count, count));
    for flat in 0..count {
        let mut index = [0; R];
        let mut rest = flat;
        for axis in (0..R).rev() {
            index[axis] = rest % dims[axis];
            rest /= dims[axis];
        }
        let expected = position(index);
        assert_eq!(layout.try_apply(index), Some(expected), "{index:?}");
        assert_eq!(layout.try_inv(expected), Some(index), "{expected}");
    }
}

fn tile(n: usize, i: usize, j: usize) -> usize {
    (i / 2 * (n / 2) + j / 2) * 4 + i % 2 * 2 + j % 2
}

#[test]
fn without_sizes() {
    is(&Blocks, [8, 12], |[i, j]| (i / 4 * 3 + j / 4) * 16 + j % 4 * 4 + i % 4);
    is(&Seen, [16], |[i]| i % 4 * 4 + i / 4);
    is(&Same, [4, 4], |[i, j]| j * 4 + i);
    let blocks = |flat: usize| Blocks::apply([flat / 12, flat % 12]);
    is(&Twice, [96, 16], |[i, j]| blocks(i) * 16 + j % 4 * 4 + j / 4);
    is(&Named, [2, 2, 4, 4], |[i, j, k, l]| (i * 2 + j) * 16 + (k / 2 * 2 + l / 2) * 4 + k % 2 * 2 + l % 2);
    is(&Then, [9], |[i]| i);
}

#[test]
fn with_sizes() {
    is(&Numbers, [24, 24], |[i, j]| tile(6, i / 4, j / 4) * 16 + j % 4 * 4 + i % 4);
    is(&Generic::<3, 2>, [3, 1, 2, 2], |[i, _, k, l]| i * 4 + tile(2, k, l));
    is(&Generic::<2, 6>, [2, 1, 6, 6], |[i, _, k, l]| i * 36 + tile(6, k, l));
    for (m, t) in [(1, 1), (3, 1), (2, 3)] {
        let n = 2 * t;
        is(&Runtime::new(m, t).unwrap(), [n * m, n * m], |[i, j]| (i / n * m + j / n) * n * n + tile(n, i % n, j % n));
    }
    assert_eq!(Runtime::new(1, 0).map(|layout| layout.dims()), Ok([0, 0]));
    is(&Paths::<5>, [3, 3, 5, 5], |[i, j, k, l]| (j * 3 + i) * 25 + l * 5 + k);
}

#[test]
fn names_mean_what_they_mean_where_the_layout_stands() {
    // `B` is 4 in `Block`, and the parameter outside of it.
    is(&Constant::<3>, [48, 12], |[i, j]| {
        let block = i / 3;
        (block % 4 * 4 + block / 4) * 36 + i % 3 * 12 + j
    });
    assert_eq!(Constant::<3>::SPAN, <Constant<3> as StaticMapping>::SPAN);
}

#[test]
fn arrays_of_them() {
    let a = Arr2D::from_fn(Blocks, |[i, j]| 12 * i + j);
    assert_eq!(
        a.slice((4.., ..4)).unwrap().to_row_major(),
        [48, 49, 50, 51, 60, 61, 62, 63, 72, 73, 74, 75, 84, 85, 86, 87]
    );
    // The same memory seen as a list of blocks, each as it is stored.
    layout! { type List = Row(6, 16); }
    let list = a.regroup::<List>();
    assert_eq!(list.dims(), [6, 16]);
    for (block, element) in (0..6).flat_map(|block| (0..16).map(move |element| (block, element))) {
        let (i, j) = (block / 3 * 4 + element % 4, block % 3 * 4 + element / 4);
        assert_eq!(list[[block, element]], a[[i, j]]);
    }
}
