//! The time that histograms of 2^30 bytes take: of uniform ones, and of equal ones.

use super::check::counted;
use super::host;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "histogram", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let len = 1_usize << 30;
    let mut random = Random::new(7);
    let uniform: Vec<u8> = (0..len / 8).flat_map(|_| random.bits().to_le_bytes()).collect();
    for (case, bytes) in [("uint8 2^30 uniform", uniform), ("uint8 2^30 equal", vec![7; len])] {
        let input = timer.device().buffer_from(&bytes)?;
        let mut counts = timer.device().zeroed(256)?;
        let milliseconds = timer.median(5, 25, || host::histogram(&timer.module, &input, &mut counts))?;
        let right = counts.read()? == counted(&bytes);
        let (case, checked) = (case.to_owned(), Some(right));
        emit(Row { bench: "histogram", case, kernel: "histogram_u8", milliseconds, bytes: len as f64, checked });
    }
    Ok(())
}
