//! The coordinates of parts, and the order in which they are counted.

use crate::mapping::volume;

/// The coordinates of a part: an index `[usize; R]`, or a number. Also the extents below which such coordinates lie.
///
/// The trait is sealed.
pub trait Coordinates: Copy + sealed::Sealed {
    /// How many coordinates lie below these extents, at most `usize::MAX`.
    fn volume(self) -> usize;

    /// The coordinates below these extents that have a number in row-major order.
    ///
    /// Law: different numbers below [`volume`](Coordinates::volume) have different coordinates, all below the extents.
    fn numbered(self, number: usize) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl<const R: usize> Sealed for [usize; R] {}
}

impl Coordinates for usize {
    #[inline(always)]
    fn volume(self) -> usize {
        self
    }

    #[inline(always)]
    fn numbered(self, number: usize) -> usize {
        number
    }
}

impl<const R: usize> Coordinates for [usize; R] {
    #[inline(always)]
    fn volume(self) -> usize {
        volume(&self)
    }

    #[inline(always)]
    fn numbered(mut self, mut number: usize) -> [usize; R] {
        // What was the extents becomes the coordinates.
        for axis in (1..R).rev() {
            (self[axis], number) = (number % self[axis], number / self[axis]);
        }
        if let Some(first) = self.first_mut() {
            *first = number;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Indices;

    #[test]
    fn numbers_count_the_coordinates_in_row_major_order() {
        fn check<const R: usize>(extents: [usize; R]) {
            let indices = Indices::new(extents);
            assert_eq!(extents.volume(), indices.len());
            assert!(indices.eq((0..extents.volume()).map(|number| extents.numbered(number))));
        }
        check([]);
        check([5]);
        check([3, 4]);
        check([2, 1, 3, 2]);
        check([3, 0, 2]);
        assert_eq!((7_usize.volume(), 7_usize.numbered(3)), (7, 3));
        assert_eq!(([usize::MAX, 2].volume(), [usize::MAX, 2, 0].volume()), (usize::MAX, 0));
        assert_eq!([usize::MAX, 2].numbered(usize::MAX), [usize::MAX / 2, 1]);
    }
}
