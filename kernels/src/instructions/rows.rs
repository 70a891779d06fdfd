//! Rows of shared memory to registers.

use lego::layout;
use lego_cuda::device::matrix::{ldmatrix, ldmatrix_trans};
use lego_cuda::device::{Warp, lane};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// A row of 16 bytes for each lane.
    pub type Rows = Row(32);
}

/// What `ldmatrix` gives each lane, word after word, where lane l gives the address of row `rows[l]`.
///
/// # Safety
/// `from` has 32 rows, `rows` 32 numbers of rows, `to` `X` words for each lane.
#[lego_kernel(
    threads = 32,
    instances(
        for N in [1, 2, 4], (WORD, TURNED) in [("", false), ("_trans", true)] { instruction_ldmatrix_x{N}{WORD} = <N, TURNED> },
    ),
)]
pub unsafe fn instruction_ldmatrix<const X: usize, const TRANS: bool>(
    from: Global<'_, [u16; 8]>,
    rows: Global<'_, u32>,
    to: GlobalMut<'_, u32>,
    #[shared] tile: Shared<'_, [u16; 8], Rows>,
) {
    let lane = lane();
    tile.set([lane], from.get([lane]));
    // What other lanes stored is read.
    Warp::ALL.sync();
    let row = tile.at([rows.get([lane])]);
    let words: [u32; X] = if TRANS { ldmatrix_trans(row) } else { ldmatrix(row) };
    unroll!(for k in 0..X {
        // SAFETY: each element is one lane's.
        unsafe { to.set([X as u32 * lane + k as u32], words[k]) };
    });
}
