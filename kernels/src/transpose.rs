//! The transpose of a matrix by 32×32 tiles in shared memory, whose layout is a type.
//!
//! A tile is written row by row and read column by column. In [`RowTile`] a column is 32 times the same bank;
//! [`PaddedTile`] and [`SwizzledTile`] spread it over all banks.

use lego::layout;
use lego_cuda::device::{Element, SharedSlice, block_idx, bounds, global, sync_threads, thread_idx};

/// The rows and columns of a tile.
pub const TILE: u32 = 32;
/// The rows of threads in a block.
pub const ROWS: u32 = 8;

layout! {
    /// Element `[block row, block column, row, column]` of a row-major M×N matrix.
    pub type Blocks<const M: usize, const N: usize> = Row(M, N).TileBy([M/32, N/32], [32, 32]);
    /// The row of a tile that thread row `y` copies in step `k`: `[k, y]`.
    pub type Step = Row(4, 8);

    /// Row by row.
    pub type RowTile = Row(32, 32);
    /// Row by row, with one element of padding after each.
    pub type PaddedTile = Row(32, 33).PadBy([32, 32] => [32, 33]);
    /// Row by row, the columns of each row exchanged by its number.
    pub type SwizzledTile = Swizzle([32, 32], 5);
}

/// A layout of a tile, with positions in 32 bits.
pub trait Tile {
    /// How many elements the tile holds, padding included.
    const SIZE: usize;
    /// The position of an element.
    fn at(index: [u32; 2]) -> u32;
}

macro_rules! tiles {
    ($($layout:ident)*) => {
        $(
            impl Tile for $layout {
                const SIZE: usize = $layout::SIZE;
                #[inline(always)]
                fn at(index: [u32; 2]) -> u32 {
                    $layout::apply_u32(index)
                }
            }
        )*
    };
}
tiles!(RowTile PaddedTile SwizzledTile);

/// Transposes an M×N matrix; 32 divides both.
///
/// Launch: blocks of 32×8 threads; N/32 of them in x, M/32 in y.
///
/// # Safety
/// Both matrices have M·N elements, and only `output` is written. The tile has `L::SIZE` elements.
#[inline(always)]
pub unsafe fn transpose<T: Element, L: Tile, const M: usize, const N: usize>(
    tile: SharedSlice<T>,
    input: *const T,
    output: *mut T,
) {
    bounds::required_threads::<TILE, ROWS, 1>();
    let (thread, block) = (thread_idx(), block_idx());
    // SAFETY: block and thread lie inside the tiled matrix; an element of a tile lies inside the tile by its layout.
    unsafe {
        for k in 0..TILE / ROWS {
            let row = Step::apply_u32([k, thread.y]);
            let at = Blocks::<M, N>::apply_u32([block.y, block.x, row, thread.x]);
            tile.set_unchecked(L::at([row, thread.x]), global::load_read_only(input.add(at as usize)));
        }
        sync_threads();
        for k in 0..TILE / ROWS {
            let row = Step::apply_u32([k, thread.y]);
            let at = Blocks::<N, M>::apply_u32([block.x, block.y, row, thread.x]);
            global::store(output.add(at as usize), tile.get_unchecked(L::at([thread.x, row])));
        }
    }
}

lego_cuda::shared_tile! {
    /// A [`RowTile`] or [`SwizzledTile`] of f32.
    pub fn square_tile() -> [f32; RowTile::SIZE];
    /// A [`PaddedTile`] of f32.
    pub fn padded_tile() -> [f32; PaddedTile::SIZE];
}

/// An entry for a layout of the tile and the sizes of the matrix.
macro_rules! entries {
    ($($name:ident: $layout:ident in $tile:ident, $m:literal x $n:literal;)*) => {
        $(
            /// The entry for this layout of the tile and these sizes.
            ///
            /// # Safety
            /// That of [`transpose`].
            #[cfg(target_arch = "nvptx64")]
            #[unsafe(no_mangle)]
            pub unsafe extern "ptx-kernel" fn $name(input: *const f32, output: *mut f32) {
                // SAFETY: as the caller promises; the tile is made for the layout.
                unsafe { transpose::<f32, $layout, $m, $n>($tile(), input, output) }
            }
        )*
    };
}
entries! {
    transpose_f32_row_8192x8192: RowTile in square_tile, 8192 x 8192;
    transpose_f32_padded_8192x8192: PaddedTile in padded_tile, 8192 x 8192;
    transpose_f32_swizzled_8192x8192: SwizzledTile in square_tile, 8192 x 8192;
    transpose_f32_padded_96x160: PaddedTile in padded_tile, 96 x 160;
}
