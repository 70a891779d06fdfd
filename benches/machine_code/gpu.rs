//! Index arithmetic by hand for a GPU, in 32 bits, by one who knows the layout and looks at the PTX.
//!
//! Arithmetic only, as on the CPU. A product and a sum are one instruction.

use crate::index_map::IndexMap;
use core::num::NonZero;
use lego_cuda::device::math::sqrt;

/// 32×16 tiles of 32×32 in a matrix of 512 columns.
pub(crate) struct Tile2d;

impl IndexMap<u32, 4> for Tile2d {
    type Position = u32;
    type Preimage = [u32; 4];

    #[inline(always)]
    fn apply(&self, [i, j, k, l]: [u32; 4]) -> u32 {
        i << 14 | k << 9 | j << 5 | l
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 4] {
        [p >> 14, p >> 5 & 15, p >> 9 & 31, p & 31]
    }
}

/// Tiles of bm×bk in a matrix of k columns.
pub(crate) struct TileSymbolic {
    pub(crate) k: NonZero<u32>,
    pub(crate) bm: NonZero<u32>,
    pub(crate) bk: NonZero<u32>,
}

impl IndexMap<u32, 4> for TileSymbolic {
    type Position = u32;
    type Preimage = [u32; 4];

    #[inline(always)]
    fn apply(&self, [i, j, k, l]: [u32; 4]) -> u32 {
        (i * self.bm.get() + k) * self.k.get() + j * self.bk.get() + l
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 4] {
        let (row, column) = (p / self.k, p % self.k);
        [row / self.bm, column / self.bk, row % self.bm, column % self.bk]
    }
}

/// 64×64 tiles, 16 in a row.
pub(crate) struct Blocked2d;

impl IndexMap<u32, 2> for Blocked2d {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        (i >> 6) * 61440 + (j >> 6) * 4032 + (i << 6) + j
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        [p >> 10 & !63 | p >> 6 & 63, p >> 6 & 0x3C0 | p & 63]
    }
}

/// 8×8×8 bricks, 48 in each direction.
pub(crate) struct BricksSeenFlat;

impl IndexMap<u32, 3> for BricksSeenFlat {
    type Position = u32;
    type Preimage = [u32; 3];

    #[inline(always)]
    fn apply(&self, [i, j, k]: [u32; 3]) -> u32 {
        // What is missing to 64·i and 8·j.
        (i >> 3) * 1_179_136 + (j >> 3) * 24_512 + (k >> 3) * 504 + (i << 6) + (j << 3) + k
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 3] {
        let (column, brick) = (p / 24_576, (p % 24_576) >> 9);
        let (i, j) = (column / 48, column % 48);
        [(i << 3) + (p >> 6 & 7), (j << 3) + (p >> 3 & 7), (brick << 3) + (p & 7)]
    }
}

/// The Z order: the bits of j at the even places, those of i at the odd ones.
pub(crate) struct Morton1024;

impl IndexMap<u32, 2> for Morton1024 {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        let spread = |x: u32| {
            let x = (x & 0x300) * 255 + x;
            let x = (x & 0xF0) * 15 + x;
            let x = (x & 0xC0C) * 3 + x;
            (x & 0x22222) + x
        };
        spread(i) * 2 + spread(j)
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        // Lower bits move up to the highest.
        let compact = |x: u32| {
            let x = (x & 0x11111) + x;
            let x = (x & 0x06060) * 3 + x;
            let x = (x & 0x00780) * 15 + x;
            ((x & 0x00006) * 255 + x) >> 9
        };
        [compact(p >> 1 & 0x55555), compact(p & 0x55555)]
    }
}

/// 64×128, the column's lowest three bits exchanged by the row's.
pub(crate) struct Swizzle64x128;

impl IndexMap<u32, 2> for Swizzle64x128 {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        i << 7 | i & 7 ^ j
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        let i = p >> 7;
        [i, (p ^ i & 7) & 127]
    }
}

/// 33×33, each row turned by its number.
pub(crate) struct Skew33;

impl IndexMap<u32, 2> for Skew33 {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        let s = i + j;
        i * 33 + if s < 33 { s } else { s - 33 }
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        let i = p / 33;
        let j = p + 33 - i * 34;
        [i, if j < 33 { j } else { j - 33 }]
    }
}

/// Blocks of 16 dealt to 4 processors.
pub(crate) struct BlockCyclic2Powers;

impl IndexMap<u32, 1> for BlockCyclic2Powers {
    type Position = u32;
    type Preimage = [u32; 1];

    #[inline(always)]
    fn apply(&self, [i]: [u32; 1]) -> u32 {
        (i >> 4) * 240 + i - (i >> 6) * 1008
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 1] {
        [(p >> 4) * 48 + p - (p >> 8) * 1008]
    }
}

