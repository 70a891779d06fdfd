//! Coordinates: between integers and tuples, into values, and with some parts left open.

use super::Error;
use super::int_tuple::IntTuple;
use super::layout::{Layout, LayoutBuilder};
use super::number::{ok, plus, times};
use super::profile::CAPACITY;

/// A coordinate of a shape with some parts left open, as `(2,_)`; the open leaves are the set bits of `open`, and their
/// numbers count for nothing.
///
/// ```
/// use lego_algebra::cute::{IntTuple, Layout, Slice};
/// let layout = Layout::parse("(4,8):(8,1)").unwrap();
/// let row = Slice { at: IntTuple::parse("(2,0)").unwrap(), open: 0b10 };
/// assert_eq!(layout.slice(&row).unwrap(), (16, Layout::parse("8:1").unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The coordinate.
    pub at: IntTuple,
    /// Which of its leaves are left open, the first as bit 0.
    pub open: u32,
}

impl Layout {
    /// The value at a coordinate of any level: an integer, a tuple of the shape's brackets, or anything between. Each integer
    /// is split over the part of the shape that it stands for, the first leaf fastest, the last not reduced.
    ///
    /// # Errors
    /// Of a coordinate of another form, of a negative part, and beyond 64 bits.
    pub const fn crd2idx(&self, coordinate: &IntTuple) -> Result<i64, Error> {
        if coordinate.profile().is_leaf() {
            return self.eval(coordinate.array()[0]);
        }
        if self.profile().is_leaf() {
            // A tuple of one number may stand for a number, as (3) does in C++.
            return match coordinate.element(0) {
                Some(element) if coordinate.rank() == 1 => self.crd2idx(&element),
                _ => Err(Error::Form { parts: coordinate.rank(), modes: 1 }),
            };
        }
        let (mut value, mut k, mut leaf, rank) = (0, 0, 0, self.rank());
        if coordinate.rank() != rank {
            return Err(Error::Form { parts: coordinate.rank(), modes: rank });
        }
        while k < rank {
            if let (Some(mode), Some(part)) = (self.mode(k), coordinate.element(k)) {
                value = ok!(plus(value, ok!(at_leaf(mode.crd2idx(&part), leaf))));
                leaf += part.profile().len();
            }
            k += 1;
        }
        Ok(value)
    }

    /// The coordinate in the shape's brackets of an integer coordinate.
    ///
    /// # Errors
    /// Of a negative number.
    pub const fn idx2crd(&self, index: i64) -> Result<IntTuple, Error> {
        self.shape().idx2crd(index)
    }

    /// The modes that a coordinate leaves open, and the value at its other parts: CuTe's `slice_and_offset`. The layout
    /// without an open part is 1:0.
    ///
    /// # Errors
    /// Of a coordinate of another form or out of the shape, and beyond 64 bits.
    pub const fn slice(&self, slice: &Slice) -> Result<(i64, Self), Error> {
        let mut kept = LayoutBuilder::new();
        kept.open();
        let (offset, count) = ok!(slice_into(self, slice, &mut kept));
        if count == 0 {
            return Ok((offset, Self::ONE));
        }
        ok!(kept.close());
        let kept = ok!(kept.finish());
        match kept.mode(0) {
            Some(mode) if count == 1 => Ok((offset, mode)),
            _ => Ok((offset, kept)),
        }
    }
}

/// What is said of a part of a coordinate, where so many leaves stand before it.
const fn at_leaf<T: Copy>(result: Result<T, Error>, before: usize) -> Result<T, Error> {
    match result {
        Err(Error::Coordinate { mode, at, size }) => Err(Error::Coordinate { mode: mode + before, at, size }),
        other => other,
    }
}

/// Appends the open modes; the offset of the others, and how many were appended.
const fn slice_into(layout: &Layout, slice: &Slice, kept: &mut LayoutBuilder) -> Result<(i64, usize), Error> {
    if slice.at.profile().is_leaf() {
        if slice.open & 1 == 1 {
            ok!(kept.append(layout));
            return Ok((0, 1));
        }
        let at = slice.at.array()[0];
        if at < 0 || at >= layout.size() {
            return Err(Error::Coordinate { mode: 0, at, size: Some(layout.size()) });
        }
        return Ok((layout.at(at), 0));
    }
    let rank = slice.at.rank();
    if layout.profile().is_leaf() || layout.rank() != rank {
        let modes = if layout.profile().is_leaf() { 1 } else { layout.rank() };
        return Err(Error::Form { parts: rank, modes });
    }
    let (mut offset, mut count, mut k, mut leaf) = (0, 0, 0, 0);
    while k < rank {
        if let (Some(mode), Some(at)) = (layout.mode(k), slice.at.element(k)) {
            let part = Slice { at, open: if leaf < CAPACITY { slice.open >> leaf } else { 0 } };
            let (more, modes) = ok!(at_leaf(slice_into(&mode, &part, kept), leaf));
            leaf += at.profile().len();
            offset = ok!(plus(offset, more));
            count += modes;
        }
        k += 1;
    }
    Ok((offset, count))
}

impl IntTuple {
    /// The coordinate of this shape of an integer coordinate, the first leaf fastest, the last not reduced: CuTe's
    /// `idx2crd`.
    ///
    /// # Errors
    /// Of a negative number, and of a shape with an extent below 1.
    ///
    /// ```
    /// use lego_algebra::cute::IntTuple;
    /// let shape = IntTuple::parse("((5,4),2)").unwrap();
    /// assert_eq!(shape.idx2crd(35).unwrap().to_string(), "((0,3),1)");
    /// ```
    pub const fn idx2crd(&self, index: i64) -> Result<Self, Error> {
        if index < 0 {
            return Err(Error::Coordinate { mode: 0, at: index, size: None });
        }
        let (mut rest, mut digits, mut leaf) = (index, [0; CAPACITY], 0);
        while leaf < self.profile().len() {
            let extent = self.array()[leaf];
            if extent < 1 {
                return Err(Error::Extent { leaf, extent });
            }
            digits[leaf] = if leaf + 1 == self.profile().len() { rest } else { rest % extent };
            rest /= extent;
            leaf += 1;
        }
        Ok(Self::of(*self.profile(), digits))
    }

    /// The integer coordinate of a coordinate of this shape.
    ///
    /// # Errors
    /// As [`Layout::crd2idx`].
    pub const fn crd2crd(&self, coordinate: &Self) -> Result<i64, Error> {
        ok!(Layout::col_major(self)).crd2idx(coordinate)
    }

    /// The elements scaled by a number.
    ///
    /// # Errors
    /// Beyond 64 bits.
    pub const fn scaled(&self, by: i64) -> Result<Self, Error> {
        let (mut leaves, mut leaf) = (*self.array(), 0);
        while leaf < self.profile().len() {
            leaves[leaf] = ok!(times(leaves[leaf], by));
            leaf += 1;
        }
        Ok(Self::of(*self.profile(), leaves))
    }
}
