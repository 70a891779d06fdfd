//! Who waits for whom: the barriers of a block.
//!
//! | barrier | who waits | who says it |
//! |---|---|---|
//! | [`TOPS`]: what comes from above is there, and the last row of the round before is being read | computing, listening | telling |
//! | [`loaded`]: the references of a round are there | computing | moving |
//! | [`FINISHED`]: a round is computed | telling | computing |
//! | [`computed`]: a round is computed, and its last row read | moving | computing, telling |
//!
//! The computing warp never waits for a store: movers may be [`LEAD`] rounds behind it.

use super::chunks::{MOVERS, STAGES};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::index::WARP;

/// For how many rounds more than the finished ones references have arrived, when movers go on.
pub(super) const LEAD: u32 = 2;

/// The barriers that rounds take in turn. Movers say that a round is loaded once they saw the one `LEAD` rounds before
/// computed, so of neither kind more than `LEAD` are under way.
const TURNS: u32 = 4;

const _: () = assert!(LEAD < TURNS && LEAD + 2 < STAGES);

pub(super) const TOPS: NamedBarrier = NamedBarrier::new(1, 3 * WARP);

pub(super) const FINISHED: NamedBarrier = NamedBarrier::new(2, 2 * WARP);

#[inline(always)]
pub(super) fn loaded(round: u32) -> NamedBarrier {
    NamedBarrier::new(3 + round % TURNS, (1 + MOVERS) * WARP)
}

#[inline(always)]
pub(super) fn computed(round: u32) -> NamedBarrier {
    NamedBarrier::new(3 + TURNS + round % TURNS, (2 + MOVERS) * WARP)
}
