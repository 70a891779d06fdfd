//! How often each byte occurs.

use lego::layout;
use lego_cuda::device::{Warp, block_stride, grid_stride, lane, sync_threads, warp_idx};
use lego_cuda::view::{Atomic, Global, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
pub const THREADS: u32 = 512;

layout! {
    /// Count `[byte, lane]`: each lane of a warp has counts of its own, in a bank of its own, so that lanes never wait for each
    /// other, however often a byte occurs.
    pub type Bins = Row(256, 32);
}

/// Adds to element b of the counts how often the byte b occurs. Counts wrap.
///
/// Launch: blocks of [`THREADS`] threads in x, any number of them; as many as the device runs at once are best.
#[lego_kernel(threads = THREADS, min_blocks = 4, instances(histogram_u8))]
pub fn histogram(input: Global<'_, u8>, counts: Atomic<'_, u32>, #[shared] bins: Shared<'_, u32, Bins>) {
    for i in block_stride(256 * 32) {
        bins.set([i / 32, i % 32], 0);
    }
    sync_threads();
    let lane = lane();
    let whole = input.len() / 16;
    for i in grid_stride(whole) {
        if let Some(bytes) = input.try_get_vector::<16>([16 * i]) {
            unroll!(for k in 0..16 {
                let k: usize = k;
                bins.fetch_add([u32::from(bytes[k]), lane], 1);
            });
        }
    }
    for i in grid_stride(input.len() % 16) {
        bins.fetch_add([u32::from(input.get([16 * whole + i])), lane], 1);
    }
    sync_threads();
    let mut byte = warp_idx();
    while byte < 256 {
        let count = Warp::ALL.sum(bins.get([byte, lane]));
        if lane == 0 && count > 0 {
            counts.fetch_add([byte], count);
        }
        byte += THREADS / 32;
    }
}
