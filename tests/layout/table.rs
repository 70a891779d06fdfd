//! Tables: positions one by one, in every place where a piece may stand.

use lego::array::Indices;
use lego::{Arr2D, ArrND, Coord, Layout, layout, layout_eq};

const ANY: [usize; 7] = [4, 0, 3, 1, 2, 6, 5];

layout! {
    const LAST: usize = 2;

    /// Neither a formula nor short.
    type Any = Table([4, 0, 3, 1, LAST, 6, 5]);
    type Rows<const N: usize> = OrderBy(Table([4, 0, 3, 1, 2, 6, 5]), Row(N)).GroupBy([7, N]);
    type Sized(n) = OrderBy(Row(n), Table([2, 0, 1])).GroupBy([3 * n]);
    type Tiles = TileOrderBy(Table([1, 2, 0]), Table([1, 0])).TileBy([3], [2]);
    type Inner = OrderBy(Any, Table([1, 0])).TileBy([7], [2]);
    type Partial = OrderBy(Table([2, 0, 3, 1]), Row(4)).ExpandBy([16] => [18]).GroupBy([3, 6]);
    type Padded = OrderBy(Table([2, 0, 3, 1]), Row(4)).PadBy([14] => [16]);
    type Reversed = Table([5, 4, 3, 2, 1, 0]);
    type Swizzled = Table([0, 1, 2, 3, 5, 4, 7, 6]);
    type Transposed = Table([0, 3, 1, 4, 2, 5]).GroupBy([3, 2]);
}

layout_eq!(Reversed, Reverse(6));
layout_eq!(Swizzled, Swizzle(1, 0, 2));
layout_eq!(Table([0, 2, 1, 3]).GroupBy([2, 2]), Col(2, 2));
layout_eq!(OrderBy(Table([1, 2, 0])).OrderBy(Table([2, 0, 1])), Row(3));
layout_eq!(OrderBy(Table([1, 2, 3, 4, 0])).OrderBy(Table([3, 4, 0, 1, 2])), Fan(5, 1, 4));

const AT_COMPILE_TIME: usize = Any::apply([2]);
const BACK: [usize; 1] = Any::inv(3);

#[track_caller]
fn is<L: Layout<Index = [usize; R]>, const R: usize>(layout: &L, position: impl Fn([usize; R]) -> usize)
where
    [usize; R]: Coord,
{
    for (place, index) in Indices::new(layout.dims()).enumerate() {
        let expected = position(index);
        assert_eq!(layout.try_apply(index), Some(expected), "{index:?}");
        assert_eq!(layout.try_inv(expected), Some(index), "{place}");
    }
}

#[test]
fn every_index_has_its_entry() {
    assert_eq!((AT_COMPILE_TIME, BACK), (3, [2]));
    is(&Any, |[i]| ANY[i]);
    is(&Rows::<5>, |[i, j]| ANY[i] * 5 + j);
    is(&Sized::new(4).unwrap(), |[i]| i / 3 * 3 + [2, 0, 1][i % 3]);
    is(&Tiles, |[i, j]| [1, 2, 0][i] * 2 + [1, 0][j]);
    is(&Inner, |[i, j]| ANY[i] * 2 + 1 - j);
    is(&Padded, |[i]| [2, 0, 3, 1][i / 4] * 4 + i % 4);
    is(&Reversed, |[i]| 5 - i);
    is(&Transposed, |[i, j]| [0, 3, 1, 4, 2, 5][i * 2 + j]);
    for (i, j) in (0..3).flat_map(|i| (0..6).map(move |j| (i, j))) {
        let flat = i * 6 + j;
        assert_eq!(Partial::apply([i, j]), (flat < 16).then(|| [2, 0, 3, 1][flat / 4] * 4 + flat % 4));
    }
}

#[test]
fn in_32_bits_and_in_arrays_too() {
    for i in 0..7 {
        assert_eq!(Any::apply_u32([i]) as usize, ANY[i as usize]);
        assert_eq!(Any::inv_u32(ANY[i as usize] as u32), [i]);
    }
    let mut rows: Arr2D<usize, Rows<5>> = Arr2D::from_fn(Rows, |[i, j]| i * 5 + j);
    rows[[2, 3]] = 99;
    assert_eq!(rows.as_physical()[3 * 5 + 3], 99);
    let line: ArrND<usize, Any, 1> = ArrND::from_fn(Any, |[i]| i);
    assert_eq!(line.as_physical(), &[1, 3, 4, 2, 0, 6, 5]);
    assert_eq!(line.iter().map(|(_, &element)| element).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_lies_outside_is_refused_and_harmless() {
    assert_eq!((Any::try_apply([7]), Any::try_inv(7)), (None, None));
    assert_eq!((Any::try_apply([usize::MAX]), Any::try_inv(usize::MAX)), (None, None));
}
