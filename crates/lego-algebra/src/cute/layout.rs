//! A layout of CuTe: a shape and a stride in the same brackets, and the function from coordinates to integers that they are.

use super::Error;
use super::int_tuple::IntTuple;
use super::number::{ok, plus, times};
use super::profile::{Builder, CAPACITY, Profile};

/// `shape:stride`, as `((2,2),4):((1,8),2)`.
///
/// As a function of an integer coordinate c: c is split over the leaves of the shape, **the first leaf fastest**, and the
/// value is the sum of digit times stride. The last digit is not reduced, so that there is a value for every c from 0 on, also
/// beyond the size (CUTLASS, `layout.hpp`; composition relies on it). Strides may be 0 and negative.
///
/// The size and all values within it fit 64 bits: the constructors see to it.
///
/// An extent may be 0. The layout is then empty: size and cosize are 0, and it has no coordinate and no value. Operations on an
/// empty layout give an empty layout, or [`Error::EmptyLayout`] where the result would need a value that there is none of:
///
/// | operation | where an operand is empty |
/// |---|---|
/// | `coalesce`, `filter`, `nullspace`, `right_inverse`, `left_inverse`, `inverse` | `0:0` |
/// | `composition(A, B)` | empty in B's shape if B is empty; an error if only A is |
/// | `complement(L, n)` | an error if L is empty; `0:0` for n = 0 |
/// | divides of A by B | empty if A is; an error if B is |
/// | products of A and B | empty if one of them is |
/// | `upcast`, `downcast` | empty |
///
/// ```
/// use lego_algebra::cute::Layout;
///
/// const TILES: Layout = match Layout::parse("((2,2),(2,2)):((4,8),(1,2))") {
///     Ok(layout) => layout,
///     Err(_) => panic!(),
/// };
/// const _: () = assert!(TILES.size() == 16 && TILES.cosize() == 16);
/// assert_eq!((0..8).map(|c| TILES.eval(c).unwrap()).collect::<Vec<_>>(), [0, 4, 8, 12, 1, 5, 9, 13]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    profile: Profile,
    shape: [i64; CAPACITY],
    stride: [i64; CAPACITY],
}

impl Layout {
    /// `0:0`, the layout of no element.
    pub const EMPTY: Self = Self { profile: Profile::LEAF, shape: [0; CAPACITY], stride: [0; CAPACITY] };

    /// `1:0`, the layout of one element.
    pub const ONE: Self = {
        let mut shape = [0; CAPACITY];
        shape[0] = 1;
        Self { profile: Profile::LEAF, shape, stride: [0; CAPACITY] }
    };

    /// `shape:stride`.
    ///
    /// # Errors
    /// Of other brackets, of an extent below 0, and where size or values go beyond 64 bits.
    pub const fn new(shape: &IntTuple, stride: &IntTuple) -> Result<Self, Error> {
        if !shape.is_congruent(stride) {
            return Err(Error::NotCongruent);
        }
        Self::of(*shape.profile(), *shape.array(), *stride.array())
    }

    /// Extents and strides in given brackets.
    pub(crate) const fn of(profile: Profile, shape: [i64; CAPACITY], stride: [i64; CAPACITY]) -> Result<Self, Error> {
        let mut layout = Self { profile, shape: [0; CAPACITY], stride: [0; CAPACITY] };
        let (mut leaf, mut size, mut reach) = (0, 1, 0);
        while leaf < profile.len() {
            if shape[leaf] < 0 {
                return Err(Error::Extent { leaf, extent: shape[leaf] });
            }
            if stride[leaf] == i64::MIN {
                return Err(Error::Overflow);
            }
            // Modes beside an empty one fit 64 bits too: each may be taken by itself.
            if shape[leaf] > 0 {
                size = ok!(times(size, shape[leaf]));
                reach = ok!(plus(reach, ok!(times(shape[leaf] - 1, stride[leaf].abs()))));
            }
            layout.shape[leaf] = shape[leaf];
            layout.stride[leaf] = stride[leaf];
            leaf += 1;
        }
        // One more, for the cosize.
        ok!(plus(reach, 1));
        Ok(layout)
    }

    /// One mode without brackets: `4:2`.
    ///
    /// # Errors
    /// Of an extent below 0, and beyond 64 bits.
    pub const fn mode_of(shape: i64, stride: i64) -> Result<Self, Error> {
        Self::new(&IntTuple::int(shape), &IntTuple::int(stride))
    }

    /// The compact layout whose first mode is fastest: CuTe's `LayoutLeft`, the strides of a column-major matrix.
    ///
    /// # Errors
    /// Of an extent below 0, and beyond 64 bits.
    pub const fn col_major(shape: &IntTuple) -> Result<Self, Error> {
        Self::new(shape, &ok!(shape.prefix_product()))
    }

