//! Scans over all blocks of a grid, in one pass.
//!
//! Each block leaves what its tile combines to, and looks back over what the tiles before left until it meets one that knows all
//! before it (Merrill, Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016). Tiles are numbered in the order
//! in which blocks begin, so that a block only ever waits for blocks that run or have ended.

use super::block::BlockWide;
use super::exchange::Exchange as _;
use super::grid::{GridWide, from_bits, to_bits};
use super::numbers::Combined;
use super::operator::{By, Operator, Sum};
use crate::device::element::Element;
use crate::device::index::{block_dim, block_idx, grid_dim, lane, linear_thread_idx, warp_idx};
use crate::device::operands::SourceLane;
use crate::device::sleep;
use crate::device::warp::Warp;
use lego_machine::limits::WARP;

/// From which tile on a block sleeps before it looks back, and how long it sleeps, in nanoseconds, first and before it looks again.
///
/// Those before it then know more, so that it looks at fewer of them and does not keep the memory busy with looking too early. Of
/// 2^26 numbers in 8192 tiles, a sum on an H200 takes 187 µs so and 204 µs without. Where all tiles run at once, it would only
/// wait.
const LATE: u32 = 512;
const FIRST: u32 = 1000;
const AGAIN: u32 = 200;

/// A tile of a scan over the grid: the part of a block.
#[derive(Clone, Copy, Debug)]
pub struct GridTile {
    number: u32,
    launch: u32,
}

impl GridTile {
    /// Its number: below that of the grid's blocks, another one in each block.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of the launch, by which its words are told from older ones.
    #[inline(always)]
    pub(super) fn launch(self) -> u32 {
        self.launch
    }
}

/// What a tile has left for those after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    Nothing,
    /// What the tile combines to.
    Own,
    /// What it and all tiles before it combine to.
    All,
}

