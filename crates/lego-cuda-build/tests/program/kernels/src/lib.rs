#![no_std]
#![cfg(target_arch = "nvptx64")]

use lego_cuda::device::{bounds, linear_thread_idx};

/// Overflow checks of the workspace's profile would put a trap here.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn add(values: *mut u32, n: u32) {
    bounds::max_threads::<128, 1, 1>();
    let i = linear_thread_idx();
    if i < n {
        unsafe { *values.add(i as usize) += n };
    }
}
