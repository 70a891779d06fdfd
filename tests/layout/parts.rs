//! Tiles, blocks, rows, lines and workers' shares of arrays over every kind of layout, changed at the same time.

#[cfg(feature = "rayon")]
use lego::Arr2D;
use lego::parts::{Partition, PartsMut};
use lego::{
    AntiDiagonals, Array, Batch, Columns, Coord, Fills, Layout, Mapping, Rows, Walk, layout, mapping::Injective,
};

/// Every element is in one part, and every part's elements are its own: all parts are there at the same time.
#[track_caller]
fn cover<L, C, const R: usize, const K: usize>(
    layout: L,
    cut: impl Fn(&mut Array<Vec<usize>, L, R>) -> PartsMut<'_, usize, C, K>,
) where
    L: Layout<Index = [usize; R]> + Copy,
    C: Partition<Part: Mapping<Index = [usize; K]> + Clone>,
{
    let positions = (0..layout.span()).collect();
    let mut array = Array::from_physical(layout, positions).unwrap();
    let mut parts: Vec<_> = cut(&mut array).map(|(_, part)| part).collect();
    for part in &mut parts {
        let dims = part.dims();
        assert_eq!(part.indices().count(), dims.iter().product::<usize>());
        for (_, element) in part.iter_mut() {
            assert!(*element < layout.span(), "an element is in two parts");
            *element += layout.span();
        }
    }
    for position in 0..layout.span() {
        let inside = layout.try_inv(position).is_some();
        assert_eq!(array.as_physical()[position], position + if inside { layout.span() } else { 0 });
    }
    // As slices, the same.
    let positions = (0..layout.span()).collect();
    let mut array = Array::from_physical(layout, positions).unwrap();
    if let Ok(slices) = cut(&mut array).into_slices() {
        slices.for_each(|(_, slice)| slice.iter_mut().for_each(|element| *element += layout.span()));
        for position in 0..layout.span() {
            let inside = layout.try_inv(position).is_some();
            assert_eq!(array.as_physical()[position], position + if inside { layout.span() } else { 0 });
        }
    }
}

/// All cuts of a layout of rank 2.
fn flat<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
    let [m, n] = layout.dims();
    for extents in [[1, 1], [2, 3], [3, 2], [m, 1], [1, n], [m + 1, n + 1], [m.div_ceil(2), n.div_ceil(2)]] {
        cover(layout, |array| array.blocks_mut(extents).unwrap());
    }
    cover(layout, |array| array.rows_mut());
    cover(layout, |array| array.along_mut(0).unwrap());
    cover(layout, |array| array.each_line_mut(Rows));
    cover(layout, |array| array.each_line_mut(Columns));
    cover(layout, |array| array.each_line_mut(AntiDiagonals));
    cover(layout, |array| array.members_mut::<1, 1>());
    cover(layout, |array| array.tiles_mut::<1>());
    layout! {
        type Turns(count, workers) = Col(workers, count/workers);
        type Ranges(count, workers) = Row(workers, count/workers);
    }
    for workers in (1..=m * n).filter(|workers| m * n % *workers == 0) {
        cover(layout, |array| array.split_mut(Turns::new(m * n, workers).unwrap()).unwrap());
        cover(layout, |array| array.split_mut(Ranges::new(m * n, workers).unwrap()).unwrap());
    }
}

macro_rules! every {
    ($check:ident: $([$($chain:tt)*])*) => { $($check(layout!($($chain)*));)* };
}

