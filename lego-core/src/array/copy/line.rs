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

    /// The first position, if all indices are inside and their positions follow each other: found by looking at each, but
    /// where the layout has a proof of its [`RUNS`](Mapping::RUNS) and its `check` is `Ok`.
    #[inline]
    pub(in crate::array) fn in_order(&self, layout: &impl Mapping<Index = [usize; R]>) -> Option<usize> {
        if !layout.contains(&self.index(self.len - 1)) {
            return None;
        }
        let first = layout.try_apply(self.start)?;
        if self.is_in_a_run(layout) {
            return Some(first);
        }
        // Most layouts without runs are found out by the second position.
        if self.len > 1 && layout.apply(self.index(1)).into() != Some(first.wrapping_add(1)) {
            return None;
        }
        self.follows(layout, first, 2).then_some(first)
    }

    /// Whether positions of indices that are inside are proved to follow each other: all lie in one run of step 1, and have
    /// positions.
    #[inline]
    fn is_in_a_run<M: Mapping<Index = [usize; R]>>(&self, layout: &M) -> bool {
        let Some(runs) = M::RUNS.filter(|_| self.axis < R).and_then(|_| layout.runs(self.axis)) else { return false };
        let is_one = runs.phase == 0 && runs.len >= layout.dims()[self.axis];
        // Indices without a position come last in a run.
        runs.step == 1
            && (is_one || runs.rest(self.start[self.axis]) >= self.len)
            && layout.apply(self.index(self.len - 1)).into().is_some()
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
