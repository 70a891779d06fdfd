//! The generalized Hilbert curve of a box, on numbers.
//!
//! By J. Červený, "Generalized Hilbert space-filling curve for rectangular domains of arbitrary (non-power of two) sizes",
//! <https://github.com/jakubcerveny/gilbert>. A box is cut into smaller ones, of which each is run through along its own first
//! axis: the curve begins at its lowest corner and ends at the other end of that axis. Halves are even where they can be, so
//! that ends meet; where no path of unit steps exists, one step is diagonal.

use alloc::vec;
use alloc::vec::Vec;

/// The part of an axis of a box that a smaller one has.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part {
    Whole,
    First,
    Second,
}

use Part::{First, Second, Whole};

/// An axis of a smaller box: the axis of the larger box, its part, and whether it is run through backwards.
type Axis = (usize, Part, bool);

/// The axes of a smaller box, the one along which it is run through first.
pub(super) type Child = [Axis; 3];

const fn forward(of: usize, part: Part) -> Axis {
    (of, part, false)
}

const fn backward(of: usize, part: Part) -> Axis {
    (of, part, true)
}

/// A long box: one half after the other.
const HALVES: &[Child] = &[
    [forward(0, First), forward(1, Whole), forward(2, Whole)],
    [forward(0, Second), forward(1, Whole), forward(2, Whole)],
];

/// A rectangle: across, along, and back across.
const RECTANGLE: &[Child] = &[
    [forward(1, First), forward(0, First), forward(2, Whole)],
    [forward(0, Whole), forward(1, Second), forward(2, Whole)],
    [backward(1, First), backward(0, Second), forward(2, Whole)],
];

/// The same in a box that is not cut along its third axis.
const ALONG_SECOND: &[Child] = &[
    [forward(1, First), forward(2, Whole), forward(0, First)],
    [forward(0, Whole), forward(1, Second), forward(2, Whole)],
    [backward(1, First), forward(2, Whole), backward(0, Second)],
];

/// The same in a box that is not cut along its second axis.
const ALONG_THIRD: &[Child] = &[
    [forward(2, First), forward(0, First), forward(1, Whole)],
    [forward(0, Whole), forward(1, Whole), forward(2, Second)],
    [backward(2, First), backward(0, Second), forward(1, Whole)],
];

/// A box that is cut along all axes.
const ALL: &[Child] = &[
    [forward(1, First), forward(2, First), forward(0, First)],
    [forward(2, Whole), forward(0, First), forward(1, Second)],
    [forward(0, Whole), backward(1, First), backward(2, Second)],
    [backward(2, Whole), backward(0, Second), forward(1, Second)],
    [backward(1, First), forward(2, First), backward(0, Second)],
];

/// A box by its extents, along which the curve runs from the lowest corner to the other end of the first axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) extents: [u64; 3],
    /// Whether it is a rectangle, by the rules of two dimensions: its third extent is 1.
    is_flat: bool,
}

/// The half of an extent, even where it can be.
const fn even_half(extent: u64) -> u64 {
    let half = extent / 2;
    if half % 2 == 1 && extent > 2 { half + 1 } else { half }
}

/// A cut of a block: where the second part of each axis begins, and the smaller blocks in the order of the curve.
pub(super) struct Cut {
    pub(super) halves: [u64; 3],
    pub(super) children: &'static [Child],
}

impl Block {
    /// A block without an element beside its line is one of positions in a row.
    pub(super) fn is_line(&self) -> bool {
        self.extents.iter().filter(|&&extent| extent > 1).count() <= 1
    }

    pub(super) fn cut(&self) -> Cut {
        let wide = self.extents.map(u128::from);
        let longer = |a: usize, b: usize| 2 * wide[a] > 3 * wide[b];
        let [w, h, d] = self.extents;
        if self.is_flat {
            return match longer(0, 1) {
                true => Cut { halves: [even_half(w), h, d], children: HALVES },
                false => Cut { halves: [w / 2, even_half(h), d], children: RECTANGLE },
            };
        }
        let children = if longer(0, 1) && longer(0, 2) {
            HALVES
        } else if 3 * wide[1] > 4 * wide[2] {
            ALONG_SECOND
        } else if 3 * wide[2] > 4 * wide[1] {
            ALONG_THIRD
        } else {
            ALL
        };
        Cut { halves: self.extents.map(even_half), children }
    }

