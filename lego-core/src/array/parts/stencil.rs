//! Stencils: each element of one array made of the elements around it in another, whatever the layouts of both.

use super::blocks::BlockCut;
use super::gathered::Gathered;
use super::part::PartMut;
use crate::array::array::Array;
use crate::array::shape::same_shape;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Indices, Mapping, Strided, Window};
use alloc::vec::Vec;

/// The usual extent of a block along the last axis.
const LONG: usize = 64;
/// The usual extent of a block along the other axes.
const SHORT: usize = 16;

/// A stencil over an array that is read; made by [`Array::stencil`].
#[derive(Clone, Debug)]
pub struct Stencil<'a, T, L, const R: usize> {
    elements: &'a [T],
    layout: L,
    width: [usize; R],
    outside: T,
    is_inner: bool,
    /// None is 0.
    blocks: [usize; R],
}

/// The elements around a line of results, line by line; what [`Stencil::write`] hands out.
///
/// A line runs along the last axis. All lines are slices of equal length, and so a loop over them is vector code.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours<'a, T, const R: usize> {
    elements: &'a [T],
    /// Where the line itself begins.
    at: usize,
    strides: [isize; R],
    width: [usize; R],
    index: [usize; R],
    len: usize,
}

impl<'a, T, const R: usize> Neighbours<'a, T, R> {
    /// The index of the line's first element in the array.
    #[inline(always)]
    pub fn index(&self) -> [usize; R] {
        self.index
    }

    /// The number of elements of each line.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty, reason = "no line is empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The elements that are so far away from those of the line itself, which is at nothing but zeros.
    ///
    /// Law: `near.line(by)[k]` is the element at `near.index() + by + [0, …, k]`; the value of the stencil for outside
    /// where there is none.
    ///
    /// # Panics
    /// If the distance along an axis is larger than the width of the stencil.
    #[inline(always)]
    #[track_caller]
    pub fn line(&self, by: [isize; R]) -> &'a [T] {
        &self.elements[self.start(by)..][..self.len]
    }

    /// The same with the elements before and behind, as many as the stencil reaches along the last axis: for a loop
    /// that reads neighbours along the line as `line[k - 1]` and `line[k + 1]`.
    ///
    /// Law: `near.wide(by)[width + k] == near.line(by)[k]`, `width` being that along the last axis.
    ///
    /// # Panics
    /// If the distance along an axis is larger than the width of the stencil, or not 0 along the last.
    #[inline(always)]
    #[track_caller]
    pub fn wide(&self, by: [isize; R]) -> &'a [T] {
        let (Some(&along), Some(&width)) = (by.last(), self.width.last()) else { return self.line(by) };
        if along != 0 {
            too_far(R - 1, along, 0);
        }
        &self.elements[self.start(by) - width..][..self.len + 2 * width]
    }

    /// Where the line begins that is so far away.
    #[inline(always)]
    #[track_caller]
    fn start(&self, by: [isize; R]) -> usize {
        let mut start = self.at;
        for (axis, ((by, width), stride)) in by.into_iter().zip(self.width).zip(self.strides).enumerate() {
            if by.unsigned_abs() > width {
                too_far(axis, by, width);
            }
            start = start.wrapping_add_signed(by.wrapping_mul(stride));
        }
        start
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_far(axis: usize, by: isize, width: usize) -> ! {
    panic!("a neighbour at a distance of {by} along axis {axis}, and the stencil reaches {width}")
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage<Elem: Clone>,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    /// A stencil that reaches so far along each axis. What lies outside of the array, or is not stored, has the given
    /// value.
    ///
    /// [`write`](Stencil::write) computes another array from it, line by line, and `par_write` on all cores, with the
    /// feature `rayon`. Of a layout whose last axis is dense the lines are the array's own. Of any other, box after box
    /// is copied out with what is around it, which costs a small part of what the stencil saves by memory that is read
    /// once.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let old: Arr2D<i32, Tiled<4, 6, 2>> = Arr2D::from_fn(Tiled, |[i, j]| (6 * i + j) as i32);
    /// let mut new = Arr2D::<i32, Row<4, 6>>::default();
    /// old.stencil([1, 1], 0).write(&mut new, |near, out| {
    ///     let [up, down] = [[-1, 0], [1, 0]].map(|by| near.line(by));
    ///     let [left, right] = [[0, -1], [0, 1]].map(|by| near.line(by));
    ///     for (k, x) in out.iter_mut().enumerate() {
    ///         *x = up[k] + down[k] + left[k] + right[k];
    ///     }
    /// })?;
    /// assert_eq!((new[[0, 0]], new[[2, 3]]), (6 + 1, 9 + 21 + 14 + 16));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    pub fn stencil(&self, width: [usize; R], outside: S::Elem) -> Stencil<'_, S::Elem, L, R> {
        let layout = self.layout().clone();
        let blocks = blocks(&layout);
        Stencil { elements: self.as_physical(), layout, width, outside, is_inner: false, blocks }
    }
}

