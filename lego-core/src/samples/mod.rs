//! Layouts of every kind that an array can meet, for the tests of mappings and arrays.

use crate::array::{Array, Indices, Storage};
use crate::mapping::{Coord, Injective, Layout, Mapping};
use std::boxed::Box;
use std::vec::Vec;

pub(crate) use example::{Col, Row, Strides, Tiled};

/// The layouts of the examples.
mod example {
    use crate as lego_core;
    include!("by_hand.rs");
}

/// A layout given by its table: holes, missing positions, any order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Table<const R: usize> {
    dims: [usize; R],
    span: usize,
    positions: &'static [Option<usize>],
}

impl<const R: usize> Table<R>
where
    [usize; R]: Coord,
{
    /// The table of a formula.
    pub(crate) fn new(dims: [usize; R], span: usize, formula: impl Fn([usize; R]) -> Option<usize>) -> Self {
        let positions: Vec<_> = Indices::new(dims).map(formula).collect();
        Self { dims, span, positions: Box::leak(positions.into_boxed_slice()) }
    }

    /// The array stored in row-major order with rows and planes padded to `padded` extents.
    pub(crate) fn padded(dims: [usize; R], padded: [usize; R]) -> Self {
        Self::new(dims, padded.iter().product(), |index| Some(flat(index, padded)))
    }

    /// A row-major array of `stored` extents, viewed as one of `dims` that reaches beyond it.
    pub(crate) fn expanded(dims: [usize; R], stored: [usize; R]) -> Self {
        Self::new(dims, stored.iter().product(), |index| {
            index.iter().zip(stored).all(|(&place, extent)| place < extent).then(|| flat(index, stored))
        })
    }

    /// The elements in an order without any order.
    pub(crate) fn shuffled(dims: [usize; R]) -> Self {
        let count: usize = dims.iter().product();
        let mut order: Vec<usize> = (0..count).collect();
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        for last in (1..count).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            order.swap(last, (state % (last as u64 + 1)) as usize);
        }
        Self::new(dims, count, |index| Some(order[flat(index, dims)]))
    }
}

/// The row-major position of an index.
pub(crate) fn flat<const R: usize>(index: [usize; R], dims: [usize; R]) -> usize {
    index.iter().zip(dims).fold(0, |flat, (place, extent)| flat * extent + place)
}

impl<const R: usize> Mapping for Table<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = Option<usize>;

    fn dims(&self) -> [usize; R] {
        self.dims
    }

    fn span(&self) -> usize {
        self.span
    }

    fn apply(&self, index: [usize; R]) -> Option<usize> {
        self.positions[flat(index, self.dims)]
    }
}

impl<const R: usize> Layout for Table<R>
where
    [usize; R]: Coord,
{
    type Preimage = Option<[usize; R]>;

    fn inv(&self, position: usize) -> Option<[usize; R]> {
        Indices::new(self.dims).find(|&index| self.apply(index) == Some(position))
    }
}

/// A bijection that knows its strides: the axes in some order of memory, the first slowest, each forwards or backwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<const R: usize> {
    dims: [usize; R],
    base: usize,
    strides: [isize; R],
}

impl<const R: usize> Strided<R> {
    pub(crate) fn new(dims: [usize; R], order: [usize; R], backwards: [bool; R]) -> Self {
        let (mut base, mut strides, mut step) = (0, [0; R], 1);
        for axis in order.into_iter().rev() {
            strides[axis] = if backwards[axis] { -step } else { step };
            base += if backwards[axis] { step as usize * dims[axis].saturating_sub(1) } else { 0 };
            step *= dims[axis] as isize;
        }
        Self { dims, base, strides }
    }
}

impl<const R: usize> Mapping for Strided<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = usize;

    fn dims(&self) -> [usize; R] {
        self.dims
    }

    fn span(&self) -> usize {
        self.count()
    }

    fn apply(&self, index: [usize; R]) -> usize {
        let steps: isize = index.iter().zip(self.strides).map(|(&place, stride)| place as isize * stride).sum();
        self.base.checked_add_signed(steps).unwrap()
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        Some(self.strides[axis])
    }
}

