//! The layouts of `tests/zoo/layouts.txt` in 32 bits.

// The zoo names its sizes so.
#![allow(non_upper_case_globals)]

use crate::narrow::check;
use lego::layout;

const M: usize = 192;
const K: usize = 128;
const BM: usize = 16;
const BK: usize = 32;
const m: usize = 11;
const n: usize = 6;
const g: usize = 4;
const npm: usize = 12;
const npn: usize = 5;
const GM: usize = 3;
const A: usize = 5;
const B: usize = 4;
const C: usize = 64;
const H: usize = 5;
const L: usize = 256;
const N: usize = 64;
const U: usize = 70;
const V: usize = 100;
const W: usize = 7;

macro_rules! zoo {
    ($($name:ident = [$($chain:tt)*];)*) => {
        #[test]
        fn every_layout_of_the_zoo_in_32_bits() {
            let mut listed = include_str!("../zoo/layouts.txt").lines().filter(|line| line.contains(": ")).filter(|line| !line.starts_with('#'));
            let bare = |text: &str| text.replace(char::is_whitespace, "");
            $(
                let line = concat!(stringify!($name), ":", stringify!($($chain)*));
                assert_eq!(bare(line), bare(listed.next().unwrap_or_default()), "this is not what the zoo has here");
                {
                    layout!(type Listed = $($chain)*;);
                    check(Listed, true);
                }
            )*
            assert_eq!(listed.next(), None, "the zoo has more");
        }
    };
}
zoo! {
    row_2d = [Row(64, 48)];
    row_4x8 = [Row(4, 8)];
    col_2d = [Col(64, 48)];
    col_4x8 = [Col(4, 8)];
    row_4d = [Row(4, 6, 8, 10)];
    col_3d = [Col(12, 10, 8)];
    permuted_3d_231 = [RegP([4, 6, 8], [2, 3, 1])];
    permuted_3d_312 = [RegP([4, 6, 8], [3, 1, 2])];
    fig10_eq7 = [RegP([2, 2, 2, 2, 2], [5, 2, 4, 3, 1])];
    row_symbolic = [Row(M, K)];
    col_symbolic = [Col(M, K)];
    row_3d_symbolic = [Row(A, B, C)];
    reshaped = [Row(60, 84).GroupBy([36, 140])];
    tile_1d = [Row(1024).TileBy([32], [32])];
    tile_1d_three_levels = [Row(1024).TileBy([8], [4], [32])];
    tile_2d = [Row(1024, 512).TileBy([32, 16], [32, 32])];
    tile_2d_one_level = [Row(1024, 512).TileBy([1024, 512])];
    tile_2d_col = [Col(1024, 512).TileBy([32, 16], [32, 32])];
    tile_2d_three_levels = [Row(128, 128).TileBy([4, 4], [4, 2], [8, 16])];
    tile_2d_odd = [Row(210, 330).TileBy([7, 11], [30, 30])];
    tile_3d = [Row(64, 64, 64).TileBy([8, 8, 8], [8, 8, 8])];
    tile_3d_three_levels = [Row(64, 64, 64).TileBy([4, 4, 4], [4, 4, 4], [4, 4, 4])];
    tile_4d = [Row(8, 8, 16, 16).TileBy([2, 2, 4, 4], [4, 4, 4, 4])];
    tile_4d_three_levels = [Row(16, 16, 16, 16).TileBy([2, 4, 2, 4], [2, 2, 4, 2], [4, 2, 2, 2])];
    tile_symbolic = [Row(M, K).TileBy([M/BM, K/BK], [BM, BK])];
    tile_symbolic_col = [Col(M, K).TileBy([M/BM, K/BK], [BM, BK])];
    tile_64_32 = [Row(M, K).TileBy([M/64, K/32], [64, 32])];
    tile_three_levels_symbolic = [Row(M, K).TileBy([M/64, K/64], [4, 8], [16, 8])];
    const_888 = [Row(8, 8, 8).TileBy([8, 8, 8])];
    blocked_1d = [OrderBy(Row(32), Reverse(32)).TileBy([1024])];
    blocked_2d = [OrderBy(Row(16, 16), Row(64, 64)).TileBy([1024, 1024])];
    blocked_2d_col_tiles = [OrderBy(Row(16, 16), Col(64, 64)).TileBy([1024, 1024])];
    blocked_2d_col_grid = [OrderBy(Col(16, 16), Row(64, 64)).TileBy([1024, 1024])];
    blocked_2d_col_both = [OrderBy(Col(16, 16), Col(64, 64)).TileBy([1024, 1024])];
    blocked_odd = [OrderBy(Row(10, 6), Row(13, 7)).TileBy([130, 42])];
    blocked_three_levels = [OrderBy(Row(4, 4), Row(8, 8), Row(4, 4)).TileBy([128, 128])];
    blocked_three_levels_mixed = [OrderBy(Col(4, 4), Row(8, 8), Col(4, 4)).TileBy([128, 128])];
    blocked_4d = [OrderBy(Row(2, 2, 4, 4), RegP([4, 4, 4, 4], [1, 3, 2, 4])).TileBy([8, 8, 16, 16])];
    blocked_symbolic = [OrderBy(Row(M/64, K/64), Row(64, 64)).TileBy([M, K])];
    blocked_any_symbolic = [OrderBy(Row(M/BM, K/BK), Row(BM, BK)).TileBy([M, K])];
    retiled = [OrderBy(Row(16, 16), Row(64, 64)).TileBy([32, 32], [32, 32])];
    bricks = [OrderBy(Row(48, 48, 48), Row(8, 8, 8)).TileBy([48, 48, 48], [8, 8, 8])];
    bricks_seen_flat = [OrderBy(Row(48, 48, 48), Row(8, 8, 8)).TileBy([384, 384, 384])];
    bricks_4x8x16 = [OrderBy(Row(32, 16, 8), Row(4, 8, 16)).TileBy([128, 128, 128])];
    bricks_morton = [OrderBy(Morton(16, 16, 16), Row(8, 8, 8)).TileBy([128, 128, 128])];
    normal_apply_384 = [Row(384, 384, 384).TileBy([48, 48, 48], [8, 8, 8])];
    morton_8 = [Morton(8, 8)];
    morton_64 = [Morton(64, 64)];
    morton_1024 = [Morton(1024, 1024)];
    morton_uneven = [Morton(4, 32)];
    morton_3d = [Morton(16, 16, 16)];
    morton_4d = [Morton(8, 8, 8, 8)];
    morton_tiles = [OrderBy(Morton(16, 16), Row(8, 8)).TileBy([128, 128])];
    hilbert_8 = [Hilbert(8, 8)];
    hilbert_32 = [Hilbert(32, 32)];
    hilbert_tiles = [OrderBy(Hilbert(8, 8), Row(16, 16)).TileBy([128, 128])];
    hilbert_rectangle = [Hilbert(48, 36)];
    hilbert_3d = [Hilbert(12, 10, 8)];
    swizzle_8 = [SwizzleRows([8, 8], 3)];
    swizzle_32 = [SwizzleRows([32, 32], 5)];
    swizzle_64x128 = [SwizzleRows([64, 128], 3)];
    swizzle_then_tile = [OrderBy(Row(1, 2), SwizzleRows([8, 8], 3)).TileBy([8, 16])];
    swizzle_vectors = [OrderBy(SwizzleRows([64, 8], 3), Row(1, 8)).TileBy([64, 64])];
    cute_swizzle_343 = [Swizzle(3, 4, 3)];
    cute_swizzle_233 = [Swizzle(2, 3, 3)];
    cute_swizzle_negative = [Swizzle(2, 1, -4)];
    skew_33 = [Skew(33, 33)];
    skew_64 = [Skew(64, 64)];
    skew_symbolic = [Skew(n, n)];
    fan_17 = [Fan(17, 5, 3)];
    fan_reverse = [Fan(64, -1, 63)];
    reverse_2d = [Reverse(6, 4)];
    padded_32 = [Row(32, 33).PadBy([32, 32] => [32, 33])];
    padded_65 = [Row(65, 66).PadBy([65, 65] => [65, 66])];
    block_cyclic = [BlockCyclic(24, 3, 2)];
    block_cyclic_2_powers = [BlockCyclic(1024, 16, 4)];
    block_cyclic_2d = [OrderBy(BlockCyclic(1024, 16, 4), BlockCyclic(512, 8, 2)).GroupBy([1024, 512])];
    block_cyclic_symbolic = [BlockCyclic(L, 16, 4)];
    table_reverse = [Table([7, 6, 5, 4, 3, 2, 1, 0])];
    table_swizzle = [Table([0, 1, 2, 3, 5, 4, 7, 6])];
    table_any = [OrderBy(Table([4, 0, 3, 1, 2]), Row(8)).GroupBy([40])];
    table_seen_by_digits = [OrderBy(Table([0, 2, 1, 3]), Row(M)).GroupBy([2, 2, M])];
    linear_fig1 = [Linear([16, 16], [[0, 1], [1, 0], [0, 2], [0, 4], [0, 8], [2, 0], [4, 0], [8, 0]])];
    linear_gray = [Linear([256], [[1], [3], [6], [12], [24], [48], [96], [192]])];
    linear_gray_back = [Linear([256], [[1], [3], [7], [15], [31], [63], [127], [255]])];
    linear_tiles = [OrderBy(Row(M, 1), Linear([8, 8], [[0, 1], [0, 2], [0, 4], [1, 1], [2, 2], [4, 4]])).TileBy([M, 1], [8, 8])];
    grouped_8x4 = [Grouped(8, 4, 2)];
    grouped_uneven = [Grouped(7, 5, 2)];
    grouped_symbolic = [Grouped(m, n, g)];
    group_pid_inv = [OrderBy(Col(npm/GM, 1), Col(GM, npn)).TileBy([npm, npn])];
    fig4 = [OrderBy(RegP([2, 2], [2, 1]), Reverse(3, 2)).GroupBy([6, 4])];
    fig9_o2 = [OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])];
    fig9 = [OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])];
    nw_17 = [AntiDiag(17)];
    nw_65 = [AntiDiag(65)];
    nw_symbolic = [OrderBy(AntiDiag(n)).TileBy([n, n])];
    nw_tiles = [OrderBy(Row(16, 16), AntiDiag(16)).TileBy([16, 16], [16, 16])];
    nw_tiles_seen_flat = [OrderBy(Row(16, 16), AntiDiag(16)).TileBy([256, 256])];
    lud_threads = [Row(B, B)];
    lud_perimeter = [Row(2, B)];
    lud_tiles = [Row(16, 16).TileBy([4, 4], [4, 4])];
    lud_coarsened = [Row(32, 32).TileBy([2, 2], [16, 16])];
    transpose_read = [Row(1024, 1024).TileBy([32, 32], [4, 1], [8, 32])];
    transpose_write = [Row(1024, 1024).TileBy([32, 32], [1, 4], [32, 8])];
    transpose_shared = [Row(32, 32).TileBy([4, 1], [8, 32])];
    transpose_symbolic = [Col(M, N).TileBy([M/32, N/32], [32, 32])];
    partial_tiles = [Row(1000, 1000).ExpandBy([1000, 1000] => [1024, 1024]).TileBy([16, 16], [64, 64])];
    partial_tiles_symbolic = [Row(U, V).ExpandBy([U, V] => [ceil_div(U, 64)*64, ceil_div(V, 64)*64]).TileBy([ceil_div(U, 64), ceil_div(V, 64)], [64, 64])];
    partial_tiles_any = [Row(U, V).ExpandBy([U, V] => [ceil_div(U, B)*B, ceil_div(V, C)*C]).TileBy([ceil_div(U, B), ceil_div(V, C)], [B, C])];
    ragged_rows = [Row(U, V).ExpandBy([U, V] => [U, ceil_div(V, B)*B]).GroupBy([U, ceil_div(V, B), B])];
    padded_rows = [Row(M, (N + 1)*B).GroupBy([M, N + 1, B])];
    partial_tiles_col = [Col(N, N).ExpandBy([N, N] => [M, M]).TileBy([M/4, M/4], [4, 4])];
    padded_tiles_symbolic = [OrderBy(Row(ceil_div(U, B), ceil_div(V, C)), Row(B, C)).TileBy([ceil_div(U, B)*B, ceil_div(V, C)*C]).PadBy([U, V] => [ceil_div(U, B)*B, ceil_div(V, C)*C])];
    nchw_to_nchw32 = [RegP([2, 4, 32, 14, 14], [1, 2, 4, 5, 3]).GroupBy([2, 128, 14, 14])];
    nchw_to_nchw32_symbolic = [RegP([N, C/32, 32, H, W], [1, 2, 4, 5, 3]).GroupBy([N, C, H, W])];
    nchw_to_nhwc = [RegP([2, 64, 14, 14], [1, 3, 4, 2])];
    gemm_panel_a = [OrderBy(RegP([16, 8, 256], [1, 3, 2])).GroupBy([128, 256])];
    gemm_panel_b = [OrderBy(RegP([256, 32, 16], [2, 1, 3])).GroupBy([256, 512])];
    gemm_panel_a_6 = [OrderBy(RegP([20, 6, 256], [1, 3, 2])).GroupBy([120, 256])];
    gemm_panel_symbolic = [OrderBy(RegP([K, N/16, 16], [2, 1, 3])).GroupBy([K, N])];
    im2col = [Row(32, 32, 3, 3).GroupBy([1024, 9])];
    im2col_patches = [Row(1, 32, 32, 3, 3).TileBy([1, 8, 8, 3, 3], [1, 4, 4, 1, 1])];
    tensor_core_8x8 = [OrderBy(Row(4, 2), Row(8, 8)).TileBy([32, 16])];
    warp_threads = [OrderBy(Row(2, 4), Col(8, 4), Row(2, 2)).TileBy([32, 32])];
    lower = [Lower(33)];
    lower_symbolic = [Lower(n)];
    lower_tiles = [Lower(64).TileBy([16, 16], [4, 4])];
    upper = [Upper(33)];
    upper_symbolic = [Upper(n)];
    band = [Band(33, 2, 3)];
    band_symbolic = [Band(n, m, g)];
}
