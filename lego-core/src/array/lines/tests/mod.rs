//! Every element of every line against the obvious formula, in layouts of all forms, and wrong layouts.

mod reading;
mod writing;
mod wrong;

use super::{AntiDiagonals, Columns, Direction, Line, Rows};
use crate::array::Arr2D;
use crate::{Layout, Mapping};
use std::vec::Vec;
use std::{format, vec};

/// The position of an index in a layout with these dims.
type Apply = fn([usize; 2], [usize; 2]) -> usize;

/// A layout given by its formula and by what it says of its strides: along axis 0, axis 1 and anti-diagonals.
#[derive(Clone, Copy, Debug)]
struct Formula {
    dims: [usize; 2],
    span: usize,
    apply: Apply,
    strides: [Option<isize>; 3],
}

impl Mapping for Formula {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        self.dims
    }

    fn span(&self) -> usize {
        self.span
    }

    fn apply(&self, index: [usize; 2]) -> usize {
        (self.apply)(self.dims, index)
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        self.strides[axis]
    }

    fn anti_diagonal_stride(&self) -> Option<isize> {
        self.strides[2]
    }
}

impl Layout for Formula {
    type Preimage = Option<[usize; 2]>;

    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        let [rows, columns] = self.dims;
        (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j])).find(|&index| self.apply(index) == position)
    }
}

/// A direction, described in another way than the module does.
trait Described: Direction {
    const STRIDE: usize;
    fn lies_on(index: [usize; 2], k: usize) -> bool;
}

impl Described for Rows {
    const STRIDE: usize = 1;
    fn lies_on([i, _]: [usize; 2], k: usize) -> bool {
        i == k
    }
}

impl Described for Columns {
    const STRIDE: usize = 0;
    fn lies_on([_, j]: [usize; 2], k: usize) -> bool {
        j == k
    }
}

impl Described for AntiDiagonals {
    const STRIDE: usize = 2;
    fn lies_on([i, j]: [usize; 2], k: usize) -> bool {
        i + j == k
    }
}

fn anti_diag([n, _]: [usize; 2], [i, j]: [usize; 2]) -> usize {
    let a = i + j + 1;
    if a <= n { i + a * (a - 1) / 2 } else { n * n - n + i - (2 * n - a) * (2 * n - a - 1) / 2 }
}

/// Layouts of one shape that keep the law of strides.
fn lawful(dims: [usize; 2]) -> Vec<(&'static str, Formula)> {
    let [rows, columns] = dims.map(|n| n as isize);
    let span = dims[0] * dims[1];
    let layout = |span, strides, apply: Apply| Formula { dims, span, apply, strides };
    let mut all = vec![
        ("row", layout(span, [Some(columns), Some(1), Some(columns - 1)], |[_, m], [i, j]| i * m + j)),
        ("column", layout(span, [Some(1), Some(rows), Some(1 - rows)], |[n, _], [i, j]| j * n + i)),
        (
            "padded",
            layout(dims[0] * (dims[1] + 3), [Some(columns + 3), Some(1), Some(columns + 2)], |[_, m], [i, j]| {
                i * (m + 3) + j
            }),
        ),
        (
            "reversed",
            layout(span, [Some(-columns), Some(-1), Some(1 - columns)], |[n, m], [i, j]| n * m - 1 - i * m - j),
        ),
        ("rows upwards", layout(span, [Some(-columns), Some(1), None], |[n, m], [i, j]| (n - 1 - i) * m + j)),
        ("skew", layout(span, [None, None, Some(columns)], |[_, m], [i, j]| i * m + (i + j) % m)),
        ("silent", layout(span, [None; 3], |[n, m], [i, j]| n * m - 1 - i * m - j)),
    ];
    if rows == columns {
        all.push(("anti-diagonal", layout(span, [None, None, Some(1)], anti_diag)));
        all.push(("diagonal", layout(span, [None; 3], |[n, m], [i, j]| anti_diag([n, m], [i, n - 1 - j]))));
    }
    all
}

fn named(name: &str, dims: [usize; 2]) -> Formula {
    lawful(dims).into_iter().find(|(other, _)| *other == name).unwrap().1
}

const SHAPES: [[usize; 2]; 9] = [[1, 1], [1, 4], [4, 1], [2, 5], [5, 2], [3, 3], [6, 6], [7, 4], [4, 7]];

/// Calls a check of each direction with every shape and layout.
fn each(checks: [fn(Formula, &str); 3]) {
    for dims in SHAPES {
        for (name, layout) in lawful(dims) {
            for (check, direction) in checks.into_iter().zip(["rows", "columns", "anti-diagonals"]) {
                check(layout, &format!("{name} {dims:?}, {direction}"));
            }
        }
    }
}

/// The indices of every line, found among all indices.
fn lines_of<D: Described>([rows, columns]: [usize; 2]) -> Vec<Vec<[usize; 2]>> {
    let all = || (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j]));
    let line = |k| all().filter(|&index| D::lies_on(index, k)).collect::<Vec<_>>();
    (0..).map(line).take_while(|line| !line.is_empty()).collect()
}

/// An array whose element at position `p` is `p`, and for each line what it should hold.
fn numbered<D: Described>(layout: Formula) -> (Arr2D<usize, Formula>, Vec<Vec<usize>>) {
    let lines = lines_of::<D>(layout.dims);
    let positions = lines.into_iter().map(|line| line.into_iter().map(|index| layout.apply(index)).collect()).collect();
    (Arr2D::from_physical(layout, (0..layout.span).collect()).unwrap(), positions)
}

/// All that a [`Line`] says, against its elements.
fn check_line(line: &impl Line<Item = usize>, want: &[usize], what: &str) {
    assert_eq!((line.len(), line.is_empty()), (want.len(), want.is_empty()), "{what}");
    assert_eq!(line.items().collect::<Vec<_>>(), want, "{what}");
    for start in 0..=want.len() {
        for end in start..=want.len() {
            let part = line.part(start..end);
            assert_eq!(part.items().collect::<Vec<_>>(), want[start..end], "{what} {start}..{end}");
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
fn the_test_layouts_keep_the_laws() {
    for dims in SHAPES {
        for (name, layout) in lawful(dims) {
            let mut seen = vec![false; layout.span];
            for [i, j] in lines_of::<Rows>(dims).concat() {
                let p = layout.apply([i, j]);
                assert!(!seen[p], "{name} {dims:?}");
                seen[p] = true;
                let steps = [[i + 1, j], [i, j + 1], [i + 1, j.wrapping_sub(1)]];
                for (to, stride) in steps.into_iter().zip(layout.strides) {
                    if let (Some(q), Some(s)) = (layout.try_apply(to), stride) {
                        assert_eq!(q as isize, p as isize + s, "{name} {dims:?} {to:?}");
                    }
                }
            }
        }
    }
}
