//! Two arrays of one layout, position by position: `zip_map` and `zip_apply`, which the operators are made of.

use super::array::Array;
#[cfg(feature = "alloc")]
use super::owned::{default, is_hole};
use super::shape::same_shape;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
#[cfg(feature = "alloc")]
use crate::mapping::Fills;
use crate::mapping::{Layout, Preimage};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The layout itself: arrays of one layout lie alike in memory, and are combined position by position.
///
/// Nobody implements it but this crate: a layout is the same layout as itself and as no other.
#[diagnostic::on_unimplemented(
    message = "arrays of two layouts, `{Self}` and `{Other}`, are not combined element by element",
    label = "this array has another layout",
    note = "arrays of one layout are combined position by position, as fast as two slices",
    note = "bring one into the layout of the other by `relayout` first, as in `&a + &b.relayout::<{Self}>()?`; \
            `zip` and a loop over indices take any two layouts"
)]
pub trait SameLayout<Other>: Sized + sealed::Sealed<Other> {
    /// The other layout, as what it is.
    fn same(other: &Other) -> &Self;
}

impl<L> SameLayout<L> for L {
    #[inline(always)]
    fn same(other: &L) -> &L {
        other
    }
}

/// What no array has as its layout. Were the implementation above the only one, the compiler would conclude that the other
/// layout has to be this one, and say that types mismatch instead of what the trait has to say.
#[derive(Debug)]
pub struct NoLayout<L>(L);

impl<L> SameLayout<NoLayout<L>> for L {
    fn same(other: &NoLayout<L>) -> &L {
        &other.0
    }
}

mod sealed {
    pub trait Sealed<Other> {}
    impl<L> Sealed<L> for L {}
    impl<L> Sealed<super::NoLayout<L>> for L {}
}

/// Nothing where two layouts of one type are equal: their sizes too, if they have any.
///
/// # Errors
/// [`LayoutError::ShapeMismatch`] where the dims differ, else [`LayoutError::Different`].
fn same_layout<L: Layout<Index = [usize; R]> + PartialEq, const R: usize>(a: &L, b: &L) -> Result<(), LayoutError> {
    if a == b {
        return Ok(());
    }
    same_shape(a.dims(), b.dims())?;
    Err(LayoutError::Different {
        what: "sizes of the layouts of two arrays".into(),
        left: "those of the one".into(),
        right: "others; `relayout_to` takes one to the other".into(),
    })
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]> + PartialEq,
{
    /// The array of the same layout whose element at each index is `f` of the elements here and there; holes are
    /// `U::default()`, which only layouts with holes ask for.
    ///
    /// `f` is called in physical order, and never with what lies in a hole. The other array has the same layout, so that
    /// nothing is looked up; another type of layout is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 2>> = [[1, 5], [3, 4]].into();
    /// let b: Arr2D<i32, Col<2, 2>> = [[2, 2], [2, 9]].into();
    /// assert_eq!(a.zip_map(&b, |x, y| *x.max(y))?, Arr2D::<i32, Col<2, 2>>::from([[2, 5], [3, 9]]));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] or [`LayoutError::Different`] if the layouts have sizes of their own and these differ.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn zip_map<S2, M, U>(
        &self,
        other: &Array<S2, M, R>,
        mut f: impl FnMut(&S::Elem, &S2::Elem) -> U,
    ) -> Result<Array<Vec<U>, L, R>, LayoutError>
    where
        S2: Storage,
        M: Layout<Index = [usize; R]>,
        L: Fills<U> + Clone + SameLayout<M>,
    {
        same_layout(self.layout(), L::same(other.layout()))?;
        let layout = self.layout().clone();
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

    /// Changes every element by the element of another array at the same index; the other array has the same layout.
    ///
    /// `f` is called in physical order, and never with what lies in a hole.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] or [`LayoutError::Different`] if the layouts have sizes of their own and these differ.
    #[inline]
    pub fn zip_apply<S2, M>(
        &mut self,
        other: &Array<S2, M, R>,
        mut f: impl FnMut(&mut S::Elem, &S2::Elem),
    ) -> Result<(), LayoutError>
    where
        S: StorageMut,
        S2: Storage,
        M: Layout<Index = [usize; R]>,
        L: Clone + SameLayout<M>,
    {
        same_layout(self.layout(), L::same(other.layout()))?;
        let layout = self.layout().clone();
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

    fn check<L: Layout<Index = [usize; 2]> + PartialEq + Copy + Fills<i64>>(layout: L) {
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
        let mut a = of([2, 3], false);
        assert!(a.zip_map(&of([2, 3], false), |a, b| a + b).is_ok());
        let shape = a.zip_map(&of([3, 2], false), |a, b| a + b).unwrap_err();
        assert_eq!(shape, LayoutError::shape_mismatch(&[2, 3], &[3, 2]));
        let turned = a.zip_apply(&of([2, 3], true), |a, b| *a += b).unwrap_err();
        assert!(turned.to_string().contains("relayout_to"));
        let panics = std::panic::catch_unwind(|| &of([2, 3], false) + &of([2, 3], true)).unwrap_err();
        assert!(panics.downcast_ref::<std::string::String>().unwrap().contains("relayout_to"));
    }
}
