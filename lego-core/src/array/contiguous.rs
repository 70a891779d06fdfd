//! Arrays as plain slices, where their elements lie in row-major order without gaps.

use super::array::Array;
use super::copy::{IndexLine, far};
use super::storage::{Storage, StorageMut};
use crate::mapping::{Affine, Indices, Layout, Mapping};
use core::ops::Range;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// The elements as a plain slice in row-major order, if they lie so: for a tile that is stored in one piece, a row
    /// of a row-major array, or a whole one.
    ///
    /// Answered at once where the layout knows its strides, else decided by looking at every index.
    ///
    /// Law: if `Some(s)`, then `a.iter().map(|(_, x)| x).eq(s)`.
    pub fn as_slice(&self) -> Option<&[S::Elem]> {
        let (start, len) = in_one_piece(self.layout())?;
        self.as_physical().get(start..)?.get(..len)
    }

    /// As [`as_slice`](Array::as_slice), with elements that can be changed.
    pub fn as_slice_mut(&mut self) -> Option<&mut [S::Elem]>
    where
        S: StorageMut,
        L: Layout,
    {
        let (start, len) = in_one_piece(self.layout())?;
        self.as_physical_mut().get_mut(start..)?.get_mut(..len)
    }
}

/// Where the elements start and how many they are, if they lie in row-major order without gaps: as far as the layout's strides
/// say, or its positions where it has none.
pub(super) fn in_one_piece<L: Mapping<Index = [usize; R]>, const R: usize>(layout: &L) -> Option<(usize, usize)> {
    let dims = layout.dims();
    if dims.contains(&0) {
        return Some((0, 0));
    }
    let affine = Affine::of(layout)?;
    let mut len: usize = 1;
    for axis in (0..R).rev() {
        if dims[axis] > 1 && affine.strides[axis] != len as isize {
            return None;
        }
        len = len.checked_mul(dims[axis])?;
    }
    Some((affine.base, len))
}

/// Where the elements lie, if they lie in row-major order without gaps; found by looking at every position, but where the
/// layout has a proof of its [`RUNS`](Mapping::RUNS) and its `check` is `Ok`.
#[inline]
pub(super) fn in_order<M: Mapping<Index = [usize; K]>, const K: usize>(layout: &M) -> Option<Range<usize>> {
    let dims = layout.dims();
    let Some(last) = K.checked_sub(1) else {
        let start: usize = layout.apply([0; K]).into()?;
        return Some(start..start + 1);
    };
    if dims.contains(&0) {
        return Some(0..0);
    }
    let start: usize = layout.apply([0; K]).into()?;
    if let Some(is_in_order) = told_in_order(layout, dims) {
        return is_in_order.then(|| start..start + dims.iter().product::<usize>());
    }
    // Most that are none are found out here.
    if dims[last] > 1
        && (layout.stride(last).is_some_and(|stride| stride != 1) || at(layout, last, 1) != Some(start + 1))
    {
        return None;
    }
    let mut heads = dims;
    heads[last] = 1;
    let (mut next, len) = (start, dims[last]);
    for head in Indices::new(heads) {
        if !(IndexLine { start: head, axis: last, len }).follows(layout, next, 0) {
            return None;
        }
        next = next.checked_add(len)?;
    }
    Some(start..next)
}

/// Whether the elements of a layout with a proof of its [`RUNS`](Mapping::RUNS) lie in row-major order without gaps, if each
/// axis is one run: then the runs decide.
#[inline]
fn told_in_order<M: Mapping<Index = [usize; K]>, const K: usize>(layout: &M, dims: [usize; K]) -> Option<bool> {
    M::RUNS?;
    let (mut len, mut is_in_order) = (1_usize, true);
    for axis in (0..K).rev() {
        if dims[axis] > 1 {
            let runs = layout.runs(axis).filter(|runs| runs.phase == 0 && runs.len >= dims[axis])?;
            is_in_order &= runs.step == len as isize;
        }
        len = len.checked_mul(dims[axis])?;
    }
    // Indices without a position come last in a run, and so the last index of all has none if any has none.
    Some(is_in_order && layout.apply(far([0; K], dims)).into().is_some())
}

/// The position at a place on one axis, all others 0.
#[inline(always)]
fn at<M: Mapping<Index = [usize; K]>, const K: usize>(layout: &M, axis: usize, place: usize) -> Option<usize> {
    let mut index = [0; K];
    index[axis] = place;
    layout.apply(index).into()
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::samples::{Col, Row, Table, numbered};
    use std::vec::Vec;

    #[test]
    fn whole_arrays_and_their_rows_may_be_plain_slices() {
        let all: Vec<usize> = (0..12).collect();
        assert_eq!(numbered(Row::<3, 4>).as_slice(), Some(&all[..]));
        assert_eq!(numbered(Col::<3, 4>).as_slice(), None);
        assert_eq!(numbered(Col::<1, 4>).as_slice(), Some(&all[..4]));
        assert_eq!(numbered(Row::<3, 4>).slice((1, ..)).unwrap().as_slice(), Some(&all[4..8]));
        assert_eq!(numbered(Row::<3, 4>).slice((.., 1)).unwrap().as_slice(), None);
        assert_eq!(numbered(Col::<3, 4>).slice((.., 1)).unwrap().as_slice(), Some(&all[3..6]));
        assert_eq!(numbered(Table::shuffled([0, 4])).as_slice(), Some(&[][..]));
        assert_eq!(numbered(Table::padded([3, 4], [3, 5])).as_slice(), None);
    }
}
