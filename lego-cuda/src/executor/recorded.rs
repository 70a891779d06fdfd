//! A launch of a graph, which the executor repeats.

use crate::kernel::{PlacedTile, TileSpec};
use crate::launch::PassedBuffer;
use crate::launch::backend::{Body, Invocation};
use std::ffi::c_void;

/// A launch, to be repeated.
pub struct Recorded {
    entry: &'static str,
    grid: [u32; 3],
    block: [u32; 3],
    cluster: u32,
    registers: Option<u32>,
    dynamic_shared: u32,
    cooperative: bool,
    tiles: &'static [TileSpec],
    placed: Vec<PlacedTile>,
    passed: Vec<PassedBuffer>,
    body: Body,
}

impl Recorded {
    pub(super) fn new(invocation: &Invocation<'_>, body: Body) -> Self {
        let Invocation {
            entry,
            grid,
            block,
            cluster,
            registers,
            dynamic_shared,
            cooperative,
            tiles,
            placed,
            passed,
            ..
        } = *invocation;
        let (placed, passed) = (placed.to_vec(), passed.to_vec());
        Self { entry, grid, block, cluster, registers, dynamic_shared, cooperative, tiles, placed, passed, body }
    }

    /// The launch. Its arguments are in the body; their places, of which there are none any more, are what a GPU needs.
    pub(super) fn invocation<'a>(&'a self, none: &'a mut [*mut c_void]) -> Invocation<'a> {
        let Self {
            entry,
            grid,
            block,
            cluster,
            registers,
            dynamic_shared,
            cooperative,
            tiles,
            ref placed,
            ref passed,
            ref body,
        } = *self;
        let (arguments, body) = (none, &**body);
        Invocation {
            entry,
            grid,
            block,
            cluster,
            registers,
            dynamic_shared,
            cooperative,
            tiles,
            placed,
            arguments,
            passed,
            body,
        }
    }
}
