//! Elements of another width: a layout of `n` times wider elements (`upcast`), or of `n` times narrower ones (`downcast`).

use super::Error;
use super::composed::ComposedLayout;
use super::layout::Layout;
use super::number::{ok, times};
use super::profile::CAPACITY;
use super::swizzle::Swizzle;

impl Layout {
    /// The layout of elements `n` times as wide: the element at a coordinate lies in the wide element at the coordinate that
    /// belongs to it, `U(c') == floor(L(c) / n)`, where c' has c's digits divided by what fits in a wide element.
    ///
    /// Of each mode either the stride is divided by n, or the extent by the number of elements that fill a wide one.
    ///
    /// # Errors
    /// Of a mode that does neither (CuTe rounds there, and loses addresses), of modes that lie across the end of a wide
    /// element together, and of n below 1.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// assert_eq!(layout("(4,(4,8)):(32,(1,4))").upcast(4).unwrap(), layout("(4,(1,8)):(8,(1,1))"));
    /// assert!(layout("(6,8):(8,1)").upcast(3).is_err());
    /// ```
    pub const fn upcast(&self, n: i64) -> Result<Self, Error> {
        if n < 1 {
            return Err(Error::Extent { leaf: 0, extent: n });
        }
        let (mut shape, mut stride, mut inside, mut leaf) = (*self.shape_array(), *self.stride_array(), 0, 0);
        while leaf < self.len() {
            let (extent, step) = (shape[leaf], stride[leaf]);
            if extent <= 1 || self.is_empty() && step % n != 0 {
                // Its stride is no matter.
                stride[leaf] = step / n;
            } else if step % n == 0 {
                stride[leaf] = step / n;
            } else {
                let fill = if step > 0 && n % step == 0 { n / step } else { 0 };
                if fill > 0 && (extent % fill == 0 || extent < fill) {
                    let here = if extent < fill { extent } else { fill };
                    inside += (here - 1) * step;
                    shape[leaf] = extent / here;
                    stride[leaf] = 1;
                } else {
                    return Err(Error::Recast { mode: leaf, shape: extent, stride: step, ratio: n });
                }
            }
            leaf += 1;
        }
        if inside >= n {
            return Err(Error::RecastCarry { ratio: n });
        }
        Self::of(*self.profile(), shape, stride)
    }

    /// The layout of elements narrower by `n`: each mode of stride 1 has n times as many of them, the others n times the
    /// stride. `upcast(n)` takes it back.
    ///
    /// # Errors
    /// Without exactly one mode of stride 1, which would hold the narrow elements (CuTe then leaves them out, or repeats
    /// them); of n below 1; beyond 64 bits.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(4,8):(8,1)").unwrap().downcast(2).unwrap().to_string(), "(4,16):(16,1)");
    /// ```
    pub const fn downcast(&self, n: i64) -> Result<Self, Error> {
        if n < 1 {
            return Err(Error::Extent { leaf: 0, extent: n });
        }
        let (mut shape, mut stride, mut contiguous, mut leaf) =
            (*self.shape_array(), *self.stride_array(), CAPACITY, 0);
        while leaf < self.len() {
            if stride[leaf] == 1 {
                // Of several modes of stride 1 those of extent 1 do not count.
                if contiguous == CAPACITY || self.shape_array()[contiguous] == 1 {
                    contiguous = leaf;
                } else if shape[leaf] != 1 {
                    return Err(Error::NoContiguousMode { ratio: n });
                }
            }
            leaf += 1;
        }
        if contiguous == CAPACITY {
            return if n == 1 { Ok(*self) } else { Err(Error::NoContiguousMode { ratio: n }) };
        }
        leaf = 0;
        while leaf < self.len() {
            if leaf == contiguous {
                shape[leaf] = ok!(times(shape[leaf], n));
            } else {
                stride[leaf] = ok!(times(stride[leaf], n));
            }
            leaf += 1;
        }
        Self::of(*self.profile(), shape, stride)
    }

