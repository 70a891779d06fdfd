//! Every part of every cut against the obvious formula, all parts at the same time; layouts whose strides lie.

use super::*;
use crate::array::array::Array;
use crate::array::lines::{AntiDiagonals, Columns, Direction, Line, LineMut, Rows};
use crate::error::LayoutError;
use crate::mapping::{Coord, Indices, Layout, Mapping};
use crate::samples::{Broken, Col, Lying, Proved, Ragged, Row, Strided, Table, Tiled, numbered, runs_obey_their_law};
use std::string::ToString;
use std::vec::Vec;
use std::{format, vec};

type Numbered<L, const R: usize> = Array<Vec<usize>, L, R>;

/// Whether a size is tried: all are, but by Miri, which is slow and finds what it finds on a few.
fn tried<const R: usize>(extents: [usize; R]) -> bool {
    !extents.contains(&0) && (!cfg!(miri) || extents.iter().sum::<usize>() == 4)
}

/// All that the parts of a cut give, changed at the same time, against a formula: where part `n` with coordinates `at` has
/// the place `i`, the index of the array; `None` where the part ends. Every element is in a part.
#[track_caller]
fn check<L, At, M, C, const R: usize, const K: usize>(
    layout: L,
    cut: impl Fn(&mut Numbered<L, R>) -> PartsMut<'_, usize, C, K>,
    index: impl Fn(&At, [usize; K]) -> Option<[usize; R]>,
) where
    L: Mapping<Index = [usize; R]> + Clone,
    C: Partition<At = At, Part = M>,
    At: std::fmt::Debug + PartialEq,
    M: Mapping<Index = [usize; K]> + Clone,
    [usize; K]: Coord,
    [usize; R]: Coord,
{
    let mut array = numbered(layout.clone());
    let count = cut(&mut array).len();
    // From both ends, and after a cut in two: always the same parts.
    let all: Vec<_> = cut(&mut array).map(|(at, _)| at).collect();
    assert_eq!(all.len(), count);
    let mut backwards: Vec<_> = cut(&mut array).rev().map(|(at, _)| at).collect();
    backwards.reverse();
    assert_eq!(backwards, all);
    for middle in 0..=count {
        let (first, second) = cut(&mut array).split_at(middle);
        assert_eq!((first.len(), second.len()), (middle, count - middle));
        assert_eq!(first.chain(second).map(|(at, _)| at).collect::<Vec<_>>(), all);
        assert!(cut(&mut array).nth(middle).map(|(at, _)| at).as_ref() == all.get(middle));
    }
    // All at once, each with a mark of its own.
    let mut parts: Vec<_> = cut(&mut array).collect();
    for (n, (at, part)) in parts.iter_mut().enumerate() {
        let dims = part.dims();
        for place in Indices::new(dims.map(|extent| extent + 1)) {
            let inside = place.iter().zip(dims).all(|(i, extent)| *i < extent);
            let expected = index(at, place).filter(|_| inside);
            assert_eq!(inside, index(at, place).is_some(), "{at:?} {place:?}");
            let position = expected.and_then(|whole| layout.try_apply(whole));
            assert_eq!(part.get(place).copied(), position, "{at:?} {place:?}");
            assert_eq!(part.get_mut(place).copied(), position);
        }
        let walked: Vec<_> = part.iter().map(|(place, &element)| (place, element)).collect();
        let expected = Indices::new(dims).filter_map(|place| Some((place, layout.try_apply(index(at, place)?)?)));
        assert!(walked.iter().copied().eq(expected));
        assert!(part.iter_mut().map(|(place, element)| (place, *element)).eq(walked.iter().copied()));
        let one_after_the_other =
            walked.len() == dims.iter().product::<usize>() && walked.windows(2).all(|pair| pair[0].1 + 1 == pair[1].1);
        match part.as_slice() {
            Some(elements) => {
                assert!(one_after_the_other && elements.iter().copied().eq(walked.iter().map(|(_, e)| *e)))
            }
            None => assert!(!one_after_the_other),
        }
        assert_eq!(part.as_slice_mut().is_some(), one_after_the_other);
        for (place, element) in part.iter_mut() {
            assert!(*element < 1_000_000, "{at:?} {place:?} is in part {} too", *element / 1_000_000);
            *element += 1_000_000 * (n + 1);
        }
    }
    for (n, (at, part)) in parts.into_iter().enumerate() {
        for (place, element) in part {
            assert_eq!(*element, layout.try_apply(index(&at, place).unwrap()).unwrap() + 1_000_000 * (n + 1));
        }
    }
    for whole in array.indices() {
        if let Some(element) = array.get(whole) {
            assert!(*element >= 1_000_000, "{whole:?} is in no part");
        }
    }
    // Holes are nobody's.
    let reached: Vec<_> = array.indices().filter_map(|whole| layout.try_apply(whole)).collect();
    assert!((0..layout.span()).all(|p| reached.contains(&p) || array.as_physical()[p] == p));

    // As plain slices, all at once.
    let mut array = numbered(layout.clone());
    if let Ok(slices) = cut(&mut array).into_slices() {
        assert_eq!(slices.len(), count);
        for (at, slice) in slices.collect::<Vec<_>>() {
            let n = all.iter().position(|other| *other == at).unwrap();
            for element in slice {
                assert!(*element < 1_000_000);
                *element += 1_000_000 * (n + 1);
            }
        }
        let mut expected = numbered(layout);
        for (n, (_, mut part)) in cut(&mut expected).enumerate() {
            part.iter_mut().for_each(|(_, element)| *element += 1_000_000 * (n + 1));
        }
        assert_eq!(array.as_physical(), expected.as_physical());
    } else {
        assert!(cut(&mut array).any(|(_, mut part)| part.as_slice_mut().is_none()));
    }
}