impl<T: Element> GridWide<'_, T> {
    /// The tile that this block takes. Tiles are as many as the grid has blocks.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn tile(&self, all: &BlockWide<'_, T>) -> GridTile {
        let is_first = linear_thread_idx() == 0;
        let mut ticket = 0;
        if is_first {
            ticket = self.words.fetch_add([0], 1);
            if ticket as u32 == grid_dim().count() - 1 {
                // Nobody else comes: the next launch begins at 0 again, and takes nothing of this one for its own.
                self.words.store([0], ((ticket >> 32) + 1) << 32);
            }
        }
        let [number, launch] = all.spread(is_first, [ticket as u32, (ticket >> 32) as u32]);
        GridTile { number, launch }
    }

    /// The tile of the block's own number, so that what the block has is known before it asks: for launches all of whose blocks run
    /// at once, [`cooperative`](crate::launch::Launch::cooperative) ones, or whose blocks wait for none.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn own_tile(&self, all: &BlockWide<'_, T>) -> GridTile {
        GridTile { number: grid_dim().linear(block_idx()), ..self.tile(all) }
    }

    /// What an associative function makes of the values of the tiles before this one; `None` for the first.
    ///
    /// `value` is what the block's tile combines to, the same in all its threads.
    ///
    /// Law: the tiles are combined in the order of their numbers; the brackets depend on how the launch runs, so that sums of
    /// floats may differ in the last bits from launch to launch.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn before(
        &self,
        all: &BlockWide<'_, T>,
        tile: GridTile,
        value: T,
        combine: impl Fn(T, T) -> T + Copy,
    ) -> Option<T> {
        self.before_by(all, tile, 0, value, By(combine))
    }

    /// The sum of the values of the tiles before this one. Integers wrap.
    ///
    /// `value` is the sum of the block's tile, the same in all its threads.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn sum_before(&self, all: &BlockWide<'_, T>, tile: GridTile, value: T) -> T
    where
        T: Combined<Wide = T>,
    {
        self.sum_since(all, tile, 0, value)
    }

    /// As [`sum_before`](GridWide::sum_before), of the tiles from the one of number `first` on: for grids whose tiles are several
    /// lines, one behind the other, of which each is added up by itself.
    ///
    /// `first` is the number of the first tile of the line of this one, the same in all its threads.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn sum_since(&self, all: &BlockWide<'_, T>, tile: GridTile, first: u32, value: T) -> T
    where
        T: Combined<Wide = T>,
    {
        self.before_by(all, tile, first, value, Sum).unwrap_or(T::ZERO)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn before_by<O: Operator<T>>(
        &self,
        all: &BlockWide<'_, T>,
        tile: GridTile,
        first: u32,
        value: T,
        op: O,
    ) -> Option<T> {
        let mut before = value;
        // The first warp of a block may have fewer than 32 lanes; then its first lane alone looks back.
        let lanes = if block_dim().count() >= WARP { WARP } else { 1 };
        if warp_idx() == 0 && lane() < lanes {
            if lane() == 0 {
                self.leave(tile, if tile.number <= first { Left::All } else { Left::Own }, value);
            }
            if tile.number > first {
                before = if lanes == WARP { self.look_back(tile, first, op) } else { self.step_back(tile, op) };
                if lane() == 0 {
                    self.leave(tile, Left::All, op.combine(before, value));
                }
            }
        }
        let before = all.spread(linear_thread_idx() == 0, before);
        (tile.number > first).then_some(before)
    }

    /// What the tiles before combine to, 32 of them at a time, by the lanes of a warp.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn look_back<O: Operator<T>>(&self, tile: GridTile, first: u32, op: O) -> T {
        let mut behind: Option<T> = None;
        let mut end = tile.number;
        let is_late = end - first >= LATE;
        if is_late {
            sleep(FIRST);
        }
        loop {
            // The last lane looks at the nearest tile. The first tile has all before it, so no lane before that one counts.
            let number = (end + lane()).checked_sub(WARP).filter(|number| *number >= first);
            let (mut left, mut value) = self.left_by(number, tile.launch);
            while Warp::ALL.any(number.is_some() && left == Left::Nothing) {
                if is_late {
                    sleep(AGAIN);
                }
                (left, value) = self.left_by(number, tile.launch);
            }
            let knowing = Warp::ALL.ballot(left == Left::All);
            let from = (WARP - 1).saturating_sub(knowing.leading_zeros());
            let counted = Warp::lanes(!0 << from);
            if lane() >= from {
                value = op.over_lanes(counted, value);
            }
            let part = value.shuffled(Warp::ALL, SourceLane::Idx(WARP - 1));
            let sum = behind.map_or(part, |behind| op.combine(part, behind));
            if knowing != 0 {
                return sum;
            }
            behind = Some(sum);
            end -= WARP;
        }
    }

    /// The same by one thread.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn step_back<O: Operator<T>>(&self, tile: GridTile, op: O) -> T {
        let mut behind: Option<T> = None;
        let mut number = tile.number - 1;
        loop {
            let (left, value) = self.left_by(Some(number), tile.launch);
            if left == Left::Nothing {
                continue;
            }
            let sum = behind.map_or(value, |behind| op.combine(value, behind));
            if left == Left::All {
                return sum;
            }
            behind = Some(sum);
            number -= 1;
        }
    }

    /// Leaves a value for the tiles after this one.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn leave(&self, tile: GridTile, left: Left, value: T) {
        let first = 1 + Self::OF_TILE * tile.number;
        let (state, bits) = (state(tile.launch, left) << 32, to_bits(value));
        // Half of a value and state change at once, so nothing else has to be ordered.
        self.words.store([first], state | bits & LOWER);
        if Self::OF_TILE == 2 {
            self.words.store([first + 1], state | bits >> 32);
        }
    }

    /// What a tile has left in this launch: nothing where half of it is still what it was before.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn left_by(&self, number: Option<u32>, launch: u32) -> (Left, T) {
        let first = 1 + Self::OF_TILE * number.unwrap_or(0);
        let lower = self.words.load([first]);
        let upper = if Self::OF_TILE == 2 { self.words.load([first + 1]) } else { lower & !LOWER };
        let is_whole = number.is_some() && upper >> 32 == lower >> 32;
        let bits = if Self::OF_TILE == 2 { upper << 32 | lower & LOWER } else { lower & LOWER };
        (if is_whole { left(lower >> 32, launch) } else { Left::Nothing }, from_bits(bits))
    }
}

/// The bits of a word that are a value's.
const LOWER: u64 = u32::MAX as u64;

/// What is written beside a value: another number in each launch, and none of them 0.
#[inline(always)]
fn state(launch: u32, left: Left) -> u64 {
    u64::from((launch << 1).wrapping_add(if left == Left::All { 3 } else { 2 }))
}

#[inline(always)]
fn left(written: u64, launch: u32) -> Left {
    if written == state(launch, Left::All) {
        Left::All
    } else if written == state(launch, Left::Own) {
        Left::Own
    } else {
        Left::Nothing
    }
}
