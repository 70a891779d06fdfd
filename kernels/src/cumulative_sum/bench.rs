//! The time that cumulative sums of large matrices take: square ones, long and thin ones, and ones of odd sides.

use super::check::{Run, compared};
use super::host::{State, cumulative_sum_columns, cumulative_sum_rows};
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

const SHAPES: [[usize; 2]; 7] =
    [[8192, 8192], [64, 1 << 20], [1 << 20, 64], [1, 1 << 26], [1 << 26, 1], [3, 20_000_003], [4099, 8191]];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "cumsum", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let device = timer.device();
    for shape in SHAPES {
        let elements: Vec<f32> =
            (0..shape.iter().product()).map(|i: usize| ((i * 40503) >> 3 & 1023) as f32 / 512.0 - 1.0).collect();
        let (input, mut state) = (device.buffer_from(&elements)?, State::new(device, elements.len())?);
        let rows: (_, _, Run<B>) = ("rows", "cumulative_sum_rows", cumulative_sum_rows::<B>);
        for (what, kernel, run) in [rows, ("columns", "cumulative_sum_columns", cumulative_sum_columns::<B>)] {
            let mut output = device.poisoned(elements.len())?;
            let milliseconds = timer.median(5, 25, || run(&timer.module, &input, &mut output, &mut state, shape))?;
            let right = compared(what == "rows", shape, &elements, &output.read()?).is_ok();
            let (case, bytes) = (format!("{what} {}x{}", shape[0], shape[1]), 8.0 * elements.len() as f64);
            emit(Row { bench: "cumsum", case, kernel, milliseconds, bytes, checked: Some(right) });
        }
    }
    Ok(())
}
