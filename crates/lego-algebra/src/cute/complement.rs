//! The complement: a layout of what another one leaves out.
//!
//! `4:2` takes the even numbers below 8; its complement up to 24 is `(2,3):(1,8)`: one step to the odd ones, and two more
//! rounds of 8. Together, `(4,(2,3)):(2,(1,8))` takes each number below 24 once.

use super::Error;
use super::coalesce::coalesced;
use super::layout::Layout;
use super::modes::Modes;
use super::number::{ceil_div, ok, times};

impl Layout {
    /// The layout R of strictly increasing values such that the join (L, R), with L this layout, is injective if L without
    /// its broadcasts is, and takes every number below `cotarget`.
    ///
    /// Modes are sorted by their stride; in the gap before each of them goes a mode of R, and a last one after all
    /// (CUTLASS, `complement`). L and R share the value 0 only.
    ///
    /// # Errors
    /// [`Error::Inadmissible`] where a stride is no multiple of what the modes before it span, so that no strided layout fills
    /// the gaps; an empty layout; negative strides; a cotarget below 0; beyond 64 bits.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("4:2").unwrap().complement(24).unwrap().to_string(), "(2,3):(1,8)");
    /// ```
    pub const fn complement(&self, cotarget: i64) -> Result<Self, Error> {
        complement(self, cotarget, true, false)
    }

    /// The complement as CuTe computes it where strides do not divide: gaps are rounded down. L and R still share the value 0
    /// only, and (L, R) is injective if L without its broadcasts is, but some numbers are left out.
    ///
    /// # Errors
    /// As [`complement`](Self::complement), but for a stride below what is spanned before it only.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// // Of the ISL paper's table 2; its own answer there, (2,3):(2,9), is neither.
    /// let layout = Layout::parse("(2,2):(1,5)").unwrap();
    /// assert!(layout.complement(20).is_err());
    /// assert_eq!(layout.complement_unchecked(20).unwrap().to_string(), "(2,2):(2,10)");
    /// ```
    pub const fn complement_unchecked(&self, cotarget: i64) -> Result<Self, Error> {
        complement(self, cotarget, false, false)
    }
}

/// The complement; `checked` refuses gaps that do not divide, and with `endless` the last mode stays even if its extent is 1, so
/// that the values beyond the size lie beyond the layout too.
pub(crate) const fn complement(layout: &Layout, cotarget: i64, checked: bool, endless: bool) -> Result<Layout, Error> {
    if cotarget < 0 {
        return Err(Error::Extent { leaf: 0, extent: cotarget });
    }
    if layout.is_empty() {
        return Err(Error::EmptyLayout);
    }
    let sorted = ok!(sorted(layout));
    let (mut out, mut spanned, mut k) = (Modes::new(), 1, 0);
    while k < sorted.len {
        let (shape, stride) = (sorted.shape[k], sorted.stride[k]);
        if stride < spanned || (checked && stride % spanned != 0) {
            return Err(Error::Inadmissible { stride, spanned });
        }
        // Extents of 1 go when the modes are coalesced; without them 32 modes are enough for 32.
        if stride / spanned > 1 {
            ok!(out.push(stride / spanned, spanned));
        }
        spanned = ok!(times(shape, stride));
        k += 1;
    }
    ok!(out.push(ceil_div(cotarget, spanned), spanned));
    coalesced(&out, endless).layout()
}

/// The modes that are neither broadcast nor of extent 1, by growing stride.
pub(crate) const fn sorted(layout: &Layout) -> Result<Modes, Error> {
    let (mut sorted, mut leaf) = (Modes::new(), 0);
    while leaf < layout.len() {
        let (shape, stride) = (layout.shape_array()[leaf], layout.stride_array()[leaf]);
        if shape != 1 && stride != 0 {
            if stride < 0 {
                return Err(Error::NegativeStride { mode: leaf, stride });
            }
            ok!(sorted.insert(shape, stride));
        }
        leaf += 1;
    }
    Ok(sorted)
}
