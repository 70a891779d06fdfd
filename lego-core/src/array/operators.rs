//! Operators: an array with another of its shape or with a number, element by element: `&a + &b`, `&a * 2.0`, `1.0 /
//! &a`, `a -= &b`, `-&a`.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
#[cfg(feature = "alloc")]
use crate::mapping::Fills;
use crate::mapping::{Layout, Mapping};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::num::Wrapping;
#[cfg(feature = "alloc")]
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};
use core::ops::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};

/// What stands beside an array of rank `R` and layout `L` in an operator: an array of the same rank, by reference or
/// used up, or a number, each a [`ScalarOperand`].
pub trait Operand<L, const R: usize>: Sized {
    /// What is combined with an element.
    type Elem: Copy;

    /// Changes every element of an array by what is beside it, in physical order, and never by what lies in a hole.
    ///
    /// # Errors
    /// Those of [`Array::zip_apply`].
    fn apply_to<S: StorageMut>(
        &self,
        array: &mut Array<S, L, R>,
        f: impl FnMut(&mut S::Elem, Self::Elem),
    ) -> Result<(), LayoutError>
    where
        L: Layout<Index = [usize; R]> + Clone;

    /// The array of what `f` makes of each element and of what is beside it; holes are the default.
    ///
    /// # Errors
    /// Those of [`Array::zip_map`].
    #[cfg(feature = "alloc")]
    fn map_with<S: Storage, U>(
        &self,
        array: &Array<S, L, R>,
        f: impl FnMut(&S::Elem, Self::Elem) -> U,
    ) -> Result<Array<Vec<U>, L, R>, LayoutError>
    where
        L: Layout<Index = [usize; R]> + Fills<U> + Clone;
}

impl<K: ScalarOperand, L, const R: usize> Operand<L, R> for K {
    type Elem = K;

