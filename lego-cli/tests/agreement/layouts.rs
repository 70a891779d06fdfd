// Made by: cargo xtask bless
#![cfg_attr(rustfmt, rustfmt_skip)]
// One way to write all of them: an optional result is converted to itself.
#![allow(clippy::useless_conversion)]

use super::{Case, apply, inv, narrow};

lego::layout! {
    type L0 = OrderBy(RegP([2, 2], [2, 1]), GenP([3, 3], antidiag, antidiag_inv)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6]);
    type L1 = OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6]);
    type L2 = OrderBy(RegP([2, 2], [2, 1]), Reverse(3, 2)).GroupBy([6, 4]);
    type L3 = OrderBy(RegP([2, 2, 2, 2, 2], [5, 2, 4, 3, 1])).GroupBy([2, 2, 2, 2, 2]);
    type L4 = OrderBy(GenP([5, 5], antidiag, antidiag_inv)).GroupBy([5, 5]);
    type L5 = OrderBy(GenP([17, 17], antidiag, antidiag_inv)).GroupBy([17, 17]);
    type L6 = OrderBy(GenP([33, 33], antidiag, antidiag_inv)).GroupBy([33, 33]);
    type L7 = OrderBy(RegP([4, 8], [1, 2])).GroupBy([4, 8]);
    type L8 = OrderBy(RegP([4, 8], [2, 1])).GroupBy([4, 8]);
    type L9 = OrderBy(RegP([2, 3, 4], [2, 3, 1])).GroupBy([2, 3, 4]);
    type L10 = OrderBy(RegP([2, 3, 4], [3, 1, 2])).GroupBy([2, 3, 4]);
    type L11 = OrderBy(RegP([3, 4], [2, 1])).OrderBy(RegP([2, 2], [2, 1]), RegP([3], [1])).GroupBy([12]);
    type L12 = OrderBy(RegP([2, 2], [2, 1]), RegP([3], [1])).OrderBy(RegP([3, 4], [2, 1])).GroupBy([12]);
    type L13 = OrderBy(RegP([2, 12], [1, 2])).OrderBy(RegP([24], [1])).OrderBy(RegP([3, 2, 4], [1, 2, 3])).GroupBy([4, 6]);
    type L14 = OrderBy(RegP([6, 8], [2, 1])).GroupBy([2, 3], [4, 2]);
    type L15 = OrderBy(RegP([2, 2], [2, 1]), RegP([3], [1]), Reverse(2)).GroupBy([24]);
    type L16 = OrderBy(RegP([6, 8], [1, 2])).OrderBy(RegP([6, 8], [1, 2])).OrderBy(RegP([3, 4, 2, 2], [1, 3, 2, 4])).GroupBy([3, 4, 2, 2]);
    type L17 = OrderBy(RegP([8, 8], [2, 1])).OrderBy(RegP([8, 8], [1, 2])).OrderBy(RegP([4, 4, 2, 2], [1, 3, 2, 4])).GroupBy([4, 4, 2, 2]);
    type L18 = OrderBy(RegP([12, 12], [1, 2])).OrderBy(RegP([12, 12], [1, 2])).OrderBy(RegP([2, 2, 2, 3, 3, 2], [1, 3, 5, 2, 4, 6])).GroupBy([2, 2, 2, 3, 3, 2]);
    type L19 = OrderBy(RegP([4, 1], [2, 1]), RegP([2, 4], [2, 1])).OrderBy(RegP([4, 2, 1, 4], [1, 3, 2, 4])).OrderBy(RegP([8, 4], [1, 2])).GroupBy([8, 4]);
    type L20 = OrderBy(GenP([4, 4], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1 | (i >> 1 & 1) << 2 | (j >> 1 & 1) << 3, |p| ((p >> 0 & 1) << 0 | (p >> 2 & 1) << 1, (p >> 1 & 1) << 0 | (p >> 3 & 1) << 1))).GroupBy([4, 4]);
    type L21 = OrderBy(GenP([8, 8], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1 | (i >> 1 & 1) << 2 | (j >> 1 & 1) << 3 | (i >> 2 & 1) << 4 | (j >> 2 & 1) << 5, |p| ((p >> 0 & 1) << 0 | (p >> 2 & 1) << 1 | (p >> 4 & 1) << 2, (p >> 1 & 1) << 0 | (p >> 3 & 1) << 1 | (p >> 5 & 1) << 2))).GroupBy([8, 8]);
    type L22 = OrderBy(SwizzleRows([8, 8], 3)).GroupBy([8, 8]);
    type L23 = OrderBy(SwizzleRows([32, 32], 5)).GroupBy([32, 32]);
    type L24 = OrderBy(BlockCyclic(16, 2, 2)).GroupBy([16]);
    type L25 = OrderBy(RegP([1, 2], [1, 2]), SwizzleRows([8, 8], 3)).OrderBy(RegP([1, 8, 2, 8], [1, 3, 2, 4])).GroupBy([8, 16]);
    type L26 = OrderBy(RegP([3, 1, 1, 1], [4, 2, 3, 1]), RegP([2], [1]), RegP([1, 2, 2], [1, 2, 3])).OrderBy(RegP([2, 1], [1, 2]), RegP([1], [1]), RegP([2, 3, 2], [1, 2, 3])).GroupBy([12], [2]);
    type L27 = OrderBy(RegP([1, 1, 1], [2, 1, 3]), RegP([4, 2], [2, 1]), Reverse(4, 2)).OrderBy(RegP([8], [1]), RegP([1, 2, 2], [3, 2, 1]), Reverse(2)).OrderBy(Reverse(4), RegP([8, 1, 2], [3, 1, 2])).OrderBy(RegP([4], [1]), GenP([4, 4], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1 | (i >> 1 & 1) << 2 | (j >> 1 & 1) << 3, |p| ((p >> 0 & 1) << 0 | (p >> 2 & 1) << 1, (p >> 1 & 1) << 0 | (p >> 3 & 1) << 1))).GroupBy([2, 16, 2]);
    type L28 = OrderBy(RegP([6, 2, 1], [3, 1, 2]), GenP([2, 2], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1, |p| ((p >> 0 & 1) << 0, (p >> 1 & 1) << 0)), RegP([1, 1, 1, 2], [1, 4, 3, 2])).OrderBy(RegP([2, 3, 2, 2], [4, 1, 3, 2]), RegP([2, 1], [2, 1]), RegP([1, 1, 1, 2], [2, 1, 4, 3])).GroupBy([96]);
    type L29 = OrderBy(RegP([4, 30], [2, 1])).OrderBy(RegP([6, 1], [2, 1]), RegP([4, 1, 1], [1, 2, 3]), RegP([1, 1, 1, 5], [2, 1, 3, 4])).OrderBy(RegP([120], [1]), RegP([1, 1, 1], [2, 1, 3])).OrderBy(RegP([60, 2], [1, 2])).GroupBy([15, 4, 2]);
    type L30 = OrderBy(RegP([1, 18], [1, 2]), RegP([1, 1, 2], [3, 1, 2]), RegP([4], [1])).OrderBy(RegP([24, 1, 2, 3], [4, 3, 2, 1])).OrderBy(RegP([1, 2, 1], [2, 3, 1]), RegP([8, 9], [1, 2]), RegP([1, 1, 1], [1, 3, 2])).OrderBy(Reverse(6), RegP([2, 2, 1, 6], [3, 2, 4, 1])).GroupBy([144]);
    type L31 = OrderBy(RegP([10, 3, 7], [3, 1, 2])).OrderBy(RegP([6, 35], [1, 2])).GroupBy([7, 3, 5], [2, 1, 1]);
    type L32 = OrderBy(RegP([64], [1]), RegP([4, 1, 1], [3, 1, 2])).OrderBy(Reverse(2, 4), RegP([1, 2, 1, 2], [1, 3, 2, 4]), RegP([2, 2, 1, 2], [2, 4, 3, 1])).OrderBy(RegP([4, 2], [2, 1]), RegP([16, 2], [2, 1])).OrderBy(RegP([2, 4, 4, 8], [2, 4, 3, 1])).GroupBy([256]);
    type L33 = OrderBy(RegP([5, 72], [2, 1])).OrderBy(Reverse(6, 60), RegP([1, 1, 1], [1, 2, 3])).OrderBy(RegP([1, 6, 1, 1], [4, 1, 3, 2]), Reverse(60)).GroupBy([2, 30, 6]);
    type L34 = TileBy([1, 8], [16, 1], [1, 1]);
    type L35 = OrderBy(GenP([36], |i| (i + 8) % 36)).OrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Grouped(1, 1, 2), Row(36, 1)).ExpandBy([9, 4] => [10, 5]).TileOrderBy(GenP([10], |i| i % 5 * 2 + i / 5), Table([4, 0, 3, 2, 1])).GroupBy([5, 1, 1], [1, 10]);
    type L36 = OrderBy(Morton(1, 1, 1), GenP([1, 43], |i, j| j * 1 + (i + 1 * 43 - j) % 1), Col(1, 3)).TileOrderBy(SwizzleRows([43, 1], 0), Col(1, 1), Skew(3, 1)).PadBy([128] => [129]).GroupBy([128], [1, 1, 1, 1]);
    type L37 = OrderBy(GenP([24], |i| (i + 37) % 24)).OrderBy(Reverse(24)).TileBy([2], [12]);
    type L38 = OrderBy(GenP([1], |i| (i + 9) % 1), Reverse(1, 1, 1, 1), GenP([1, 211], |i, j| j * 1 + i, |p| (p % 1, p / 1))).OrderBy(BlockCyclic(211, 1, 211), Reverse(1, 1, 1, 1)).PadBy([210] => [211]).GroupBy([15, 7, 2, 1], [1, 1, 1], [1]);
    type L39 = TileOrderBy(Reverse(4, 2), Rotate(6, 2, -4));
    type L40 = ExpandBy([16] => [19]);
    type L41 = TileBy([180]);
    type L42 = GroupBy([1, 1, 8], [2, 4]);
    type L43 = ExpandBy([210] => [211]).OrderBy(GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1), Col(211)).GroupBy([211], [1, 1, 1]);
    type L44 = TileOrderBy(Skew(1, 1), Rotate(2, 1, 0), Reverse(1, 6)).ExpandBy([12] => [12]);
    type L45 = ExpandBy([24] => [24]).OrderBy(GenP([1, 1], antidiag, antidiag_inv), RegP([1, 3, 1], [1, 2, 3]), Reverse(2, 1, 4)).TileOrderBy(Morton(1, 1, 1, 2), Col(1, 1, 3, 2), Row(1, 1, 1, 2)).GroupBy([2, 3, 1, 1], [4, 1, 1]);
    type L46 = TileBy([2, 6, 2]);
    type L47 = OrderBy(GenP([3], |i| i % 1 * 3 + i / 1), GenP([43], |i| i % 43 * 1 + i / 43)).OrderBy(RegP([129], [1]), Reverse(1)).PadBy([128] => [129]).OrderBy(RegP([128], [1])).OrderBy(BlockCyclic(64, 8, 8), Row(2)).TileBy([128]);
    type L48 = OrderBy(GenP([48], |i| 48 - 1 - i, |p| 48 - 1 - p), Col(2)).TileBy([96]);
    type L49 = TileOrderBy(Reverse(1, 9, 1, 8), Col(1, 1, 1, 2)).OrderBy(GenP([6, 12], |i, j| j * 6 + i, |p| (p % 6, p / 6)), Morton(1, 2, 1)).OrderBy(Reverse(1, 3), GenP([48], |i| 48 - 1 - i, |p| 48 - 1 - p));
    type L50 = TileOrderBy(Row(2, 18, 1, 1), Reverse(1, 1, 1, 1)).OrderBy(Col(3, 1, 12)).GroupBy([36, 1]);
    type L51 = OrderBy(RegP([4, 1, 25], [3, 2, 1]), RegP([1, 1, 1, 1], [3, 4, 1, 2])).OrderBy(Row(1, 1, 4, 1), GenP([5], |i| (i + 28) % 5), Reverse(1, 1, 5)).OrderBy(Reverse(20), Rotate(1, 1, -2), Row(1, 5, 1));
    type L52 = OrderBy(Row(128, 1)).TileBy([2, 1], [64, 1]);
    type L53 = OrderBy(Reverse(5, 12));
    type L54 = GroupBy([1, 20], [5]);
    type L55 = OrderBy(RegP([1, 3, 1, 1], [1, 3, 4, 2]), Col(1, 1, 7, 1), Col(10)).GroupBy([2, 5], [3, 7, 1]);
    type L56 = TileOrderBy(GenP([48, 3], |i, j| j * 48 + (if j % 2 == 0 { i } else { 48 - 1 - i }), |p| { let j = p / 48; let i = p % 48; (if j & 1 == 0 { i } else { 48 - 1 - i }, j) })).ExpandBy([48, 3] => [50, 3]).TileOrderBy(Grouped(25, 1, 11), GenP([2, 3], |i, j| j * 2 + (i + 2 * 3 - j) % 2)).OrderBy(Col(10, 1), Skew(5, 3)).TileBy([2, 3], [25, 1]);
    type L57 = OrderBy(Morton(1, 1, 4), RegP([4, 1, 1, 1], [1, 2, 3, 4])).PadBy([4, 3] => [4, 4]).OrderBy(Row(6), Row(2, 1)).OrderBy(Col(1, 1, 1, 4), RegP([1, 3], [1, 2])).OrderBy(Row(3, 2, 1, 1), Morton(1, 2, 1, 1)).GroupBy([1, 1], [1], [1, 1, 4, 3]);
    type L58 = PadBy([4, 6] => [6, 7]).OrderBy(Morton(1, 4, 2, 1), GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Reverse(1, 1, 3, 1)).OrderBy(RegP([12], [1]), Skew(1, 2));
    type L59 = OrderBy(RegP([1, 2, 3, 4], [2, 3, 1, 4])).GroupBy([4, 6]);
    type L60 = ExpandBy([1, 2, 15] => [2, 3, 15]).OrderBy(Reverse(2, 3, 15)).TileBy([2, 3, 15]);
    type L61 = TileOrderBy(GenP([15], |i| i % 1 * 15 + i / 1), GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p)).OrderBy(Col(1, 3, 10, 1), Swizzle(0, 0, 0));
    type L62 = OrderBy(BlockCyclic(12, 2, 3)).GroupBy([1, 3, 4, 1]);
    type L63 = GroupBy([1], [36]);
    type L64 = OrderBy(RegP([1, 1, 36], [2, 1, 3])).OrderBy(Reverse(1, 1, 12), Reverse(1, 1, 3)).TileBy([1, 1, 12], [1, 1, 3]);
    type L65 = OrderBy(Reverse(1, 1, 1), Skew(1, 1)).GroupBy([1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]);
    type L66 = OrderBy(BlockCyclic(12, 2, 6)).TileOrderBy(Table([2, 1, 0]), GenP([1], |i| (i + 39) % 1), Reverse(4)).TileOrderBy(SwizzleRows([12, 1], 0), AntiDiag(1)).GroupBy([1, 1, 1], [2], [2, 1, 3]);
    type L67 = TileOrderBy(Reverse(10, 1, 1, 2), RegP([1, 1, 1, 3], [4, 1, 3, 2])).OrderBy(GenP([6, 1], |i, j| j * 6 + (i + 6 * 1 - j) % 6), Col(10)).OrderBy(Col(1, 1, 1), Col(5, 3), RegP([4, 1, 1, 1], [3, 4, 2, 1])).GroupBy([60]);
    type L68 = ExpandBy([16, 16] => [17, 17]).TileBy([1, 1], [1, 1], [17, 17]);
    type L69 = OrderBy(Morton(1, 1, 1, 1));
    type L70 = OrderBy(RegP([1, 38, 6], [1, 2, 3])).PadBy([1, 36, 4] => [1, 38, 6]).TileOrderBy(Col(1, 36, 4)).TileBy([1, 36, 4]);
    type L71 = ExpandBy([4, 4] => [4, 5]).TileOrderBy(Col(20)).GroupBy([1, 4], [1, 1, 1, 1], [5, 1, 1, 1]);
    type L72 = TileOrderBy(Col(180, 1, 1)).OrderBy(Col(6, 1, 1), Reverse(30, 1, 1)).TileBy([9, 1, 1], [4, 1, 1], [5, 1, 1]);
    type L73 = PadBy([128, 2] => [130, 4]).OrderBy(GenP([16, 2], |i, j| j * 16 + (i + 16 * 2 - j) % 16), RegP([1, 1, 1, 8], [3, 1, 2, 4]));
    type L74 = GroupBy([1], [1, 1], [1, 210]);
    type L75 = OrderBy(Reverse(8, 1, 1, 1), RegP([1, 1, 1, 3], [1, 3, 2, 4])).OrderBy(RegP([1, 1, 24, 1], [4, 3, 2, 1]), Reverse(1, 1, 1, 1)).TileOrderBy(Row(3, 8, 1)).GroupBy([1, 2, 1, 12]);
    type L76 = OrderBy(Morton(1, 1, 1, 1), GenP([105], |i| (i + 11) % 105), Morton(2, 1, 1)).ExpandBy([210] => [212]).GroupBy([2, 1, 1], [106], [1]);
    type L77 = OrderBy(Col(32, 1, 4)).OrderBy(Reverse(1, 1, 8), RegP([2, 4, 2, 1], [3, 1, 2, 4])).ExpandBy([1, 128] => [1, 130]).OrderBy(Col(1, 1, 10, 13), Col(1, 1, 1)).OrderBy(Col(1, 1), Reverse(65, 1, 1), GenP([2], |i| i % 2 * 1 + i / 2)).OrderBy(Col(1, 1, 1, 1), RegP([1, 1, 65], [1, 2, 3]), GenP([2, 1], |i, j| j * 2 + i, |p| (p % 2, p / 2))).GroupBy([130, 1]);
    type L78 = TileOrderBy(Table([11, 13, 29, 31, 42, 23, 41, 50, 37, 58, 46, 43, 49, 51, 59, 20, 47, 27, 14, 26, 2, 36, 32, 17, 56, 57, 53, 55, 6, 15, 10, 18, 7, 48, 21, 33, 5, 44, 0, 28, 1, 40, 22, 16, 34, 9, 3, 52, 54, 35, 38, 19, 24, 45, 25, 12, 8, 4, 39, 30])).TileBy([60]);
    type L79 = GroupBy([3], [1, 4, 1]);
    type L80 = OrderBy(GenP([1, 1], antidiag, antidiag_inv), Col(3, 8)).GroupBy([1, 1, 1], [2, 12, 1]);
    type L81 = OrderBy(Morton(1, 1, 1, 1)).TileOrderBy(RegP([1, 1, 1], [3, 2, 1]), Row(1, 1, 1)).GroupBy([1, 1, 1, 1]);
    type L82 = TileOrderBy(BlockCyclic(1, 1, 1), GenP([16], |i| i % 4 * 4 + i / 4)).OrderBy(Col(1, 2, 1, 1), Row(1, 2, 2, 2), Morton(1, 1, 1)).OrderBy(RegP([1, 4, 2], [1, 3, 2]), Col(2));
    type L83 = OrderBy(RegP([9, 1], [2, 1]), Col(5, 2, 2), Morton(1)).PadBy([180] => [180]).OrderBy(Skew(1, 5), BlockCyclic(18, 6, 1), Morton(2)).OrderBy(Row(9), Reverse(10, 1, 2, 1));
    type L84 = PadBy([100] => [100]).OrderBy(Row(2, 1, 1, 1), RegP([5, 1, 1, 1], [3, 2, 1, 4]), GenP([10], |i| i % 10 * 1 + i / 10)).OrderBy(GenP([25], |i| (i + 18) % 25), RegP([2, 2], [2, 1])).OrderBy(Reverse(100, 1, 1, 1));
    type L85 = GroupBy([1, 1, 1], [2, 4, 8], [1, 1, 1]);
    type L86 = OrderBy(Reverse(16)).TileOrderBy(RegP([16], [1])).TileBy([1], [2], [8]);
    type L87 = OrderBy(Morton(4, 4, 1), Row(1, 1, 4, 1)).OrderBy(GenP([2], |i| i % 1 * 2 + i / 1), RegP([32, 1, 1], [1, 2, 3]));
    type L88 = TileOrderBy(Reverse(1, 1, 1, 1), Reverse(1, 1, 1, 1), RegP([1, 1, 1, 1], [1, 4, 3, 2])).OrderBy(GenP([1, 1], antidiag, antidiag_inv), Col(1), Reverse(1)).ExpandBy([1] => [1]).OrderBy(GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }));
    type L89 = GroupBy([1, 6, 4]);
    type L90 = TileOrderBy(Col(96, 1)).OrderBy(Reverse(24), Row(1, 1, 1, 4));
    type L91 = GroupBy([2, 7, 5], [3], [1]);
    type L92 = OrderBy(RegP([16], [1])).TileOrderBy(Col(16)).TileBy([16], [1]);
    type L93 = TileOrderBy(Morton(2), GenP([6], |i| (i + 28) % 6), BlockCyclic(5, 1, 1));
    type L94 = OrderBy(Reverse(1, 1, 1, 1), RegP([1, 1], [2, 1]), Reverse(1)).OrderBy(Col(1, 1, 1), Reverse(1, 1));
    type L95 = GroupBy([1, 1, 1, 1], [2, 1, 128]);
    type L96 = OrderBy(Col(1, 1, 22), Row(12, 1), Morton(1, 1, 1)).PadBy([6, 30] => [8, 33]).OrderBy(RegP([4, 1, 1, 1], [1, 4, 3, 2]), GenP([45], |i| (i + 23) % 45)).OrderBy(BlockCyclic(9, 1, 1), Row(1, 5), Morton(1, 1, 4, 1)).OrderBy(RegP([1, 1], [2, 1]), Col(1, 9), Col(20, 1));
    type L97 = OrderBy(Col(1, 5), RegP([1, 26, 1], [2, 3, 1])).OrderBy(GenP([1, 13], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Col(1, 1, 2, 1), Col(5)).OrderBy(GenP([65], |i| i % 13 * 5 + i / 13), Col(2, 1, 1)).PadBy([128] => [130]).TileOrderBy(Reverse(8, 4, 4));
    type L98 = OrderBy(RegP([1, 12, 1], [1, 2, 3])).ExpandBy([1, 12, 1] => [1, 12, 1]).OrderBy(Reverse(1, 12, 1)).TileBy([1, 12, 1]);
    type L99 = TileOrderBy(Row(25, 1, 4)).TileOrderBy(Reverse(1, 10, 2, 1), Reverse(1, 5, 1, 1)).PadBy([100] => [100]).OrderBy(Col(50, 2, 1, 1), BlockCyclic(1, 1, 1)).OrderBy(Grouped(20, 5, 18)).GroupBy([1, 1, 2, 1], [5, 1, 10, 1]);
    type L100 = OrderBy(Reverse(1, 1, 1, 5), Fan(1, -1, -14), Reverse(1, 31)).OrderBy(Reverse(1, 31, 5, 1)).PadBy([2, 30] => [5, 31]).OrderBy(RegP([3], [1]), Row(20)).OrderBy(Fan(1, 1, 3), Row(1, 1, 3, 10), Morton(2, 1, 1)).OrderBy(Reverse(1, 3, 5), Reverse(4)).GroupBy([1, 1, 15, 1], [1, 1, 1, 1], [4]);
    type L101 = TileBy([4, 6]);
    type L102 = OrderBy(Morton(8), Skew(2, 8), RegP([1, 1], [1, 2])).TileOrderBy(Col(1, 1, 1, 1), Morton(8, 1, 2, 4), Col(1, 2, 1, 1)).OrderBy(BlockCyclic(128, 128, 1)).GroupBy([16, 1, 1, 1], [1, 1, 1], [8]);
    type L103 = OrderBy(Reverse(4), GenP([5, 3], |i, j| j * 5 + i, |p| (p % 5, p / 5))).OrderBy(RegP([12, 1, 5, 1], [4, 3, 2, 1])).OrderBy(Row(1, 1, 1, 1), GenP([5, 4], |i, j| j * 5 + (i + 5 * 4 - j) % 5), Row(1, 1, 3));
    type L104 = OrderBy(Table([0]), Reverse(303), RegP([1, 1, 1, 1], [4, 3, 1, 2])).OrderBy(GenP([1, 101], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Reverse(1), GenP([3], |i| i % 1 * 3 + i / 1)).OrderBy(GenP([101, 1], |i, j| j * 101 + i, |p| (p % 101, p / 101)), RegP([1, 3, 1], [3, 2, 1]), RegP([1, 1, 1, 1], [3, 1, 4, 2])).PadBy([1, 100] => [3, 101]).OrderBy(Reverse(50, 1, 2)).OrderBy(Reverse(1, 2, 2), Row(1, 25, 1));
    type L105 = TileOrderBy(GenP([24], |i| 24 - 1 - i, |p| 24 - 1 - p), Row(1)).TileBy([24]);
    type L106 = OrderBy(RegP([1, 1, 1], [2, 3, 1]), GenP([1], |i| i % 1 * 1 + i / 1)).OrderBy(Morton(1, 1, 1, 1), Reverse(1, 1, 1), Reverse(1)).TileOrderBy(Table([0]), Fan(1, -1, -2));
    type L107 = OrderBy(RegP([8], [1]), Row(3, 1, 1, 1)).OrderBy(Grouped(24, 1, 10)).TileOrderBy(Row(2, 1, 3, 1), RegP([1, 1, 2, 1], [1, 2, 3, 4]), Reverse(2, 1, 1, 1));
    type L108 = OrderBy(Fan(210, -157, -8)).OrderBy(GenP([2, 105], |i, j| j * 2 + i, |p| (p % 2, p / 2))).OrderBy(Reverse(3, 2, 35));
    type L109 = GroupBy([1, 1]);
    type L110 = OrderBy(Col(1, 6, 1), Row(1, 1, 5), Reverse(1)).OrderBy(GenP([1, 3], |i, j| j * 1 + i, |p| (p % 1, p / 1)), BlockCyclic(5, 1, 1), Row(2)).TileOrderBy(Reverse(2, 1, 15));
    type L111 = OrderBy(GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p), RegP([90], [1])).OrderBy(GenP([180], |i| i % 18 * 10 + i / 18)).TileBy([180]);
    type L112 = OrderBy(GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p), Col(1, 1), Reverse(1, 1, 1)).GroupBy([12], [1], [1]);
    type L113 = PadBy([16] => [17]).TileBy([1], [2], [8]);
    type L114 = OrderBy(Swizzle(0, 0, 0)).OrderBy(GenP([1], |i| i % 1 * 1 + i / 1));
    type L115 = OrderBy(GenP([4], |i| i % 1 * 4 + i / 1), GenP([4], |i| 4 - 1 - i, |p| 4 - 1 - p)).ExpandBy([16] => [16]).TileBy([8], [1], [2]);
    type L116 = OrderBy(GenP([18, 1], |i, j| j * 18 + (if j % 2 == 0 { i } else { 18 - 1 - i }), |p| { let j = p / 18; let i = p % 18; (if j & 1 == 0 { i } else { 18 - 1 - i }, j) }), Reverse(1, 2, 1, 1)).ExpandBy([36] => [39]).TileOrderBy(Col(39)).GroupBy([1, 13], [1, 3, 1, 1], [1, 1, 1]);
    type L117 = TileOrderBy(Row(210)).TileOrderBy(Col(1, 35, 2, 3)).OrderBy(GenP([210], |i| 210 - 1 - i, |p| 210 - 1 - p)).ExpandBy([21, 10] => [21, 12]).OrderBy(Fan(63, -29, 0), Fan(4, 3, -13)).OrderBy(Reverse(1, 3), Row(1, 2, 1, 1), Reverse(1, 3, 14)).TileOrderBy(RegP([14, 1, 1], [2, 1, 3]), RegP([1, 18, 1], [3, 2, 1]), Morton(1, 1, 1)).GroupBy([6, 2], [3, 7]);
    type L118 = OrderBy(Reverse(1, 1, 3, 8)).TileOrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Fan(2, -1, -7), GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p)).PadBy([24] => [24]).GroupBy([1, 1, 1, 1], [3], [1, 4, 1, 2]);
    type L119 = OrderBy(Col(1, 1, 8), Col(2), RegP([1, 1], [1, 2])).TileOrderBy(Col(1, 8), Reverse(2, 1)).OrderBy(Row(1, 1, 1, 16));
    type L120 = OrderBy(Table([0, 2, 1]), Col(1, 5, 2, 2)).OrderBy(Swizzle(0, 0, 0), RegP([1, 6, 1, 10], [3, 2, 4, 1]), Col(1, 1, 1, 1)).OrderBy(Reverse(1, 6, 2), GenP([5], |i| 5 - 1 - i, |p| 5 - 1 - p)).GroupBy([5, 1, 1, 1], [1, 1, 12, 1]);
    type L121 = TileBy([1, 1, 60]);
    type L122 = TileBy([4, 9], [1, 1]);
    type L123 = GroupBy([2, 1, 1, 1], [2, 4, 1, 1]);
    type L124 = TileBy([1, 3], [2, 5], [1, 1]);
    type L125 = OrderBy(Grouped(10, 1, 8), Col(1, 21, 1), Grouped(1, 1, 2)).GroupBy([2, 7, 5, 1], [3, 1, 1], [1, 1, 1, 1]);
    type L126 = GroupBy([1, 1, 2, 1], [1, 8, 2], [2]);
    type L127 = TileBy([1, 1, 5], [1, 3, 4], [1, 1, 1]);
    type L128 = TileBy([2, 12, 1], [1, 4, 1]);
    type L129 = OrderBy(Row(3, 1, 1, 1), Row(10, 7)).TileOrderBy(RegP([1, 1], [2, 1]), Rotate(70, 3, -5));
    type L130 = OrderBy(RegP([1, 2, 5, 1], [4, 3, 1, 2]), Col(1, 1, 3, 2)).OrderBy(Table([51, 46, 44, 40, 43, 1, 23, 53, 54, 55, 47, 15, 52, 59, 25, 0, 11, 18, 56, 3, 34, 49, 10, 17, 42, 41, 37, 45, 9, 21, 26, 58, 28, 2, 38, 20, 13, 48, 39, 14, 27, 35, 5, 7, 22, 32, 19, 4, 24, 36, 12, 8, 50, 29, 33, 30, 57, 16, 6, 31])).GroupBy([4, 15, 1]);
    type L131 = TileBy([1, 1]);
    type L132 = OrderBy(Row(1, 1, 1), Row(6, 1, 1), Morton(1, 1, 4, 1)).OrderBy(Row(6), Morton(1, 4)).GroupBy([1, 1, 1], [1, 2, 1], [1, 3, 4]);
    type L133 = OrderBy(Grouped(1, 6, 3), SwizzleRows([1, 16], 2)).TileBy([1, 2], [1, 12], [1, 4]);
    type L134 = TileOrderBy(Col(1, 64), SwizzleRows([2, 2], 0)).TileBy([1, 1], [2, 128], [1, 1]);
    type L135 = OrderBy(RegP([1, 2, 3], [3, 1, 2]), RegP([5, 1, 2, 1], [3, 1, 4, 2])).OrderBy(Row(3, 2, 2, 1), Row(1, 1, 1, 5)).OrderBy(SwizzleRows([2, 1], 0), Col(30, 1, 1, 1));
    type L136 = OrderBy(Fan(1, -1, 10), SwizzleRows([1, 1], 0), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).OrderBy(Reverse(1, 1, 1)).OrderBy(Reverse(1, 1, 1, 1), RegP([1, 1, 1, 1], [2, 4, 1, 3])).GroupBy([1, 1, 1, 1]);
    type L137 = TileOrderBy(Row(24, 1)).TileOrderBy(Reverse(1, 8, 3)).TileOrderBy(RegP([1, 2, 1], [3, 2, 1]), Morton(1, 1, 2), Reverse(3, 1, 2)).GroupBy([1, 8, 3]);
    type L138 = OrderBy(Rotate(1, 1, -1), Col(3), Col(1, 4, 1)).OrderBy(Skew(1, 2), Reverse(1, 1, 3, 1), RegP([1, 2], [1, 2])).ExpandBy([12] => [14]).OrderBy(Skew(7, 2), GenP([1], |i| i % 1 * 1 + i / 1), Reverse(1, 1, 1));
    type L139 = TileBy([1, 12], [1, 1], [12, 1]);
    type L140 = OrderBy(BlockCyclic(8, 8, 1), RegP([4, 2, 1], [1, 2, 3])).OrderBy(RegP([1, 1, 1, 1], [1, 4, 2, 3]), Reverse(4, 16, 1, 1));
    type L141 = TileOrderBy(Table([2, 0, 1]), Fan(1, 0, 8), BlockCyclic(12, 4, 3)).GroupBy([3], [2, 3, 2]);
    type L142 = OrderBy(Col(2, 2, 24)).OrderBy(Row(24, 2, 2, 1)).OrderBy(SwizzleRows([1, 1], 0), GenP([48], |i| (i + 35) % 48), Col(2, 1)).GroupBy([2], [1, 4, 1, 1], [4, 3]);
    type L143 = TileOrderBy(Col(1, 5), Grouped(4, 5, 6));
    type L144 = OrderBy(GenP([15, 12], |i, j| j * 15 + (if j % 2 == 0 { i } else { 15 - 1 - i }), |p| { let j = p / 15; let i = p % 15; (if j & 1 == 0 { i } else { 15 - 1 - i }, j) })).OrderBy(Skew(15, 12)).TileBy([1, 12], [15, 1]);
    type L145 = OrderBy(GenP([16, 1], |i, j| j * 16 + (i + 16 * 1 - j) % 16)).OrderBy(Row(1, 2, 4), Col(1), Skew(2, 1));
    type L146 = OrderBy(Row(2, 1, 3, 2), RegP([4, 1, 2], [2, 1, 3])).GroupBy([2, 2], [2, 12], [1, 1]);
    type L147 = OrderBy(RegP([12, 1], [2, 1])).TileOrderBy(Row(1, 4, 3, 1)).GroupBy([1, 3, 1, 1], [1], [4, 1]);
    type L148 = TileOrderBy(Table([0, 20, 21, 2, 8, 11, 5, 16, 4, 6, 9, 19, 1, 3, 13, 12, 7, 18, 14, 10, 23, 22, 17, 15])).TileOrderBy(GenP([24], |i| i % 12 * 2 + i / 12)).TileBy([8], [3], [1]);
    type L149 = OrderBy(Reverse(60)).ExpandBy([60] => [60]).TileOrderBy(RegP([60], [1]), Col(1)).TileOrderBy(Col(1), Fan(60, 83, -13)).TileBy([60]);
    type L150 = GroupBy([2, 1, 15], [1, 1, 1]);
    type L151 = ExpandBy([1, 1, 1] => [3, 1, 3]).TileBy([3, 1, 3], [1, 1, 1]);
    type L152 = OrderBy(BlockCyclic(3, 1, 3), GenP([70], |i| 70 - 1 - i, |p| 70 - 1 - p)).OrderBy(RegP([1, 1], [2, 1]), Reverse(35, 2, 1, 1), GenP([3], |i| 3 - 1 - i, |p| 3 - 1 - p)).OrderBy(Col(1, 1, 1, 7), Row(30)).GroupBy([21, 2], [1, 5, 1, 1]);
    type L153 = OrderBy(GenP([32], |i| (i + 15) % 32), GenP([8, 1], |i, j| j * 8 + (if j % 2 == 0 { i } else { 8 - 1 - i }), |p| { let j = p / 8; let i = p % 8; (if j & 1 == 0 { i } else { 8 - 1 - i }, j) }));
    type L154 = TileOrderBy(GenP([128], |i| i % 1 * 128 + i / 1)).TileOrderBy(Fan(4, -1, 8), RegP([32], [1])).TileBy([4], [4], [8]);
    type L155 = TileOrderBy(Reverse(2, 4, 4), RegP([1, 2, 2], [3, 1, 2])).OrderBy(Morton(64, 2));
    type L156 = OrderBy(GenP([48], |i| 48 - 1 - i, |p| 48 - 1 - p), BlockCyclic(3, 3, 1)).OrderBy(Row(9), GenP([16], |i| i % 2 * 8 + i / 2)).TileBy([144]);
    type L157 = TileOrderBy(Row(1, 128)).OrderBy(Col(1, 128)).TileBy([1, 1], [1, 1], [1, 128]);
    type L158 = ExpandBy([5, 42] => [6, 44]).TileOrderBy(Row(6, 44), Morton(1, 1)).TileBy([2, 1], [1, 44], [3, 1]);
    type L159 = OrderBy(GenP([2, 8], |i, j| j * 2 + i, |p| (p % 2, p / 2)), Fan(6, -1, 10));
    type L160 = OrderBy(Col(64, 1, 2, 1));
    type L161 = OrderBy(Morton(1), Col(12, 1, 1, 1), Reverse(1)).OrderBy(GenP([1, 2], |i, j| j * 1 + (i + 1 * 2 - j) % 1), RegP([1, 6], [2, 1])).OrderBy(Reverse(1, 1, 2, 1), Row(2, 1, 1), Table([1, 2, 0])).GroupBy([1, 2], [3, 2, 1, 1]);
    type L162 = TileBy([1], [36], [1]);
    type L163 = OrderBy(Reverse(9, 1), Col(1, 5)).OrderBy(RegP([9, 5], [2, 1])).PadBy([8, 3] => [9, 5]).TileBy([8, 3]);
    type L164 = TileBy([1], [2], [6]);
    type L165 = GroupBy([1], [1, 1, 8], [8, 2]);
    type L166 = PadBy([2, 5, 3] => [3, 6, 3]).OrderBy(Row(2, 1, 1), Row(1, 5, 3)).TileBy([1, 1, 1], [1, 5, 1], [2, 1, 3]);
    type L167 = OrderBy(Reverse(36)).ExpandBy([36] => [39]);
    type L168 = TileOrderBy(RegP([1, 1], [1, 2]), Rotate(4, 1, -1), Row(1, 3));
    type L169 = OrderBy(Col(1, 1, 1), Col(1, 1, 1)).TileOrderBy(RegP([1, 1, 1], [3, 2, 1]), Reverse(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1], [1, 1, 1]);
    type L170 = TileOrderBy(Reverse(1, 1, 1), RegP([1, 1, 1], [3, 2, 1]));
    type L171 = OrderBy(Reverse(1, 1, 4), Morton(1, 1, 16)).OrderBy(Reverse(1, 1, 64)).TileBy([1, 1, 64], [1, 1, 1]);
    type L172 = GroupBy([30]);
    type L173 = OrderBy(RegP([12, 2], [1, 2])).OrderBy(Row(3, 1, 8)).OrderBy(Col(1, 1, 12, 2));
    type L174 = OrderBy(Fan(21, 31, -19), BlockCyclic(10, 1, 5)).GroupBy([15, 1, 1], [1, 2, 1, 7], [1, 1, 1, 1]);
    type L175 = ExpandBy([24, 6] => [26, 8]).OrderBy(Row(4, 4, 1), Col(13, 1)).OrderBy(SwizzleRows([26, 8], 3)).GroupBy([1, 1, 52], [2, 2]);
    type L176 = OrderBy(RegP([1, 2, 8, 1], [4, 1, 2, 3]), Table([0, 7, 5, 4, 2, 8, 6, 3, 1])).TileOrderBy(RegP([48, 3], [2, 1])).GroupBy([4, 36]);
    type L177 = OrderBy(Col(1, 1, 16)).OrderBy(Reverse(1, 1, 4, 4)).ExpandBy([16] => [16]).TileOrderBy(Col(4, 1, 1, 1), Row(1, 1, 4, 1), Morton(1, 1, 1, 1)).TileOrderBy(Morton(16), Swizzle(0, 0, 0)).TileOrderBy(Reverse(2, 8, 1));
    type L178 = OrderBy(Row(15, 4, 3), RegP([1, 1, 1, 1], [3, 2, 1, 4])).GroupBy([180]);
    type L179 = GroupBy([32, 1, 1], [2]);
    type L180 = TileOrderBy(Morton(1, 1, 1), Row(1, 47, 2), Col(1, 3, 1)).OrderBy(Col(282, 1)).PadBy([4, 45] => [6, 47]).OrderBy(Row(30), Reverse(3, 2)).GroupBy([10, 3, 6]);
    type L181 = OrderBy(Col(4, 12, 3)).TileBy([4, 1, 3], [1, 2, 1], [1, 6, 1]);
    type L182 = OrderBy(Table([3, 0, 1, 2]), Row(2, 1), Morton(32, 1, 1)).OrderBy(Fan(1, -1, 9), BlockCyclic(128, 4, 32), Row(1, 2, 1));
    type L183 = OrderBy(RegP([1, 2], [2, 1]), GenP([1, 6], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).ExpandBy([1, 12] => [3, 13]).TileBy([1, 1], [1, 1], [3, 13]);
    type L184 = OrderBy(Row(16)).OrderBy(BlockCyclic(16, 16, 1)).TileBy([16]);
    type L185 = ExpandBy([100] => [101]).TileBy([101], [1]);
    type L186 = TileOrderBy(Row(5, 4)).PadBy([3, 4] => [5, 4]).OrderBy(Grouped(1, 2, 2), GenP([3, 2], |i, j| j * 3 + (i + 3 * 2 - j) % 3)).TileBy([1, 2], [3, 2], [1, 1]);
    type L187 = OrderBy(Morton(2, 64)).GroupBy([1, 1, 1, 1], [8, 1, 1, 16]);
    type L188 = TileBy([2], [12], [4]);
    type L189 = GroupBy([4, 2, 9], [1, 2, 1, 1], [1, 1]);
    type L190 = TileOrderBy(GenP([2, 128], |i, j| j * 2 + (i + 2 * 128 - j) % 2)).TileOrderBy(Grouped(2, 4, 4), Rotate(1, 32, 55)).TileBy([1, 1], [1, 4], [2, 32]);
    type L191 = TileOrderBy(RegP([1, 2, 1, 1], [3, 1, 4, 2]), Row(7, 1, 1, 1), Morton(1, 1, 1, 1)).OrderBy(Row(7, 1, 1, 1), Row(1, 2, 1)).OrderBy(GenP([7, 2], |i, j| j * 7 + i, |p| (p % 7, p / 7))).PadBy([12] => [14]);
    type L192 = OrderBy(Row(36, 2, 2)).OrderBy(Col(36, 2, 2)).TileBy([4, 1, 1], [9, 2, 2], [1, 1, 1]);
    type L193 = GroupBy([3, 12], [1, 5, 1]);
    type L194 = TileOrderBy(RegP([1, 1], [2, 1]), GenP([1, 181], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).OrderBy(Col(1, 181, 1, 1), Row(1, 1, 1)).PadBy([180] => [181]).OrderBy(Col(5, 4, 9)).OrderBy(Reverse(15, 1, 1, 4), Row(3)).TileOrderBy(Col(5, 1, 1, 6), RegP([1, 1, 1, 6], [4, 3, 1, 2]));
    type L195 = OrderBy(Reverse(1, 1, 1), Reverse(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1]);
    type L196 = TileOrderBy(Fan(128, 19, -20)).OrderBy(RegP([128], [1])).TileBy([1], [128]);
    type L197 = TileOrderBy(Row(1, 1, 1), Reverse(1, 2, 73)).OrderBy(SwizzleRows([1, 2], 1), Col(1, 73), RegP([1], [1])).OrderBy(Row(146, 1, 1)).PadBy([144] => [146]).OrderBy(Col(3, 2, 3), Reverse(2, 1, 4)).OrderBy(Skew(1, 144)).OrderBy(Reverse(6, 3, 4), Swizzle(0, 0, 1));
    type L198 = GroupBy([2, 4, 2]);
    type L199 = OrderBy(Col(16, 8, 1)).ExpandBy([128] => [128]).TileOrderBy(Hilbert(1, 1), GenP([1, 128], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }), Hilbert(1, 1)).OrderBy(Col(2, 1, 2, 2), Col(1, 16), Reverse(1, 1, 1)).OrderBy(Morton(2), SwizzleRows([2, 32], 4));
    type L200 = ExpandBy([18, 8] => [18, 9]).OrderBy(Col(3), Skew(54, 1));
    type L201 = OrderBy(GenP([12], |i| (i + 6) % 12)).OrderBy(GenP([3], |i| 3 - 1 - i, |p| 3 - 1 - p), RegP([1, 1, 1, 2], [2, 4, 3, 1]), Skew(2, 1));
    type L202 = OrderBy(GenP([42], |i| 42 - 1 - i, |p| 42 - 1 - p), GenP([5], |i| (i + 26) % 5)).TileBy([10], [3], [7]);
    type L203 = TileOrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Row(26)).OrderBy(GenP([26], |i| i % 2 * 13 + i / 2)).PadBy([24] => [26]).TileBy([12], [2], [1]);
    type L204 = OrderBy(Row(10, 2, 6)).PadBy([10, 2, 5] => [10, 2, 6]).TileOrderBy(RegP([10, 2, 5], [3, 2, 1])).OrderBy(Row(10, 2, 5)).TileBy([10, 1, 5], [1, 2, 1]);
    type L205 = ExpandBy([128] => [130]).OrderBy(Col(13, 1, 1, 1), RegP([1, 10, 1], [2, 1, 3])).OrderBy(Grouped(65, 2, 56)).OrderBy(Grouped(1, 1, 2), Reverse(13, 1, 5, 2), Grouped(1, 1, 1)).GroupBy([26, 5, 1, 1]);
    type L206 = GroupBy([1, 1], [1, 1, 1, 2], [30]);
    type L207 = OrderBy(Reverse(2, 1), RegP([9, 2], [1, 2])).TileOrderBy(RegP([2, 2], [1, 2]), Reverse(9, 1)).TileBy([3, 1], [3, 1], [2, 2]);
    type L208 = OrderBy(GenP([19, 1], |i, j| j * 19 + i, |p| (p % 19, p / 19)), GenP([7], |i| (i + 14) % 7)).OrderBy(RegP([1, 1, 19], [2, 3, 1]), GenP([1, 7], |i, j| j * 1 + (i + 1 * 7 - j) % 1)).PadBy([16, 6] => [19, 7]).OrderBy(Reverse(4, 1, 1, 4), Row(2, 3));
    type L209 = TileOrderBy(Reverse(60)).TileBy([60]);
    type L210 = PadBy([64] => [66]).OrderBy(RegP([4, 2], [2, 1]), Reverse(2, 1, 4, 1), Morton(1, 1, 1));
    type L211 = TileOrderBy(Row(2, 1, 27)).OrderBy(Grouped(3, 18, 2)).OrderBy(Morton(1, 1, 1, 1), RegP([1, 1, 2, 1], [1, 3, 4, 2]), Reverse(9, 3, 1)).PadBy([5, 6] => [6, 9]).TileOrderBy(Reverse(1, 1, 1, 1), Col(1, 2, 1, 1), RegP([1, 5, 1, 3], [4, 2, 1, 3])).GroupBy([5, 2, 3]);
    type L212 = OrderBy(Grouped(2, 37, 3)).OrderBy(Rotate(37, 2, -4)).PadBy([1, 36] => [2, 37]).OrderBy(GenP([36], |i| 36 - 1 - i, |p| 36 - 1 - p)).OrderBy(GenP([12, 3], |i, j| j * 12 + (i + 12 * 3 - j) % 12)).TileOrderBy(Reverse(2, 9, 1, 2), RegP([1, 1, 1, 1], [3, 4, 1, 2]));
    type L213 = OrderBy(AntiDiag(1), Reverse(12, 3)).OrderBy(Reverse(3, 6, 2)).GroupBy([2, 1, 3], [6], [1]);
    type L214 = TileBy([36], [5]);
    type L215 = OrderBy(Grouped(1, 1, 2), Reverse(1, 1, 1, 1)).OrderBy(Row(1, 1), Row(1, 1, 1), Col(1, 1, 1, 1)).GroupBy([1, 1, 1]);
    type L216 = TileOrderBy(Skew(3, 10)).OrderBy(Col(5, 1, 1, 2), Grouped(3, 1, 5)).TileOrderBy(GenP([15, 2], |i, j| j * 15 + i, |p| (p % 15, p / 15))).PadBy([30, 1] => [30, 1]).GroupBy([2, 1, 3, 5]);
    type L217 = OrderBy(Table([2, 1, 0]), GenP([1, 2], |i, j| j * 1 + (i + 1 * 2 - j) % 1), Skew(7, 1)).OrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Row(2, 21, 1)).OrderBy(Col(1, 1, 3, 1), Col(1, 14, 1, 1)).PadBy([12, 1] => [14, 3]);
    type L218 = TileBy([1, 1, 4], [4, 2, 3]);
    type L219 = OrderBy(GenP([1], |i| i % 1 * 1 + i / 1), BlockCyclic(2, 1, 1), Reverse(31)).TileOrderBy(Reverse(1, 1, 1, 1), Morton(2, 1, 1, 1), RegP([1, 31, 1, 1], [4, 1, 3, 2])).PadBy([1, 30] => [2, 31]).TileOrderBy(Table([0]), BlockCyclic(1, 1, 1), Reverse(30));
    type L220 = TileOrderBy(Swizzle(0, 0, 0), GenP([1], |i| 1 - 1 - i, |p| 1 - 1 - p), Col(36)).OrderBy(Col(1, 2, 9, 1), GenP([2, 1], |i, j| j * 2 + (if j % 2 == 0 { i } else { 2 - 1 - i }), |p| { let j = p / 2; let i = p % 2; (if j & 1 == 0 { i } else { 2 - 1 - i }, j) })).GroupBy([9, 4]);
    type L221 = TileBy([4, 1], [1, 16], [1, 1]);
    type L222 = OrderBy(GenP([64], |i| i % 16 * 4 + i / 16)).OrderBy(Row(2, 1), GenP([4, 8], |i, j| j * 4 + (if j % 2 == 0 { i } else { 4 - 1 - i }), |p| { let j = p / 4; let i = p % 4; (if j & 1 == 0 { i } else { 4 - 1 - i }, j) }), Row(1, 1, 1, 1)).TileOrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Skew(2, 1), Grouped(4, 8, 2)).GroupBy([1, 4, 1], [2, 1, 2], [4]);
    type L223 = GroupBy([1, 1, 1, 1], [1, 1], [1, 1, 1]);
    type L224 = TileOrderBy(Col(1, 1, 1), Col(3, 1, 1), Col(1, 2, 1)).OrderBy(Reverse(2, 1, 1), AntiDiag(1), GenP([3, 1], |i, j| j * 3 + i, |p| (p % 3, p / 3))).PadBy([1, 1] => [2, 3]);
    type L225 = OrderBy(RegP([1, 4, 3], [1, 2, 3]), Col(1, 5, 1)).ExpandBy([1, 20, 3] => [3, 21, 4]).TileBy([1, 1, 1], [3, 7, 1], [1, 3, 4]);
    type L226 = TileOrderBy(RegP([12, 2], [2, 1])).TileBy([6, 1], [2, 2]);
    type L227 = OrderBy(Row(1, 2, 1, 1), Grouped(32, 2, 16), GenP([2, 1], |i, j| j * 2 + i, |p| (p % 2, p / 2))).TileOrderBy(Morton(2, 1, 1), Morton(32, 2, 2)).GroupBy([64, 4, 1, 1]);
    type L228 = GroupBy([1, 1], [96]);
    type L229 = GroupBy([1, 1, 1], [1, 3], [60]);
    type L230 = TileOrderBy(Col(12, 2, 1)).OrderBy(Col(12, 2, 1)).ExpandBy([12, 2, 1] => [12, 2, 2]).TileBy([12, 2, 2]);
    type L231 = OrderBy(Row(5, 3, 38)).PadBy([5, 1, 36] => [5, 3, 38]).TileBy([5, 1, 3], [1, 1, 3], [1, 1, 4]);
    type L232 = TileOrderBy(Col(4, 24, 1)).OrderBy(RegP([4, 2, 1], [2, 1, 3]), Col(1, 12, 1)).TileBy([4, 24, 1]);
    type L233 = OrderBy(GenP([1, 16], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).GroupBy([1, 8, 1, 2]);
}

