//! Indices that are no arrays: `a[i]` for rank 1, `a[(i, j)]` and its like for more.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::mapping::{Layout, Mapping};
use core::ops::{Index, IndexMut};

/// One line a rank: the index as a user writes it, and as the array has it.
macro_rules! indices {
    ($($rank:literal $index:ty, $pattern:pat => $array:expr;)*) => {$(
        /// # Panics
        /// As the index in brackets does.
        impl<S, L> Index<$index> for Array<S, L, $rank>
        where
            S: Storage,
            L: Mapping<Index = [usize; $rank]>,
        {
            type Output = S::Elem;

            #[inline]
            #[track_caller]
            fn index(&self, $pattern: $index) -> &S::Elem {
                &self[$array]
            }
        }

        /// # Panics
        /// As the index in brackets does.
        impl<S, L> IndexMut<$index> for Array<S, L, $rank>
        where
            S: StorageMut,
            L: Layout<Index = [usize; $rank]>,
        {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, $pattern: $index) -> &mut S::Elem {
                &mut self[$array]
            }
        }
    )*};
}
indices! {
    1 usize, i => [i];
    2 (usize, usize), (i, j) => [i, j];
    3 (usize, usize, usize), (i, j, k) => [i, j, k];
    4 (usize, usize, usize, usize), (i, j, k, l) => [i, j, k, l];
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::array::Array;
    use crate::samples::{Col, Table};

    #[test]
    fn every_form_of_an_index_is_the_same_element() {
        let mut two = Array::from_fn(Col::<2, 3>, |[i, j]| 10 * i + j);
        two[(1, 2)] += 100;
        assert_eq!((two[(1, 2)], two[[1, 2]], two[(0, 1)]), (112, 112, 1));
        let mut one = Array::from_fn(Table::shuffled([7]), |[i]| i);
        one[3] = 30;
        assert!((0..7).all(|i| one[i] == one[[i]] && one[i] == if i == 3 { 30 } else { i }));
        let mut three = Array::from_fn(Table::shuffled([2, 3, 4]), |[i, j, k]| 100 * i + 10 * j + k);
        three[(1, 2, 3)] += 1;
        assert_eq!((three[(1, 2, 3)], three[(1, 0, 2)]), (124, 102));
        let mut four = Array::from_fn(Table::shuffled([2, 2, 2, 2]), |[i, j, k, l]| 8 * i + 4 * j + 2 * k + l);
        four[(1, 0, 1, 0)] += 1;
        assert_eq!((four[(1, 0, 1, 0)], four[(0, 1, 1, 1)]), (11, 7));
    }

    #[test]
    #[should_panic(expected = "index [2, 0] is out of range on axis 0")]
    fn outside_it_panics_like_any_index() {
        let _ = Array::filled(Col::<2, 3>, 0)[(2, 0)];
    }
}
