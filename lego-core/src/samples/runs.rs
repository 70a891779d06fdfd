//! Layouts without strides that know their runs: tiles that do not divide, channels in blocks, a corner of a matrix.

use crate::mapping::{Indices, Layout, Mapping};

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
