//! Arrays from nested arrays: `[[1, 2], [3, 4]].into()`, and `array!`.

use super::array::{Array, check_sizes};
use super::build::build;
use super::shape::same_shape;
use crate::check::{enforce, equal};
use crate::error::LayoutError;
use crate::mapping::{Fills, Layout, StaticMapping};
use alloc::vec::Vec;

/// Arrays in arrays, `R` deep: `[T; M]`, `[[T; N]; M]` and so on, up to rank 6. The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of elements nested {R} deep",
    note = "the rank of the array is {R}: an array of rank 2 is made of rows in brackets, `[[1, 2], [3, 4]]`"
)]
pub trait Nested<const R: usize>: sealed::Sealed<R> {
    /// The type of an element.
    type Elem;

    /// The extents.
    const DIMS: [usize; R];

    /// The elements in row-major order of their indices.
    fn into_elements(self) -> impl Iterator<Item = Self::Elem>;
}

mod sealed {
    pub trait Sealed<const R: usize> {}
}

impl<T, L, const R: usize> Array<Vec<T>, L, R>
where
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    /// Returns the array of nested elements, in a layout with sizes of its own: what stands in row `i` at place `j` is
    /// element `[i, j]`, whatever the layout. For a layout that is a type alone there is `From`, where other dims are a
    /// compile error.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the nested elements have other dims than the layout.
    pub fn from_nested<A: Nested<R, Elem = T>>(layout: L, nested: A) -> Result<Self, LayoutError> {
        check_sizes(&layout)?;
        same_shape(layout.dims(), A::DIMS)?;
        let mut elements = nested.into_elements();
        // A layout whose dims are others at the second call has too few elements.
        build(layout, |_, _| elements.next()).ok_or_else(|| LayoutError::shape_mismatch(&[], &A::DIMS))
    }
}

/// What `array!` calls.
#[doc(hidden)]
#[track_caller]
pub fn __array<A: Nested<R>, L, const R: usize>(layout: L, nested: A) -> Array<Vec<A::Elem>, L, R>
where
    L: Layout<Index = [usize; R]> + Fills<A::Elem> + Clone,
{
    match Array::from_nested(layout, nested) {
        Ok(array) => array,
        Err(error) => panic!("{error}"),
    }
}

/// An owned array of the elements that stand there, by their indices, whatever the layout: `array![layout; [1, 2], [3,
/// 4]]`, or `array![[1, 2], [3, 4]]` where the type of the array says the layout.
///
/// Rows of different lengths are a compile error; so are dims that are not the layout's, where it is a type without
/// sizes of its own. Up to rank 6.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array;
/// use lego_core::array::{Arr2D, Stack2D};
/// let a = array![Col::<2, 3>; [1, 2, 3], [4, 5, 6]];
/// assert_eq!((a[[1, 0]], a.as_physical()), (4, &[1, 4, 2, 5, 3, 6][..]));
/// let b: Arr2D<i32, Row<2, 3>> = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(a, b);
/// ```
///
/// ```compile_fail,E0308
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// let a = lego_core::array![Col::<2, 3>; [1, 2, 3], [4, 5]];
/// ```
///
/// # Panics
/// If the dims are not those of a layout that has sizes of its own: with both shapes, at the line of the macro.
/// [`Array::from_nested`](crate::array::Array::from_nested) gives an error there.
#[macro_export]
macro_rules! array {
    ($layout:expr; $($element:expr),* $(,)?) => {
        $crate::array::__array($layout, [$($element),*])
    };
    ($($element:expr),* $(,)?) => {
        <$crate::array::Array<_, _, _> as ::core::convert::From<_>>::from([$($element),*])
    };
}

