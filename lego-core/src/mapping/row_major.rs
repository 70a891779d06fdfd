//! The row-major order, in which elements are exchanged between layouts and lists.

use super::layout::Layout;
use super::mapping::Mapping;

/// The row-major layout with the shape of another layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowMajorOf<L>(L);

impl<L: Mapping> RowMajorOf<L> {
    pub(crate) fn new(shape: L) -> Self {
        Self(shape)
    }
}

impl<L: Mapping> Mapping for RowMajorOf<L> {
    type Index = L::Index;
    type Position = usize;

    #[inline]
    fn dims(&self) -> L::Index {
        self.0.dims()
    }

    #[inline]
    fn span(&self) -> usize {
        self.0.count()
    }

    #[inline]
    fn apply(&self, index: L::Index) -> usize {
        let dims = self.dims();
        index.as_ref().iter().zip(dims.as_ref()).fold(0, |flat, (i, n)| flat * n + i)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        let dims = self.dims();
        Some(dims.as_ref()[axis + 1..].iter().product::<usize>() as isize)
    }
}

impl<L: Mapping> Layout for RowMajorOf<L> {
    type Preimage = L::Index;

    #[inline]
    fn inv(&self, position: usize) -> L::Index {
        let (mut index, mut rest) = (self.dims(), position);
        for place in index.as_mut().iter_mut().rev() {
            (*place, rest) = (rest % *place, rest / *place);
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Indices;
    use crate::samples::{Table, flat};

    #[test]
    fn positions_count_the_indices() {
        let dims = [2, 3, 4];
        let layout = RowMajorOf::new(Table::expanded(dims, [1, 2, 3]));
        assert_eq!(layout.span(), 24);
        for index in Indices::new(dims) {
            let position = layout.apply(index);
            assert_eq!((position, layout.inv(position)), (flat(index, dims), index));
            for axis in 0..3 {
                let mut next = index;
                next[axis] += 1;
                if let Some(after) = layout.try_apply(next) {
                    assert_eq!(layout.stride(axis), Some((after - position) as isize));
                }
            }
        }
    }
}