#[test]
fn every_named_permutation_is_cut_into_parts() {
    every! { flat:
        [Row(5, 7)]
        [Row(1, 1)]
        [Row(1, 13)]
        [Col(5, 7)]
        [Col(13, 1)]
        [RegP([6, 5], [2, 1])]
        [Reverse(5, 3)]
        [AntiDiag(1)]
        [AntiDiag(7)]
        [Morton(8, 4)]
        [Morton(1, 16)]
        [Hilbert(8, 8)]
        [SwizzleRows([6, 8], 3)]
        [Skew(5, 7)]
        [Grouped(7, 5, 3)]
        [Grouped(1, 4, 9)]
        [Swizzle(2, 1, 2).GroupBy([4, 8])]
        [Fan(35, -4, 3).GroupBy([5, 7])]
        [BlockCyclic(24, 2, 3).GroupBy([4, 6])]
        [Row(35).GroupBy([5, 7])]
        [GenP([5, 7], |i, j| (4-i)*7 + (6-j), |p| (4-p/7, 6-p%7))]
        [OrderBy(Col(2, 3), AntiDiag(3)).TileBy([6, 9])]
        [OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])]
        [Row(5, 8).PadBy([5, 7] => [5, 8])]
        [Col(7, 5).PadBy([5, 3] => [7, 5])]
        [OrderBy(Row(2, 2), Col(4, 4)).PadBy([5, 7] => [8, 8]).TileBy([5, 7])]
        [Row(3, 5).ExpandBy([3, 5] => [4, 7])]
        [Row(3, 6).PadBy([3, 5] => [3, 6]).ExpandBy([3, 5] => [4, 7])]
    }
}

/// Tiles of layouts with tile coordinates.
fn tiles<L: Layout<Index = [usize; 4]> + Copy>(layout: L) {
    cover(layout, |array| array.tiles_mut::<2>());
    cover(layout, |array| array.members_mut::<1, 3>());
    cover(layout, |array| array.members_mut::<3, 1>());
    cover(layout, |array| array.rows_mut());
    cover(layout, |array| array.blocks_mut([1, 2, 2, 3]).unwrap());
}

#[test]
fn every_layout_with_tile_coordinates_has_tiles() {
    every! { tiles:
        [Row(6, 10).TileBy([3, 2], [2, 5])]
        [Col(6, 10).TileBy([3, 2], [2, 5])]
        [Row(1, 1).TileBy([1, 1], [1, 1])]
        [OrderBy(Row(3, 2), Row(2, 5)).TileBy([3, 2], [2, 5])]
        [OrderBy(Col(3, 2), Col(2, 5)).TileBy([3, 2], [2, 5])]
        [OrderBy(Morton(4, 4), Col(2, 3)).TileBy([4, 4], [2, 3])]
        [OrderBy(Row(2, 2), Hilbert(4, 4)).TileBy([2, 2], [4, 4])]
        [Morton(8, 8).TileBy([2, 4], [4, 2])]
        [Row(5, 7).ExpandBy([5, 7] => [6, 8]).TileBy([3, 2], [2, 4])]
        [OrderBy(Row(2, 2), Row(3, 4)).ExpandBy([6, 8] => [9, 8]).TileBy([3, 2], [3, 4])]
        [OrderBy(Row(2, 2), Row(3, 5)).PadBy([6, 8] => [6, 10]).TileBy([3, 2], [2, 4])]
    }
}

layout! {
    /// Tiles that lie one after the other, in the order of a curve.
    type Curve = OrderBy(Morton(4, 4), Row(3, 5)).TileBy([4, 4], [3, 5]);
    /// Tiles that lie among each other.
    type Flat<const M: usize, const K: usize> = Row(M, K).TileBy([M/4, K/4], [4, 4]);
    type Sized(m, n) = Col(m, n);
    type Even(m, n) = Col(m, n) where m % 2 == 0;
    type Vouched = GenP([8, 8], |i, j| 8*i + j, |p| (p/8, p%8), unchecked);
    type Padded = Row(3, 5).PadBy([3, 4] => [3, 5]);
}