#[test]
fn tiles_are_disjoint_and_cover_the_array() {
    fn tiles<L: Layout<Index = [usize; 4]> + Copy>(layout: L) {
        let layout = Proved::new(layout);
        let dims = layout.dims();
        let index = |&[ti, tj]: &[usize; 2], [i, j]: [usize; 2]| (i < dims[2] && j < dims[3]).then_some([ti, tj, i, j]);
        check(layout, |array| array.tiles_mut(), index);
        let array = numbered(layout);
        assert_eq!(array.tiles::<2>().len(), dims[0] * dims[1]);
        for (at, tile) in array.tiles::<2>() {
            assert_eq!(tile, array.tile(at).unwrap());
        }
    }
    for dims in [[1, 1, 1, 1], [2, 3, 2, 4], [3, 1, 1, 5], [1, 7, 3, 1], [0, 3, 2, 2], [2, 2, 0, 3]] {
        tiles(Strided::new(dims, [0, 1, 2, 3], [false; 4]));
        tiles(Strided::new(dims, [0, 2, 1, 3], [false; 4]));
        tiles(Strided::new(dims, [1, 0, 3, 2], [false, true, false, true]));
        tiles(Strided::new(dims, [1, 0, 2, 3], [false; 4]));
        tiles(Table::shuffled(dims));
        tiles(Table::padded(dims, dims.map(|n| n + 1)));
        tiles(Table::expanded(dims, dims.map(|n| n.div_ceil(2))));
    }
    let mut two = numbered(Row::<5, 7>);
    assert!(two.tiles_mut::<1>().into_slices().unwrap().map(|(_, tile)| tile.len()).eq([7; 5]));
}

/// Blocks of every size, of layouts of every kind.
#[test]
fn blocks_are_disjoint_and_cover_the_array() {
    fn blocks<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
        let layout = Proved::new(layout);
        let dims = layout.dims();
        for extents @ [h, w] in Indices::new([dims[0] + 2, dims[1] + 2]).filter(|&extents| tried(extents)) {
            let index = |&[bi, bj]: &[usize; 2], [i, j]: [usize; 2]| {
                let whole = [bi * h + i, bj * w + j];
                (i < h && j < w && layout.contains(&whole)).then_some(whole)
            };
            check(layout, |array| array.blocks_mut(extents).unwrap(), index);
            let array = numbered(layout);
            let blocks = array.blocks(extents).unwrap();
            assert_eq!(blocks.len(), dims[0].div_ceil(h) * dims[1].div_ceil(w));
            for (at, block) in blocks {
                for place in block.indices() {
                    assert_eq!(block.get(place), array.get(index(&at, place).unwrap()));
                }
            }
        }
    }
    blocks(Row::<5, 7>);
    blocks(Col::<5, 3>);
    blocks(Tiled::<4, 6, 2>);
    blocks(Row::<1, 1>);
    blocks(Table::shuffled([3, 5]));
    blocks(Table::padded([3, 3], [4, 5]));
    blocks(Table::expanded([3, 4], [2, 3]));
    blocks(Ragged { dims: [5, 3], tile: [2, 2], columns: true });
    let mut array = numbered(Row::<5, 7>);
    let error = array.blocks_mut([2, 0]).unwrap_err();
    assert_eq!(error.to_string(), "the extent of a block on axis 1 is 0, but a size is at least 1");
    assert!(array.halos([0, 2], [1, 1]).is_err() && array.windows([0, 1]).is_err());
}

#[test]
fn halos_show_what_lies_around_a_block() {
    fn halos<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
        let array = numbered(layout);
        for [h, w] in [[1, 1], [2, 3], [4, 2], [9, 9]] {
            for width @ [up, left] in [[0, 0], [1, 1], [2, 0], [0, 3], [7, 7]] {
                let mut count = 0;
                for ([bi, bj], halo) in array.halos([h, w], width).unwrap() {
                    count += 1;
                    let inner = [h.min(array.dims()[0] - bi * h), w.min(array.dims()[1] - bj * w)];
                    assert_eq!((halo.layout().origin(), halo.layout().inner()), ([bi * h, bj * w], inner));
                    assert_eq!((halo.dims(), halo.layout().width()), ([inner[0] + 2 * up, inner[1] + 2 * left], width));
                    for place @ [i, j] in halo.indices() {
                        let around = |block: usize, place: usize, width: usize| (block + place).checked_sub(width);
                        let whole = around(bi * h, i, up).zip(around(bj * w, j, left));
                        assert_eq!(halo.get(place), whole.and_then(|(i, j)| array.get([i, j])));
                    }
                    assert_eq!(halo.get([halo.dims()[0], 0]), None);
                }
                assert_eq!(count, array.dims()[0].div_ceil(h) * array.dims()[1].div_ceil(w));
            }
        }
    }
    halos(Row::<5, 7>);
    halos(Tiled::<4, 6, 2>);
    halos(Table::padded([3, 3], [4, 5]));
    halos(Table::expanded([3, 4], [2, 3]));
    let array = numbered(Row::<2, 2>);
    let (_, far) = array.halos([2, 2], [usize::MAX / 2, usize::MAX]).unwrap().next().unwrap();
    assert_eq!(far.dims(), [usize::MAX, usize::MAX]);
    assert_eq!(far.get([usize::MAX / 2 + 1, 0]), None);
}

