//! The lines of a tile that memory has in one piece, where they begin anywhere in the vectors of memory.
//!
//! Memory is written fastest by whole sectors, of 32 bytes. A sector that several tiles have elements of is written by the tile that has the
//! first one, with what follows on the line: its neighbours read up to seven elements beyond the tile, its halo.
//!
//! ```text
//! sectors of memory   |. . . . . . . .|. . . . . . . .|. . . . . . . .|
//! a line of the tile            a b c d e f g h i j k l m
//! what it writes                      d e f g h i j k l m n o p q r s      a to c are written by the tile before
//! ```

use super::orders::SIDE;

/// The elements of a sector.
pub(super) const SECTOR: u32 = 8;

/// How the tiles of a layout are cut into lines, each of which goes on in the next tile.
pub trait Lines {
    /// How many lines a tile has.
    const COUNT: u32;
    /// How many rows and columns the next element of a line is further, modulo 2^32.
    const STEP: [u32; 2];
    /// How many elements beyond the tile may be asked for, of some of the tiles around it by 256 at a time.
    const HALO: u32;

    /// The first element `[row, column]` of a line in the tile, and how many it has there.
    fn line(line: u32) -> ([u32; 2], u32);

    /// How many elements the line of an m×n matrix has before this element, and how many from it on.
    fn around(index: [u32; 2], extents: [u32; 2]) -> [u32; 2];

    /// Element `[row, column]` beyond the tile, the `thread`-th of 256, and how many rows and columns of tiles the one that has it is
    /// further, modulo 2^32; the same for all threads of a step.
    fn halo(step: u32, thread: u32) -> ([u32; 2], [u32; 2]);
}

/// Of a layout whose tiles lie in vectors at all sizes.
pub enum NoLines {}

impl Lines for NoLines {
    const COUNT: u32 = 0;
    const STEP: [u32; 2] = [0, 0];
    const HALO: u32 = 0;

    #[inline(always)]
    fn line(_: u32) -> ([u32; 2], u32) {
        ([0, 0], 0)
    }

    #[inline(always)]
    fn around(_: [u32; 2], _: [u32; 2]) -> [u32; 2] {
        [0, 0]
    }

    #[inline(always)]
    fn halo(_: u32, _: u32) -> ([u32; 2], [u32; 2]) {
        ([0, 0], [0, 0])
    }
}

/// Each row is a line.
pub enum AlongRows {}

impl Lines for AlongRows {
    const COUNT: u32 = SIDE;
    const STEP: [u32; 2] = [0, 1];
    const HALO: u32 = SIDE * SECTOR;

    #[inline(always)]
    fn line(line: u32) -> ([u32; 2], u32) {
        ([line, 0], SIDE)
    }

    #[inline(always)]
    fn around([_, j]: [u32; 2], [_, n]: [u32; 2]) -> [u32; 2] {
        [j, n - j]
    }

    #[inline(always)]
    fn halo(step: u32, thread: u32) -> ([u32; 2], [u32; 2]) {
        ([step * 32 + thread / SECTOR, thread % SECTOR], [0, 1])
    }
}

/// Each column is a line.
pub enum AlongColumns {}

impl Lines for AlongColumns {
    const COUNT: u32 = SIDE;
    const STEP: [u32; 2] = [1, 0];
    const HALO: u32 = SECTOR * SIDE;

    #[inline(always)]
    fn line(line: u32) -> ([u32; 2], u32) {
        ([0, line], SIDE)
    }

    #[inline(always)]
    fn around([i, _]: [u32; 2], [m, _]: [u32; 2]) -> [u32; 2] {
        [i, m - i]
    }

    #[inline(always)]
    fn halo(step: u32, thread: u32) -> ([u32; 2], [u32; 2]) {
        ([step * 4 + thread / SIDE, thread % SIDE], [1, 0])
    }
}

/// Each anti-diagonal is a line, by growing row.
pub enum AlongAntiDiagonals {}

impl Lines for AlongAntiDiagonals {
    const COUNT: u32 = 2 * SIDE - 1;
    const STEP: [u32; 2] = [1, u32::MAX];
    const HALO: u32 = (2 * SIDE + SECTOR) * SECTOR;

    #[inline(always)]
    fn line(line: u32) -> ([u32; 2], u32) {
        if line < SIDE { ([0, line], line + 1) } else { ([line + 1 - SIDE, SIDE - 1], 2 * SIDE - 1 - line) }
    }

    #[inline(always)]
    fn around([i, j]: [u32; 2], [m, n]: [u32; 2]) -> [u32; 2] {
        [i.min(n - 1 - j), (m - i).min(j + 1)]
    }

    /// To the left of the tile, below it, and below on the left.
    #[inline(always)]
    fn halo(step: u32, thread: u32) -> ([u32; 2], [u32; 2]) {
        let column = SIDE - SECTOR + thread % SECTOR;
        match step {
            0 | 1 => ([step * 32 + thread / SECTOR, column], [0, u32::MAX]),
            2 | 3 => ([(step - 2) * 4 + thread / SIDE, thread % SIDE], [1, 0]),
            _ => ([thread / SECTOR, column], [1, u32::MAX]),
        }
    }
}
