//! Tiles of 64×64 along a Morton curve.
//!
//! By the language it is `TileOrderBy(Morton(a, b), TILE)` for a×b tiles. But a size has no logarithm there, and where a and b are known
//! at run time only, a division finds which square of the curve a tile is in. Here it is a shift.

use super::orders::{ByCurve, ByRows, SIDE, TileOrder};
use core::fmt::Debug;
use core::marker::PhantomData;
use lego::{Injective, Injective32, LayoutError, Mapping, Mapping32, layout};

layout! {
    /// Tile `[row, column]` of a square of the curve: the upper left of smaller squares are its beginning.
    type Square = Morton(512, 512);
}

/// Along a Morton curve, in the smallest powers of two from 64 on that hold the matrix.
pub type MortonCurve = Curve<ByCurve>;
/// Tiles of 64×64 along a Morton curve, in the smallest powers of two that hold them, each tile row by row.
pub type MortonTiles = Curve<ByRows>;

/// An m×n matrix in tiles of 64×64 that stand along a Morton curve, each of them in the order `L`.
///
/// Law: index `[tile row, tile column, i, j]` is at position `4096 * c + p`, where c is `Morton(a, b)` of the tile, for the smallest powers
/// of two a and b that hold the rows and columns of tiles, and p is L of `[i, j]`. What lies beyond m rows or n columns has no position.
///
/// ```
/// use lego::Mapping;
/// use lego_kernels::relayout::MortonTiles;
/// let curve = MortonTiles::new(200, 100)?;
/// assert_eq!((curve.dims(), curve.span()), ([4, 2, 64, 64], 8 * 4096));
/// assert_eq!(curve.apply([1, 0, 0, 3]), Some(2 * 4096 + 3));
/// assert_eq!((curve.apply([2, 1, 0, 0]), curve.apply([3, 0, 10, 0])), (Some(5 * 4096), None));
/// # Ok::<_, lego::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve<L> {
    m: u32,
    n: u32,
    tile: PhantomData<L>,
}

/// How many bits a number below the number of tiles of a side has.
#[inline(always)]
fn bits(side: u32) -> u32 {
    u32::BITS - ((side - 1) / SIDE).leading_zeros()
}

impl<L> Curve<L> {
    /// That of an m×n matrix.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] for a size of 0, [`LayoutError::TooLarge`] if the curve has 2^32 positions or more.
    pub fn new(m: usize, n: usize) -> Result<Self, LayoutError> {
        let too_large = |value: usize| LayoutError::TooLarge {
            what: "a side of the matrix".into(),
            value: value as u128,
            most: u128::from(u32::MAX),
        };
        let side = |side: usize| u32::try_from(side).map_err(|_| too_large(side));
        let curve = Self { m: side(m)?, n: side(n)?, tile: PhantomData };
        curve.checked()?;
        Ok(curve)
    }

    fn checked(&self) -> Result<(), LayoutError> {
        if let Some((what, _)) = [("m", self.m), ("n", self.n)].into_iter().find(|&(_, size)| size == 0) {
            return Err(LayoutError::SizeNotPositive { what: what.into(), value: 0 });
        }
        match 1_u128 << (12 + bits(self.m) + bits(self.n)) {
            value if value > u128::from(u32::MAX) => {
                Err(LayoutError::TooLarge { what: "the span of the curve".into(), value, most: u128::from(u32::MAX) })
            }
            _ => Ok(()),
        }
    }

    /// The rows and columns of the matrix.
    #[inline(always)]
    pub(super) fn sides(&self) -> [u32; 2] {
        [self.m, self.n]
    }
}

impl<L: TileOrder> Mapping for Curve<L> {
    type Index = [usize; 4];
    type Position = Option<usize>;

    // SAFETY: tiles that differ are at places of the curve that differ, all below 2^(bits of both sides), and elements of a tile at places
    // that differ, below 4096: `Square` and L, which is sealed, are types of `layout!`, and are computed in 32 bits here too. The fields
    // never change.
    const INJECTIVE: Option<Injective<Self>> = match L::INJECTIVE_32 {
        // SAFETY: as above.
        Some(_) => Some(unsafe { Injective::proved() }),
        None => None,
    };

    fn check(&self) -> Result<(), LayoutError> {
        self.checked()
    }

    fn dims(&self) -> [usize; 4] {
        self.dims_u32().map(|dim| dim as usize)
    }

    fn span(&self) -> usize {
        1 << (12 + bits(self.m) + bits(self.n))
    }

    fn apply(&self, index: [usize; 4]) -> Option<usize> {
        Some(self.apply_u32(index.map(|i| i as u32))? as usize)
    }
}

impl<L: TileOrder> Mapping32 for Curve<L> {
    type Index32 = [u32; 4];
    type Position32 = Option<u32>;
    type Sizes32 = [u32; 2];
    const FINGERPRINT: u64 = L::FINGERPRINT;

    // SAFETY: as for `INJECTIVE`; where `check_u32` is `Ok`, no sum and no shift leaves 32 bits. The fields are what crosses.
    const INJECTIVE_32: Option<Injective32<Self>> = unsafe { Injective32::following(L::INJECTIVE_32) };

    fn check_u32(&self) -> Result<(), LayoutError> {
        self.checked()
    }

    #[inline(always)]
    fn dims_u32(&self) -> [u32; 4] {
        [self.m.div_ceil(SIDE), self.n.div_ceil(SIDE), SIDE, SIDE]
    }

    fn span_u32(&self) -> u32 {
        1 << (12 + bits(self.m) + bits(self.n))
    }

    #[inline(always)]
    fn apply_u32(&self, [down, right, row, column]: [u32; 4]) -> Option<u32> {
        let is_inside = down * SIDE + row < self.m && right * SIDE + column < self.n;
        // The squares of the shorter side, one behind the other along the longer one.
        let shorter = bits(self.m).min(bits(self.n));
        let mask = (1 << shorter) - 1;
        let square = (down >> shorter | right >> shorter) << (2 * shorter);
        let tile = square | Square::apply_u32([down & mask, right & mask]);
        is_inside.then(|| tile << 12 | L::default().apply_u32([row, column]))
    }

    #[inline(always)]
    fn sizes_u32(&self) -> [u32; 2] {
        [self.m, self.n]
    }

    #[inline(always)]
    fn from_sizes_u32([m, n]: [u32; 2]) -> Self {
        Self { m, n, tile: PhantomData }
    }
}
