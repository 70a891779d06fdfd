//! Arrays as views of other crates, without a copy, where their elements lie by strides: one file for each crate.

#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "mdarray")]
mod mdarray;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;

use crate::mapping::{Affine, Coord, Mapping, Strided};

/// Where the elements of a layout with strides lie in the storage of an array.
struct ByStrides<const R: usize> {
    dims: [usize; R],
    /// In elements; 0 along an axis of extent 1, and along all axes where there are no elements.
    strides: [isize; R],
    /// The position of the index of nothing but zeros.
    base: usize,
    /// The lowest position.
    lowest: usize,
}

impl<const R: usize> ByStrides<R> {
    /// `None` if the layout has no strides, or its positions do not lie in `len` elements.
    fn of(layout: &impl Mapping<Index = [usize; R]>, len: usize) -> Option<Self> {
        let dims = layout.dims();
        if dims.contains(&0) {
            return Some(Self { dims, strides: [0; R], base: 0, lowest: 0 });
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
        (highest < len).then_some(Self { dims, strides, base: affine.base, lowest })
    }

    /// The strides, if no two indices share an element by them: what a view to be changed asks for, whatever the layout says
    /// of itself.
    fn unique(self) -> Option<Self>
    where
        [usize; R]: Coord,
    {
        Strided::from_base(self.base, self.dims, self.strides).ok()?.into_layout().ok()?;
        Some(self)
    }
}
