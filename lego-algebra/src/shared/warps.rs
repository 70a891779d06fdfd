//! The warps of all accesses of a tile, in the order in which a search counts them.

use super::access::{Lanes, TileAccess};
use super::member::Member;
use super::tile::Tile;

/// The warps of all accesses: those of one access and of the next by turns, and of each in strides, since neighbours take much the
/// same.
#[derive(Clone, Copy)]
pub(super) struct Warps<'a, 'b> {
    accesses: &'b [TileAccess<'a>],
    most: usize,
    stride: usize,
}

impl<'a, 'b> Warps<'a, 'b> {
    pub(super) fn new(accesses: &'b [TileAccess<'a>]) -> Self {
        let most = accesses.iter().map(TileAccess::warps).max().unwrap_or(0);
        // About the golden section, and coprime, so that every warp has its turn.
        let mut stride = (most * 5 / 8).max(1);
        while gcd(stride, most) > 1 {
            stride += 1;
        }
        Self { accesses, most, stride }
    }

    pub(super) fn count(&self) -> usize {
        self.most * self.accesses.len()
    }

    /// The n-th request; `None` where an access has no such warp.
    pub(super) fn get(&self, n: usize, tile: &Tile, member: &Member) -> Option<Lanes> {
        let access = &self.accesses[n % self.accesses.len()];
        let warp = n / self.accesses.len() * self.stride % self.most;
        (warp < access.warps()).then(|| access.lanes(tile, member, warp))
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
