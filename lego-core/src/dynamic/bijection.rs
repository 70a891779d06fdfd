//! Layouts chosen at run time in which every index has a position and every position an index.

// Declares what is vouched for by `unsafe`; there is no such block that computes.
#![allow(unsafe_code)]

use super::description::Description;
use super::layout::DynLayout;
use super::table::ENTRIES;
use super::text::LayoutText;
use crate::error::{LayoutError, Message};
use crate::mapping::{Coord, InSpan, Indices, Layout, Mapping, of_field};
use crate::text::Text;
use core::fmt;

/// A [`DynLayout`] that is a bijection: positions are `usize`, indices arrays, and neither is an option.
///
/// Made by `DynBijection::try_from(layout)`, which looks at every index of up to 2^22. A larger one is what its chain says, a
/// bijection by construction, and one that rests on somebody's word (`unchecked`) is refused there.
///
/// Laws: those of a [`Layout`] that is a bijection.
#[derive(Clone)]
pub struct DynBijection<const R: usize> {
    /// Every index has a position, every position an index.
    layout: DynLayout<R>,
    is_checked: bool,
}

impl<const R: usize> DynBijection<R>
where
    [usize; R]: Coord,
{
    /// The layout of a description: [`DynLayout::new`], and then `try_from`.
    ///
    /// # Errors
    /// Those of both.
    pub fn new(description: Description) -> Result<Self, LayoutError> {
        Self::try_from(DynLayout::new(description)?)
    }
}

impl<const R: usize> DynBijection<R> {
    /// What the layout is written down as.
    #[must_use]
    pub fn text(&self) -> &LayoutText {
        self.layout.text()
    }

    /// The form in which each direction is computed; see [`DynLayout::form`].
    #[must_use]
    pub fn form(&self) -> [&'static str; 2] {
        self.layout.form()
    }

    /// Whether it was found out here that no two indices share a position and all are below the span; else that is the word
    /// of whoever made the description, as it is of any safe implementation of [`Layout`].
    ///
    /// Law: if `true`, it holds for this value and its copies for good, whatever the description said: a proof that unsafe
    /// code may rely on. It is `true` up to 2^22 indices, all of which were looked at, and for strides of any extents.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }
}

/// What keeps a layout from being a bijection is an error: an index without a position, a position without an index, two
/// indices with one position, an inverse that disagrees.
impl<const R: usize> TryFrom<DynLayout<R>> for DynBijection<R>
where
    [usize; R]: Coord,
{
    type Error = LayoutError;

    fn try_from(layout: DynLayout<R>) -> Result<Self, LayoutError> {
        let (count, span) = (layout.count(), layout.span());
        if count != span {
            let (left, right) = ("the index space".into(), "the memory".into());
            return Err(LayoutError::SizeMismatch { left, left_size: count as u128, right, right_size: span as u128 });
        }
        let is_small = count as u64 <= ENTRIES;
        if is_small {
            check(&layout)?;
        } else {
            let facts = &layout.map.facts;
            let refused = |what: &str, help: &str| Err(LayoutError::Misplaced { what: what.into(), help: help.into() });
            if !facts.is_total || !facts.is_exhaustive {
                let (stage, thing) = if facts.is_total { ("PadBy", "position") } else { ("ExpandBy", "index") };
                let help =
                    Message::new().text("it leaves some ").text(thing).text(" without a partner; keep the DynLayout");
                return refused(stage, help.as_str());
            }
            if facts.is_vouched_for {
                return refused("unchecked", "no bijection of more than 4194304 indices is taken at its word");
            }
        }
        let is_checked = is_small || layout.map.forward.is_injective(&layout.map.dims, span);
        Ok(Self { layout, is_checked })
    }
}

impl<const R: usize> From<DynBijection<R>> for DynLayout<R> {
    fn from(bijection: DynBijection<R>) -> Self {
        bijection.layout
    }
}

/// Looks at every index: it has a position, and the inverse leads back from there. As many indices as positions, all with
/// an index of their own, are all positions.
fn check<const R: usize>(layout: &DynLayout<R>) -> Result<(), LayoutError>
where
    [usize; R]: Coord,
{
    let words = |message: Message| Text::new(message.as_str());
    let span = layout.span();
    for index in Indices::new(layout.dims()) {
        let here = || words(Message::new().list(&index));
        match layout.apply(index) {
            Some(position) if position < span => {
                let back = layout.inv(position);
                if back != Some(index) {
                    let back = back.map_or(Text::new("no index"), |back| words(Message::new().list(&back)));
                    let position = position as u128;
                    return Err(LayoutError::InverseDisagrees { index: here(), position, back });
                }
            }
            found => {
                let to = found.map_or(Text::new("no position"), |position| {
                    words(Message::new().text("position ").number(position as u128))
                });
                let bound = words(Message::new().text("0..").number(span as u128));
                return Err(LayoutError::OutOfRange { at: here(), to, bound });
            }
        }
    }
    Ok(())
}

impl<const R: usize> fmt::Debug for DynBijection<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynBijection({})", self.text())
    }
}

/// The same text with the same values.
impl<const R: usize> PartialEq for DynBijection<R> {
    fn eq(&self, other: &Self) -> bool {
        self.layout == other.layout
    }
}

impl<const R: usize> Eq for DynBijection<R> {}

impl<const R: usize> Mapping for DynBijection<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = usize;

    // SAFETY: as of the layout that it is: a table with indices that have no position, whose entries mean none, is not total,
    // and `try_from` refuses it.
    const IN_SPAN: Option<InSpan<Self>> = Some(unsafe { InSpan::proved() });

    of_field!(layout: run, anti_diagonal_stride);

    #[inline(always)]
    fn dims(&self) -> [usize; R] {
        self.layout.map.dims
    }

    #[inline]
    fn count(&self) -> usize {
        self.layout.map.span
    }

    #[inline(always)]
    fn span(&self) -> usize {
        self.layout.map.span
    }

    // A call in a loop costs more than the map.
    #[inline(always)]
    fn apply(&self, index: [usize; R]) -> usize {
        debug_assert!(self.contains(&index), "the index {index:?} lies outside of {:?}", self.layout.map.dims);
        self.layout.map.forward.position(index)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.layout.map.facts.strides[axis]
    }

    #[inline]
    fn is_unique(&self) -> bool {
        true
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        true
    }
}

impl<const R: usize> Layout for DynBijection<R>
where
    [usize; R]: Coord,
{
    type Preimage = [usize; R];

    #[inline(always)]
    fn inv(&self, position: usize) -> [usize; R] {
        debug_assert!(
            position < self.layout.map.span,
            "the position {position} lies outside of 0..{}",
            self.layout.map.span
        );
        self.layout.map.inverse.index(position)
    }
}
