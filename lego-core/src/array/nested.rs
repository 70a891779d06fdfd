//! Arrays from nested arrays: `[[1, 2], [3, 4]].into()`.

use super::array::Array;
use super::build::build;
use crate::check::{enforce, equal};
use crate::mapping::{Fills, Layout, StaticMapping};
use alloc::vec::Vec;

/// One rank: the sizes, the nested type, and its elements one after the other.
macro_rules! from_nested {
    ($(#[$doc:meta])* $rank:literal, [$($size:ident)*], $nested:ty, |$elements:ident| $flat:expr) => {
        $(#[$doc])*
        impl<T, L, $(const $size: usize),*> From<$nested> for Array<Vec<T>, L, $rank>
        where
            L: Layout<Index = [usize; $rank]> + StaticMapping + Fills<T> + Clone,
        {
            fn from($elements: $nested) -> Self {
                const {
                    let (dims, found) = (L::DIMS, [$($size),*]);
                    let mut axis = 0;
                    while axis < $rank {
                        enforce(equal("an axis of the layout", dims[axis] as u128, "that of the nested arrays", found[axis] as u128));
                        axis += 1;
                    }
                };
                let mut elements = $flat;
                match build(L::default(), |_, _| elements.next()) {
                    Some(array) => array,
                    None => panic!("a layout that breaks its laws has more indices than its type says"),
                }
            }
        }
    };
}
from_nested! {
    /// The elements by their indices. A number of them that is not the layout's is a compile error.
    1, [M], [T; M], |elements| elements.into_iter()
}
from_nested! {
    /// The elements by their indices: what stands in row `i` at place `j` is element `[i, j]`, whatever the layout. Dims that
    /// are not the layout's are a compile error.
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
from_nested! {
    /// The elements by their indices. Dims that are not the layout's are a compile error.
    3, [M N O], [[[T; O]; N]; M], |elements| elements.into_iter().flatten().flatten()
}
from_nested! {
    /// The elements by their indices. Dims that are not the layout's are a compile error.
    4, [M N O P], [[[[T; P]; O]; N]; M], |elements| elements.into_iter().flatten().flatten().flatten()
}

#[cfg(test)]
mod tests {
    use crate::array::{Arr2D, Arr3D, Array};
    use crate::mapping::Batch;
    use crate::samples::{Col, Row, Tiled};

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
}
