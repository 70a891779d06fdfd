//! Lines that are changed.

use super::super::{LineMut, LineRefMut, Picked, Walk};
use super::*;

/// Fills a line with numbers that tell line and place, by every way to write.
fn fill(line: &mut impl LineMut<Item = usize>, k: usize) {
    let n = line.len();
    for t in 0..n {
        line.set(t, 1000 * k + t);
    }
    if n >= 3 {
        // Two exchanges of the same two elements, so that both must work.
        let [x, y] = line.load(1);
        line.store(1, [y, x]);
        let mut part = line.part_mut(1..3);
        let (x, y) = (part.at(0), part.at(1));
        part.set(0, y);
        part.set(1, x);
    }
}

/// Every index holds its own number, and the holes what they held.
fn check<D: Described>(a: &Arr2D<usize, Formula>, what: &str, way: &str) {
    for (k, line) in lines_of::<D>(a.dims()).into_iter().enumerate() {
        for (t, index) in line.into_iter().enumerate() {
            assert_eq!(a[index], 1000 * k + t, "{what}, {way}");
        }
    }
    for (p, &element) in a.as_physical().iter().enumerate() {
        assert!(a.layout().inv(p).is_some() || element == p, "{what}, {way}");
    }
}

fn walk_reaches_each_element<D: Described>(layout: Formula, what: &str) {
    let (mut a, want) = numbered::<D>(layout);
    match a.lines_mut(D::default()).walk() {
        Walk::Slices(lines) => {
            assert_eq!(lines.len(), want.len());
            // All at the same time.
            let mut lines: Vec<_> = lines.collect();
            lines.iter_mut().enumerate().for_each(|(k, line)| fill(line, k));
        }
        Walk::Scattered(lines) => {
            assert_eq!(lines.len(), want.len());
            let mut lines: Vec<_> = lines.collect();
            lines.iter_mut().enumerate().for_each(|(k, line)| fill(line, k));
        }
    }
    check::<D>(&a, what, "walk");
}

fn line_reaches_each_element<D: Described>(layout: Formula, what: &str) {
    let (mut a, want) = numbered::<D>(layout);
    let mut lines = a.lines_mut(D::default());
    assert_eq!((lines.len(), lines.is_empty()), (want.len(), false));
    for (k, want) in want.iter().enumerate() {
        match lines.line(k) {
            LineRefMut::Slice(mut line) => {
                check_line(&line, want, what);
                fill(&mut line, k);
            }
            LineRefMut::Scattered(mut line) => {
                check_line(&line, want, what);
                fill(&mut line, k);
            }
        }
    }
    check::<D>(&a, what, "line");
}

fn pick_reaches_each_element<D: Described>(layout: Formula, what: &str) {
    let (mut a, want) = numbered::<D>(layout);
    let mut lines = a.lines_mut(D::default());
    let last = want.len() - 1;
    for k in 0..last {
        assert!(lines.pick([k, last, k]).is_none(), "{what}");
        match lines.pick([last, k]).unwrap() {
            Picked::Slices([mut other, mut line]) => {
                check_line(&other, &want[last], what);
                fill(&mut line, k);
                fill(&mut other, last);
                other.copy_from_slice(&want[last]);
            }
            Picked::Scattered([other, mut line]) => {
                check_line(&other, &want[last], what);
                fill(&mut line, k);
            }
        }
    }
    assert!(lines.pick([last, last]).is_none() && lines.pick([last + 1]).is_none(), "{what}");
    match lines.pick([last]).unwrap() {
        Picked::Slices([mut line]) => fill(&mut line, last),
        Picked::Scattered([mut line]) => fill(&mut line, last),
    }
    check::<D>(&a, what, "pick");
}

#[test]
fn writing_reaches_each_element_once() {
    each([
        walk_reaches_each_element::<Rows>,
        walk_reaches_each_element::<Columns>,
        walk_reaches_each_element::<AntiDiagonals>,
    ]);
    each([
        line_reaches_each_element::<Rows>,
        line_reaches_each_element::<Columns>,
        line_reaches_each_element::<AntiDiagonals>,
    ]);
    each([
        pick_reaches_each_element::<Rows>,
        pick_reaches_each_element::<Columns>,
        pick_reaches_each_element::<AntiDiagonals>,
    ]);
}

#[test]
fn lines_are_slices_only_in_order() {
    // Contiguous rows, the last one first: single slices, but walked as runs.
    let (mut a, want) = numbered::<Rows>(named("rows upwards", [4, 4]));
    assert!(matches!(a.lines_mut(Rows).line(1), LineRefMut::Slice(_)));
    let Walk::Scattered(runs) = a.lines_mut(Rows).walk() else { panic!("memory cannot be cut backwards") };
    for (run, want) in runs.zip(want) {
        assert_eq!(run.stride(), Some(1));
        check_line(&run, &want, "rows upwards");
    }
    // In order, with holes between.
    assert!(matches!(numbered::<Rows>(named("padded", [4, 4])).0.lines_mut(Rows).walk(), Walk::Slices(_)));
}
