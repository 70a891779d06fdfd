//! What cuts an array into parts.

#![allow(unsafe_code)]

use super::coordinates::Coordinates;
use crate::error::LayoutError;
use crate::mapping::Mapping;

/// A way to cut an array into parts, which have coordinates, and by those numbers from 0 on.
///
/// The trait is sealed.
pub trait Cut: Clone + sealed::Sealed {
    /// The coordinates of a part.
    type At: Coordinates;
    /// The map of a part: from the indices in it to positions of the whole array.
    type Part: Mapping;
    /// The layout of the whole array.
    type Whole: Mapping;

    /// The layout that is cut.
    fn whole(&self) -> &Self::Whole;

    /// The extents below which the coordinates of the parts lie.
    fn extents(&self) -> Self::At;

    /// The map of the part at some coordinates below [`extents`](Cut::extents).
    fn part(&self, at: Self::At) -> Self::Part;

    /// The number of parts.
    #[inline]
    fn count(&self) -> usize {
        self.extents().volume()
    }

    /// The part of a number below [`count`](Cut::count), with its coordinates: these are counted in row-major order.
    #[inline]
    fn numbered(&self, number: usize) -> (Self::At, Self::Part) {
        let at = self.extents().numbered(number);
        (at, self.part(at))
    }
}

/// A [`Cut`] into parts that have no index in common.
///
/// # Safety
/// If [`PROVED`](Partition::PROVED) and [`check`](Partition::check) is `Ok`, then, for the value and its clones on any
/// thread: [`extents`](Cut::extents) are the same at each call; [`Cut::part`] of coordinates below them gives a map that
/// answers the same each time it is made and asked, whose `INJECTIVE` is there and whose `check` is `Ok`; no two such maps, of
/// different coordinates, have a position in common; and all positions are below the span of [`whole`](Cut::whole), whose
/// `INJECTIVE` is there and whose `check` is `Ok`. `count` and `numbered` are those that [`Cut`] writes.
pub unsafe trait Partition: Cut {
    /// Whether the layouts that this is made of are proved [injective](Mapping::INJECTIVE).
    const PROVED: bool = <Self::Whole as Mapping>::INJECTIVE.is_some();

    /// Whether the layouts that this is made of [say](Mapping::check) that their sizes are right.
    ///
    /// # Errors
    /// What they say.
    fn check(&self) -> Result<(), LayoutError> {
        self.whole().check()
    }
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// What is made of a layout that was looked at before.
///
/// # Panics
/// If the layout has changed its dims since, against its laws.
#[inline(always)]
pub(super) fn unchanged<T>(made: Option<T>) -> T {
    // No error in words: where one is written, all that is returned beside it would go through memory.
    match made {
        Some(made) => made,
        None => changed(),
    }
}

#[cold]
#[inline(never)]
fn changed() -> ! {
    panic!("the layout changed its dims after it was cut")
}
