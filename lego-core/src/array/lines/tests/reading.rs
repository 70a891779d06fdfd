//! Lines that are read.

use super::super::{LineRef, LineRefMut, Walk};
use super::*;

fn hold_what_their_indices_say<D: Described>(layout: Formula, what: &str) {
    let (a, want) = numbered::<D>(layout);
    let lines = a.lines(D::default());
    assert_eq!((lines.len(), lines.is_empty()), (want.len(), false), "{what}");
    assert_eq!(lines.iter().len(), want.len(), "{what}");
    for (line, want) in lines.iter().zip(&want) {
        check_line(&line, want, what);
    }
    match lines.walk() {
        Walk::Slices(walk) => {
            assert_eq!(layout.strides[D::STRIDE], Some(1), "{what}");
            assert_eq!(walk.len(), want.len());
            walk.zip(&want).for_each(|(line, want)| check_line(&line, want, what));
        }
        Walk::Scattered(walk) => {
            assert_ne!(layout.strides[D::STRIDE], Some(1), "{what}");
            assert_eq!(walk.len(), want.len());
            for (line, want) in walk.zip(&want) {
                check_line(&line, want, what);
                assert_eq!(line.stride(), layout.strides[D::STRIDE], "{what}");
                for k in 0..want.len() + 2 {
                    assert_eq!(line.get(k), want.get(k), "{what}");
                }
            }
        }
    }
}

#[test]
fn lines_hold_what_their_indices_say() {
    each([
        hold_what_their_indices_say::<Rows>,
        hold_what_their_indices_say::<Columns>,
        hold_what_their_indices_say::<AntiDiagonals>,
    ]);
}

#[test]
fn contiguous_lines_are_slices() {
    fn are_slices<D: Described>(name: &str) -> bool {
        let (mut a, want) = numbered::<D>(named(name, [6, 6]));
        let lines = a.lines(D::default());
        let shared = (0..want.len()).all(|k| matches!(lines.line(k), LineRef::Slice(_)));
        let mut lines = a.lines_mut(D::default());
        let mutable = (0..want.len()).all(|k| matches!(lines.line(k), LineRefMut::Slice(_)));
        assert_eq!(shared, mutable, "{name}");
        shared
    }
    for (name, rows, columns, anti_diagonals) in [
        ("row", true, false, false),
        ("column", false, true, false),
        ("padded", true, false, false),
        ("reversed", false, false, false),
        ("skew", false, false, false),
        ("silent", false, false, false),
        ("anti-diagonal", false, false, true),
        ("diagonal", false, false, false),
    ] {
        let found = (are_slices::<Rows>(name), are_slices::<Columns>(name), are_slices::<AntiDiagonals>(name));
        assert_eq!(found, (rows, columns, anti_diagonals), "{name}");
    }
}

#[test]
fn a_direction_is_what_it_says() {
    fn check<D: Described>() {
        for dims in SHAPES {
            let lines = lines_of::<D>(dims);
            assert_eq!(D::count(dims), lines.len());
            for (k, line) in lines.into_iter().enumerate() {
                assert_eq!(D::len(dims, k), line.len());
                assert_eq!((0..line.len()).map(|t| D::index(dims, k, t)).collect::<Vec<_>>(), line);
            }
        }
    }
    check::<Rows>();
    check::<Columns>();
    check::<AntiDiagonals>();
}
