//! The layouts of the zoo that are compared with code by hand; each stands in `tests/zoo/layouts.txt` under the name in its
//! comment.

lego::layout! {
    /// `tile_2d`
    pub type Tile2d = Row(1024, 512).TileBy([32, 16], [32, 32]);
    /// `tile_symbolic`
    pub type TileSymbolic(m, k, bm, bk) = Row(m, k).TileBy([m/bm, k/bk], [bm, bk]);
    /// `blocked_2d`
    pub type Blocked2d = OrderBy(Row(16, 16), Row(64, 64)).TileBy([1024, 1024]);
    /// `bricks_seen_flat`
    pub type BricksSeenFlat = OrderBy(Row(48, 48, 48), Row(8, 8, 8)).TileBy([384, 384, 384]);
    /// `morton_1024`
    pub type Morton1024 = Morton(1024, 1024);
    /// `swizzle_64x128`
    pub type Swizzle64x128 = SwizzleRows([64, 128], 3);
    /// `skew_33`
    pub type Skew33 = Skew(33, 33);
    /// `block_cyclic_2_powers`
    pub type BlockCyclic2Powers = BlockCyclic(1024, 16, 4);
    /// `grouped_symbolic`
    pub type GroupedSymbolic(m, n, g) = Grouped(m, n, g);
    /// `fig9`
    pub type Fig9 = OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3))
        .OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4]))
        .GroupBy([6, 6]);
    /// `nw_65`
    pub type Nw65 = AntiDiag(65);
    /// `partial_tiles`
    pub type PartialTiles = Row(1000, 1000)
        .ExpandBy([1000, 1000] => [1024, 1024])
        .TileBy([16, 16], [64, 64]);
    /// `nchw_to_nchw32`
    pub type NchwToNchw32 = RegP([2, 4, 32, 14, 14], [1, 2, 4, 5, 3]).GroupBy([2, 128, 14, 14]);
    /// `gemm_panel_a_6`
    pub type GemmPanelA6 = OrderBy(RegP([20, 6, 256], [1, 3, 2])).GroupBy([120, 256]);
    /// `im2col`
    pub type Im2col = Row(32, 32, 3, 3).GroupBy([1024, 9]);
}