#[test]
fn windows_are_all_boxes_and_overlapping_ones_are_an_error() {
    fn windows<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
        let layout = Proved::new(layout);
        let array = numbered(layout);
        let [m, n] = array.dims();
        for extents @ [h, w] in Indices::new([m + 2, n + 2]).filter(|&extents| tried(extents)) {
            let origins: Vec<_> = Indices::new([(m + 1).saturating_sub(h), (n + 1).saturating_sub(w)]).collect();
            assert!(array.windows(extents).unwrap().map(|(at, _)| at).eq(origins.iter().copied()));
            for (at @ [bi, bj], window) in array.windows(extents).unwrap() {
                assert_eq!(window, array.window(at, extents).unwrap());
                for place @ [i, j] in window.indices() {
                    assert_eq!(window.get(place), array.get([bi + i, bj + j]));
                }
                for position in 0..layout.span() {
                    let place = window.layout().try_inv(position);
                    let whole: Option<[usize; 2]> = layout.inv(position).into();
                    let inside = whole.filter(|[i, j]| (bi..bi + h).contains(i) && (bj..bj + w).contains(j));
                    assert_eq!(place, inside.map(|[i, j]| [i - bi, j - bj]));
                }
                runs_obey_their_law(window.layout());
            }
        }
        // Two boxes: an error where they have an index in common, else both at once.
        let mut array = numbered(layout);
        for a in Indices::new([m + 1, n + 1]).step_by(if cfg!(miri) { 7 } else { 1 }) {
            for b in Indices::new([m + 1, n + 1]).step_by(if cfg!(miri) { 5 } else { 1 }) {
                let boxes = [(a, [1, 2]), (b, [2, 1])];
                let inside = |(o, e): ([usize; 2], [usize; 2])| o[0] + e[0] <= m && o[1] + e[1] <= n;
                let cells = |(o, e): ([usize; 2], [usize; 2])| Indices::new(e).map(move |[i, j]| [o[0] + i, o[1] + j]);
                let common = cells(boxes[0]).find(|cell| cells(boxes[1]).any(|other| other == *cell));
                match array.windows_mut(boxes) {
                    Ok([mut one, mut two]) => {
                        assert!(inside(boxes[0]) && inside(boxes[1]) && common.is_none());
                        for (place, element) in one.iter_mut().chain(two.iter_mut()) {
                            assert!(place[0] < 2 && *element < layout.span());
                            *element += 1000;
                        }
                        array.as_physical_mut().iter_mut().for_each(|element| *element %= 1000);
                    }
                    Err(LayoutError::TooLarge { .. }) => assert!(!inside(boxes[0]) || !inside(boxes[1])),
                    Err(error) => {
                        let cell = common.unwrap();
                        assert!(error.to_string().ends_with(&format!("overlap: {cell:?} is in both")));
                        assert!(error.to_string().starts_with(&format!("window 0 from {a:?}")));
                    }
                }
            }
        }
        assert_eq!(array.as_physical(), numbered(layout).as_physical());
        assert!(array.windows_mut([([usize::MAX, 0], [2, 1])]).is_err());
        assert!(array.windows_mut([([0, 0], [0, 0]); 3]).is_ok(), "empty windows have nothing in common");
        assert!(array.windows_mut::<0>([]).is_ok());
    }
    windows(Row::<3, 5>);
    windows(Tiled::<4, 6, 2>);
    windows(Table::padded([3, 3], [4, 5]));
    windows(Table::expanded([3, 4], [2, 3]));
    windows(Ragged { dims: [5, 3], tile: [2, 2], columns: false });
}

