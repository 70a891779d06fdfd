//! Linear maps on words of bits, as `const fn`: what a kernel's plans are computed with when it is compiled.

use super::span::{Span, WORDS};

/// A linear map over F2 from words of so many bits to words: the image of each bit.
///
/// Law: the value of a word is the xor of the images of its set bits. [`LinearLayout`](crate::linear::LinearLayout) is this with
/// names on both sides; this is what a `const` of a kernel can compute with.
///
/// ```
/// use lego_algebra::linear::plans::BitMap;
/// // Two digits of two bits, exchanged.
/// const SWAP: BitMap = BitMap::new(&[4, 8, 1, 2]);
/// const { assert!(SWAP.apply(0b0110) == 0b1001) };
/// assert_eq!(SWAP.inverse(), Some(SWAP));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitMap {
    images: [u32; WORDS],
    bits: u32,
}

impl BitMap {
    /// The map with these images, those of the lowest bits first; of more than 32 none is kept.
    #[must_use]
    pub const fn new(images: &[u32]) -> Self {
        let mut map = Self { images: [0; WORDS], bits: 0 };
        while (map.bits as usize) < images.len() && (map.bits as usize) < WORDS {
            map.images[map.bits as usize] = images[map.bits as usize];
            map.bits += 1;
        }
        map
    }

    /// The map that leaves words of so many bits as they are.
    #[must_use]
    pub const fn identity(bits: u32) -> Self {
        let mut map = Self::new(&[]);
        while map.bits < bits && (map.bits as usize) < WORDS {
            map.images[map.bits as usize] = 1 << map.bits;
            map.bits += 1;
        }
        map
    }

    /// The same map of words that have no bits but the first so many.
    #[must_use]
    pub const fn first(&self, bits: u32) -> Self {
        let count = if bits < self.bits { bits } else { self.bits };
        Self::new(self.images.split_at(count as usize).0)
    }

    /// How many bits go in.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The image of a bit; 0 for one that there is not.
    #[must_use]
    pub const fn image(&self, bit: u32) -> u32 {
        if bit < self.bits { self.images[bit as usize] } else { 0 }
    }

    /// The image of a word.
    #[must_use]
    pub const fn apply(&self, word: u32) -> u32 {
        let (mut value, mut rest) = (0, word);
        while rest != 0 {
            value ^= self.image(rest.trailing_zeros());
            rest &= rest - 1;
        }
        value
    }

    /// This map after another one.
    #[must_use]
    pub const fn after(&self, first: &Self) -> Self {
        let mut map = *first;
        let mut bit = 0;
        while bit < map.bits {
            map.images[bit as usize] = self.apply(first.image(bit));
            bit += 1;
        }
        map
    }

    /// The map that undoes this one, if it is a bijection of words of so many bits.
    #[must_use]
    pub const fn inverse(&self) -> Option<Self> {
        let mut span = Span::EMPTY;
        let mut bit = 0;
        while bit < self.bits {
            let image = self.image(bit);
            let is_outside = self.bits < u32::BITS && image >> self.bits != 0;
            if is_outside || !span.add(image) {
                return None;
            }
            bit += 1;
        }
        let mut inverse = *self;
        bit = 0;
        while bit < self.bits {
            inverse.images[bit as usize] = match span.express(1 << bit) {
                Some(word) => word,
                None => return None,
            };
            bit += 1;
        }
        Some(inverse)
    }
}
