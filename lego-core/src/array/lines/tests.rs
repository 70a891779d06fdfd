//! Every element of every line against the obvious formula, in layouts of all forms, and wrong layouts.

use super::*;
use crate::array::{Arr2D, ViewMut2D};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec::Vec;
use std::{format, vec};

/// The position of an index in a layout with these dims.
type Apply = fn([usize; 2], [usize; 2]) -> usize;

/// A layout given by its formula and by what it says of its strides.
#[derive(Clone, Copy, Debug)]
struct Formula {
    dims: [usize; 2],
    size: usize,
    apply: Apply,
    strides: [Option<isize>; 3],
}

impl Layout for Formula {
    type Index = [usize; 2];
    type Position = usize;
    type Place = Option<[usize; 2]>;

    fn dims(&self) -> [usize; 2] {
        self.dims
    }

    fn size(&self) -> usize {
        self.size
    }

    fn apply(&self, index: [usize; 2]) -> usize {
        (self.apply)(self.dims, index)
    }

    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        let [rows, columns] = self.dims;
        (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j])).find(|&index| self.apply(index) == position)
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        self.strides[axis]
    }

    fn anti_diagonal_stride(&self) -> Option<isize> {
        self.strides[2]
    }
}

const DIRECTIONS: [Direction; 3] = [Direction::Rows, Direction::Columns, Direction::AntiDiagonals];

fn anti_diag([n, _]: [usize; 2], [i, j]: [usize; 2]) -> usize {
    let a = i + j + 1;
    if a <= n { i + a * (a - 1) / 2 } else { n * n - n + i - (2 * n - a) * (2 * n - a - 1) / 2 }
}

/// Layouts of one shape that keep the law of strides.
fn lawful(dims: [usize; 2]) -> Vec<(&'static str, Formula)> {
    let [n, m] = dims;
    let (rows, columns) = (n as isize, m as isize);
    let size = n * m;
    let mut all = vec![
        (
            "row",
            Formula {
                dims,
                size,
                apply: |[_, m], [i, j]| i * m + j,
                strides: [Some(columns), Some(1), Some(columns - 1)],
            },
        ),
        (
            "column",
            Formula { dims, size, apply: |[n, _], [i, j]| j * n + i, strides: [Some(1), Some(rows), Some(1 - rows)] },
        ),
        (
            "padded",
            Formula {
                dims,
                size: n * (m + 3),
                apply: |[_, m], [i, j]| i * (m + 3) + j,
                strides: [Some(columns + 3), Some(1), Some(columns + 2)],
            },
        ),
        (
            "reversed",
            Formula {
                dims,
                size,
                apply: |[n, m], [i, j]| n * m - 1 - i * m - j,
                strides: [Some(-columns), Some(-1), Some(1 - columns)],
            },
        ),
        (
            "rows upwards",
            Formula {
                dims,
                size,
                apply: |[n, m], [i, j]| (n - 1 - i) * m + j,
                strides: [Some(-columns), Some(1), None],
            },
        ),
        (
            "skew",
            Formula { dims, size, apply: |[_, m], [i, j]| i * m + (i + j) % m, strides: [None, None, Some(columns)] },
        ),
        ("silent", Formula { dims, size, apply: |[n, m], [i, j]| n * m - 1 - i * m - j, strides: [None; 3] }),
    ];
    if n == m {
        all.push(("anti-diagonal", Formula { dims, size, apply: anti_diag, strides: [None, None, Some(1)] }));
        let apply = |[n, _]: [usize; 2], [i, j]: [usize; 2]| anti_diag([n, n], [i, n - 1 - j]);
        all.push(("diagonal", Formula { dims, size, apply, strides: [None; 3] }));
    }
    all
}

const SHAPES: [[usize; 2]; 9] = [[1, 1], [1, 4], [4, 1], [2, 5], [5, 2], [3, 3], [6, 6], [7, 4], [4, 7]];

/// The indices of a line, found among all indices.
fn indices(direction: Direction, [rows, columns]: [usize; 2], k: usize) -> Vec<[usize; 2]> {
    let all = (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j]));
    all.filter(|[i, j]| match direction {
        Direction::Rows => *i == k,
        Direction::Columns => *j == k,
        Direction::AntiDiagonals => i + j == k,
    })
    .collect()
}

fn count(direction: Direction, [rows, columns]: [usize; 2]) -> usize {
    match direction {
        Direction::Rows => rows,
        Direction::Columns => columns,
        Direction::AntiDiagonals => rows + columns - 1,
    }
}

