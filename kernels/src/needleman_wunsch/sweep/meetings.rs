//! Who waits for whom: the barriers of a block.
//!
//! | barrier | who waits | who says it |
//! |---|---|---|
//! | [`tops`]: what comes from above is there, and the last row of the round two before is told | computing, listening | telling |
//! | [`loaded`]: the references of a round are there | computing | moving |
//! | [`finished`]: a round is computed | telling | computing |
//! | [`computed`]: a round is computed, and its last row read | moving | computing, telling |
//!
//! So the computing warp does not wait for stores: it goes on while those who move and tell are behind.

use super::chunks::{MOVERS, STAGES};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::index::WARP;

/// How many rounds ahead of the one that they moved movers say that one is loaded: by one less they may be behind.
pub(super) const LEAD: u32 = 2;

/// How many barriers of a kind rounds take in turn. Movers say that a round is loaded once they saw the one `LEAD` rounds
/// before computed, so no more than `LEAD` of a kind are under way.
const TURNS: u32 = 4;

const _: () = assert!(LEAD < TURNS && LEAD + 1 < STAGES);

/// How many barriers of a kind rounds take in turn where one is under way while the next begins.
const PAIR: u32 = 2;

#[inline(always)]
pub(super) fn tops(round: u32) -> NamedBarrier {
    NamedBarrier::new(1 + round % PAIR, 3 * WARP)
}

#[inline(always)]
pub(super) fn finished(round: u32) -> NamedBarrier {
    NamedBarrier::new(1 + PAIR + round % PAIR, 2 * WARP)
}

#[inline(always)]
pub(super) fn loaded(round: u32) -> NamedBarrier {
    NamedBarrier::new(1 + 2 * PAIR + round % TURNS, (1 + MOVERS) * WARP)
}

#[inline(always)]
pub(super) fn computed(round: u32) -> NamedBarrier {
    NamedBarrier::new(1 + 2 * PAIR + TURNS + round % TURNS, (2 + MOVERS) * WARP)
}
