//! A swizzle after a layout, with an offset between them: `Sw<3,4,3> o 0 o (8,8):(8,1)`.

use super::Error;
use super::coordinate::Slice;
use super::int_tuple::IntTuple;
use super::layout::Layout;
use super::number::{ok, plus};
use super::swizzle::Swizzle;
use super::tiler::Tiler;

/// So many coordinates are compared.
const COMPARED: i64 = 1 << 24;

/// c ↦ swizzle(offset + layout(c)).
///
/// The offset stays by itself: a swizzle of a sum is not the sum of swizzles, so it can be folded neither into the result nor
/// into a pointer.
///
/// ```
/// use lego_algebra::cute::ComposedLayout;
/// let tile = ComposedLayout::parse("Sw<1,2,1> o 0 o (2,2,2):(8,2,16)").unwrap();
/// assert_eq!((0..8).map(|c| tile.eval(c).unwrap()).collect::<Vec<_>>(), [0, 12, 2, 14, 16, 28, 18, 30]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ComposedLayout {
    /// What is applied last.
    pub swizzle: Swizzle,
    /// What is added to the layout's value.
    pub offset: i64,
    /// What is applied first.
    pub layout: Layout,
}

impl ComposedLayout {
    /// The value at an integer coordinate.
    ///
    /// # Errors
    /// As [`Layout::eval`].
    pub const fn eval(&self, coordinate: i64) -> Result<i64, Error> {
        Ok(self.swizzle.apply(ok!(plus(self.offset, ok!(self.layout.eval(coordinate))))))
    }

    /// The value at a coordinate of any level.
    ///
    /// # Errors
    /// As [`Layout::crd2idx`].
    pub const fn crd2idx(&self, coordinate: &IntTuple) -> Result<i64, Error> {
        Ok(self.swizzle.apply(ok!(plus(self.offset, ok!(self.layout.crd2idx(coordinate))))))
    }

    /// How many integer coordinates there are.
    #[must_use]
    pub const fn size(&self) -> i64 {
        self.layout.size()
    }

    /// This after another layout: the swizzle and the offset stay.
    ///
    /// # Errors
    /// As [`Layout::composition`].
    pub const fn composition(&self, b: &Layout) -> Result<Self, Error> {
        Ok(Self { layout: ok!(self.layout.composition(b)), ..*self })
    }

    /// This with a tiler for each mode.
    ///
    /// # Errors
    /// As [`Layout::composition_by`].
    pub const fn composition_by(&self, tiler: &Tiler) -> Result<Self, Error> {
        Ok(Self { layout: ok!(self.layout.composition_by(tiler)), ..*self })
    }

    /// What a coordinate leaves open: its offset is added to the one that there is, before the swizzle, which is what makes
    /// the slice of a swizzled tile right.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    ///
    /// ```
    /// use lego_algebra::cute::{ComposedLayout, IntTuple, Slice};
    /// let tile = ComposedLayout::parse("Sw<3,0,3> o 0 o (8,8):(8,1)").unwrap();
    /// let row = tile.slice(&Slice { at: IntTuple::parse("(5,0)").unwrap(), open: 0b10 }).unwrap();
    /// assert_eq!(row.to_string(), "Sw<3,0,3> o 40 o 8:1");
    /// assert_eq!(row.eval(2), tile.crd2idx(&IntTuple::parse("(5,2)").unwrap()));
    /// ```
    pub const fn slice(&self, slice: &Slice) -> Result<Self, Error> {
        let (offset, layout) = ok!(self.layout.slice(slice));
        Ok(Self { offset: ok!(plus(self.offset, offset)), layout, ..*self })
    }

    /// The first integer coordinate at which another one of the same size has another value.
    ///
    /// # Errors
    /// Of another size; [`Error::Limit`] beyond 2^24 coordinates, where swizzles differ.
    pub const fn first_difference(&self, other: &Self) -> Result<Option<i64>, Error> {
        if self.size() != other.size() {
            return Err(Error::Size { wanted: self.size(), found: other.size() });
        }
        if self.swizzle.eq_as_function(&other.swizzle)
            && self.offset == other.offset
            && self.layout.eq_as_function(&other.layout)
        {
            return Ok(None);
        }
        let mut c = 0;
        while c < self.size() {
            if c == COMPARED {
                return Err(Error::Limit { steps: COMPARED as u64 });
            }
            if ok!(self.eval(c)) != ok!(other.eval(c)) {
                return Ok(Some(c));
            }
            c += 1;
        }
        Ok(None)
    }

    /// Whether both have the same size and the same value at every integer coordinate.
    ///
    /// # Errors
    /// As [`first_difference`](Self::first_difference), but for another size, which is unequal.
    pub const fn eq_as_function(&self, other: &Self) -> Result<bool, Error> {
        if self.size() != other.size() {
            return Ok(false);
        }
        Ok(ok!(self.first_difference(other)).is_none())
    }

    /// The layout without the swizzle, if the swizzle changes none of its values.
    ///
    /// # Errors
    /// As [`first_difference`](Self::first_difference).
    pub const fn is_plain(&self) -> Result<bool, Error> {
        self.eq_as_function(&Self { swizzle: Swizzle::IDENTITY, ..*self })
    }
}
