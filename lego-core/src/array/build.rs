//! An array made of a value for each index.

#![allow(unsafe_code)]

use super::array::{Array, require_sizes};
use crate::mapping::{Fills, Indices, Layout, Preimage};
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// The array whose element at each index is what `f` gives for it; holes are the default.
///
/// `f` is called for every index in row-major order and told whether something is stored there. Where it is, what it gives is
/// stored; elsewhere it is dropped. The first `None` where something is stored ends it, and there is no array.
///
/// # Panics
/// If a layout that breaks its laws leaves a position without an element, or gives one above its span, or has wrong sizes.
#[inline]
#[track_caller]
pub(super) fn build<T, L, const R: usize>(
    layout: L,
    mut f: impl FnMut([usize; R], bool) -> Option<T>,
) -> Option<Array<Vec<T>, L, R>>
where
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    require_sizes(&layout);
    let (span, indices) = (layout.span(), Indices::new(layout.dims()));
    // A layout behind a reference could be changed by a write, for all that the optimiser knows.
    let map = layout.clone();
    let elements = if <L::Preimage as Preimage<[usize; R]>>::HOLES {
        let mut elements: Vec<T> = Vec::new();
        elements.resize_with(span, || L::hole().expect("a layout with holes has a default for them"));
        for index in indices {
            match map.apply(index).into() {
                Some(position) => elements[position] = f(index, true)?,
                None => drop(f(index, false)),
            }
        }
        elements
    } else if L::INJECTIVE.is_some() && layout.check().is_ok() {
        let mut elements: Vec<T> = Vec::with_capacity(span);
        let places: &mut [MaybeUninit<T>] = &mut elements.spare_capacity_mut()[..span];
        let mut written = 0;
        for index in indices {
            match map.apply(index).into() {
                Some(position) => {
                    places[position].write(f(index, true)?);
                    written += 1;
                }
                None => drop(f(index, false)),
            }
        }
        assert!(written == span, "a layout without holes left {} positions without an element", span - written);
        // SAFETY: the capacity is `span` at least. Each index was met once; the layout is proved injective and its sizes are
        // checked, so that their positions differ, and each was below `span`, or the slice would have panicked. So as many
        // positions as there are have been written: all of them.
        unsafe { elements.set_len(span) };
        elements
    } else {
        let mut elements: Vec<Option<T>> = Vec::new();
        elements.resize_with(span, || None);
        for index in indices {
            match map.apply(index).into() {
                Some(position) => elements[position] = Some(f(index, true)?),
                None => drop(f(index, false)),
            }
        }
        elements
            .into_iter()
            .map(|element| element.expect("a layout without holes left a position without an element"))
            .collect()
    };
    Some(Array::over(layout, elements))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Broken, Col, Proved, Row, Table, Tiled};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::rc::Rc;

    /// Every value is moved into the array, and dropped with it; by a proof, and without one.
    #[test]
    fn every_value_is_kept_once() {
        fn check<L: Layout<Index = [usize; 2]> + Fills<Option<Rc<()>>> + Copy>(layout: L) {
            let counted = Rc::new(());
            let array = build(layout, |_, stored| stored.then(|| Some(counted.clone()))).unwrap();
            let stored = array.iter().filter(|(_, element)| element.is_some()).count();
            assert_eq!(Rc::strong_count(&counted), 1 + stored);
            drop(array);
            assert_eq!(Rc::strong_count(&counted), 1);
        }
        check(Row::<3, 4>);
        check(Proved::new(Tiled::<4, 6, 2>));
        check(Table::padded([3, 3], [4, 5]));
        check(Proved::new(Table::expanded([3, 4], [2, 3])));
        check(Proved::new(Table::shuffled([0, 3])));
    }

    /// What was given before is lost or dropped, and nothing else happens.
    #[test]
    fn a_value_that_is_not_given_ends_it() {
        fn check<L: Layout<Index = [usize; 2]> + Fills<usize> + Copy>(layout: L) {
            for end in 0..12_usize {
                let mut left = end;
                let mut next = |_: [usize; 2], _: bool| {
                    left = left.checked_sub(1)?;
                    Some(left)
                };
                assert!(build(layout, &mut next).is_none());
                let mut calls = 0;
                let panics = AssertUnwindSafe(|| {
                    build(layout, |_, _| {
                        calls += 1;
                        assert!(calls <= end, "the value cannot be made");
                        Some(calls)
                    })
                });
                assert!(catch_unwind(panics).is_err());
            }
        }
        check(Row::<3, 4>);
        check(Col::<4, 3>);
        check(Table::shuffled([3, 4]));
        check(Proved::new(Table::shuffled([3, 4])));
    }

    /// A bijection by its word only: one that leaves a position without an element panics, and no element is made up.
    #[test]
    fn a_layout_that_breaks_its_laws_panics() {
        #[derive(Clone, Copy)]
        struct Claimed(Broken);
        impl crate::Mapping for Claimed {
            type Index = [usize; 2];
            type Position = usize;
            fn dims(&self) -> [usize; 2] {
                self.0.dims()
            }
            fn span(&self) -> usize {
                self.0.span()
            }
            fn apply(&self, index: [usize; 2]) -> usize {
                self.0.apply(index)
            }
        }
        impl Layout for Claimed {
            type Preimage = [usize; 2];
            fn inv(&self, position: usize) -> [usize; 2] {
                [position / 6, position % 6]
            }
        }
        for lie in Broken::LIES {
            let made = catch_unwind(|| build(Claimed(Broken { lie }), |[i, j], _| Some(6 * i + j)));
            match made {
                Ok(array) => assert!(array.unwrap().as_physical().iter().copied().eq(0..24)),
                Err(_) => assert!(lie < 3),
            }
        }
    }
}
