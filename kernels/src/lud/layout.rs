//! The layouts: how the matrix is dealt to blocks, threads and registers, and what the launches hand to each other.
//!
//! Everything moves by vectors of `V` numbers, and a thread has `H` vectors along each axis, sixteen vectors apart, so that the
//! vectors of neighbouring threads lie side by side: `R = H·V` numbers along each axis, and `16·R` for 16×16 threads.

use lego::layout;

/// Number `[h row, row, h column, column]` of a thread, of `P` of its `H` vectors of rows.
pub(super) type Sums<const P: usize, const H: usize, const V: usize> = [[[[f32; V]; H]; V]; P];

layout! {
    /// Element `[block row, block column, h row, h column, thread row, thread column, row, column]` of an n×n matrix by rows,
    /// in blocks of `16·H·V` along each axis: what thread coarsening is, written as levels of tiles.
    pub type Matrix<const H: usize, const V: usize>(n) = Row(n, n)
        .ExpandBy([n, n] => [ceil_div(n, 16*H*V)*(16*H*V), ceil_div(n, 16*H*V)*(16*H*V)])
        .TileBy([ceil_div(n, 16*H*V), ceil_div(n, 16*H*V)], [H, H], [16, 16], [V, V])
        where n >= 1;

    /// Vector `[side, k, block, h, thread]` of the panels that a block step leaves for the update: side 0 is the negative of
    /// the columns of L, turned, side 1 the rows of U. Beyond the edge of the matrix there are zeros, so that no access looks
    /// for an edge.
    pub type Panels<const H: usize>(k, blocks) = Row(2, k, blocks, H, 16) where k >= 1, blocks >= 1;

    /// Vector `[side, k, h, thread]` of the inverses of the factors of a diagonal block: side 0 is that of U by rows, side 1
    /// that of L by columns, as the product takes them.
    pub type Inverses<const H: usize, const V: usize> = Row(2, 16*H*V, H, 16);

    /// Vector `[stage, k, h, thread]` of one side of a product, sixteen k at a time, in four stages of shared memory.
    pub type Stages<const H: usize> = Row(4, 16, H, 16);

    /// Vector `[k, h, thread]` of a block in shared memory, its rows padded: it is written along either axis.
    pub type Whole<const H: usize, const V: usize> = Row(16*H*V, 16*H + 1)
        .PadBy([16*H*V, 16*H] => [16*H*V, 16*H + 1])
        .GroupBy([16*H*V, H, 16]);

    /// Number `[parity, pivot, h, thread, v]` of the rows of the pivots of two steps.
    pub type Rows<const H: usize, const V: usize> = Row(2, V, H, 16, V);

    /// Number `[parity, h, thread, v, pivot]` of their columns.
    pub type Columns<const H: usize, const V: usize> = Row(2, H, 16, V, V);

    /// Number `[parity, row, column]` of the pivots themselves.
    pub type Pivots<const V: usize> = Row(2, V, V);

    /// Vector `[k, thread]` of a stage, by the number of the thread that copies it: one for each h.
    pub(super) type Copies = Row(16, 16);

    /// Element `[h, thread, v]` of one side of a block, by its number.
    pub(super) type Side<const H: usize, const V: usize> = Row(H, 16, V);

    /// Thread `[row, column]` of 16×16, by warps of 4×8: what a warp reads of either side are few vectors.
    pub(super) type Threads = RegP([4, 4, 2, 8], [1, 3, 2, 4]).GroupBy([16, 16]);
}
