//! The time of copies, from a few pages to gigabytes.

use super::host::copy;
use super::kernel::CopyElements;
use crate::numbers::{Pattern, patterns};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "array_copy", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    times::<f32, 4, B>("float32", "copy_f32", &[12, 16, 20, 24, 26, 28, 30], timer, emit)?;
    times::<u8, 16, B>("uint8", "copy_u8", &[12, 16, 20, 24, 28, 30], timer, emit)
}

fn times<T: Pattern, const V: usize, B: Backend>(
    number: &str,
    kernel: &'static str,
    powers: &[u32],
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error>
where
    [T; V]: Element,
    CopyElements<T, V>: Instance,
{
    for power in powers {
        let all: Vec<T> = patterns(1 << power);
        let input = timer.device().buffer_from(&all)?;
        let mut output = timer.device().poisoned(all.len())?;
        let milliseconds = timer.median(5, 25, || copy::<T, V, B>(&timer.module, &input, &mut output))?;
        let checked = Some(output.read()? == all);
        let bytes = 2.0 * size_of_val(all.as_slice()) as f64;
        emit(Row { bench: "array_copy", case: format!("{number} 2^{power}"), kernel, milliseconds, bytes, checked });
    }
    Ok(())
}
