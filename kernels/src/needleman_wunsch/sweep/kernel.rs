//! The entry: a block draws the number of its strip, and each of its warps takes its part.

use super::chunks::{Carry, Chunks, STRIP, Tops};
use super::strip::Strip;
use crate::needleman_wunsch::table::Table;
use lego_cuda::device::{Scope, atomic, lane, sync_threads, warp_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// Fills a table.
///
/// `links[0]` counts blocks, and `links[1 + strip * n + x]` is what a strip hands down; all are zero before the first
/// launch, and may be used again for tables of the same size.
///
/// Launch: a block for each [`STRIP`] rows of m.
///
/// # Safety
/// No other launch uses `score` or `links` at this time. Both tables begin at multiples of 16 bytes. Scores times two, and
/// penalty times 2·(m + n), fit 31 bits.
#[lego_kernel(threads = [352], min_blocks = 2)]
pub unsafe fn nw_sweep(
    reference: Global<'_, i32, Table>,
    score: GlobalMut<'_, i32, Table>,
    links: GlobalMut<'_, u64>,
    penalty: i32,
    #[shared(dynamic)] chunks: Shared<'_, i32, Chunks>,
    #[shared] tops: Shared<'_, i32, Tops>,
    #[shared] carry: Shared<'_, u32, Carry>,
) {
    let [m, n] = reference.dims().map(|cells| cells - 1);
    let strips = m.div_ceil(STRIP);
    if warp_idx() == 0 && lane() == 0 {
        // Strips in the order in which blocks begin: the one above has begun, whatever the order of the grid.
        // SAFETY: the counter is one of the elements, and all blocks use it by atomics.
        let drawn = unsafe { atomic::add(links.at([0]), 1, Scope::Gpu) };
        carry.set([0], (drawn % u64::from(strips)) as u32);
        carry.set([1], (drawn / u64::from(strips)) as u32 + 1);
    }
    sync_threads();
    let number = carry.get([0]);
    let strip = Strip {
        reference,
        score: &score,
        links: &links,
        chunks,
        tops,
        number,
        launch: carry.get([1]),
        rows: m,
        columns: n,
        penalty,
    };
    // SAFETY: each warp takes one part, and all go through the same rounds; the memory is the launch's.
    unsafe {
        // Every fourth warp issues by the same scheduler: beside the warp that computes are those with little to do.
        match warp_idx() {
            0 => strip.compute(),
            4 => strip.listen(),
            8 => strip.tell(),
            warp => strip.move_lines(warp - 1 - warp / 4),
        }
    }
}