#[test]
fn rows_and_lines_of_any_rank_are_disjoint() {
    fn rows<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let layout = Proved::new(layout);
        let dims = layout.dims();
        for axis in 0..R {
            let index = |&at: &[usize; R], [t]: [usize; 1]| {
                let mut whole = at;
                assert_eq!(whole[axis], 0);
                whole[axis] = t;
                (t < dims[axis]).then_some(whole)
            };
            check::<_, _, _, _, R, 1>(layout, |array| array.along_mut(axis).unwrap(), index);
            if axis == R - 1 {
                check::<_, _, _, _, R, 1>(layout, |array| array.rows_mut(), index);
            }
            let array = numbered(layout);
            for (at, line) in array.along(axis).unwrap() {
                assert!((0..dims[axis]).all(|t| line.get([t]) == array.get(index(&at, [t]).unwrap())));
            }
        }
        assert!(numbered(layout).along(R).is_err() && numbered(layout).along_mut(R).is_err());
    }
    rows(Row::<5, 7>);
    rows(Col::<5, 3>);
    rows(Tiled::<4, 6, 2>);
    rows(Table::shuffled([7]));
    rows(Table::shuffled([2, 3, 4]));
    rows(Strided::new([2, 3, 1, 4], [2, 0, 1, 3], [true, false, true, false]));
    rows(Table::padded([2, 2, 2, 2], [2, 3, 2, 3]));
    rows(Table::expanded([3, 4], [2, 3]));
    rows(Table::shuffled([0, 4]));
    rows(Table::shuffled([4, 0]));
}

#[test]
fn lines_of_a_direction_are_disjoint() {
    fn lines<D: Direction, L: Layout<Index = [usize; 2]> + Copy>(direction: D, layout: L) {
        let layout = Proved::new(layout);
        let dims = layout.dims();
        let index = |&k: &usize, [t]: [usize; 1]| (t < D::len(dims, k)).then(|| D::index(dims, k, t));
        check(layout, |array| array.each_line_mut(direction), index);
        let array = numbered(layout);
        for (k, line) in array.each_line(direction) {
            assert!((0..D::len(dims, k)).all(|t| line.get([t]) == array.get(D::index(dims, k, t))));
        }
    }
    fn each<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
        lines(Rows, layout);
        lines(Columns, layout);
        lines(AntiDiagonals, layout);
    }
    each(Row::<5, 7>);
    each(Col::<7, 2>);
    each(Row::<1, 1>);
    each(Table::shuffled([4, 4]));
    each(Table::padded([3, 3], [4, 5]));
    each(Table::expanded([3, 4], [2, 3]));
    each(Table::shuffled([0, 4]));
}

/// A part of rank 1 does what lines do.
#[test]
fn a_part_of_rank_1_is_a_line() {
    let mut array = numbered(Col::<3, 5>);
    let (_, mut row) = array.rows_mut().nth(1).unwrap();
    assert_eq!((Line::len(&row), row.at(2), row.load::<2>(3)), (5, 7, [10, 13]));
    assert!(row.part(1..4).part(1..3).items().eq([7, 10]));
    row.part_mut(1..4).part_mut(2..3).set(0, 99);
    row.store(0, [5, 6]);
    assert!(row.items().eq([5, 6, 7, 99, 13]));
    let panics = |range| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| row.part(range).len())).is_err();
    assert!(panics(2..6) && panics(6..6) && !panics(5..5));
}

#[test]
fn members_are_disjoint_and_cover_the_array() {
    fn members<L: Layout<Index = [usize; 3]> + Copy>(layout: L) {
        let layout = Proved::new(layout);
        let [_, n, o] = layout.dims();
        let index = |&[a]: &[usize; 1], [b, c]: [usize; 2]| (b < n && c < o).then_some([a, b, c]);
        check(layout, |array| array.members_mut::<1, 2>(), index);
        let index = |&[a, b]: &[usize; 2], [c]: [usize; 1]| (c < o).then_some([a, b, c]);
        check(layout, |array| array.members_mut::<2, 1>(), index);
        check(layout, |array| array.members_mut::<3, 0>(), |&whole, []| Some(whole));
        let array = numbered(layout);
        for ([a], member) in array.members::<1, 2>() {
            assert!(member.indices().all(|[b, c]| member.get([b, c]) == array.get([a, b, c])));
        }
    }
    members(Strided::new([3, 2, 5], [0, 1, 2], [false; 3]));
    members(Strided::new([3, 2, 5], [2, 0, 1], [false, true, false]));
    members(Table::shuffled([1, 3, 2]));
    members(Table::padded([2, 3, 3], [3, 3, 4]));
    members(Table::expanded([2, 3, 3], [2, 2, 2]));
    members(Table::shuffled([0, 3, 2]));
}

