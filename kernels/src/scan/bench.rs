//! The time that a scan of a long line takes.

use super::host;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "scan", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let len = 1_usize << 26;
    let numbers: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(0x9e37_79b9) >> 7).collect();
    let input = timer.device().buffer_from(&numbers)?;
    let (mut output, mut state) = (timer.device().poisoned(len)?, host::state::<u32, B>(timer.device(), len)?);
    let milliseconds = timer.median(5, 25, || host::inclusive_sum(&timer.module, &input, &mut output, &mut state))?;
    let mut sum = 0_u32;
    let right = output.read()?.iter().zip(&numbers).all(|(found, x)| {
        sum = sum.wrapping_add(*x);
        *found == sum
    });
    emit(Row {
        bench: "scan",
        case: "uint32 2^26".to_owned(),
        kernel: "inclusive_sum_u32",
        milliseconds,
        bytes: 8.0 * len as f64,
        checked: Some(right),
    });
    Ok(())
}
