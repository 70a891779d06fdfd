//! Kernels of what threads compute together.

use lego_cuda::device::{BlockWide, Warp, block_idx, linear_thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};

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
