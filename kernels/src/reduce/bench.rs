//! The time that reductions of large matrices take: square ones, long and thin ones, and ones of odd sides.

use super::check::{Axis, Plain, Run};
use super::host::{State, reduce_columns, reduce_rows};
use super::{ArgMax, Max, Place, Sum};
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

/// Rows and columns of what is timed.
pub(crate) const SHAPES: [[usize; 2]; 7] =
    [[8192, 8192], [64, 1 << 20], [1 << 20, 64], [1, 1 << 26], [1 << 26, 1], [3, 20_000_003], [4099, 8191]];

/// Elements from -1 to 1, the same each time.
pub(crate) fn elements(shape: [usize; 2]) -> Vec<f32> {
    (0..shape.iter().product()).map(|i: usize| ((i * 40503) >> 3 & 1023) as f32 / 512.0 - 1.0).collect()
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench {
        name: "reduce",
        run: |timer, emit| {
            for shape in SHAPES {
                let both: [Run<Sum, B>; 2] = [reduce_rows::<Sum, B>, reduce_columns::<Sum, B>];
                times::<Sum, B>("reduce", "sum ", shape, timer, emit, both)?;
                if shape[0] > 64 && shape[1] > 64 {
                    let both: [Run<Max, B>; 2] = [reduce_rows::<Max, B>, reduce_columns::<Max, B>];
                    times::<Max, B>("reduce", "max ", shape, timer, emit, both)?;
                }
                let both: [Run<ArgMax, B>; 2] = [reduce_rows::<ArgMax, B>, reduce_columns::<ArgMax, B>];
                times::<ArgMax, B>("largest", "", shape, timer, emit, both)?;
                let both: [Run<Place, B>; 2] = [reduce_rows::<Place, B>, reduce_columns::<Place, B>];
                times::<Place, B>("argmax", "", shape, timer, emit, both)?;
            }
            Ok(())
        },
    }
}

fn times<R: Plain, B: Backend>(
    bench: &'static str,
    of: &str,
    shape: [usize; 2],
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
    runs: [Run<R, B>; 2],
) -> Result<(), Error> {
    let elements = elements(shape);
    let device = timer.device();
    let (input, mut state) = (device.buffer_from(&elements)?, State::new(device)?);
    for (axis, kernel, run) in [(Axis::Rows, "reduce_rows", runs[0]), (Axis::Columns, "reduce_columns", runs[1])] {
        let mut output = device.poisoned::<R::Output>(axis.results(shape))?;
        let milliseconds = timer.median(5, 25, || run(&timer.module, &input, &mut output, &mut state, shape))?;
        let right = R::check(axis, shape, &elements, &output.read()?).is_ok();
        let what = if axis == Axis::Rows { "rows" } else { "columns" };
        let case = format!("{of}{what} {}x{}", shape[0], shape[1]);
        let bytes = (4 * elements.len() + size_of::<R::Output>() * output.len()) as f64;
        emit(Row { bench, case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
