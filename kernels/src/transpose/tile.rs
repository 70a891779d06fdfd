//! The transpose by 32×32 blocks in shared memory.

use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::{Element, block_idx, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Register, Shared, Split, ThreadX, ThreadY};

layout! {
    /// Element `[block row, block column, step, 0, thread row, column]` of a row-major m×n matrix in blocks of 32×32, the
    /// last of which may be partial. A thread has one element in each of four steps.
    pub type Blocks(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 32) * 32, ceil_div(n, 32) * 32])
        .TileBy([ceil_div(m, 32), ceil_div(n, 32)], [4, 1], [8, 32])
        where m >= 1, n >= 1;
    /// The row of a block that thread row `y` has in step `k`: `[k, y]`.
    type Step = Row(4, 8);

    /// Row by row: a column is 32 times the same bank.
    pub type RowTile = Row(32, 32);
    /// Row by row, with one element of padding after each.
    pub type PaddedTile = Row(32, 33).PadBy([32, 32] => [32, 33]);
    /// Row by row, the columns of each row exchanged by its number.
    pub type SwizzledTile = SwizzleRows([32, 32], 5);
}

impl Blocks {
    /// The rows and columns of the matrix.
    #[inline(always)]
    pub fn extents(&self) -> [u32; 2] {
        [self.m() as u32, self.n() as u32]
    }
}

/// The layout of a 32×32 tile.
///
/// The trait is sealed: the kernel reaches every element of the tile without looking whether it is there.
pub trait TileLayout: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32> + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! tiles {
    ($($tile:ident)*) => {
        $(
            impl sealed::Sealed for $tile {}
            impl TileLayout for $tile {}
        )*
    };
}
tiles!(RowTile PaddedTile SwizzledTile);

/// Transposes an m×n matrix: a block is written to shared memory row by row, and read column by column.
///
/// In [`RowTile`] the 32 threads of a warp read one bank; [`PaddedTile`] and [`SwizzledTile`] spread them over all.
///
/// Launch: `n.div_ceil(32)` blocks in x, `m.div_ceil(32)` in y.
#[lego_kernel(
    threads = [32, 8],
    instances(
        for T in [f32, half::f16], (WORD, L) in [("row", RowTile), ("padded", PaddedTile), ("swizzled", SwizzledTile)] {
            transpose_{WORD}_{T} = <T, L>
        },
    ),
)]
pub fn transpose_tile<T: Element, L: TileLayout>(
    input: Global<'_, T, Blocks>,
    output: Split<'_, T, Blocks, (BlockX, BlockY, Register, Register, ThreadY, ThreadX)>,
    #[shared] tile: Shared<'_, T, L>,
) {
    let (thread, block) = (thread_idx(), block_idx());
    let row = |k| Step::apply_u32([k, thread.y]);
    let source = |k| [block.y, block.x, k, 0, thread.y, thread.x];
    let [m, n] = input.layout().extents();
    if block.y < m / 32 && block.x < n / 32 && output.layout().extents() == [n, m] {
        // SAFETY: the block lies inside of the matrix, and the turned one inside of the output; rows and columns of a tile
        // are below 32.
        unsafe {
            // All reads before the first write: the compiler keeps their order.
            let elements = [0, 1, 2, 3].map(|k| input.get_unchecked(source(k)));
            for k in 0..4 {
                tile.set_unchecked([row(k), thread.x], elements[k as usize]);
            }
            sync_threads();
            for k in 0..4 {
                output.set_unchecked([k, 0], tile.get_unchecked([thread.x, row(k)]));
            }
        }
    } else {
        for k in 0..4 {
            if let Some(element) = input.try_get(source(k)) {
                tile.set([row(k), thread.x], element);
            }
        }
        sync_threads();
        for k in 0..4 {
            if output.contains([k, 0]) {
                output.try_set([k, 0], tile.get([thread.x, row(k)]));
            }
        }
    }
}
