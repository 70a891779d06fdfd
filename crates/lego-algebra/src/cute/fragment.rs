//! Layouts for a copy of what another layout shows: registers of a thread, a tile of scratch memory.

use super::Error;
use super::layout::{Layout, LayoutBuilder};
use super::number::{ok, times};
use super::profile::CAPACITY;

impl Layout {
    /// The compact layout of the same shape with the modes in the order of their strides; broadcasts stay: CuTe's
    /// `make_layout_like`.
    ///
    /// # Errors
    /// None of a layout that there is: the strides are no larger than its size.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(4,2,8):(64,0,1)").unwrap().make_layout_like().unwrap().to_string(), "(4,2,8):(8,0,1)");
    /// ```
    pub const fn make_layout_like(&self) -> Result<Self, Error> {
        Self::of(*self.profile(), *self.shape_array(), ok!(compact(self, 0, 1)))
    }

    /// The compact layout of the same shape whose first top-level mode comes first, as what an instruction takes at once, and
    /// then the others in the order of their strides; broadcasts stay: CuTe's `make_fragment_like`.
    ///
    /// # Errors
    /// None of a layout that there is.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let tensor = Layout::parse("((2,2),4,3):((64,8),1,512)").unwrap();
    /// assert_eq!(tensor.make_fragment_like().unwrap().to_string(), "((2,2),4,3):((1,2),4,16)");
    /// ```
    pub const fn make_fragment_like(&self) -> Result<Self, Error> {
        if self.rank() == 1 {
            return self.make_layout_like();
        }
        let Some(first) = self.mode(0) else { return Ok(*self) };
        let (mut stride, mut product, mut leaf) = (ok!(compact(self, first.len(), 1)), 1, 0);
        while leaf < first.len() {
            if self.stride_array()[leaf] == 0 {
                stride[leaf] = 0;
            } else {
                stride[leaf] = product;
                product *= self.shape_array()[leaf];
            }
            leaf += 1;
        }
        leaf = first.len();
        while leaf < self.len() {
            stride[leaf] = ok!(times(stride[leaf], product));
            leaf += 1;
        }
        Self::of(*self.profile(), *self.shape_array(), stride)
    }

    /// The modes from `start` to before `end`, in brackets: CuTe's `take`.
    ///
    /// # Errors
    /// Of a range without modes, or beyond the rank.
    pub const fn take(&self, start: usize, end: usize) -> Result<Self, Error> {
        let (mut out, mut k) = (LayoutBuilder::new(), start);
        out.open();
        if start >= end || end > self.rank() {
            return Err(Error::Rank { wanted: self.rank(), found: end });
        }
        while k < end {
            if let Some(mode) = self.mode(k) {
                ok!(out.append(&mode));
            }
            k += 1;
        }
        ok!(out.close());
        out.finish()
    }

    /// The modes from `start` to before `end` as one, and the others: CuTe's `group`.
    ///
    /// # Errors
    /// Of a range without modes, or beyond the rank.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(2,3,5,7):(1,2,6,30)").unwrap().group(0, 2).unwrap().to_string(), "((2,3),5,7):((1,2),6,30)");
    /// ```
    pub const fn group(&self, start: usize, end: usize) -> Result<Self, Error> {
        let group = ok!(self.take(start, end));
        let (mut out, mut k) = (LayoutBuilder::new(), 0);
        out.open();
        while k < self.rank() {
            if k == start {
                ok!(out.append(&group));
            }
            if k < start || k >= end {
                if let Some(mode) = self.mode(k) {
                    ok!(out.append(&mode));
                }
            }
            k += 1;
        }
        ok!(out.close());
        out.finish()
    }
}

/// Compact strides of the leaves from one on, in the order of the strides that there are, 0 where there is 0.
const fn compact(layout: &Layout, from: usize, first: i64) -> Result<[i64; CAPACITY], Error> {
    let (mut stride, mut done, mut product, mut round) = ([0; CAPACITY], [false; CAPACITY], first, from);
    while round < layout.len() {
        let (mut next, mut leaf) = (CAPACITY, from);
        while leaf < layout.len() {
            let (one, least) =
                (layout.stride_array()[leaf], if next == CAPACITY { 0 } else { layout.stride_array()[next] });
            if !done[leaf] && (next == CAPACITY || one.abs() < least.abs()) {
                next = leaf;
            }
            leaf += 1;
        }
        done[next] = true;
        if layout.stride_array()[next] != 0 {
            stride[next] = product;
            product = ok!(times(product, layout.shape_array()[next]));
        }
        round += 1;
    }
    Ok(stride)
}
