//! Reductions over blocks of a grid that wait for each other, in one launch.
//!
//! Each block of a group leaves its value beside the number of the launch, and reads those of the others as they are there. So all
//! blocks of a group have to run at once: those of a cooperative launch do.

use super::block::BlockWide;
use super::grid::{GridWide, IfAny};
use super::grid_scan::{GridTile, Left};
use super::numbers::Combined;
use super::operator::{By, Operator, Sum};
use crate::device::element::Element;
use crate::device::index::{block_dim, linear_thread_idx};
use crate::device::sleep;
use core::ops::Range;

/// How long a thread sleeps before it looks again, in nanoseconds.
const AGAIN: u32 = 20;

impl<T: Element> GridWide<'_, T> {
    /// The sum of the values of the tiles of a group, in all threads of all its blocks. Integers wrap.
    ///
    /// The tiles of the group follow each other, and all their blocks name the same ones. `value` is what the block's tile adds up to,
    /// the same in all its threads.
    ///
    /// Law: the tiles are added up in the order of their numbers, with brackets that are the same for all groups of so many tiles and
    /// threads. A block waits for the others of its group, so that these run at once, as in a
    /// [`cooperative`](crate::launch::Launch::cooperative) launch; this one is among them.
    ///
    /// ```
    /// use lego_cuda::device::{BlockWide, GridWide};
    /// /// The part of a block in what the four blocks of its group have.
    /// fn share(grid: GridWide<'_, f32>, all: &BlockWide<'_, f32>, mine: f32) -> f32 {
    ///     let tile = grid.own_tile(all);
    ///     let (of_block, first) = (all.sum(mine), tile.number() & !3);
    ///     of_block / grid.sum_of_group(all, tile, first..first + 4, of_block)
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn sum_of_group(&self, all: &BlockWide<'_, T>, tile: GridTile, group: Range<u32>, value: T) -> T
    where
        T: Combined<Wide = T>,
    {
        self.of_group_by(all, tile, group, value, Sum)
    }

    /// What an associative function makes of the values of the tiles of a group; else as [`sum_of_group`](GridWide::sum_of_group).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn reduce_group(
        &self,
        all: &BlockWide<'_, T>,
        tile: GridTile,
        group: Range<u32>,
        value: T,
        combine: impl Fn(T, T) -> T + Copy,
    ) -> T {
        self.of_group_by(all, tile, group, value, By(combine))
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn of_group_by<O: Operator<T>>(
        &self,
        all: &BlockWide<'_, T>,
        tile: GridTile,
        group: Range<u32>,
        value: T,
        op: O,
    ) -> T {
        if linear_thread_idx() == 0 {
            self.leave(tile, Left::Own, value);
        }
        let (first, tiles) = (group.start, group.end - group.start);
        // Each thread combines tiles that follow each other.
        let share = (tiles - 1) / block_dim().count() + 1;
        let begin = linear_thread_idx() * share;
        let mut mine = (0, value);
        let mut i = 0;
        while i < share && begin + i < tiles {
            let part = self.awaited(first + begin + i, tile);
            mine = (1, if i == 0 { part } else { op.combine(mine.1, part) });
            i += 1;
        }
        all.over_threads(IfAny(op), mine).1
    }

    /// What a tile has left in the launch of another, as soon as it is there.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn awaited(&self, number: u32, of: GridTile) -> T {
        loop {
            let (left, value) = self.left_by(Some(number), of.launch());
            if left != Left::Nothing {
                return value;
            }
            sleep(AGAIN);
        }
    }
}
