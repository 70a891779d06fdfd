//! Layouts with an extent of 0, and arrays over them: every constructor and every operation, each axis in turn.

use crate::laws::{check, indices};
use lego::array::{AntiDiagonals, Array, Columns, Line as _, Rows};
use lego::{Arr2D, Layout, Layout32, Mapping, Mapping32, StaticMapping, layout};

layout! {
    type Line(a) = Reverse(a);
    type Matrix(a, b) = Col(a, b);
    type Cube(a, b, c) = RegP([a, b, c], [2, 3, 1]);
    type Blocks(a, b, c, d) = OrderBy(Col(a, b), Row(c, d));
    type Tiles(a, b) = Row(a, b).TileBy([a/2, b/4], [2, 4]);
    type Flat(a, b) = Col(a, b).GroupBy([a*b]);
    type Walk(n) = Fan(n, 3, 1);
    type Curve(a, b) = Morton(a, b);
    type Swizzled(a, b) = SwizzleRows([a, b], 2);
    type Turned(a, b) = Skew(a, b);
    type Order(a, b, g) = Grouped(a, b, g);
    type Cyclic(n) = BlockCyclic(n, 2, 3);
    type Closure(a, b) = GenP([a, b], |i, j| (a-1-i)*b + (b-1-j));
    type Padded(a, b) = Row(a, b + 1).PadBy([a, b] => [a, b + 1]);
    type Roomy(a) = Row(8).PadBy([a] => [8]);
    type Partial(a, b) = Row(a, b).ExpandBy([a, b] => [ceil_div(a, 4)*4, ceil_div(b, 4)*4]);
    type Stored(a) = Row(a).ExpandBy([a] => [8]);
    type One(a) = Row(a).ExpandBy([a] => [1]);
    type Least(a) = Row(max(a, 1), 3);
    type Fact(a, b) = Row(a, b) where a % 4 == 0, b >= 1;

    type Const<const A: usize, const B: usize> = Col(A, B).GroupBy([A, B]);
    type ConstTiles<const A: usize, const B: usize> = Row(A, B).TileBy([A/2, B/4], [2, 4]);
    type ConstPadded<const A: usize> = Row(8).PadBy([A] => [8]);
    type ConstOne<const A: usize> = Row(A).ExpandBy([A] => [1]);
    type Path = Row(nothing::NONE, 4);
}

mod nothing {
    pub(super) const NONE: usize = 0;
}

/// What is so of every layout without an index.
fn is_empty<L, const R: usize>(layout: L)
where
    L: Layout<Index = [usize; R]> + Copy + std::fmt::Debug,
{
    assert!(layout.check().is_ok(), "{layout:?}");
    assert!(layout.dims().contains(&0), "{layout:?}");
    assert_eq!((layout.count(), layout.span()), (0, 0), "{layout:?}");
    for index in indices([3; R]) {
        assert_eq!(layout.try_apply(index), None, "{layout:?}");
    }
    assert!((0..9).all(|position| layout.try_inv(position).is_none()), "{layout:?}");
    for axis in 0..R {
        let _ = (layout.stride(axis), layout.run(axis), layout.runs(axis));
    }
    let _ = (layout.anti_diagonal_stride(), layout.is_exhaustive());
    assert!(layout.is_unique());
}

/// [`is_empty`], and the same in 32 bits.
fn is_empty_u32<L, const R: usize>(layout: L)
where
    L: Layout<Index = [usize; R]> + Layout32 + Mapping32<Index32 = [u32; R]> + Copy + std::fmt::Debug,
{
    is_empty(layout);
    assert!(layout.check_u32().is_ok(), "{layout:?}");
    assert_eq!(layout.dims_u32().map(|n| n as usize), layout.dims());
    assert_eq!(layout.span_u32(), 0);
    let again = L::from_sizes_u32(layout.sizes_u32());
    assert_eq!((again.dims(), again.span()), (layout.dims(), 0));
}

