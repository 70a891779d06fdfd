//! Sums of vectors of many lengths, compared with the sums of their elements.

use super::{THREADS, VectorAdd};
use lego_cuda::launch::{Backend, Launch};
use lego_kernels_harness::{Check, Scale, compare};

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![Check {
        name: "vector_add",
        run: |module, random, scale| {
            let lengths: &[usize] =
                if scale == Scale::Small { &[1, 3, 1024, 2049] } else { &[1, 1023, 1 << 20, (1 << 24) - 13] };
            for &len in lengths {
                let mut vector = || -> Vec<f32> { (0..len).map(|_| random.unit()).collect() };
                let (a, b) = (vector(), vector());
                let device = module.device();
                let mut sum = device.poisoned(len)?;
                let grid = Launch::grid(len.div_ceil(4 * THREADS as usize));
                VectorAdd::launch(module, grid, &device.buffer_from(&a)?, &device.buffer_from(&b)?, &mut sum)?;
                compare(&format!("{len} elements"), &sum.read()?, |i| a[i] + b[i])?;
            }
            Ok(())
        },
    }]
}
