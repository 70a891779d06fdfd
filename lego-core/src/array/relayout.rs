//! Copying between layouts, at the speed of memory where the layouts say how they lie.

use super::array::Array;
use super::indices::Indices;
use super::storage::{Storage, StorageMut};
use super::transpose::Transposition;
use crate::error::LayoutError;
use crate::layout::Layout;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    /// The same elements at the same indices in another layout; what that layout has beyond them is `Elem::default()`.
    ///
    /// Law: `a.relayout::<M>()? == a` if neither layout has an `ExpandBy`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/array/example.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let rows = Arr2D::from_row_major(Row::<2, 3>, &[1, 2, 3, 4, 5, 6])?;
    /// let columns = rows.relayout::<Col<2, 3>>()?;
    /// assert_eq!(columns.as_physical(), [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(columns, rows);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the layouts have different dims.
    #[cfg(feature = "alloc")]
    pub fn relayout<M>(&self) -> Result<Array<Vec<S::Elem>, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]> + Default,
        S::Elem: Clone + Default,
    {
        self.relayout_to(M::default())
    }

    /// As [`relayout`](Array::relayout), to a layout that has sizes of its own.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the layouts have different dims.
    #[cfg(feature = "alloc")]
    pub fn relayout_to<M>(&self, layout: M) -> Result<Array<Vec<S::Elem>, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]>,
        S::Elem: Clone + Default,
    {
        // Before anything is allocated.
        same_shape(self.dims(), layout.dims())?;
        let mut array = Array::<Vec<S::Elem>, M, R>::empty(layout);
        array.copy_from(self);
        Ok(array)
    }

    /// Takes over the elements of another array, each at its index; holes stay what they are, and so do indices where
    /// the other array stores nothing.
    ///
    /// Nothing is allocated but, with the feature `alloc`, one block of a transposition (16 KiB).
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the arrays have different dims.
    pub fn assign<S2, M>(&mut self, source: &Array<S2, M, R>) -> Result<(), LayoutError>
    where
        S: StorageMut<Elem: Clone>,
        S2: Storage<Elem = S::Elem>,
        M: Layout<Index = [usize; R]>,
    {
        same_shape(self.dims(), source.dims())?;
        self.copy_from(source);
        Ok(())
    }

    /// [`assign`](Array::assign) from an array that is known to have the same dims.
    pub(super) fn copy_from<S2, M>(&mut self, source: &Array<S2, M, R>)
    where
        S: StorageMut<Elem: Clone>,
        S2: Storage<Elem = S::Elem>,
        M: Layout<Index = [usize; R]>,
    {
        let (from, to, dims) = (source.layout(), self.layout(), self.dims());
        let (Some(elements), Some(out)) = (source.elements(), self.elements_mut()) else { return };
        match Plan::new(&from, &to) {
            Plan::Nothing => {}
            Plan::Lines { pieces, axis } => {
                let mut line = [1; R];
                line[axis] = pieces[axis];
                boxes(dims, order(&to), line, |corner, extents| {
                    if let (Some(a), Some(b)) = (from.apply(corner).into(), to.apply(corner).into()) {
                        out[b..][..extents[axis]].clone_from_slice(&elements[a..][..extents[axis]]);
                    }
                });
            }
            Plan::Planes { pieces, source_axis, source_step, axis, step } => {
                let mut transposition = Transposition::new(source_step, step);
                let mut plane = [1; R];
                (plane[axis], plane[source_axis]) = (pieces[axis], pieces[source_axis]);
                boxes(dims, order(&to), plane, |corner, extents| {
                    if let (Some(a), Some(b)) = (from.apply(corner).into(), to.apply(corner).into()) {
                        transposition.copy([extents[axis], extents[source_axis]], elements, a, out, b);
                    }
                });
            }
            Plan::Walk => walk([0; R], dims, &mut |start, len| copy_run(from, elements, to, out, start, len)),
        }
    }
}

/// How two arrays of equal dims are best copied; `pieces` are the extents of the boxes in which both sides have strides.
enum Plan<const R: usize> {
    /// There are no elements.
    Nothing,
    /// Both keep neighbours on one axis side by side: copy line by line.
    Lines { pieces: [usize; R], axis: usize },
    /// The source keeps neighbours on `source_axis` side by side, the destination those on `axis`: transpose the planes
    /// that these two span. The steps are the strides along the other axis of the two.
    Planes { pieces: [usize; R], source_axis: usize, source_step: isize, axis: usize, step: isize },
    /// Nothing is known: go block by block, so that what either side has in a cache line is used while it is there.
    Walk,
}

