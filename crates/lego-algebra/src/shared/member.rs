//! A member of the family: a tile that is padded, then skewed, then swizzled, as a map from row and column to a position.

use super::tile::Tile;
use crate::cute;

/// A layout of a tile. Law: no two elements share a position, and all are below [`span`](Member::span).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The elements that each row is padded by.
    pub padding: u32,
    /// Row i is turned by so many times i.
    pub skew: u32,
    /// What comes last.
    pub swizzle: Swizzle,
}

/// What is xored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Swizzle {
    /// Nothing.
    #[default]
    None,
    /// `SwizzleRows([rows, columns], bits)`: the column by the row mod 2^bits.
    Rows {
        /// How many bits.
        bits: u32,
    },
    /// CuTe's `Swizzle(b, m, s)`, of the position.
    Bits(cute::Swizzle),
}

/// The parts of a member that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Rows, padded or not.
    Padded,
    /// A `SwizzleRows`.
    Rows,
    /// A `Swizzle`.
    Bits,
    /// A skew.
    Skewed,
    /// A skew, then a `SwizzleRows`.
    SkewedRows,
    /// A skew, then a `Swizzle`.
    SkewedBits,
}

impl Swizzle {
    /// Where a position of rows of a length goes.
    #[inline]
    pub(super) fn apply(self, position: u64, pitch: u32) -> u64 {
        match self {
            Self::None => position,
            // The pitch is a power of two: its multiples are the row.
            Self::Rows { bits } => position ^ (position >> pitch.trailing_zeros() & ((1 << bits) - 1)),
            Self::Bits(bits) => bits.apply(position as i64) as u64,
        }
    }
}

impl Kind {
    /// Every kind, those of fewer operations first.
    pub const ALL: [Self; 6] = [Self::Padded, Self::Rows, Self::Bits, Self::Skewed, Self::SkewedRows, Self::SkewedBits];

    /// Whether a skew is there.
    #[must_use]
    pub fn is_skewed(self) -> bool {
        matches!(self, Self::Skewed | Self::SkewedRows | Self::SkewedBits)
    }
}

impl Member {
    /// The parts that are there.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match (self.skew > 0, self.swizzle) {
            (false, Swizzle::None) => Kind::Padded,
            (false, Swizzle::Rows { .. }) => Kind::Rows,
            (false, Swizzle::Bits(_)) => Kind::Bits,
            (true, Swizzle::None) => Kind::Skewed,
            (true, Swizzle::Rows { .. }) => Kind::SkewedRows,
            (true, Swizzle::Bits(_)) => Kind::SkewedBits,
        }
    }

    /// The columns of a row with its padding.
    #[must_use]
    pub fn pitch(&self, tile: &Tile) -> u32 {
        tile.columns() + self.padding
    }

    /// The position of row and column.
    ///
    /// ```
    /// use lego_algebra::shared::{Member, Swizzle, Tile};
    /// let tile = Tile::new(24, 30, 4).unwrap();
    /// let member = Member { padding: 2, skew: 3, swizzle: Swizzle::Rows { bits: 2 } };
    /// assert_eq!(member.position(&tile, [5, 20]), 5 * 32 + ((20 + 3 * 5) % 32 ^ 5 % 4));
    /// ```
    #[must_use]
    pub fn position(&self, tile: &Tile, index: [u32; 2]) -> u64 {
        self.swizzle.apply(self.unswizzled(tile, index), self.pitch(tile))
    }

    /// The position before it is swizzled.
    pub(super) fn unswizzled(&self, tile: &Tile, [i, j]: [u32; 2]) -> u64 {
        let pitch = self.pitch(tile);
        let j = if self.skew > 0 { self.skewed(i, j, pitch) } else { j };
        u64::from(i) * u64::from(pitch) + u64::from(j)
    }

    /// The column of row i to which a column is turned.
    fn skewed(&self, i: u32, j: u32, pitch: u32) -> u32 {
        match self.skew.checked_mul(i).and_then(|turned| turned.checked_add(j)) {
            Some(turned) => turned % pitch,
            None => ((u64::from(self.skew) * u64::from(i) + u64::from(j)) % u64::from(pitch)) as u32,
        }
    }

    /// The positions that a buffer must hold: the padded rows, up to the next multiple of what a `Swizzle` permutes.
    #[must_use]
    pub fn span(&self, tile: &Tile) -> u64 {
        let stored = u64::from(tile.rows()) * u64::from(self.pitch(tile));
        match self.swizzle {
            Swizzle::Bits(bits) => stored.next_multiple_of(1 << bits.width()),
            _ => stored,
        }
    }

    /// The operations of the position's formula, as written in [`position`](Member::position): what is multiplied by one, added
    /// to zero or turned by nothing is left out.
    #[must_use]
    pub fn operations(&self, tile: &Tile) -> u32 {
        let is_row = tile.rows() == 1;
        let place = if is_row { 0 } else { 2 };
        let skew = match self.skew {
            _ if is_row => 0,
            0 => 0,
            1 => 2,
            _ => 3,
        };
        let swizzle = match self.swizzle {
            Swizzle::None => 0,
            Swizzle::Rows { .. } if is_row => 0,
            // All of the row's bits are taken as they are.
            Swizzle::Rows { bits } if tile.rows() <= 1 << bits => 1,
            Swizzle::Rows { .. } => 2,
            Swizzle::Bits(_) => 3,
        };
        place + skew + swizzle
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::swizzles::every;
    use super::*;
    use std::vec;

    #[test]
    fn members_send_no_two_elements_to_one_position() {
        for (rows, columns) in [(1, 1), (1, 37), (3, 5), (4, 8), (7, 16), (13, 12), (24, 31)] {
            let tile = Tile::new(rows, columns, 4).unwrap();
            for padding in [0, 1, 3, 4] {
                let pitch = columns as u32 + padding;
                for skew in [0, 1, 2, pitch - 1] {
                    for swizzle in every(rows * u64::from(pitch), pitch) {
                        let member = Member { padding, skew: skew % pitch, swizzle };
                        let mut seen = vec![false; member.span(&tile) as usize];
                        for i in 0..rows as u32 {
                            for j in 0..columns as u32 {
                                let position = member.position(&tile, [i, j]) as usize;
                                assert!(!seen[position], "{tile:?} {member:?}");
                                seen[position] = true;
                            }
                        }
                    }
                }
            }
        }
    }
}
