//! A tile of shared memory: how many rows and columns it has, and how wide an element is.

use lego_machine::limits::{BANK_BYTES, WAVEFRONT_BYTES, is_access_width};

/// The most words by which a row is padded.
pub const MOST_PADDING: u32 = 32;

/// A tile of rows and columns, of elements of 1, 2, 4, 8 or 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    rows: u32,
    columns: u32,
    bytes: u32,
}

impl Tile {
    /// The most elements of a tile, far more than shared memory holds.
    pub const MOST_ELEMENTS: u64 = 1 << 20;

    /// A tile; `None` without rows or columns, of more than [`MOST_ELEMENTS`](Tile::MOST_ELEMENTS), or of elements that no
    /// instruction moves.
    ///
    /// ```
    /// use lego_algebra::shared::Tile;
    /// assert!(Tile::new(24, 48, 4).is_some());
    /// assert!(Tile::new(0, 48, 4).is_none() && Tile::new(24, 48, 3).is_none() && Tile::new(1 << 20, 2, 1).is_none());
    /// ```
    #[must_use]
    pub fn new(rows: u64, columns: u64, bytes: u32) -> Option<Self> {
        let count = rows.checked_mul(columns)?;
        let is_tile = count > 0 && count <= Self::MOST_ELEMENTS && is_access_width(bytes as usize);
        is_tile.then_some(Self { rows: rows as u32, columns: columns as u32, bytes })
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The bytes of an element.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// The bits that tell the elements of a word apart.
    pub(super) fn word(&self) -> u32 {
        word_bits(self.bytes)
    }

    /// The bits that tell the elements of one row of all banks apart.
    pub(super) fn banks(&self) -> u32 {
        bank_bits(self.bytes)
    }

    /// The paddings of a row: 0 to 32 words, in whole elements.
    pub(super) fn paddings(&self) -> impl Iterator<Item = u32> + use<> {
        let bytes = self.bytes;
        (0..=MOST_PADDING)
            .filter(move |words| words * BANK_BYTES % bytes == 0)
            .map(move |words| words * BANK_BYTES / bytes)
    }
}

/// The bits that tell the elements of a word apart, for elements of `bytes` bytes.
pub(super) fn word_bits(bytes: u32) -> u32 {
    (BANK_BYTES / bytes).max(1).ilog2()
}

/// The bits that tell the elements of one row of all banks apart.
pub(super) fn bank_bits(bytes: u32) -> u32 {
    (WAVEFRONT_BYTES / bytes).ilog2()
}
