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
#[derive(Clone, Copy, PartialEq, Eq)]
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
        let (mut tuple, mut k) = (TilerBuilder::new(), 0);
        tuple.open();
        while k < elements.len() {
            ok!(tuple.append(&elements[k]));
            k += 1;
        }
        ok!(tuple.close());
        tuple.finish()
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

/// Tilers and brackets from left to right.
#[derive(Clone, Copy)]
pub(crate) struct TilerBuilder {
    profile: Builder,
    kept: u32,
    layouts: LayoutBuilder,
    /// How many entries are no `_`.
    count: usize,
}

impl TilerBuilder {
    pub(crate) const fn new() -> Self {
        let mut layouts = LayoutBuilder::new();
        layouts.open();
        Self { profile: Profile::start(), kept: 0, layouts, count: 0 }
    }

    pub(crate) const fn open(&mut self) {
        self.profile.open();
    }

    pub(crate) const fn close(&mut self) -> Result<(), Error> {
        self.profile.close()
    }

    /// `_`
    pub(crate) const fn keep(&mut self) -> Result<(), Error> {
        self.kept |= 1 << ok!(self.profile.leaf());
        Ok(())
    }

    pub(crate) const fn layout(&mut self, layout: &Layout) -> Result<(), Error> {
        ok!(self.profile.leaf());
        self.count += 1;
        self.layouts.append(layout)
    }

    pub(crate) const fn append(&mut self, tiler: &Tiler) -> Result<(), Error> {
        let start = self.profile.finish().len();
        ok!(self.profile.append(&tiler.profile));
        self.kept |= if start < CAPACITY { tiler.kept << start } else { 0 };
        if !tiler.keeps_all() {
            self.count += tiler.profile.len() - tiler.kept.count_ones() as usize;
            ok!(self.layouts.append_modes(&tiler.layouts));
        }
        Ok(())
    }

    pub(crate) const fn finish(mut self) -> Result<Tiler, Error> {
        let (profile, kept) = (self.profile.finish(), self.kept);
        if self.count == 0 {
            return Ok(Tiler { profile, kept, layouts: Layout::ONE });
        }
        ok!(self.layouts.close());
        Ok(Tiler { profile, kept, layouts: ok!(self.layouts.finish()) })
    }
}
