//! Every pair of layouts at many sizes, compared position by position with formulas of the layouts' own.

use super::curve::{MortonCurve, MortonTiles};
use super::host::relayout;
use super::kernel::RelayoutTile;
use super::layouts::{AntiDiagonals, Columns, Nchw32, Rows, Tiles};
use super::tiled::Tiled;
use lego::LayoutError;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

/// A layout that has an obvious formula.
pub(super) trait Known: Tiled {
    /// That of an m×n matrix.
    fn of(m: usize, n: usize) -> Result<Self, LayoutError>;

    /// Where element `[i, j]` of an m×n matrix is.
    fn position(sides: [usize; 2], index: [usize; 2]) -> usize;
}

/// The bits of two numbers in turn, the second number's lowest first.
fn interleaved(i: usize, j: usize) -> usize {
    (0..16).map(|bit| (j >> bit & 1) << (2 * bit) | (i >> bit & 1) << (2 * bit + 1)).sum()
}

/// Where tile `[i, j]` is on a Morton curve through the smallest powers of two that hold the tiles of a matrix.
fn along_curve([m, n]: [usize; 2], i: usize, j: usize) -> usize {
    let side = m.min(n).div_ceil(64).next_power_of_two();
    // Squares of that side, one behind the other along the longer side.
    (i / side + j / side) * side * side + interleaved(i % side, j % side)
}

macro_rules! known {
    ($($layout:ident: $of:path, |$sides:ident, $i:ident, $j:ident| $position:expr;)*) => {
        $(
            impl Known for $layout {
                fn of(m: usize, n: usize) -> Result<Self, LayoutError> {
                    $of(m, n)
                }

                fn position($sides: [usize; 2], [$i, $j]: [usize; 2]) -> usize {
                    $position
                }
            }
        )*
    };
}

known! {
    Rows: Rows::new, |sides, i, j| i * sides[1] + j;
    Columns: Columns::new, |sides, i, j| j * sides[0] + i;
    Tiles: Tiles::new, |sides, i, j| (i / 64 * sides[1].div_ceil(64) + j / 64) * 4096 + i % 64 * 64 + j % 64;
    MortonCurve: MortonCurve::new, |sides, i, j| along_curve(sides, i / 64, j / 64) * 4096 + interleaved(i % 64, j % 64);
    MortonTiles: MortonTiles::new, |sides, i, j| along_curve(sides, i / 64, j / 64) * 4096 + i % 64 * 64 + j % 64;
    AntiDiagonals: AntiDiagonals::new, |sides, i, j| {
        let side = sides[0].max(sides[1]);
        // From the end backwards, the second half is the first one.
        let before = |i: usize, j: usize| (i + j) * (i + j + 1) / 2 + i;
        if i + j < side { before(i, j) } else { side * side - 1 - before(side - 1 - i, side - 1 - j) }
    };
    Nchw32: Nchw32::new, |sides, i, j| (i / 32 * sides[1] + j) * 32 + i % 32;
}