/// Whether lines along the last axis are slices, as far as strides say.
fn strides<L: Mapping<Index = [usize; R]>, const R: usize>(layout: &L) -> Option<[isize; R]> {
    let mut strides = [0; R];
    for (axis, stride) in strides.iter_mut().enumerate() {
        *stride = layout.stride(axis)?;
    }
    (strides.last() == Some(&1)).then_some(strides)
}

/// Whether a layout's type tells that an element is stored at every index: `Option<usize>` is larger than `usize`.
const fn is_total<L: Mapping>() -> bool {
    size_of::<L::Position>() == size_of::<usize>()
}

/// Boxes that are worked on at once: whole runs of the layout, since these are its tiles.
fn blocks<L: Mapping<Index = [usize; R]>, const R: usize>(layout: &L) -> [usize; R] {
    let dims = layout.dims();
    let is_direct = strides(layout).is_some();
    core::array::from_fn(|axis| {
        let is_last = axis + 1 == R;
        // Of many axes shorter ones, of two longer ones: a box fits into the cache of a core, and its border is small.
        let wanted = match R {
            _ if is_last => LONG,
            2 => LONG,
            _ => SHORT >> R.saturating_sub(3).min(3),
        };
        let run = layout.run(axis).map_or(1, |(len, _)| len.max(1));
        let extent = match is_direct {
            // The array's own lines.
            true if is_last => dims[axis],
            _ if run > 4 * wanted => wanted,
            // A line in one run is written where it lies.
            _ if is_last && run >= LONG / 2 => run,
            _ => wanted.div_ceil(run) * run,
        };
        extent.min(dims[axis]).max(1)
    })
}