#[test]
fn a_bijection_deals_every_element_to_one_worker() {
    fn split<L: Layout<Index = [usize; R]> + Copy, D: Layout<Index = [usize; 2]> + Copy, const R: usize>(
        layout: L,
        deal: D,
    ) where
        [usize; R]: Coord,
    {
        let (layout, deal) = (Proved::new(layout), Proved::new(deal));
        let dims = layout.dims();
        let indices: Vec<_> = Indices::new(dims).collect();
        let index = |&worker: &usize, [item]: [usize; 1]| {
            if item >= deal.dims()[1] {
                return None;
            }
            deal.try_apply([worker, item]).map(|number| indices[number])
        };
        check::<_, _, _, _, R, 1>(layout, |array| array.split_mut(deal).unwrap(), index);
        let array = numbered(layout);
        for (worker, items) in array.split(deal).unwrap() {
            for [item] in items.indices() {
                assert_eq!(items.get([item]), index(&worker, [item]).and_then(|whole| array.get(whole)));
            }
        }
    }
    split(Row::<4, 6>, Row::<3, 8>);
    split(Col::<4, 6>, Col::<3, 8>);
    split(Tiled::<4, 6, 2>, Col::<24, 1>);
    split(Tiled::<4, 6, 2>, Table::shuffled([8, 3]));
    split(Row::<1, 1>, Row::<1, 1>);
    split(Table::shuffled([2, 3, 5]), Table::shuffled([6, 5]));
    split(Table::padded([2, 2, 2, 2], [2, 3, 2, 3]), Col::<2, 8>);
    split(Table::expanded([3, 4], [2, 3]), Row::<2, 6>);
    split(Table::shuffled([]), Row::<1, 1>);
    split(Table::shuffled([3, 0]), Table::shuffled([0, 2]));

    let mut array = numbered(Row::<4, 6>);
    let error = array.split_mut(Row::<5, 5>).unwrap_err();
    assert_eq!(error.to_string(), "the array has 24 elements, but what is dealt to the workers has 25");
    assert!(array.split(Row::<4, 5>).is_err());
}

/// The items that an `ExpandBy` of the bijection leaves out are nobody's; `check` above takes none of them for granted.
#[test]
fn workers_may_have_unequal_shares() {
    let deal = Proved::new(Table::new([3, 4], 10, |[worker, item]| Some(3 * item + worker).filter(|&n| n < 10)));
    let mut array = numbered(Row::<2, 5>);
    let lens: Vec<_> = array.split_mut(deal).unwrap().map(|(_, items)| items.iter().count()).collect();
    assert_eq!(lens, [4, 3, 3]);
}

/// Parts of a part, all at once.
#[test]
fn a_part_has_parts() {
    let mut array = numbered(Proved::new(Table::shuffled([6, 6])));
    for (_, mut block) in array.blocks_mut([3, 4]).unwrap() {
        let mut rows: Vec<_> = block.rows_mut().collect();
        rows.iter_mut().for_each(|(_, row)| row.iter_mut().for_each(|(_, element)| *element += 100));
        for (_, mut small) in block.blocks_mut([2, 3]).unwrap() {
            small.iter_mut().for_each(|(_, element)| *element += 1000);
        }
        assert!(block.iter().all(|(_, element)| (1100..1136).contains(element)));
    }
    let mut rows = numbered(Row::<6, 6>);
    let (_, mut block) = rows.blocks_mut([3, 4]).unwrap().next().unwrap();
    let slices: Vec<_> = block.rows_mut().into_slices().unwrap().map(|(_, row)| row.to_vec()).collect();
    assert_eq!(slices, [[0, 1, 2, 3], [6, 7, 8, 9], [12, 13, 14, 15]]);
    let other = numbered(Row::<3, 4>);
    block.assign(&other).unwrap();
    assert_eq!(block.reborrow().into_slice().unwrap_err()[[2, 1]], 9);
    assert!(matches!(block.assign(&numbered(Row::<4, 3>)), Err(LayoutError::ShapeMismatch { axis: 0, .. })));
}

/// The left columns of an array taken from the right ones, and parts of one array from those of another layout.
#[test]
fn parts_take_over_parts() {
    fn exchange<A, B>(a: A, b: B)
    where
        A: Layout<Index = [usize; 2]> + Copy,
        B: Layout<Index = [usize; 2]> + Copy,
    {
        let (before, other) = (numbered(a), numbered(b));
        let ([m, n], [p, q]) = (a.dims(), b.dims());
        for w in 0..=n / 2 {
            let mut array = numbered(a);
            let [mut left, right] = array.windows_mut([([0, 0], [m, w]), ([0, n - w], [m, w])]).unwrap();
            left.assign_part(&right).unwrap();
            for index @ [i, j] in Indices::new([m, n]) {
                let taken = if j < w { before.get([i, n - w + j]).or(before.get(index)) } else { before.get(index) };
                assert_eq!(array.get(index), taken.filter(|_| before.get(index).is_some()), "{index:?} of {w}");
            }
        }
        let (extents, mut array, mut source) = ([m.min(p), n.min(q)], numbered(a), numbered(b));
        let [mut to] = array.windows_mut([([m - extents[0], 0], extents)]).unwrap();
        let [from] = source.windows_mut([([0, q - extents[1]], extents)]).unwrap();
        to.assign_part(&from).unwrap();
        assert!(to.assign_part(&from).is_ok() && matches!(to.reborrow().dims(), dims if dims == extents));
        for [i, j] in Indices::new(extents) {
            let (at, new) = ([m - extents[0] + i, j], other.get([i, q - extents[1] + j]));
            let expected = new.or(before.get(at)).filter(|_| before.get(at).is_some());
            assert_eq!(array.get(at), expected, "{at:?}");
        }
    }
    let tiles = Proved::new(Ragged { dims: [7, 9], tile: [3, 4], columns: false });
    let stored = Proved::new(Table::expanded([6, 7], [4, 5]));
    exchange(Row::<6, 8>, Row::<7, 5>);
    exchange(Row::<6, 8>, Col::<6, 8>);
    exchange(tiles, Row::<6, 8>);
    exchange(Col::<6, 8>, tiles);
    exchange(stored, tiles);
    exchange(tiles, stored);
    exchange(Proved::new(Table::shuffled([5, 6])), stored);
}