/// Every operation on an array. A function would have to name what each of them asks of its layout.
macro_rules! operations {
    ($layout:expr) => {{
        let layout = $layout;
        let dims = layout.dims();
        let mut a = Array::filled(layout, 7_u32);
        assert_eq!((a.dims(), a.count(), a.as_physical().len()), (dims, 0, 0));
        assert_eq!(Array::from_fn(layout, |_| -> u32 { unreachable!("no index") }), a);
        assert_eq!(Array::from_row_major(layout, &[] as &[u32]), Ok(a.clone()));
        assert!(Array::from_row_major(layout, &[1_u32]).is_err());
        assert_eq!(Array::from_logical(layout, Vec::<u32>::new()), Ok(a.clone()));
        assert_eq!(Array::try_from_iter(layout, std::iter::empty::<u32>()), Ok(a.clone()));
        assert!(Array::try_from_iter(layout, [1_u32]).is_err());
        assert_eq!(Array::from_physical(layout, Vec::<u32>::new()), Ok(a.clone()));
        assert!(Array::from_physical(layout, vec![1_u32]).is_err());
        assert_eq!(a.to_row_major(), Vec::<u32>::new());
        assert_eq!((a.iter().count(), a.iter_mut().count(), a.indices().count()), (0, 0, 0));
        assert_eq!(
            (a.iter_physical().count(), a.iter_physical_mut().count(), a.clone().into_iter().count()),
            (0, 0, 0)
        );
        assert_eq!(a.iter().fold(0, |sum, (_, &x)| sum + x), 0);
        for index in indices(layout.dims().map(|_| 2)) {
            assert_eq!(a.get(index), None);
            assert_eq!(a.get_mut(index), None);
        }
        a.for_each_mut(|_, _| unreachable!("no index"));
        a.fill(3);
        assert_eq!(a.map(|&x| u64::from(x)).count(), 0);
        assert_eq!(a.zip_map(&a, |x, y| x + y).unwrap().count(), 0);
        let copy = a.clone();
        a.zip_apply(&copy, |x, y| *x += *y).unwrap();
        a.assign(&copy).unwrap();
        assert_eq!(a.relayout_to(layout).unwrap(), a);
        assert_eq!((a.view().count(), a.view_mut().count()), (0, 0));
        assert_eq!(format!("{a:?}"), format!("{copy:?}"));
        assert_eq!(a.zip(&copy).unwrap().count(), 0);
        let _ = (a.as_slice().map(<[u32]>::len), a.as_slice_mut().map(|slice| slice.len()));
        for axis in 0..layout.dims().len() {
            let lines = a.along(axis).unwrap();
            assert!(lines.map(|(_, line)| line.iter().count()).sum::<usize>() == 0);
            assert!(a.along_mut(axis).unwrap().map(|(_, mut line)| line.iter_mut().count()).sum::<usize>() == 0);
        }
        assert_eq!(a.rows().map(|(_, row)| row.iter().count()).sum::<usize>(), 0);
        assert_eq!(
            a.blocks(layout.dims().map(|_| 2)).unwrap().map(|(_, block)| block.iter().count()).sum::<usize>(),
            0
        );
        assert_eq!(
            a.blocks_mut(layout.dims().map(|_| 2))
                .unwrap()
                .map(|(_, mut block)| block.iter_mut().count())
                .sum::<usize>(),
            0
        );
        assert_eq!(
            a.halos(layout.dims().map(|_| 2), layout.dims().map(|_| 1))
                .unwrap()
                .map(|(_, halo)| halo.iter().count())
                .sum::<usize>(),
            0
        );
        assert_eq!(
            a.windows(layout.dims().map(|_| 1))
                .map_or(0, |windows| windows.map(|(_, window)| window.iter().count()).sum()),
            0
        );
        assert!(a.blocks(layout.dims().map(|_| 0)).is_err());
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            assert_eq!(a.par_iter().count(), 0);
            assert_eq!(a.par_rows().map(|(_, row)| row.iter().count()).sum::<usize>(), 0);
        }
        #[cfg(feature = "serde")]
        {
            let text = serde_json::to_string(&a).unwrap();
            let values: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(!text.is_empty() && !values.is_null());
        }
    }};
}

