//! How sums leave registers: by way of shared memory, so that rows are stored by whole vectors, through the epilogue.

use super::epilogue::Epilogue;
use super::layouts::{Pairs, STAGED_VECTORS, Staged, StagedPairs, StagedRows};
use super::narrowed::Narrowed;
use super::output::Output;
use super::target::{Target, is_whole};
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::wgmma::{Registers, Sums, WARPGROUP};
use lego_cuda::device::{Warp, global, lane, math, opaque, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// Stores the 16·S·4 columns of 16 rows that a warp has of a block of the product, 64 columns at a time: from row `first` of the block on. `L` says
/// which rows of the product these are.
///
/// Where the whole block is inside of the product and nothing is added to what was there, four vectors of eight are on their way at once;
/// elsewhere vectors one after the other, and what makes no whole vector element by element.
///
/// # Safety
/// What the epilogue reads is for a product of the rows and columns of `c`. The threads are those of the warpgroups that multiply, all of a
/// warp at the same place, and no others use elements of the block at this time.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) unsafe fn store<O, C, E, L, const G: usize, const S: usize, const R: usize>(
    c: &C,
    reads: E::Reads<'_>,
    sums: &Sums<R>,
    factors: [f32; 2],
    of: ([u32; 2], u32),
    staged: Shared<'_, [f32; 2], StagedPairs>,
) where
    O: Output,
    C: Target<O>,
    E: Epilogue,
    L: StaticMapping + Mapping32<Index32 = [u32; 1], Position32 = u32>,
    [u32; R]: Registers,
{
    let ([alpha, beta], (block, first)) = (factors, of);
    if const { E::IS_PLAIN && O::IS_NARROW } && beta == 0.0 && is_whole::<O, C, G, S>(c, block) {
        let narrowed = Narrowed::<R>::of::<O>(sums, alpha);
        unroll!(for pass in 0..S {
            // SAFETY: as the caller promises, of a block that is whole.
            unsafe { narrowed.store::<O, C, L, G, S>(pass, c, (block, first), staged) };
        });
    } else {
        // SAFETY: as the caller promises.
        unsafe { store_any::<O, C, E, L, G, S, R>(c, reads, sums, factors, of, staged) };
    }
}

/// As [`store`], by way of `f32` in shared memory, whatever the block is.
///
/// # Safety
/// That of [`store`].
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn store_any<O, C, E, L, const G: usize, const S: usize, const R: usize>(
    c: &C,
    reads: E::Reads<'_>,
    sums: &Sums<R>,
    [alpha, beta]: [f32; 2],
    ([block_row, block_column], first): ([u32; 2], u32),
    staged: Shared<'_, [f32; 2], StagedPairs>,
) where
    O: Output,
    C: Target<O>,
    E: Epilogue,
    L: StaticMapping + Mapping32<Index32 = [u32; 1], Position32 = u32>,
    [u32; R]: Registers,
{
    let (rows, side) = (64 * G as u32, 64 * S as u32);
    // All rows begin at multiples of a vector.
    let in_vectors = c.is_in_vectors();
    let is_whole = beta == 0.0 && is_whole::<O, C, G, S>(c, [block_row, block_column]);
    // A vector of the product by its number in the warp's 16 rows and 64 columns: its index, and its values as they were staged.
    let index_of = |pass: u32, number: u32| {
        let [row, vector] = StagedRows::inv_u32(number);
        [block_row, block_column, first + L::default().apply_u32([row]), 64 * pass + 8 * vector]
    };
    let eight = |warp: u32, number: u32| -> [f32; 8] {
        let [row, vector] = StagedRows::inv_u32(number);
        // SAFETY: the vectors of the layout are those of the tile.
        let [low, high]: [[f32; 4]; 2] = [0, 1].map(|half| unsafe {
            staged.slice().cast().get_unchecked(Staged::apply_u32([warp, row, 2 * vector + half]))
        });
        [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]]
    };
    let place_of = |[_, _, row, column]: [u32; 4]| [rows * block_row + row, side * block_column + column];
    unroll!(for pass in 0..S {
        let pass: usize = pass;
        // Places are computed anew for each 64 columns: kept from block to block they would take the registers of sums.
        let (warp, lane) = ((opaque(thread_idx().x) - WARPGROUP) / 32, opaque(lane()));
        // The warp has read what it staged before.
        Warp::ALL.sync();
        unroll!(for j in 0..8 {
            unroll!(for half in 0..2 {
                let (j, half): (usize, usize) = (j, half);
                let pair = [0, 1].map(|k| alpha * sums.get(4 * (8 * pass + j) + 2 * half + k));
                let [row, column] = Pairs::inv_u32(lane);
                let place = StagedPairs::apply_u32([warp, half as u32, row, j as u32, column]);
                // SAFETY: the pairs of the layout are those of the tile.
                unsafe { staged.slice().set_unchecked(place, pair) };
            });
        });
        Warp::ALL.sync();
        if E::IS_SHORT && is_whole {
            // All are read before the first is stored, or they would wait for each other.
            let mut all = [[0.0; 8]; 4];
            unroll!(for round in 0..4 {
                let round: usize = round;
                let number = lane + 32 * round as u32;
                let place = place_of(index_of(pass as u32, number));
                // SAFETY: all elements of the block are there, and rows begin at multiples of eight elements.
                all[round] = unsafe { E::apply_eight(reads, eight(warp, number), place) };
            });
            unroll!(for round in 0..4 {
                let round: usize = round;
                let index = index_of(pass as u32, lane + 32 * round as u32);
                // SAFETY: as above, and no other thread uses the elements.
                unsafe { O::store_eight(c.at_unchecked(index), all[round]) };
            });
        } else {
            // No step of it is written out: it waits for memory and not for instructions.
            let (vectors, mut number) = (opaque(STAGED_VECTORS), lane);
            while number < vectors {
                let index = index_of(pass as u32, number);
                let [_, _, row, column] = index;
                if in_vectors && c.contains([block_row, block_column, row, column + 7]) {
                    let mut values = eight(warp, number);
                    // SAFETY: the eight elements are there and lie from a multiple of eight on, and no other thread uses them.
                    let to = unsafe { c.at_unchecked(index) };
                    if beta != 0.0 {
                        // SAFETY: as above.
                        let before = unsafe { O::load_eight(to) };
                        unroll!(for k in 0..8 {
                            let k: usize = k;
                            values[k] = math::mul_add(beta, before[k], values[k]);
                        });
                    }
                    // SAFETY: as above.
                    unsafe { O::store_eight(to, E::apply_eight(reads, values, place_of(index))) };
                } else if c.contains(index) {
                    let [of_row, vector] = StagedRows::inv_u32(number);
                    let (count, mut k) = (opaque(8_u32), 0);
                    while k < count {
                        let index = [block_row, block_column, row, column + k];
                        if c.contains(index) {
                            let four = Staged::apply_u32([warp, of_row, 2 * vector + k / 4]);
                            // SAFETY: as above, of one element.
                            let (mut value, to): (f32, _) = unsafe {
                                (staged.slice().cast().get_unchecked(4 * four + k % 4), c.at_unchecked(index))
                            };
                            if beta != 0.0 {
                                // SAFETY: as above.
                                value = math::mul_add(beta, unsafe { global::load(to.cast_const()) }.widen(), value);
                            }
                            value = E::apply(reads, value, place_of(index));
                            // SAFETY: as above.
                            unsafe { global::store(to, O::narrow(value)) };
                        }
                        k += 1;
                    }
                }
                number += 32;
            }
        }
    });
}
