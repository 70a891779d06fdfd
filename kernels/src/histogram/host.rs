//! Launches of histograms over a buffer.

use super::Histogram;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Sets the 256 counts to how often each byte occurs.
///
/// # Errors
/// [`Error::Length`] where there are fewer than 256 counts, and the launch's.
pub fn histogram<B: Backend>(
    module: &Module<B>,
    input: &Buffer<u8, B>,
    counts: &mut Buffer<u32, B>,
) -> Result<(), Error> {
    if counts.len() < 256 {
        return Err(Error::Length { what: "counts", elements: counts.len(), needed: 256 });
    }
    counts.fill_bytes(0)?;
    let blocks = 4 * module.device().limits().multiprocessors;
    Histogram::launch(module, Launch::grid(blocks), input, counts)
}