/// Rank 2 besides: lines of all directions, and changes of layout between any two.
macro_rules! of_rank_2 {
    ($layout:expr) => {{
        let layout = $layout;
        let mut a = Array::filled(layout, 7_u32);
        assert_eq!(a.lines(Rows).iter().map(|line| line.len()).sum::<usize>(), 0);
        assert_eq!(a.lines(Columns).iter().map(|line| line.len()).sum::<usize>(), 0);
        assert_eq!(a.lines(AntiDiagonals).iter().map(|line| line.len()).sum::<usize>(), 0);
        assert_eq!(a.each_line(AntiDiagonals).map(|(_, line)| line.iter().count()).sum::<usize>(), 0);
        assert_eq!(a.each_line_mut(Rows).map(|(_, mut line)| line.iter_mut().count()).sum::<usize>(), 0);
        let _ = a.lines_mut(Columns);
        let slice = a.slice((.., ..)).unwrap();
        assert_eq!((slice.dims(), slice.count()), (layout.dims(), 0));
        assert!(a.slice((0, ..)).is_err() || layout.dims()[0] > 0);
        let [rows, columns] = layout.dims();
        let other = Matrix::new(rows, columns).unwrap();
        let copied = a.relayout_to(other).unwrap();
        assert_eq!((copied.dims(), copied.count(), copied == a), (layout.dims(), 0, true));
        let plain = ndarray_of(rows, columns);
        assert_eq!(plain, a.to_row_major().len());
    }};
}

/// The number of elements of a plain nested list.
fn ndarray_of(rows: usize, columns: usize) -> usize {
    vec![vec![0; columns]; rows].concat().len()
}

#[test]
fn each_axis_of_each_rank_may_be_0() {
    is_empty_u32(Line::new(0).unwrap());
    operations!(Line::new(0).unwrap());
    for k in 0..=2 {
        let n = |axis: usize, extent: usize| if k == axis || k == 2 { 0 } else { extent };
        let matrix = Matrix::new(n(0, 3), n(1, 4)).unwrap();
        is_empty_u32(matrix);
        operations!(matrix);
        of_rank_2!(matrix);
    }
    for k in 0..=3 {
        let n = |axis: usize, extent: usize| if k == axis || k == 3 { 0 } else { extent };
        let cube = Cube::new(n(0, 3), n(1, 4), n(2, 2)).unwrap();
        is_empty_u32(cube);
        operations!(cube);
    }
    for k in 0..=4 {
        let n = |axis: usize, extent: usize| if k == axis || k == 4 { 0 } else { extent };
        let blocks = Blocks::new(n(0, 3), n(1, 4), n(2, 2), n(3, 5)).unwrap();
        is_empty_u32(blocks);
        operations!(blocks);
    }
}

#[test]
fn every_piece_and_stage_may_be_empty() {
    for (a, b) in [(0, 8), (4, 0), (0, 0)] {
        let tiles = Tiles::new(a, b).unwrap();
        is_empty_u32(tiles);
        operations!(tiles);
        let array = Array::filled(tiles, 1_u8);
        assert_eq!(array.tiles::<2>().map(|(_, tile)| tile.iter().count()).sum::<usize>(), 0);
        is_empty_u32(Flat::new(a, b).unwrap());
        is_empty_u32(Curve::new(a, b).unwrap());
        is_empty_u32(Swizzled::new(a, b).unwrap());
        is_empty_u32(Turned::new(a, b).unwrap());
        is_empty_u32(Order::new(a, b, 3).unwrap());
        is_empty_u32(Closure::new(a, b).unwrap());
        let padded = Padded::new(a, b).unwrap();
        is_empty_u32(padded);
        operations!(padded);
        of_rank_2!(padded);
        let partial = Partial::new(a, b).unwrap();
        is_empty_u32(partial);
        operations!(partial);
    }
    is_empty_u32(Walk::new(0).unwrap());
    is_empty_u32(Cyclic::new(0).unwrap());
    let roomy = Roomy::new(0).unwrap();
    is_empty_u32(roomy);
    operations!(roomy);
    assert!(Order::new(4, 4, 0).is_err(), "a divisor");
    assert_eq!(Fact::new(0, 2).map(|layout| layout.count()), Ok(0));
    assert!(Fact::new(4, 0).is_err(), "the fact b >= 1");
    // Where no size is 0 all is as ever.
    check(Roomy::new(3).unwrap(), |[i]| Some(i));
    check(Least::new(0).unwrap(), |[i, j]| Some(3 * i + j));
    check(Padded::new(2, 3).unwrap(), |[i, j]| Some(4 * i + j));
}