    #[inline]
    fn apply_to<S: StorageMut>(
        &self,
        array: &mut Array<S, L, R>,
        mut f: impl FnMut(&mut S::Elem, K),
    ) -> Result<(), LayoutError>
    where
        L: Layout<Index = [usize; R]> + Clone,
    {
        array.map_inplace(|element| f(element, *self));
        Ok(())
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn map_with<S: Storage, U>(
        &self,
        array: &Array<S, L, R>,
        mut f: impl FnMut(&S::Elem, K) -> U,
    ) -> Result<Array<Vec<U>, L, R>, LayoutError>
    where
        L: Layout<Index = [usize; R]> + Fills<U> + Clone,
    {
        Ok(array.map(|element| f(element, *self)))
    }
}

impl<S2, M, L, const R: usize> Operand<L, R> for Array<S2, M, R>
where
    S2: Storage<Elem: Copy>,
    M: Mapping<Index = [usize; R]> + 'static,
    L: PartialEq + 'static,
{
    type Elem = S2::Elem;

    #[inline]
    fn apply_to<S: StorageMut>(
        &self,
        array: &mut Array<S, L, R>,
        mut f: impl FnMut(&mut S::Elem, S2::Elem),
    ) -> Result<(), LayoutError>
    where
        L: Layout<Index = [usize; R]> + Clone,
    {
        array.zip_apply(self, |element, other| f(element, *other))
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn map_with<S: Storage, U>(
        &self,
        array: &Array<S, L, R>,
        mut f: impl FnMut(&S::Elem, S2::Elem) -> U,
    ) -> Result<Array<Vec<U>, L, R>, LayoutError>
    where
        L: Layout<Index = [usize; R]> + Fills<U> + Clone,
    {
        array.zip_map(self, |element, other| f(element, *other))
    }
}

impl<S2, M, L, const R: usize> Operand<L, R> for &Array<S2, M, R>
where
    S2: Storage<Elem: Copy>,
    M: Mapping<Index = [usize; R]> + 'static,
    L: PartialEq + 'static,
{
    type Elem = S2::Elem;

    #[inline]
    fn apply_to<S: StorageMut>(
        &self,
        array: &mut Array<S, L, R>,
        f: impl FnMut(&mut S::Elem, S2::Elem),
    ) -> Result<(), LayoutError>
    where
        L: Layout<Index = [usize; R]> + Clone,
    {
        (**self).apply_to(array, f)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn map_with<S: Storage, U>(
        &self,
        array: &Array<S, L, R>,
        f: impl FnMut(&S::Elem, S2::Elem) -> U,
    ) -> Result<Array<Vec<U>, L, R>, LayoutError>
    where
        L: Layout<Index = [usize; R]> + Fills<U> + Clone,
    {
        (**self).map_with(array, f)
    }
}

/// A type that stands beside an array in an operator, and is combined with each of its elements.
///
/// The numbers of Rust are such types. Implement it for a number of your own, and `&array * number` compiles.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::{Arr2D, ScalarOperand};
/// #[derive(Clone, Copy)]
/// struct Percent(f32);
/// impl ScalarOperand for Percent {}
/// impl core::ops::Mul<Percent> for f32 {
///     type Output = f32;
///     fn mul(self, other: Percent) -> f32 {
///         self * other.0 / 100.0
///     }
/// }
/// let a: Arr2D<f32, Row<1, 2>> = [[8.0, 2.0]].into();
/// assert_eq!(&a * Percent(50.0), Arr2D::<f32, Row<1, 2>>::from([[4.0, 1.0]]));
/// ```
#[diagnostic::on_unimplemented(
    message = "an array is not combined element by element with `{Self}`",
    label = "this is no number, and no array of the same rank",
    note = "two arrays of one rank are combined, whatever their layouts; `broadcast` adds axes: `&a + &b.broadcast(a.dims())?`",
    note = "a number of your own stands there where it implements `lego::ScalarOperand`"
)]
pub trait ScalarOperand: Copy {}

macro_rules! scalars {
    ($($number:ty)*) => {$(
        impl ScalarOperand for $number {}
        impl ScalarOperand for Wrapping<$number> {}
    )*};
}
scalars! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
impl ScalarOperand for f32 {}
impl ScalarOperand for f64 {}

#[cold]
#[inline(never)]
#[track_caller]
fn different(error: &LayoutError) -> ! {
    panic!("{error}")
}

/// One operator: on an array and what is beside it, giving another array, in the memory of an array that is used up,
/// and changing one.
macro_rules! operators {
    ($($operator:ident $function:ident, $assign:ident $assign_function:ident;)*) => {$(
        /// Each element with what is beside it: a number, or the element at its index of an array of the same dims.
        /// Holes are the default.
        ///
        /// # Panics
        /// If the dims differ; [`zip_map`](Array::zip_map) gives an error there.
        #[cfg(feature = "alloc")]
        impl<S, L, O, U, const R: usize> $operator<O> for &Array<S, L, R>
        where
            O: Operand<L, R>,
            S: Storage<Elem: Copy + $operator<O::Elem, Output = U>>,
            L: Layout<Index = [usize; R]> + Fills<U> + Clone,
        {
            type Output = Array<Vec<U>, L, R>;

            #[inline]
            #[track_caller]
            fn $function(self, other: O) -> Self::Output {
                match other.map_with(self, |&a, b| a.$function(b)) {
                    Ok(array) => array,
                    Err(error) => different(&error),
                }
            }
        }

        /// The same, in the memory of the array.
        ///
        /// # Panics
        /// If the dims differ; [`zip_apply`](Array::zip_apply) gives an error
        /// there.
        #[cfg(feature = "alloc")]
        impl<T, L, O, const R: usize> $operator<O> for Array<Vec<T>, L, R>
        where
            O: Operand<L, R>,
            T: Copy + $operator<O::Elem, Output = T>,
            L: Layout<Index = [usize; R]> + Clone,
        {
            type Output = Self;

            #[inline]
            #[track_caller]
            fn $function(mut self, other: O) -> Self {
                match other.apply_to(&mut self, |a, b| *a = a.$function(b)) {
                    Ok(()) => self,
                    Err(error) => different(&error),
                }
            }
        }

        /// Each element by what is beside it: a number, or the element at its index of an array of the same dims.
        ///
        /// # Panics
        /// If the dims differ; [`zip_apply`](Array::zip_apply) gives an error
        /// there.
        impl<S, L, O, const R: usize> $assign<O> for Array<S, L, R>
        where
            O: Operand<L, R>,
            S: StorageMut<Elem: $assign<O::Elem>>,
            L: Layout<Index = [usize; R]> + Clone,
        {
            #[inline]
            #[track_caller]
            fn $assign_function(&mut self, other: O) {
                if let Err(error) = other.apply_to(self, |a, b| a.$assign_function(b)) {
                    different(&error);
                }
            }
        }
    )*};
}
operators! {
    Add add, AddAssign add_assign;
    Sub sub, SubAssign sub_assign;
    Mul mul, MulAssign mul_assign;
    Div div, DivAssign div_assign;
    Rem rem, RemAssign rem_assign;
}

/// A number on the left side.
#[cfg(feature = "alloc")]
macro_rules! left {
    ($($number:ty)*) => {$(
        left! { @of $number: Add add, Sub sub, Mul mul, Div div, Rem rem }
    )*};
    (@of $number:ty: $($operator:ident $function:ident),*) => {$(
        /// A number with each element; holes are the default.
        impl<S, L, const R: usize> $operator<&Array<S, L, R>> for $number
        where
            // Of any other element the compiler would look for operators without end where it infers a number's type.
            S: Storage<Elem = $number>,
            L: Layout<Index = [usize; R]> + Fills<$number> + Clone,
        {
            type Output = Array<Vec<$number>, L, R>;

            #[inline]
            fn $function(self, array: &Array<S, L, R>) -> Self::Output {
                array.map(|&element| self.$function(element))
            }
        }
    )*};
}
#[cfg(feature = "alloc")]
left! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }

