//! Index arithmetic by hand for x86-64 without extensions, by one who knows the layout and looks at the machine code.
//!
//! Arithmetic only: a table would take fewer instructions of any of these and cost cache instead.

use crate::index_map::IndexMap;
use std::num::NonZero;

/// 32×16 tiles of 32×32 in a matrix of 512 columns.
pub(crate) struct Tile2d;

impl IndexMap<usize, 4> for Tile2d {
    type Position = usize;
    type Preimage = [usize; 4];

    #[inline(always)]
    fn apply(&self, [i, j, k, l]: [usize; 4]) -> usize {
        (i << 14) + (k << 9) + (j << 5) + l
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 4] {
        [p >> 14, p >> 5 & 15, p >> 9 & 31, p & 31]
    }
}

/// Tiles of bm×bk in a matrix of k columns.
pub(crate) struct TileSymbolic {
    pub(crate) k: NonZero<usize>,
    pub(crate) bm: NonZero<usize>,
    pub(crate) bk: NonZero<usize>,
}

impl IndexMap<usize, 4> for TileSymbolic {
    type Position = usize;
    type Preimage = [usize; 4];

    #[inline(always)]
    fn apply(&self, [i, j, k, l]: [usize; 4]) -> usize {
        (i * self.bm.get() + k) * self.k.get() + j * self.bk.get() + l
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 4] {
        let (row, column) = (p / self.k, p % self.k);
        [row / self.bm, column / self.bk, row % self.bm, column % self.bk]
    }
}

/// 64×64 tiles, 16 in a row.
pub(crate) struct Blocked2d;

impl IndexMap<usize, 2> for Blocked2d {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        // 64·(1024·(i / 64) + i % 64) = 64·(i + 15·(i & 960)), as i is below 1024.
        ((i + (i & 960) * 15 + (j & 960)) << 6) + (j & 63)
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        [p >> 10 & !63 | p >> 6 & 63, p >> 6 & 0x3C0 | p & 63]
    }
}

/// 8×8×8 bricks, 48 in each direction.
pub(crate) struct BricksSeenFlat;

impl IndexMap<usize, 3> for BricksSeenFlat {
    type Position = usize;
    type Preimage = [usize; 3];

    #[inline(always)]
    fn apply(&self, [i, j, k]: [usize; 3]) -> usize {
        // What is missing to 64·i and 8·j.
        (i >> 3) * 1_179_136 + (j >> 3) * 24_512 + (k >> 3 << 9) + (i << 6) + (j << 3) + (k & 7)
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 3] {
        let (column, brick) = (p / 24_576, (p % 24_576) >> 9);
        let (i, j) = (column / 48, column % 48);
        [(i << 3) + (p >> 6 & 7), (j << 3) + (p >> 3 & 7), (brick << 3) + (p & 7)]
    }
}

/// The Z order: the bits of j at the even places, those of i at the odd ones.
pub(crate) struct Morton1024;

impl IndexMap<usize, 2> for Morton1024 {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        // Both at once, i in the upper half.
        let x = i << 32 | j;
        let x = (x | x << 8) & 0x0003_00FF_0003_00FF;
        let x = (x | x << 4) & 0x0003_0F0F_0003_0F0F;
        let x = (x | x << 2) & 0x0003_3333_0003_3333;
        let x = x + (x & 0x0002_2222_0002_2222);
        (x | x >> 31) as u32 as usize
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        let x = (p | p << 31) & 0x0005_5555_0005_5555;
        let x = (x | x >> 1) & 0x0003_3333_0003_3333;
        let x = (x | x >> 2) & 0x0003_0F0F_0003_0F0F;
        let x = (x | x >> 4) & 0x0003_00FF_0003_00FF;
        let x = x | x >> 8;
        [x >> 32 & 1023, x & 1023]
    }
}

/// 64×128, the column's lowest three bits exchanged by the row's.
pub(crate) struct Swizzle64x128;

impl IndexMap<usize, 2> for Swizzle64x128 {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i << 7 | i & 7 ^ j
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        let i = p >> 7;
        [i, (p ^ i & 7) & 127]
    }
}

/// 33×33, each row turned by its number.
pub(crate) struct Skew33;

impl IndexMap<usize, 2> for Skew33 {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        let s = i + j;
        i * 33 + if s < 33 { s } else { s - 33 }
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        let i = p / 33;
        let j = p + 33 - i * 34;
        [i, if j < 33 { j } else { j - 33 }]
    }
}

/// Blocks of 16 dealt to 4 processors.
pub(crate) struct BlockCyclic2Powers;

