//! Two arrays of one shape, element by element: `zip_map` and `zip_apply`, which the operators are made of.

use super::array::Array;
#[cfg(feature = "alloc")]
use super::build::build;
#[cfg(feature = "alloc")]
use super::owned::{default, is_hole};
use super::shape::same_shape;
use super::storage::{Storage, StorageMut};
use crate::error::{LayoutError, Message};
#[cfg(feature = "alloc")]
use crate::mapping::Fills;
use crate::mapping::{Layout, Mapping, Preimage};
use crate::text::Text;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::any::{Any, TypeId};

/// Whether two layouts are of one type and equal, so that arrays of them lie alike in memory.
#[inline(always)]
fn are_same<L: PartialEq + 'static, M: 'static>(layout: &L, other: &M) -> bool {
    // Decided by the compiler where the types differ, or have no sizes.
    (other as &dyn Any).downcast_ref::<L>().is_some_and(|other| other == layout)
}

/// The first index at which one array has an element and the other has none, as an error.
#[cold]
fn not_stored<S, L, S2, M, const R: usize>(array: &Array<S, L, R>, other: &Array<S2, M, R>) -> LayoutError
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
    S2: Storage,
    M: Mapping<Index = [usize; R]>,
{
    let index = array.indices().find(|&index| array.get(index).is_some() && other.get(index).is_none());
    let what = Message::new().text("the places at ").list(&index.unwrap_or([0; R]));
    LayoutError::Different {
        what: Text::new(what.as_str()),
        left: "one with an element".into(),
        right: "one where nothing is stored".into(),
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]> + PartialEq,
{
    /// The array of the same layout whose element at each index is `f` of the elements here and there; holes are
    /// `U::default()`, which only layouts with holes ask for.
    ///
    /// `f` is never called with what lies in a hole. Two arrays of one layout are combined position by position, in physical
    /// order, as fast as two slices; those of different layouts index by index, in row-major order.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 2>> = [[1, 5], [3, 4]].into();
    /// let b: Arr2D<i32, Row<2, 2>> = [[2, 2], [2, 9]].into();
    /// assert_eq!(a.zip_map(&b, |x, y| *x.max(y))?, Arr2D::<i32, Col<2, 2>>::from([[2, 5], [3, 9]]));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ, [`LayoutError::Different`] if the other array stores nothing
    /// at an index where this one has an element.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn zip_map<S2, M, U>(
        &self,
        other: &Array<S2, M, R>,
        mut f: impl FnMut(&S::Elem, &S2::Elem) -> U,
    ) -> Result<Array<Vec<U>, L, R>, LayoutError>
    where
        S2: Storage,
        M: Mapping<Index = [usize; R]> + 'static,
        L: Fills<U> + Clone + PartialEq + 'static,
    {
        let layout = self.layout().clone();
        if !are_same(&layout, other.layout()) {
            same_shape(self.dims(), other.dims())?;
            return build(
                layout,
                |index, stored| if stored { Some(f(self.get(index)?, other.get(index)?)) } else { None },
            )
            .ok_or_else(|| not_stored(self, other));
        }
        let pairs = self.as_physical().iter().zip(other.as_physical());
        let image = if <L::Preimage as Preimage<[usize; R]>>::HOLES {
            pairs
                .enumerate()
                .map(|(position, (a, b))| if is_hole(&layout, position) { default::<U, L>() } else { f(a, b) })
                .collect()
        } else {
            pairs.map(|(a, b)| f(a, b)).collect()
        };
        // Layouts that are equal and yet of different spans would leave too few.
        Array::from_physical(layout, image)
    }

    /// Changes every element by the element of another array at the same index.
    ///
    /// `f` is never called with what lies in a hole. Two arrays of one layout are combined position by position, in physical
    /// order; those of different layouts index by index, in row-major order.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ, [`LayoutError::Different`] if the other array stores nothing
    /// at an index where this one has an element; then nothing has been changed.
    #[inline]
    pub fn zip_apply<S2, M>(
        &mut self,
        other: &Array<S2, M, R>,
        mut f: impl FnMut(&mut S::Elem, &S2::Elem),
    ) -> Result<(), LayoutError>
    where
        S: StorageMut,
        S2: Storage,
        M: Mapping<Index = [usize; R]> + 'static,
        L: Clone + PartialEq + 'static,
    {
        let layout = self.layout().clone();
        if !are_same(&layout, other.layout()) {
            same_shape(self.dims(), other.dims())?;
            let is_total = TypeId::of::<M::Position>() == TypeId::of::<usize>();
            if !is_total && self.indices().any(|index| self.get(index).is_some() && other.get(index).is_none()) {
                return Err(not_stored(self, other));
            }
            self.for_each_mut(|index, element| {
                if let Some(other) = other.get(index) {
                    f(element, other);
                }
            });
            return Ok(());
        }
        let pairs = self.as_physical_mut().iter_mut().zip(other.as_physical());
        if <L::Preimage as Preimage<[usize; R]>>::HOLES {
            for (position, (a, b)) in pairs.enumerate() {
                let index: Option<[usize; R]> = layout.inv(position).into();
                if index.is_some() {
                    f(a, b);
                }
            }
        } else {
            pairs.for_each(|(a, b)| f(a, b));
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Arr2D, ViewMut2D};
    use crate::mapping::Mapping;
    use crate::samples::{Col, Row, Table, Tiled, flat};
    use std::string::ToString;

    fn check<L: Layout<Index = [usize; 2]> + PartialEq + Copy + Fills<i64> + 'static>(layout: L) {
        let a = Array::from_fn(layout, |[i, j]| 1 + (100 * i + j) as i64);
        let b = Array::from_fn(layout, |[i, j]| 2 + (i + 10 * j) as i64);
        let holds = |array: &Arr2D<i64, L>, f: fn(i64, i64) -> i64| {
            for index in array.indices() {
                let expected = a.get(index).zip(b.get(index)).map(|(&a, &b)| f(a, b));
                assert_eq!(array.get(index).copied(), expected, "{index:?}");
            }
            // Holes are the default: a division there would have failed.
            assert!((0..layout.span()).all(|p| layout.try_inv(p).is_some() || array.as_physical()[p] == 0));
        };
        holds(&(&a + &b), |a, b| a + b);
        holds(&(&a - &b), |a, b| a - b);
        holds(&(&a * &b), |a, b| a * b);
        holds(&(&a / &b), |a, b| a / b);
        holds(&a.zip_map(&b, |a, b| a % b).unwrap(), |a, b| a % b);
        let mut c = a.clone();
        c += &b;
        holds(&c, |a, b| a + b);
        c -= &b;
        c *= &b;
        holds(&c, |a, b| a * b);
        c /= &b;
        holds(&c, |a, _| a);
        // Borrowed on one side or both.
        holds(&(&a.view() + &b), |a, b| a + b);
        let mut elements = a.as_physical().to_vec();
        let mut view = ViewMut2D::from_physical(layout, &mut elements[..]).unwrap();
        view += &b.view();
        assert_eq!(view, &a + &b);
    }

    #[test]
    fn every_element_meets_the_one_at_its_index() {
        check(Row::<3, 5>);
        check(Col::<3, 5>);
        check(Tiled::<4, 6, 2>);
        check(Row::<1, 1>);
        check(Table::padded([3, 3], [4, 5]));
        check(Table::expanded([3, 4], [2, 3]));
    }

    /// The layout is one type, and lies otherwise by its sizes.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Turned {
        dims: [usize; 2],
        turned: bool,
    }

    impl Mapping for Turned {
        type Index = [usize; 2];
        type Position = usize;
        fn dims(&self) -> [usize; 2] {
            self.dims
        }
        fn span(&self) -> usize {
            self.count()
        }
        fn apply(&self, [i, j]: [usize; 2]) -> usize {
            if self.turned { flat([j, i], [self.dims[1], self.dims[0]]) } else { flat([i, j], self.dims) }
        }
    }

    impl Layout for Turned {
        type Preimage = [usize; 2];
        fn inv(&self, p: usize) -> [usize; 2] {
            let [m, n] = self.dims;
            if self.turned { [p % m, p / m] } else { [p / n, p % n] }
        }
    }

    #[test]
    fn sizes_that_differ_are_an_error() {
        let of = |dims, turned| Array::filled(Turned { dims, turned }, 1);
        let a = of([2, 3], false);
        assert!(a.zip_map(&of([2, 3], false), |a, b| a + b).is_ok());
        let shape = a.zip_map(&of([3, 2], false), |a, b| a + b).unwrap_err();
        assert_eq!(shape, LayoutError::shape_mismatch(&[2, 3], &[3, 2]));
        let panics = std::panic::catch_unwind(|| &of([2, 3], false) + &of([3, 2], false)).unwrap_err();
        let words = "the shape [3, 2] does not match [2, 3]: axis 0 differs";
        assert_eq!(panics.downcast_ref::<std::string::String>().unwrap(), words);
    }

    /// Sizes of one type that put the elements elsewhere, and every pair of layouts of one shape.
    #[test]
    fn different_layouts_are_combined_index_by_index() {
        fn pair<L, M>(one: L, other: M)
        where
            L: Layout<Index = [usize; 2]> + PartialEq + Copy + Fills<i64> + 'static,
            M: Layout<Index = [usize; 2]> + PartialEq + Copy + Fills<i64> + 'static,
        {
            let a = Array::from_fn(one, |[i, j]| 1 + (100 * i + j) as i64);
            let b = Array::from_fn(other, |[i, j]| 2 + (i + 10 * j) as i64);
            let missing = a.indices().any(|index| a.get(index).is_some() && b.get(index).is_none());
            let mut c = a.clone();
            let changed = c.zip_apply(&b, |a, b| *a -= b);
            assert_eq!(changed.is_err(), missing);
            assert_eq!(a.zip_map(&b, |a, b| a - b).is_err(), missing);
            if missing {
                assert_eq!(c, a);
                assert!(changed.unwrap_err().to_string().contains("where nothing is stored"));
                return;
            }
            let difference = &a - &b;
            for index in a.indices() {
                let expected = a.get(index).zip(b.get(index)).map(|(a, b)| a - b);
                assert_eq!((c.get(index).copied(), difference.get(index).copied()), (expected, expected), "{index:?}");
            }
        }
        fn with_each<L: Layout<Index = [usize; 2]> + PartialEq + Copy + Fills<i64> + 'static>(one: L) {
            pair(one, Row::<4, 6>);
            pair(one, Col::<4, 6>);
            pair(one, Tiled::<4, 6, 2>);
            pair(one, Turned { dims: [4, 6], turned: true });
            pair(one, Table::padded([4, 6], [5, 7]));
            pair(one, Table::expanded([4, 6], [3, 5]));
        }
        with_each(Row::<4, 6>);
        with_each(Tiled::<4, 6, 2>);
        with_each(Turned { dims: [4, 6], turned: false });
        with_each(Table::padded([4, 6], [4, 8]));
        with_each(Table::expanded([4, 6], [2, 5]));
        with_each(Table::expanded([4, 6], [4, 3]));
        // A row beside every row.
        let (a, bias) = (Array::from_fn(Col::<3, 4>, |[i, j]| i + j), Array::from_fn(Row::<1, 4>, |[_, j]| 10 * j));
        let sum = &a + bias.broadcast([3, 4]).unwrap();
        assert!(sum.iter().all(|([i, j], &x)| x == i + 11 * j));
    }
}
