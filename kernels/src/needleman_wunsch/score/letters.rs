//! The letters of the second sequence as the strips take them.

use super::shape::{GROUP, Letters, NO_LETTER};
use lego_cuda::device::{block_dim, block_idx, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};

/// The threads of a block, each of which has a group.
pub(super) const THREADS: usize = 256;

/// Puts four letters in a word, those of each group, forwards and backwards; behind the last there is 32, which is no letter.
///
/// Launch: a thread for each group of `letters`, in blocks of 256; in y the directions.
///
/// # Safety
/// No other launch uses `letters` at this time.
#[lego_kernel(threads = [THREADS as u32])]
pub unsafe fn nw_letters(second: Global<'_, u8>, letters: GlobalMut<'_, u32, Letters>) {
    let ([columns], direction) = (second.dims(), block_idx().y);
    let group = block_idx().x * block_dim().x + thread_idx().x;
    let letter = |k: u32| {
        let column = place(direction, GROUP * group + k, columns);
        second.try_get([column]).map_or(NO_LETTER, |byte| u32::from(byte & 31))
    };
    let word = letter(0) | letter(1) << 8 | letter(2) << 16 | letter(3) << 24;
    // SAFETY: a thread has a group of its own.
    unsafe { letters.try_set([direction, group], word) };
}

/// Where the letter is that comes after so many of `len`: from the beginning on, or from the end; beyond `len` where there is none.
#[inline(always)]
pub(super) fn place(direction: u32, before: u32, len: u32) -> u32 {
    if direction == 0 { before } else { len.wrapping_sub(1).wrapping_sub(before) }
}
