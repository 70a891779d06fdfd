//! Tensors in global memory as the copy engine is told of them.

use super::boxes::{MOST_AXES, TensorBox};
use crate::device::Swizzle;

/// What a tensor map holds, in plain data. Axes have the order of the box: the innermost one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorDescription {
    /// Where the tensor begins in global memory.
    pub address: u64,
    /// The bytes of an element: 1, 2, 4 or 8.
    pub element: u32,
    /// How many axes there are.
    pub rank: usize,
    /// The extents; 1 beyond the rank.
    pub extents: [u64; MOST_AXES],
    /// The bytes from an index to the next along each axis.
    pub strides: [u64; MOST_AXES],
    /// The extents of a box.
    pub boxed: [u32; MOST_AXES],
    /// How a box lies in shared memory.
    pub swizzle: Swizzle,
}

/// A tensor map: 128 bytes that only the driver and the copy engine understand; of the executor, a [`TensorDescription`].
pub type TensorWords = [u64; 16];

impl TensorDescription {
    /// The same where a box is another.
    pub(crate) fn of(tile: &TensorBox, address: u64, element: u32) -> Self {
        let (extents, strides) = ([1; MOST_AXES], [0; MOST_AXES]);
        Self { address, element, rank: tile.rank, extents, strides, boxed: tile.extents, swizzle: tile.swizzle }
    }

    /// As words, for a machine that reads them again.
    ///
    /// Law: [`from_words`](Self::from_words) gives the description back.
    #[must_use]
    pub fn to_words(&self) -> TensorWords {
        let mut words = [0; 16];
        words[0] = self.address;
        words[1] = u64::from(self.element) | (self.rank as u64) << 8 | (self.swizzle as u64) << 16;
        words[2..7].copy_from_slice(&self.extents);
        words[7..12].copy_from_slice(&self.strides);
        for (at, extent) in self.boxed.iter().enumerate() {
            // At most 256 along an axis.
            words[12 + at / 3] |= u64::from(*extent) << (16 * (at % 3));
        }
        words
    }

    /// What the words hold.
    #[must_use]
    pub fn from_words(words: &TensorWords) -> Self {
        let five = |from: usize| std::array::from_fn(|at| words[from + at]);
        Self {
            address: words[0],
            element: words[1] as u32 & 0xff,
            rank: (words[1] >> 8 & 0xff) as usize,
            extents: five(2),
            strides: five(7),
            boxed: std::array::from_fn(|at| (words[12 + at / 3] >> (16 * (at % 3)) & 0xffff) as u32),
            swizzle: Swizzle::ALL[(words[1] >> 16 & 3) as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_were_written() {
        for swizzle in Swizzle::ALL {
            let description = TensorDescription {
                address: 0x7f00_1234_5670,
                element: 2,
                rank: 5,
                extents: [1 << 32, 2, 3, 4, 5],
                strides: [2, 1 << 39, 48, 64, 80],
                boxed: [256, 1, 7, 255, 9],
                swizzle,
            };
            assert_eq!(TensorDescription::from_words(&description.to_words()), description);
        }
    }
}