/// An array whose element at position `p` is `p`, and for each line what it should hold.
fn numbered(layout: Formula, direction: Direction) -> (Arr2D<usize, Formula>, Vec<Vec<usize>>) {
    let lines = (0..count(direction, layout.dims))
        .map(|k| indices(direction, layout.dims, k).into_iter().map(|index| layout.apply(index)).collect())
        .collect();
    (Arr2D::new(layout, (0..layout.size).collect()).unwrap(), lines)
}

/// Calls a check with every shape, layout and direction.
fn each(check: impl Fn(Formula, Direction, &str)) {
    for dims in SHAPES {
        for (name, layout) in lawful(dims) {
            for direction in DIRECTIONS {
                check(layout, direction, &format!("{name} {dims:?} {direction:?}"));
            }
        }
    }
}

#[test]
fn the_test_layouts_keep_the_laws() {
    for dims in SHAPES {
        for (name, layout) in lawful(dims) {
            let [rows, columns] = dims;
            let mut seen = vec![false; layout.size];
            for i in 0..rows {
                for j in 0..columns {
                    let p = layout.apply([i, j]);
                    assert!(!seen[p], "{name} {dims:?}");
                    seen[p] = true;
                    let step = |to: [usize; 2], stride: Option<isize>| {
                        if to[0] < rows
                            && to[1] < columns
                            && let Some(s) = stride
                        {
                            assert_eq!(layout.apply(to) as isize, p as isize + s, "{name} {dims:?} {to:?}");
                        }
                    };
                    step([i + 1, j], layout.strides[0]);
                    step([i, j + 1], layout.strides[1]);
                    step([i + 1, j.wrapping_sub(1)], layout.strides[2]);
                }
            }
        }
    }
}

/// All that a [`Line`] says, against its elements.
fn check_line(line: &impl Line<Item = usize>, want: &[usize], what: &str) {
    assert_eq!(line.len(), want.len(), "{what}");
    assert_eq!(line.is_empty(), want.is_empty(), "{what}");
    assert_eq!(line.items().collect::<Vec<_>>(), want, "{what}");
    for start in 0..=want.len() {
        for end in start..=want.len() {
            let part = line.part(start..end);
            assert_eq!(part.items().collect::<Vec<_>>(), want[start..end], "{what} {start}..{end}");
            // A part of a part.
            if end > start + 1 {
                let inner = part.part(1..end - start - 1);
                assert_eq!(inner.items().collect::<Vec<_>>(), want[start + 1..end - 1], "{what} {start}..{end}");
            }
        }
    }
    for k in 0..want.len().saturating_sub(1) {
        assert_eq!(line.load::<2>(k), want[k..k + 2], "{what}");
    }
}

#[test]
fn lines_hold_what_their_indices_say() {
    each(|layout, direction, what| {
        let (a, want) = numbered(layout, direction);
        let lines = a.lines(direction);
        assert_eq!((lines.len(), lines.direction()), (want.len(), direction), "{what}");
        assert_eq!(lines.iter().len(), want.len(), "{what}");
        for (line, want) in lines.iter().zip(&want) {
            check_line(&line, want, what);
        }
        let contiguous = Family::new(layout, direction).stride() == Some(1);
        match lines.walk() {
            Walk::Slices(walk) => {
                assert!(contiguous, "{what}");
                assert_eq!(walk.len(), want.len());
                walk.zip(&want).for_each(|(line, want)| check_line(&line, want, what));
            }
            Walk::Runs(walk) => {
                assert!(!contiguous, "{what}");
                assert_eq!(walk.len(), want.len());
                walk.zip(&want).for_each(|(line, want)| {
                    check_line(&line, want, what);
                    for k in 0..want.len() + 2 {
                        assert_eq!(line.get(k), want.get(k), "{what}");
                    }
                });
            }
        }
    });
}

#[test]
fn contiguous_lines_are_slices() {
    let slices = |name: &str, direction| {
        let layout = lawful([6, 6]).into_iter().find(|(other, _)| *other == name).unwrap().1;
        let (mut a, _) = numbered(layout, direction);
        let shared = (0..a.lines(direction).len()).all(|k| matches!(a.lines(direction).line(k), LineRef::Slice(_)));
        let mutable = matches!(a.lines_mut(direction).line(0), LineRefMut::Slice(_));
        assert_eq!(shared, mutable);
        shared
    };
    for (name, rows, columns, anti_diagonals) in [
        ("row", true, false, false),
        ("column", false, true, false),
        ("padded", true, false, false),
        ("reversed", false, false, false),
        ("skew", false, false, false),
        ("anti-diagonal", false, false, true),
        ("diagonal", false, false, false),
    ] {
        let found = DIRECTIONS.map(|direction| slices(name, direction));
        assert_eq!(found, [rows, columns, anti_diagonals], "{name}");
    }
}

