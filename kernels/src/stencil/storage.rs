//! How a field of three axes is stored.

use lego::{Mapping32, layout};
use lego_cuda::view::{Global, Linear};

layout! {
    /// Element `[z, y, x]` of a field of l×m×n elements, row by row.
    pub type Rows(l, m, n) = Row(l, m, n) where l >= 1, m >= 1, n >= 1;

    /// Element `[z, y, x]` of a field in bricks of 4×8×32 elements, 4 KiB each: a row of a brick is a line of the cache.
    pub type Bricks(l, m, n) = TileOrderBy(Row(ceil_div(l, 4), ceil_div(m, 8), ceil_div(n, 32)), Row(4, 8, 32))
        .PadBy([l, m, n] => [ceil_div(l, 4)*4, ceil_div(m, 8)*8, ceil_div(n, 32)*32])
        where l >= 1, m >= 1, n >= 1;
}

/// A storage of fields: element `[z, y, x]` has a position, which no other has.
///
/// Law: all planes are alike: the position of `[z, y, x]` is that of `[z, 0, 0]` plus that of `[0, y, x]`.
///
/// The trait is sealed: kernels add these sums to an address.
pub trait Field: Mapping32<Index32 = [u32; 3], Position32 = u32> + sealed::Sealed {
    /// Whether a row is whole vectors in memory, whatever its extent: behind its last element there may be holes.
    const IS_PADDED: bool;

    /// The position of the first element of a plane.
    #[inline(always)]
    fn plane(self, z: u32) -> u32 {
        Mapping32::apply_u32(&self, [z, 0, 0])
    }

    /// How far an element of a plane is from the first. A thread has the same columns in each plane, and finds this once.
    #[inline(always)]
    fn within(self, [y, x]: [u32; 2]) -> u32 {
        Mapping32::apply_u32(&self, [0, y, x])
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Rows {}
    impl Sealed for super::Bricks {}
}

/// The elements of a field by their positions.
#[inline(always)]
pub(super) fn elements<'a, L: Field>(field: Global<'a, f32, L>) -> Global<'a, f32> {
    // SAFETY: the same elements: the span of a sealed layout is what the launch compared with the buffer.
    unsafe { Global::from_raw(field.as_ptr(), field.len(), Linear::new(field.len())) }
}

impl Field for Rows {
    const IS_PADDED: bool = false;
}

impl Field for Bricks {
    const IS_PADDED: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego::Indices;

    #[test]
    fn planes_are_alike() {
        fn check<L: Field>(storage: L, extents: [usize; 3]) {
            for index in Indices::new(extents) {
                let [z, y, x] = index.map(|i| i as u32);
                let position = Mapping32::apply_u32(&storage, [z, y, x]);
                assert_eq!(storage.plane(z) + storage.within([y, x]), position, "{index:?} of {extents:?}");
            }
        }
        for extents @ [l, m, n] in [[1, 1, 1], [5, 9, 33], [8, 16, 64], [3, 17, 31], [13, 7, 101]] {
            check(Rows::new(l, m, n).unwrap(), extents);
            check(Bricks::new(l, m, n).unwrap(), extents);
        }
    }
}
