//! One side of a linear layout: named dims in an order, each with so many bits.

use super::dim::Dim;
use super::error::{Error, Side};
use core::fmt;
use lego_core::f2::{BITS, ones};

/// A side has so many dims at most.
pub const DIMS: usize = 16;

/// Dims in an order, each of a size that is a power of two. The first has the lowest bits of a flat point.
///
/// ```
/// use lego_algebra::linear::{Dim, Space};
/// let (row, column) = (Dim::named("row"), Dim::named("column"));
/// let space = Space::of_sizes(&[(column, 8), (row, 4)]).unwrap();
/// assert_eq!((space.len(), space.total_bits()), (2, 5));
/// assert_eq!(space.flat(&[5, 3]), Ok(3 * 8 + 5));
/// assert_eq!(space.part(29, 1), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Space {
    dims: [Dim; DIMS],
    bits: [u8; DIMS],
    rank: u8,
}

impl Space {
    /// No dims at all: one point.
    pub const EMPTY: Self = Self { dims: [Dim::none(); DIMS], bits: [0; DIMS], rank: 0 };

    /// Dims with their numbers of bits.
    ///
    /// # Errors
    /// If a name comes twice, there are more than 16 dims or more than 64 bits.
    pub fn new(dims: &[(Dim, u32)]) -> Result<Self, Error> {
        let mut space = Self::EMPTY;
        for &(dim, bits) in dims {
            space.push(dim, bits)?;
        }
        Ok(space)
    }

    /// Dims with their sizes.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if a size is no power of two.
    pub fn of_sizes(dims: &[(Dim, u64)]) -> Result<Self, Error> {
        let mut space = Self::EMPTY;
        for &(dim, size) in dims {
            space.push(dim, log2(dim, size)?)?;
        }
        Ok(space)
    }

