//! Arrays on the stack.

use super::array::Array;
use crate::check::{enforce, equal};
use crate::mapping::{Fills, StaticLayout, StaticMapping};

impl<T, L, const N: usize, const R: usize> Array<[T; N], L, R>
where
    L: StaticMapping<Index = [usize; R]>,
{
    /// The elements in physical order: the first is that of position 0, whatever its index. That `N` is the layout's span is
    /// checked at compile time.
    ///
    /// Elements in logical order, row after row, are for [`from_rows`](Array::from_rows).
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_physical_array([1, 4, 2, 5, 3, 6]);
    /// assert_eq!(a[[0, 2]], 3);
    /// ```
    ///
    /// ```compile_fail
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// # use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 5>::from_physical_array([1, 4, 2, 5, 3]);
    /// ```
    #[inline]
    pub fn from_physical_array(elements: [T; N]) -> Self {
        Self::constant(L::default(), elements)
    }

    /// As [`from_physical_array`](Array::from_physical_array), for constants and statics, with the layout as a value.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// static TABLE: Stack2D<u8, Col<2, 3>, 6> = Stack2D::constant(Col, [1, 4, 2, 5, 3, 6]);
    /// const EMPTY: Stack2D<u8, Col<2, 3>, 6> = Stack2D::constant(Col, [0; 6]);
    /// assert_eq!((TABLE[(1, 0)], EMPTY[(1, 0)]), (4, 0));
    /// ```
    #[inline]
    pub const fn constant(layout: L, elements: [T; N]) -> Self {
        const {
            enforce(equal("the layout", L::SPAN as u128, "the storage", N as u128));
            // Of a value with sizes nothing can be asked here.
            assert!(
                size_of::<L>() == 0 || L::INJECTIVE.is_none(),
                "the type of a static layout has no sizes of its own"
            );
        }
        Self::over(layout, elements)
    }

    /// The elements in physical order. That `N` is the layout's span is checked at compile time.
    #[deprecated(note = "say which order the elements have: `from_physical_array`, or `from_rows`")]
    #[inline]
    pub fn from_array(elements: [T; N]) -> Self {
        Self::from_physical_array(elements)
    }
}

impl<T, L, const N: usize> Array<[T; N], L, 2>
where
    L: StaticLayout<Index = [usize; 2]>,
{
    /// The elements by their indices: what stands in row `i` at place `j` is element `[i, j]`, whatever the layout; holes are
    /// the default. Dims that are not the layout's, and an `N` that is not its span, are compile errors.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_rows([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!((a[(1, 0)], a.as_physical()), (4, &[1, 4, 2, 5, 3, 6][..]));
    /// ```
    ///
    /// # Panics
    /// If a layout that breaks its laws leaves a position without an element.
    pub fn from_rows<const ROWS: usize, const COLUMNS: usize>(rows: [[T; COLUMNS]; ROWS]) -> Self
    where
        L: Fills<T>,
    {
        const {
            enforce(equal("axis 0 of the layout", L::DIMS[0] as u128, "the nested array", ROWS as u128));
            enforce(equal("axis 1 of the layout", L::DIMS[1] as u128, "the nested array", COLUMNS as u128));
        };
        let layout = L::default();
        let mut elements = [const { None }; N];
        for (i, row) in rows.into_iter().enumerate() {
            for (j, element) in row.into_iter().enumerate() {
                let position: Option<usize> = layout.apply([i, j]).into();
                if let Some(position) = position {
                    elements[position] = Some(element);
                }
            }
        }
        let whole = |element: Option<T>| element.or_else(L::hole);
        Self::from_physical_array(elements.map(|element| match whole(element) {
            Some(element) => element,
            None => panic!("a layout without holes left a position without an element"),
        }))
    }
}

/// Nothing but defaults. That `N` is the layout's span is checked at compile time.
impl<T, L, const N: usize, const R: usize> Default for Array<[T; N], L, R>
where
    T: Default,
    L: StaticMapping<Index = [usize; R]>,
{
    #[inline]
    fn default() -> Self {
        Self::from_physical_array(core::array::from_fn(|_| T::default()))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::array::{Array, Stack2D};
    use crate::samples::{Col, Tiled};

    #[test]
    fn stack_arrays_hold_what_they_are_given() {
        let made = Stack2D::<_, Tiled<4, 4, 2>, 16>::from_physical_array(core::array::from_fn(|p| p));
        assert_eq!(made[[1, 2]], 6);
        assert_eq!(Stack2D::<u8, Col<2, 3>, 6>::default().into_storage(), [0; 6]);
        assert!(Array::from_physical(Col::<2, 3>, [0; 5]).is_err());
        let rows: [[usize; 4]; 4] = core::array::from_fn(|i| core::array::from_fn(|j| 4 * i + j));
        let made = Stack2D::<_, Tiled<4, 4, 2>, 16>::from_rows(rows);
        assert!(made.iter().all(|([i, j], &element)| element == 4 * i + j));
    }
}
