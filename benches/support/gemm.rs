//! A product of matrices of any size, by panels that layouts lay out: to copy and to change.
//!
//! Block by block, both factors are copied to panels (`assign`), so that the innermost loop reads memory from front to back: `a`
//! in tiles of some rows, each stored column by column, `b` in tiles of some columns, each stored row by row. Nothing need
//! divide: `ExpandBy` cuts the last block off, `PadBy` leaves holes in the last tile, so that the innermost loop knows no edges.

// Users build the crate, and contributors the benchmark, with a newer compiler.
#![allow(clippy::incompatible_msrv)]

use lego::{Arr2D, LayoutError, ViewND};
use multiversion::multiversion;

lego::layout! {
    /// A matrix row by row.
    pub(crate) type Matrix(m, n) = Row(m, n);
    /// A matrix row by row, seen as blocks of `d` columns; the last one may reach beyond it.
    type Columns(m, k, d) =
        Row(m, k).ExpandBy([m, k] => [m, ceil_div(k, d)*d]).TileBy([1, ceil_div(k, d)], [m, d]);
    /// A matrix row by row, seen as blocks of `d` rows; the last one may reach beyond it.
    type Rows(k, n, d) =
        Row(k, n).ExpandBy([k, n] => [ceil_div(k, d)*d, n]).TileBy([ceil_div(k, d), 1], [d, n]);
    /// A block of the left factor in tiles of `r` rows, each column by column.
    type LeftPanels(m, d, r) =
        OrderBy(Row(ceil_div(m, r), 1), Col(r, d)).TileBy([ceil_div(m, r)*r, d]).PadBy([m, d] => [ceil_div(m, r)*r, d]);
    /// A block of the right factor in tiles of `c` columns, each row by row.
    type RightPanels(d, n, c) =
        OrderBy(Row(1, ceil_div(n, c)), Row(d, c)).TileBy([d, ceil_div(n, c)*c]).PadBy([d, n] => [d, ceil_div(n, c)*c]);
}

/// The columns of a tile of the result: a register of AVX-512, two of AVX2.
const NR: usize = 16;

/// Rows of a tile of the result that the compiler turns into vector instructions together; of more at once it makes none.
const GROUP: usize = 4;

/// The largest depth of a panel: the more, the fewer times the result is read and written.
const DEPTH: usize = 384;

/// How many rows of the left factor, by `DEPTH`, stay in the second level of the cache.
const HEIGHT: usize = 128;

/// The product of an `m`×`k` matrix and a `k`×`n` matrix, both row by row, and so is the result.
///
/// # Errors
/// If a buffer has another size.
pub(crate) fn product([m, k, n]: [usize; 3], a: &[f32], b: &[f32], c: &mut [f32]) -> Result<(), LayoutError> {
    // The registers of the processor hold so many rows of a tile of the result.
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512f") {
        return by_panels::<16>([m, k, n], a, b, c);
    }
    by_panels::<4>([m, k, n], a, b, c)
}

fn by_panels<const MR: usize>([m, k, n]: [usize; 3], a: &[f32], b: &[f32], c: &mut [f32]) -> Result<(), LayoutError> {
    // Blocks of one depth, as far as possible.
    let depth = k.div_ceil(k.div_ceil(DEPTH));
    let a = ViewND::from_physical(Columns::new(m, k, depth)?, a)?;
    let b = ViewND::from_physical(Rows::new(k, n, depth)?, b)?;
    let c = lego::ViewMut2D::from_physical(Matrix::new(m, n)?, c)?.into_storage();
    // What the blocks do not reach stays zero: rows and columns behind the end of the matrices.
    let (panels, other_panels) = (LeftPanels::new(m, depth, MR)?, RightPanels::new(depth, n, NR)?);
    let mut left = Arr2D::from_physical(panels, vec![0.0; panels.span()])?;
    let mut right = Arr2D::from_physical(other_panels, vec![0.0; other_panels.span()])?;
    for block in 0..k.div_ceil(depth) {
        left.assign(&a.tile([0, block])?)?;
        right.assign(&b.tile([block, 0])?)?;
        let here = depth.min(k - block * depth);
        // Some rows of the left factor at a time, which stay in the cache for all columns of the right one.
        let left = left.as_physical().chunks(HEIGHT / MR * MR * depth);
        for (left, c) in left.zip(c.chunks_mut(HEIGHT * n)) {
            for (right, j) in right.as_physical().chunks_exact(depth * NR).zip((0..n).step_by(NR)) {
                let right = &right[..here * NR];
                for (left, c) in left.chunks_exact(MR * depth).zip(c.chunks_mut(MR * n)) {
                    tile::<MR>(&left[..here * MR], right, c, n, j, block == 0);
                }
            }
        }
    }
    Ok(())
}

/// Adds a tile of the result to rows of `n` elements, from column `j` on; `is_first` overwrites instead.
#[multiversion(targets("x86_64+avx512f+fma", "x86_64+avx2+fma", "aarch64+neon"))]
fn tile<const MR: usize>(left: &[f32], right: &[f32], rows: &mut [f32], n: usize, j: usize, is_first: bool) {
    let mut one = [[0.0; NR]; GROUP];
    let (mut two, mut three, mut four) = (one, one, one);
    for (column, row) in left.chunks_exact(MR).zip(right.as_chunks::<NR>().0) {
        add_product(&mut one, column, row);
        if MR == 4 * GROUP {
            add_product(&mut two, &column[GROUP..], row);
            add_product(&mut three, &column[2 * GROUP..], row);
            add_product(&mut four, &column[3 * GROUP..], row);
        }
    }
    let width = NR.min(n - j);
    for (row, line) in rows.chunks_exact_mut(n).zip([one, two, three, four].as_flattened()) {
        let row = &mut row[j..j + width];
        if is_first {
            row.copy_from_slice(&line[..width]);
        } else {
            for (element, more) in row.iter_mut().zip(line) {
                *element += more;
            }
        }
    }
}

/// Adds a column times a row to a group of rows of a tile.
#[inline(always)]
fn add_product(tile: &mut [[f32; NR]; GROUP], column: &[f32], row: &[f32; NR]) {
    let Some(column) = column.first_chunk::<GROUP>() else { return };
    for i in 0..GROUP {
        for j in 0..NR {
            tile[i][j] = column[i].mul_add(row[j], tile[i][j]);
        }
    }
}
