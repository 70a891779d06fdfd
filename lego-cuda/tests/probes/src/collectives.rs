//! Kernels of what threads compute together.

use lego::layout;
use lego_cuda::device::{BlockWide, Warp, block_idx, grid_stride, linear_thread_idx, sync_threads};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Atomic, Global, GlobalMut, Shared};

layout!(pub type Bins = Row(8, 32););

/// Every element times a number, in as many threads as there are.
#[lego_kernel]
pub fn strided(input: Global<'_, f32>, output: GlobalMut<'_, f32>, factor: f32) {
    for i in grid_stride(input.len().min(output.len())) {
        // SAFETY: the element is there, and no other thread has it.
        unsafe { output.set_unchecked([i], factor * input.get_unchecked([i])) };
    }
}

/// Updates whose indices are known to be inside, or are looked at.
#[lego_kernel(threads = 256)]
pub fn updated(input: Global<'_, u8>, most: Atomic<'_, u32>, #[shared] bins: Shared<'_, u32, Bins>) {
    let me = linear_thread_idx();
    bins.set([me / 32, me % 32], 0);
    sync_threads();
    bins.fetch_add([u32::from(input.try_get([me]).unwrap_or(0)) % 8, me % 32], 1);
    sync_threads();
    most.try_fetch_max([me], bins.get([me / 32, me % 32]));
}

fn place() -> u32 {
    256 * block_idx().x + linear_thread_idx()
}

/// Reads a number, and writes what becomes of it.
macro_rules! collectives {
    ($($name:ident[$($threads:tt)*]: $type:ty, |$all:ident, $x:ident| $expression:expr;)*) => {
        $(
            #[lego_kernel($($threads)*)]
            pub fn $name(
                input: Global<'_, $type>,
                output: GlobalMut<'_, $type>,
                #[shared] $all: BlockWide<'_, $type>,
            ) {
                let _ = &$all;
                // SAFETY: the element is there, and no other thread has it.
                unsafe {
                    let $x = input.get_unchecked([place()]);
                    output.set_unchecked([place()], $expression);
                }
            }
        )*
    };
}
collectives! {
    warp_sum_u32[threads = 256]: u32, |all, x| Warp::ALL.sum(x);
    warp_max_i32[threads = 256]: i32, |all, x| Warp::ALL.max(x);
    warp_sum_f32[threads = 256]: f32, |all, x| Warp::ALL.sum(x);
    warp_sum_f16[threads = 256]: half::f16, |all, x| Warp::ALL.sum(x);
    warp_reduce_f64[threads = 256]: f64, |all, x| Warp::ALL.reduce(x, |a, b| a * 2.0 + b);
    warp_arg_max_f32[threads = 256]: f32, |all, x| Warp::ALL.arg_max(x, linear_thread_idx()).1 as f32;
    warp_scan_u32[threads = 256]: u32, |all, x| Warp::ALL.inclusive_sum(x);
    warp_segments_f32[threads = 256]: f32, |all, x| Warp::ALL.segmented_inclusive_scan(x < 0.0, x, |a, b| a + b);
    block_sum_u32[threads = 256]: u32, |all, x| all.sum(x);
    block_sum_f32[threads = 256]: f32, |all, x| all.sum(x);
    block_sum_twice_f32[threads = 256]: f32, |all, x| { let y = all.sum(x); all.max(x - y) };
    block_sum_any_f32[max_threads = 1024]: f32, |all, x| all.sum(x);
    block_arg_max_f32[threads = 256]: f32, |all, x| all.arg_max(x, linear_thread_idx()).1 as f32;
    block_scan_u32[threads = 256]: u32, |all, x| all.inclusive_sum([x])[0];
    block_scan_8_f32[threads = 256]: f32, |all, x| {
        let (sums, total) = all.exclusive_sum([x, x * x, x + 1.0, x, x, x - 1.0, x, x]);
        sums[7] + sums[1] * total
    };
    block_any_u32[threads = 1000]: u32, |all, x| all.any(x == 3) as u32;
}
