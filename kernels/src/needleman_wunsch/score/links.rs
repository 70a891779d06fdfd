//! Links between strips: the last row of a strip, handed to the strip below by words in global memory, one for each four columns.

use super::lane::{bits, cells};
use super::shape::{LINES, Links};
use lego_cuda::device::{Scope, atomic, sleep};
use lego_cuda::view::GlobalMut;

/// Four cells of a row, without a base: the first in 32 bits, in 7 bits each how much more the others are than the one before, which
/// is at most the largest gain, and a tag in the 11 bits that are left.
#[derive(Clone, Copy)]
pub(super) struct Word(u64);

impl Word {
    /// Four cells that are 0.
    pub(super) const ZERO: Self = Self(0);

    /// The cells of two words of a lane, relative to a base.
    #[inline(always)]
    pub(super) fn new([low, high]: [u32; 2], base: i32, tag: u32) -> Self {
        let ([a, b], [c, d]) = (cells(low), cells(high));
        let step = |from: i16, to: i16| to.wrapping_sub(from) as u32 & 127;
        let steps = step(a, b) | step(b, c) << 7 | step(c, d) << 14 | tag << 21;
        Self(u64::from(steps) << 32 | u64::from((i32::from(a) + base) as u32))
    }

    /// The four cells.
    #[inline(always)]
    pub(super) fn four(self) -> [i32; 4] {
        let (first, steps) = (self.first(), (self.0 >> 32) as u32);
        let second = first + (steps & 127) as i32;
        let third = second + (steps >> 7 & 127) as i32;
        [first, second, third, third + (steps >> 14 & 127) as i32]
    }

    /// The first of the four cells.
    #[inline(always)]
    pub(super) fn first(self) -> i32 {
        self.0 as u32 as i32
    }

    /// The four cells relative to a base, as a lane has them.
    #[inline(always)]
    pub(super) fn relative_to(self, base: i32) -> [u32; 2] {
        let [a, b, c, d] = self.four().map(|cell| (cell - base) as i16);
        [bits([a, b]), bits([c, d])]
    }

    #[inline(always)]
    fn tag(self) -> u32 {
        (self.0 >> 53) as u32
    }
}

/// The words from one strip to the next.
#[derive(Clone, Copy)]
pub(super) struct Link<'a> {
    words: &'a GlobalMut<'a, u64, Links>,
    /// Which half of the table, and which of its lines is the strip's.
    line: [u32; 2],
    /// Tells the strip's words from those that were there before.
    tag: u32,
}

impl<'a> Link<'a> {
    /// The link below a strip, in a launch counted from 0.
    ///
    /// The tag counts the strips that used the line, modulo 2048. Who waits for a word may see in its place what strips before left
    /// there, in this launch or the one before; but of 8·2048 strips no device runs the first and the last at one time. `strips` is at
    /// least the number of strips that the half has.
    #[inline(always)]
    pub(super) fn new(words: &'a GlobalMut<'a, u64, Links>, half: u32, strip: u32, launch: u32, strips: u32) -> Self {
        let used = launch.wrapping_mul(strips.div_ceil(LINES)).wrapping_add(strip / LINES);
        Self { words, line: [half, strip % LINES], tag: used.wrapping_add(1) & 2047 }
    }

    /// Hands a word down.
    ///
    /// # Safety
    /// The group is one of the link's, and only this strip writes its words now.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn hand_down(&self, group: u32, cells: [u32; 2], base: i32) {
        // SAFETY: as the caller promises.
        unsafe {
            let word = self.words.at_unchecked([self.line[0], self.line[1], group]);
            atomic::store_relaxed(word, Word::new(cells, base, self.tag).0, Scope::Gpu);
        }
    }

    /// The word that stands there now.
    ///
    /// # Safety
    /// The group is one of the link's.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn peek(&self, group: u32) -> Word {
        // SAFETY: as the caller promises.
        unsafe { Word(atomic::load_relaxed(self.words.at_unchecked([self.line[0], self.line[1], group]), Scope::Gpu)) }
    }

    /// Waits for the strip's word; the one that stood there before may be it.
    ///
    /// # Safety
    /// That of [`peek`](Self::peek).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn wait(&self, group: u32, peeked: Word) -> Word {
        let mut word = peeked;
        while word.tag() != self.tag {
            sleep(20);
            // SAFETY: as the caller promises.
            word = unsafe { self.peek(group) };
        }
        word
    }
}
