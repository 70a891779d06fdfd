//! The same function with fewer modes: `(2,(1,6)):(1,(6,2))` is `12:1`.
//!
//! Two neighbours `s0:d0` and `s1:d1` are one mode where `s0*d0 == d1`, and a mode of extent 1 is none. What is left is a
//! normal form: in a coalesced layout s0 is the first coordinate whose value is not a multiple of the value at 1, and so on
//! for the rest, so two layouts of one size are the same function of integer coordinates if and only if they coalesce to the
//! same modes.

use super::Error;
use super::int_tuple::IntTuple;
use super::layout::{Layout, LayoutBuilder};
use super::modes::Modes;
use super::number::ok;

impl Layout {
    /// The same function on `0..size()` with the fewest modes, in at most one pair of brackets.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(2,(1,6)):(1,(6,2))").unwrap().coalesce().to_string(), "12:1");
    /// ```
    #[must_use]
    pub const fn coalesce(&self) -> Self {
        match coalesced(&Modes::of(self), false).layout() {
            Ok(layout) => layout,
            // Fewer modes of the same layout fit as it does.
            Err(_) => *self,
        }
    }

    /// Each part of the layout that stands at a leaf of a profile, coalesced by itself: the profile's brackets stay. Modes
    /// beyond the profile's rank stay as they are.
    ///
    /// # Errors
    /// Of a profile of more elements than there are modes.
    ///
    /// ```
    /// use lego_algebra::cute::{IntTuple, Layout};
    /// let layout = Layout::parse("(2,(1,6)):(1,(6,2))").unwrap();
    /// assert_eq!(layout.coalesce_by(&IntTuple::parse("(1,1)").unwrap()).unwrap().to_string(), "(2,6):(1,2)");
    /// ```
    pub const fn coalesce_by(&self, profile: &IntTuple) -> Result<Self, Error> {
        if profile.profile().is_leaf() {
            return Ok(self.coalesce());
        }
        let (rank, parts) = (self.rank(), profile.rank());
        if parts > rank || self.profile().is_leaf() {
            return Err(Error::Rank { wanted: rank, found: parts });
        }
        let mut layout = LayoutBuilder::new();
        layout.open();
        let mut k = 0;
        while k < rank {
            match (self.mode(k), profile.element(k)) {
                (Some(mode), Some(part)) => ok!(layout.append(&ok!(mode.coalesce_by(&part)))),
                (Some(mode), None) => ok!(layout.append(&mode)),
                _ => {}
            }
            k += 1;
        }
        ok!(layout.close());
        layout.finish()
    }

    /// The layout without modes of stride 0 and of extent 1, coalesced: the same image, each coordinate of which some
    /// coordinate of the whole layout stands for.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(5,8):(0,1)").unwrap().filter().to_string(), "8:1");
    /// ```
    #[must_use]
    pub const fn filter(&self) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        let (modes, mut kept, mut k) = (Modes::of(self), Modes::new(), 0);
        while k < modes.len {
            if modes.stride[k] != 0 {
                kept.shape[kept.len] = modes.shape[k];
                kept.stride[kept.len] = modes.stride[k];
                kept.len += 1;
            }
            k += 1;
        }
        match coalesced(&kept, false).layout() {
            Ok(layout) => layout,
            Err(_) => *self,
        }
    }
}

/// The modes of the same function, the fewest; with `endless`, of the same function of all integers from 0 on: then the last
/// mode, which goes on without an end, stays even if its extent is 1.
pub(crate) const fn coalesced(modes: &Modes, endless: bool) -> Modes {
    let (mut out, mut k) = (Modes::new(), 0);
    while k < modes.len {
        if modes.shape[k] == 0 {
            // No coordinate: 0:0.
            return Modes { len: 1, ..Modes::new() };
        }
        k += 1;
    }
    k = 0;
    while k < modes.len {
        let (shape, stride) = (modes.shape[k], modes.stride[k]);
        if shape != 1 || (endless && k + 1 == modes.len) {
            let last = out.len;
            // In 128 bits nothing overflows.
            if last > 0 && out.shape[last - 1] as i128 * out.stride[last - 1] as i128 == stride as i128 {
                out.shape[last - 1] *= shape;
            } else {
                out.shape[last] = shape;
                out.stride[last] = stride;
                out.len += 1;
            }
        }
        k += 1;
    }
    out
}
