//! Layouts chosen at run time beside the types of `layout!` of the same chains.
#![cfg(feature = "dynamic")]

use lego::array::Indices;
use lego::{Coord, DynBijection, DynLayout, ErasedLayout, Layout, LayoutError, Mapping, ParseLayout, layout};

/// Both are the same map, and what the type knows of strides the value knows too.
fn same<L: Layout<Index = [usize; R]>, const R: usize>(layout: L, text: &str)
where
    [usize; R]: Coord,
{
    let dynamic = DynLayout::<R>::parse(text, &[]).unwrap();
    assert_eq!((dynamic.dims(), dynamic.span()), (layout.dims(), layout.span()), "{text}");
    for index in Indices::new(layout.dims()) {
        assert_eq!(dynamic.apply(index), layout.try_apply(index), "{text} at {index:?}");
    }
    for position in 0..=layout.span() {
        assert_eq!(dynamic.try_inv(position), layout.try_inv(position), "{text} at {position}");
    }
    for axis in 0..R {
        if layout.stride(axis).is_some() {
            assert_eq!(dynamic.stride(axis), layout.stride(axis), "{text}, axis {axis}");
        }
        if layout.run(axis).is_some() {
            assert_eq!(dynamic.run(axis), layout.run(axis), "{text}, axis {axis}");
        }
    }
    assert_eq!(dynamic.anti_diagonal_stride(), layout.anti_diagonal_stride(), "{text}");
    assert_eq!(dynamic.is_exhaustive(), layout.is_exhaustive(), "{text}");
}

/// Each chain as a type, and as a text.
macro_rules! same {
    ($($chain:tt)*) => {
        same(layout!($($chain)*), stringify!($($chain)*))
    };
}

#[test]
fn are_the_same_maps() {
    same!(Table([4, 0, 3, 1, 2]));
    same!(OrderBy(Table([0, 2, 1, 3]), Row(3)).GroupBy([2, 2, 3]));
    same!(OrderBy(Table([4, 0, 3, 1, 2]), AntiDiag(9)).ExpandBy([405] => [406]).GroupBy([14, 29]));
    same!(Row(7, 13));
    same!(Col(7, 13));
    same!(Row(12, 10).TileBy([3, 5], [4, 2]));
    same!(OrderBy(Row(3, 5), Col(4, 2)).TileBy([12, 10]));
    same!(OrderBy(Morton(4, 4), Row(3, 5)).TileBy([12, 20]));
    same!(Morton(16, 4, 2));
    same!(Hilbert(16, 16));
    same!(AntiDiag(13));
    same!(SwizzleRows([16, 16], 3));
    same!(OrderBy(Row(2, 3), SwizzleRows([8, 8], 3)).TileBy([16, 24]));
    same!(Skew(7, 11));
    same!(Row(13, 16).PadBy([13, 13] => [13, 16]));
    same!(OrderBy(Row(4, 3), Row(4, 5)).TileBy([16, 15]).PadBy([13, 14] => [16, 15]));
    same!(Row(13, 7).ExpandBy([13, 7] => [16, 8]).TileBy([4, 2], [4, 4]));
    same!(OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6]));
    same!(GenP([12], |i| 11 - i, |p| 11 - p));
}

#[test]
fn a_collection_holds_layouts_of_any_rank() -> Result<(), LayoutError> {
    let layouts = ["Row(4, 8)", "Morton(2, 2, 2)", "Fan(7, 3, 1)"]
        .into_iter()
        .map(|text| Ok(Box::<dyn ErasedLayout + Send + Sync>::parse(text, &[])?))
        .collect::<Result<Vec<_>, LayoutError>>()?;
    let of: Vec<(usize, usize)> = layouts.iter().map(|layout| (layout.rank(), layout.required_span())).collect();
    assert_eq!(of, [(2, 32), (3, 8), (1, 7)]);
    Ok(())
}

#[test]
fn the_errors_are_those_of_layouts() {
    let error = |text: &str| LayoutError::from(DynBijection::<2>::parse(text, &[]).unwrap_err()).to_string();
    assert_eq!(error("Row(4, 8).PadBy([4, 7] => [4, 8])"), "the index space has 28 elements, but the memory has 32");
    assert_eq!(error("Row(4, 8"), "expected `,` or `)`, found the end");
}
