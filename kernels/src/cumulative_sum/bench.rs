//! The time that cumulative sums of large matrices take: square ones, long and thin ones, and ones of odd sides.

use super::check::{Run, compared};
use super::host::{State, cumulative_sum_columns, cumulative_sum_rows};
use crate::reduce::bench::{SHAPES, elements};
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "cumsum", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let device = timer.device();
    for shape in SHAPES {
        let elements = elements(shape);
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
