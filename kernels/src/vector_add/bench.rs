//! The time that sums of long vectors take.

use super::{THREADS, VectorAdd};
use lego_cuda::launch::{Backend, Error, Launch};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "vector_add", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for power in [12, 16, 20, 24, 26, 28, 30] {
        let len = 1_usize << power;
        let a: Vec<f32> = (0..len).map(|i| (i % 1021) as f32).collect();
        let b: Vec<f32> = (0..len).map(|i| (i % 509) as f32).collect();
        let (left, right) = (timer.device().buffer_from(&a)?, timer.device().buffer_from(&b)?);
        let mut sum = timer.device().poisoned(len)?;
        let grid = Launch::grid(len.div_ceil(4 * THREADS as usize));
        let milliseconds = timer.median(5, 25, || VectorAdd::launch(&timer.module, grid, &left, &right, &mut sum))?;
        let right = sum.read()?.iter().enumerate().all(|(i, sum)| *sum == a[i] + b[i]);
        let case = format!("float32 2^{power}");
        let bytes = 12.0 * len as f64;
        emit(Row { bench: "vector_add", case, kernel: "vector_add", milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
