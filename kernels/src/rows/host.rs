//! How many blocks a launch over rows has.

use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Device, Error, Launch, Module};

/// How many blocks that share rows a multiprocessor holds.
const BLOCKS: usize = 2;

/// The fewest vectors of a row that are worth a block.
const FEWEST_VECTORS: usize = 512;

/// The most blocks of a launch over m rows that several blocks may share.
pub(crate) fn most_blocks<B: Backend>(device: &Device<B>, m: usize) -> usize {
    m.max(BLOCKS * device.limits().multiprocessors as usize)
}

/// A launch over m rows of so many vectors: how many blocks share each row, and the grid.
///
/// # Errors
/// The driver's words.
pub(crate) fn shared_rows<K: Instance, B: Backend>(
    module: &Module<B>,
    m: usize,
    vectors: usize,
) -> Result<(usize, Launch), Error> {
    let at_once = (module.resident_blocks::<K>(Launch::grid(1))? as usize).min(most_blocks(module.device(), 0));
    let parts = (at_once / m.max(1)).min(vectors / FEWEST_VECTORS).max(1);
    let grid = Launch::grid(m.saturating_mul(parts));
    Ok((parts, if parts > 1 { grid.cooperative() } else { grid }))
}

/// How many blocks take m rows one after the other, where so many blocks run at once: all of them as many rows as any, or one less.
pub(crate) fn even_blocks(m: usize, at_once: usize) -> usize {
    m.div_ceil(m.div_ceil(at_once.max(1)).max(1))
}