/// Fills a line with numbers that tell line and place, then checks every way to write.
fn fill(line: &mut impl LineMut<Item = usize>, k: usize) {
    for t in 0..line.len() {
        line.set(t, 1000 * k + t);
    }
    let n = line.len();
    if n >= 3 {
        let [x, y] = line.load(1);
        line.store(1, [y, x]);
        let mut part = line.part_mut(1..3);
        let (x, y) = (part.at(0), part.at(1));
        part.set(0, y);
        part.set(1, x);
    }
}

#[test]
fn writing_reaches_each_element_once() {
    each(|layout, direction, what| {
        let check = |a: &Arr2D<usize, Formula>, way: &str| {
            for k in 0..count(direction, layout.dims) {
                for (t, index) in indices(direction, layout.dims, k).into_iter().enumerate() {
                    assert_eq!(a[index], 1000 * k + t, "{what}, {way}");
                }
            }
            // Holes keep what they held.
            for p in 0..layout.size {
                if layout.inv(p).is_none() {
                    assert_eq!(a.as_physical()[p], p, "{what}, {way}");
                }
            }
        };
        let (blank, want) = numbered(layout, direction);

        let mut a = blank.clone();
        match a.lines_mut(direction).walk() {
            Walk::Slices(lines) => {
                assert_eq!(lines.len(), want.len());
                // All at the same time.
                let mut lines: Vec<_> = lines.collect();
                lines.iter_mut().enumerate().for_each(|(k, line)| fill(line, k));
            }
            Walk::Runs(lines) => {
                assert_eq!(lines.len(), want.len());
                let mut lines: Vec<_> = lines.collect();
                lines.iter_mut().enumerate().for_each(|(k, line)| fill(line, k));
            }
        }
        check(&a, "walk");

        let mut a = blank.clone();
        let mut lines = a.lines_mut(direction);
        assert_eq!((lines.len(), lines.is_empty(), lines.direction()), (want.len(), false, direction));
        for (k, want) in want.iter().enumerate() {
            match lines.line(k) {
                LineRefMut::Slice(mut line) => {
                    check_line(&line, want, what);
                    fill(&mut line, k);
                }
                LineRefMut::Run(mut line) => {
                    check_line(&line, want, what);
                    fill(&mut line, k);
                }
            }
        }
        check(&a, "line");

        let mut a = blank.clone();
        let mut lines = a.lines_mut(direction);
        let last = want.len() - 1;
        for k in 0..want.len() {
            if k == last {
                assert!(lines.pick([k, k]).is_none() && lines.pick([k, k + 1]).is_none(), "{what}");
                match lines.pick([k]).unwrap() {
                    Picked::Slices([mut line]) => fill(&mut line, k),
                    Picked::Runs([mut line]) => fill(&mut line, k),
                }
            } else {
                match lines.pick([last, k]).unwrap() {
                    Picked::Slices([_, mut line]) => fill(&mut line, k),
                    Picked::Runs([_, mut line]) => fill(&mut line, k),
                }
            }
        }
        check(&a, "pick");
    });
}

#[test]
fn contiguous_lines_out_of_order_are_walked_as_runs() {
    let layout = lawful([4, 4]).into_iter().find(|(name, _)| *name == "rows upwards").unwrap().1;
    let (mut a, want) = numbered(layout, Direction::Rows);
    assert!(matches!(a.lines_mut(Direction::Rows).line(1), LineRefMut::Slice(_)));
    let Walk::Runs(runs) = a.lines_mut(Direction::Rows).walk() else { panic!("slices cannot go backwards") };
    for (run, want) in runs.zip(want) {
        assert_eq!(run.stride(), Some(1));
        check_line(&run, &want, "rows upwards");
    }
}

#[test]
fn an_empty_shape_has_no_lines_or_empty_ones() {
    let layout =
        |dims| Formula { dims, size: 0, apply: |_, _| panic!("no index"), strides: [Some(0), Some(1), Some(-1)] };
    for (dims, lines) in [([0, 3], [0, 3, 0]), ([3, 0], [3, 0, 0]), ([0, 0], [0, 0, 0])] {
        let mut a = Arr2D::<u8, _>::new(layout(dims), vec![]).unwrap();
        for (direction, lines) in DIRECTIONS.into_iter().zip(lines) {
            assert_eq!(a.lines(direction).len(), lines, "{dims:?} {direction:?}");
            assert_eq!(a.lines(direction).is_empty(), lines == 0);
            assert!(a.lines(direction).iter().all(|line| line.is_empty()));
            match a.lines_mut(direction).walk() {
                Walk::Slices(lines) => lines.for_each(|line| assert!(line.is_empty())),
                Walk::Runs(lines) => lines.for_each(|line| assert!(line.is_empty())),
            }
        }
    }
}