/// In whatever order the tiles lie, they are plain slices; where a tile is no slice, its rows are.
#[test]
fn tiles_in_one_piece_are_plain_slices() {
    let mut curve = Array::from_fn(Curve, |index| index);
    let slices: Vec<_> = curve.tiles_mut::<2>().into_slices().unwrap().collect();
    assert_eq!(slices.len(), 16);
    for ([ti, tj], tile) in slices {
        assert!(tile.iter().enumerate().all(|(n, &index)| index == [ti, tj, n / 5, n % 5]));
    }
    assert!(curve.tiles::<2>().into_slices().unwrap().all(|([ti, tj], tile)| tile[7] == [ti, tj, 1, 2]));
    let mut flat = Array::from_fn(Flat::<8, 12>, |index| index);
    let parts = flat.tiles_mut::<2>().into_slices().unwrap_err();
    for ([ti, tj], mut tile) in parts {
        assert!(tile.as_slice_mut().is_none());
        for ([i, _], row) in tile.rows_mut().into_slices().unwrap() {
            assert_eq!(row, [[ti, tj, i, 0], [ti, tj, i, 1], [ti, tj, i, 2], [ti, tj, i, 3]]);
        }
    }
}

#[test]
fn sizes_from_an_open_field_are_refused() {
    assert!(Even::new(4, 3).unwrap().check().is_ok());
    // This module can do so, and no other.
    let wrong = Even { m: 3, n: 4 };
    assert!(wrong.check().is_err());
    let error = Array::from_physical(wrong, vec![0_u8; 12]).unwrap_err();
    assert_eq!(error.to_string(), wrong.check().unwrap_err().to_string());
    const PROOFS: [bool; 4] = [
        Sized::INJECTIVE.is_some(),
        Curve::INJECTIVE.is_some(),
        Padded::INJECTIVE.is_some(),
        Vouched::INJECTIVE.is_some(),
    ];
    assert_eq!(PROOFS, [true, true, true, false]);
    let _: Option<Injective<&Sized>> = <&Sized as Mapping>::INJECTIVE;
}

/// Nothing has a default here.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Named(usize);

#[test]
fn bijections_ask_for_no_default() {
    fn made<L: Layout<Index = [usize; 2]> + Fills<Named> + Copy>(layout: L) {
        let [_, n] = layout.dims();
        let named = |[i, j]: [usize; 2]| Named(i * n + j);
        let array = Array::from_fn(layout, named);
        assert!(array.iter().all(|(index, &element)| element == named(index)));
        let rows: Vec<Named> = (0..layout.count()).map(Named).collect();
        assert_eq!(Array::from_row_major(layout, &rows).unwrap(), array);
        assert_eq!(Array::from_logical(layout, rows.clone()).unwrap(), array);
        assert_eq!(Array::try_from_iter(layout, rows.iter().copied()).unwrap(), array);
        assert_eq!(Array::filled(layout, Named(7)).map(|x| Named(x.0 + 1)), Array::filled(layout, Named(8)));
        for wrong in [&rows[1..], &[rows.clone(), vec![Named(0)]].concat()] {
            assert!(
                Array::from_row_major(layout, wrong).is_err() && Array::from_logical(layout, wrong.to_vec()).is_err()
            );
            assert!(Array::try_from_iter(layout, wrong.iter().copied()).is_err());
        }
    }
    every! { made:
        [Row(5, 7)]
        [Col(5, 7)]
        [Morton(8, 4)]
        [Hilbert(8, 8)]
        [AntiDiag(7)]
        [Row(1, 1)]
        [OrderBy(Row(2, 3), Col(3, 2)).TileBy([6, 6])]
        [Row(3, 5).ExpandBy([3, 5] => [3, 5])]
    }
    made(Sized::new(3, 11).unwrap());
    made(Vouched);
    // With holes there has to be one.
    assert_eq!(
        Array::from_fn(Padded, |[i, j]| 10 * i + j).as_physical(),
        [0, 1, 2, 3, 0, 10, 11, 12, 13, 0, 20, 21, 22, 23, 0]
    );
}