/// One rank: its sizes, the nested type, and its elements one after the other.
macro_rules! nested {
    ($(#[$doc:meta])* $rank:literal, [$($size:ident)*], $nested:ty, |$elements:ident| $flat:expr) => {
        impl<T, $(const $size: usize),*> sealed::Sealed<$rank> for $nested {}

        impl<T, $(const $size: usize),*> Nested<$rank> for $nested {
            type Elem = T;
            const DIMS: [usize; $rank] = [$($size),*];

            #[inline]
            fn into_elements(self) -> impl Iterator<Item = T> {
                let $elements = self;
                $flat
            }
        }

        $(#[$doc])*
        impl<T, L, $(const $size: usize),*> From<$nested> for Array<Vec<T>, L, $rank>
        where
            L: Layout<Index = [usize; $rank]> + StaticMapping + Fills<T> + Clone,
        {
            fn from(nested: $nested) -> Self {
                const {
                    let (dims, found) = (L::DIMS, [$($size),*]);
                    let mut axis = 0;
                    while axis < $rank {
                        enforce(equal("an axis of the layout", dims[axis] as u128, "that of the nested arrays", found[axis] as u128));
                        axis += 1;
                    }
                };
                let mut elements = Nested::<$rank>::into_elements(nested);
                match build(L::default(), |_, _| elements.next()) {
                    Some(array) => array,
                    None => panic!("a layout that breaks its laws has more indices than its type says"),
                }
            }
        }
    };
}
nested! {
    /// The elements by their indices. A number of them that is not the layout's is a compile error.
    1, [M], [T; M], |elements| elements.into_iter()
}
nested! {
    /// The elements by their indices: what stands in row `i` at place `j` is element `[i, j]`, whatever the layout.
    /// Dims that are not the layout's are a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::<_, Col<2, 3>>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!((a[(1, 0)], a.as_physical()), (4, &[1, 4, 2, 5, 3, 6][..]));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// # use lego_core::array::Arr2D;
    /// let a = Arr2D::<_, Col<2, 3>>::from([[1, 2], [3, 4], [5, 6]]);
    /// ```
    2, [M N], [[T; N]; M], |elements| elements.into_iter().flatten()
}
nested! {
    /// The elements by their indices. Dims that are not the layout's are a compile error.
    3, [M N O], [[[T; O]; N]; M], |elements| elements.into_iter().flatten().flatten()
}
nested! {
    /// The elements by their indices. Dims that are not the layout's are a compile error.
    4, [M N O P], [[[[T; P]; O]; N]; M], |elements| elements.into_iter().flatten().flatten().flatten()
}
nested! {
    /// The elements by their indices. Dims that are not the layout's are a compile error.
    5, [M N O P Q], [[[[[T; Q]; P]; O]; N]; M], |elements| elements.into_iter().flatten().flatten().flatten().flatten()
}
nested! {
    /// The elements by their indices. Dims that are not the layout's are a compile error.
    6, [M N O P Q S], [[[[[[T; S]; Q]; P]; O]; N]; M],
    |elements| elements.into_iter().flatten().flatten().flatten().flatten().flatten()
}

#[cfg(test)]
mod tests {
    use crate::array::{Arr2D, Arr3D, Array};
    use crate::mapping::Batch;
    use crate::samples::{Col, Row, Table, Tiled};

    #[test]
    fn nested_arrays_keep_their_indices() {
        let a: Arr2D<usize, Col<2, 3>> = [[0, 1, 2], [10, 11, 12]].into();
        assert!(a.iter().all(|([i, j], &x)| x == 10 * i + j));
        let b = Arr2D::<_, Tiled<4, 4, 2>>::from(core::array::from_fn::<[usize; 4], 4, _>(|i| {
            core::array::from_fn(|j| 4 * i + j)
        }));
        assert_eq!(b, Array::from_fn(Row::<4, 4>, |[i, j]| 4 * i + j));
        let c: Arr3D<std::string::String, Batch<2, Col<2, 1>>> =
            [[["a".into()], ["b".into()]], [["c".into()], ["d".into()]]].into();
        assert_eq!(c.as_physical(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn layouts_with_sizes_take_nested_arrays() {
        let padded = Table::padded([2, 3], [3, 4]);
        let a = crate::array![padded; [1, 2, 3], [4, 5, 6]];
        assert_eq!(a.as_physical(), [1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 0]);
        let words = |k: usize| core::array::from_fn::<_, 3, _>(|j| std::string::ToString::to_string(&(10 * k + j)));
        let b = Array::from_nested(Table::shuffled([2, 3]), [words(0), words(1)]).unwrap();
        assert!(b.iter().all(|([i, j], word)| word.parse() == Ok(10 * i + j)));
        let c = crate::array![Table::shuffled([1, 1, 1, 1, 1, 2]); [[[[[7, 8]]]]]];
        assert_eq!(c[[0, 0, 0, 0, 0, 1]], 8);
        let empty: Array<std::vec::Vec<u8>, _, 1> = crate::array![Table::shuffled([0]);];
        assert_eq!(empty.count(), 0);
    }

    #[test]
    fn errors_name_both_shapes() {
        let error = Array::from_nested(Table::shuffled([2, 3]), [[1, 2], [3, 4]]).unwrap_err();
        assert_eq!(std::format!("{error}"), "the shape [2, 2] does not match [2, 3]: axis 1 differs");
        let outcome = std::panic::catch_unwind(|| crate::array![Table::shuffled([2, 3]); [1, 2], [3, 4]]);
        let message = outcome.unwrap_err().downcast::<std::string::String>().unwrap();
        assert!(message.contains("[2, 2]") && message.contains("[2, 3]"), "{message}");
    }
}
