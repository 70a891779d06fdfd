//! The sum of two vectors.

use lego::{Mapping32, layout};
use lego_cuda::device::{block_idx, global, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};

/// How many threads a block has.
pub const THREADS: u32 = 256;

layout! {
    /// Element `[block, thread, k]`: four elements a thread, of the largest grid with elements below 2^31.
    pub type Quads = Row(2097152, 256, 4);
}

/// Adds two vectors of f32, four elements a thread by accesses of 16 bytes, the last few one by one.
///
/// Where the vectors differ in length, the first elements are added, as many as all three have.
///
/// Launch: blocks of [`THREADS`] threads in x, and `n.div_ceil(1024)` of them for `n` elements, at most 2^31.
#[lego_kernel(threads = THREADS, grid = x, instances(vector_add_f32))]
pub fn vector_add(a: Global<'_, f32>, b: Global<'_, f32>, sum: GlobalMut<'_, f32>) {
    let n = a.len().min(b.len()).min(sum.len());
    let place = [block_idx().x, thread_idx().x, 0];
    if !Quads.contains_u32(&place) {
        return;
    }
    let first = Quads::apply_u32(place);
    if first + 4 <= n {
        // SAFETY: the four elements lie below n, and four divides the first; no other thread has this place.
        unsafe {
            let x: [f32; 4] = a.get_vector_unchecked([first]);
            let y: [f32; 4] = b.get_vector_unchecked([first]);
            let z = [x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3]];
            global::store(sum.at_unchecked([first]).cast(), z);
        }
    } else {
        for i in first..n {
            // SAFETY: the element lies below n, and no other thread has this place.
            unsafe { sum.set_unchecked([i], a.get_unchecked([i]) + b.get_unchecked([i])) }
        }
    }
}