impl<const R: usize> Layout for Strided<R>
where
    [usize; R]: Coord,
{
    type Preimage = [usize; R];

    fn inv(&self, position: usize) -> [usize; R] {
        Indices::new(self.dims).find(|&index| self.apply(index) == position).unwrap()
    }
}

/// Tiles that do not divide: each is stored whole, in rows or in columns, with holes beyond the dims. It knows its runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ragged {
    pub(crate) dims: [usize; 2],
    pub(crate) tile: [usize; 2],
    pub(crate) columns: bool,
}

impl Mapping for Ragged {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        self.dims
    }

    fn span(&self) -> usize {
        (0..2).map(|k| self.dims[k].next_multiple_of(self.tile[k])).product()
    }

    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        let [m, n] = self.tile;
        let tile = i / m * self.dims[1].div_ceil(n) + j / n;
        tile * m * n + if self.columns { j % n * m + i % m } else { i % m * n + j % n }
    }

    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        let [m, n] = self.tile;
        Some((self.tile[axis], if self.columns { [1, m] } else { [n, 1] }[axis] as isize))
    }
}

impl Layout for Ragged {
    type Preimage = Option<[usize; 2]>;

    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        Indices::new(self.dims).find(|&index| self.apply(index) == position)
    }
}

/// One of the layouts above, with the proof that it is injective: every index of it has been looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proved<L>(L);

impl<L: Layout<Index = [usize; R]> + Copy, const R: usize> Proved<L> {
    pub(crate) fn new(layout: L) -> Self {
        let mut reached = std::vec![false; layout.span()];
        for index in Indices::new(layout.dims()) {
            if let Some(position) = layout.apply(index).into() {
                assert!(!core::mem::replace(&mut reached[position], true), "{index:?} shares its position");
            }
        }
        Self(layout)
    }
}

#[allow(unsafe_code)]
impl<L: Layout + Copy> Mapping for Proved<L> {
    type Index = L::Index;
    type Position = L::Position;
    // SAFETY: `new` has looked at every index, and the layouts of this module, which alone come here, but for the broken ones,
    // answer the same each time.
    const INJECTIVE: Option<Injective<Self>> = Some(unsafe { Injective::proved() });

    fn dims(&self) -> L::Index {
        self.0.dims()
    }
    fn span(&self) -> usize {
        self.0.span()
    }
    fn apply(&self, index: L::Index) -> L::Position {
        self.0.apply(index)
    }
    fn stride(&self, axis: usize) -> Option<isize> {
        self.0.stride(axis)
    }
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.0.run(axis)
    }
}

impl<L: Layout + Copy> Layout for Proved<L> {
    type Preimage = L::Preimage;

    fn inv(&self, position: usize) -> L::Preimage {
        self.0.inv(position)
    }
}

/// A proved layout whose strides are a lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lying<L> {
    pub(crate) layout: L,
    /// What it says of each axis.
    pub(crate) stride: Option<isize>,
}

#[allow(unsafe_code)]
impl<L: Mapping + Copy> Mapping for Lying<L> {
    type Index = L::Index;
    type Position = L::Position;
    // SAFETY: as of the layout; a proof says nothing of strides.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    fn dims(&self) -> L::Index {
        self.layout.dims()
    }
    fn span(&self) -> usize {
        self.layout.span()
    }
    fn apply(&self, index: L::Index) -> L::Position {
        self.layout.apply(index)
    }
    fn stride(&self, _: usize) -> Option<isize> {
        self.stride
    }
}

/// Images with their channels in blocks, the last one with holes: NCHW32 and its like. It knows its runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocked {
    pub(crate) dims: [usize; 4],
    pub(crate) block: usize,
}

impl Mapping for Blocked {
    type Index = [usize; 4];
    type Position = usize;

