//! How wide the blocks of a launch are: 256 columns or 64.

use super::problem::Problem;
use crate::matrix_product_hopper::BLOCK_ROWS;

/// Nanoseconds of a block before and behind its steps, and of a step, as an H100 takes for blocks of 256 and of 64 columns.
const TIMES: [(usize, [usize; 2]); 2] = [(256, [3700, 600]), (64, [1000, 300])];

/// Whether blocks of 256 columns take less time than blocks of 64, where so many run at once: those that follow each other have a
/// time each, and no launch ends before its longest block.
pub(super) fn is_wide(problems: &[Problem], step: usize, running: usize) -> bool {
    let [wide, narrow] = TIMES.map(|(columns, [fixed, each])| {
        let (mut blocks, mut sum, mut longest) = (0_usize, 0_usize, 0);
        for Problem { sizes: [m, n, k], count, .. } in problems {
            let of = m.div_ceil(BLOCK_ROWS as usize).saturating_mul(n.div_ceil(columns)).saturating_mul(*count);
            let time = fixed + each.saturating_mul(k.div_ceil(step).max(1));
            blocks = blocks.saturating_add(of);
            sum = sum.saturating_add(of.saturating_mul(time));
            longest = longest.max(time);
        }
        let rounds = blocks.div_ceil(running.max(1));
        (sum / blocks.max(1)).saturating_mul(rounds).max(longest)
    });
    wide < narrow
}
