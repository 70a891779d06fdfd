//! Rows that a block has at once.
//!
//! What belongs to the columns is read once for all of them, and what one waits for, its part of memory or the sum of all threads, others
//! wait for at the same time. They are so far apart that they begin alike, whatever their length is: a thread has the same columns of each.
//!
//! ```text
//! block                   0    1  ..  15    16   17  ..
//! its rows, of two        0    1  ..  15    32   33  ..
//!                        16   17  ..  31    48   49  ..
//! ```

#[cfg(not(target_arch = "nvptx64"))]
use lego_cuda::launch::{Backend, Launch, Module};
use lego_cuda::unroll;

/// What rows are apart, as a power of two, that begin alike, in sectors too: both vectors of a sector have at most so many elements.
#[cfg(not(target_arch = "nvptx64"))]
const ALIKE: u32 = 4;

/// The same where each block is to have one row: the next one would be beyond the last.
#[cfg(not(target_arch = "nvptx64"))]
const FAR: u32 = 31;

/// Fewer rows than so many for a multiprocessor are a block each.
#[cfg(not(target_arch = "nvptx64"))]
const FEW: usize = 4;

/// The rows of a block, which are two to the power of `apart` from one another; some may be beyond the last one.
#[inline(always)]
pub(crate) fn rows_of<const ROWS: usize>(block: u32, apart: u32) -> [u32; ROWS] {
    let (group, place) = (block >> apart, block & ((1 << apart) - 1));
    let mut rows = [block; ROWS];
    if ROWS > 1 {
        unroll!(for i in 0..ROWS {
            rows[i] = ((group * ROWS as u32 + i as u32) << apart) + place;
        });
    }
    rows
}

/// How a launch deals rows to blocks.
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) struct Several {
    /// What the rows of a block are apart, as a power of two.
    pub(crate) apart: u32,
    /// The blocks.
    pub(crate) grid: Launch,
}

#[cfg(not(target_arch = "nvptx64"))]
impl Several {
    /// That of m rows, of which a block may have so many.
    pub(crate) fn of<B: Backend>(module: &Module<B>, m: usize, rows: usize) -> Self {
        if rows == 1 || m < FEW * module.device().limits().multiprocessors as usize {
            return Self { apart: FAR, grid: Launch::grid(m) };
        }
        Self { apart: ALIKE, grid: Launch::grid(m.div_ceil(rows << ALIKE) << ALIKE) }
    }
}