/// Each element with the other sign; holes are the default.
#[cfg(feature = "alloc")]
impl<S, L, U, const R: usize> Neg for &Array<S, L, R>
where
    S: Storage<Elem: Copy + Neg<Output = U>>,
    L: Layout<Index = [usize; R]> + Fills<U> + Clone,
{
    type Output = Array<Vec<U>, L, R>;

    #[inline]
    fn neg(self) -> Self::Output {
        self.map(|&element| -element)
    }
}

/// Each element with the other sign, in the memory of the array.
#[cfg(feature = "alloc")]
impl<T, L, const R: usize> Neg for Array<Vec<T>, L, R>
where
    T: Copy + Neg<Output = T>,
    L: Layout<Index = [usize; R]> + Clone,
{
    type Output = Self;

    #[inline]
    fn neg(mut self) -> Self {
        self.map_inplace(|element| *element = -*element);
        self
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::Arr2D;
    use crate::samples::{Col, Row, Table, Tiled};

    fn check<L: Layout<Index = [usize; 2]> + PartialEq + Copy + Fills<i64> + 'static>(layout: L) {
        let a = Array::from_fn(layout, |[i, j]| 1 + (100 * i + j) as i64);
        let holds = |array: Arr2D<i64, L>, f: fn(i64) -> i64| {
            for index in array.indices() {
                assert_eq!(array.get(index).copied(), a.get(index).map(|&a| f(a)), "{index:?}");
            }
            // Holes are the default: 60 divided by one would have failed.
            assert!((0..layout.span()).all(|p| layout.try_inv(p).is_some() || array.as_physical()[p] == 0));
        };
        holds(&a + 7, |a| a + 7);
        holds(&a - 7, |a| a - 7);
        holds(&a * 7, |a| a * 7);
        holds(&a / 7, |a| a / 7);
        holds(&a % 7, |a| a % 7);
        holds(60 + &a, |a| 60 + a);
        holds(60 - &a, |a| 60 - a);
        holds(60 * &a, |a| 60 * a);
        holds(60 / &a, |a| 60 / a);
        holds(60 % &a, |a| 60 % a);
        holds(-&a, |a| -a);
        holds(-a.clone(), |a| -a);
        holds(a.clone() * 3 - 1, |a| 3 * a - 1);
        holds(a.clone() + &a, |a| 2 * a);
        holds(a.clone() * a.clone() - a.clone() / &a, |a| a * a - 1);
        holds(&a.view() * 2, |a| 2 * a);
        let mut b = a.clone();
        b += 5;
        b *= 3;
        b -= 3;
        b /= 2;
        b %= 11;
        holds(b, |a| ((a + 5) * 3 - 3) / 2 % 11);
    }

    #[test]
    fn every_element_meets_the_number() {
        check(Row::<3, 5>);
        check(Col::<3, 5>);
        check(Tiled::<4, 6, 2>);
        check(Row::<1, 1>);
        check(Table::padded([3, 3], [4, 5]));
        check(Table::expanded([3, 4], [2, 3]));
    }
}
