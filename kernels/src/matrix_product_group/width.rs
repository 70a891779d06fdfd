//! How wide the blocks of a launch are: 256 columns or 64.

use super::problem::Problem;
use crate::matrix_product_hopper::BLOCK_ROWS;

/// Nanoseconds of a block before and behind its steps, and of a step, as an H100 takes for blocks of 256 and of 64 columns.
const TIMES: [(usize, [usize; 2]); 2] = [(256, [4500, 600]), (64, [1800, 300])];

/// Whether blocks of 256 columns take less time than blocks of 64, where so many run at once: those that follow each other have a
/// time each, and no launch ends before its longest block.
pub(super) fn is_wide(problems: &[Problem], step: usize, running: usize) -> bool {
    let [wide, slim] = TIMES.map(|(columns, [fixed, each])| {
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
    wide < slim
}

#[cfg(test)]
mod tests {
    use super::super::problem::Problem;
    use super::is_wide;

    #[test]
    fn blocks_are_as_wide_as_was_measured_to_be_faster() {
        for (side, count, wide) in [
            (128, 4, false),
            (128, 16, false),
            (256, 4, false),
            (256, 16, false),
            (512, 4, false),
            (512, 16, true),
            (1024, 4, true),
            (1024, 16, true),
        ] {
            let list = vec![Problem::dense([side; 3], 0); count];
            assert_eq!(is_wide(&list, 64, 132), wide, "{count} of {side}");
            assert_eq!(is_wide(&[list[0].times(count)], 64, 132), wide, "a batch of {count} of {side}");
        }
        // The sizes of the checks: both kinds are launched on the executor.
        assert!(is_wide(&[Problem::dense([130, 264, 72], 0)], 64, 4));
        assert!(!is_wide(&[Problem::dense([33, 24, 40], 0).times(2)], 64, 4));
        assert!(!is_wide(&[], 64, 0));
    }
}
