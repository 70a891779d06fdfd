//! What is known of a swizzle before a request is looked at: the bank bits that it changes, and whether it leaves words whole.

use super::access::TileAccess;
use super::counts::{Window, windows};
use super::member::Swizzle;

/// A swizzle as one formula: the bits of `ones` from `from` on are xored to those from `to` on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Xor {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) ones: u32,
    count: u32,
}

impl Xor {
    pub(super) const NONE: Self = Self { from: 0, to: 0, ones: 0, count: 0 };

    /// A swizzle of rows of a length; `None` where it needs more bits than there are.
    pub(super) fn new(swizzle: Swizzle, pitch: u32) -> Option<Self> {
        let (from, to, count) = match swizzle {
            Swizzle::None => (0, 0, 0),
            Swizzle::Rows { bits } => (pitch.trailing_zeros(), 0, bits),
            Swizzle::Bits(swizzle) => (swizzle.source() as u32, swizzle.target() as u32, swizzle.bits() as u32),
        };
        let is_small = from + count < u32::BITS && to + count < u32::BITS;
        is_small.then(|| Self { from, to, ones: (1 << count) - 1, count })
    }

    #[inline]
    pub(super) fn apply(self, position: u32) -> u32 {
        position ^ ((position >> self.from & self.ones) << self.to)
    }

    /// What is to be xored to the banks of positions, where 2^unit of them are in one: of the positions, shifted right by the first and left by the
    /// second, these bits.
    pub(super) fn of_banks(self, unit: u32, banks: u32) -> [u32; 3] {
        let mask = (u64::from(self.ones) << self.to >> unit) as u32 & banks;
        let from = self.from + unit;
        [from.saturating_sub(self.to), self.to.saturating_sub(from), mask]
    }

    /// How far the bits that are xored are above those that they are xored to: swizzles of one distance xor the same to a bit that they change.
    pub(super) fn distance(self) -> i32 {
        self.from as i32 - self.to as i32
    }

    /// Whether elements of one aligned unit of 2^unit stay together, and those of different units apart.
    ///
    /// It is so where the source is above the target: bits of the number of the unit are xored by others of it, from above. It is so, too,
    /// where the source is no part of a unit, or the target part of one.
    pub(super) fn keeps(self, unit: u32) -> bool {
        self.from > self.to || self.from >= unit || self.to + self.count <= unit
    }
}

/// Swizzles of which a request takes no fewer wavefronts than a bound that is counted once for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// The bank bits that they change.
    pub(super) window: Window,
    /// Whether words and vectors of all accesses stay whole and apart.
    pub(super) is_whole: bool,
}

impl Class {
    /// All numbers are below it.
    pub(super) const COUNT: usize = 2 * Window::COUNT;

    /// That of a swizzle, of elements of which 2^word fill a word and 2^banks all banks.
    pub(super) fn new(xor: Xor, word: u32, banks: u32, accesses: &[TileAccess<'_>]) -> Self {
        let bit = |bit: u32| bit.clamp(word, banks) as usize - word as usize;
        let window = Window::new(bit(xor.to), bit(xor.to + xor.count));
        let keeps = |access: &TileAccess<'_>| xor.keeps(access.unit()) && xor.keeps(access.vector().ilog2());
        Self { window, is_whole: accesses.iter().all(keeps) }
    }

    pub(super) fn number(self) -> usize {
        self.window.number() + if self.is_whole { 0 } else { Window::COUNT }
    }
}

/// Some classes: of whole words, and of others, by their windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classes {
    pub(super) whole: u32,
    pub(super) parted: u32,
}

impl Classes {
    pub(super) const NONE: Self = Self { whole: 0, parted: 0 };

    fn of(&mut self, class: Class) -> (&mut u32, u32) {
        (if class.is_whole { &mut self.whole } else { &mut self.parted }, 1 << class.window.number())
    }

    pub(super) fn add(&mut self, class: Class) {
        let (set, bit) = self.of(class);
        *set |= bit;
    }

    pub(super) fn has(mut self, class: Class) -> bool {
        let (set, bit) = self.of(class);
        *set & bit != 0
    }

    pub(super) fn count(self) -> usize {
        (self.whole.count_ones() + self.parted.count_ones()) as usize
    }

    pub(super) fn all(self) -> impl Iterator<Item = Class> {
        let of = |set, is_whole| windows(set).map(move |n| Class { window: Window::of_number(n), is_whole });
        of(self.whole, true).chain(of(self.parted, false))
    }

    /// Without those of which something says so.
    pub(super) fn retain(&mut self, is_left: impl Fn(Class) -> bool) {
        for class in self.all().filter(|class| !is_left(*class)) {
            let (set, bit) = self.of(class);
            *set &= !bit;
        }
    }
}
