//! The kernel: one multiplication and addition for each element.

use lego::layout;
use lego_cuda::device::math;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Element `[block, thread, k]` of a line of n elements: four of them to each thread, the last ones maybe fewer.
    pub type Line(n) = Row(n).ExpandBy([n] => [ceil_div(n, 1024)*1024]).GroupBy([ceil_div(n, 1024), 256, 4]);
}

/// Adds `a` times each element of `x` to that of `y`.
#[lego_kernel(threads = 256, instances(saxpy_f32))]
pub fn saxpy(a: f32, x: Global<'_, f32, Line>, y: Split<'_, f32, Line, (BlockX, ThreadX, Register)>) {
    let left: [f32; 4] = x.get_vector_or(y.index([0]), 0.0);
    let right = y.get_vector_or([0], 0.0);
    y.try_set_vector([0], math::mul_add([a; 4], left, right));
}
