//! Walks over an array: in logical order, and in the order of memory.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use super::zip::{Shared, Zip};
use crate::mapping::{Indices, Layout, Mapping};
use core::iter::{Enumerate, FusedIterator};
use core::slice;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// All logical indices in row-major order, those where `ExpandBy` stores nothing too.
    #[inline]
    pub fn indices(&self) -> Indices<R> {
        Indices::new(self.dims())
    }

    /// The elements with their indices in logical (row-major) order; indices where `ExpandBy` stores nothing are left out.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 2>, 4>::from_physical_array(['a', 'b', 'c', 'd']);
    /// assert!(a.iter().eq([([0, 0], &'a'), ([0, 1], &'c'), ([1, 0], &'b'), ([1, 1], &'d')]));
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, S::Elem, L, R>
    where
        L: Clone,
    {
        Zip { source: Shared::of(self), indices: self.indices() }
    }

    /// The elements with their indices in physical order; holes are left out.
    ///
    /// The fastest walk where the order does not matter: memory is read from front to back.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 2>, 4>::from_physical_array(['a', 'b', 'c', 'd']);
    /// assert!(a.iter_physical().eq([([0, 0], &'a'), ([1, 0], &'b'), ([0, 1], &'c'), ([1, 1], &'d')]));
    /// ```
    #[inline]
    pub fn iter_physical(&self) -> IterPhysical<'_, S::Elem, L>
    where
        L: Layout + Clone,
    {
        IterPhysical { layout: self.layout().clone(), elements: self.as_physical().iter().enumerate() }
    }

    /// The elements, to be changed, with their indices in physical order; holes are left out.
    #[inline]
    pub fn iter_physical_mut(&mut self) -> IterPhysicalMut<'_, S::Elem, L>
    where
        S: StorageMut,
        L: Layout + Clone,
    {
        IterPhysicalMut { layout: self.layout().clone(), elements: self.as_physical_mut().iter_mut().enumerate() }
    }

    /// Calls a function with every index and its element, to be changed, in logical (row-major) order.
    ///
    /// It takes any layout. [`iter_mut`](Array::iter_mut) gives out all elements at the same time, and asks for a proof that no
    /// two indices share one; a call at a time needs none.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let mut a = Stack2D::<usize, Col<2, 3>, 6>::default();
    /// a.for_each_mut(|[i, j], x| *x = 10 * i + j);
    /// assert_eq!(a.as_physical(), [0, 10, 1, 11, 2, 12]);
    /// ```
    #[inline]
    pub fn for_each_mut(&mut self, mut f: impl FnMut([usize; R], &mut S::Elem))
    where
        S: StorageMut,
        L: Layout + Clone,
    {
        let layout = self.layout().clone();
        let indices = self.indices();
        let Some(elements) = self.elements_mut() else { return };
        indices.for_each(|index| {
            if let Some(position) = layout.apply(index).into() {
                f(index, &mut elements[position]);
            }
        });
    }

    /// Sets every element that an index reaches; holes stay what they are.
    pub fn fill(&mut self, value: S::Elem)
    where
        S: StorageMut,
        S::Elem: Clone,
        L: Layout + Clone,
    {
        // A slice or a tile reaches few of the positions: walk the indices then.
        if self.count() == self.layout().span() {
            self.iter_physical_mut().for_each(|(_, element)| *element = value.clone());
        } else {
            self.for_each_mut(|_, element| *element = value.clone());
        }
    }
}

/// Elements with their indices in logical order; made by [`Array::iter`].
pub type Iter<'a, T, L, const R: usize> = Zip<Shared<'a, T, L>, R>;

/// Elements with their indices in physical order; made by [`Array::iter_physical`].
#[derive(Debug)]
pub struct IterPhysical<'a, T, L> {
    layout: L,
    elements: Enumerate<slice::Iter<'a, T>>,
}

impl<T, L: Clone> Clone for IterPhysical<'_, T, L> {
    fn clone(&self) -> Self {
        Self { layout: self.layout.clone(), elements: self.elements.clone() }
    }
}

/// Elements to be changed, with their indices in physical order; made by [`Array::iter_physical_mut`].
#[derive(Debug)]
pub struct IterPhysicalMut<'a, T, L> {
    layout: L,
    elements: Enumerate<slice::IterMut<'a, T>>,
}

/// The same walk over shared and over mutable elements.
macro_rules! walks_memory {
    ($($name:ident => $item:ty;)*) => {$(
        impl<'a, T, L: Layout> Iterator for $name<'a, T, L> {
            type Item = (L::Index, $item);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                loop {
                    let (position, element) = self.elements.next()?;
                    if let Some(index) = self.layout.inv(position).into() {
                        return Some((index, element));
                    }
                }
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (0, self.elements.size_hint().1)
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut f: F) -> A {
                let Self { layout, elements } = self;
                elements.fold(start, |sum, (position, element)| match layout.inv(position).into() {
                    Some(index) => f(sum, (index, element)),
                    None => sum,
                })
            }
        }

        impl<T, L: Layout> FusedIterator for $name<'_, T, L> {}
    )*};
}
walks_memory! {
    IterPhysical => &'a T;
    IterPhysicalMut => &'a mut T;
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::Coord;
    use crate::samples::of_every_kind;
    use std::vec;
    use std::vec::Vec;

    /// Both walks, in both of their forms, against the sorted list of what the layout says.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let mut logical: Vec<_> =
            Indices::new(layout.dims()).filter_map(|index| Some((index, layout.try_apply(index)?))).collect();
        let mut array = Array::from_physical(layout, (0..layout.span()).collect::<Vec<_>>()).unwrap();
        for skip in 0..=logical.len() {
            let mut walk = array.iter();
            assert!(walk.by_ref().take(skip).map(|(i, &p)| (i, p)).eq(logical[..skip].iter().copied()));
            assert!(walk.size_hint().1.unwrap() >= logical.len() - skip);
            let rest = walk.clone().fold(vec![], |mut seen, (i, &p)| {
                seen.push((i, p));
                seen
            });
            assert_eq!(rest, logical[skip..]);
        }
        let mut called = vec![];
        array.for_each_mut(|index, element| {
            called.push((index, *element));
            *element += 100;
        });
        assert_eq!(called, logical);

        logical.sort_by_key(|&(_, position)| position);
        assert!(array.iter_physical().map(|(i, &p)| (i, p - 100)).eq(logical.iter().copied()));
        let mut walk = array.iter_physical();
        while let Some((index, &element)) = walk.next() {
            assert_eq!(layout.try_apply(index), Some(element - 100));
            assert!(walk.size_hint().1.unwrap() >= walk.clone().count());
        }
        for (index, element) in array.iter_physical_mut() {
            assert_eq!(layout.try_apply(index), Some(*element - 100));
            *element -= 100;
        }
        assert_eq!(array.as_physical(), (0..layout.span()).collect::<Vec<_>>());

        array.fill(usize::MAX);
        for (position, &element) in array.as_physical().iter().enumerate() {
            let hole = logical.iter().all(|&(_, p)| p != position);
            assert_eq!(element, if hole { position } else { usize::MAX });
        }
    }

    #[test]
    fn walks_meet_every_element_once_in_their_order() {
        of_every_kind!(check);
    }
}