#[test]
fn indices_beyond_a_store_of_nothing_have_no_position() {
    let stored = Stored::new(0).unwrap();
    assert_eq!((stored.dims(), stored.count(), stored.span()), ([8], 8, 0));
    check(stored, |_| None);
    // The simplifier knows of one element that it is stored, unless none is.
    check(One::new(1).unwrap(), |[i]| Some(i));
    check(One::new(0).unwrap(), |_| None);
    assert_eq!(One::new(0).unwrap().apply_u32([0]), None);
    let array = Array::filled(One::new(0).unwrap(), 1_u8);
    assert_eq!((array.get([0]), array.iter().count(), array.as_physical().len()), (None, 0, 0));
    check(ConstOne::<1>, |[i]| Some(i));
    check(ConstOne::<0>, |_| None);
    assert_eq!(Arr1::<ConstOne<0>>::default().get([0]), None);
}

type Arr1<L> = Array<Vec<u8>, L, 1>;

#[test]
fn constants_may_be_0() {
    is_empty_u32(Const::<0, 4>);
    is_empty_u32(Const::<3, 0>);
    is_empty_u32(ConstTiles::<0, 8>);
    is_empty_u32(ConstTiles::<4, 0>);
    is_empty_u32(ConstPadded::<0>);
    is_empty_u32(Path);
    operations!(Const::<0, 4>);
    operations!(Const::<3, 0>);
    of_rank_2!(Const::<0, 0>);
    operations!(ConstTiles::<4, 0>);
    const EMPTY: [usize; 3] = [Const::<0, 4>::COUNT, Const::<3, 0>::SPAN, ConstPadded::<0>::SPAN];
    assert_eq!(EMPTY, [0; 3]);
    assert_eq!(<Const<0, 4> as StaticMapping>::DIMS, [0, 4]);
    assert!(<Const<0, 4> as StaticMapping>::BITS.is_none() && <Const<4, 0> as StaticMapping>::STRIPS.is_none());
    let array: Arr2D<u8, Const<0, 4>> = Array::default();
    assert_eq!(array.count(), 0);
    assert_eq!(lego::Array::<[u8; 0], Const<0, 4>, 2>::from_physical_array([]).iter().count(), 0);
}

#[test]
fn sizes_beside_one_of_0_are_counted_without_it() {
    let large = 1 << 40;
    assert!(Cube::new(large, 0, large).is_err() && Cube::new(0, large, large).is_err());
    assert!(Matrix::new(0, usize::MAX).is_ok() && Matrix::new(usize::MAX, 0).is_ok());
    let wide = Matrix::new(0, usize::MAX).unwrap();
    is_empty(wide);
    assert!(wide.check_u32().is_err());
    is_empty_u32(Cube::new(1 << 16, 0, (1 << 16) - 1).unwrap());
    assert!(Cube::new(1 << 16, 0, 1 << 16).unwrap().check_u32().is_err());
}

#[test]
fn views_of_nothing_are_empty() {
    let array = Array::filled(Matrix::new(0, 6).unwrap(), 1_u8);
    assert_eq!(array.regroup_with(Flat::new(0, 5).unwrap()).unwrap().count(), 0);
    assert!(array.regroup_with(Flat::new(1, 5).unwrap()).is_err());
    let batch = lego::Batch::<3, _>::new(Matrix::new(0, 6).unwrap()).unwrap();
    is_empty(batch);
    let mut members = Array::filled(batch, 1_u8);
    assert_eq!(members.each().map(|member| member.count()).collect::<Vec<_>>(), [0; 3]);
    assert_eq!(members.each_mut().len(), 3);
    assert_eq!(members.members::<1, 2>().map(|(_, member)| member.iter().count()).collect::<Vec<_>>(), [0; 3]);
    let columns = array.slice((.., 2)).unwrap();
    assert_eq!((columns.dims(), columns.iter().count()), ([0], 0));
    assert_eq!(array.slice((.., 2..5)).unwrap().dims(), [0, 3]);
    assert!(array.slice((0, ..)).is_err());
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_agrees() {
    use ndarray as nd;
    for (a, b, c) in [(0, 4, 2), (3, 0, 2), (3, 4, 0), (0, 0, 0)] {
        let array = Array::from_fn(Cube::new(a, b, c).unwrap(), |[i, j, k]| i + j + k);
        let plain = nd::Array3::from_shape_fn((a, b, c), |(i, j, k)| i + j + k);
        assert_eq!(array.to_ndarray(), plain);
        assert_eq!(Array::from_ndarray(Cube::new(a, b, c).unwrap(), &plain).unwrap(), array);
        if let Some(view) = array.as_ndarray() {
            assert_eq!(view, plain);
        }
    }
}
