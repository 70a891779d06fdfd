//! Where padding and skew put the rows of a tile, each counted once for all of its elements.

use super::member::Member;
use super::tile::Tile;

/// So many rows have their places in a table.
const ROWS: usize = 512;

/// Where the rows of a tile begin under one padding and skew, and how far they are turned.
pub(super) struct Rows {
    pub(super) pitch: u32,
    skew: u32,
    places: [[u32; 2]; ROWS],
}

impl Rows {
    pub(super) fn new() -> Self {
        Self { pitch: 1, skew: 0, places: [[0; 2]; ROWS] }
    }

    /// Those of a member.
    pub(super) fn set(&mut self, tile: &Tile, member: &Member) {
        (self.pitch, self.skew) = (member.pitch(tile), member.skew);
        let (mut start, mut turned) = (0, 0);
        for place in self.places.iter_mut().take(tile.rows() as usize) {
            *place = [start, turned];
            start += self.pitch;
            turned += self.skew;
            if turned >= self.pitch {
                turned -= self.pitch;
            }
        }
    }

    /// Where row i begins, and how far it is turned.
    #[inline]
    pub(super) fn place(&self, i: u32) -> [u32; 2] {
        match self.places.get(i as usize) {
            Some(place) => *place,
            None => [i * self.pitch, (u64::from(i) * u64::from(self.skew) % u64::from(self.pitch)) as u32],
        }
    }

    /// The column to which one is turned.
    #[inline]
    pub(super) fn turned(&self, column: u32, by: u32) -> u32 {
        // Both are below the pitch: less one pitch, it is below zero or right.
        let less = (column + by).wrapping_sub(self.pitch);
        less.wrapping_add(self.pitch & ((less as i32) >> 31) as u32)
    }

    /// How far the start of a row and a column are from those of another element that is so many rows and columns before.
    #[inline]
    pub(super) fn moved(&self, [i, j]: [i32; 2]) -> [u32; 2] {
        let [start, by] = self.place(i.unsigned_abs());
        let (start, by) = if i < 0 { (start.wrapping_neg(), self.turned(0, self.pitch - by)) } else { (start, by) };
        [start, self.turned(by, if j < 0 { self.pitch - j.unsigned_abs() } else { j as u32 })]
    }

    #[inline]
    pub(super) fn position(&self, [i, j]: [u32; 2]) -> u32 {
        let [start, by] = self.place(i);
        start + self.turned(j, by)
    }
}