#[test]
fn a_batch_of_any_layout_is_an_array_of_its_members() {
    let mut batch: lego::Arr3D<usize, Batch<5, Padded>> = Array::default();
    for (n, mut member) in batch.each_mut().enumerate() {
        member.for_each_mut(|[i, j], x| *x = 100 * n + 10 * i + j);
    }
    assert!(batch.iter().all(|([n, i, j], &x)| x == 100 * n + 10 * i + j));
    cover(Batch::<5, Padded>::default(), |array| array.members_mut::<1, 2>());
    let sized = Batch::<3, _>::new(Sized::new(2, 5).unwrap()).unwrap();
    cover(sized, |array| array.members_mut::<1, 2>());
    let largest = Sized { m: usize::MAX, n: 1 };
    assert!(Batch::<3, _>::new(largest).is_err());
}

#[cfg(feature = "rayon")]
#[test]
fn parts_are_changed_on_several_threads() {
    use rayon::prelude::*;
    let mut a = Arr2D::<usize, Sized>::filled(Sized::new(61, 67).unwrap(), 0);
    a.par_lines_mut(AntiDiagonals).for_each(|(k, mut line)| line.fill(k));
    assert!(a.par_iter().all(|([i, j], &x)| x == i + j));
    a.blocks_mut([8, 8]).unwrap().into_par_iter().for_each(|([bi, bj], mut block)| block.fill(9 * bi + bj));
    assert!(a.par_iter().all(|([i, j], &x)| x == i / 8 * 9 + j / 8));
}

/// Kernels written over `LineMut` take lines of either kind.
#[test]
fn a_kernel_over_lines_takes_parts() {
    fn double<K: lego::LineMut<Item = u32>>(mut line: K) {
        (0..line.len()).for_each(|k| line.set(k, 2 * line.at(k)));
    }
    let mut a = Array::from_fn(Sized::new(3, 4).unwrap(), |[i, j]| (4 * i + j) as u32);
    a.each_line_mut(Rows).for_each(|(_, row)| double(row));
    match a.lines_mut(Rows).walk() {
        Walk::Slices(rows) => rows.for_each(double),
        Walk::Scattered(rows) => rows.for_each(double),
    }
    assert!(a.iter().all(|([i, j], &x)| x == 4 * (4 * i + j) as u32));
    fn coordinates<C: Coord>(_: C) -> usize {
        C::RANK
    }
    assert_eq!(coordinates(a.dims()), 2);
}

/// The example of the README.
#[cfg(feature = "rayon")]
#[test]
fn arrays_on_several_threads() -> Result<(), lego::LayoutError> {
    use rayon::prelude::*;

    layout! {
        /// 64×64 tiles, one after the other along a Morton curve.
        type Bricks = OrderBy(Morton(16, 16), Row(64, 64)).TileBy([16, 16], [64, 64]);
        type Grid = Row(1000, 1000);
    }

    let mut bricks = lego::ArrND::<f32, Bricks, 4>::default();
    bricks.par_tiles_mut::<2>().for_each(|([ti, tj], mut tile)| tile[[0, 0]] = (ti + tj) as f32);
    assert_eq!(bricks[[3, 4, 0, 0]], 7.0);
    for ([ti, tj], tile) in bricks.tiles_mut::<2>().into_slices().unwrap() {
        tile.fill((ti * tj) as f32);
    }
    assert_eq!(bricks[[3, 4, 5, 6]], 12.0);

    let (mut old, mut new) = (Arr2D::<f32, Grid>::default(), Arr2D::<f32, Grid>::default());
    old.par_lines_mut(AntiDiagonals).for_each(|(k, mut line)| line.fill(k as f32));
    let blocks = old.halos([64, 64], [1, 1])?.into_par_iter().zip(new.blocks_mut([64, 64])?);
    blocks.for_each(|((_, around), (_, mut block))| {
        for ([i, j], x) in block.iter_mut() {
            *x = [[i, j + 1], [i + 2, j + 1], [i + 1, j], [i + 1, j + 2]]
                .into_iter()
                .filter_map(|at| around.get(at))
                .sum();
        }
    });
    assert_eq!((new[(0, 0)], new[(64, 64)], new[(999, 999)]), (2.0, 512.0, 2.0 * 1997.0));
    Ok(())
}