    /// The compact layout whose last mode is fastest: CuTe's `LayoutRight`, the strides of a row-major matrix.
    ///
    /// # Errors
    /// Of an extent below 0, and beyond 64 bits.
    pub const fn row_major(shape: &IntTuple) -> Result<Self, Error> {
        let (mut stride, mut product, mut leaf) = ([0; CAPACITY], 1, shape.profile().len());
        while leaf > 0 {
            leaf -= 1;
            stride[leaf] = product;
            if leaf > 0 {
                product = ok!(times(product, shape.array()[leaf]));
            }
        }
        Self::of(*shape.profile(), *shape.array(), stride)
    }

    /// The compact layout with the modes in the order of given numbers, the smallest fastest: CuTe's `make_ordered_layout`.
    /// Equal numbers stay in their order.
    ///
    /// # Errors
    /// Of other brackets, of an extent below 0, and beyond 64 bits.
    ///
    /// ```
    /// use lego_algebra::cute::{IntTuple, Layout};
    /// let tuple = |text| IntTuple::parse(text).unwrap();
    /// let layout = Layout::ordered(&tuple("(2,3,4)"), &tuple("(2,0,1)")).unwrap();
    /// assert_eq!(layout.to_string(), "(2,3,4):(12,1,3)");
    /// ```
    pub const fn ordered(shape: &IntTuple, order: &IntTuple) -> Result<Self, Error> {
        if !shape.is_congruent(order) {
            return Err(Error::NotCongruent);
        }
        let len = shape.profile().len();
        let (mut stride, mut done, mut product, mut round) = ([0; CAPACITY], [false; CAPACITY], 1, 0);
        while round < len {
            let (mut next, mut leaf) = (CAPACITY, 0);
            while leaf < len {
                if !done[leaf] && (next == CAPACITY || order.array()[leaf] < order.array()[next]) {
                    next = leaf;
                }
                leaf += 1;
            }
            done[next] = true;
            stride[next] = product;
            round += 1;
            if round < len {
                product = ok!(times(product, shape.array()[next]));
            }
        }
        Self::of(*shape.profile(), *shape.array(), stride)
    }

    /// A layout with these modes: CuTe's `make_layout(A, B, …)`.
    ///
    /// # Errors
    /// Of none, of more than 32 leaves, and beyond 64 bits.
    pub const fn join(modes: &[Self]) -> Result<Self, Error> {
        let mut layout = LayoutBuilder::new();
        layout.open();
        let mut k = 0;
        while k < modes.len() {
            ok!(layout.append(&modes[k]));
            k += 1;
        }
        ok!(layout.close());
        layout.finish()
    }

    /// The brackets.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The extents.
    #[must_use]
    pub const fn shape(&self) -> IntTuple {
        IntTuple::of(self.profile, self.shape)
    }

    /// The strides.
    #[must_use]
    pub const fn stride(&self) -> IntTuple {
        IntTuple::of(self.profile, self.stride)
    }

    pub(crate) const fn shape_array(&self) -> &[i64; CAPACITY] {
        &self.shape
    }

    pub(crate) const fn stride_array(&self) -> &[i64; CAPACITY] {
        &self.stride
    }

    /// How many leaves there are, at least one. That there is no coordinate says [`is_empty`](Self::is_empty).
    #[must_use]
    pub const fn len(&self) -> usize {
        self.profile.len()
    }

    /// How many top-level modes there are; 1 for a layout without brackets.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// How deep the brackets stand inside each other; 0 without any.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// How many integer coordinates there are: the product of the extents.
    #[must_use]
    pub const fn size(&self) -> i64 {
        let (mut size, mut leaf) = (1, 0);
        while leaf < self.len() {
            size *= self.shape[leaf];
            leaf += 1;
        }
        size
    }

    /// The number of positions from the least value to the greatest: what a buffer must hold. With strides from 0 on it is the
    /// greatest value and 1 (mdspan's required span size, a LEGO layout's `SPAN`); a negative stride reaches as far downwards as
    /// its size does upwards (CUTLASS, `cosize`).
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// // The values are 0, 3, -1, 2, -2, 1, -3, 0, -4, -1.
    /// assert_eq!(Layout::parse("(2,5):(3,-1)").unwrap().cosize(), 8);
    /// ```
    #[must_use]
    pub const fn cosize(&self) -> i64 {
        let (least, greatest) = self.bounds();
        greatest - least + 1
    }

