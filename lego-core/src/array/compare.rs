//! Equality of arrays, whatever their layouts.

use super::array::Array;
use super::storage::Storage;
use crate::mapping::Mapping;

/// Arrays are equal if they have equal dims and equal elements at equal indices; layouts, storages and what lies in holes
/// do not matter. An index where `ExpandBy` stores nothing equals only its like.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::Stack2D;
/// let rows = Stack2D::<_, Row<2, 3>, 6>::from_physical_array([1, 2, 3, 4, 5, 6]);
/// let columns = Stack2D::<_, Col<2, 3>, 6>::from_physical_array([1, 4, 2, 5, 3, 6]);
/// assert_eq!(rows, columns);
/// ```
impl<S1, L1, S2, L2, const R: usize> PartialEq<Array<S2, L2, R>> for Array<S1, L1, R>
where
    S1: Storage<Elem: PartialEq<S2::Elem>>,
    L1: Mapping<Index = [usize; R]>,
    S2: Storage,
    L2: Mapping<Index = [usize; R]>,
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
    L: Mapping<Index = [usize; R]>,
{
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::array::Array;
    use crate::samples::{Col, Row, Table};

    #[test]
    fn one_element_makes_the_difference() {
        let rows = Array::from_fn(Row::<3, 4>, |[i, j]| 4 * i + j);
        for index in rows.indices() {
            let mut columns = rows.relayout::<Col<3, 4>>().unwrap();
            assert_eq!(rows, columns);
            columns[index] += 1;
            assert_ne!(rows, columns);
        }
    }

    #[test]
    fn other_dims_differ() {
        assert_ne!(Array::filled(Row::<3, 4>, 0), Array::filled(Row::<4, 3>, 0));
        assert_ne!(Array::filled(Row::<3, 4>, 0), Array::filled(Row::<4, 4>, 0));
    }

    #[test]
    fn holes_do_not_matter_but_missing_elements_do() {
        let mut padded = Array::filled(Table::padded([3, 4], [3, 5]), 1);
        padded.as_physical_mut()[4] = 9;
        assert_eq!(padded, Array::filled(Row::<3, 4>, 1));
        let expanded = Array::filled(Table::expanded([3, 4], [2, 4]), 0);
        assert_ne!(expanded, Array::filled(Row::<3, 4>, 0));
        assert_ne!(Array::filled(Row::<3, 4>, 0), expanded);
        assert_eq!(expanded, expanded.clone());
    }
}
