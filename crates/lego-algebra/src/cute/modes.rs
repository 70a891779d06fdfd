//! Modes without brackets: the list of extents and strides that the operations walk along.

use super::Error;
use super::layout::Layout;
use super::profile::{CAPACITY, Profile};

/// At most 32 pairs of extent and stride, the first fastest.
#[derive(Clone, Copy)]
pub(crate) struct Modes {
    pub(crate) shape: [i64; CAPACITY],
    pub(crate) stride: [i64; CAPACITY],
    pub(crate) len: usize,
}

impl Modes {
    pub(crate) const fn new() -> Self {
        Self { shape: [0; CAPACITY], stride: [0; CAPACITY], len: 0 }
    }

    /// The leaves of a layout.
    pub(crate) const fn of(layout: &Layout) -> Self {
        Self { shape: *layout.shape_array(), stride: *layout.stride_array(), len: layout.len() }
    }

    pub(crate) const fn push(&mut self, shape: i64, stride: i64) -> Result<(), Error> {
        if self.len == CAPACITY {
            return Err(Error::Capacity);
        }
        self.shape[self.len] = shape;
        self.stride[self.len] = stride;
        self.len += 1;
        Ok(())
    }

    /// Puts a mode where it belongs by growing stride, then extent.
    pub(crate) const fn insert(&mut self, shape: i64, stride: i64) -> Result<(), Error> {
        if self.len == CAPACITY {
            return Err(Error::Capacity);
        }
        let mut at = self.len;
        while at > 0 && (self.stride[at - 1] > stride || (self.stride[at - 1] == stride && self.shape[at - 1] > shape))
        {
            self.shape[at] = self.shape[at - 1];
            self.stride[at] = self.stride[at - 1];
            at -= 1;
        }
        self.shape[at] = shape;
        self.stride[at] = stride;
        self.len += 1;
        Ok(())
    }

    /// The layout of these modes: a tuple of several, a number of one, 1:0 of none.
    pub(crate) const fn layout(&self) -> Result<Layout, Error> {
        match self.len {
            0 => Ok(Layout::ONE),
            1 => Layout::of(Profile::LEAF, self.shape, self.stride),
            len => match Profile::flat(len) {
                Ok(profile) => Layout::of(profile, self.shape, self.stride),
                Err(error) => Err(error),
            },
        }
    }
}
