//! Layouts chosen at run time, any of the language's.

// Declares what is vouched for by `unsafe`; there is no such block that computes.
#![allow(unsafe_code)]

use super::description::Description;
use super::map::Map;
use super::text::LayoutText;
use crate::error::LayoutError;
use crate::mapping::{Coord, InSpan, Layout, Mapping};
use core::fmt;

/// A layout of rank `R` that a program gets to know while it runs, from a configuration, say, or a command line.
///
/// `lego_lang` makes it of a text; the type itself needs no parser. It is a layout like the types of `layout!`: arrays and
/// views take it. Both directions give options, as a type with `ExpandBy` and `PadBy` does; a layout without them is a
/// [`DynBijection`](super::DynBijection) by `try_from`.
///
/// The form of the map is chosen when it is made, by what is fastest: strides, a table for each axis, a table of all
/// positions, or the operations of its formula one by one ([`form`](DynLayout::form)). Tables take 16 MiB at most for each
/// direction; a copy shares them.
///
/// Laws: those of [`Layout`]; and the map is the one that `layout!` makes of the same text.
#[derive(Clone)]
pub struct DynLayout<const R: usize> {
    pub(super) map: Map<[usize; R]>,
}

impl<const R: usize> DynLayout<R> {
    /// The layout of a description.
    ///
    /// # Errors
    /// [`LayoutError::WrongRank`] where the description has another rank than `R` or is not of one,
    /// [`LayoutError::RankTooLarge`] where that is above [`Coord::MAX_RANK`]; a span or extents that do not fit an
    /// index; [`LayoutError::TooLarge`] for a formula of more than 65,534 operations; [`LayoutError::Misplaced`] where indices
    /// share positions.
    pub fn new(description: Description) -> Result<Self, LayoutError> {
        if description.shares {
            let help = "two indices share a position: take a DynMapping";
            return Err(LayoutError::Misplaced { what: "Symmetric".into(), help: help.into() });
        }
        Ok(Self { map: Map::new(description)? })
    }

    /// What the layout is written down as.
    #[must_use]
    pub fn text(&self) -> &LayoutText {
        &self.map.facts.text
    }

    /// The form in which the map from an index to its position is computed, and that from a position to its index:
    /// `strides`, `axis tables`, `guarded axis tables`, `diagonal tables`, `table` or `steps` for the one, `table`,
    /// `tables of parts`, `diagonals` or `steps` for the other.
    #[must_use]
    pub fn form(&self) -> [&'static str; 2] {
        [self.map.forward.name(), self.map.inverse.name()]
    }
}

impl<const R: usize> fmt::Debug for DynLayout<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynLayout({})", self.text())
    }
}

/// The same text with the same values.
impl<const R: usize> PartialEq for DynLayout<R> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl<const R: usize> Eq for DynLayout<R> {}

impl<const R: usize> Mapping for DynLayout<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = Option<usize>;

    // SAFETY: dims and span are fields, and nothing here has interior mutability. Each form of `Forward` is made only where all
    // positions of indices inside the dims were found to be below the span, or computes a smaller number in any case.
    const IN_SPAN: Option<InSpan<Self>> = Some(unsafe { InSpan::proved() });

    #[inline(always)]
    fn dims(&self) -> [usize; R] {
        self.map.dims
    }

    #[inline(always)]
    fn span(&self) -> usize {
        self.map.span
    }

    // A call in a loop costs more than the map.
    #[inline(always)]
    fn apply(&self, index: [usize; R]) -> Option<usize> {
        debug_assert!(self.contains(&index), "the index {index:?} lies outside of {:?}", self.map.dims);
        self.map.forward.option(index)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.map.facts.strides[axis].filter(|_| self.map.facts.is_total)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.map.facts.run(axis, &self.map.dims)
    }

    #[inline]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        self.map.facts.anti_diagonal
    }

    #[inline]
    fn is_unique(&self) -> bool {
        !self.map.facts.is_vouched_for
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        self.is_unique() && self.map.facts.is_exhaustive
    }
}

impl<const R: usize> Layout for DynLayout<R>
where
    [usize; R]: Coord,
{
    type Preimage = Option<[usize; R]>;

    #[inline(always)]
    fn inv(&self, position: usize) -> Option<[usize; R]> {
        debug_assert!(position < self.map.span, "the position {position} lies outside of 0..{}", self.map.span);
        self.map.inverse.option(position)
    }
}
