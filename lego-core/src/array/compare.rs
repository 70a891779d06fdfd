//! Equality of arrays, whatever their layouts.

use super::array::Array;
use super::storage::Storage;
use crate::layout::Layout;

/// Arrays are equal if they have equal dims and equal elements at equal indices; layouts, storages and what lies in holes
/// do not matter. An index where `ExpandBy` stores nothing equals only its like.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/array/example.rs")); }
/// # use example::*;
/// use lego_core::array::Stack2D;
/// let rows = Stack2D::<_, Row<2, 3>, 6>::from_array([1, 2, 3, 4, 5, 6]);
/// let columns = Stack2D::<_, Col<2, 3>, 6>::from_array([1, 4, 2, 5, 3, 6]);
/// assert_eq!(rows, columns);
/// ```
impl<S1, L1, S2, L2, const R: usize> PartialEq<Array<S2, L2, R>> for Array<S1, L1, R>
where
    S1: Storage<Elem: PartialEq<S2::Elem>>,
    L1: Layout<Index = [usize; R]>,
    S2: Storage,
    L2: Layout<Index = [usize; R]>,
{
    fn eq(&self, other: &Array<S2, L2, R>) -> bool {
        self.dims() == other.dims()
            && self.indices().all(|index| match (self.get(index), other.get(index)) {
                (Some(a), Some(b)) => a == b,
                (None, None) => true,
                _ => false,
            })
    }
}

impl<S, L, const R: usize> Eq for Array<S, L, R>
where
    S: Storage<Elem: Eq>,
    L: Layout<Index = [usize; R]>,
{
}