    /// A dim more, slower than those before it.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn push(&mut self, dim: Dim, bits: u32) -> Result<(), Error> {
        if self.position(dim).is_some() {
            return Err(Error::Twice { dim });
        }
        if self.len() == DIMS {
            return Err(Error::Dims);
        }
        // Not a sum that could overflow: a dim alone may be too large.
        if bits as usize > BITS - self.total_bits() {
            return Err(Error::Bits { bits: self.total_bits().saturating_add(bits as usize) });
        }
        self.dims[self.len()] = dim;
        self.bits[self.len()] = bits as u8;
        self.rank += 1;
        Ok(())
    }

    /// How many dims there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rank as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rank == 0
    }

    /// The names, in their order.
    #[must_use]
    pub fn dims(&self) -> &[Dim] {
        &self.dims[..self.len()]
    }

    /// Each dim: its name, its number of bits, and the lowest of them in a flat point.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Dim, u32, u32)> + ExactSizeIterator + '_ {
        (0..self.len()).map(|k| (self.dims[k], self.bits_at(k), self.start_at(k)))
    }

    /// The place of a dim in the order.
    #[must_use]
    pub fn position(&self, dim: Dim) -> Option<usize> {
        self.dims().iter().position(|&other| other == dim)
    }

    /// Whether there is such a dim.
    #[must_use]
    pub fn has(&self, dim: Dim) -> bool {
        self.position(dim).is_some()
    }

    /// The number of bits of a dim, which is the logarithm of its size; none for a name that is none.
    #[must_use]
    pub fn bits(&self, dim: Dim) -> Option<u32> {
        self.position(dim).map(|k| self.bits_at(k))
    }

    /// The size of a dim.
    #[must_use]
    pub fn size(&self, dim: Dim) -> Option<u128> {
        self.bits(dim).map(|bits| 1 << bits)
    }

    /// The number of bits of all dims.
    #[must_use]
    pub fn total_bits(&self) -> usize {
        self.bits[..self.len()].iter().map(|&bits| bits as usize).sum()
    }

    /// How many points there are.
    #[must_use]
    pub fn points(&self) -> u128 {
        1 << self.total_bits()
    }

    pub(super) fn bits_at(&self, position: usize) -> u32 {
        u32::from(self.bits[position])
    }

    pub(super) fn start_at(&self, position: usize) -> u32 {
        self.bits[..position].iter().map(|&bits| u32::from(bits)).sum()
    }

    /// The bits of a flat point that belong to the dim at a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn mask(&self, position: usize) -> u64 {
        assert!(position < self.len(), "the space has {} dims", self.len());
        shifted(ones(self.bits_at(position)), self.start_at(position))
    }

    /// The coordinate of a flat point in the dim at a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn part(&self, point: u64, position: usize) -> u64 {
        let start = self.start_at(position);
        (point & self.mask(position)).checked_shr(start).unwrap_or(0)
    }

    /// The flat point of a coordinate in each dim, the inverse of [`part`](Self::part).
    ///
    /// # Errors
    /// If there are not as many coordinates as dims, or one is not below the size.
    pub fn flat(&self, coordinates: &[u64]) -> Result<u64, Error> {
        if coordinates.len() != self.len() {
            return Err(Error::Count { wanted: self.len(), found: coordinates.len() });
        }
        let mut point = 0;
        for ((dim, bits, start), &value) in self.iter().zip(coordinates) {
            if value & !ones(bits) != 0 {
                return Err(Error::Value { dim, bits, value });
            }
            point |= shifted(value, start);
        }
        Ok(point)
    }

    /// The place of a dim, or an error that says which side lacks it.
    pub(super) fn find(&self, dim: Dim, side: Side) -> Result<usize, Error> {
        self.position(dim).ok_or(Error::Unknown { dim, side })
    }

    /// These dims in an order that both orders agree with, each with the bits of both.
    pub(super) fn joined(&self, other: &Self) -> Result<Self, Error> {
        let mut joined = Self::EMPTY;
        let (mut i, mut j) = (0, 0);
        while i < self.len() || j < other.len() {
            let (mine, theirs) = (self.dims().get(i).copied(), other.dims().get(j).copied());
            let dim = match (mine, theirs) {
                (Some(mine), Some(theirs)) if mine == theirs => {
                    i += 1;
                    j += 1;
                    mine
                }
                (Some(mine), _) if !other.dims()[j..].contains(&mine) => {
                    i += 1;
                    mine
                }
                (_, Some(theirs)) if !self.dims()[i..].contains(&theirs) => {
                    j += 1;
                    theirs
                }
                (Some(one), Some(other)) => return Err(Error::Order { one, other }),
                (Some(dim), None) | (None, Some(dim)) => return Err(Error::Twice { dim }),
                (None, None) => break,
            };
            joined.push(dim, self.bits(dim).unwrap_or(0) + other.bits(dim).unwrap_or(0))?;
        }
        Ok(joined)
    }

    /// The same dims in another order.
    pub(super) fn permuted(&self, order: &[Dim], side: Side) -> Result<Self, Error> {
        if order.len() != self.len() {
            return Err(Error::Count { wanted: self.len(), found: order.len() });
        }
        let mut permuted = Self::EMPTY;
        for &dim in order {
            permuted.push(dim, self.bits_at(self.find(dim, side)?))?;
        }
        Ok(permuted)
    }

    /// Some of the dims, in the order of this space.
    pub(super) fn only(&self, wanted: &[Dim], side: Side) -> Result<Self, Error> {
        for &dim in wanted {
            self.find(dim, side)?;
        }
        let mut some = Self::EMPTY;
        for (dim, bits, _) in self.iter().filter(|(dim, ..)| wanted.contains(dim)) {
            some.push(dim, bits)?;
        }
        Ok(some)
    }

    /// The same with a dim of another number of bits.
    pub(super) fn resized(&self, dim: Dim, bits: u32, side: Side) -> Result<Self, Error> {
        self.find(dim, side)?;
        let mut resized = Self::EMPTY;
        for (other, old, _) in self.iter() {
            resized.push(other, if other == dim { bits } else { old })?;
        }
        Ok(resized)
    }

    /// The same with a dim of another name.
    pub(super) fn renamed(&self, dim: Dim, name: Dim, side: Side) -> Result<Self, Error> {
        self.find(dim, side)?;
        let mut renamed = Self::EMPTY;
        for (other, bits, _) in self.iter() {
            renamed.push(if other == dim { name } else { other }, bits)?;
        }
        Ok(renamed)
    }

    /// A flat point of this space as one of another with the same dims, each as large or larger.
    pub(super) fn carried(&self, point: u64, to: &Self) -> u64 {
        let parts = self.iter().enumerate().filter_map(|(k, (dim, ..))| Some((to.position(dim)?, self.part(point, k))));
        parts.fold(0, |flat, (place, value)| flat | shifted(value, to.start_at(place)))
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(dim, bits, _)| (dim, 1u128 << bits))).finish()
    }
}