    fn dims(&self) -> [usize; 4] {
        self.dims
    }

    fn span(&self) -> usize {
        let [n, c, h, w] = self.dims;
        n * c.next_multiple_of(self.block) * h * w
    }

    fn apply(&self, [n, c, h, w]: [usize; 4]) -> usize {
        let [_, channels, height, width] = self.dims;
        let block = n * channels.div_ceil(self.block) + c / self.block;
        ((block * height + h) * width + w) * self.block + c % self.block
    }

    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        let [n, c, h, w] = self.dims;
        let image = c.next_multiple_of(self.block) * h * w;
        let (lens, steps) = ([n, self.block, h, w], [image, 1, w * self.block, self.block]);
        Some((lens[axis], steps[axis] as isize))
    }
}

impl Layout for Blocked {
    type Preimage = Option<[usize; 4]>;

    fn inv(&self, position: usize) -> Option<[usize; 4]> {
        let [_, channels, height, width] = self.dims;
        let (pixels, place) = (position / self.block, position % self.block);
        let (block, pixel) = (pixels / (height * width), pixels % (height * width));
        let blocks = channels.div_ceil(self.block);
        let channel = block % blocks * self.block + place;
        (channel < channels).then_some([block / blocks, channel, pixel / width, pixel % width])
    }
}

/// A matrix by rows of which only a corner is stored, and of that what lies before an anti-diagonal. It knows its runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial {
    pub(crate) dims: [usize; 2],
    pub(crate) stored: [usize; 2],
    pub(crate) bound: usize,
}

impl Mapping for Partial {
    type Index = [usize; 2];
    type Position = Option<usize>;

    fn dims(&self) -> [usize; 2] {
        self.dims
    }

    fn span(&self) -> usize {
        self.stored[0] * self.stored[1]
    }

    fn apply(&self, [i, j]: [usize; 2]) -> Option<usize> {
        (i < self.stored[0] && j < self.stored[1] && i + j < self.bound).then(|| i * self.stored[1] + j)
    }

    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        Some((self.dims[axis], [self.stored[1], 1][axis] as isize))
    }
}

impl Layout for Partial {
    type Preimage = Option<[usize; 2]>;

    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        let index = [position / self.stored[1], position % self.stored[1]];
        (self.apply(index) == Some(position)).then_some(index)
    }
}

/// A layout that breaks every law that it can, in the way that `lie` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Broken {
    pub(crate) lie: usize,
}

impl Broken {
    pub(crate) const LIES: core::ops::Range<usize> = 0..9;
}

impl Mapping for Broken {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        [4, 6]
    }

    fn span(&self) -> usize {
        24
    }

    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        match self.lie {
            0 => usize::MAX,
            1 => 24,
            2 => 0,
            _ => i * 6 + j,
        }
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        match self.lie {
            3 => Some(1),
            4 => Some(isize::MIN),
            5 => Some([1, isize::MAX][axis]),
            6 => Some([isize::MIN, 1][axis]),
            _ => None,
        }
    }

    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        match self.lie {
            3..7 => Some((usize::MAX, self.stride(axis)?)),
            7 => Some((0, 1)),
            8 => Some((5, 1)),
            _ => None,
        }
    }
}

impl Layout for Broken {
    type Preimage = Option<[usize; 2]>;

    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        match self.lie {
            0 => Some([usize::MAX; 2]),
            1 => None,
            _ => Some([position / 6, position % 6]),
        }
    }
}

/// What an array holds, as its own row-major list, by nothing but the layout's formula.
pub(crate) fn listed<S: Storage<Elem: Clone>, L: Mapping<Index = [usize; R]>, const R: usize>(
    array: &Array<S, L, R>,
) -> Vec<Option<S::Elem>> {
    let layout = array.layout();
    let at = |index| layout.try_apply(index).map(|position| array.as_physical()[position].clone());
    Indices::new(layout.dims()).map(at).collect()
}
