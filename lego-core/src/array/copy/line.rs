//! Some indices that follow each other on one axis.

use crate::mapping::Mapping;

/// So many indices, at least one, that follow each other on one axis. (Of rank 0 there is one index and no axis.)
#[derive(Clone, Copy, Debug)]
pub(in crate::array) struct IndexLine<const R: usize> {
    pub(in crate::array) start: [usize; R],
    pub(in crate::array) axis: usize,
    pub(in crate::array) len: usize,
}

impl<const R: usize> IndexLine<R> {
    /// The index `k` further.
    #[inline(always)]
    pub(in crate::array) fn index(&self, k: usize) -> [usize; R] {
        // No place is looked up by the axis, so that a loop over `k` becomes vector code.
        core::array::from_fn(|axis| self.start[axis] + if axis == self.axis { k } else { 0 })
    }

    /// Whether the positions of the indices from the `k`-th on follow a position, which is that of the first.
    ///
    /// Every position is computed, for nothing else is proof; without a branch, so that it becomes vector code, or nothing.
    #[inline]
    pub(in crate::array) fn follows(&self, layout: &impl Mapping<Index = [usize; R]>, first: usize, k: usize) -> bool {
        let mut wrong = 0;
        for k in k..self.len {
            let position: Option<usize> = layout.apply(self.index(k)).into();
            wrong |= position.unwrap_or(usize::MAX) ^ first.wrapping_add(k);
        }
        wrong == 0
    }

    /// The first position, if all indices are inside and their positions follow each other.
    #[inline]
    pub(in crate::array) fn in_order(&self, layout: &impl Mapping<Index = [usize; R]>) -> Option<usize> {
        if !layout.contains(&self.index(self.len - 1)) {
            return None;
        }
        let first = layout.try_apply(self.start)?;
        // Most layouts without runs are found out by the second position.
        if self.len > 1 && layout.apply(self.index(1)).into() != Some(first.wrapping_add(1)) {
            return None;
        }
        self.follows(layout, first, 2).then_some(first)
    }

    /// [`in_order`](IndexLine::in_order) for who looks whether positions are inside anyway: a stride is taken for true.
    #[inline]
    pub(super) fn told_in_order(&self, layout: &impl Mapping<Index = [usize; R]>) -> Option<usize> {
        if self.axis < R && layout.stride(self.axis) == Some(1) {
            return layout.apply(self.start).into();
        }
        self.in_order(layout)
    }
}
