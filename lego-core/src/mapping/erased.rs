//! Layouts of any rank and type behind one object.

use super::coord::Coord;
use super::indices::Indices;
use super::layout::Layout;
#[allow(unused_imports)] // named by the documentation
use super::mapping::Mapping;
use alloc::vec::Vec;

/// A layout of which neither the type nor the rank is known: what a collection of different layouts holds.
///
/// Every [`Layout`] is one. The names differ from those of [`Mapping`], so that both can be in scope. A call goes through a
/// table of functions and indices are slices; where time counts, take the layout's type.
///
/// Laws: each method gives what the one of [`Mapping`] or [`Layout`] that it names gives.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::ErasedLayout;
/// use lego_core::mapping::PermutationTable;
/// let layouts: Vec<Box<dyn ErasedLayout>> =
///     vec![Box::new(Col::<2, 3>), Box::new(PermutationTable::try_new(vec![2, 0, 1])?)];
/// assert_eq!(layouts[0].position_of(&[1, 2]), Some(5));
/// assert_eq!(layouts[1].position_of(&[0]), Some(2));
/// assert_eq!(layouts[1].position_of(&[0, 0]), None); // of another rank
/// assert_eq!(layouts[0].index_of(5), Some(vec![1, 2]));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
pub trait ErasedLayout {
    /// The number of logical dimensions: [`Mapping::RANK`].
    fn rank(&self) -> usize;

    /// The logical extents: [`Mapping::dims`].
    fn extents(&self) -> Vec<usize>;

    /// The number of logical indices: [`Mapping::count`].
    fn index_count(&self) -> usize;

    /// The number of positions that a buffer must hold: [`Mapping::span`].
    fn required_span(&self) -> usize;

    /// [`Mapping::try_apply`]; `None` also for an index of another rank.
    fn position_of(&self, index: &[usize]) -> Option<usize>;

    /// [`Layout::try_inv`].
    fn index_of(&self, position: usize) -> Option<Vec<usize>>;

    /// [`Layout::try_inv`] without an allocation: writes the index, and says whether there is one of this length.
    fn write_index_of(&self, position: usize, index: &mut [usize]) -> bool;

    /// The positions of all indices in row-major order, `None` where `ExpandBy` stores nothing: one call for all.
    fn positions(&self) -> Vec<Option<usize>>;
}

impl<L: Layout<Index = [usize; R]>, const R: usize> ErasedLayout for L
where
    [usize; R]: Coord,
{
    fn rank(&self) -> usize {
        R
    }

    fn extents(&self) -> Vec<usize> {
        self.dims().to_vec()
    }

    fn index_count(&self) -> usize {
        self.count()
    }

    fn required_span(&self) -> usize {
        self.span()
    }

    fn position_of(&self, index: &[usize]) -> Option<usize> {
        self.try_apply(index.try_into().ok()?)
    }

    fn index_of(&self, position: usize) -> Option<Vec<usize>> {
        self.try_inv(position).map(|index| index.to_vec())
    }

    fn write_index_of(&self, position: usize, index: &mut [usize]) -> bool {
        match self.try_inv(position) {
            Some(found) if index.len() == R => {
                index.copy_from_slice(&found);
                true
            }
            _ => false,
        }
    }

    fn positions(&self) -> Vec<Option<usize>> {
        Indices::new(self.dims()).map(|index| self.apply(index).into()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Col, Table};
    use alloc::boxed::Box;
    use alloc::vec;

    #[test]
    fn gives_what_the_layout_gives() {
        let layouts: Vec<Box<dyn ErasedLayout + Send + Sync>> = vec![
            Box::new(Col::<3, 5>),
            Box::new(Table::padded([2, 3], [2, 4])),
            Box::new(Table::expanded([3, 3, 2], [2, 3, 2])),
        ];
        assert_eq!(layouts.iter().map(|layout| layout.rank()).collect::<Vec<_>>(), [2, 2, 3]);
        for layout in &layouts {
            let positions = layout.positions();
            assert_eq!(positions.len(), layout.index_count());
            assert_eq!(layout.extents().iter().product::<usize>(), layout.index_count());
            let mut hit = 0;
            for position in 0..layout.required_span() + 1 {
                let index = layout.index_of(position);
                let mut written = vec![9; layout.rank()];
                assert_eq!(layout.write_index_of(position, &mut written), index.is_some());
                if let Some(index) = index {
                    assert_eq!((layout.position_of(&index), &written), (Some(position), &index));
                    hit += 1;
                }
                assert!(!layout.write_index_of(position, &mut vec![0; layout.rank() + 1]));
            }
            assert_eq!(positions.iter().flatten().count(), hit);
            assert_eq!(layout.position_of(&vec![0; layout.rank() + 1]), None);
            assert_eq!(layout.position_of(&vec![9; layout.rank()]), None);
        }
    }
}