/// Windows of every small size anywhere, from windows anywhere: against the plain formula, and nothing else is touched.
#[test]
fn parts_take_over_windows() {
    fn assign<A, B>(source: &Numbered<A, 2>, to: B)
    where
        A: Layout<Index = [usize; 2]> + Copy,
        B: Mapping<Index = [usize; 2]> + Copy,
    {
        let ([m, n], [p, q]) = (to.dims(), source.dims());
        for extents @ [h, w] in Indices::new([m.min(p) + 1, n.min(q) + 1]).filter(|&extents| tried(extents)) {
            for (number, origin) in Indices::new([m - h + 1, n - w + 1]).enumerate() {
                let from = [number * 5 % (p - h + 1), number * 3 % (q - w + 1)];
                let mut array = Array::from_physical(to, vec![usize::MAX; to.span()]).unwrap();
                let [mut part] = array.windows_mut([(origin, extents)]).unwrap();
                part.assign(&source.window(from, extents).unwrap()).unwrap();
                let mut expected = vec![usize::MAX; to.span()];
                for [i, j] in Indices::new(extents) {
                    let element = source.get([from[0] + i, from[1] + j]);
                    if let Some((position, &element)) = to.try_apply([origin[0] + i, origin[1] + j]).zip(element) {
                        expected[position] = element;
                    }
                }
                assert_eq!(array.as_physical(), expected, "{from:?} to {origin:?} of {extents:?}");
            }
        }
    }
    fn from_all(to: impl Mapping<Index = [usize; 2]> + Copy) {
        assign(&numbered(Row::<7, 8>), to);
        assign(&numbered(Col::<7, 8>), to);
        assign(&numbered(Ragged { dims: [7, 9], tile: [3, 4], columns: false }), to);
        assign(&numbered(Ragged { dims: [9, 7], tile: [3, 4], columns: true }), to);
        assign(&numbered(Table::expanded([6, 7], [4, 5])), to);
        // What lies of its strides.
        assign(&numbered(Broken { lie: 3 }), to);
        assign(&numbered(Broken { lie: 8 }), to);
        assign(&numbered(Broken { lie: 9 }), to);
    }
    from_all(Row::<6, 8>);
    from_all(Col::<6, 7>);
    from_all(Proved::new(Ragged { dims: [7, 9], tile: [3, 4], columns: false }));
    from_all(Proved::new(Ragged { dims: [7, 9], tile: [4, 5], columns: true }));
    from_all(Proved::new(Table::expanded([6, 7], [5, 6])));
    for stride in [0, 1, -1, 2, isize::MAX, isize::MIN] {
        from_all(Lying { layout: Col::<5, 6>, stride: Some(stride) });
    }
}

/// Whatever a proved layout says of its strides, slices of different parts lie apart: also where some parts are in use.
#[test]
fn slices_of_lying_strides_lie_apart() {
    fn attempt<L: Layout<Index = [usize; 2]> + Copy + std::fmt::Debug>(layout: L) {
        let dims = layout.dims();
        for stride in [None, Some(1), Some(0), Some(-1), Some(2), Some(isize::MAX), Some(isize::MIN)] {
            let layout = Lying { layout: Proved::new(layout), stride };
            let mut array = numbered(layout);
            let spans: Vec<_> = match array.rows_mut().into_slices() {
                Ok(slices) => slices.map(|(_, slice)| slice.as_ptr_range()).collect(),
                Err(parts) => parts.filter_map(|(_, part)| Some(part.into_slice().ok()?.as_ptr_range())).collect(),
            };
            for (n, a) in spans.iter().enumerate() {
                assert!(spans[..n].iter().all(|b| a.end <= b.start || b.end <= a.start), "{layout:?}");
            }
            // With one part taken, the others are slices only where their own elements lie.
            let mut parts = array.rows_mut();
            let Some((_, mut first)) = parts.next() else { continue };
            if let Ok(slices) = parts.into_slices() {
                for ([i, _], slice) in slices {
                    assert!(slice.iter().copied().eq((0..dims[1]).map(|j| layout.try_apply([i, j]).unwrap())));
                    slice.fill(usize::MAX);
                }
            }
            assert!(first.iter_mut().all(|([j], element)| *element == layout.try_apply([0, j]).unwrap()));
            // Parts of a part stay within it.
            let mut array = numbered(layout);
            let mut blocks: Vec<_> = array.blocks_mut([2, 2]).unwrap().collect();
            if let Some((_, block)) = blocks.first_mut()
                && let Ok(rows) = block.rows_mut().into_slices()
            {
                rows.for_each(|(_, row)| row.fill(usize::MAX));
            }
            assert!(blocks.iter().skip(1).all(|(_, block)| block.iter().all(|(_, &element)| element != usize::MAX)));
        }
    }
    attempt(Row::<4, 6>);
    attempt(Col::<4, 6>);
    attempt(Tiled::<4, 6, 2>);
    attempt(Table::shuffled([4, 4]));
    attempt(Table::padded([3, 3], [4, 5]));
    attempt(Table::new([3, 4], 12, |[i, j]| Some(4 * ((i + 1) % 3) + j)));
}

