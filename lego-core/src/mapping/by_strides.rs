//! Where the elements of a layout lie, as other libraries describe it: by strides.

use super::affine::Affine;
use super::coord::Coord;
use super::mapping::Mapping;
use super::strided::Strided;

/// Where the elements of a layout with strides lie in the storage of an array.
pub(crate) struct ByStrides<const R: usize> {
    pub(crate) dims: [usize; R],
    /// In elements; 0 along an axis of extent 1, and along all axes where there are no elements.
    pub(crate) strides: [isize; R],
    /// The position of the index of nothing but zeros.
    pub(crate) base: usize,
}

impl<const R: usize> ByStrides<R> {
    /// `None` if the layout has no strides, or its positions do not lie in `len` elements.
    pub(crate) fn of(layout: &impl Mapping<Index = [usize; R]>, len: usize) -> Option<Self> {
        let dims = layout.dims();
        if dims.contains(&0) {
            return Some(Self { dims, strides: [0; R], base: 0 });
        }
        let affine = Affine::of(layout)?;
        // An axis of one place is never stepped along, whatever is said of it.
        let strides: [isize; R] = core::array::from_fn(|axis| if dims[axis] == 1 { 0 } else { affine.strides[axis] });
        let (mut lowest, mut highest) = (affine.base, affine.base);
        for (stride, extent) in strides.into_iter().zip(dims) {
            let reach = stride.unsigned_abs().checked_mul(extent - 1)?;
            if stride < 0 {
                lowest = lowest.checked_sub(reach)?;
            } else {
                highest = highest.checked_add(reach)?;
            }
        }
        (highest < len).then_some(Self { dims, strides, base: affine.base })
    }

    /// Whether no two indices share an element by these strides: what a view to be changed asks for, whatever the
    /// layout says of itself.
    #[cfg_attr(feature = "ndarray", allow(dead_code))] // which looks at the strides itself
    pub(crate) fn are_unique(&self) -> bool
    where
        [usize; R]: Coord,
    {
        Strided::from_base(self.base, self.dims, self.strides).is_ok_and(|map| map.into_layout().is_ok())
    }
}
