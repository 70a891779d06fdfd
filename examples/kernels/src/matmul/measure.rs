//! Checks and times.

use super::host::multiply;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Check, Emit, Row, Scale, Timer, near, random};

/// An element of the product, and how far a kernel may be from it.
fn expected(a: &[f32], b: &[f32], [_, n, k]: [usize; 3], at: usize) -> (f64, f64) {
    let (i, j) = (at / n, at % n);
    let products = (0..k).map(|p| f64::from(a[i * k + p]) * f64::from(b[p * n + j]));
    let (sum, size) = products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
    (sum, size * k as f64 * f64::from(f32::EPSILON))
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![Check {
        name: "matmul_f32",
        run: |module, source, scale| {
            let sizes: &[[usize; 3]] = match scale {
                Scale::Small => &[[1, 1, 1], [3, 5, 7], [128, 128, 8], [130, 127, 17], [65, 257, 31]],
                Scale::Full => &[[1, 1, 1], [127, 129, 131], [512, 512, 512], [1000, 513, 777], [1024, 256, 1031]],
            };
            for &[m, n, k] in sizes {
                let (a, b) = (random::<f32>(source, m * k), random::<f32>(source, k * n));
                let device = module.device();
                let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
                let mut product = device.poisoned(m * n)?;
                multiply(module, &left, &right, &mut product, [m, n, k])?;
                let right = (0..m * n).map(|at| expected(&a, &b, [m, n, k], at));
                near(&format!("{m}x{n}x{k}"), &product.read()?, right)?;
            }
            Ok(())
        },
    }]
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "matmul", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for [m, n, k] in [[1024; 3], [2048; 3], [4096; 3], [4093, 4091, 4099], [8192; 3]] {
        let number = |i: usize| ((i * 40503) >> 3 & 255) as f32 / 128.0 - 1.0;
        let a: Vec<f32> = (0..m * k).map(number).collect();
        let b: Vec<f32> = (0..k * n).map(|i| number(i + 12345)).collect();
        let (left, right) = (timer.device().buffer_from(&a)?, timer.device().buffer_from(&b)?);
        let mut product = timer.device().poisoned(m * n)?;
        let milliseconds = timer.median(2, 9, || multiply(&timer.module, &left, &right, &mut product, [m, n, k]))?;
        let found = product.read()?;
        // Every element takes too long on the host; a step that is no divisor of a row meets all rows and columns of tiles.
        let right = (0..m * n).step_by(10_007).all(|at| {
            let (value, tolerance) = expected(&a, &b, [m, n, k], at);
            (f64::from(found[at]) - value).abs() <= tolerance
        });
        let (case, bytes) = (format!("float32 {m}x{n}x{k}"), 4.0 * (m * k + k * n + m * n) as f64);
        emit(Row { bench: "matmul", case, kernel: "matmul_f32", milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