/// A layout whose `check` fails: of a type without sizes an array asks it at each use, else when it is made.
macro_rules! refused {
    ($name:ident $fields:tt, |$own:ident| $factor:expr) => {
        #[derive(Clone, Copy, Debug)]
        struct $name $fields
        #[allow(unsafe_code)]
        impl Mapping for $name {
            type Index = [usize; 2];
            type Position = usize;
            // SAFETY: where `check` is `Ok`, the factor is 1 and this is row-major.
            const INJECTIVE: Option<crate::Injective<Self>> = Some(unsafe { crate::Injective::proved() });
            fn check(&self) -> Result<(), LayoutError> {
                let $own = self;
                crate::check::equal("the factor", $factor as u128, "what is right", 1)
            }
            fn dims(&self) -> [usize; 2] {
                [3, 3]
            }
            fn span(&self) -> usize {
                9
            }
            fn apply(&self, [i, j]: [usize; 2]) -> usize {
                let $own = self;
                (3 * i + j) * $factor
            }
        }
        impl Layout for $name {
            type Preimage = [usize; 2];
            fn inv(&self, p: usize) -> [usize; 2] {
                [p / 3, p % 3]
            }
        }
    };
}

#[test]
fn a_type_with_a_failing_check_has_no_parts_that_are_changed_together() {
    refused!(Wrong {}, |_own| 1000);
    let mut array = Array::from_physical(Wrong {}, vec![0; 9]).unwrap();
    assert!(array.blocks_mut([1, 1]).is_err() && array.along_mut(0).is_err() && array.split_mut(Row::<3, 3>).is_err());
    assert!(array.windows_mut([([0, 0], [1, 1])]).is_err());
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| array.rows_mut().len())).unwrap_err();
    assert!(panics.downcast_ref::<std::string::String>().unwrap().contains("the factor"));
    assert!(array.get([2, 2]).is_none() && array.get_mut([0, 1]).is_none());
}

#[test]
fn no_array_is_made_with_sizes_that_a_check_refuses() {
    refused!(Sized { factor: usize }, |own| own.factor);
    let mut right = Array::from_physical(Sized { factor: 1 }, vec![0; 9]).unwrap();
    assert_eq!(right.get([2, 2]), Some(&0));
    let wrong = Sized { factor: 1000 };
    assert!(Array::from_physical(wrong, vec![0; 9]).is_err() && Array::from_physical(wrong, &mut [0; 9][..]).is_err());
    assert!(Array::from_physical(&wrong, &[0; 9][..]).is_err());
    assert!(Array::from_row_major(wrong, &[0; 9]).is_err() && Array::from_logical(wrong, vec![0; 9]).is_err());
    assert!(right.regroup_with(wrong).is_err() && right.regroup_with_mut(wrong).is_err());
    assert!(right.clone().into_regrouped_with(wrong).is_err());
    assert!(crate::array::BlockSparse::try_new([3, 3], wrong, vec![0, 1], vec![0], vec![0; 9]).is_err());
    let row = crate::mapping::Along::new(wrong, [1, 0], 1).unwrap();
    assert!(Array::from_physical(row, vec![0; 9]).is_err());
    let batch = crate::mapping::Batch::<2, _>::new(wrong).unwrap();
    assert!(Array::from_physical(batch, vec![0; 18]).is_err());
    assert!(right.relayout_to(wrong).is_err() && Array::from_nested(wrong, [[0; 3]; 3]).is_err());
    assert!(Array::concat(wrong, 0, &[&right]).is_err());
    let panics = |make: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(make)).is_err();
    assert!(panics(&|| drop(Array::filled(wrong, 0))) && panics(&|| drop(Array::from_fn(wrong, |_| 0))));
    assert!(panics(&|| drop(Array::<Vec<u8>, _, 2>::zeros(wrong))));
}

