//! Strided maps as chains: digits in any order, reversed or not, with padding before and behind each block of them.
//!
//! ```text
//! position = low + Σ stride · digit      digits from the fastest on; a stride is at least the block of all before it
//!
//! index ── cut into digits ── some reversed ── ordered by stride ── each block padded to the next stride ── offset ──> memory
//! ```

use super::stages::Stages;
use crate::form::Strided;

/// A digit of the index: how many values it has, how far apart they are stored, whether it counts down.
#[derive(Clone, Copy, Debug)]
struct Digit {
    size: u64,
    stride: u64,
    is_down: bool,
}

/// The stages of a strided map over the digits of its index; `None` where a block does not fit below the next stride.
pub(super) fn stages(strided: &Strided) -> Option<Stages> {
    let (low, high) = strided.bounds();
    let mut digits = Vec::new();
    for modes in &strided.axes {
        if modes.is_empty() {
            digits.push(Digit { size: 1, stride: 0, is_down: false });
        }
        for mode in modes.iter().rev() {
            let stride = u64::try_from(mode.stride.abs()).ok()?;
            digits.push(Digit { size: mode.size, stride, is_down: mode.stride < 0 });
        }
    }
    if low < 0 || digits.iter().any(|digit| digit.stride == 0 && digit.size > 1) {
        return None;
    }
    let (low, count) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?.checked_add(1)?);
    // The slowest first; digits of one value stay where they are as far as they can.
    let mut order: Vec<usize> = (0..digits.len()).filter(|&k| digits[k].size > 1).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(digits[k].stride));
    let blocks = blocks(&order.iter().map(|&k| digits[k]).collect::<Vec<_>>())?;
    for (k, _) in digits.iter().enumerate().filter(|(_, digit)| digit.size == 1) {
        let at = order.iter().position(|&other| other > k).unwrap_or(order.len());
        order.insert(at, k);
    }
    let sizes: Vec<u64> = digits.iter().map(|digit| digit.size).collect();
    let mut is_down: Vec<bool> = digits.iter().map(|digit| digit.is_down).collect();
    let total = blocks.last().map_or(1, |block| block.outer * block.stride);
    let mut stages = Stages::default();
    let mut before = 0;
    if low > 0 && count >= total {
        // Counted down from the last position, with all that is free behind.
        stages.reverse(&[count], &[true]);
        stages.pad(&[total], &[count]);
        is_down.iter_mut().for_each(|is_down| *is_down = !*is_down);
    } else {
        before = low;
    }
    for block in blocks.iter().rev() {
        let Block { outer, length, stride } = *block;
        // What is free before the first position is free before blocks: all that is free together is more, since the last
        // position has as much behind it.
        let free = before.min(stride - length);
        before -= free;
        let longer = length + free;
        stages.pad(&[outer, longer], &[outer, stride]);
        if free > 0 {
            let mut front = Stages::default();
            front.reverse(&[outer, longer], &[false, true]);
            front.pad(&[outer, length], &[outer, longer]);
            front.reverse(&[outer, length], &[false, true]);
            stages.extend(front);
        }
    }
    if before > 0 {
        return None;
    }
    stages.permute(&sizes, &order);
    stages.reverse(&sizes, &is_down);
    Some(stages)
}

/// A block of positions that is repeated: how often in all, how long it is, how far apart.
#[derive(Clone, Copy, Debug)]
struct Block {
    outer: u64,
    length: u64,
    stride: u64,
}

/// The blocks that digits repeat, the fastest digit first.
fn blocks(slowest_first: &[Digit]) -> Option<Vec<Block>> {
    let (mut outer, mut length) = (slowest_first.iter().try_fold(1_u64, |all, digit| all.checked_mul(digit.size))?, 1);
    let mut blocks = Vec::new();
    for digit in slowest_first.iter().rev() {
        if digit.stride < length {
            return None;
        }
        blocks.push(Block { outer, length, stride: digit.stride });
        outer /= digit.size;
        length = digit.stride.checked_mul(digit.size)?;
    }
    // The number of blocks of the slowest digit, so that its product with the stride is all of memory.
    outer.checked_mul(length)?;
    Some(blocks)
}
