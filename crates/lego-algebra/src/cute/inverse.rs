//! Inverses: layouts from values back to coordinates.

use super::Error;
use super::coalesce::coalesced;
use super::layout::Layout;
use super::modes::Modes;
use super::number::ok;
use super::predicate::Collision;
use super::profile::CAPACITY;

impl Layout {
    /// The longest layout R of whole modes with `L(R(i)) == i` for every i below R's size, with L this layout; `1:0` at the least.
    ///
    /// A mode is taken where its stride is the product of the extents taken so far; others are left out, as in CUTLASS (pycute
    /// stops at the first of them). Where modes of one stride lead on, the longest way is taken, the first of several (CUTLASS
    /// takes the first). Modes of negative stride are never taken.
    ///
    /// # Errors
    /// Beyond 64 bits.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// assert_eq!(layout("(4,8,2):(8,1,33)").right_inverse().unwrap(), layout("(8,4):(4,1)"));
    /// assert_eq!(layout("(2,4):(0,1)").right_inverse().unwrap(), layout("4:2"));
    /// assert_eq!(layout("(4,8):(1,1)").right_inverse().unwrap(), layout("8:4"));
    /// ```
    pub const fn right_inverse(&self) -> Result<Self, Error> {
        if self.is_empty() {
            return Ok(Self::EMPTY);
        }
        let modes = Modes::of(self);
        // By growing stride, with what a step of the mode is worth in coordinates.
        let (mut sorted, mut worth, mut product, mut leaf) = (Modes::new(), [0; CAPACITY], 1, 0);
        while leaf < modes.len {
            let (shape, stride) = (modes.shape[leaf], modes.stride[leaf]);
            if shape != 1 && stride > 0 {
                ok!(sorted.insert(shape, stride));
                let mut at = sorted.len - 1;
                while at > 0 && !(sorted.shape[at] == shape && sorted.stride[at] == stride) {
                    worth[at] = worth[at - 1];
                    at -= 1;
                }
                worth[at] = product;
            }
            if leaf + 1 < modes.len {
                product *= shape;
            }
            leaf += 1;
        }
        // The size of the longest way that begins with each mode. Products of extents are at most the size of the layout.
        let (mut longest, mut k) = ([0; CAPACITY], sorted.len);
        while k > 0 {
            k -= 1;
            let end = sorted.shape[k] as i128 * sorted.stride[k] as i128;
            longest[k] = sorted.shape[k]
                * match next(&sorted, &longest, end) {
                    Some(next) => longest[next],
                    None => 1,
                };
        }
        let (mut out, mut reached) = (Modes::new(), 1);
        while let Some(k) = next(&sorted, &longest, reached as i128) {
            ok!(out.push(sorted.shape[k], worth[k]));
            reached *= sorted.shape[k];
        }
        coalesced(&out, false).layout()
    }

    /// A layout R with `R(L(i)) == i` for every i below the size of L, this layout: the right inverse of the join of L and its
    /// complement.
    ///
    /// # Errors
    /// [`Error::NotInjective`] with two coordinates of one value; [`Error::Inadmissible`] as for
    /// [`complement`](Self::complement); negative strides; beyond 64 bits.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = Layout::parse("(4,2,2):(4,2,32)").unwrap();
    /// let inverse = layout.left_inverse().unwrap();
    /// assert_eq!(inverse.to_string(), "(2,2,4,2,2):(16,4,1,32,8)");
    /// assert!((0..16).all(|i| inverse.eval(layout.eval(i).unwrap()) == Ok(i)));
    /// ```
    pub const fn left_inverse(&self) -> Result<Self, Error> {
        if self.is_empty() {
            return Ok(Self::EMPTY);
        }
        let (mut size, mut leaf) = (1, 0);
        while leaf < self.len() {
            let (shape, stride) = (self.shape_array()[leaf], self.stride_array()[leaf]);
            if shape != 1 && stride == 0 {
                return Err(Error::NotInjective { one: 0, other: size });
            }
            size *= shape;
            leaf += 1;
        }
        match self.complement(1) {
            Ok(complement) => {
                let all = ok!(Self::join(&[*self, complement]));
                all.right_inverse()
            }
            Err(Error::Inadmissible { stride, spanned }) => match self.collision() {
                Ok(Some(Collision { one, other })) => Err(Error::NotInjective { one, other }),
                _ => Err(Error::Inadmissible { stride, spanned }),
            },
            Err(error) => Err(error),
        }
    }

    /// The inverse of a bijection onto `0..size()`: `R(L(i)) == i` and `L(R(i)) == i`.
    ///
    /// # Errors
    /// [`Error::NotInjective`] or [`Error::NotOnto`] with what shows it; negative strides.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// // The shape of the inverse is in the order of the strides: not of L's modes, as the ISL paper's algorithm 5 has it,
    /// // whose example is its own inverse.
    /// let layout = Layout::parse("(2,3,4):(12,1,3)").unwrap();
    /// assert_eq!(layout.inverse().unwrap().to_string(), "(12,2):(2,1)");
    /// ```
    pub const fn inverse(&self) -> Result<Self, Error> {
        let inverse = ok!(self.right_inverse());
        if inverse.size() == self.size() {
            return Ok(inverse);
        }
        match ok!(self.collision()) {
            Some(Collision { one, other }) => Err(Error::NotInjective { one, other }),
            None => match ok!(self.missing(self.size())) {
                Some(missing) => Err(Error::NotOnto { missing }),
                // An injective layout onto 0..size is compact, and its right inverse is whole.
                None => Ok(inverse),
            },
        }
    }

    /// The layout N of the coordinates along broadcast modes: `L(N(i)) == 0` for every i below N's size.
    ///
    /// # Errors
    /// None of a layout that there is: what N has, L has.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(4,2,8):(0,1,0)").unwrap().nullspace().unwrap().to_string(), "(4,8):(1,8)");
    /// ```
    pub const fn nullspace(&self) -> Result<Self, Error> {
        if self.is_empty() {
            return Ok(Self::EMPTY);
        }
        let (mut out, mut product, mut leaf) = (Modes::new(), 1, 0);
        while leaf < self.len() {
            let shape = self.shape_array()[leaf];
            if shape != 1 && self.stride_array()[leaf] == 0 {
                ok!(out.push(shape, product));
            }
            product *= shape;
            leaf += 1;
        }
        out.layout()
    }
}

/// The mode of a stride that the longest way begins with, the first of several.
const fn next(sorted: &Modes, longest: &[i64; CAPACITY], stride: i128) -> Option<usize> {
    let (mut next, mut k) = (None, 0);
    while k < sorted.len {
        if sorted.stride[k] as i128 == stride {
            let longer = match next {
                Some(other) => longest[k] > longest[other],
                None => true,
            };
            if longer {
                next = Some(k);
            }
        }
        k += 1;
    }
    next
}
