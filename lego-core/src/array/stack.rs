//! Arrays on the stack.

use super::array::Array;
use crate::check::{enforce, equal};
use crate::mapping::StaticMapping;

impl<T, L, const N: usize, const R: usize> Array<[T; N], L, R>
where
    L: StaticMapping<Index = [usize; R]>,
{
    /// The elements in physical order. That `N` is the layout's span is checked at compile time.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_array([1, 4, 2, 5, 3, 6]);
    /// assert_eq!(a[[0, 2]], 3);
    /// ```
    ///
    /// ```compile_fail
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// # use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 5>::from_array([1, 4, 2, 5, 3]);
    /// ```
    #[inline]
    pub fn from_array(elements: [T; N]) -> Self {
        const { enforce(equal("the layout", L::SPAN as u128, "the storage", N as u128)) };
        Self::over(L::default(), elements)
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
        Self::from_array(core::array::from_fn(|_| T::default()))
    }
}

#[cfg(test)]
mod tests {
    use crate::array::{Array, Stack2D};
    use crate::samples::{Col, Tiled};

    #[test]
    fn stack_arrays_hold_what_they_are_given() {
        let made = Stack2D::<_, Tiled<4, 4, 2>, 16>::from_array(core::array::from_fn(|p| p));
        assert_eq!(made[[1, 2]], 6);
        assert_eq!(Stack2D::<u8, Col<2, 3>, 6>::default().into_storage(), [0; 6]);
        assert!(Array::new(Col::<2, 3>, [0; 5]).is_err());
    }
}
