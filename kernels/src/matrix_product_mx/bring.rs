//! Who brings scales: a warp those of the rows of a block, and another those of its columns, from bytes in memory to words in shared memory.

use super::layouts::{BLOCKS, ScaleWords};
use super::scales::is_moderate;
use lego_cuda::device::{E8m0, Warp, lane};
use lego_cuda::unroll;
use lego_cuda::view::Global;

/// The rows whose scales a lane brings.
const ROWS: usize = 4;

/// The scales of an operand, and how many there are of each row.
#[derive(Clone, Copy)]
pub(super) struct Scales<'a> {
    pub(super) words: Global<'a, u32, ScaleWords>,
    pub(super) along: u32,
}

/// What a lane has of the scales of a step: four of each of its rows.
#[derive(Clone, Copy)]
pub(super) struct Brought {
    words: [u32; ROWS],
    /// How many of the four there are.
    there: u32,
}

impl Scales<'_> {
    /// Those of a step and of 128 rows from one on; beyond the operand those of its last row, whose sums nobody stores.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn bring(self, first_row: u32, step: u32) -> Brought {
        let [rows, _] = self.words.dims();
        let mut words = [0; ROWS];
        unroll!(for number in 0..ROWS {
            let number: usize = number;
            let row = (first_row + lane() + 32 * number as u32).min(rows - 1);
            // SAFETY: there is the row, and the caller's step.
            words[number] = unsafe { self.words.get_unchecked([row, step]) };
        });
        Brought { words, there: self.along - BLOCKS * step }
    }
}

impl Brought {
    /// Has the scales of all lanes of the warp set, `[block, row]` by `[block, row]` of 128 rows; whether all are moderate.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn set(self, set: impl Fn([u32; 2], u32)) -> bool {
        let mut are_moderate = true;
        unroll!(for number in 0..ROWS {
            unroll!(for block in 0..4 {
                let (number, block): (usize, u32) = (number, block as u32);
                // Products beyond the end are 0: they are not to meet a scale that is none.
                let code = if block < self.there {
                    self.words[number] >> (8 * block) & 0xff
                } else {
                    E8m0::ONE.to_bits().into()
                };
                are_moderate &= is_moderate(code);
                set([block, lane() + 32 * number as u32], code);
            });
        });
        Warp::ALL.all(are_moderate)
    }
}