#[cfg(feature = "rayon")]
#[test]
fn parts_in_parallel_are_the_parts() {
    use crate::samples::flat;
    use ::rayon::prelude::*;
    let layout = Proved::new(Table::shuffled([7, 3, 5, 11]));
    let mut array = Array::from_physical(layout, vec![0; layout.span()]).unwrap();
    array.par_tiles_mut::<2>().enumerate().for_each(|(n, (at, mut tile))| {
        assert_eq!(at, [n / 3, n % 3]);
        tile.iter_mut().for_each(|([i, j], x)| *x += 1 + flat([at[0], at[1], i, j], [7, 3, 5, 11]));
    });
    assert!(array.iter().all(|(index, &x)| x == 1 + flat(index, [7, 3, 5, 11])));
    assert_eq!(
        array.par_tiles::<2>().map(|(_, tile)| tile.iter().map(|(_, x)| x).sum::<usize>()).sum::<usize>(),
        1155 * 1156 / 2
    );
    array.par_rows_mut().for_each(|([a, b, c, _], mut row)| row.fill(flat([a, b, c], [7, 3, 5])));
    assert!(array.par_rows().all(|([a, b, c, _], row)| row.iter().all(|(_, &x)| x == flat([a, b, c], [7, 3, 5]))));
    assert!(array.par_iter().all(|([a, b, c, _], &x)| x == flat([a, b, c], [7, 3, 5])));

    let mut lines = Array::from_physical(Tiled::<12, 10, 2>, vec![0; 120]).unwrap();
    lines.par_lines_mut(AntiDiagonals).for_each(|(k, mut line)| line.fill(k));
    assert!(lines.par_iter().all(|([i, j], &x)| x == i + j));
    assert_eq!(lines.par_lines(Rows).map(|(_, line)| line.layout().dims()[0]).sum::<usize>(), 120);
    let mut rows = Array::from_physical(Row::<12, 10>, vec![0; 120]).unwrap();
    rows.rows_mut().into_slices().unwrap().into_par_iter().for_each(|([i, _], row)| row.fill(i));
    rows.rows().into_slices().unwrap().into_par_iter().for_each(|([i, _], row)| assert_eq!(row, [i; 10]));

    // Elements where nothing is stored are left out, and every other is there once.
    for dims in [[13, 7], [1, 1], [0, 5], [5, 0], [1, 200], [200, 1]] {
        let array = numbered(Table::expanded(dims, dims.map(|n| n.div_ceil(2))));
        let mut seen: Vec<_> = array.par_iter().map(|(index, &x)| (index, x)).collect();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(array.iter().map(|(index, &x)| (index, x))));
    }
    assert_eq!(numbered(Table::shuffled([])).par_iter().count(), 1);
}

/// What may go to another thread.
#[test]
fn parts_are_as_free_as_their_elements() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    type Part<T> = PartMut<'static, T, Row<2, 2>, 2>;
    type Walk<T> = PartsMut<'static, T, BlockCut<Row<2, 2>, 2>, 2>;
    send::<Part<core::cell::Cell<u8>>>();
    send::<Walk<core::cell::Cell<u8>>>();
    sync::<Part<u8>>();
    send::<PartIter<'static, u8, Row<2, 2>, 2>>();
    send::<PartIterMut<'static, core::cell::Cell<u8>, Row<2, 2>, 2>>();
}

/// A layout that breaks its laws, read through every kind of part: elements of the array, or a panic.
#[test]
fn parts_of_layouts_that_lie_show_elements_or_panic() {
    fn read<L: Mapping<Index = [usize; 2]> + Clone>(array: &Array<Vec<usize>, L, 2>, keeps_answers: bool) {
        /// Where a layout keeps to its answers, every element is the one at its position.
        fn read_all<C: Cut<Part: Mapping<Index = [usize; K]>>, const K: usize>(
            parts: Parts<'_, usize, C, K>,
            keeps_answers: bool,
        ) where
            [usize; K]: Coord,
        {
            let mut wrong = None;
            let reading = std::panic::AssertUnwindSafe(|| {
                for (_, part) in parts.clone() {
                    for index in part.indices().take(99) {
                        let (found, position) = (part.get(index).copied(), part.layout().try_apply(index));
                        if found != position.filter(|&position| position < 24) && (keeps_answers || found >= Some(24)) {
                            wrong = Some((found, position));
                        }
                    }
                }
                if let Ok(slices) = parts.into_slices() {
                    slices.for_each(|(_, slice)| assert!(slice.len() <= 24));
                }
            });
            let _ = std::panic::catch_unwind(reading);
            assert_eq!(wrong, None);
        }
        read_all(array.blocks([3, 4]).unwrap(), keeps_answers);
        read_all(array.halos([3, 4], [2, usize::MAX]).unwrap(), keeps_answers);
        read_all(array.windows([2, 3]).unwrap(), keeps_answers);
        read_all(array.rows(), keeps_answers);
        read_all(array.along(0).unwrap(), keeps_answers);
        read_all(array.each_line(AntiDiagonals), keeps_answers);
        read_all(array.tiles::<1>(), keeps_answers);
        read_all(array.members::<0, 2>(), keeps_answers);
        if let Ok(parts) = array.split(Row::<4, 6>) {
            read_all(parts, keeps_answers);
        }
    }
    for lie in Broken::LIES {
        read(&numbered(Broken { lie }), true);
    }
    // Dims that are others at every call.
    #[derive(Clone)]
    struct Shifty(std::rc::Rc<core::cell::Cell<usize>>);
    impl Mapping for Shifty {
        type Index = [usize; 2];
        type Position = usize;
        fn dims(&self) -> [usize; 2] {
            let call = self.0.get();
            self.0.set(call + 1);
            [[4, 6], [0, 6], [9, 9], [usize::MAX, 2], [1, 0]][call % 5]
        }
        fn span(&self) -> usize {
            24
        }
        fn apply(&self, [i, j]: [usize; 2]) -> usize {
            i.wrapping_mul(6).wrapping_add(j)
        }
    }
    for call in 0..5 {
        read(&numbered(Shifty(std::rc::Rc::new(core::cell::Cell::new(call)))), false);
    }
}
