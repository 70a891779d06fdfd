//! Copies of windows, which begin anywhere in a tile, against the plain formula.

use crate::array::array::Array;
use crate::mapping::{Indices, Layout, Window};
use crate::samples::{Blocked, Broken, Col, Partial, Ragged, Row, Strided, Table, Tiled, flat, numbered};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec;
use std::vec::Vec;

/// Copies a window of one layout to a window of another, and looks at every element of the destination.
#[track_caller]
fn check<A, B, const R: usize>(from: A, origin: [usize; R], to: B, to_origin: [usize; R], extents: [usize; R])
where
    A: Layout<Index = [usize; R]> + Copy,
    B: Layout<Index = [usize; R]> + Copy,
    [usize; R]: crate::Coord,
{
    let source = numbered(from);
    let mut elements = vec![usize::MAX; to.span()];
    let window = Window::new(to, to_origin, extents).unwrap();
    let mut target = Array::from_physical(window, &mut elements[..]).unwrap();
    target.assign(&source.window(origin, extents).unwrap()).unwrap();
    let mut expected = vec![usize::MAX; to.span()];
    for place in Indices::new(extents) {
        let [a, b]: [[usize; R]; 2] = [origin, to_origin].map(|o| core::array::from_fn(|k| o[k] + place[k]));
        if let Some((a, b)) = from.try_apply(a).zip(to.try_apply(b)) {
            expected[b] = a;
        }
    }
    assert!(elements == expected, "{extents:?} from {origin:?} to {to_origin:?}");
}

/// Every window of a layout, to and from rows and columns, and the same window of itself.
fn every_window<A: Layout<Index = [usize; 2]> + Copy>(layout: A) {
    let [m, n] = layout.dims();
    let all = Indices::new([m + 1, n + 1]).filter(|extents| !cfg!(miri) || extents.iter().sum::<usize>() % 7 == 6);
    for extents @ [h, w] in all {
        for origin in Indices::new([m - h + 1, n - w + 1]).step_by(if cfg!(miri) { 5 } else { 1 }) {
            for order in [[0, 1], [1, 0]] {
                let plain = Strided::new(extents, order, [false; 2]);
                check(layout, origin, plain, [0; 2], extents);
                check(plain, [0; 2], layout, origin, extents);
            }
            check(layout, origin, layout, origin, extents);
        }
    }
}

#[test]
fn windows_that_begin_anywhere_in_tiles() {
    every_window(Ragged { dims: [9, 14], tile: [4, 6], columns: false });
    every_window(Ragged { dims: [14, 9], tile: [6, 4], columns: true });
    every_window(Tiled::<8, 12, 4>);
    every_window(Table::padded([5, 7], [6, 8]));
}

#[test]
fn windows_of_what_is_not_all_stored() {
    every_window(Partial { dims: [9, 11], stored: [6, 8], bound: 11 });
    every_window(Table::expanded([6, 8], [4, 5]));
}

/// Both sides begin inside of a tile: the borders of both cut, in turns.
#[test]
fn windows_of_two_tilings() {
    let ragged = |tile, columns| Ragged { dims: [17, 19], tile, columns };
    let layouts = [ragged([4, 6], false), ragged([8, 6], true), ragged([5, 9], false), ragged([4, 64], true)];
    for (from, to) in layouts.into_iter().flat_map(|a| layouts.map(|b| (a, b))) {
        for extents @ [h, w] in [[1, 1], [5, 7], [12, 13], [16, 18], [17, 19]] {
            let origins = Indices::new([18 - h, 20 - w]).step_by(if cfg!(miri) { 17 } else { 1 });
            for (number, [i, j]) in origins.enumerate() {
                check(from, [i, j], to, [number * 5 % (18 - h), number * 7 % (20 - w)], extents);
            }
        }
    }
}

/// Bricks with what is around them, of sizes at which lines are copied in turns and planes in blocks.
#[test]
fn windows_of_large_tiles_and_of_three_and_four_axes() {
    let ragged = |columns| Ragged { dims: [300, 330], tile: [64, 64], columns };
    for columns in [false, true] {
        for (origin, extents) in
            [([1, 2], [298, 327]), ([63, 64], [200, 150]), ([60, 61], [70, 70]), ([0, 63], [300, 2])]
        {
            for order in [[0, 1], [1, 0]] {
                let plain = Strided::new(extents, order, [order[0] == 1, false]);
                check(ragged(columns), origin, plain, [0; 2], extents);
                check(plain, [0; 2], ragged(columns), origin, extents);
            }
            check(ragged(columns), origin, ragged(!columns), [0, 1], extents);
        }
        if cfg!(miri) {
            return;
        }
    }
    let blocked = Blocked { dims: [2, 11, 5, 6], block: 4 };
    let bricks = Table::new([9, 10, 12], 9 * 10 * 12, |index| {
        let (tile, place) = (index.map(|i| i / 4), index.map(|i| i % 4));
        Some(flat(tile, [3, 3, 3]) * 64 + flat(place, [4; 3])).filter(|&position| position < 9 * 10 * 12)
    });
    for extents in [[1, 5, 4, 3], [2, 9, 3, 5], [1, 10, 5, 6]] {
        let dims = [2, 11, 5, 6];
        for origin in Indices::new(core::array::from_fn::<_, 4, _>(|k| dims[k] - extents[k] + 1)) {
            let plain = Strided::new(extents, [0, 2, 3, 1], [false; 4]);
            check(blocked, origin, plain, [0; 4], extents);
            check(plain, [0; 4], blocked, origin, extents);
        }
    }
    check(bricks, [1, 2, 3], Strided::new([8, 8, 9], [0, 1, 2], [false; 3]), [0; 3], [8, 8, 9]);
}

/// Nothing that a layout says of its runs can make a copy of a window touch anything but the elements.
#[test]
fn windows_of_broken_layouts_copy_nonsense_or_panic() {
    fn attempt<A: Layout<Index = [usize; 2]> + Copy, B: Layout<Index = [usize; 2]> + Copy>(from: A, to: B) {
        for (origin, extents) in [([0, 0], [4, 6]), ([1, 2], [3, 4]), ([3, 5], [1, 1]), ([1, 1], [2, 5])] {
            let source = Array::from_physical(from, vec![7_u8; from.span()]).unwrap();
            let mut elements: Vec<u8> = vec![0; to.span()];
            let copied = catch_unwind(AssertUnwindSafe(|| {
                let window = Window::new(to, origin, extents).unwrap();
                let mut target = Array::from_physical(window, &mut elements[..]).unwrap();
                target.assign(&source.window(origin, extents).unwrap()).unwrap();
            }));
            let _ = copied;
            assert!(elements.iter().all(|&element| element == 7 || element == 0));
        }
    }
    for a in Broken::LIES.map(|lie| Broken { lie }) {
        for b in Broken::LIES.map(|lie| Broken { lie }) {
            attempt(a, b);
        }
        attempt(a, Row::<4, 6>);
        attempt(Col::<4, 6>, a);
        attempt(Tiled::<4, 6, 2>, a);
    }
}
