//! Checks and times.

use super::host::add_scaled;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Check, Emit, Row, Scale, Timer, compare, random};

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![Check {
        name: "saxpy_f32",
        run: |module, source, scale| {
            let lengths: &[usize] = match scale {
                Scale::Small => &[1, 3, 4, 1023, 1024, 1025, 2053],
                Scale::Full => &[1, 3, 1023, 1025, 1 << 20, 16_777_213],
            };
            for &len in lengths {
                let (x, y) = (random::<f32>(source, len), random::<f32>(source, len));
                let (from, mut to) = (module.device().buffer_from(&x)?, module.device().buffer_from(&y)?);
                add_scaled(module, 0.75, &from, &mut to)?;
                compare(&format!("{len} elements"), &to.read()?, |i| 0.75_f32.mul_add(x[i], y[i]))?;
            }
            Ok(())
        },
    }]
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "saxpy", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for len in [1 << 24, (1 << 26) - 5, 1 << 28] {
        let x: Vec<f32> = (0..len).map(|i| (i % 1021) as f32).collect();
        let from = timer.device().buffer_from(&x)?;
        let mut to = timer.device().zeroed::<f32>(len)?;
        let milliseconds = timer.median(3, 25, || add_scaled(&timer.module, 0.5, &from, &mut to))?;
        to.fill_bytes(0)?;
        add_scaled(&timer.module, 0.5, &from, &mut to)?;
        let right = to.read()?.iter().zip(&x).all(|(y, x)| *y == 0.5 * x);
        let (case, bytes) = (format!("float32 {len}"), 12.0 * len as f64);
        emit(Row { bench: "saxpy", case, kernel: "saxpy_f32", milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
