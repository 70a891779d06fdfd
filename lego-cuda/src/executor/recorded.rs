//! A launch of a graph, which the executor repeats.

use crate::kernel::TileSpec;
use crate::launch::PassedBuffer;
use crate::launch::backend::{Body, Invocation};
use std::ffi::c_void;

/// A launch, to be repeated.
pub struct Recorded {
    entry: &'static str,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u32,
    cooperative: bool,
    tiles: &'static [TileSpec],
    passed: Vec<PassedBuffer>,
    body: Body,
}

impl Recorded {
    pub(super) fn new(invocation: &Invocation<'_>, body: Body) -> Self {
        let Invocation { entry, grid, block, dynamic_shared, cooperative, tiles, passed, .. } = *invocation;
        Self { entry, grid, block, dynamic_shared, cooperative, tiles, passed: passed.to_vec(), body }
    }

    /// The launch. Its arguments are in the body; their places, of which there are none any more, are what a GPU needs.
    pub(super) fn invocation<'a>(&'a self, none: &'a mut [*mut c_void]) -> Invocation<'a> {
        let Self { entry, grid, block, dynamic_shared, cooperative, tiles, ref passed, ref body } = *self;
        Invocation { entry, grid, block, dynamic_shared, cooperative, tiles, arguments: none, passed, body: &**body }
    }
}