fn panics<R>(call: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

#[test]
fn out_of_range_panics_like_a_slice() {
    each(|layout, direction, what| {
        let (mut a, want) = numbered(layout, direction);
        assert!(panics(|| a.lines(direction).line(want.len())), "{what}");
        assert!(panics(|| a.lines_mut(direction).line(want.len()).is_slice()), "{what}");
        for (k, want) in want.iter().enumerate() {
            let n = want.len();
            let line = a.lines(direction).line(k);
            assert!(panics(|| line.at(n)) && panics(|| line.at(usize::MAX)), "{what}");
            assert!(panics(|| line.load::<2>(n - 1)), "{what}");
            assert!(panics(|| line.part(0..n + 1).len()) && panics(|| line.part(n + 1..n + 1).len()), "{what}");
            #[allow(clippy::reversed_empty_ranges)]
            let turned = panics(|| line.part(1..0).len());
            assert!(turned, "{what}");
        }
        match a.lines_mut(direction).walk() {
            Walk::Slices(lines) => lines.for_each(|mut line| {
                let n = line.len();
                assert!(panics(|| LineMut::set(&mut line, n, 0)) && panics(|| line.store(n - 1, [0, 0])), "{what}");
            }),
            Walk::Runs(lines) => lines.for_each(|mut line| {
                let n = line.len();
                assert!(panics(|| line.set(n, 0)) && panics(|| line.store(n - 1, [0, 0])), "{what}");
            }),
        };
    });
}

impl<T, L> LineRefMut<'_, T, L> {
    fn is_slice(&self) -> bool {
        matches!(self, Self::Slice(_))
    }
}

/// Layouts that break the laws: strides that lie, positions outside, everything in one place.
fn lawless(dims: [usize; 2]) -> Vec<Formula> {
    let [n, m] = dims;
    let size = n * m;
    let applies: [Apply; 5] =
        [|[_, m], [i, j]| i * m + j, |_, _| 0, |_, _| usize::MAX / 2, |[n, m], _| n * m, |_, [i, j]| i + j];
    let strides = [None, Some(1), Some(0), Some(-1), Some(2), Some(-7), Some(isize::MAX), Some(isize::MIN)];
    let mut all = vec![];
    for apply in applies {
        for s in strides {
            all.push(Formula { dims, size, apply, strides: [s; 3] });
        }
    }
    all
}

#[test]
fn a_wrong_layout_may_panic_but_slices_never_overlap() {
    for dims in [[1, 1], [2, 5], [5, 2], [4, 4]] {
        for layout in lawless(dims) {
            for direction in DIRECTIONS {
                let mut data = vec![0u8; layout.size];
                let mut slices = 0;
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    let mut a = ViewMut2D::new(layout, &mut data[..]).unwrap();
                    match a.lines_mut(direction).walk() {
                        Walk::Slices(lines) => {
                            // Each element is added to once at the most, or two slices share it.
                            for line in lines.collect::<Vec<_>>() {
                                line.iter_mut().for_each(|x| *x += 1);
                                slices += line.len();
                            }
                        }
                        Walk::Runs(lines) => lines.for_each(|mut line| {
                            for t in 0..Line::len(&line) {
                                line.set(t, 0);
                            }
                        }),
                    }
                }));
                assert!(data.iter().all(|&x| x <= 1), "{layout:?} {direction:?}");
                assert_eq!(data.iter().map(|&x| usize::from(x)).sum::<usize>(), slices);

                let picked = catch_unwind(AssertUnwindSafe(|| {
                    let mut data = vec![0u8; layout.size];
                    let mut a = ViewMut2D::new(layout, &mut data[..]).unwrap();
                    let mut lines = a.lines_mut(direction);
                    match lines.pick([0, lines.len() - 1]) {
                        Some(Picked::Slices([one, two])) => Some([one.as_ptr_range(), two.as_ptr_range()]),
                        _ => None,
                    }
                }));
                if let Ok(Some([one, two])) = picked {
                    assert!(one.end <= two.start || two.end <= one.start, "{layout:?} {direction:?}");
                }
            }
        }
    }
}
