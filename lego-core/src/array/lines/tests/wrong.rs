//! Places that are not there, and layouts that break their laws.

use super::super::{LineMut, LineRefMut, Picked, Walk};
use super::*;
use crate::array::{Stack2D, ViewMut2D};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn panics<R>(call: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

#[allow(clippy::reversed_empty_ranges)]
fn out_of_range<D: Described>(layout: Formula, what: &str) {
    let (mut a, want) = numbered::<D>(layout);
    assert!(panics(|| a.lines(D::default()).line(want.len())), "{what}");
    assert!(panics(|| matches!(a.lines_mut(D::default()).line(want.len()), LineRefMut::Slice(_))), "{what}");
    for (k, want) in want.iter().enumerate() {
        let n = want.len();
        let line = a.lines(D::default()).line(k);
        assert!(panics(|| line.at(n)) && panics(|| line.at(usize::MAX)), "{what}");
        assert!(panics(|| line.load::<2>(n - 1)), "{what}");
        for range in [0..n + 1, n + 1..n + 1, 1..0] {
            assert!(panics(|| line.part(range).len()), "{what}");
        }
    }
    let check = |line: &mut dyn FnMut() -> [bool; 3]| assert_eq!(line(), [true; 3], "{what}");
    match a.lines_mut(D::default()).walk() {
        Walk::Slices(lines) => lines.for_each(|mut line| check(&mut || refuses(&mut line))),
        Walk::Scattered(lines) => lines.for_each(|mut line| check(&mut || refuses(&mut line))),
    }
}

/// Whether writing behind the end panics.
fn refuses(line: &mut impl LineMut<Item = usize>) -> [bool; 3] {
    let n = line.len();
    [panics(|| line.set(n, 0)), panics(|| line.store(n - 1, [0, 0])), panics(|| line.part_mut(1..n + 1).len())]
}

#[test]
fn out_of_range_panics_like_a_slice() {
    each([out_of_range::<Rows>, out_of_range::<Columns>, out_of_range::<AntiDiagonals>]);
}

#[test]
fn an_empty_shape_has_no_lines_or_empty_ones() {
    fn check<D: Described>(dims: [usize; 2], count: usize) {
        let strides = [Some(0), Some(1), Some(-1)];
        let layout = Formula { dims, span: 0, apply: |_, _| panic!("there is no index"), strides };
        let mut a = Arr2D::<u8, _>::from_physical(layout, vec![]).unwrap();
        let lines = a.lines(D::default());
        assert_eq!((lines.len(), lines.is_empty()), (count, count == 0), "{dims:?}");
        assert!(lines.iter().all(|line| line.is_empty()));
        match a.lines_mut(D::default()).walk() {
            Walk::Slices(lines) => lines.for_each(|line| assert!(line.is_empty())),
            Walk::Scattered(lines) => lines.for_each(|line| assert!(line.is_empty())),
        }
    }
    for dims in [[0, 3], [3, 0], [0, 0]] {
        check::<Rows>(dims, dims[0]);
        check::<Columns>(dims, dims[1]);
        check::<AntiDiagonals>(dims, 0);
    }
}

/// Layouts that break the laws: strides that lie, positions outside, everything in one place.
fn lawless(dims: [usize; 2]) -> Vec<Formula> {
    let span = dims[0] * dims[1];
    let applies: [Apply; 5] =
        [|[_, m], [i, j]| i * m + j, |_, _| 0, |_, _| usize::MAX / 2, |[n, m], _| n * m, |_, [i, j]| i + j];
    let strides = [None, Some(1), Some(0), Some(-1), Some(2), Some(-7), Some(isize::MAX), Some(isize::MIN)];
    let layout = |apply, s| Formula { dims, span, apply, strides: [s; 3] };
    applies.into_iter().flat_map(|apply| strides.map(|s| layout(apply, s))).collect()
}

fn never_overlaps<D: Described>(layout: Formula) {
    let mut data = vec![0u8; layout.span];
    let mut elements = 0;
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let mut a = ViewMut2D::from_physical(layout, &mut data[..]).unwrap();
        match a.lines_mut(D::default()).walk() {
            Walk::Slices(lines) => {
                for line in lines.collect::<Vec<_>>() {
                    line.iter_mut().for_each(|x| *x += 1);
                    elements += line.len();
                }
            }
            Walk::Scattered(lines) => lines.for_each(|mut line| (0..Line::len(&line)).for_each(|t| line.set(t, 0))),
        }
    }));
    // An element in two slices would have been counted twice.
    assert!(data.iter().all(|&x| x <= 1), "{layout:?}");
    assert_eq!(data.iter().filter(|&&x| x == 1).count(), elements);

    let picked = catch_unwind(AssertUnwindSafe(|| {
        let mut data = vec![0u8; layout.span];
        let mut a = ViewMut2D::from_physical(layout, &mut data[..]).unwrap();
        let mut lines = a.lines_mut(D::default());
        match lines.pick([0, lines.len() - 1]) {
            Some(Picked::Slices([one, two])) => Some([one.as_ptr_range(), two.as_ptr_range()]),
            _ => None,
        }
    }));
    if let Ok(Some([one, two])) = picked {
        assert!(one.end <= two.start || two.end <= one.start, "{layout:?}");
    }
}

#[test]
fn contiguous_lines_that_overlap_are_walked_as_runs() {
    let layout = Formula { dims: [2, 3], span: 6, apply: |_, [i, j]| i + j, strides: [Some(1); 3] };
    let mut a = Stack2D::from_physical(layout, [0; 6]).unwrap();
    assert!(matches!(a.lines_mut(Rows).walk(), Walk::Scattered(_)));
    assert!(a.lines_mut(Rows).pick([0, 1]).is_none());
}

#[test]
fn a_wrong_layout_may_panic_but_slices_never_overlap() {
    for dims in [[1, 1], [2, 5], [5, 2], [4, 4]] {
        for layout in lawless(dims) {
            never_overlaps::<Rows>(layout);
            never_overlaps::<Columns>(layout);
            never_overlaps::<AntiDiagonals>(layout);
        }
    }
}