    /// The layout of elements of another number of bits: CuTe's `recast_layout`.
    ///
    /// # Errors
    /// As [`upcast`](Self::upcast) and [`downcast`](Self::downcast).
    pub const fn recast(&self, from_bits: i64, to_bits: i64) -> Result<Self, Error> {
        let (up, down) = ok!(ratio(from_bits, to_bits));
        ok!(self.downcast(down)).upcast(up)
    }
}

impl Swizzle {
    /// The swizzle of elements `n` times as wide, a power of two: base less log2 n.
    ///
    /// # Errors
    /// Where the swizzle reads or changes bits inside a wide element (CuTe cuts the bits off there, and addresses come out
    /// wrong), and of n that is no power of two.
    ///
    /// ```
    /// use lego_algebra::cute::Swizzle;
    /// let swizzle = Swizzle::new(3, 4, 3).unwrap();
    /// assert_eq!(swizzle.upcast(8), Swizzle::new(3, 1, 3));
    /// assert!(swizzle.upcast(32).is_err());
    /// assert_eq!(swizzle.downcast(2), Swizzle::new(3, 5, 3));
    /// ```
    pub const fn upcast(&self, n: i64) -> Result<Self, Error> {
        let lower = if n > 0 { n.trailing_zeros() as i32 } else { 0 };
        if self.bits() == 0 && n > 0 {
            return Ok(*self);
        }
        if n < 1 || !(n as u64).is_power_of_two() || lower > self.base() {
            return Err(Error::RecastSwizzle { base: self.base(), ratio: n });
        }
        Self::new(self.bits(), self.base() - lower, self.shift())
    }

    /// The swizzle of elements narrower by `n`, a power of two: base and log2 n.
    ///
    /// # Errors
    /// Of n that is no power of two, and beyond 62 bits.
    pub const fn downcast(&self, n: i64) -> Result<Self, Error> {
        if self.bits() == 0 && n > 0 {
            return Ok(*self);
        }
        if n < 1 || !(n as u64).is_power_of_two() {
            return Err(Error::RecastSwizzle { base: self.base(), ratio: n });
        }
        Self::new(self.bits(), self.base() + n.trailing_zeros() as i32, self.shift())
    }

    /// The swizzle of elements of another number of bits.
    ///
    /// # Errors
    /// As [`upcast`](Self::upcast) and [`downcast`](Self::downcast).
    pub const fn recast(&self, from_bits: i64, to_bits: i64) -> Result<Self, Error> {
        let (up, down) = ok!(ratio(from_bits, to_bits));
        ok!(self.downcast(down)).upcast(up)
    }
}

impl ComposedLayout {
    /// Swizzle, offset and layout of elements `n` times as wide.
    ///
    /// # Errors
    /// As those of the parts, and of an offset inside a wide element.
    pub const fn upcast(&self, n: i64) -> Result<Self, Error> {
        let (swizzle, layout) = (ok!(self.swizzle.upcast(n)), ok!(self.layout.upcast(n)));
        if self.offset % n != 0 {
            return Err(Error::Recast { mode: 0, shape: 1, stride: self.offset, ratio: n });
        }
        Ok(Self { swizzle, offset: self.offset / n, layout })
    }

    /// Swizzle, offset and layout of elements narrower by `n`.
    ///
    /// # Errors
    /// As those of the parts.
    pub const fn downcast(&self, n: i64) -> Result<Self, Error> {
        let (swizzle, layout) = (ok!(self.swizzle.downcast(n)), ok!(self.layout.downcast(n)));
        Ok(Self { swizzle, offset: ok!(times(self.offset, n)), layout })
    }

    /// Swizzle, offset and layout of elements of another number of bits.
    ///
    /// # Errors
    /// As those of the parts.
    pub const fn recast(&self, from_bits: i64, to_bits: i64) -> Result<Self, Error> {
        let (up, down) = ok!(ratio(from_bits, to_bits));
        ok!(self.downcast(down)).upcast(up)
    }
}

/// How many elements make one, and into how many one is parted, between two widths.
const fn ratio(from: i64, to: i64) -> Result<(i64, i64), Error> {
    if from < 1 || to < 1 {
        return Err(Error::Extent { leaf: 0, extent: if from < 1 { from } else { to } });
    }
    let (mut common, mut rest) = (from, to);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    Ok((to / common, from / common))
}