    pub(super) fn child(&self, cut: &Cut, child: &Child) -> Self {
        let extent = |&(of, part, _): &Axis| match part {
            Whole => self.extents[of],
            First => cut.halves[of],
            Second => self.extents[of] - cut.halves[of],
        };
        Self { extents: [extent(&child[0]), extent(&child[1]), extent(&child[2])], is_flat: self.is_flat }
    }

    /// The number of elements; that of the whole fits.
    pub(super) fn volume(&self) -> u64 {
        self.extents.iter().product()
    }

    /// What a coordinate of a child is counted from, on the axis of this block: backwards it is the last one.
    pub(super) fn origin(&self, cut: &Cut, (of, part, is_backward): Axis) -> u64 {
        let (half, extent) = (cut.halves[of], self.extents[of]);
        match (part, is_backward) {
            (First | Whole, false) => 0,
            (Second, false) => half,
            (First, true) => half.saturating_sub(1),
            (Whole | Second, true) => extent - 1,
        }
    }
}

impl Cut {
    /// The child that has a point, by whether its coordinates are in the second part of each axis.
    pub(super) fn child_of(&self, is_second: [bool; 3]) -> usize {
        let has = |&(of, part, _): &Axis| part == Whole || (part == Second) == is_second[of];
        self.children.iter().position(|child| child.iter().all(has)).unwrap_or(0)
    }
}

/// The generalized Hilbert curve of an array of two or three axes.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    /// The axis of the array along each axis of the root.
    pub(super) axes: Vec<usize>,
    pub(super) root: Block,
}

impl Curve {
    /// The curve of an array, which has as many elements as 64 bits count.
    pub(super) fn new(extents: &[u64]) -> Self {
        // The longest axis first, the others in their order.
        let largest = extents.iter().copied().max().unwrap_or(1);
        let first = extents.iter().position(|&extent| extent == largest).unwrap_or(0);
        let mut axes: Vec<usize> = (0..extents.len()).collect();
        axes.remove(first);
        axes.insert(0, first);
        let extent = |k: usize| axes.get(k).map_or(1, |&axis| extents[axis]);
        let root = Block { extents: [extent(0), extent(1), extent(2)], is_flat: extents.len() < 3 };
        Self { axes, root }
    }

    /// The coordinates in the root of an index of the array.
    pub(super) fn in_root<T: Copy>(&self, index: &[T], zero: T) -> [T; 3] {
        let mut point = [zero; 3];
        for (coordinate, &axis) in point.iter_mut().zip(&self.axes) {
            *coordinate = index[axis];
        }
        point
    }

    /// The index of the array of coordinates in the root.
    pub(super) fn of_root<T: Copy>(&self, point: [T; 3]) -> Vec<T> {
        let mut index = vec![point[0]; self.axes.len()];
        for (&axis, &coordinate) in self.axes.iter().zip(&point) {
            index[axis] = coordinate;
        }
        index
    }

    /// The position of an index.
    pub(super) fn position(&self, index: &[u64]) -> u64 {
        let (mut block, mut point, mut before) = (self.root, self.in_root(index, 0), 0);
        while !block.is_line() {
            let cut = block.cut();
            let taken = cut.child_of([0, 1, 2].map(|k| point[k] >= cut.halves[k]));
            before += cut.children[..taken].iter().map(|child| block.child(&cut, child).volume()).sum::<u64>();
            let child = &cut.children[taken];
            point = [0, 1, 2].map(|k| point[child[k].0].abs_diff(block.origin(&cut, child[k])));
            block = block.child(&cut, child);
        }
        before + point.iter().sum::<u64>()
    }

    /// The index at a position.
    pub(super) fn index(&self, position: u64) -> Vec<u64> {
        let (mut block, mut rest, mut path) = (self.root, position, Vec::new());
        while !block.is_line() {
            let cut = block.cut();
            let mut taken = 0;
            let mut volume = block.child(&cut, &cut.children[0]).volume();
            while rest >= volume && taken + 1 < cut.children.len() {
                rest -= volume;
                taken += 1;
                volume = block.child(&cut, &cut.children[taken]).volume();
            }
            let inner = block.child(&cut, &cut.children[taken]);
            path.push((block, cut, taken));
            block = inner;
        }
        let mut point = block.extents.map(|extent| if extent > 1 { rest } else { 0 });
        for (block, cut, taken) in path.into_iter().rev() {
            let mut outer = [0; 3];
            for (&axis, coordinate) in cut.children[taken].iter().zip(point) {
                let origin = block.origin(&cut, axis);
                outer[axis.0] = if axis.2 { origin - coordinate } else { origin + coordinate };
            }
            point = outer;
        }
        self.of_root(point)
    }
}
