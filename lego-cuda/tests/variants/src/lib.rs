//! What the builder refuses, and what it builds otherwise where it is told so.
#![no_std]
#![cfg(target_arch = "nvptx64")]

#[cfg(feature = "wgmma")]
mod warpgroups;

use lego_cuda::device::linear_thread_idx;

unsafe fn put<T: Copy>(out: *mut T, value: T) {
    unsafe { out.add(linear_thread_idx() as usize).write(value) }
}

/// `a * b + c` as it stands: the builder may be told to make one instruction of it.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn product_and_sum(out: *mut f32, a: f32, b: f32, c: f32) {
    unsafe { put(out, a * b + c) }
}

#[cfg(feature = "unresolved")]
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn unresolved(out: *mut f32, x: f32) {
    unsafe extern "C" {
        fn expf(x: f32) -> f32;
        fn defined_nowhere(x: f32) -> f32;
    }
    unsafe { put(out, expf(defined_nowhere(x))) }
}

#[cfg(feature = "contradiction")]
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn contradiction() {
    use lego_cuda::device::bounds;
    bounds::required_threads::<32, 1, 1>();
    bounds::required_threads::<64, 1, 1>();
}

#[cfg(feature = "rejected")]
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn rejected() {
    unsafe { core::arch::asm!("no.such.instruction;") }
}

#[cfg(feature = "broken")]
const BROKEN: u32 = "not a number";

#[cfg(feature = "method")]
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn method(out: *mut f32, x: f32) {
    unsafe { put(out, x.exp()) }
}

#[cfg(feature = "hopper")]
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn rows_stored(x: u32, y: u32) {
    use half::f16;
    use lego_cuda::device::matrix::{stmatrix, stmatrix_trans};
    use lego_cuda::device::shared;
    let row = unsafe { shared::dynamic_unchecked::<[f16; 8]>(0, 32).at_unchecked(linear_thread_idx()) };
    stmatrix(row, [x]);
    stmatrix(row, [x, y]);
    stmatrix(row, [x, y, x, y]);
    stmatrix_trans(row, [x]);
    stmatrix_trans(row, [x, y]);
    stmatrix_trans(row, [x, y, x, y]);
}