pub(super) const CASES: &[Case] = &[
    Case {
        text: "OrderBy(RegP([2, 2], [2, 1]), GenP([3, 3], antidiag, antidiag_inv)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])",
        apply: apply::<L0>,
        inv: inv::<L0>,
        apply_u32: |i| L0::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L0::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])",
        apply: apply::<L1>,
        inv: inv::<L1>,
        apply_u32: |i| L1::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L1::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 2], [2, 1]), Reverse(3, 2)).GroupBy([6, 4])",
        apply: apply::<L2>,
        inv: inv::<L2>,
        apply_u32: |i| L2::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L2::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 2, 2, 2, 2], [5, 2, 4, 3, 1])).GroupBy([2, 2, 2, 2, 2])",
        apply: apply::<L3>,
        inv: inv::<L3>,
        apply_u32: |i| L3::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L3::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([5, 5], antidiag, antidiag_inv)).GroupBy([5, 5])",
        apply: apply::<L4>,
        inv: inv::<L4>,
        apply_u32: |i| L4::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L4::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([17, 17], antidiag, antidiag_inv)).GroupBy([17, 17])",
        apply: apply::<L5>,
        inv: inv::<L5>,
        apply_u32: |i| L5::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L5::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([33, 33], antidiag, antidiag_inv)).GroupBy([33, 33])",
        apply: apply::<L6>,
        inv: inv::<L6>,
        apply_u32: |i| L6::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L6::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([4, 8], [1, 2])).GroupBy([4, 8])",
        apply: apply::<L7>,
        inv: inv::<L7>,
        apply_u32: |i| L7::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L7::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([4, 8], [2, 1])).GroupBy([4, 8])",
        apply: apply::<L8>,
        inv: inv::<L8>,
        apply_u32: |i| L8::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L8::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 3, 4], [2, 3, 1])).GroupBy([2, 3, 4])",
        apply: apply::<L9>,
        inv: inv::<L9>,
        apply_u32: |i| L9::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L9::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 3, 4], [3, 1, 2])).GroupBy([2, 3, 4])",
        apply: apply::<L10>,
        inv: inv::<L10>,
        apply_u32: |i| L10::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L10::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([3, 4], [2, 1])).OrderBy(RegP([2, 2], [2, 1]), RegP([3], [1])).GroupBy([12])",
        apply: apply::<L11>,
        inv: inv::<L11>,
        apply_u32: |i| L11::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L11::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 2], [2, 1]), RegP([3], [1])).OrderBy(RegP([3, 4], [2, 1])).GroupBy([12])",
        apply: apply::<L12>,
        inv: inv::<L12>,
        apply_u32: |i| L12::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L12::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 12], [1, 2])).OrderBy(RegP([24], [1])).OrderBy(RegP([3, 2, 4], [1, 2, 3])).GroupBy([4, 6])",
        apply: apply::<L13>,
        inv: inv::<L13>,
        apply_u32: |i| L13::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L13::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([6, 8], [2, 1])).GroupBy([2, 3], [4, 2])",
        apply: apply::<L14>,
        inv: inv::<L14>,
        apply_u32: |i| L14::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L14::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 2], [2, 1]), RegP([3], [1]), Reverse(2)).GroupBy([24])",
        apply: apply::<L15>,
        inv: inv::<L15>,
        apply_u32: |i| L15::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L15::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([6, 8], [1, 2])).OrderBy(RegP([6, 8], [1, 2])).OrderBy(RegP([3, 4, 2, 2], [1, 3, 2, 4])).GroupBy([3, 4, 2, 2])",
        apply: apply::<L16>,
        inv: inv::<L16>,
        apply_u32: |i| L16::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L16::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([8, 8], [2, 1])).OrderBy(RegP([8, 8], [1, 2])).OrderBy(RegP([4, 4, 2, 2], [1, 3, 2, 4])).GroupBy([4, 4, 2, 2])",
        apply: apply::<L17>,
        inv: inv::<L17>,
        apply_u32: |i| L17::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L17::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([12, 12], [1, 2])).OrderBy(RegP([12, 12], [1, 2])).OrderBy(RegP([2, 2, 2, 3, 3, 2], [1, 3, 5, 2, 4, 6])).GroupBy([2, 2, 2, 3, 3, 2])",
        apply: apply::<L18>,
        inv: inv::<L18>,
        apply_u32: |i| L18::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L18::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([4, 1], [2, 1]), RegP([2, 4], [2, 1])).OrderBy(RegP([4, 2, 1, 4], [1, 3, 2, 4])).OrderBy(RegP([8, 4], [1, 2])).GroupBy([8, 4])",
        apply: apply::<L19>,
        inv: inv::<L19>,
        apply_u32: |i| L19::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L19::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([4, 4], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1 | (i >> 1 & 1) << 2 | (j >> 1 & 1) << 3, |p| ((p >> 0 & 1) << 0 | (p >> 2 & 1) << 1, (p >> 1 & 1) << 0 | (p >> 3 & 1) << 1))).GroupBy([4, 4])",
        apply: apply::<L20>,
        inv: inv::<L20>,
        apply_u32: |i| L20::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L20::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([8, 8], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1 | (i >> 1 & 1) << 2 | (j >> 1 & 1) << 3 | (i >> 2 & 1) << 4 | (j >> 2 & 1) << 5, |p| ((p >> 0 & 1) << 0 | (p >> 2 & 1) << 1 | (p >> 4 & 1) << 2, (p >> 1 & 1) << 0 | (p >> 3 & 1) << 1 | (p >> 5 & 1) << 2))).GroupBy([8, 8])",
        apply: apply::<L21>,
        inv: inv::<L21>,
        apply_u32: |i| L21::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L21::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(SwizzleRows([8, 8], 3)).GroupBy([8, 8])",
        apply: apply::<L22>,
        inv: inv::<L22>,
        apply_u32: |i| L22::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L22::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(SwizzleRows([32, 32], 5)).GroupBy([32, 32])",
        apply: apply::<L23>,
        inv: inv::<L23>,
        apply_u32: |i| L23::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L23::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(BlockCyclic(16, 2, 2)).GroupBy([16])",
        apply: apply::<L24>,
        inv: inv::<L24>,
        apply_u32: |i| L24::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L24::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2], [1, 2]), SwizzleRows([8, 8], 3)).OrderBy(RegP([1, 8, 2, 8], [1, 3, 2, 4])).GroupBy([8, 16])",
        apply: apply::<L25>,
        inv: inv::<L25>,
        apply_u32: |i| L25::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L25::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([3, 1, 1, 1], [4, 2, 3, 1]), RegP([2], [1]), RegP([1, 2, 2], [1, 2, 3])).OrderBy(RegP([2, 1], [1, 2]), RegP([1], [1]), RegP([2, 3, 2], [1, 2, 3])).GroupBy([12], [2])",
        apply: apply::<L26>,
        inv: inv::<L26>,
        apply_u32: |i| L26::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L26::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 1], [2, 1, 3]), RegP([4, 2], [2, 1]), Reverse(4, 2)).OrderBy(RegP([8], [1]), RegP([1, 2, 2], [3, 2, 1]), Reverse(2)).OrderBy(Reverse(4), RegP([8, 1, 2], [3, 1, 2])).OrderBy(RegP([4], [1]), GenP([4, 4], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1 | (i >> 1 & 1) << 2 | (j >> 1 & 1) << 3, |p| ((p >> 0 & 1) << 0 | (p >> 2 & 1) << 1, (p >> 1 & 1) << 0 | (p >> 3 & 1) << 1))).GroupBy([2, 16, 2])",
        apply: apply::<L27>,
        inv: inv::<L27>,
        apply_u32: |i| L27::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L27::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([6, 2, 1], [3, 1, 2]), GenP([2, 2], |i, j| (i >> 0 & 1) << 0 | (j >> 0 & 1) << 1, |p| ((p >> 0 & 1) << 0, (p >> 1 & 1) << 0)), RegP([1, 1, 1, 2], [1, 4, 3, 2])).OrderBy(RegP([2, 3, 2, 2], [4, 1, 3, 2]), RegP([2, 1], [2, 1]), RegP([1, 1, 1, 2], [2, 1, 4, 3])).GroupBy([96])",
        apply: apply::<L28>,
        inv: inv::<L28>,
        apply_u32: |i| L28::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L28::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([4, 30], [2, 1])).OrderBy(RegP([6, 1], [2, 1]), RegP([4, 1, 1], [1, 2, 3]), RegP([1, 1, 1, 5], [2, 1, 3, 4])).OrderBy(RegP([120], [1]), RegP([1, 1, 1], [2, 1, 3])).OrderBy(RegP([60, 2], [1, 2])).GroupBy([15, 4, 2])",
        apply: apply::<L29>,
        inv: inv::<L29>,
        apply_u32: |i| L29::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L29::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 18], [1, 2]), RegP([1, 1, 2], [3, 1, 2]), RegP([4], [1])).OrderBy(RegP([24, 1, 2, 3], [4, 3, 2, 1])).OrderBy(RegP([1, 2, 1], [2, 3, 1]), RegP([8, 9], [1, 2]), RegP([1, 1, 1], [1, 3, 2])).OrderBy(Reverse(6), RegP([2, 2, 1, 6], [3, 2, 4, 1])).GroupBy([144])",
        apply: apply::<L30>,
        inv: inv::<L30>,
        apply_u32: |i| L30::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L30::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([10, 3, 7], [3, 1, 2])).OrderBy(RegP([6, 35], [1, 2])).GroupBy([7, 3, 5], [2, 1, 1])",
        apply: apply::<L31>,
        inv: inv::<L31>,
        apply_u32: |i| L31::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L31::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([64], [1]), RegP([4, 1, 1], [3, 1, 2])).OrderBy(Reverse(2, 4), RegP([1, 2, 1, 2], [1, 3, 2, 4]), RegP([2, 2, 1, 2], [2, 4, 3, 1])).OrderBy(RegP([4, 2], [2, 1]), RegP([16, 2], [2, 1])).OrderBy(RegP([2, 4, 4, 8], [2, 4, 3, 1])).GroupBy([256])",
        apply: apply::<L32>,
        inv: inv::<L32>,
        apply_u32: |i| L32::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L32::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([5, 72], [2, 1])).OrderBy(Reverse(6, 60), RegP([1, 1, 1], [1, 2, 3])).OrderBy(RegP([1, 6, 1, 1], [4, 1, 3, 2]), Reverse(60)).GroupBy([2, 30, 6])",
        apply: apply::<L33>,
        inv: inv::<L33>,
        apply_u32: |i| L33::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L33::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 8], [16, 1], [1, 1])",
        apply: apply::<L34>,
        inv: inv::<L34>,
        apply_u32: |i| L34::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L34::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([36], |i| (i + 8) % 36)).OrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Grouped(1, 1, 2), Row(36, 1)).ExpandBy([9, 4] => [10, 5]).TileOrderBy(GenP([10], |i| i % 5 * 2 + i / 5), Table([4, 0, 3, 2, 1])).GroupBy([5, 1, 1], [1, 10])",
        apply: apply::<L35>,
        inv: inv::<L35>,
        apply_u32: |i| L35::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L35::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 1), GenP([1, 43], |i, j| j * 1 + (i + 1 * 43 - j) % 1), Col(1, 3)).TileOrderBy(SwizzleRows([43, 1], 0), Col(1, 1), Skew(3, 1)).PadBy([128] => [129]).GroupBy([128], [1, 1, 1, 1])",
        apply: apply::<L36>,
        inv: inv::<L36>,
        apply_u32: |i| L36::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L36::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([24], |i| (i + 37) % 24)).OrderBy(Reverse(24)).TileBy([2], [12])",
        apply: apply::<L37>,
        inv: inv::<L37>,
        apply_u32: |i| L37::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L37::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([1], |i| (i + 9) % 1), Reverse(1, 1, 1, 1), GenP([1, 211], |i, j| j * 1 + i, |p| (p % 1, p / 1))).OrderBy(BlockCyclic(211, 1, 211), Reverse(1, 1, 1, 1)).PadBy([210] => [211]).GroupBy([15, 7, 2, 1], [1, 1, 1], [1])",
        apply: apply::<L38>,
        inv: inv::<L38>,
        apply_u32: |i| L38::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L38::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(4, 2), Rotate(6, 2, -4))",
        apply: apply::<L39>,
        inv: inv::<L39>,
        apply_u32: |i| L39::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L39::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([16] => [19])",
        apply: apply::<L40>,
        inv: inv::<L40>,
        apply_u32: |i| L40::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L40::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([180])",
        apply: apply::<L41>,
        inv: inv::<L41>,
        apply_u32: |i| L41::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L41::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 8], [2, 4])",
        apply: apply::<L42>,
        inv: inv::<L42>,
        apply_u32: |i| L42::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L42::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([210] => [211]).OrderBy(GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1), Col(211)).GroupBy([211], [1, 1, 1])",
        apply: apply::<L43>,
        inv: inv::<L43>,
        apply_u32: |i| L43::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L43::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Skew(1, 1), Rotate(2, 1, 0), Reverse(1, 6)).ExpandBy([12] => [12])",
        apply: apply::<L44>,
        inv: inv::<L44>,
        apply_u32: |i| L44::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L44::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([24] => [24]).OrderBy(GenP([1, 1], antidiag, antidiag_inv), RegP([1, 3, 1], [1, 2, 3]), Reverse(2, 1, 4)).TileOrderBy(Morton(1, 1, 1, 2), Col(1, 1, 3, 2), Row(1, 1, 1, 2)).GroupBy([2, 3, 1, 1], [4, 1, 1])",
        apply: apply::<L45>,
        inv: inv::<L45>,
        apply_u32: |i| L45::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L45::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([2, 6, 2])",
        apply: apply::<L46>,
        inv: inv::<L46>,
        apply_u32: |i| L46::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L46::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([3], |i| i % 1 * 3 + i / 1), GenP([43], |i| i % 43 * 1 + i / 43)).OrderBy(RegP([129], [1]), Reverse(1)).PadBy([128] => [129]).OrderBy(RegP([128], [1])).OrderBy(BlockCyclic(64, 8, 8), Row(2)).TileBy([128])",
        apply: apply::<L47>,
        inv: inv::<L47>,
        apply_u32: |i| L47::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L47::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([48], |i| 48 - 1 - i, |p| 48 - 1 - p), Col(2)).TileBy([96])",
        apply: apply::<L48>,
        inv: inv::<L48>,
        apply_u32: |i| L48::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L48::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(1, 9, 1, 8), Col(1, 1, 1, 2)).OrderBy(GenP([6, 12], |i, j| j * 6 + i, |p| (p % 6, p / 6)), Morton(1, 2, 1)).OrderBy(Reverse(1, 3), GenP([48], |i| 48 - 1 - i, |p| 48 - 1 - p))",
        apply: apply::<L49>,
        inv: inv::<L49>,
        apply_u32: |i| L49::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L49::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(2, 18, 1, 1), Reverse(1, 1, 1, 1)).OrderBy(Col(3, 1, 12)).GroupBy([36, 1])",
        apply: apply::<L50>,
        inv: inv::<L50>,
        apply_u32: |i| L50::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L50::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([4, 1, 25], [3, 2, 1]), RegP([1, 1, 1, 1], [3, 4, 1, 2])).OrderBy(Row(1, 1, 4, 1), GenP([5], |i| (i + 28) % 5), Reverse(1, 1, 5)).OrderBy(Reverse(20), Rotate(1, 1, -2), Row(1, 5, 1))",
        apply: apply::<L51>,
        inv: inv::<L51>,
        apply_u32: |i| L51::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L51::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(128, 1)).TileBy([2, 1], [64, 1])",
        apply: apply::<L52>,
        inv: inv::<L52>,
        apply_u32: |i| L52::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L52::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(5, 12))",
        apply: apply::<L53>,
        inv: inv::<L53>,
        apply_u32: |i| L53::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L53::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 20], [5])",
        apply: apply::<L54>,
        inv: inv::<L54>,
        apply_u32: |i| L54::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L54::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 3, 1, 1], [1, 3, 4, 2]), Col(1, 1, 7, 1), Col(10)).GroupBy([2, 5], [3, 7, 1])",
        apply: apply::<L55>,
        inv: inv::<L55>,
        apply_u32: |i| L55::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L55::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([48, 3], |i, j| j * 48 + (if j % 2 == 0 { i } else { 48 - 1 - i }), |p| { let j = p / 48; let i = p % 48; (if j & 1 == 0 { i } else { 48 - 1 - i }, j) })).ExpandBy([48, 3] => [50, 3]).TileOrderBy(Grouped(25, 1, 11), GenP([2, 3], |i, j| j * 2 + (i + 2 * 3 - j) % 2)).OrderBy(Col(10, 1), Skew(5, 3)).TileBy([2, 3], [25, 1])",
        apply: apply::<L56>,
        inv: inv::<L56>,
        apply_u32: |i| L56::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L56::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 4), RegP([4, 1, 1, 1], [1, 2, 3, 4])).PadBy([4, 3] => [4, 4]).OrderBy(Row(6), Row(2, 1)).OrderBy(Col(1, 1, 1, 4), RegP([1, 3], [1, 2])).OrderBy(Row(3, 2, 1, 1), Morton(1, 2, 1, 1)).GroupBy([1, 1], [1], [1, 1, 4, 3])",
        apply: apply::<L57>,
        inv: inv::<L57>,
        apply_u32: |i| L57::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L57::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([4, 6] => [6, 7]).OrderBy(Morton(1, 4, 2, 1), GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Reverse(1, 1, 3, 1)).OrderBy(RegP([12], [1]), Skew(1, 2))",
        apply: apply::<L58>,
        inv: inv::<L58>,
        apply_u32: |i| L58::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L58::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2, 3, 4], [2, 3, 1, 4])).GroupBy([4, 6])",
        apply: apply::<L59>,
        inv: inv::<L59>,
        apply_u32: |i| L59::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L59::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([1, 2, 15] => [2, 3, 15]).OrderBy(Reverse(2, 3, 15)).TileBy([2, 3, 15])",
        apply: apply::<L60>,
        inv: inv::<L60>,
        apply_u32: |i| L60::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L60::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([15], |i| i % 1 * 15 + i / 1), GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p)).OrderBy(Col(1, 3, 10, 1), Swizzle(0, 0, 0))",
        apply: apply::<L61>,
        inv: inv::<L61>,
        apply_u32: |i| L61::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L61::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(BlockCyclic(12, 2, 3)).GroupBy([1, 3, 4, 1])",
        apply: apply::<L62>,
        inv: inv::<L62>,
        apply_u32: |i| L62::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L62::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1], [36])",
        apply: apply::<L63>,
        inv: inv::<L63>,
        apply_u32: |i| L63::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L63::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 36], [2, 1, 3])).OrderBy(Reverse(1, 1, 12), Reverse(1, 1, 3)).TileBy([1, 1, 12], [1, 1, 3])",
        apply: apply::<L64>,
        inv: inv::<L64>,
        apply_u32: |i| L64::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L64::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 1), Skew(1, 1)).GroupBy([1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1])",
        apply: apply::<L65>,
        inv: inv::<L65>,
        apply_u32: |i| L65::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 11]>::from(L65::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(BlockCyclic(12, 2, 6)).TileOrderBy(Table([2, 1, 0]), GenP([1], |i| (i + 39) % 1), Reverse(4)).TileOrderBy(SwizzleRows([12, 1], 0), AntiDiag(1)).GroupBy([1, 1, 1], [2], [2, 1, 3])",
        apply: apply::<L66>,
        inv: inv::<L66>,
        apply_u32: |i| L66::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L66::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(10, 1, 1, 2), RegP([1, 1, 1, 3], [4, 1, 3, 2])).OrderBy(GenP([6, 1], |i, j| j * 6 + (i + 6 * 1 - j) % 6), Col(10)).OrderBy(Col(1, 1, 1), Col(5, 3), RegP([4, 1, 1, 1], [3, 4, 2, 1])).GroupBy([60])",
        apply: apply::<L67>,
        inv: inv::<L67>,
        apply_u32: |i| L67::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L67::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([16, 16] => [17, 17]).TileBy([1, 1], [1, 1], [17, 17])",
        apply: apply::<L68>,
        inv: inv::<L68>,
        apply_u32: |i| L68::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L68::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 1, 1))",
        apply: apply::<L69>,
        inv: inv::<L69>,
        apply_u32: |i| L69::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L69::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 38, 6], [1, 2, 3])).PadBy([1, 36, 4] => [1, 38, 6]).TileOrderBy(Col(1, 36, 4)).TileBy([1, 36, 4])",
        apply: apply::<L70>,
        inv: inv::<L70>,
        apply_u32: |i| L70::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L70::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([4, 4] => [4, 5]).TileOrderBy(Col(20)).GroupBy([1, 4], [1, 1, 1, 1], [5, 1, 1, 1])",
        apply: apply::<L71>,
        inv: inv::<L71>,
        apply_u32: |i| L71::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 10]>::from(L71::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(180, 1, 1)).OrderBy(Col(6, 1, 1), Reverse(30, 1, 1)).TileBy([9, 1, 1], [4, 1, 1], [5, 1, 1])",
        apply: apply::<L72>,
        inv: inv::<L72>,
        apply_u32: |i| L72::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L72::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([128, 2] => [130, 4]).OrderBy(GenP([16, 2], |i, j| j * 16 + (i + 16 * 2 - j) % 16), RegP([1, 1, 1, 8], [3, 1, 2, 4]))",
        apply: apply::<L73>,
        inv: inv::<L73>,
        apply_u32: |i| L73::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L73::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1], [1, 1], [1, 210])",
        apply: apply::<L74>,
        inv: inv::<L74>,
        apply_u32: |i| L74::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L74::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(8, 1, 1, 1), RegP([1, 1, 1, 3], [1, 3, 2, 4])).OrderBy(RegP([1, 1, 24, 1], [4, 3, 2, 1]), Reverse(1, 1, 1, 1)).TileOrderBy(Row(3, 8, 1)).GroupBy([1, 2, 1, 12])",
        apply: apply::<L75>,
        inv: inv::<L75>,
        apply_u32: |i| L75::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L75::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 1, 1), GenP([105], |i| (i + 11) % 105), Morton(2, 1, 1)).ExpandBy([210] => [212]).GroupBy([2, 1, 1], [106], [1])",
        apply: apply::<L76>,
        inv: inv::<L76>,
        apply_u32: |i| L76::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L76::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(32, 1, 4)).OrderBy(Reverse(1, 1, 8), RegP([2, 4, 2, 1], [3, 1, 2, 4])).ExpandBy([1, 128] => [1, 130]).OrderBy(Col(1, 1, 10, 13), Col(1, 1, 1)).OrderBy(Col(1, 1), Reverse(65, 1, 1), GenP([2], |i| i % 2 * 1 + i / 2)).OrderBy(Col(1, 1, 1, 1), RegP([1, 1, 65], [1, 2, 3]), GenP([2, 1], |i, j| j * 2 + i, |p| (p % 2, p / 2))).GroupBy([130, 1])",
        apply: apply::<L77>,
        inv: inv::<L77>,
        apply_u32: |i| L77::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L77::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Table([11, 13, 29, 31, 42, 23, 41, 50, 37, 58, 46, 43, 49, 51, 59, 20, 47, 27, 14, 26, 2, 36, 32, 17, 56, 57, 53, 55, 6, 15, 10, 18, 7, 48, 21, 33, 5, 44, 0, 28, 1, 40, 22, 16, 34, 9, 3, 52, 54, 35, 38, 19, 24, 45, 25, 12, 8, 4, 39, 30])).TileBy([60])",
        apply: apply::<L78>,
        inv: inv::<L78>,
        apply_u32: |i| L78::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L78::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([3], [1, 4, 1])",
        apply: apply::<L79>,
        inv: inv::<L79>,
        apply_u32: |i| L79::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L79::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([1, 1], antidiag, antidiag_inv), Col(3, 8)).GroupBy([1, 1, 1], [2, 12, 1])",
        apply: apply::<L80>,
        inv: inv::<L80>,
        apply_u32: |i| L80::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L80::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 1, 1)).TileOrderBy(RegP([1, 1, 1], [3, 2, 1]), Row(1, 1, 1)).GroupBy([1, 1, 1, 1])",
        apply: apply::<L81>,
        inv: inv::<L81>,
        apply_u32: |i| L81::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L81::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(BlockCyclic(1, 1, 1), GenP([16], |i| i % 4 * 4 + i / 4)).OrderBy(Col(1, 2, 1, 1), Row(1, 2, 2, 2), Morton(1, 1, 1)).OrderBy(RegP([1, 4, 2], [1, 3, 2]), Col(2))",
        apply: apply::<L82>,
        inv: inv::<L82>,
        apply_u32: |i| L82::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L82::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([9, 1], [2, 1]), Col(5, 2, 2), Morton(1)).PadBy([180] => [180]).OrderBy(Skew(1, 5), BlockCyclic(18, 6, 1), Morton(2)).OrderBy(Row(9), Reverse(10, 1, 2, 1))",
        apply: apply::<L83>,
        inv: inv::<L83>,
        apply_u32: |i| L83::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L83::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([100] => [100]).OrderBy(Row(2, 1, 1, 1), RegP([5, 1, 1, 1], [3, 2, 1, 4]), GenP([10], |i| i % 10 * 1 + i / 10)).OrderBy(GenP([25], |i| (i + 18) % 25), RegP([2, 2], [2, 1])).OrderBy(Reverse(100, 1, 1, 1))",
        apply: apply::<L84>,
        inv: inv::<L84>,
        apply_u32: |i| L84::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L84::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 1], [2, 4, 8], [1, 1, 1])",
        apply: apply::<L85>,
        inv: inv::<L85>,
        apply_u32: |i| L85::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L85::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(16)).TileOrderBy(RegP([16], [1])).TileBy([1], [2], [8])",
        apply: apply::<L86>,
        inv: inv::<L86>,
        apply_u32: |i| L86::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L86::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(4, 4, 1), Row(1, 1, 4, 1)).OrderBy(GenP([2], |i| i % 1 * 2 + i / 1), RegP([32, 1, 1], [1, 2, 3]))",
        apply: apply::<L87>,
        inv: inv::<L87>,
        apply_u32: |i| L87::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L87::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(1, 1, 1, 1), Reverse(1, 1, 1, 1), RegP([1, 1, 1, 1], [1, 4, 3, 2])).OrderBy(GenP([1, 1], antidiag, antidiag_inv), Col(1), Reverse(1)).ExpandBy([1] => [1]).OrderBy(GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }))",
        apply: apply::<L88>,
        inv: inv::<L88>,
        apply_u32: |i| L88::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L88::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 6, 4])",
        apply: apply::<L89>,
        inv: inv::<L89>,
        apply_u32: |i| L89::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L89::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(96, 1)).OrderBy(Reverse(24), Row(1, 1, 1, 4))",
        apply: apply::<L90>,
        inv: inv::<L90>,
        apply_u32: |i| L90::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L90::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([2, 7, 5], [3], [1])",
        apply: apply::<L91>,
        inv: inv::<L91>,
        apply_u32: |i| L91::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L91::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([16], [1])).TileOrderBy(Col(16)).TileBy([16], [1])",
        apply: apply::<L92>,
        inv: inv::<L92>,
        apply_u32: |i| L92::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L92::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Morton(2), GenP([6], |i| (i + 28) % 6), BlockCyclic(5, 1, 1))",
        apply: apply::<L93>,
        inv: inv::<L93>,
        apply_u32: |i| L93::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L93::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 1, 1), RegP([1, 1], [2, 1]), Reverse(1)).OrderBy(Col(1, 1, 1), Reverse(1, 1))",
        apply: apply::<L94>,
        inv: inv::<L94>,
        apply_u32: |i| L94::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L94::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 1, 1], [2, 1, 128])",
        apply: apply::<L95>,
        inv: inv::<L95>,
        apply_u32: |i| L95::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L95::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 22), Row(12, 1), Morton(1, 1, 1)).PadBy([6, 30] => [8, 33]).OrderBy(RegP([4, 1, 1, 1], [1, 4, 3, 2]), GenP([45], |i| (i + 23) % 45)).OrderBy(BlockCyclic(9, 1, 1), Row(1, 5), Morton(1, 1, 4, 1)).OrderBy(RegP([1, 1], [2, 1]), Col(1, 9), Col(20, 1))",
        apply: apply::<L96>,
        inv: inv::<L96>,
        apply_u32: |i| L96::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L96::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 5), RegP([1, 26, 1], [2, 3, 1])).OrderBy(GenP([1, 13], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Col(1, 1, 2, 1), Col(5)).OrderBy(GenP([65], |i| i % 13 * 5 + i / 13), Col(2, 1, 1)).PadBy([128] => [130]).TileOrderBy(Reverse(8, 4, 4))",
        apply: apply::<L97>,
        inv: inv::<L97>,
        apply_u32: |i| L97::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L97::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 12, 1], [1, 2, 3])).ExpandBy([1, 12, 1] => [1, 12, 1]).OrderBy(Reverse(1, 12, 1)).TileBy([1, 12, 1])",
        apply: apply::<L98>,
        inv: inv::<L98>,
        apply_u32: |i| L98::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L98::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(25, 1, 4)).TileOrderBy(Reverse(1, 10, 2, 1), Reverse(1, 5, 1, 1)).PadBy([100] => [100]).OrderBy(Col(50, 2, 1, 1), BlockCyclic(1, 1, 1)).OrderBy(Grouped(20, 5, 18)).GroupBy([1, 1, 2, 1], [5, 1, 10, 1])",
        apply: apply::<L99>,
        inv: inv::<L99>,
        apply_u32: |i| L99::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L99::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 1, 5), Fan(1, -1, -14), Reverse(1, 31)).OrderBy(Reverse(1, 31, 5, 1)).PadBy([2, 30] => [5, 31]).OrderBy(RegP([3], [1]), Row(20)).OrderBy(Fan(1, 1, 3), Row(1, 1, 3, 10), Morton(2, 1, 1)).OrderBy(Reverse(1, 3, 5), Reverse(4)).GroupBy([1, 1, 15, 1], [1, 1, 1, 1], [4])",
        apply: apply::<L100>,
        inv: inv::<L100>,
        apply_u32: |i| L100::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L100::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([4, 6])",
        apply: apply::<L101>,
        inv: inv::<L101>,
        apply_u32: |i| L101::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L101::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(8), Skew(2, 8), RegP([1, 1], [1, 2])).TileOrderBy(Col(1, 1, 1, 1), Morton(8, 1, 2, 4), Col(1, 2, 1, 1)).OrderBy(BlockCyclic(128, 128, 1)).GroupBy([16, 1, 1, 1], [1, 1, 1], [8])",
        apply: apply::<L102>,
        inv: inv::<L102>,
        apply_u32: |i| L102::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L102::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(4), GenP([5, 3], |i, j| j * 5 + i, |p| (p % 5, p / 5))).OrderBy(RegP([12, 1, 5, 1], [4, 3, 2, 1])).OrderBy(Row(1, 1, 1, 1), GenP([5, 4], |i, j| j * 5 + (i + 5 * 4 - j) % 5), Row(1, 1, 3))",
        apply: apply::<L103>,
        inv: inv::<L103>,
        apply_u32: |i| L103::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L103::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([0]), Reverse(303), RegP([1, 1, 1, 1], [4, 3, 1, 2])).OrderBy(GenP([1, 101], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Reverse(1), GenP([3], |i| i % 1 * 3 + i / 1)).OrderBy(GenP([101, 1], |i, j| j * 101 + i, |p| (p % 101, p / 101)), RegP([1, 3, 1], [3, 2, 1]), RegP([1, 1, 1, 1], [3, 1, 4, 2])).PadBy([1, 100] => [3, 101]).OrderBy(Reverse(50, 1, 2)).OrderBy(Reverse(1, 2, 2), Row(1, 25, 1))",
        apply: apply::<L104>,
        inv: inv::<L104>,
        apply_u32: |i| L104::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L104::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([24], |i| 24 - 1 - i, |p| 24 - 1 - p), Row(1)).TileBy([24])",
        apply: apply::<L105>,
        inv: inv::<L105>,
        apply_u32: |i| L105::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L105::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 1], [2, 3, 1]), GenP([1], |i| i % 1 * 1 + i / 1)).OrderBy(Morton(1, 1, 1, 1), Reverse(1, 1, 1), Reverse(1)).TileOrderBy(Table([0]), Fan(1, -1, -2))",
        apply: apply::<L106>,
        inv: inv::<L106>,
        apply_u32: |i| L106::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L106::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([8], [1]), Row(3, 1, 1, 1)).OrderBy(Grouped(24, 1, 10)).TileOrderBy(Row(2, 1, 3, 1), RegP([1, 1, 2, 1], [1, 2, 3, 4]), Reverse(2, 1, 1, 1))",
        apply: apply::<L107>,
        inv: inv::<L107>,
        apply_u32: |i| L107::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L107::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Fan(210, -157, -8)).OrderBy(GenP([2, 105], |i, j| j * 2 + i, |p| (p % 2, p / 2))).OrderBy(Reverse(3, 2, 35))",
        apply: apply::<L108>,
        inv: inv::<L108>,
        apply_u32: |i| L108::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L108::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1])",
        apply: apply::<L109>,
        inv: inv::<L109>,
        apply_u32: |i| L109::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L109::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 6, 1), Row(1, 1, 5), Reverse(1)).OrderBy(GenP([1, 3], |i, j| j * 1 + i, |p| (p % 1, p / 1)), BlockCyclic(5, 1, 1), Row(2)).TileOrderBy(Reverse(2, 1, 15))",
        apply: apply::<L110>,
        inv: inv::<L110>,
        apply_u32: |i| L110::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L110::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p), RegP([90], [1])).OrderBy(GenP([180], |i| i % 18 * 10 + i / 18)).TileBy([180])",
        apply: apply::<L111>,
        inv: inv::<L111>,
        apply_u32: |i| L111::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L111::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p), Col(1, 1), Reverse(1, 1, 1)).GroupBy([12], [1], [1])",
        apply: apply::<L112>,
        inv: inv::<L112>,
        apply_u32: |i| L112::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L112::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([16] => [17]).TileBy([1], [2], [8])",
        apply: apply::<L113>,
        inv: inv::<L113>,
        apply_u32: |i| L113::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L113::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Swizzle(0, 0, 0)).OrderBy(GenP([1], |i| i % 1 * 1 + i / 1))",
        apply: apply::<L114>,
        inv: inv::<L114>,
        apply_u32: |i| L114::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L114::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([4], |i| i % 1 * 4 + i / 1), GenP([4], |i| 4 - 1 - i, |p| 4 - 1 - p)).ExpandBy([16] => [16]).TileBy([8], [1], [2])",
        apply: apply::<L115>,
        inv: inv::<L115>,
        apply_u32: |i| L115::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L115::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([18, 1], |i, j| j * 18 + (if j % 2 == 0 { i } else { 18 - 1 - i }), |p| { let j = p / 18; let i = p % 18; (if j & 1 == 0 { i } else { 18 - 1 - i }, j) }), Reverse(1, 2, 1, 1)).ExpandBy([36] => [39]).TileOrderBy(Col(39)).GroupBy([1, 13], [1, 3, 1, 1], [1, 1, 1])",
        apply: apply::<L116>,
        inv: inv::<L116>,
        apply_u32: |i| L116::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L116::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(210)).TileOrderBy(Col(1, 35, 2, 3)).OrderBy(GenP([210], |i| 210 - 1 - i, |p| 210 - 1 - p)).ExpandBy([21, 10] => [21, 12]).OrderBy(Fan(63, -29, 0), Fan(4, 3, -13)).OrderBy(Reverse(1, 3), Row(1, 2, 1, 1), Reverse(1, 3, 14)).TileOrderBy(RegP([14, 1, 1], [2, 1, 3]), RegP([1, 18, 1], [3, 2, 1]), Morton(1, 1, 1)).GroupBy([6, 2], [3, 7])",
        apply: apply::<L117>,
        inv: inv::<L117>,
        apply_u32: |i| L117::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L117::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 3, 8)).TileOrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Fan(2, -1, -7), GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p)).PadBy([24] => [24]).GroupBy([1, 1, 1, 1], [3], [1, 4, 1, 2])",
        apply: apply::<L118>,
        inv: inv::<L118>,
        apply_u32: |i| L118::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L118::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 8), Col(2), RegP([1, 1], [1, 2])).TileOrderBy(Col(1, 8), Reverse(2, 1)).OrderBy(Row(1, 1, 1, 16))",
        apply: apply::<L119>,
        inv: inv::<L119>,
        apply_u32: |i| L119::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L119::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([0, 2, 1]), Col(1, 5, 2, 2)).OrderBy(Swizzle(0, 0, 0), RegP([1, 6, 1, 10], [3, 2, 4, 1]), Col(1, 1, 1, 1)).OrderBy(Reverse(1, 6, 2), GenP([5], |i| 5 - 1 - i, |p| 5 - 1 - p)).GroupBy([5, 1, 1, 1], [1, 1, 12, 1])",
        apply: apply::<L120>,
        inv: inv::<L120>,
        apply_u32: |i| L120::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L120::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 1, 60])",
        apply: apply::<L121>,
        inv: inv::<L121>,
        apply_u32: |i| L121::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L121::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([4, 9], [1, 1])",
        apply: apply::<L122>,
        inv: inv::<L122>,
        apply_u32: |i| L122::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L122::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([2, 1, 1, 1], [2, 4, 1, 1])",
        apply: apply::<L123>,
        inv: inv::<L123>,
        apply_u32: |i| L123::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L123::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 3], [2, 5], [1, 1])",
        apply: apply::<L124>,
        inv: inv::<L124>,
        apply_u32: |i| L124::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L124::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Grouped(10, 1, 8), Col(1, 21, 1), Grouped(1, 1, 2)).GroupBy([2, 7, 5, 1], [3, 1, 1], [1, 1, 1, 1])",
        apply: apply::<L125>,
        inv: inv::<L125>,
        apply_u32: |i| L125::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 11]>::from(L125::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 2, 1], [1, 8, 2], [2])",
        apply: apply::<L126>,
        inv: inv::<L126>,
        apply_u32: |i| L126::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L126::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 1, 5], [1, 3, 4], [1, 1, 1])",
        apply: apply::<L127>,
        inv: inv::<L127>,
        apply_u32: |i| L127::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L127::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([2, 12, 1], [1, 4, 1])",
        apply: apply::<L128>,
        inv: inv::<L128>,
        apply_u32: |i| L128::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L128::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(3, 1, 1, 1), Row(10, 7)).TileOrderBy(RegP([1, 1], [2, 1]), Rotate(70, 3, -5))",
        apply: apply::<L129>,
        inv: inv::<L129>,
        apply_u32: |i| L129::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L129::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2, 5, 1], [4, 3, 1, 2]), Col(1, 1, 3, 2)).OrderBy(Table([51, 46, 44, 40, 43, 1, 23, 53, 54, 55, 47, 15, 52, 59, 25, 0, 11, 18, 56, 3, 34, 49, 10, 17, 42, 41, 37, 45, 9, 21, 26, 58, 28, 2, 38, 20, 13, 48, 39, 14, 27, 35, 5, 7, 22, 32, 19, 4, 24, 36, 12, 8, 50, 29, 33, 30, 57, 16, 6, 31])).GroupBy([4, 15, 1])",
        apply: apply::<L130>,
        inv: inv::<L130>,
        apply_u32: |i| L130::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L130::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 1])",
        apply: apply::<L131>,
        inv: inv::<L131>,
        apply_u32: |i| L131::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L131::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(1, 1, 1), Row(6, 1, 1), Morton(1, 1, 4, 1)).OrderBy(Row(6), Morton(1, 4)).GroupBy([1, 1, 1], [1, 2, 1], [1, 3, 4])",
        apply: apply::<L132>,
        inv: inv::<L132>,
        apply_u32: |i| L132::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L132::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Grouped(1, 6, 3), SwizzleRows([1, 16], 2)).TileBy([1, 2], [1, 12], [1, 4])",
        apply: apply::<L133>,
        inv: inv::<L133>,
        apply_u32: |i| L133::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L133::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(1, 64), SwizzleRows([2, 2], 0)).TileBy([1, 1], [2, 128], [1, 1])",
        apply: apply::<L134>,
        inv: inv::<L134>,
        apply_u32: |i| L134::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L134::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2, 3], [3, 1, 2]), RegP([5, 1, 2, 1], [3, 1, 4, 2])).OrderBy(Row(3, 2, 2, 1), Row(1, 1, 1, 5)).OrderBy(SwizzleRows([2, 1], 0), Col(30, 1, 1, 1))",
        apply: apply::<L135>,
        inv: inv::<L135>,
        apply_u32: |i| L135::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L135::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Fan(1, -1, 10), SwizzleRows([1, 1], 0), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).OrderBy(Reverse(1, 1, 1)).OrderBy(Reverse(1, 1, 1, 1), RegP([1, 1, 1, 1], [2, 4, 1, 3])).GroupBy([1, 1, 1, 1])",
        apply: apply::<L136>,
        inv: inv::<L136>,
        apply_u32: |i| L136::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L136::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(24, 1)).TileOrderBy(Reverse(1, 8, 3)).TileOrderBy(RegP([1, 2, 1], [3, 2, 1]), Morton(1, 1, 2), Reverse(3, 1, 2)).GroupBy([1, 8, 3])",
        apply: apply::<L137>,
        inv: inv::<L137>,
        apply_u32: |i| L137::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L137::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Rotate(1, 1, -1), Col(3), Col(1, 4, 1)).OrderBy(Skew(1, 2), Reverse(1, 1, 3, 1), RegP([1, 2], [1, 2])).ExpandBy([12] => [14]).OrderBy(Skew(7, 2), GenP([1], |i| i % 1 * 1 + i / 1), Reverse(1, 1, 1))",
        apply: apply::<L138>,
        inv: inv::<L138>,
        apply_u32: |i| L138::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L138::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 12], [1, 1], [12, 1])",
        apply: apply::<L139>,
        inv: inv::<L139>,
        apply_u32: |i| L139::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L139::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(BlockCyclic(8, 8, 1), RegP([4, 2, 1], [1, 2, 3])).OrderBy(RegP([1, 1, 1, 1], [1, 4, 2, 3]), Reverse(4, 16, 1, 1))",
        apply: apply::<L140>,
        inv: inv::<L140>,
        apply_u32: |i| L140::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L140::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Table([2, 0, 1]), Fan(1, 0, 8), BlockCyclic(12, 4, 3)).GroupBy([3], [2, 3, 2])",
        apply: apply::<L141>,
        inv: inv::<L141>,
        apply_u32: |i| L141::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L141::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(2, 2, 24)).OrderBy(Row(24, 2, 2, 1)).OrderBy(SwizzleRows([1, 1], 0), GenP([48], |i| (i + 35) % 48), Col(2, 1)).GroupBy([2], [1, 4, 1, 1], [4, 3])",
        apply: apply::<L142>,
        inv: inv::<L142>,
        apply_u32: |i| L142::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L142::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(1, 5), Grouped(4, 5, 6))",
        apply: apply::<L143>,
        inv: inv::<L143>,
        apply_u32: |i| L143::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L143::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([15, 12], |i, j| j * 15 + (if j % 2 == 0 { i } else { 15 - 1 - i }), |p| { let j = p / 15; let i = p % 15; (if j & 1 == 0 { i } else { 15 - 1 - i }, j) })).OrderBy(Skew(15, 12)).TileBy([1, 12], [15, 1])",
        apply: apply::<L144>,
        inv: inv::<L144>,
        apply_u32: |i| L144::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L144::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([16, 1], |i, j| j * 16 + (i + 16 * 1 - j) % 16)).OrderBy(Row(1, 2, 4), Col(1), Skew(2, 1))",
        apply: apply::<L145>,
        inv: inv::<L145>,
        apply_u32: |i| L145::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L145::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(2, 1, 3, 2), RegP([4, 1, 2], [2, 1, 3])).GroupBy([2, 2], [2, 12], [1, 1])",
        apply: apply::<L146>,
        inv: inv::<L146>,
        apply_u32: |i| L146::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L146::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([12, 1], [2, 1])).TileOrderBy(Row(1, 4, 3, 1)).GroupBy([1, 3, 1, 1], [1], [4, 1])",
        apply: apply::<L147>,
        inv: inv::<L147>,
        apply_u32: |i| L147::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L147::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Table([0, 20, 21, 2, 8, 11, 5, 16, 4, 6, 9, 19, 1, 3, 13, 12, 7, 18, 14, 10, 23, 22, 17, 15])).TileOrderBy(GenP([24], |i| i % 12 * 2 + i / 12)).TileBy([8], [3], [1])",
        apply: apply::<L148>,
        inv: inv::<L148>,
        apply_u32: |i| L148::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L148::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(60)).ExpandBy([60] => [60]).TileOrderBy(RegP([60], [1]), Col(1)).TileOrderBy(Col(1), Fan(60, 83, -13)).TileBy([60])",
        apply: apply::<L149>,
        inv: inv::<L149>,
        apply_u32: |i| L149::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L149::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([2, 1, 15], [1, 1, 1])",
        apply: apply::<L150>,
        inv: inv::<L150>,
        apply_u32: |i| L150::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L150::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([1, 1, 1] => [3, 1, 3]).TileBy([3, 1, 3], [1, 1, 1])",
        apply: apply::<L151>,
        inv: inv::<L151>,
        apply_u32: |i| L151::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L151::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(BlockCyclic(3, 1, 3), GenP([70], |i| 70 - 1 - i, |p| 70 - 1 - p)).OrderBy(RegP([1, 1], [2, 1]), Reverse(35, 2, 1, 1), GenP([3], |i| 3 - 1 - i, |p| 3 - 1 - p)).OrderBy(Col(1, 1, 1, 7), Row(30)).GroupBy([21, 2], [1, 5, 1, 1])",
        apply: apply::<L152>,
        inv: inv::<L152>,
        apply_u32: |i| L152::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L152::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([32], |i| (i + 15) % 32), GenP([8, 1], |i, j| j * 8 + (if j % 2 == 0 { i } else { 8 - 1 - i }), |p| { let j = p / 8; let i = p % 8; (if j & 1 == 0 { i } else { 8 - 1 - i }, j) }))",
        apply: apply::<L153>,
        inv: inv::<L153>,
        apply_u32: |i| L153::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L153::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([128], |i| i % 1 * 128 + i / 1)).TileOrderBy(Fan(4, -1, 8), RegP([32], [1])).TileBy([4], [4], [8])",
        apply: apply::<L154>,
        inv: inv::<L154>,
        apply_u32: |i| L154::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L154::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(2, 4, 4), RegP([1, 2, 2], [3, 1, 2])).OrderBy(Morton(64, 2))",
        apply: apply::<L155>,
        inv: inv::<L155>,
        apply_u32: |i| L155::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L155::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([48], |i| 48 - 1 - i, |p| 48 - 1 - p), BlockCyclic(3, 3, 1)).OrderBy(Row(9), GenP([16], |i| i % 2 * 8 + i / 2)).TileBy([144])",
        apply: apply::<L156>,
        inv: inv::<L156>,
        apply_u32: |i| L156::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L156::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(1, 128)).OrderBy(Col(1, 128)).TileBy([1, 1], [1, 1], [1, 128])",
        apply: apply::<L157>,
        inv: inv::<L157>,
        apply_u32: |i| L157::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L157::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([5, 42] => [6, 44]).TileOrderBy(Row(6, 44), Morton(1, 1)).TileBy([2, 1], [1, 44], [3, 1])",
        apply: apply::<L158>,
        inv: inv::<L158>,
        apply_u32: |i| L158::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L158::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([2, 8], |i, j| j * 2 + i, |p| (p % 2, p / 2)), Fan(6, -1, 10))",
        apply: apply::<L159>,
        inv: inv::<L159>,
        apply_u32: |i| L159::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L159::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(64, 1, 2, 1))",
        apply: apply::<L160>,
        inv: inv::<L160>,
        apply_u32: |i| L160::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L160::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1), Col(12, 1, 1, 1), Reverse(1)).OrderBy(GenP([1, 2], |i, j| j * 1 + (i + 1 * 2 - j) % 1), RegP([1, 6], [2, 1])).OrderBy(Reverse(1, 1, 2, 1), Row(2, 1, 1), Table([1, 2, 0])).GroupBy([1, 2], [3, 2, 1, 1])",
        apply: apply::<L161>,
        inv: inv::<L161>,
        apply_u32: |i| L161::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L161::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1], [36], [1])",
        apply: apply::<L162>,
        inv: inv::<L162>,
        apply_u32: |i| L162::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L162::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(9, 1), Col(1, 5)).OrderBy(RegP([9, 5], [2, 1])).PadBy([8, 3] => [9, 5]).TileBy([8, 3])",
        apply: apply::<L163>,
        inv: inv::<L163>,
        apply_u32: |i| L163::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L163::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1], [2], [6])",
        apply: apply::<L164>,
        inv: inv::<L164>,
        apply_u32: |i| L164::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L164::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1], [1, 1, 8], [8, 2])",
        apply: apply::<L165>,
        inv: inv::<L165>,
        apply_u32: |i| L165::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L165::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([2, 5, 3] => [3, 6, 3]).OrderBy(Row(2, 1, 1), Row(1, 5, 3)).TileBy([1, 1, 1], [1, 5, 1], [2, 1, 3])",
        apply: apply::<L166>,
        inv: inv::<L166>,
        apply_u32: |i| L166::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L166::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(36)).ExpandBy([36] => [39])",
        apply: apply::<L167>,
        inv: inv::<L167>,
        apply_u32: |i| L167::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L167::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1, 1], [1, 2]), Rotate(4, 1, -1), Row(1, 3))",
        apply: apply::<L168>,
        inv: inv::<L168>,
        apply_u32: |i| L168::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L168::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 1), Col(1, 1, 1)).TileOrderBy(RegP([1, 1, 1], [3, 2, 1]), Reverse(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1], [1, 1, 1])",
        apply: apply::<L169>,
        inv: inv::<L169>,
        apply_u32: |i| L169::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L169::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(1, 1, 1), RegP([1, 1, 1], [3, 2, 1]))",
        apply: apply::<L170>,
        inv: inv::<L170>,
        apply_u32: |i| L170::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L170::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 4), Morton(1, 1, 16)).OrderBy(Reverse(1, 1, 64)).TileBy([1, 1, 64], [1, 1, 1])",
        apply: apply::<L171>,
        inv: inv::<L171>,
        apply_u32: |i| L171::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L171::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([30])",
        apply: apply::<L172>,
        inv: inv::<L172>,
        apply_u32: |i| L172::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L172::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([12, 2], [1, 2])).OrderBy(Row(3, 1, 8)).OrderBy(Col(1, 1, 12, 2))",
        apply: apply::<L173>,
        inv: inv::<L173>,
        apply_u32: |i| L173::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L173::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Fan(21, 31, -19), BlockCyclic(10, 1, 5)).GroupBy([15, 1, 1], [1, 2, 1, 7], [1, 1, 1, 1])",
        apply: apply::<L174>,
        inv: inv::<L174>,
        apply_u32: |i| L174::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 11]>::from(L174::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([24, 6] => [26, 8]).OrderBy(Row(4, 4, 1), Col(13, 1)).OrderBy(SwizzleRows([26, 8], 3)).GroupBy([1, 1, 52], [2, 2])",
        apply: apply::<L175>,
        inv: inv::<L175>,
        apply_u32: |i| L175::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L175::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2, 8, 1], [4, 1, 2, 3]), Table([0, 7, 5, 4, 2, 8, 6, 3, 1])).TileOrderBy(RegP([48, 3], [2, 1])).GroupBy([4, 36])",
        apply: apply::<L176>,
        inv: inv::<L176>,
        apply_u32: |i| L176::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L176::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 16)).OrderBy(Reverse(1, 1, 4, 4)).ExpandBy([16] => [16]).TileOrderBy(Col(4, 1, 1, 1), Row(1, 1, 4, 1), Morton(1, 1, 1, 1)).TileOrderBy(Morton(16), Swizzle(0, 0, 0)).TileOrderBy(Reverse(2, 8, 1))",
        apply: apply::<L177>,
        inv: inv::<L177>,
        apply_u32: |i| L177::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L177::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(15, 4, 3), RegP([1, 1, 1, 1], [3, 2, 1, 4])).GroupBy([180])",
        apply: apply::<L178>,
        inv: inv::<L178>,
        apply_u32: |i| L178::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L178::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([32, 1, 1], [2])",
        apply: apply::<L179>,
        inv: inv::<L179>,
        apply_u32: |i| L179::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L179::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Morton(1, 1, 1), Row(1, 47, 2), Col(1, 3, 1)).OrderBy(Col(282, 1)).PadBy([4, 45] => [6, 47]).OrderBy(Row(30), Reverse(3, 2)).GroupBy([10, 3, 6])",
        apply: apply::<L180>,
        inv: inv::<L180>,
        apply_u32: |i| L180::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L180::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(4, 12, 3)).TileBy([4, 1, 3], [1, 2, 1], [1, 6, 1])",
        apply: apply::<L181>,
        inv: inv::<L181>,
        apply_u32: |i| L181::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L181::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([3, 0, 1, 2]), Row(2, 1), Morton(32, 1, 1)).OrderBy(Fan(1, -1, 9), BlockCyclic(128, 4, 32), Row(1, 2, 1))",
        apply: apply::<L182>,
        inv: inv::<L182>,
        apply_u32: |i| L182::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L182::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2], [2, 1]), GenP([1, 6], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).ExpandBy([1, 12] => [3, 13]).TileBy([1, 1], [1, 1], [3, 13])",
        apply: apply::<L183>,
        inv: inv::<L183>,
        apply_u32: |i| L183::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L183::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(16)).OrderBy(BlockCyclic(16, 16, 1)).TileBy([16])",
        apply: apply::<L184>,
        inv: inv::<L184>,
        apply_u32: |i| L184::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L184::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([100] => [101]).TileBy([101], [1])",
        apply: apply::<L185>,
        inv: inv::<L185>,
        apply_u32: |i| L185::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L185::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(5, 4)).PadBy([3, 4] => [5, 4]).OrderBy(Grouped(1, 2, 2), GenP([3, 2], |i, j| j * 3 + (i + 3 * 2 - j) % 3)).TileBy([1, 2], [3, 2], [1, 1])",
        apply: apply::<L186>,
        inv: inv::<L186>,
        apply_u32: |i| L186::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L186::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(2, 64)).GroupBy([1, 1, 1, 1], [8, 1, 1, 16])",
        apply: apply::<L187>,
        inv: inv::<L187>,
        apply_u32: |i| L187::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L187::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([2], [12], [4])",
        apply: apply::<L188>,
        inv: inv::<L188>,
        apply_u32: |i| L188::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L188::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([4, 2, 9], [1, 2, 1, 1], [1, 1])",
        apply: apply::<L189>,
        inv: inv::<L189>,
        apply_u32: |i| L189::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L189::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([2, 128], |i, j| j * 2 + (i + 2 * 128 - j) % 2)).TileOrderBy(Grouped(2, 4, 4), Rotate(1, 32, 55)).TileBy([1, 1], [1, 4], [2, 32])",
        apply: apply::<L190>,
        inv: inv::<L190>,
        apply_u32: |i| L190::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L190::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1, 2, 1, 1], [3, 1, 4, 2]), Row(7, 1, 1, 1), Morton(1, 1, 1, 1)).OrderBy(Row(7, 1, 1, 1), Row(1, 2, 1)).OrderBy(GenP([7, 2], |i, j| j * 7 + i, |p| (p % 7, p / 7))).PadBy([12] => [14])",
        apply: apply::<L191>,
        inv: inv::<L191>,
        apply_u32: |i| L191::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L191::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(36, 2, 2)).OrderBy(Col(36, 2, 2)).TileBy([4, 1, 1], [9, 2, 2], [1, 1, 1])",
        apply: apply::<L192>,
        inv: inv::<L192>,
        apply_u32: |i| L192::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L192::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([3, 12], [1, 5, 1])",
        apply: apply::<L193>,
        inv: inv::<L193>,
        apply_u32: |i| L193::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L193::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1, 1], [2, 1]), GenP([1, 181], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).OrderBy(Col(1, 181, 1, 1), Row(1, 1, 1)).PadBy([180] => [181]).OrderBy(Col(5, 4, 9)).OrderBy(Reverse(15, 1, 1, 4), Row(3)).TileOrderBy(Col(5, 1, 1, 6), RegP([1, 1, 1, 6], [4, 3, 1, 2]))",
        apply: apply::<L194>,
        inv: inv::<L194>,
        apply_u32: |i| L194::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L194::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 1), Reverse(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1])",
        apply: apply::<L195>,
        inv: inv::<L195>,
        apply_u32: |i| L195::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L195::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Fan(128, 19, -20)).OrderBy(RegP([128], [1])).TileBy([1], [128])",
        apply: apply::<L196>,
        inv: inv::<L196>,
        apply_u32: |i| L196::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L196::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(1, 1, 1), Reverse(1, 2, 73)).OrderBy(SwizzleRows([1, 2], 1), Col(1, 73), RegP([1], [1])).OrderBy(Row(146, 1, 1)).PadBy([144] => [146]).OrderBy(Col(3, 2, 3), Reverse(2, 1, 4)).OrderBy(Skew(1, 144)).OrderBy(Reverse(6, 3, 4), Swizzle(0, 0, 1))",
        apply: apply::<L197>,
        inv: inv::<L197>,
        apply_u32: |i| L197::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L197::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([2, 4, 2])",
        apply: apply::<L198>,
        inv: inv::<L198>,
        apply_u32: |i| L198::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L198::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(16, 8, 1)).ExpandBy([128] => [128]).TileOrderBy(Hilbert(1, 1), GenP([1, 128], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }), Hilbert(1, 1)).OrderBy(Col(2, 1, 2, 2), Col(1, 16), Reverse(1, 1, 1)).OrderBy(Morton(2), SwizzleRows([2, 32], 4))",
        apply: apply::<L199>,
        inv: inv::<L199>,
        apply_u32: |i| L199::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L199::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([18, 8] => [18, 9]).OrderBy(Col(3), Skew(54, 1))",
        apply: apply::<L200>,
        inv: inv::<L200>,
        apply_u32: |i| L200::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L200::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([12], |i| (i + 6) % 12)).OrderBy(GenP([3], |i| 3 - 1 - i, |p| 3 - 1 - p), RegP([1, 1, 1, 2], [2, 4, 3, 1]), Skew(2, 1))",
        apply: apply::<L201>,
        inv: inv::<L201>,
        apply_u32: |i| L201::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L201::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([42], |i| 42 - 1 - i, |p| 42 - 1 - p), GenP([5], |i| (i + 26) % 5)).TileBy([10], [3], [7])",
        apply: apply::<L202>,
        inv: inv::<L202>,
        apply_u32: |i| L202::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L202::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Row(26)).OrderBy(GenP([26], |i| i % 2 * 13 + i / 2)).PadBy([24] => [26]).TileBy([12], [2], [1])",
        apply: apply::<L203>,
        inv: inv::<L203>,
        apply_u32: |i| L203::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L203::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(10, 2, 6)).PadBy([10, 2, 5] => [10, 2, 6]).TileOrderBy(RegP([10, 2, 5], [3, 2, 1])).OrderBy(Row(10, 2, 5)).TileBy([10, 1, 5], [1, 2, 1])",
        apply: apply::<L204>,
        inv: inv::<L204>,
        apply_u32: |i| L204::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L204::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([128] => [130]).OrderBy(Col(13, 1, 1, 1), RegP([1, 10, 1], [2, 1, 3])).OrderBy(Grouped(65, 2, 56)).OrderBy(Grouped(1, 1, 2), Reverse(13, 1, 5, 2), Grouped(1, 1, 1)).GroupBy([26, 5, 1, 1])",
        apply: apply::<L205>,
        inv: inv::<L205>,
        apply_u32: |i| L205::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L205::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1], [1, 1, 1, 2], [30])",
        apply: apply::<L206>,
        inv: inv::<L206>,
        apply_u32: |i| L206::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L206::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(2, 1), RegP([9, 2], [1, 2])).TileOrderBy(RegP([2, 2], [1, 2]), Reverse(9, 1)).TileBy([3, 1], [3, 1], [2, 2])",
        apply: apply::<L207>,
        inv: inv::<L207>,
        apply_u32: |i| L207::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L207::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([19, 1], |i, j| j * 19 + i, |p| (p % 19, p / 19)), GenP([7], |i| (i + 14) % 7)).OrderBy(RegP([1, 1, 19], [2, 3, 1]), GenP([1, 7], |i, j| j * 1 + (i + 1 * 7 - j) % 1)).PadBy([16, 6] => [19, 7]).OrderBy(Reverse(4, 1, 1, 4), Row(2, 3))",
        apply: apply::<L208>,
        inv: inv::<L208>,
        apply_u32: |i| L208::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L208::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(60)).TileBy([60])",
        apply: apply::<L209>,
        inv: inv::<L209>,
        apply_u32: |i| L209::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L209::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([64] => [66]).OrderBy(RegP([4, 2], [2, 1]), Reverse(2, 1, 4, 1), Morton(1, 1, 1))",
        apply: apply::<L210>,
        inv: inv::<L210>,
        apply_u32: |i| L210::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L210::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(2, 1, 27)).OrderBy(Grouped(3, 18, 2)).OrderBy(Morton(1, 1, 1, 1), RegP([1, 1, 2, 1], [1, 3, 4, 2]), Reverse(9, 3, 1)).PadBy([5, 6] => [6, 9]).TileOrderBy(Reverse(1, 1, 1, 1), Col(1, 2, 1, 1), RegP([1, 5, 1, 3], [4, 2, 1, 3])).GroupBy([5, 2, 3])",
        apply: apply::<L211>,
        inv: inv::<L211>,
        apply_u32: |i| L211::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L211::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Grouped(2, 37, 3)).OrderBy(Rotate(37, 2, -4)).PadBy([1, 36] => [2, 37]).OrderBy(GenP([36], |i| 36 - 1 - i, |p| 36 - 1 - p)).OrderBy(GenP([12, 3], |i, j| j * 12 + (i + 12 * 3 - j) % 12)).TileOrderBy(Reverse(2, 9, 1, 2), RegP([1, 1, 1, 1], [3, 4, 1, 2]))",
        apply: apply::<L212>,
        inv: inv::<L212>,
        apply_u32: |i| L212::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L212::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(AntiDiag(1), Reverse(12, 3)).OrderBy(Reverse(3, 6, 2)).GroupBy([2, 1, 3], [6], [1])",
        apply: apply::<L213>,
        inv: inv::<L213>,
        apply_u32: |i| L213::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L213::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([36], [5])",
        apply: apply::<L214>,
        inv: inv::<L214>,
        apply_u32: |i| L214::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L214::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Grouped(1, 1, 2), Reverse(1, 1, 1, 1)).OrderBy(Row(1, 1), Row(1, 1, 1), Col(1, 1, 1, 1)).GroupBy([1, 1, 1])",
        apply: apply::<L215>,
        inv: inv::<L215>,
        apply_u32: |i| L215::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L215::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Skew(3, 10)).OrderBy(Col(5, 1, 1, 2), Grouped(3, 1, 5)).TileOrderBy(GenP([15, 2], |i, j| j * 15 + i, |p| (p % 15, p / 15))).PadBy([30, 1] => [30, 1]).GroupBy([2, 1, 3, 5])",
        apply: apply::<L216>,
        inv: inv::<L216>,
        apply_u32: |i| L216::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L216::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([2, 1, 0]), GenP([1, 2], |i, j| j * 1 + (i + 1 * 2 - j) % 1), Skew(7, 1)).OrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Row(2, 21, 1)).OrderBy(Col(1, 1, 3, 1), Col(1, 14, 1, 1)).PadBy([12, 1] => [14, 3])",
        apply: apply::<L217>,
        inv: inv::<L217>,
        apply_u32: |i| L217::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L217::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 1, 4], [4, 2, 3])",
        apply: apply::<L218>,
        inv: inv::<L218>,
        apply_u32: |i| L218::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L218::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([1], |i| i % 1 * 1 + i / 1), BlockCyclic(2, 1, 1), Reverse(31)).TileOrderBy(Reverse(1, 1, 1, 1), Morton(2, 1, 1, 1), RegP([1, 31, 1, 1], [4, 1, 3, 2])).PadBy([1, 30] => [2, 31]).TileOrderBy(Table([0]), BlockCyclic(1, 1, 1), Reverse(30))",
        apply: apply::<L219>,
        inv: inv::<L219>,
        apply_u32: |i| L219::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L219::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Swizzle(0, 0, 0), GenP([1], |i| 1 - 1 - i, |p| 1 - 1 - p), Col(36)).OrderBy(Col(1, 2, 9, 1), GenP([2, 1], |i, j| j * 2 + (if j % 2 == 0 { i } else { 2 - 1 - i }), |p| { let j = p / 2; let i = p % 2; (if j & 1 == 0 { i } else { 2 - 1 - i }, j) })).GroupBy([9, 4])",
        apply: apply::<L220>,
        inv: inv::<L220>,
        apply_u32: |i| L220::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L220::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([4, 1], [1, 16], [1, 1])",
        apply: apply::<L221>,
        inv: inv::<L221>,
        apply_u32: |i| L221::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L221::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([64], |i| i % 16 * 4 + i / 16)).OrderBy(Row(2, 1), GenP([4, 8], |i, j| j * 4 + (if j % 2 == 0 { i } else { 4 - 1 - i }), |p| { let j = p / 4; let i = p % 4; (if j & 1 == 0 { i } else { 4 - 1 - i }, j) }), Row(1, 1, 1, 1)).TileOrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Skew(2, 1), Grouped(4, 8, 2)).GroupBy([1, 4, 1], [2, 1, 2], [4])",
        apply: apply::<L222>,
        inv: inv::<L222>,
        apply_u32: |i| L222::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L222::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 1, 1], [1, 1], [1, 1, 1])",
        apply: apply::<L223>,
        inv: inv::<L223>,
        apply_u32: |i| L223::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L223::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(1, 1, 1), Col(3, 1, 1), Col(1, 2, 1)).OrderBy(Reverse(2, 1, 1), AntiDiag(1), GenP([3, 1], |i, j| j * 3 + i, |p| (p % 3, p / 3))).PadBy([1, 1] => [2, 3])",
        apply: apply::<L224>,
        inv: inv::<L224>,
        apply_u32: |i| L224::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L224::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 4, 3], [1, 2, 3]), Col(1, 5, 1)).ExpandBy([1, 20, 3] => [3, 21, 4]).TileBy([1, 1, 1], [3, 7, 1], [1, 3, 4])",
        apply: apply::<L225>,
        inv: inv::<L225>,
        apply_u32: |i| L225::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L225::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([12, 2], [2, 1])).TileBy([6, 1], [2, 2])",
        apply: apply::<L226>,
        inv: inv::<L226>,
        apply_u32: |i| L226::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L226::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(1, 2, 1, 1), Grouped(32, 2, 16), GenP([2, 1], |i, j| j * 2 + i, |p| (p % 2, p / 2))).TileOrderBy(Morton(2, 1, 1), Morton(32, 2, 2)).GroupBy([64, 4, 1, 1])",
        apply: apply::<L227>,
        inv: inv::<L227>,
        apply_u32: |i| L227::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L227::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1], [96])",
        apply: apply::<L228>,
        inv: inv::<L228>,
        apply_u32: |i| L228::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L228::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 1], [1, 3], [60])",
        apply: apply::<L229>,
        inv: inv::<L229>,
        apply_u32: |i| L229::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L229::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(12, 2, 1)).OrderBy(Col(12, 2, 1)).ExpandBy([12, 2, 1] => [12, 2, 2]).TileBy([12, 2, 2])",
        apply: apply::<L230>,
        inv: inv::<L230>,
        apply_u32: |i| L230::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L230::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(5, 3, 38)).PadBy([5, 1, 36] => [5, 3, 38]).TileBy([5, 1, 3], [1, 1, 3], [1, 1, 4])",
        apply: apply::<L231>,
        inv: inv::<L231>,
        apply_u32: |i| L231::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L231::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(4, 24, 1)).OrderBy(RegP([4, 2, 1], [2, 1, 3]), Col(1, 12, 1)).TileBy([4, 24, 1])",
        apply: apply::<L232>,
        inv: inv::<L232>,
        apply_u32: |i| L232::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L232::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([1, 16], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).GroupBy([1, 8, 1, 2])",
        apply: apply::<L233>,
        inv: inv::<L233>,
        apply_u32: |i| L233::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L233::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
];