/// The logarithm of a size.
pub(super) fn log2(dim: Dim, size: u64) -> Result<u32, Error> {
    if size.is_power_of_two() { Ok(size.trailing_zeros()) } else { Err(Error::PowerOfTwo { dim, size }) }
}

/// A value so many bits higher; a dim without bits may begin at bit 64.
pub(super) const fn shifted(value: u64, by: u32) -> u64 {
    if by >= 64 { 0 } else { value << by }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(name: &str) -> Dim {
        Dim::new(name).unwrap()
    }

    #[test]
    fn a_point_is_its_parts() {
        let space = Space::new(&[(dim("a"), 3), (dim("b"), 0), (dim("c"), 61), (dim("d"), 0)]).unwrap();
        for point in [0, 1, 0x8000_0000_0000_0005, u64::MAX] {
            let parts: [u64; 4] = core::array::from_fn(|k| space.part(point, k));
            assert_eq!((parts[0], parts[1], parts[2], parts[3]), (point & 7, 0, point >> 3, 0));
            assert_eq!(space.flat(&parts), Ok(point));
        }
        assert_eq!(space.points(), 1 << 64);
    }

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(Space::new(&[(dim("a"), 40), (dim("b"), 25)]), Err(Error::Bits { bits: 65 }));
        assert_eq!(Space::new(&[(dim("a"), u32::MAX)]), Err(Error::Bits { bits: u32::MAX as usize }));
        assert_eq!(Space::new(&[(dim("a"), 1), (dim("a"), 1)]), Err(Error::Twice { dim: dim("a") }));
        let many: [(Dim, u32); 17] = core::array::from_fn(|k| (Dim::tensor(k), 1));
        assert_eq!(Space::new(&many), Err(Error::Dims));
        assert_eq!(Space::of_sizes(&[(dim("a"), 24)]), Err(Error::PowerOfTwo { dim: dim("a"), size: 24 }));
        assert_eq!(Space::of_sizes(&[(dim("a"), 0)]), Err(Error::PowerOfTwo { dim: dim("a"), size: 0 }));
    }

    #[test]
    fn orders_are_joined_where_they_agree() {
        let space = |names: &[&str]| Space::new(&names.iter().map(|name| (dim(name), 1)).collect::<Vec<_>>()).unwrap();
        let joined = space(&["a", "c"]).joined(&space(&["a", "b", "c", "d"])).unwrap();
        assert_eq!(joined.dims(), [dim("a"), dim("b"), dim("c"), dim("d")]);
        assert_eq!((joined.bits(dim("a")), joined.bits(dim("b"))), (Some(2), Some(1)));
        assert_eq!(
            space(&["a", "b"]).joined(&space(&["b", "a"])),
            Err(Error::Order { one: dim("a"), other: dim("b") })
        );
    }
    extern crate std;
    use std::vec::Vec;
}
