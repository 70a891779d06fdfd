//! A copy between layouts of which nothing is known: block by block, and by runs where they turn out to be there.

use crate::mapping::{Indices, Mapping};

/// The longest run that [`walk`] hands out, and the most runs in one of its blocks.
const BLOCK: usize = 64;

/// Calls `run(start, len)` for runs along the last axis that together cover the box from `low` to `high`, block by block.
///
/// The box is halved along its longest axis until it is a block, cutting at powers of two: so the blocks coincide with
/// tiles whose sizes are powers of two, and both sides stay in cache whatever their order is (a cache-oblivious walk).
pub(super) fn walk<const R: usize>(low: [usize; R], high: [usize; R], run: &mut impl FnMut([usize; R], usize)) {
    let extents: [usize; R] = core::array::from_fn(|k| high[k] - low[k]);
    let Some(last) = R.checked_sub(1) else { return run(low, 1) };
    let runs = extents[..last].iter().fold(1, |n: usize, &e| n.saturating_mul(e));
    let excess = |k: usize| if k == last { extents[last] > BLOCK } else { runs > BLOCK };
    match (0..R).filter(|&k| excess(k)).max_by_key(|&k| extents[k]) {
        Some(axis) => {
            let middle = extents[axis].div_ceil(2).next_power_of_two().min(extents[axis] - 1);
            let (mut left, mut right) = (high, low);
            (left[axis], right[axis]) = (low[axis] + middle, low[axis] + middle);
            walk(low, left, run);
            walk(right, high, run);
        }
        None => {
            let mut starts = extents;
            starts[last] = 1;
            Indices::new(starts).for_each(|offset| run(core::array::from_fn(|k| low[k] + offset[k]), extents[last]));
        }
    }
}

/// Copies `len` elements that follow each other on the last axis: at once where both sides keep them side by side.
#[inline]
pub(super) fn copy_run<T: Clone, const R: usize>(
    from: &impl Mapping<Index = [usize; R]>,
    elements: &[T],
    to: &impl Mapping<Index = [usize; R]>,
    out: &mut [T],
    start: [usize; R],
    len: usize,
) {
    if let (Some(a), Some(b)) = (run_from(from, start, len), run_from(to, start, len)) {
        out[b..][..len].clone_from_slice(&elements[a..][..len]);
        return;
    }
    for k in 0..len {
        let index = along(start, k);
        if let (Some(a), Some(b)) = (from.apply(index).into(), to.apply(index).into()) {
            out[b] = elements[a].clone();
        }
    }
}

/// The index `k` further on the last axis.
#[inline(always)]
fn along<const R: usize>(mut start: [usize; R], k: usize) -> [usize; R] {
    if let Some(last) = start.last_mut() {
        *last += k;
    }
    start
}

/// The first position, if the positions of `len` indices in a row follow each other.
///
/// Every position is computed, for nothing else is proof; without a branch, so that it becomes vector code.
#[inline]
fn run_from<const R: usize>(layout: &impl Mapping<Index = [usize; R]>, start: [usize; R], len: usize) -> Option<usize> {
    let first: usize = layout.apply(start).into()?;
    if R > 0 && layout.stride(R - 1) == Some(1) {
        return Some(first);
    }
    // Most layouts without runs are found out by the second position.
    if len > 1 && layout.apply(along(start, 1)).into() != Some(first.wrapping_add(1)) {
        return None;
    }
    let mut wrong = 0;
    for k in 2..len {
        let position: Option<usize> = layout.apply(along(start, k)).into();
        wrong |= position.unwrap_or(usize::MAX) ^ first.wrapping_add(k);
    }
    (wrong == 0).then_some(first)
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::Coord;
    use crate::samples::flat;
    use alloc::vec;

    #[test]
    fn blocks_cover_every_index_once() {
        fn cover<const R: usize>(dims: [usize; R])
        where
            [usize; R]: Coord,
        {
            let mut seen = vec![0; dims.iter().product()];
            walk([0; R], dims, &mut |start, len| {
                assert!(len <= BLOCK);
                for k in 0..len {
                    seen[flat(along(start, k), dims)] += 1;
                }
            });
            assert!(seen.iter().all(|&count| count == 1), "{dims:?}");
        }
        cover([]);
        cover([1]);
        cover([200]);
        cover([65, 129]);
        cover([130, 3]);
        cover([5, 70, 9]);
        cover([2, 3, 4, 5, 6]);
    }
}
