//! Mappings chosen at run time, any of the language's: for reading.

// Declares what is vouched for by `unsafe`; there is no such block that computes.
#![allow(unsafe_code)]

use super::description::Description;
use super::layout::DynLayout;
use super::map::Map;
use super::text::LayoutText;
use crate::error::LayoutError;
use crate::mapping::{Coord, InSpan, Mapping, of_field};
use core::fmt;

/// A map of rank `R` from indices to positions that a program gets to know while it runs, for reading.
///
/// It takes every layout of the language, `Symmetric` too, whose indices share positions and which a [`DynLayout`] therefore
/// refuses. In all else it is like that one.
///
/// Laws: those of [`Mapping`]; and the map is the one that `layout!` makes of the same text.
#[derive(Clone, PartialEq, Eq)]
pub struct DynMapping<const R: usize> {
    layout: DynLayout<R>,
}

impl<const R: usize> DynMapping<R> {
    /// The map of a description.
    ///
    /// # Errors
    /// As [`DynLayout::new`], but for indices that share positions.
    pub fn new(description: Description) -> Result<Self, LayoutError> {
        Ok(Self { layout: DynLayout { map: Map::new(description)? } })
    }

    /// What the map is written down as.
    #[must_use]
    pub fn text(&self) -> &LayoutText {
        self.layout.text()
    }
}

impl<const R: usize> From<DynLayout<R>> for DynMapping<R> {
    fn from(layout: DynLayout<R>) -> Self {
        Self { layout }
    }
}

impl<const R: usize> fmt::Debug for DynMapping<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynMapping({})", self.text())
    }
}

impl<const R: usize> Mapping for DynMapping<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = Option<usize>;

    // SAFETY: as of the layout in the field, whose `dims`, `span` and `apply` these are; two indices that share a position are
    // both below the span.
    const IN_SPAN: Option<InSpan<Self>> = Some(unsafe { InSpan::proved() });

    of_field!(layout: span, stride, run, anti_diagonal_stride);

    #[inline(always)]
    fn dims(&self) -> [usize; R] {
        self.layout.dims()
    }

    #[inline(always)]
    fn apply(&self, index: [usize; R]) -> Option<usize> {
        self.layout.apply(index)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        !self.layout.map.facts.shares && self.layout.is_unique()
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        let facts = &self.layout.map.facts;
        !facts.is_vouched_for && facts.is_exhaustive
    }
}
