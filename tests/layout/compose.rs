//! `compose(A, B)`: types one after the other, partial ones too.

use lego::array::Indices;
use lego::mapping::{Strided, compose};
use lego::{Arr2D, Coord, Layout, Mapping, layout, layout_eq};

layout! {
    const B: usize = 4;
    type Blocks = OrderBy(Row(3, 2), Col(B, B)).TileBy([12, 8]);
    type Turned<const N: usize> = Col(N, 96 / N);
    type Padded = Row(8, 12).PadBy([7, 11] => [8, 12]);
    type Partial = Row(90).ExpandBy([90] => [96]);

    /// Blocks after a transposition.
    pub type Both = compose(Blocks, Turned<8>);
    pub type Inline<const N: usize> = compose(Turned<N>, OrderBy(Reverse(96)).GroupBy([8, 12])) where N == 8;
    pub type WithHoles = compose(Blocks, Padded);
    pub type WithoutAll = compose(Partial, Turned<12>);
    pub type Runtime(m, n) = compose(Col(m, n).TileBy([m, 1], [1, n]), Row(n, m)).GroupBy([m*n]);
}

layout_eq!(compose(Col(4, 6), Col(6, 4)), Row(6, 4));
layout_eq!(compose(Row(4, 6), Col(8, 3)), Col(8, 3));

const AT_COMPILE_TIME: usize = Both::apply([1, 0]);

/// A after B, on every point, by the two types.
#[track_caller]
fn is<C, A, B, const R: usize, const S: usize>(composed: &C, outer: &A, inner: &B)
where
    C: Layout<Index = [usize; R]>,
    A: Mapping<Index = [usize; S]>,
    B: Mapping<Index = [usize; R]>,
    [usize; R]: Coord,
    [usize; S]: Coord,
{
    assert_eq!((composed.dims(), composed.span()), (inner.dims(), outer.span()));
    for index in Indices::new(inner.dims()) {
        let expected = inner.try_apply(index).and_then(|mut flat| {
            let mut place = outer.dims();
            for extent in place.iter_mut().rev() {
                (*extent, flat) = (flat % *extent, flat / *extent);
            }
            outer.try_apply(place)
        });
        assert_eq!(composed.try_apply(index), expected, "{index:?}");
        if let Some(position) = expected {
            assert_eq!(composed.try_inv(position), Some(index));
        }
    }
}

#[test]
fn types_one_after_the_other() {
    is(&Both, &Blocks, &Turned::<8>);
    is(&Inline::<8>, &Turned::<8>, &layout!(Reverse(96).GroupBy([8, 12])));
    is(&WithHoles, &Blocks, &Padded);
    is(&WithoutAll, &Partial, &Turned::<12>);
    assert_eq!(AT_COMPILE_TIME, 4);
    let runtime = Runtime::new(3, 5).unwrap();
    for flat in 0..15 {
        assert_eq!(runtime.apply([flat]), flat / 5 + flat % 5 * 3);
    }
}

#[test]
fn values_and_types_are_the_same() {
    let value = compose(Blocks, Turned::<8>).unwrap();
    for index in Indices::new(value.dims()) {
        assert_eq!((value.apply(index), value.try_inv(value.apply(index))), (Both::apply(index), Some(index)));
    }
    let mut array = Arr2D::<u32, _>::from_fn(value, |[i, j]| (i * 12 + j) as u32);
    array[[3, 5]] = 1000;
    assert_eq!(array.as_physical()[Both::apply([3, 5])], 1000);
    // Twelve times the same row: read, but not written.
    let rows = compose(Turned::<8>, Strided::new([12, 96], [0, 1]).unwrap()).unwrap();
    assert_eq!(rows.apply([11, 13]), Turned::<8>::apply([1, 1]));
}
