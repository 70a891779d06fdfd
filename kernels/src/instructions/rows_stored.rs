//! Registers to rows of shared memory.

use super::rows::Rows;
use lego_cuda::device::matrix::{stmatrix, stmatrix_trans};
use lego_cuda::device::{Warp, lane};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// The rows of a tile, each of which lane l has, after `stmatrix` of the words of all lanes, where lane l gives the address of row `rows[l]`.
///
/// # Safety
/// `old` and `to` have 32 rows, `rows` 32 numbers of rows, all different, `words` `X` for each lane.
#[lego_kernel(
    threads = 32,
    instances(
        for N in [1, 2, 4], (WORD, TURNED) in [("", false), ("_trans", true)] { instruction_stmatrix_x{N}{WORD} = <N, TURNED> },
    ),
)]
pub unsafe fn instruction_stmatrix<const X: usize, const TRANS: bool>(
    old: Global<'_, [u16; 8]>,
    rows: Global<'_, u32>,
    words: Global<'_, u32>,
    to: GlobalMut<'_, [u16; 8]>,
    #[shared] tile: Shared<'_, [u16; 8], Rows>,
) {
    let lane = lane();
    tile.set([lane], old.get([lane]));
    let mut mine = [0; X];
    unroll!(for k in 0..X {
        mine[k] = words.get([X as u32 * lane + k as u32]);
    });
    let row = tile.at([rows.get([lane])]);
    // What is stored over was stored before.
    Warp::ALL.sync();
    if TRANS {
        stmatrix_trans(row, mine);
    } else {
        stmatrix(row, mine);
    }
    Warp::ALL.sync();
    // SAFETY: each row is one lane's.
    unsafe { to.set([lane], tile.get([lane])) };
}