    /// Whether an extent is 0, so that there is no coordinate.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let empty = Layout::parse("(0,4):(4,1)").unwrap();
    /// assert!(empty.is_empty() && empty.size() == 0 && empty.cosize() == 0 && empty.eval(0).is_err());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let mut leaf = 0;
        while leaf < self.profile.len() {
            if self.shape[leaf] == 0 {
                return true;
            }
            leaf += 1;
        }
        false
    }

    /// The value at an integer coordinate below the size; `None` for any other.
    #[must_use]
    pub const fn try_apply(&self, coordinate: i64) -> Option<i64> {
        if coordinate < 0 || coordinate >= self.size() {
            return None;
        }
        Some(self.at(coordinate))
    }

    /// The least value of all coordinates of the shape, and the greatest; 0 and -1 of an empty layout.
    #[must_use]
    pub const fn bounds(&self) -> (i64, i64) {
        if self.is_empty() {
            return (0, -1);
        }
        let (mut least, mut greatest, mut leaf) = (0, 0, 0);
        while leaf < self.len() {
            let reach = (self.shape[leaf] - 1) * self.stride[leaf];
            if reach < 0 {
                least += reach;
            } else {
                greatest += reach;
            }
            leaf += 1;
        }
        (least, greatest)
    }

    /// The `index`th top-level mode as a layout.
    #[must_use]
    pub const fn mode(&self, index: usize) -> Option<Self> {
        match self.profile.child(index) {
            Some((profile, start, end)) => {
                let (mut shape, mut stride, mut leaf) = ([0; CAPACITY], [0; CAPACITY], start);
                while leaf < end {
                    shape[leaf - start] = self.shape[leaf];
                    stride[leaf - start] = self.stride[leaf];
                    leaf += 1;
                }
                Some(Self { profile, shape, stride })
            }
            None => None,
        }
    }

    /// The same modes in one pair of brackets, or the one mode.
    #[must_use]
    pub const fn flatten(&self) -> Self {
        let shape = self.shape().flatten();
        Self { profile: *shape.profile(), shape: self.shape, stride: self.stride }
    }

    /// The same function of integer coordinates, seen with another shape of the same size: CuTe's `with_shape`, which is the
    /// composition with the compact layout of that shape.
    ///
    /// # Errors
    /// As [`composition`](Self::composition), and for another size.
    pub const fn with_shape(&self, shape: &IntTuple) -> Result<Self, Error> {
        let found = ok!(shape.product());
        if found != self.size() {
            return Err(Error::Size { wanted: self.size(), found });
        }
        self.composition(&ok!(Self::col_major(shape)))
    }

    /// The value at an integer coordinate, also beyond the size.
    ///
    /// # Errors
    /// Of a negative coordinate, and where the value goes beyond 64 bits.
    pub const fn eval(&self, coordinate: i64) -> Result<i64, Error> {
        if coordinate < 0 {
            return Err(Error::Coordinate { mode: 0, at: coordinate, size: None });
        }
        if self.is_empty() {
            return Err(Error::Coordinate { mode: 0, at: coordinate, size: Some(0) });
        }
        let (mut rest, mut value, mut leaf) = (coordinate, 0, 0);
        while leaf < self.len() {
            let digit = if leaf + 1 == self.len() { rest } else { rest % self.shape[leaf] };
            rest /= self.shape[leaf];
            value = ok!(plus(value, ok!(times(digit, self.stride[leaf]))));
            leaf += 1;
        }
        Ok(value)
    }

    /// The value at an integer coordinate below the size.
    pub(crate) const fn at(&self, coordinate: i64) -> i64 {
        let (mut rest, mut value, mut leaf) = (coordinate, 0, 0);
        while leaf < self.len() {
            value += rest % self.shape[leaf] * self.stride[leaf];
            rest /= self.shape[leaf];
            leaf += 1;
        }
        value
    }

    /// The same shape with strides 0.
    pub(crate) const fn without_strides(&self) -> Self {
        Self { stride: [0; CAPACITY], ..*self }
    }

    /// The same modes in the same brackets: equality as objects, for constants; elsewhere `==`.
    #[must_use]
    pub const fn is_same(&self, other: &Self) -> bool {
        self.shape().is_same(&other.shape()) && self.stride().is_same(&other.stride())
    }
}

/// Modes and brackets from left to right.
#[derive(Clone, Copy)]
pub(crate) struct LayoutBuilder {
    profile: Builder,
    shape: [i64; CAPACITY],
    stride: [i64; CAPACITY],
}

impl LayoutBuilder {
    pub(crate) const fn new() -> Self {
        Self { profile: Profile::start(), shape: [0; CAPACITY], stride: [0; CAPACITY] }
    }

    pub(crate) const fn open(&mut self) {
        self.profile.open();
    }

    pub(crate) const fn close(&mut self) -> Result<(), Error> {
        self.profile.close()
    }

    /// A mode.
    pub(crate) const fn append(&mut self, layout: &Layout) -> Result<(), Error> {
        let start = self.profile.finish().len();
        ok!(self.profile.append(&layout.profile));
        self.copy(layout, start);
        Ok(())
    }

    /// All modes of a layout, without the brackets around them.
    pub(crate) const fn append_modes(&mut self, layout: &Layout) -> Result<(), Error> {
        let start = self.profile.finish().len();
        ok!(self.profile.append_elements(&layout.profile));
        self.copy(layout, start);
        Ok(())
    }

    const fn copy(&mut self, layout: &Layout, start: usize) {
        let mut leaf = 0;
        while leaf < layout.len() {
            self.shape[start + leaf] = layout.shape[leaf];
            self.stride[start + leaf] = layout.stride[leaf];
            leaf += 1;
        }
    }

    pub(crate) const fn finish(self) -> Result<Layout, Error> {
        Layout::of(self.profile.finish(), self.shape, self.stride)
    }
}