impl IndexMap<usize, 1> for BlockCyclic2Powers {
    type Position = usize;
    type Preimage = [usize; 1];

    #[inline(always)]
    fn apply(&self, [i]: [usize; 1]) -> usize {
        (i & 0x30) << 4 | i >> 2 & 0xF0 | i & 15
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 1] {
        [p >> 4 & 0x30 | (p & 0xF0) << 2 | p & 15]
    }
}

/// g rows at a time, column by column.
pub(crate) struct GroupedSymbolic {
    pub(crate) m: NonZero<usize>,
    pub(crate) n: NonZero<usize>,
    pub(crate) g: NonZero<usize>,
}

impl IndexMap<usize, 2> for GroupedSymbolic {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        let within = i % self.g;
        let first = i - within;
        first * self.n.get() + j * self.g.get().min(self.m.get() - first) + within
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        // Neither divisor is 0, which no type says.
        let whole = (self.n.get() * self.g.get()).max(1);
        let (first, rest) = (p / whole * self.g.get(), p % whole);
        let rows = self.g.get().min(self.m.get() - first).max(1);
        [first + rest % rows, rest / rows]
    }
}

/// LEGO's figure 9: 3×3 blocks by columns, each by its anti-diagonals.
pub(crate) struct Fig9;

impl IndexMap<usize, 2> for Fig9 {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        let (below, right) = (i >= 3, j >= 3);
        let (y, x) = (if below { i - 3 } else { i }, if right { j - 3 } else { j });
        let s = x + y;
        // The anti-diagonals begin at 0, 1, 3 and, one and two rows lower, 6 - 1 and 8 - 2: that is 0, 1, 3, 5, 6.
        let first = s + usize::from(s >= 2) + usize::from(s >= 3);
        first + y + usize::from(below) * 9 + usize::from(right) * 18
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        let (right, p) = if p >= 18 { (3, p - 18) } else { (0, p) };
        let (below, p) = if p >= 9 { (3, p - 9) } else { (0, p) };
        // The anti-diagonals begin at 1, 3, 6 and 8.
        let s = usize::from(p >= 1) + usize::from(p >= 3) + usize::from(p >= 6) + usize::from(p >= 8);
        let first = s + usize::from(s >= 2) + usize::from(s >= 3);
        let y = p - first;
        [below + y, right + s - y]
    }
}

/// Anti-diagonal by anti-diagonal.
pub(crate) struct Nw65;

impl IndexMap<usize, 2> for Nw65 {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        let s = i + j;
        let t = if s < 65 { s } else { 128 - s };
        let first = t * (t + 1) / 2;
        i + if s < 65 { first } else { 4160 - first }
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        // Exact for numbers of up to 52 bits.
        let root = |x: usize| ((8 * x + 1) as i64 as f64).sqrt() as i64 as usize;
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

impl IndexMap<usize, 4> for PartialTiles {
    type Position = Option<usize>;
    type Preimage = [usize; 4];

    #[inline(always)]
    fn apply(&self, [i, j, k, l]: [usize; 4]) -> Option<usize> {
        let (row, column) = (i << 6 | k, j << 6 | l);
        if row < 1000 && column < 1000 { Some(row * 1000 + column) } else { None }
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 4] {
        let (row, column) = (p / 1000, p % 1000);
        [row >> 6, column >> 6, row & 63, column & 63]
    }
}

/// 32 channels side by side.
pub(crate) struct NchwToNchw32;

impl IndexMap<usize, 4> for NchwToNchw32 {
    type Position = usize;
    type Preimage = [usize; 4];

    #[inline(always)]
    fn apply(&self, [n, c, h, w]: [usize; 4]) -> usize {
        n * 25_088 + (c >> 5) * 6_240 + h * 448 + (w << 5) + c
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 4] {
        let row = p / 448;
        [p / 25_088, ((row / 14) & 3) << 5 | p & 31, row % 14, (p % 448) >> 5]
    }
}

/// Panels of six rows.
pub(crate) struct GemmPanelA6;

impl IndexMap<usize, 2> for GemmPanelA6 {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i / 6 * 1530 + i + j * 6
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        let rest = p / 6;
        [(rest >> 8) * 6 + p % 6, rest & 255]
    }
}

/// 1024 patches of 3×3.
pub(crate) struct Im2col;

impl IndexMap<usize, 2> for Im2col {
    type Position = usize;
    type Preimage = [usize; 2];

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i * 9 + j
    }

    #[inline(always)]
    fn inv(&self, p: usize) -> [usize; 2] {
        [p / 9, p % 9]
    }
}