impl<const R: usize> Plan<R> {
    fn new(from: &impl Layout<Index = [usize; R]>, to: &impl Layout<Index = [usize; R]>) -> Self {
        let dims = to.dims();
        if dims.contains(&0) {
            return Self::Nothing;
        }
        let runs: [_; R] = core::array::from_fn(|k| {
            let ((a, source_step), (b, step)) = (from.run(k)?, to.run(k)?);
            let len = common(a, b, dims[k]);
            (len > 1).then_some((len, source_step, step))
        });
        let pieces = runs.map(|run| run.map_or(1, |(len, ..)| len));
        let longest = |side_by_side: &dyn Fn(&(usize, isize, isize)) -> bool| {
            (0..R).filter(|&k| runs[k].as_ref().is_some_and(side_by_side)).max_by_key(|&k| pieces[k])
        };
        let (source_axis, axis) = (longest(&|run| run.1 == 1), longest(&|run| run.2 == 1));
        let (Some(source_axis), Some(axis)) = (source_axis, axis) else { return Self::Walk };
        match (runs[source_axis], runs[axis]) {
            (Some((.., step)), Some((_, source_step, _))) if source_axis != axis => {
                Self::Planes { pieces, source_axis, source_step, axis, step }
            }
            _ => Self::Lines { pieces, axis },
        }
    }
}

/// The length of the pieces of an axis that lie in one run of `a` and in one of `b`.
fn common(a: usize, b: usize, extent: usize) -> usize {
    // A run as long as the axis cuts nothing: 0 stands for it, as every number divides 0.
    let (mut a, mut b) = (if a < extent { a } else { 0 }, if b < extent { b } else { 0 });
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { extent } else { a }
}

/// The extents of the boxes that a layout keeps together: going through them one by one writes memory from front to back.
fn order<const R: usize>(to: &impl Layout<Index = [usize; R]>) -> [usize; R] {
    core::array::from_fn(|k| to.run(k).map_or(1, |(len, _)| len.max(1)))
}

/// Cuts a shape into boxes of `outer` extents, each of these into boxes of `inner` extents, and calls `f(corner, extents)`
/// for these, in row-major order. Boxes at the far ends are smaller.
#[inline]
fn boxes<const R: usize>(
    dims: [usize; R],
    outer: [usize; R],
    inner: [usize; R],
    mut f: impl FnMut([usize; R], [usize; R]),
) {
    let cut = |dims: [usize; R], ends: [usize; R]| {
        let counts: [usize; R] = core::array::from_fn(|k| dims[k].div_ceil(ends[k]));
        Indices::new(counts).map(move |place| {
            let corner: [usize; R] = core::array::from_fn(|k| place[k] * ends[k]);
            let extents: [usize; R] = core::array::from_fn(|k| ends[k].min(dims[k] - corner[k]));
            (corner, extents)
        })
    };
    cut(dims, outer).for_each(|(corner, extents)| {
        cut(extents, inner).for_each(|(offset, extents)| f(core::array::from_fn(|k| corner[k] + offset[k]), extents));
    });
}

pub(super) fn same_shape<const R: usize>(expected: [usize; R], found: [usize; R]) -> Result<(), LayoutError> {
    match (0..R).find(|&axis| expected[axis] != found[axis]) {
        Some(axis) => Err(LayoutError::ShapeMismatch { axis, expected: expected[axis], found: found[axis] }),
        None => Ok(()),
    }
}

/// The longest run that [`walk`] hands out, and the most runs in one of its blocks.
const BLOCK: usize = 64;

/// Calls `run(start, len)` for runs along the last axis that together cover the box from `low` to `high`, block by block.
///
/// The box is halved along its longest axis until it is a block, cutting at powers of two: so the blocks coincide with
/// tiles whose sizes are powers of two, and both sides stay in cache whatever their order is (a cache-oblivious walk).
fn walk<const R: usize>(low: [usize; R], high: [usize; R], run: &mut impl FnMut([usize; R], usize)) {
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
            Indices::new(starts)
                .for_each(|offset| run(core::array::from_fn(|k| low[k] + offset[k]), extents[last]));
        }
    }
}

/// Copies `len` elements that follow each other on the last axis: at once where both sides keep them side by side.
#[inline]
fn copy_run<T: Clone, const R: usize>(
    from: impl Layout<Index = [usize; R]>,
    elements: &[T],
    to: impl Layout<Index = [usize; R]>,
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
fn run_from<const R: usize>(layout: impl Layout<Index = [usize; R]>, start: [usize; R], len: usize) -> Option<usize> {
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