/// Calls a macro with every pair: the name of the kernel, and both layouts.
macro_rules! pairs {
    ($use:ident) => {
        $use! {
            "relayout_rows_to_columns": Rows, Columns;
            "relayout_rows_to_tiles": Rows, Tiles;
            "relayout_rows_to_morton": Rows, MortonCurve;
            "relayout_rows_to_morton_tiles": Rows, MortonTiles;
            "relayout_rows_to_anti_diagonals": Rows, AntiDiagonals;
            "relayout_rows_to_nchw32": Rows, Nchw32;
            "relayout_columns_to_rows": Columns, Rows;
            "relayout_columns_to_tiles": Columns, Tiles;
            "relayout_columns_to_morton": Columns, MortonCurve;
            "relayout_columns_to_morton_tiles": Columns, MortonTiles;
            "relayout_columns_to_anti_diagonals": Columns, AntiDiagonals;
            "relayout_columns_to_nchw32": Columns, Nchw32;
            "relayout_tiles_to_rows": Tiles, Rows;
            "relayout_tiles_to_columns": Tiles, Columns;
            "relayout_tiles_to_morton": Tiles, MortonCurve;
            "relayout_tiles_to_morton_tiles": Tiles, MortonTiles;
            "relayout_tiles_to_anti_diagonals": Tiles, AntiDiagonals;
            "relayout_tiles_to_nchw32": Tiles, Nchw32;
            "relayout_morton_to_rows": MortonCurve, Rows;
            "relayout_morton_to_columns": MortonCurve, Columns;
            "relayout_morton_to_tiles": MortonCurve, Tiles;
            "relayout_morton_to_morton_tiles": MortonCurve, MortonTiles;
            "relayout_morton_to_anti_diagonals": MortonCurve, AntiDiagonals;
            "relayout_morton_to_nchw32": MortonCurve, Nchw32;
            "relayout_morton_tiles_to_rows": MortonTiles, Rows;
            "relayout_morton_tiles_to_columns": MortonTiles, Columns;
            "relayout_morton_tiles_to_tiles": MortonTiles, Tiles;
            "relayout_morton_tiles_to_morton": MortonTiles, MortonCurve;
            "relayout_morton_tiles_to_anti_diagonals": MortonTiles, AntiDiagonals;
            "relayout_morton_tiles_to_nchw32": MortonTiles, Nchw32;
            "relayout_anti_diagonals_to_rows": AntiDiagonals, Rows;
            "relayout_anti_diagonals_to_columns": AntiDiagonals, Columns;
            "relayout_anti_diagonals_to_tiles": AntiDiagonals, Tiles;
            "relayout_anti_diagonals_to_morton": AntiDiagonals, MortonCurve;
            "relayout_anti_diagonals_to_morton_tiles": AntiDiagonals, MortonTiles;
            "relayout_anti_diagonals_to_nchw32": AntiDiagonals, Nchw32;
            "relayout_nchw32_to_rows": Nchw32, Rows;
            "relayout_nchw32_to_columns": Nchw32, Columns;
            "relayout_nchw32_to_tiles": Nchw32, Tiles;
            "relayout_nchw32_to_morton": Nchw32, MortonCurve;
            "relayout_nchw32_to_morton_tiles": Nchw32, MortonTiles;
            "relayout_nchw32_to_anti_diagonals": Nchw32, AntiDiagonals;
        }
    };
}
pub(super) use pairs;

const SMALL: [[usize; 2]; 6] = [[1, 1], [64, 128], [63, 65], [130, 67], [36, 200], [203, 197]];
const FULL: [[usize; 2]; 9] =
    [[1, 1], [1, 1000], [1000, 1], [64, 64], [1024, 2048], [777, 503], [515, 1028], [2052, 513], [101, 4099]];

fn check<S: Known, D: Known, B: Backend>(module: &Module<B>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    RelayoutTile<f32, S, D>: Instance,
{
    for &sides in if scale == Scale::Small { SMALL.as_slice() } else { &FULL } {
        let [m, n] = sides;
        let (from, to) = (S::of(m, n).map_err(Error::layout("input"))?, D::of(m, n).map_err(Error::layout("output"))?);
        let all: Vec<f32> = (0..from.span()).map(|_| random.unit()).collect();
        let input = module.device().buffer_from(&all)?;
        let mut output = module.device().poisoned(to.span())?;
        // What no index reaches keeps its poison.
        let mut right: Vec<f32> = output.read()?;
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            right[D::position(sides, [i, j])] = all[S::position(sides, [i, j])];
        }
        relayout(module, from, &input, to, &mut output)?;
        let bits: Vec<u32> = output.read()?.into_iter().map(f32::to_bits).collect();
        compare(&format!("{m}×{n}"), &bits, |position| right[position].to_bits())?;
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    macro_rules! checks {
        ($($name:literal: $from:ident, $to:ident;)*) => {
            vec![$(Check { name: $name, run: check::<$from, $to, B> }),*]
        };
    }
    pairs!(checks)
}