impl<'a, T, L, const R: usize> Stencil<'a, T, L, R>
where
    T: Clone,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    /// The same, which leaves the elements as they are that lack a neighbour within the width.
    #[must_use]
    pub fn inner(self) -> Self {
        Self { is_inner: true, ..self }
    }

    /// The same, worked on in boxes of these extents: on a core one after the other. Without, they are chosen by the
    /// layout.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0.
    pub fn by(self, blocks: [usize; R]) -> Result<Self, LayoutError> {
        BlockCut::new(self.layout.clone(), blocks)?;
        Ok(Self { blocks, ..self })
    }

    /// Computes the elements of another array of the same dims, line by line: `f` gets what lies around a line, and the
    /// line.
    ///
    /// Every element is in one line, each of at least one element. A line is the array's own memory where its elements
    /// lie side by side, else a copy that is taken over afterwards; where the array stores nothing, what is written is
    /// lost.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ; what [`check`](Mapping::check) says of the sizes of the
    /// layouts.
    pub fn write<S2, M>(
        &self,
        new: &mut Array<S2, M, R>,
        mut f: impl FnMut(Neighbours<'_, T, R>, &mut [S2::Elem]),
    ) -> Result<(), LayoutError>
    where
        S2: StorageMut<Elem: Clone + Default>,
        M: Mapping<Index = [usize; R]> + Clone,
    {
        same_shape(new.dims(), self.layout.dims())?;
        let mut memory = Memory::default();
        for (at, part) in new.blocks_mut(self.blocks)? {
            self.block(at, part, &mut memory, &mut f)?;
        }
        Ok(())
    }

    /// [`write`](Stencil::write) on all cores: lines are computed at the same time, in any order.
    ///
    /// # Errors
    /// As [`write`](Stencil::write).
    #[cfg(feature = "rayon")]
    pub fn par_write<S2, M>(
        &self,
        new: &mut Array<S2, M, R>,
        f: impl Fn(Neighbours<'_, T, R>, &mut [S2::Elem]) + Sync,
    ) -> Result<(), LayoutError>
    where
        T: Send + Sync,
        L: Sync,
        S2: StorageMut<Elem: Clone + Default + Send>,
        M: Mapping<Index = [usize; R]> + Clone + Send,
    {
        use ::rayon::iter::{IntoParallelIterator, ParallelIterator};
        same_shape(new.dims(), self.layout.dims())?;
        new.blocks_mut(self.blocks)?.into_par_iter().try_for_each_init(Memory::default, |memory, (at, part)| {
            self.block(at, part, memory, &mut |near, out: &mut _| f(near, out))
        })
    }

    /// The lines of a block.
    fn block<U, M>(
        &self,
        at: [usize; R],
        mut part: PartMut<'_, U, Window<M, R>, R>,
        memory: &mut Memory<T, U>,
        f: &mut impl FnMut(Neighbours<'_, T, R>, &mut [U]),
    ) -> Result<(), LayoutError>
    where
        U: Clone + Default,
        M: Mapping<Index = [usize; R]>,
    {
        let dims = self.layout.dims();
        let extents = part.dims();
        let origin: [usize; R] = core::array::from_fn(|axis| at[axis] * self.blocks[axis]);
        let whole = Region { low: origin, high: core::array::from_fn(|axis| origin[axis] + extents[axis]) };
        // What has all its neighbours.
        let inner = Region {
            low: core::array::from_fn(|axis| whole.low[axis].max(self.width[axis])),
            high: core::array::from_fn(|axis| whole.high[axis].min(dims[axis].saturating_sub(self.width[axis]))),
        };
        let Memory { around, line } = memory;
        if let Some(strides) = strides(&self.layout).filter(|_| is_total::<L>()) {
            let first = if inner.is_empty() { None } else { self.layout.apply(inner.low).into() };
            if let Some(at) = first {
                let near = Neighbours { elements: self.elements, at, strides, ..self.near() };
                inner.each_line(near, origin, &mut part, line, f);
            }
            if !self.is_inner {
                for rest in whole.without(inner) {
                    self.copied(rest, origin, &mut part, around, line, f)?;
                }
            }
            return Ok(());
        }
        let region = if self.is_inner { inner } else { whole };
        if region.is_empty() { Ok(()) } else { self.copied(region, origin, &mut part, around, line, f) }
    }

    /// Nothing of neighbours but how far they are.
    fn near(&self) -> Neighbours<'a, T, R> {
        Neighbours { elements: &[], at: 0, strides: [0; R], width: self.width, index: [0; R], len: 0 }
    }

    /// The lines of a region that has elements, from a copy of it with all that is around it.
    fn copied<U, M>(
        &self,
        region: Region<R>,
        origin: [usize; R],
        part: &mut PartMut<'_, U, Window<M, R>, R>,
        around: &mut Vec<T>,
        line: &mut Gathered<U>,
        f: &mut impl FnMut(Neighbours<'_, T, R>, &mut [U]),
    ) -> Result<(), LayoutError>
    where
        U: Clone + Default,
        M: Mapping<Index = [usize; R]>,
    {
        let (dims, width) = (self.layout.dims(), self.width);
        let too_large = || LayoutError::TooLarge {
            what: "the elements of a block with what is around it".into(),
            value: (0..R).fold(1_u128, |all, axis| {
                let inner = (region.high[axis] - region.low[axis]) as u128;
                all.saturating_mul(inner.saturating_add(2 * width[axis] as u128))
            }),
            most: isize::MAX as u128,
        };
        // The extents of the copy, and its strides row by row.
        let (mut extents, mut strides, mut count) = ([0; R], [0_isize; R], 1_usize);
        for axis in (0..R).rev() {
            let both = width[axis].checked_mul(2).ok_or_else(too_large)?;
            extents[axis] = (region.high[axis] - region.low[axis]).checked_add(both).ok_or_else(too_large)?;
            strides[axis] = isize::try_from(count).map_err(|_| too_large())?;
            count = count.checked_mul(extents[axis]).ok_or_else(too_large)?;
        }
        let inside = Region {
            low: core::array::from_fn(|axis| region.low[axis].saturating_sub(width[axis])),
            high: core::array::from_fn(|axis| region.high[axis].saturating_add(width[axis]).min(dims[axis])),
        };
        // Where the first element is that is there.
        let skipped: [usize; R] = core::array::from_fn(|axis| inside.low[axis] + width[axis] - region.low[axis]);
        let is_whole = (0..R).all(|axis| inside.high[axis] - inside.low[axis] == extents[axis]);
        if !is_whole || !is_total::<L>() {
            around.clear();
        }
        if around.len() < count && around.try_reserve(count - around.len()).is_err() {
            return Err(too_large());
        }
        around.resize(count.max(around.len()), self.outside.clone());
        let base = place(skipped, strides);
        let into = Strided::from_base(base, inside.extents(), strides)?.into_layout()?;
        let window = Window::new(self.layout.clone(), inside.low, inside.extents())?;
        let from = Array::over(window, self.elements);
        let span = into.span();
        Array::<&mut [T], _, R>::from_physical(into, &mut around[..span])?.copy_from(&from);
        let near = Neighbours { elements: &around[..count], at: place(width, strides), strides, ..self.near() };
        region.each_line(near, origin, part, line, f);
        Ok(())
    }
}

/// The place of an index by strides that are not below 0.
fn place<const R: usize>(index: [usize; R], strides: [isize; R]) -> usize {
    index.into_iter().zip(strides).map(|(i, stride)| i * stride.unsigned_abs()).sum()
}

/// What a worker uses for one box after the other.
struct Memory<T, U> {
    around: Vec<T>,
    line: Gathered<U>,
}

impl<T, U> Default for Memory<T, U> {
    fn default() -> Self {
        Self { around: Vec::new(), line: Gathered::default() }
    }
}

/// The indices from `low` on and below `high`.
#[derive(Clone, Copy, Debug)]
struct Region<const R: usize> {
    low: [usize; R],
    high: [usize; R],
}

impl<const R: usize> Region<R> {
    fn is_empty(&self) -> bool {
        (0..R).any(|axis| self.low[axis] >= self.high[axis])
    }

    fn extents(&self) -> [usize; R] {
        core::array::from_fn(|axis| self.high[axis].saturating_sub(self.low[axis]))
    }

    /// What is left of it without a part of it: a box before and one behind along each axis.
    fn without(self, part: Self) -> impl Iterator<Item = Self> {
        let sides = if part.is_empty() { 0 } else { 2 * R };
        let mut rest = self;
        let around = (0..sides).map(move |side| {
            let axis = side / 2;
            let mut cut = rest;
            if side % 2 == 0 {
                cut.high[axis] = part.low[axis];
                rest.low[axis] = part.low[axis];
            } else {
                cut.low[axis] = part.high[axis];
                rest.high[axis] = part.high[axis];
            }
            cut
        });
        around.chain((sides == 0).then_some(self)).filter(|region| !region.is_empty())
    }

    /// Calls with each line of it, which has elements: `near` is what is around its first.
    #[inline(always)]
    fn each_line<T, U, M>(
        self,
        near: Neighbours<'_, T, R>,
        origin: [usize; R],
        part: &mut PartMut<'_, U, Window<M, R>, R>,
        line: &mut Gathered<U>,
        f: &mut impl FnMut(Neighbours<'_, T, R>, &mut [U]),
    ) where
        U: Clone + Default,
        M: Mapping<Index = [usize; R]>,
        [usize; R]: Coord,
    {
        let mut heads = self.extents();
        let len = heads.last_mut().map_or(1, |last| core::mem::replace(last, 1));
        let cuts = if R > 0 && M::RUNS.is_some() { part.layout().runs(R - 1) } else { None };
        for head in Indices::new(heads) {
            let index: [usize; R] = core::array::from_fn(|axis| self.low[axis] + head[axis]);
            let at = (0..R).fold(near.at, |at, axis| {
                at.wrapping_add_signed((head[axis] as isize).wrapping_mul(near.strides[axis]))
            });
            let near = Neighbours { at, index, len, ..near };
            let start: [usize; R] = core::array::from_fn(|axis| index[axis] - origin[axis]);
            // Where it is cut, it is not one stretch, or hardly ever.
            let is_cut = cuts.is_some_and(|runs| runs.rest(start[R - 1]) < len);
            if let Some(out) = if is_cut { None } else { part.stretch_mut(start, len) } {
                f(near, out);
                continue;
            }
            part.gathered(start, len, line, |line| f(near, line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Fills;
    use crate::mapping::Layout;
    use crate::samples::{Col, Lying, Proved, Row, Strided as Steps, Table, Tiled};

    /// Every element as the sum of its neighbours, each with a weight of its own, beside the plain formula.
    fn check<A, B, const R: usize>(from: A, to: B)
    where
        A: Layout<Index = [usize; R]> + Fills<i64> + Copy + Send + Sync,
        B: Layout<Index = [usize; R]> + Fills<i64> + Copy + Send + Sync,
        [usize; R]: Coord,
    {
        let value = |index: [usize; R]| index.into_iter().fold(1_i64, |value, i| 7 * value + i as i64);
        let to = Proved::new(to);
        let old = Array::from_fn(from, value);
        let dims = from.dims();
        for reach in 0..4 {
            let width: [usize; R] = core::array::from_fn(|axis| (reach + axis) % 4);
            let around: Vec<[isize; R]> = Indices::new(width.map(|w| 2 * w + 1))
                .map(|place| core::array::from_fn(|axis| place[axis] as isize - width[axis] as isize))
                .collect();
            let weight = |by: [isize; R]| by.into_iter().fold(3, |weight, by| 5 * weight + by as i64);
            let expected = |index: [usize; R]| -> i64 {
                let one = |by: &[isize; R]| {
                    let inside =
                        (0..R).map(|axis| index[axis].checked_add_signed(by[axis])).collect::<Option<Vec<_>>>();
                    let there = inside.and_then(|index| old.get(<[usize; R]>::try_from(index).ok()?).copied());
                    weight(*by) * there.unwrap_or(-4)
                };
                around.iter().map(one).sum()
            };
            let sizes = [None, Some([1; R]), Some([2; R]), Some(core::array::from_fn(|axis| 5 - axis)), Some([100; R])];
            for (is_inner, blocks) in [false, true].into_iter().flat_map(|inner| sizes.map(|size| (inner, size))) {
                let mut new = Array::from_physical(to, std::vec![-9; to.span()]).unwrap();
                let mut stencil = old.stencil(width, -4);
                if is_inner {
                    stencil = stencil.inner();
                }
                if let Some(blocks) = blocks {
                    stencil = stencil.by(blocks).unwrap();
                }
                let mut seen = 0;
                let write = |near: Neighbours<'_, i64, R>, out: &mut [i64]| {
                    assert_eq!(out.len(), near.len());
                    seen += out.len();
                    out.fill(0);
                    for by in &around {
                        let (last, ends) = (by[R - 1], width[R - 1]);
                        let mut across = *by;
                        across[R - 1] = 0;
                        let from = ends.wrapping_add_signed(last);
                        assert_eq!(near.wide(across)[from..][..out.len()], *near.line(*by));
                        for (x, y) in out.iter_mut().zip(near.line(*by)) {
                            *x += weight(*by) * y;
                        }
                    }
                };
                stencil.write(&mut new, write).unwrap();
                let mut inside = 0;
                for index in Indices::new(dims) {
                    let is_inside =
                        (0..R).all(|axis| (width[axis]..dims[axis].saturating_sub(width[axis])).contains(&index[axis]));
                    inside += usize::from(is_inside);
                    let value = if is_inner && !is_inside { -9 } else { expected(index) };
                    if let Some(&found) = new.get(index) {
                        assert_eq!(found, value, "{index:?} of {dims:?}, width {width:?}, blocks {blocks:?}");
                    }
                }
                assert_eq!(seen, if is_inner { inside } else { dims.iter().product() });
                #[cfg(feature = "rayon")]
                {
                    let mut on_all = Array::from_physical(to, std::vec![-9; to.span()]).unwrap();
                    let write = |near: Neighbours<'_, i64, R>, out: &mut [i64]| {
                        let sum = |k: usize| around.iter().map(|by| weight(*by) * near.line(*by)[k]).sum();
                        out.iter_mut().enumerate().for_each(|(k, x)| *x = sum(k));
                    };
                    stencil.par_write(&mut on_all, write).unwrap();
                    assert!(on_all.as_physical() == new.as_physical(), "{dims:?}, width {width:?}, blocks {blocks:?}");
                }
            }
        }
    }

    #[test]
    fn every_element_is_made_of_its_neighbours() {
        check(Row::<5, 7>, Row::<5, 7>);
        check(Row::<5, 7>, Col::<5, 7>);
        check(Col::<5, 7>, Row::<5, 7>);
        check(Tiled::<4, 6, 2>, Tiled::<4, 6, 2>);
        check(Row::<4, 6>, Tiled::<4, 6, 2>);
        check(Table::padded([3, 4], [4, 5]), Table::padded([3, 4], [5, 4]));
        check(Table::expanded([3, 4], [2, 3]), Row::<3, 4>);
        check(Row::<3, 4>, Table::expanded([3, 4], [2, 3]));
        check(Row::<1, 1>, Col::<1, 1>);
        check(Row::<1, 9>, Col::<1, 9>);
    }

    #[test]
    fn of_any_rank() {
        for order in [[0, 1, 2], [2, 0, 1]] {
            let backwards = Strided::from_base(55, [3, 4, 5], [20, 5, -1].map(|stride: isize| -stride)).unwrap();
            check(Steps::new([3, 4, 5], order, [false; 3]), backwards.into_layout().unwrap());
            let rows = Strided::new([3, 4, 5], [30, 7, 1]).unwrap();
            check(Steps::new([3, 4, 5], order, [true, false, false]), rows.into_layout().unwrap());
        }
        let line = Strided::new([11], [1]).unwrap().into_layout().unwrap();
        check(line, line);
        check(line, Strided::from_base(20, [11], [-2]).unwrap().into_layout().unwrap());
    }

    /// What a layout says of its strides is no proof: results are written where its positions are.
    #[test]
    fn a_layout_that_lies_about_its_strides_loses_nothing() {
        let old = Array::from_fn(Row::<6, 8>, |[i, j]| (10 * i + j) as i64);
        for stride in [Some(1), Some(0), Some(-7), None] {
            let layout = Lying { layout: Proved::new(Tiled::<6, 8, 2>), stride };
            let mut elements = [-1; 48];
            let mut new = Array::<&mut [i64], _, 2>::over(layout, &mut elements[..]);
            old.stencil([0, 0], 0).write(&mut new, |near, out| out.copy_from_slice(near.line([0, 0]))).unwrap();
            for [i, j] in Indices::new([6, 8]) {
                assert_eq!(new.as_physical()[Tiled::<6, 8, 2>.apply([i, j])], (10 * i + j) as i64, "{stride:?}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let old = Array::from_fn(Row::<5, 7>, |_| 1_u8);
        let mut other = Array::from_fn(Row::<5, 6>, |_| 0_u8);
        let error = old.stencil([1, 1], 0).write(&mut other, |_, _| ()).unwrap_err();
        assert_eq!(error, LayoutError::shape_mismatch(&[5, 6], &[5, 7]));
        assert!(old.stencil([1, 1], 0).by([4, 0]).is_err());
        let mut new = Array::from_fn(Row::<5, 7>, |_| 0_u8);
        let error = old.stencil([usize::MAX, 1], 0).write(&mut new, |_, _| ()).unwrap_err();
        assert!(matches!(error, LayoutError::TooLarge { .. }), "{error}");
        let far = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            old.stencil([1, 1], 0).write(&mut new, |near, _| {
                near.line([0, 2]);
            })
        }));
        let words = far.unwrap_err();
        let words = words.downcast_ref::<std::string::String>().unwrap();
        assert_eq!(words, "a neighbour at a distance of 2 along axis 1, and the stencil reaches 1");
    }
}
