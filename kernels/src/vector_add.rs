//! The sum of two vectors.

use lego::layout;
use lego_cuda::device::{block_idx, bounds, global, thread_idx};

/// How many threads a block has.
pub const THREADS: u32 = 256;

layout! {
    /// Element `[block, thread, k]`: four elements a thread, of the largest grid with elements below 2^31.
    pub type Quads = Row(2097152, 256, 4);
}

/// Adds two vectors of f32, four elements a thread by accesses of 16 bytes, the last few one by one.
///
/// Launch: blocks of [`THREADS`] threads in x, and `n.div_ceil(1024)` of them.
///
/// # Safety
/// All three have `n` elements, at most 2^31, begin at multiples of 16 bytes, and only `sum` is written.
#[inline(always)]
pub unsafe fn vector_add(a: *const f32, b: *const f32, sum: *mut f32, n: u32) {
    bounds::required_threads::<THREADS, 1, 1>();
    let first = Quads::apply_u32([block_idx().x, thread_idx().x, 0]);
    // SAFETY: only places below n are touched; a multiple of 4 elements is a multiple of 16 bytes.
    unsafe {
        if first + 4 <= n {
            let x: [f32; 4] = global::load_read_only(a.add(first as usize).cast());
            let y: [f32; 4] = global::load_read_only(b.add(first as usize).cast());
            let z = [x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3]];
            global::store(sum.add(first as usize).cast(), z);
        } else {
            for i in first..n {
                let i = i as usize;
                global::store(sum.add(i), global::load_read_only(a.add(i)) + global::load_read_only(b.add(i)));
            }
        }
    }
}

/// The entry.
///
/// # Safety
/// That of [`vector_add`].
#[cfg(target_arch = "nvptx64")]
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn vector_add_f32(a: *const f32, b: *const f32, sum: *mut f32, n: u32) {
    // SAFETY: as the caller promises.
    unsafe { vector_add(a, b, sum, n) }
}
