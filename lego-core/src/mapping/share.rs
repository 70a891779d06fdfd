//! Shares: the elements of a layout that a bijection gives to one worker.

use super::indices::volume;
use super::injective::Injective;
use super::mapping::Mapping;
use super::slice::outside;
use crate::check::equal;
use crate::error::LayoutError;

/// What a worker has of a layout `L`, as a bijection `D` from (worker, item) to the elements says.
///
/// The elements are counted in row-major order of their logical indices, whatever the layout.
///
/// Law: `share.apply([item]) == layout.apply(index)`, where `index` is the one of row-major number
/// `bijection.apply([worker, item])`.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::Mapping;
/// use lego_core::mapping::Share;
/// // Three workers in turn: item t of worker w is element 3·t + w, so item 2 of worker 1 is element 7, at [1, 3].
/// let share = Share::new(Col::<3, 4>, Col::<3, 4>, 1)?;
/// assert_eq!((share.dims(), share.apply([2])), ([4], Some(10)));
/// assert!(Share::new(Col::<3, 4>, Col::<3, 4>, 3).is_err());
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share<L, D> {
    layout: L,
    bijection: D,
    worker: usize,
}

impl<L: Mapping, D: Mapping<Index = [usize; 2]>> Share<L, D> {
    /// The share of one worker.
    ///
    /// # Errors
    /// [`LayoutError::SizeMismatch`] if the bijection is not onto as many elements as the layout has;
    /// [`LayoutError::TooLarge`] if there is no such worker.
    #[inline]
    pub fn new(layout: L, bijection: D, worker: usize) -> Result<Self, LayoutError> {
        Self::fits(&layout, &bijection)?;
        let [workers, _] = bijection.dims();
        Self::get(layout, bijection, worker).ok_or_else(|| outside(0, worker, workers))
    }

    /// [`new`](Share::new) without an error.
    #[inline]
    pub(crate) fn get(layout: L, bijection: D, worker: usize) -> Option<Self> {
        let is_there = volume(layout.dims().as_ref()) == bijection.span() && worker < bijection.dims()[0];
        is_there.then_some(Self { layout, bijection, worker })
    }

    /// Whether a bijection is onto as many elements as a layout has.
    ///
    /// # Errors
    /// [`LayoutError::SizeMismatch`] if not.
    pub(crate) fn fits(layout: &L, bijection: &D) -> Result<(), LayoutError> {
        let elements = volume(layout.dims().as_ref());
        equal("the array", elements as u128, "what is dealt to the workers", bijection.span() as u128)
    }
}

#[allow(unsafe_code)]
impl<L: Mapping, D: Mapping<Index = [usize; 2]>> Mapping for Share<L, D> {
    type Index = [usize; 1];
    type Position = Option<usize>;

    // SAFETY: different items are different indices of the bijection, inside its dims, since `get` has looked at the worker;
    // so their numbers differ and are below the span, which `get` has found to be the number of indices of the layout. (If
    // that were more than `usize::MAX`, so would be below it all the more.) Numbers below it that differ are, digit by digit,
    // indices inside the dims that differ, and the layout's positions of those differ and are below its span. All answers are
    // those of the two mappings, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = match D::INJECTIVE {
        // SAFETY: as above.
        Some(_) => unsafe { Injective::following(L::INJECTIVE) },
        None => None,
    };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()?;
        self.bijection.check()
    }

    #[inline]
    fn dims(&self) -> [usize; 1] {
        [self.bijection.dims()[1]]
    }

    #[inline]
    fn span(&self) -> usize {
        self.layout.span()
    }

    #[inline]
    fn apply(&self, [item]: [usize; 1]) -> Option<usize> {
        let mut number: usize = self.bijection.apply([self.worker, item]).into()?;
        // What was the extents becomes the index.
        let mut index = self.layout.dims();
        let digits = index.as_mut();
        for axis in (1..digits.len()).rev() {
            (digits[axis], number) = (number % digits[axis], number / digits[axis]);
        }
        if let Some(first) = digits.first_mut() {
            *first = number;
        }
        self.layout.apply(index).into()
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.layout.is_unique() && self.bijection.is_unique()
    }
}