/// g rows at a time, column by column.
pub(crate) struct GroupedSymbolic {
    pub(crate) m: NonZero<u32>,
    pub(crate) n: NonZero<u32>,
    pub(crate) g: NonZero<u32>,
}

impl IndexMap<u32, 2> for GroupedSymbolic {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        let within = i % self.g;
        let first = i - within;
        first * self.n.get() + j * self.g.get().min(self.m.get() - first) + within
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        // Neither divisor is 0, which no type says.
        let whole = (self.n.get() * self.g.get()).max(1);
        let (first, rest) = (p / whole * self.g.get(), p % whole);
        let rows = self.g.get().min(self.m.get() - first).max(1);
        [first + rest % rows, rest / rows]
    }
}

/// LEGO's figure 9: 3×3 blocks by columns, each by its anti-diagonals.
pub(crate) struct Fig9;

impl IndexMap<u32, 2> for Fig9 {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        let (below, right) = (i >= 3, j >= 3);
        let (y, x) = (if below { i - 3 } else { i }, if right { j - 3 } else { j });
        let s = x + y;
        // The anti-diagonals begin at 0, 1, 3 and, one and two rows lower, 6 - 1 and 8 - 2: that is 0, 1, 3, 5, 6.
        let first = s + u32::from(s >= 2) + u32::from(s >= 3);
        first + y + u32::from(below) * 9 + u32::from(right) * 18
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        let (right, p) = if p >= 18 { (3, p - 18) } else { (0, p) };
        let (below, p) = if p >= 9 { (3, p - 9) } else { (0, p) };
        // The anti-diagonals begin at 1, 3, 6 and 8.
        let s = u32::from(p >= 1) + u32::from(p >= 3) + u32::from(p >= 6) + u32::from(p >= 8);
        let first = s + u32::from(s >= 2) + u32::from(s >= 3);
        let y = p - first;
        [below + y, right + s - y]
    }
}

/// Anti-diagonal by anti-diagonal.
pub(crate) struct Nw65;

impl IndexMap<u32, 2> for Nw65 {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        let s = i + j;
        let t = if s < 65 { s } else { 128 - s };
        let first = t * (t + 1) / 2;
        i + if s < 65 { first } else { 4160 - first }
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        // Exact for numbers of up to 24 bits.
        let root = |x: u32| sqrt((8 * x + 1) as f32) as u32;
        let upper = p < 2145;
        let x = if upper { p } else { 4224 - p };
        let s = (root(x) - 1) / 2;
        let i = x - s * (s + 1) / 2;
        let j = s - i;
        if upper { [i, j] } else { [64 - i, 64 - j] }
    }
}

/// 1000×1000 in tiles of 64×64, the last of which stand over.
pub(crate) struct PartialTiles;

impl IndexMap<u32, 4> for PartialTiles {
    type Position = Option<u32>;
    type Preimage = [u32; 4];

    #[inline(always)]
    fn apply(&self, [i, j, k, l]: [u32; 4]) -> Option<u32> {
        let (row, column) = (i << 6 | k, j << 6 | l);
        if row < 1000 && column < 1000 { Some(row * 1000 + column) } else { None }
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 4] {
        let (row, column) = (p / 1000, p % 1000);
        [row >> 6, column >> 6, row & 63, column & 63]
    }
}

/// 32 channels side by side.
pub(crate) struct NchwToNchw32;

impl IndexMap<u32, 4> for NchwToNchw32 {
    type Position = u32;
    type Preimage = [u32; 4];

    #[inline(always)]
    fn apply(&self, [n, c, h, w]: [u32; 4]) -> u32 {
        n * 25_088 + (c >> 5) * 6_240 + h * 448 + (w << 5) + c
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 4] {
        let row = p / 448;
        [p / 25_088, ((row / 14) & 3) << 5 | p & 31, row % 14, (p % 448) >> 5]
    }
}

/// Panels of six rows.
pub(crate) struct GemmPanelA6;

impl IndexMap<u32, 2> for GemmPanelA6 {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        i / 6 * 1530 + i + j * 6
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        let rest = p / 6;
        [(rest >> 8) * 6 + p % 6, rest & 255]
    }
}

/// 1024 patches of 3×3.
pub(crate) struct Im2col;

impl IndexMap<u32, 2> for Im2col {
    type Position = u32;
    type Preimage = [u32; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [u32; 2]) -> u32 {
        i * 9 + j
    }

    #[inline(always)]
    fn inv(&self, p: u32) -> [u32; 2] {
        [p / 9, p % 9]
    }
}
