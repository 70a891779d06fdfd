//! A tiler: what is taken from each mode of a layout.
//!
//! A tiler is a layout, for all modes together, or a tuple of tilers, one for each mode from the left. `_` leaves a mode as
//! it is, and a number n stands for `n:1`, the first n coordinates. CuTe writes `<3:4, 8:2>` for a tuple of layouts.

use super::Error;
use super::int_tuple::IntTuple;
use super::layout::{Layout, LayoutBuilder};
use super::number::ok;
use super::profile::{Builder, CAPACITY, Profile};

/// A layout, `_`, or a tuple of tilers, of at most 32 of them and 32 leaves together.
///
/// ```
/// use lego_algebra::cute::{Layout, Tiler};
/// let tiler = Tiler::parse("<3:4, _, (2,2):(1,8)>").unwrap();
/// assert_eq!((tiler.rank(), tiler.to_string()), (3, "<3:4,_,(2,2):(1,8)>".to_string()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiler {
    /// The brackets around the entries.
    profile: Profile,
    /// The entries that are `_`, the first as bit 0.
    kept: u32,
    /// The other entries, as the modes of one layout; 1:0 where there is none.
    layouts: Layout,
}

/// What a tiler is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is no memory to put the layout into")]
pub enum TilerShape {
    /// `_`: everything stays.
    Keep,
    /// One layout for all.
    Layout(Layout),
    /// So many tilers, the first for the first mode.
    Modes(usize),
}

impl Tiler {
    /// `_`, which leaves all as it is.
    pub const KEEP: Self = Self { profile: Profile::LEAF, kept: 1, layouts: Layout::ONE };

    /// One layout for all modes together.
    ///
    /// # Errors
    /// Of brackets more than 254 deep.
    pub const fn layout(layout: &Layout) -> Result<Self, Error> {
        Ok(Self { profile: Profile::LEAF, kept: 0, layouts: ok!(Layout::join(&[*layout])) })
    }

    /// A number for each mode, the first coordinates of it: the tiler `(2,4)`.
    ///
    /// # Errors
    /// Of a number below 1, and beyond 64 bits.
    pub const fn shape_of(shape: &IntTuple) -> Result<Self, Error> {
        let (mut layouts, mut leaf) = (LayoutBuilder::new(), 0);
        layouts.open();
        while leaf < shape.profile().len() {
            let extent = shape.array()[leaf];
            ok!(layouts.append(&ok!(Layout::mode_of(extent, if extent == 1 { 0 } else { 1 }))));
            leaf += 1;
        }
        ok!(layouts.close());
        Ok(Self { profile: *shape.profile(), kept: 0, layouts: ok!(layouts.finish()) })
    }

    /// A tuple of tilers, one for each mode from the left.
    ///
    /// # Errors
    /// Of none, and of more than 32 entries or leaves.
    pub const fn tuple(elements: &[Self]) -> Result<Self, Error> {
        let mut profile: Builder = Profile::start();
        let (mut layouts, mut kept, mut entries, mut any, mut k) = (LayoutBuilder::new(), 0u32, 0, false, 0);
        profile.open();
        layouts.open();
        while k < elements.len() {
            let element = &elements[k];
            ok!(profile.append(&element.profile));
            kept |= if entries < CAPACITY { element.kept << entries } else { 0 };
            entries += element.profile.len();
            if !element.keeps_all() {
                ok!(layouts.append_modes(&element.layouts));
                any = true;
            }
            k += 1;
        }
        ok!(profile.close());
        if !any {
            return Ok(Self { profile: profile.finish(), kept, layouts: Layout::ONE });
        }
        ok!(layouts.close());
        Ok(Self { profile: profile.finish(), kept, layouts: ok!(layouts.finish()) })
    }

    /// Whether every entry is `_`.
    const fn keeps_all(&self) -> bool {
        self.kept.count_ones() as usize == self.profile.len()
    }

    /// How many tilers the tuple has; 1 for a layout.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// Whether this is `_`, a layout, or a tuple.
    #[must_use]
    pub const fn shape(&self) -> TilerShape {
        if !self.profile.is_leaf() {
            return TilerShape::Modes(self.profile.rank());
        }
        match self.layouts.mode(0) {
            Some(layout) if self.kept == 0 => TilerShape::Layout(layout),
            _ => TilerShape::Keep,
        }
    }

    /// The tiler for the `index`th mode.
    #[must_use]
    pub const fn element(&self, index: usize) -> Option<Self> {
        let Some((profile, start, end)) = self.profile.child(index) else { return None };
        let entries =
            if end - start == CAPACITY { self.kept } else { (self.kept >> start) & ((1 << (end - start)) - 1) };
        // Where its layouts are: as many as entries before it that are no `_`.
        let before = start - (self.kept & ((1 << start) - 1)).count_ones() as usize;
        let own = profile.len() - entries.count_ones() as usize;
        if own == 0 {
            return Some(Self { profile, kept: entries, layouts: Layout::ONE });
        }
        let (mut layouts, mut k) = (LayoutBuilder::new(), 0);
        layouts.open();
        while k < own {
            if let Some(mode) = self.layouts.mode(before + k) {
                if layouts.append(&mode).is_err() {
                    return None;
                }
            }
            k += 1;
        }
        if layouts.close().is_err() {
            return None;
        }
        match layouts.finish() {
            Ok(layouts) => Some(Self { profile, kept: entries, layouts }),
            Err(_) => None,
        }
    }
}
