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
    type L35 = OrderBy(GenP([36], |i| 36 - 1 - i, |p| 36 - 1 - p)).OrderBy(GenP([1], |i| (i + 22) % 1), Reverse(4, 9)).ExpandBy([9, 4] => [10, 5]);
    type L36 = OrderBy(Col(1, 1, 1), Cute((1,(1,1,1),43,(1,1,1)):(1,(1,1,43),1,(1,1,1))), Table([0, 1, 2])).TileOrderBy(BlockCyclic(3, 3, 1), Table([12, 9, 4, 8, 22, 21, 2, 1, 40, 26, 29, 6, 24, 39, 20, 23, 32, 36, 25, 18, 17, 16, 35, 27, 31, 7, 15, 19, 38, 33, 13, 37, 10, 11, 30, 41, 14, 34, 42, 28, 3, 5, 0]), Cute(((1,1,1)):((1,1,1)))).PadBy([128] => [129]).OrderBy(Morton(1, 16, 1), Col(4), Row(1, 1, 1, 2)).TileOrderBy(Skew(2, 4), GenP([16, 1], |i, j| j * 16 + (i + 16 * 1 - j) % 16)).GroupBy([1, 64, 2]);
    type L37 = OrderBy(Reverse(13), RegP([2], [1])).TileOrderBy(GenP([26], |i| (i + 22) % 26)).PadBy([24] => [26]).TileBy([24]);
    type L38 = OrderBy(Morton(1), Row(1, 1, 1), Reverse(211, 1)).TileOrderBy(Skew(1, 1), Grouped(1, 1, 2), Cute(((1,211,1),1):((1,1,1),211))).PadBy([210] => [211]).OrderBy(RegP([1, 1, 1, 1], [4, 3, 1, 2]), Cute(((14,15),1,(1,1)):((15,1),210,(210,210))), Morton(1, 1));
    type L39 = TileOrderBy(Rotate(4, 2, 1), GenP([6, 2], |i, j| j * 6 + (i + 6 * 2 - j) % 6));
    type L40 = ExpandBy([16] => [19]);
    type L41 = TileBy([180]);
    type L42 = GroupBy([1, 1, 8], [2, 4]);
    type L43 = TileOrderBy(Rotate(2, 3, -1)).PadBy([6] => [6]).Upper(3).ExpandBy([3, 3] => [4, 3]).TileOrderBy(RegP([4, 3], [1, 2])).OrderBy(RegP([4, 3], [2, 1])).TileBy([4, 3]);
    type L44 = TileOrderBy(Cute(((1,1,1),1):((1,1,1),1)), Rotate(2, 1, -1), Grouped(1, 6, 2)).ExpandBy([12] => [12]);
    type L45 = ExpandBy([24] => [24]).OrderBy(Skew(1, 1), Reverse(1, 1, 3), Row(8)).OrderBy(Col(1, 1, 1), Morton(1, 8, 1), RegP([1, 3], [1, 2])).GroupBy([2, 2], [3, 2]);
    type L46 = TileBy([2, 6, 2]);
    type L47 = OrderBy(Fan(16, 21, 17), GenP([8], |i| 8 - 1 - i, |p| 8 - 1 - p)).ExpandBy([128] => [128]).TileOrderBy(Row(16), GenP([8], |i| (i + 14) % 8)).OrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Fan(128, 33, 4)).TileBy([8], [16]);
    type L48 = OrderBy(Table([21, 10, 36, 0, 12, 38, 14, 32, 6, 20, 17, 31, 8, 45, 40, 29, 34, 16, 46, 11, 4, 23, 3, 42, 28, 15, 1, 47, 5, 18, 43, 39, 33, 35, 26, 27, 19, 37, 2, 9, 25, 24, 44, 22, 30, 7, 41, 13]), BlockCyclic(2, 2, 1)).TileBy([2], [4], [12]);
    type L49 = TileOrderBy(RegP([1, 9, 1, 8], [4, 1, 2, 3]), Reverse(1, 1, 1, 2)).OrderBy(Grouped(9, 1, 8), Reverse(1, 8, 1, 2), Row(1, 1, 1)).OrderBy(Cute(((24,2,3)):((6,3,1)))).GroupBy([3, 4], [1, 2, 6]);
    type L50 = TileOrderBy(Cute(((1,2,1),18,(1,1),(1,1)):((18,18,18),1,(36,18),(18,36))), RegP([1, 1, 1, 1], [4, 1, 3, 2])).TileOrderBy(GenP([36], |i| (i + 7) % 36));
    type L51 = OrderBy(Cute(((1,1,4),1,(5,5)):((100,5,5),100,(1,20))), Skew(1, 1)).OrderBy(Col(4, 1, 25, 1)).OrderBy(Cute(((2,1),5,(1,1),1):((5,5),1,(5,10),1)), Col(1, 5, 2, 1)).GroupBy([2], [1, 5, 1, 1], [2, 5, 1]);
    type L52 = OrderBy(Grouped(128, 1, 49)).TileBy([128, 1]);
    type L53 = OrderBy(GenP([3, 1], |i, j| j * 3 + (if j % 2 == 0 { i } else { 3 - 1 - i }), |p| { let j = p / 3; let i = p % 3; (if j & 1 == 0 { i } else { 3 - 1 - i }, j) }), BlockCyclic(46, 23, 1)).PadBy([135] => [138]).OrderBy(Col(3, 1, 1), RegP([1, 1, 1, 1], [1, 4, 2, 3]), RegP([45, 1, 1], [3, 2, 1])).OrderBy(Cute((5,27):(1,5))).Band(9, 6, 8).OrderBy(Cute(((1,1,1),3,3):((3,9,1),3,1)), Reverse(3, 1, 3)).TileOrderBy(Reverse(9, 1, 9, 1)).TileOrderBy(GenP([81, 1], |i, j| j * 81 + i, |p| (p % 81, p / 81)), Col(1, 1)).GroupBy([81]);
    type L54 = GroupBy([1, 20], [5]);
    type L55 = OrderBy(Cute(((1,1),(3,1,1),(1,1),(1,1,1)):((3,3),(1,3,3),(1,1),(3,3,3))), Col(1, 7, 1), Reverse(1, 5, 2));
    type L56 = TileOrderBy(Rotate(48, 3, -3)).TileBy([4, 1], [1, 3], [12, 1]);
    type L57 = OrderBy(Linear([1, 1, 4], [[0, 0, 2], [0, 0, 3]]), Fan(4, -1, -8)).PadBy([4, 3] => [4, 4]).TileOrderBy(Morton(1, 1, 4, 1), Row(3, 1, 1, 1)).OrderBy(Reverse(6, 2, 1, 1), BlockCyclic(1, 1, 1)).TileOrderBy(Cute((1,1,(4,3)):(12,3,(3,1))));
    type L58 = PadBy([4, 6] => [6, 7]).OrderBy(Col(1, 4, 2, 1), RegP([1, 1, 1], [3, 2, 1]), Col(3, 1, 1)).OrderBy(Col(4, 6)).GroupBy([3, 1, 1, 1], [8]);
    type L59 = OrderBy(RegP([1, 2, 3, 4], [2, 3, 1, 4]));
    type L60 = ExpandBy([1, 2, 15] => [2, 3, 15]).OrderBy(Row(2, 3, 15)).TileBy([1, 1, 3], [1, 3, 1], [2, 1, 5]);
    type L61 = TileOrderBy(Table([2, 0, 4, 1, 10, 11, 5, 14, 12, 7, 8, 13, 6, 3, 9]), Cute(((1,2,1)):((2,1,1)))).OrderBy(GenP([10], |i| (i + 6) % 10), Col(1, 3, 1));
    type L62 = OrderBy(Row(12));
    type L63 = Upper(1).OrderBy(Morton(1, 1)).TileBy([1, 1], [1, 1]);
    type L64 = OrderBy(RegP([1, 1, 36], [2, 1, 3])).TileOrderBy(RegP([1, 1, 36], [1, 3, 2])).TileBy([1, 1, 4], [1, 1, 3], [1, 1, 3]);
    type L65 = OrderBy(RegP([1, 1, 1], [3, 2, 1]), Cute(((1,1),(1,1),1):((1,1),(1,1),1))).GroupBy([1, 1, 1, 1], [1, 1, 1], [1, 1, 1, 1]);
    type L66 = OrderBy(Cute(((6,2)):((2,1)))).OrderBy(RegP([1, 1, 6, 1], [2, 4, 3, 1]), Col(1, 1), RegP([1, 2], [2, 1])).OrderBy(GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p)).GroupBy([6], [1, 2, 1, 1]);
    type L67 = TileOrderBy(Cute(((5,2,1),(1,1),(1,1,1),(2,1)):((4,2,20),(4,4),(2,1,1),(1,2))), Cute(((1,1,1),(1,1),1,(1,1,3)):((3,1,1),(3,1),1,(3,3,1)))).OrderBy(GenP([4, 1], |i, j| j * 4 + (i + 4 * 1 - j) % 4), BlockCyclic(3, 1, 1), Reverse(1, 1, 5)).TileOrderBy(GenP([4, 15], |i, j| j * 4 + (if j % 2 == 0 { i } else { 4 - 1 - i }), |p| { let j = p / 4; let i = p % 4; (if j & 1 == 0 { i } else { 4 - 1 - i }, j) }));
    type L68 = ExpandBy([16, 16] => [17, 17]).TileBy([1, 1], [1, 1], [17, 17]);
    type L69 = OrderBy(RegP([1, 1, 1, 1], [3, 4, 2, 1]));
    type L70 = OrderBy(Reverse(1, 9, 1), Row(1, 4, 4)).TileBy([1, 9, 1], [1, 4, 4]);
    type L71 = ExpandBy([4, 4] => [4, 5]).TileOrderBy(Fan(20, 19, -18));
    type L72 = OrderBy(Cute((180,1,1):(1,1,1))).TileOrderBy(Col(180, 1, 1)).TileBy([3, 1, 1], [1, 1, 1], [60, 1, 1]);
    type L73 = OrderBy(RegP([2, 7, 1, 3], [3, 1, 4, 2])).OrderBy(Cute(((1,1,7),(1,1),(1,1)):((1,7,1),(7,7),(7,7))), Reverse(1, 3), GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p)).TileOrderBy(Cute((7,1,(1,1),(1,1)):(1,1,(1,7),(1,7))), Row(1, 1, 1, 1), Col(6, 1, 1, 1)).Band(7, 3, 2).ExpandBy([7, 7] => [7, 9]).TileBy([7, 1], [1, 9]);
    type L74 = GroupBy([1], [1, 1], [1, 210]);
    type L75 = OrderBy(Row(8, 1, 1, 1), Row(3)).OrderBy(Row(2, 2, 3), Cute(((2,1),(1,1,1)):((1,2),(1,1,2)))).OrderBy(Linear([2, 2, 2], [[0, 0, 1], [0, 1, 1], [1, 0, 0]]), Cute(((1,1,1),(1,1,1),(1,1)):((1,1,1),(1,1,1),(1,1))), Row(1, 1, 3, 1)).GroupBy([1, 8], [1, 3], [1, 1, 1]);
    type L76 = OrderBy(Reverse(1, 1, 1, 1), RegP([3, 35, 1], [2, 1, 3]), Cute(((1,1,1),(1,2,1),1):((2,1,2),(2,1,2),2))).ExpandBy([210] => [212]).OrderBy(Reverse(1, 212, 1, 1)).TileOrderBy(GenP([212, 1], |i, j| j * 212 + (i + 212 * 1 - j) % 212), Col(1, 1));
    type L77 = OrderBy(Linear([32, 1, 4], [[3, 0, 2], [29, 0, 0], [1, 0, 1], [1, 0, 2], [9, 0, 0], [17, 0, 0], [21, 0, 0]])).TileOrderBy(SwizzleRows([2, 1], 0), Linear([4, 4], [[0, 2], [0, 1], [1, 0], [2, 0]]), Morton(2, 2)).ExpandBy([1, 128] => [1, 130]).OrderBy(RegP([26], [1]), RegP([5], [1])).GroupBy([13, 5, 1, 2]);
    type L78 = OrderBy(Cute(((12,5,1)):((5,1,60)))).TileBy([2], [5], [6]);
    type L79 = GroupBy([3], [1, 4, 1]);
    type L80 = OrderBy(RegP([1, 1], [1, 2]), Reverse(3, 4, 2, 1));
    type L81 = OrderBy(Morton(1, 1, 1, 1)).OrderBy(Cute(((1,1),1,(1,1,1),1):((1,1),1,(1,1,1),1))).GroupBy([1, 1, 1, 1], [1]);
    type L82 = TileOrderBy(RegP([1], [1]), Fan(16, 11, -16)).TileOrderBy(GenP([2, 8], |i, j| j * 2 + (if j % 2 == 0 { i } else { 2 - 1 - i }), |p| { let j = p / 2; let i = p % 2; (if j & 1 == 0 { i } else { 2 - 1 - i }, j) })).OrderBy(Grouped(8, 1, 7), Grouped(2, 1, 2), AntiDiag(1));
    type L83 = PadBy([1] => [3]).OrderBy(BlockCyclic(1, 1, 1), Row(1, 1, 1)).OrderBy(Reverse(1, 1), Reverse(1, 1, 1, 1), Row(1, 1, 1)).OrderBy(Reverse(1)).Upper(1).ExpandBy([1, 1] => [1, 1]).TileOrderBy(Col(1, 1)).TileBy([1, 1]);
    type L84 = PadBy([100] => [100]).OrderBy(RegP([2, 1, 1, 1], [1, 4, 3, 2]), Rotate(1, 5, -2), Col(2, 5, 1)).OrderBy(Row(1, 1, 1, 1), GenP([25], |i| 25 - 1 - i, |p| 25 - 1 - p), RegP([4, 1], [1, 2])).OrderBy(AntiDiag(2), RegP([25, 1, 1], [1, 2, 3])).GroupBy([25, 1], [2, 2, 1]);
    type L85 = GroupBy([1, 1, 1], [2, 4, 8], [1, 1, 1]);
    type L86 = OrderBy(Table([11, 14, 7, 1, 5, 10, 6, 9, 3, 8, 13, 4, 0, 12, 2, 15])).TileOrderBy(Col(16)).ExpandBy([16] => [17]).OrderBy(Row(17)).TileBy([1], [17]);
    type L87 = OrderBy(RegP([4, 4, 1], [2, 3, 1]), Swizzle(1, 0, 1)).OrderBy(Cute(((1,2),2,(1,1,16)):((64,16),32,(64,64,1)))).GroupBy([8, 1, 1], [1, 1, 1], [8]);
    type L88 = TileOrderBy(Row(1, 1, 1, 1), Col(1, 1, 1, 1), Col(1, 1, 1, 1)).OrderBy(Col(1, 1, 1), Row(1, 1)).ExpandBy([1] => [1]).OrderBy(Fan(1, 0, 14)).TileOrderBy(RegP([1, 1], [2, 1])).GroupBy([1, 1, 1, 1], [1], [1]);
    type L89 = GroupBy([1, 6, 4]);
    type L90 = TileOrderBy(SwizzleRows([96, 1], 0)).TileOrderBy(Morton(8, 2, 1, 1), RegP([1, 2, 1, 1], [2, 3, 1, 4]), Row(3, 1, 1, 1)).GroupBy([1, 1, 1, 1], [3, 4, 2], [4]);
    type L91 = GroupBy([2, 7, 5], [3], [1]);
    type L92 = PadBy([16] => [18]).TileOrderBy(BlockCyclic(16, 1, 2)).TileOrderBy(Linear([16], [[4], [14], [2], [11]])).TileBy([16]);
    type L93 = Band(9, 5, 9).GroupBy([81, 1]);
    type L94 = OrderBy(Col(1, 1, 1, 1), Row(1, 1, 1, 1), Cute(((1,1),(1,1),(1,1,1)):((1,1),(1,1),(1,1,1)))).OrderBy(Row(1, 1, 1, 1), Cute((1,(1,1)):(1,(1,1))));
    type L95 = GroupBy([1, 1, 1, 1], [2, 1, 128]);
    type L96 = OrderBy(Col(1, 1, 22), Table([3, 8, 0, 1, 4, 6, 7, 10, 2, 5, 9, 11]), GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).PadBy([6, 30] => [8, 33]).OrderBy(RegP([5, 1, 36], [3, 2, 1]), Col(1)).GroupBy([20, 1, 9]);
    type L97 = OrderBy(Cute(((1,1),(5,1)):((1,1),(1,1))), SwizzleRows([13, 2], 1)).OrderBy(Rotate(1, 5, 0), Reverse(1, 26)).TileOrderBy(Row(5, 1, 1), Reverse(1, 1, 1), Row(1, 2, 13)).PadBy([128] => [130]).OrderBy(Cute(((2,1),(1,1),(1,2,1),(1,1)):((1,1),(4,1),(1,2,2),(1,2))), Morton(1, 4), Cute((2,2,(2,1)):(4,1,(2,1)))).GroupBy([8, 8], [1, 1, 2, 1], [1, 1]);
    type L98 = OrderBy(Cute(((1,1),12,1):((1,12),1,1))).ExpandBy([1, 12, 1] => [2, 13, 1]).TileOrderBy(RegP([2, 13, 1], [2, 3, 1]), Row(1, 1, 1)).TileBy([2, 13, 1], [1, 1, 1], [1, 1, 1]);
    type L99 = TileOrderBy(Reverse(25, 1, 4)).OrderBy(GenP([4, 25], |i, j| j * 4 + (i + 4 * 25 - j) % 4)).PadBy([100] => [100]).OrderBy(Col(2, 10, 1), GenP([5, 1], |i, j| j * 5 + i, |p| (p % 5, p / 5)), RegP([1], [1])).OrderBy(SwizzleRows([1, 2], 1), GenP([2, 25], |i, j| j * 2 + i, |p| (p % 2, p / 2))).GroupBy([1, 1, 1], [4, 25]);
    type L100 = OrderBy(RegP([1, 1, 1, 5], [2, 3, 1, 4]), Row(1, 1, 1, 1), Cute(((1,1),31,(1,1)):((1,1),1,(1,1)))).TileOrderBy(Row(1, 5, 31)).PadBy([2, 30] => [5, 31]).OrderBy(RegP([1, 1, 5], [3, 1, 2]), Col(2, 2, 3)).OrderBy(Row(10, 6)).OrderBy(Reverse(15, 2, 1, 2));
    type L101 = TileBy([4, 6]);
    type L102 = OrderBy(Fan(8, -3, 1), RegP([2, 1, 8], [1, 2, 3]), GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).OrderBy(Morton(128)).OrderBy(GenP([1, 1], antidiag, antidiag_inv), Fan(32, 49, 2), Swizzle(0, 1, 1)).GroupBy([1, 1, 1, 1], [32], [4]);
    type L103 = OrderBy(GenP([55], |i| i % 55 * 1 + i / 55), BlockCyclic(1, 1, 1)).TileOrderBy(Col(1, 1), GenP([5, 11], |i, j| j * 5 + (i + 5 * 11 - j) % 5)).OrderBy(Col(5, 11, 1, 1), Morton(1, 1, 1, 1)).Upper(10).OrderBy(Grouped(10, 10, 10)).TileOrderBy(Reverse(10, 10)).TileBy([10, 10]);
    type L104 = OrderBy(Swizzle(0, 0, 0), Col(1, 101, 3), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).TileOrderBy(Reverse(303)).OrderBy(RegP([1, 1, 1, 1], [1, 4, 3, 2]), Cute(((1,1),101,(3,1)):((101,303),1,(101,101)))).PadBy([1, 100] => [3, 101]).OrderBy(Col(4, 25)).TileOrderBy(Reverse(2, 25), Cute((1,(1,1)):(1,(1,1))), Grouped(2, 1, 1)).GroupBy([1, 2, 2], [25], [1, 1, 1, 1]);
    type L105 = TileOrderBy(Col(24), GenP([1], |i| (i + 39) % 1)).TileBy([1], [24]);
    type L106 = OrderBy(RegP([1, 1, 1], [2, 3, 1]), SwizzleRows([1, 1], 0)).TileOrderBy(Cute(((1,1),(1,1),(1,1),(1,1,1)):((1,1),(1,1),(1,1),(1,1,1))), Col(1, 1, 1, 1)).OrderBy(Swizzle(0, 0, 0), Morton(1), Morton(1)).GroupBy([1, 1, 1, 1]);
    type L107 = OrderBy(Table([3, 2, 7, 4, 6, 0, 5, 1]), Reverse(3)).OrderBy(GenP([1, 3], |i, j| j * 1 + (i + 1 * 3 - j) % 1), RegP([8], [1])).OrderBy(GenP([4], |i| (i + 5) % 4), RegP([1, 6, 1], [3, 2, 1])).GroupBy([24]);
    type L108 = OrderBy(Cute(((7,6,5)):((5,35,1)))).OrderBy(Row(3, 2, 1), RegP([35], [1])).TileOrderBy(Fan(7, 6, -5), Table([3, 4, 5, 0, 2, 1]), GenP([5], |i| (i + 24) % 5));
    type L109 = GroupBy([1, 1]);
    type L110 = OrderBy(Col(1, 6, 1), Reverse(1, 5, 1, 1), BlockCyclic(1, 1, 1)).OrderBy(Row(2, 1, 1), Cute(((5,1,1),(1,3,1)):((3,3,15),(3,1,3)))).OrderBy(Reverse(1, 6, 1, 5));
    type L111 = OrderBy(Col(2), GenP([90], |i| 90 - 1 - i, |p| 90 - 1 - p)).OrderBy(GenP([180], |i| i % 5 * 36 + i / 5)).TileBy([180]);
    type L112 = OrderBy(GenP([12], |i| (i + 19) % 12), RegP([1, 1, 1], [3, 1, 2]), RegP([1, 1, 1, 1], [2, 4, 3, 1]));
    type L113 = TileOrderBy(Reverse(1, 1, 1), Row(3, 1, 7)).OrderBy(Row(1, 21, 1), Cute(((1,1,1)):((1,1,1))), Row(1)).PadBy([21] => [21]).Lower(6).ExpandBy([6, 6] => [8, 7]).TileOrderBy(RegP([8, 7], [2, 1])).TileBy([4, 7], [2, 1]);
    type L114 = OrderBy(Table([0])).TileOrderBy(BlockCyclic(1, 1, 1), GenP([1], |i| i % 1 * 1 + i / 1)).GroupBy([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]);
    type L115 = TileOrderBy(GenP([4], |i| i % 4 * 1 + i / 4), GenP([4], |i| 4 - 1 - i, |p| 4 - 1 - p)).TileBy([16]);
    type L116 = OrderBy(Reverse(18, 1), Row(1, 1, 2)).ExpandBy([36] => [39]).OrderBy(Grouped(39, 1, 24));
    type L117 = TileOrderBy(GenP([210], |i| (i + 17) % 210)).TileOrderBy(BlockCyclic(210, 6, 7), Reverse(1)).OrderBy(Reverse(2, 1, 7), Row(1, 1, 3), Col(1, 1, 1, 5)).ExpandBy([21, 10] => [21, 12]).OrderBy(Row(3, 1, 1), RegP([6, 2, 7], [1, 3, 2])).OrderBy(Row(1, 84), GenP([3], |i| i % 1 * 3 + i / 1)).OrderBy(Col(9, 2, 14));
    type L118 = OrderBy(Reverse(1, 1, 3, 8)).TileOrderBy(Cute(((1,1,1),(1,1,1),(2,1,1),(1,1)):((1,2,2),(1,2,2),(1,1,2),(2,2))), Row(12, 1, 1, 1)).PadBy([24] => [24]).OrderBy(SwizzleRows([12, 2], 1)).OrderBy(RegP([3, 1, 1], [1, 3, 2]), Row(2, 4)).OrderBy(Row(24)).GroupBy([3, 1], [1, 1], [1, 8]);
    type L119 = OrderBy(Cute((1,(1,1),8):(1,(1,8),1)), Morton(1, 2), Reverse(1, 1, 1, 1)).OrderBy(Reverse(1, 1), Reverse(16)).TileOrderBy(GenP([8, 1], |i, j| j * 8 + i, |p| (p % 8, p / 8)), GenP([1, 2], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }));
    type L120 = OrderBy(Reverse(3), GenP([20], |i| (i + 16) % 20)).OrderBy(GenP([2, 15], |i, j| j * 2 + i, |p| (p % 2, p / 2)), Col(1, 2, 1, 1)).OrderBy(RegP([1, 6, 1, 2], [2, 4, 1, 3]), Swizzle(0, 0, 0), Col(5)).GroupBy([12], [1, 5]);
    type L121 = TileBy([1, 1, 60]);
    type L122 = TileBy([4, 9], [1, 1]);
    type L123 = Upper(13).OrderBy(Rotate(1, 1, -2), Reverse(13, 13)).TileOrderBy(Skew(13, 1), Reverse(1, 13)).TileBy([13, 13]);
    type L124 = TileBy([1, 3], [2, 5], [1, 1]);
    type L125 = OrderBy(SwizzleRows([10, 1], 0), Col(21), Row(1, 1, 1, 1)).GroupBy([1, 1, 1], [1, 6], [7, 1, 1, 5]);
    type L126 = GroupBy([1, 1, 2, 1], [1, 8, 2], [2]);
    type L127 = TileBy([1, 1, 5], [1, 3, 4], [1, 1, 1]);
    type L128 = TileBy([2, 12, 1], [1, 4, 1]);
    type L129 = OrderBy(Cute((3,1,(1,1),(1,1,1)):(1,3,(1,1),(1,3,3))), Reverse(1, 1, 70)).OrderBy(Table([0, 1, 2]), Rotate(1, 1, 0), RegP([1, 5, 1, 14], [3, 1, 2, 4])).GroupBy([7, 1], [1, 1, 1, 1], [30]);
    type L130 = OrderBy(RegP([1, 2, 5, 1], [4, 3, 1, 2]), Row(3, 1, 1, 2)).OrderBy(GenP([6], |i| i % 2 * 3 + i / 2), Reverse(2, 1, 5, 1), Rotate(1, 1, 0));
    type L131 = TileBy([1, 1]);
    type L132 = OrderBy(Col(1, 1, 1), Cute(((1,1,1),(1,1),(3,2)):((1,1,6),(1,6),(2,1))), Row(1, 2, 2)).OrderBy(RegP([8], [1]), GenP([1, 3], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }));
    type L133 = OrderBy(RegP([1, 55, 1], [2, 1, 3]), Morton(1)).OrderBy(Cute((55,1,(1,1,1),(1,1,1)):(1,1,(1,1,1),(1,1,1)))).OrderBy(Cute(((5,1),(1,11,1)):((11,1),(1,1,1)))).Lower(10).ExpandBy([10, 10] => [10, 10]).TileOrderBy(Reverse(5, 1), RegP([2, 10], [2, 1])).TileBy([10, 10]);
    type L134 = TileOrderBy(Rotate(1, 64, -81), Row(2, 2)).TileBy([1, 1], [2, 1], [1, 128]);
    type L135 = OrderBy(Col(1, 2, 3), Row(1, 1, 10, 1)).OrderBy(Cute(((3,2,5),(1,1),1,2):((20,1,4),(4,4),4,2))).OrderBy(GenP([12, 5], |i, j| j * 12 + i, |p| (p % 12, p / 12))).GroupBy([1, 1, 4, 1], [15], [1, 1]);
    type L136 = OrderBy(Reverse(1), Col(1, 1, 1, 1), Fan(1, 0, 3)).TileOrderBy(Col(1, 1, 1, 1), Reverse(1, 1, 1, 1), Morton(1, 1, 1, 1)).TileOrderBy(Cute((1,1,(1,1),(1,1,1)):(1,1,(1,1),(1,1,1)))).GroupBy([1, 1], [1, 1, 1]);
    type L137 = TileOrderBy(Cute(((8,3),(1,1)):((1,8),(24,1)))).OrderBy(Row(1, 12, 2), Reverse(1, 1, 1, 1)).OrderBy(Cute(((2,2),(1,1),(1,1),(1,1)):((2,1),(1,2),(2,1),(1,1))), Table([0, 1, 4, 2, 5, 3]));
    type L138 = OrderBy(GenP([1, 1], antidiag, antidiag_inv), BlockCyclic(3, 1, 1), Cute(((1,2,2)):((2,2,1)))).OrderBy(GenP([12, 1], |i, j| j * 12 + i, |p| (p % 12, p / 12))).ExpandBy([12] => [14]).OrderBy(Cute(((1,1,1),1,(1,1,1),(1,1,1)):((1,1,1),1,(1,1,1),(1,1,1))), Col(14, 1), Row(1, 1, 1)).GroupBy([1, 2, 1], [1, 1, 1, 7], [1]);
    type L139 = TileBy([1, 12], [1, 1], [12, 1]);
    type L140 = OrderBy(Cute(((1,4,2)):((8,2,1))), Swizzle(0, 2, -1)).OrderBy(Col(1, 2, 1, 1), Col(1, 1, 32)).GroupBy([2, 1, 16, 1], [1, 1, 1, 2], [1, 1, 1, 1]);
    type L141 = TileOrderBy(Row(3), Swizzle(0, 0, 0), BlockCyclic(12, 2, 3));
    type L142 = OrderBy(Col(2, 2, 24)).OrderBy(Row(1, 3, 1, 1), Linear([1, 2, 16], [[0, 0, 6], [0, 0, 2], [0, 0, 1], [0, 1, 14], [0, 0, 14]])).OrderBy(Cute(((2,2,1),(2,2,1),(6,1,1)):((1,24,2),(2,48,96),(4,4,4)))).GroupBy([8], [4, 3]);
    type L143 = Band(9, 2, 9).GroupBy([81]);
    type L144 = TileOrderBy(GenP([5, 3], |i, j| j * 5 + i, |p| (p % 5, p / 5)), Skew(3, 4)).PadBy([15, 12] => [15, 12]).TileBy([15, 12]);
    type L145 = OrderBy(Cute(((4,4,1),(1,1)):((4,1,4),(16,16)))).OrderBy(Linear([1, 1, 8], [[0, 0, 4], [0, 0, 5], [0, 0, 6]]), GenP([2], |i| i % 2 * 1 + i / 2)).GroupBy([16], [1, 1]);
    type L146 = OrderBy(RegP([2, 1, 3, 2], [1, 2, 3, 4]), Skew(4, 2));
    type L147 = OrderBy(Rotate(12, 1, -1)).OrderBy(Row(1, 1), Reverse(1, 12, 1), Morton(1, 1, 1));
    type L148 = OrderBy(GenP([24], |i| 24 - 1 - i, |p| 24 - 1 - p)).OrderBy(GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p), GenP([2], |i| (i + 38) % 2)).TileBy([8], [3]);
    type L149 = OrderBy(GenP([60], |i| i % 5 * 12 + i / 5)).TileBy([4], [5], [3]);
    type L150 = GroupBy([2, 1, 15], [1, 1, 1]);
    type L151 = ExpandBy([1, 1, 1] => [3, 1, 3]).TileBy([3, 1, 3], [1, 1, 1]);
    type L152 = OrderBy(Cute(((1,3)):((1,1))), Reverse(35, 1, 2)).OrderBy(BlockCyclic(210, 35, 2), RegP([1], [1]), GenP([1], |i| (i + 8) % 1)).OrderBy(GenP([15, 7], |i, j| j * 15 + (if j % 2 == 0 { i } else { 15 - 1 - i }), |p| { let j = p / 15; let i = p % 15; (if j & 1 == 0 { i } else { 15 - 1 - i }, j) }), Morton(2), Row(1, 1, 1, 1));
    type L153 = OrderBy(GenP([228], |i| (i + 25) % 228)).OrderBy(RegP([4, 1, 57], [1, 2, 3])).OrderBy(Morton(4), RegP([1, 1, 1, 19], [4, 1, 2, 3]), BlockCyclic(3, 3, 1)).Band(12, 7, 11).OrderBy(Row(12, 12)).TileBy([12, 12]);
    type L154 = PadBy([128] => [129]).OrderBy(Linear([128], [[4], [64], [32], [8], [2], [1], [16]])).TileOrderBy(RegP([128], [1])).TileBy([4], [32]);
    type L155 = TileOrderBy(Row(2, 4, 4), Row(1, 2, 2)).TileOrderBy(Row(4, 1, 1, 1), RegP([1, 2, 1, 1], [2, 3, 4, 1]), Row(2, 2, 2, 2)).GroupBy([64], [2, 1, 1]);
    type L156 = PadBy([144] => [144]).OrderBy(GenP([144], |i| (i + 37) % 144)).TileBy([3], [16], [3]);
    type L157 = TileOrderBy(Morton(1, 128)).OrderBy(Linear([1, 8], [[0, 7], [0, 3], [0, 5]]), Col(1, 16)).TileBy([1, 1], [1, 2], [1, 64]);
    type L158 = ExpandBy([5, 42] => [6, 44]).TileOrderBy(Row(6, 44), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).TileBy([3, 44], [2, 1]);
    type L159 = OrderBy(Row(2, 8), Cute((2,(1,1,1),1,3):(1,(2,1,2),1,2)));
    type L160 = OrderBy(Morton(64, 1, 2, 1));
    type L161 = OrderBy(Table([0]), Col(2, 6), BlockCyclic(1, 1, 1)).OrderBy(Cute((2):(1)), Col(6)).TileOrderBy(RegP([1, 2, 1, 6], [4, 1, 3, 2]));
    type L162 = TileBy([1], [36], [1]);
    type L163 = OrderBy(Grouped(3, 7, 3)).TileOrderBy(Col(1, 1, 1, 7), Cute((1,(1,1,1),1,3):(1,(3,3,3),1,1))).Lower(6).TileBy([6, 6]);
    type L164 = TileBy([1], [2], [6]);
    type L165 = GroupBy([1], [1, 1, 8], [8, 2]);
    type L166 = OrderBy(Col(2, 5, 3)).TileBy([1, 1, 1], [1, 5, 1], [2, 1, 3]);
    type L167 = OrderBy(Cute(((1,4,9)):((1,9,1)))).ExpandBy([36] => [39]).TileOrderBy(Col(13, 1, 3, 1)).GroupBy([1, 1, 1], [1, 13], [1, 1, 3, 1]);
    type L168 = TileOrderBy(Skew(1, 1), Linear([4, 1], [[1, 0], [2, 0]]), GenP([1, 3], |i, j| j * 1 + i, |p| (p % 1, p / 1))).GroupBy([1, 1, 1], [4, 1], [3, 1]);
    type L169 = TileOrderBy(RegP([1, 1, 1], [1, 3, 2]), Row(1, 1, 1)).TileOrderBy(Morton(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1], [1, 1, 1]);
    type L170 = TileOrderBy(Col(1, 1, 1), Cute((1,(1,1),(1,1,1)):(1,(1,1),(1,1,1)))).GroupBy([1, 1, 1, 1], [1, 1, 1]);
    type L171 = OrderBy(Morton(1, 1, 4), Morton(1, 1, 16)).OrderBy(Cute(((1,1),(1,1,1),64):((64,64),(64,64,64),1))).ExpandBy([1, 1, 64] => [3, 1, 64]).TileBy([3, 1, 64]);
    type L172 = GroupBy([30]);
    type L173 = OrderBy(Reverse(3), Col(1, 61, 1, 1)).PadBy([180] => [183]).OrderBy(Cute(((1,1),1,(1,1)):((1,1),1,(1,1))), Morton(1), RegP([10, 1, 18, 1], [4, 1, 2, 3])).Band(10, 10, 7).ExpandBy([10, 10] => [12, 12]).TileBy([12, 12]);
    type L174 = OrderBy(Fan(21, 37, 11), Cute(((1,1),(5,1),(1,2,1)):((1,1),(1,1),(1,5,1))));
    type L175 = ExpandBy([24, 6] => [26, 8]).OrderBy(Col(4, 4, 1), Reverse(1, 1, 13)).OrderBy(BlockCyclic(8, 8, 1), Row(1, 2, 1, 1), Skew(1, 13));
    type L176 = OrderBy(Col(1, 2, 8, 1), GenP([9], |i| 9 - 1 - i, |p| 9 - 1 - p)).OrderBy(Col(4, 12, 1), GenP([3, 1], |i, j| j * 3 + (i + 3 * 1 - j) % 3));
    type L177 = OrderBy(Morton(1, 1, 16)).OrderBy(RegP([4, 1], [2, 1]), BlockCyclic(2, 1, 1), Cute(((1,1),(1,1,2),1,(1,1,1)):((1,1),(1,1,1),2,(1,2,1)))).ExpandBy([16] => [16]).OrderBy(Reverse(4, 1, 1, 1), RegP([2, 2, 1], [2, 1, 3])).GroupBy([4, 1, 4, 1]);
    type L178 = OrderBy(Cute((15,(2,2),3):(12,(3,6),1)), GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }));
    type L179 = GroupBy([32, 1, 1], [2]);
    type L180 = TileOrderBy(Cute((1,(1,1),(1,1)):(1,(1,1),(1,1))), Col(1, 47, 2), Reverse(1, 3, 1)).OrderBy(RegP([1, 2, 1], [1, 3, 2]), GenP([141], |i| 141 - 1 - i, |p| 141 - 1 - p)).PadBy([4, 45] => [6, 47]).OrderBy(Row(1, 18), RegP([10], [1])).OrderBy(Row(5, 18), Cute(((1,1,1),(1,1),1):((1,1,1),(1,1),1)), Cute(((1,1),(1,1,1),2,(1,1,1)):((1,1),(1,1,1),1,(1,1,1))));
    type L181 = OrderBy(Col(4, 12, 3)).TileBy([1, 1, 1], [2, 4, 1], [2, 3, 3]);
    type L182 = OrderBy(Cute(((4,1)):((1,4))), RegP([2, 1, 1], [3, 2, 1]), Cute(((1,4),4,(2,1)):((1,8),1,(4,1)))).TileOrderBy(GenP([1, 32], |i, j| j * 1 + (i + 1 * 32 - j) % 1), Col(1, 8)).GroupBy([16], [2, 2, 1], [2, 2, 1, 1]);
    type L183 = Lower(11).ExpandBy([11, 11] => [12, 12]).OrderBy(GenP([6, 1], |i, j| j * 6 + (i + 6 * 1 - j) % 6), Skew(2, 12)).TileBy([2, 6], [6, 2]);
    type L184 = OrderBy(Table([3, 10, 14, 5, 7, 11, 13, 0, 9, 8, 6, 12, 2, 4, 1, 15])).OrderBy(Reverse(16)).ExpandBy([16] => [17]).OrderBy(Row(1), Row(17)).OrderBy(Reverse(17)).TileBy([1], [17]);
    type L185 = ExpandBy([100] => [101]).TileBy([101], [1]);
    type L186 = TileOrderBy(Grouped(5, 4, 3)).PadBy([3, 4] => [5, 4]).OrderBy(GenP([3, 4], |i, j| j * 3 + (i + 3 * 4 - j) % 3)).OrderBy(Skew(3, 1), Grouped(1, 4, 3)).TileBy([1, 1], [1, 1], [3, 4]);
    type L187 = OrderBy(Morton(2, 64)).GroupBy([128, 1]);
    type L188 = TileBy([2], [12], [4]);
    type L189 = GroupBy([4, 2, 9], [1, 2, 1, 1], [1, 1]);
    type L190 = OrderBy(Row(2, 128)).TileOrderBy(Cute((1,(1,1,8)):(1,(1,1,1))), Rotate(2, 16, 29)).TileBy([2, 4], [1, 16], [1, 2]);
    type L191 = TileOrderBy(Reverse(1, 2, 1, 1), Row(7, 1, 1, 1), Row(1, 1, 1, 1)).TileOrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), GenP([7, 2], |i, j| j * 7 + (if j % 2 == 0 { i } else { 7 - 1 - i }), |p| { let j = p / 7; let i = p % 7; (if j & 1 == 0 { i } else { 7 - 1 - i }, j) })).OrderBy(Row(7, 1), Linear([2, 1, 1, 1], [[1, 0, 0, 0]])).PadBy([12] => [14]).OrderBy(Morton(1, 1, 1), GenP([12], |i| i % 1 * 12 + i / 1)).OrderBy(Cute((3,2):(1,3)), Linear([2, 1, 1, 1], [[1, 0, 0, 0]])).TileOrderBy(Skew(1, 2), Col(1, 2), Cute(((1,1,1),3):((1,1,3),1)));
    type L192 = OrderBy(Cute(((1,6,6),(1,2,1),(1,2,1)):((4,4,24),(144,2,24),(24,1,24)))).OrderBy(Col(4, 2, 1), Row(9, 1, 2)).TileBy([36, 2, 2]);
    type L193 = OrderBy(Row(90)).Band(10, 4, 4).GroupBy([5, 1, 20]);
    type L194 = TileOrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Grouped(1, 181, 2)).OrderBy(Rotate(1, 181, 304), RegP([1, 1, 1, 1], [4, 1, 3, 2]), RegP([1, 1, 1, 1], [4, 1, 3, 2])).PadBy([180] => [181]).OrderBy(Reverse(30, 1, 3), Morton(2, 1, 1, 1)).OrderBy(Row(1, 5, 3), GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p)).GroupBy([2, 1, 1, 10], [1, 1, 1, 1], [9]);
    type L195 = OrderBy(Col(1, 1, 1), Row(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1], [1, 1, 1]);
    type L196 = TileOrderBy(Col(128)).TileOrderBy(Row(64), Fan(2, 3, -5)).ExpandBy([128] => [130]).TileBy([2], [65], [1]);
    type L197 = TileOrderBy(Reverse(1, 1, 1), RegP([1, 2, 73], [3, 2, 1])).OrderBy(Col(146, 1, 1)).OrderBy(Row(2, 73, 1)).PadBy([144] => [146]).OrderBy(Row(12, 2, 1, 6)).TileOrderBy(Grouped(1, 144, 3)).GroupBy([1, 9, 1], [1, 1, 8], [2, 1, 1]);
    type L198 = GroupBy([2, 4, 2]);
    type L199 = OrderBy(Morton(16, 8, 1)).ExpandBy([128] => [128]).TileOrderBy(Row(1, 1, 1, 4), Cute(((1,1),(1,1),(1,1),(1,2,1)):((1,1),(1,1),(1,1),(1,1,1))), Cute(((1,2),1,(1,4),(1,1,2)):((1,4),1,(1,1),(1,16,8)))).OrderBy(Fan(128, 231, 1)).GroupBy([2], [16], [1, 4]);
    type L200 = ExpandBy([18, 8] => [18, 9]).OrderBy(Col(3), Cute((1,1,54):(1,54,1))).GroupBy([1], [54, 1, 1], [1, 1, 3, 1]);
    type L201 = OrderBy(Table([1, 10, 8, 11, 5, 9, 2, 6, 4, 3, 0, 7])).OrderBy(Reverse(1, 6), RegP([1, 2, 1], [2, 1, 3])).GroupBy([1, 1], [6, 2, 1]);
    type L202 = OrderBy(Table([40, 4, 26, 17, 30, 11, 3, 1, 22, 23, 41, 34, 20, 7, 18, 28, 8, 39, 13, 9, 14, 5, 16, 10, 21, 25, 19, 0, 29, 38, 15, 32, 12, 36, 33, 2, 27, 37, 35, 31, 6, 24]), BlockCyclic(5, 5, 1)).TileBy([210]);
    type L203 = OrderBy(Cute(((1,1),(37,1,1),(1,1,1)):((37,37),(1,37,37),(37,37,37))), Col(1, 1, 1, 1), Row(1, 1, 1)).TileOrderBy(Reverse(37, 1, 1, 1)).PadBy([36] => [37]).Lower(8).ExpandBy([8, 8] => [8, 9]).OrderBy(RegP([4, 1], [2, 1]), RegP([2, 9], [2, 1])).TileOrderBy(Skew(8, 9)).TileBy([2, 1], [4, 9]);
    type L204 = TileOrderBy(Col(10, 2, 6)).PadBy([10, 2, 5] => [10, 2, 6]).OrderBy(Row(10, 2, 5)).OrderBy(Row(10, 2, 5)).TileBy([5, 2, 1], [2, 1, 5]);
    type L205 = ExpandBy([128] => [130]).OrderBy(Cute(((1,1,13),(1,1,1),(1,1,1),(1,1,1)):((1,1,1),(13,1,1),(13,1,13),(1,1,1))), Row(10)).OrderBy(GenP([13, 1], |i, j| j * 13 + (i + 13 * 1 - j) % 13), GenP([10], |i| (i + 16) % 10)).OrderBy(Reverse(1, 5), Col(26, 1)).GroupBy([130, 1], [1]);
    type L206 = GroupBy([1, 1], [1, 1, 1, 2], [30]);
    type L207 = OrderBy(GenP([2, 1], |i, j| j * 2 + (if j % 2 == 0 { i } else { 2 - 1 - i }), |p| { let j = p / 2; let i = p % 2; (if j & 1 == 0 { i } else { 2 - 1 - i }, j) }), Grouped(9, 2, 4)).TileOrderBy(GenP([18, 2], |i, j| j * 18 + i, |p| (p % 18, p / 18))).TileBy([9, 1], [2, 1], [1, 2]);
    type L208 = OrderBy(Row(19, 1), RegP([7], [1])).OrderBy(Row(1, 19, 7)).PadBy([16, 6] => [19, 7]).TileOrderBy(SwizzleRows([3, 32], 5));
    type L209 = TileOrderBy(BlockCyclic(60, 10, 2)).TileBy([20], [1], [3]);
    type L210 = PadBy([64] => [66]).OrderBy(Cute((4,2):(2,1)), RegP([1, 8], [1, 2]), Row(1, 1));
    type L211 = TileOrderBy(Col(2, 1, 27)).OrderBy(Reverse(2, 1, 1, 1), Row(1, 3, 9, 1)).OrderBy(Skew(18, 3)).PadBy([5, 6] => [6, 9]).OrderBy(Row(30)).OrderBy(Morton(1, 2, 1, 1), Row(1, 1, 3), BlockCyclic(5, 1, 1)).OrderBy(Row(1, 5, 6));
    type L212 = OrderBy(Reverse(2, 37)).OrderBy(RegP([1, 1, 1, 74], [3, 1, 2, 4]), Col(1), Morton(1)).PadBy([1, 36] => [2, 37]).OrderBy(Rotate(2, 2, -2), Rotate(1, 9, -7)).OrderBy(GenP([3], |i| i % 1 * 3 + i / 1), Grouped(6, 2, 4)).OrderBy(Reverse(1, 1, 2, 1), RegP([1, 1, 3], [1, 2, 3]), Cute((1,2,(1,1),(1,3)):(2,1,(2,1),(2,2))));
    type L213 = OrderBy(Morton(1, 1), Row(36)).OrderBy(Linear([4, 1], [[1, 0], [2, 0]]), Reverse(3, 1, 1), Row(1, 1, 1, 3)).Upper(8).ExpandBy([8, 8] => [10, 8]).OrderBy(RegP([2, 2], [2, 1]), Col(5, 4)).TileBy([10, 1], [1, 8]);
    type L214 = TileBy([36], [5]);
    type L215 = OrderBy(Skew(1, 1), Skew(1, 1)).OrderBy(Row(1, 1, 1), GenP([1], |i| i % 1 * 1 + i / 1), GenP([1], |i| i % 1 * 1 + i / 1)).GroupBy([1, 1]);
    type L216 = TileOrderBy(Cute((3,10):(10,1))).OrderBy(Rotate(1, 30, -35)).OrderBy(Cute((30):(1)), Cute(((1,1),(1,1)):((1,1),(1,1)))).PadBy([30, 1] => [30, 1]).TileOrderBy(Cute((5):(1)), GenP([3], |i| (i + 38) % 3), RegP([2], [1])).OrderBy(Col(1, 3, 1, 1), Grouped(5, 2, 4)).OrderBy(Reverse(30));
    type L217 = OrderBy(RegP([3], [1]), GenP([2, 1], |i, j| j * 2 + i, |p| (p % 2, p / 2)), Row(1, 1, 7)).OrderBy(Row(6, 7), Cute((1,(1,1,1),1):(1,(1,1,1),1))).OrderBy(BlockCyclic(21, 1, 1), GenP([2], |i| (i + 38) % 2), Morton(1, 1, 1, 1)).PadBy([12, 1] => [14, 3]).GroupBy([12, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1]);
    type L218 = TileBy([1, 1, 4], [4, 2, 3]);
    type L219 = OrderBy(GenP([1], |i| (i + 32) % 1), GenP([2], |i| (i + 36) % 2), Reverse(1, 1, 31)).OrderBy(BlockCyclic(2, 2, 1), Cute((1):(1)), Rotate(31, 1, 0)).PadBy([1, 30] => [2, 31]).TileOrderBy(Table([0, 18, 21, 3, 25, 12, 4, 5, 1, 19, 24, 14, 26, 27, 10, 8, 15, 16, 2, 11, 6, 20, 29, 22, 9, 7, 13, 28, 23, 17])).GroupBy([2, 1, 1], [1, 3, 5]);
    type L220 = TileOrderBy(RegP([1], [1]), RegP([1], [1]), Table([31, 17, 10, 22, 14, 15, 11, 28, 19, 0, 7, 18, 12, 24, 25, 30, 4, 26, 9, 13, 32, 23, 8, 1, 5, 35, 34, 27, 3, 20, 29, 6, 33, 16, 21, 2])).OrderBy(Row(1, 1, 1, 1), RegP([2, 3, 3, 2], [1, 2, 4, 3]));
    type L221 = TileBy([4, 1], [1, 16], [1, 1]);
    type L222 = OrderBy(RegP([64], [1])).OrderBy(Morton(2, 2, 2, 4), Cute((2):(1)), Row(1, 1, 1, 1)).OrderBy(SwizzleRows([1, 1], 0), Reverse(4, 1, 1, 16), Morton(1));
    type L223 = OrderBy(GenP([10], |i| (i + 6) % 10), Reverse(1, 1, 1), Reverse(1, 13, 1, 1)).OrderBy(GenP([130], |i| 130 - 1 - i, |p| 130 - 1 - p)).OrderBy(Cute(((1,1,1),(1,1,1),(1,5),(1,2)):((1,1,1),(1,10,1),(1,1),(1,5))), Reverse(1, 1, 13, 1)).Band(10, 4, 8).OrderBy(Cute((25,(1,1),(1,2,2),1):(1,(100,100),(100,50,25),100))).TileOrderBy(RegP([10], [1]), RegP([10], [1])).GroupBy([100]);
    type L224 = TileOrderBy(Morton(1, 1, 1), RegP([3, 1, 1], [2, 3, 1]), RegP([1, 2, 1], [3, 2, 1])).TileOrderBy(Col(1, 2), Reverse(3, 1)).PadBy([1, 1] => [2, 3]).OrderBy(RegP([1, 1, 1], [1, 2, 3]), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).OrderBy(Row(1, 1), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).OrderBy(RegP([1, 1, 1, 1], [2, 1, 3, 4]));
    type L225 = OrderBy(Reverse(1, 4, 3), Cute(((1,1,1),5,(1,1,1)):((5,5,1),1,(5,5,5)))).TileBy([1, 20, 3]);
    type L226 = OrderBy(GenP([12, 2], |i, j| j * 12 + (if j % 2 == 0 { i } else { 12 - 1 - i }), |p| { let j = p / 12; let i = p % 12; (if j & 1 == 0 { i } else { 12 - 1 - i }, j) })).TileBy([4, 2], [1, 1], [3, 1]);
    type L227 = OrderBy(Col(1, 2, 1, 1), GenP([64], |i| 64 - 1 - i, |p| 64 - 1 - p), RegP([2, 1, 1, 1], [1, 4, 2, 3])).OrderBy(Reverse(16, 1, 1, 2), Cute((1,1,1,(4,1,1)):(4,1,1,(1,4,4))), Morton(1, 1, 1, 2)).GroupBy([256]);
    type L228 = GroupBy([1, 1], [96]);
    type L229 = GroupBy([1, 1, 1], [1, 3], [60]);
    type L230 = OrderBy(Row(12, 2, 1)).OrderBy(Col(12, 2, 1)).ExpandBy([12, 2, 1] => [13, 3, 1]).TileOrderBy(Row(13, 1, 1), RegP([1, 3, 1], [3, 2, 1])).TileBy([1, 3, 1], [13, 1, 1]);
    type L231 = PadBy([5, 1, 36] => [6, 3, 36]).TileOrderBy(Row(5, 1, 3), RegP([1, 1, 12], [3, 2, 1])).TileBy([1, 1, 18], [5, 1, 2]);
    type L232 = OrderBy(Col(6, 25, 2)).PadBy([4, 24, 1] => [6, 25, 2]).OrderBy(Cute(((2,1,2),(12,2),(1,1)):((4,2,1),(8,2),(4,96)))).TileBy([4, 24, 1]);
    type L233 = OrderBy(Row(2, 5)).Upper(4).TileOrderBy(GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p), BlockCyclic(2, 2, 1), Row(4)).OrderBy(Reverse(16, 1)).TileOrderBy(Skew(4, 2), Morton(2, 1)).GroupBy([1, 1, 16]);
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
        text: "OrderBy(GenP([36], |i| 36 - 1 - i, |p| 36 - 1 - p)).OrderBy(GenP([1], |i| (i + 22) % 1), Reverse(4, 9)).ExpandBy([9, 4] => [10, 5])",
        apply: apply::<L35>,
        inv: inv::<L35>,
        apply_u32: |i| L35::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L35::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 1), Cute((1,(1,1,1),43,(1,1,1)):(1,(1,1,43),1,(1,1,1))), Table([0, 1, 2])).TileOrderBy(BlockCyclic(3, 3, 1), Table([12, 9, 4, 8, 22, 21, 2, 1, 40, 26, 29, 6, 24, 39, 20, 23, 32, 36, 25, 18, 17, 16, 35, 27, 31, 7, 15, 19, 38, 33, 13, 37, 10, 11, 30, 41, 14, 34, 42, 28, 3, 5, 0]), Cute(((1,1,1)):((1,1,1)))).PadBy([128] => [129]).OrderBy(Morton(1, 16, 1), Col(4), Row(1, 1, 1, 2)).TileOrderBy(Skew(2, 4), GenP([16, 1], |i, j| j * 16 + (i + 16 * 1 - j) % 16)).GroupBy([1, 64, 2])",
        apply: apply::<L36>,
        inv: inv::<L36>,
        apply_u32: |i| L36::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L36::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(13), RegP([2], [1])).TileOrderBy(GenP([26], |i| (i + 22) % 26)).PadBy([24] => [26]).TileBy([24])",
        apply: apply::<L37>,
        inv: inv::<L37>,
        apply_u32: |i| L37::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L37::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1), Row(1, 1, 1), Reverse(211, 1)).TileOrderBy(Skew(1, 1), Grouped(1, 1, 2), Cute(((1,211,1),1):((1,1,1),211))).PadBy([210] => [211]).OrderBy(RegP([1, 1, 1, 1], [4, 3, 1, 2]), Cute(((14,15),1,(1,1)):((15,1),210,(210,210))), Morton(1, 1))",
        apply: apply::<L38>,
        inv: inv::<L38>,
        apply_u32: |i| L38::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L38::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Rotate(4, 2, 1), GenP([6, 2], |i, j| j * 6 + (i + 6 * 2 - j) % 6))",
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
        text: "TileOrderBy(Rotate(2, 3, -1)).PadBy([6] => [6]).Upper(3).ExpandBy([3, 3] => [4, 3]).TileOrderBy(RegP([4, 3], [1, 2])).OrderBy(RegP([4, 3], [2, 1])).TileBy([4, 3])",
        apply: apply::<L43>,
        inv: inv::<L43>,
        apply_u32: |i| L43::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L43::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Cute(((1,1,1),1):((1,1,1),1)), Rotate(2, 1, -1), Grouped(1, 6, 2)).ExpandBy([12] => [12])",
        apply: apply::<L44>,
        inv: inv::<L44>,
        apply_u32: |i| L44::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L44::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([24] => [24]).OrderBy(Skew(1, 1), Reverse(1, 1, 3), Row(8)).OrderBy(Col(1, 1, 1), Morton(1, 8, 1), RegP([1, 3], [1, 2])).GroupBy([2, 2], [3, 2])",
        apply: apply::<L45>,
        inv: inv::<L45>,
        apply_u32: |i| L45::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L45::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([2, 6, 2])",
        apply: apply::<L46>,
        inv: inv::<L46>,
        apply_u32: |i| L46::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L46::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Fan(16, 21, 17), GenP([8], |i| 8 - 1 - i, |p| 8 - 1 - p)).ExpandBy([128] => [128]).TileOrderBy(Row(16), GenP([8], |i| (i + 14) % 8)).OrderBy(GenP([1], |i| i % 1 * 1 + i / 1), Fan(128, 33, 4)).TileBy([8], [16])",
        apply: apply::<L47>,
        inv: inv::<L47>,
        apply_u32: |i| L47::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L47::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([21, 10, 36, 0, 12, 38, 14, 32, 6, 20, 17, 31, 8, 45, 40, 29, 34, 16, 46, 11, 4, 23, 3, 42, 28, 15, 1, 47, 5, 18, 43, 39, 33, 35, 26, 27, 19, 37, 2, 9, 25, 24, 44, 22, 30, 7, 41, 13]), BlockCyclic(2, 2, 1)).TileBy([2], [4], [12])",
        apply: apply::<L48>,
        inv: inv::<L48>,
        apply_u32: |i| L48::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L48::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1, 9, 1, 8], [4, 1, 2, 3]), Reverse(1, 1, 1, 2)).OrderBy(Grouped(9, 1, 8), Reverse(1, 8, 1, 2), Row(1, 1, 1)).OrderBy(Cute(((24,2,3)):((6,3,1)))).GroupBy([3, 4], [1, 2, 6])",
        apply: apply::<L49>,
        inv: inv::<L49>,
        apply_u32: |i| L49::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L49::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Cute(((1,2,1),18,(1,1),(1,1)):((18,18,18),1,(36,18),(18,36))), RegP([1, 1, 1, 1], [4, 1, 3, 2])).TileOrderBy(GenP([36], |i| (i + 7) % 36))",
        apply: apply::<L50>,
        inv: inv::<L50>,
        apply_u32: |i| L50::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L50::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,1,4),1,(5,5)):((100,5,5),100,(1,20))), Skew(1, 1)).OrderBy(Col(4, 1, 25, 1)).OrderBy(Cute(((2,1),5,(1,1),1):((5,5),1,(5,10),1)), Col(1, 5, 2, 1)).GroupBy([2], [1, 5, 1, 1], [2, 5, 1])",
        apply: apply::<L51>,
        inv: inv::<L51>,
        apply_u32: |i| L51::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L51::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Grouped(128, 1, 49)).TileBy([128, 1])",
        apply: apply::<L52>,
        inv: inv::<L52>,
        apply_u32: |i| L52::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L52::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([3, 1], |i, j| j * 3 + (if j % 2 == 0 { i } else { 3 - 1 - i }), |p| { let j = p / 3; let i = p % 3; (if j & 1 == 0 { i } else { 3 - 1 - i }, j) }), BlockCyclic(46, 23, 1)).PadBy([135] => [138]).OrderBy(Col(3, 1, 1), RegP([1, 1, 1, 1], [1, 4, 2, 3]), RegP([45, 1, 1], [3, 2, 1])).OrderBy(Cute((5,27):(1,5))).Band(9, 6, 8).OrderBy(Cute(((1,1,1),3,3):((3,9,1),3,1)), Reverse(3, 1, 3)).TileOrderBy(Reverse(9, 1, 9, 1)).TileOrderBy(GenP([81, 1], |i, j| j * 81 + i, |p| (p % 81, p / 81)), Col(1, 1)).GroupBy([81])",
        apply: apply::<L53>,
        inv: inv::<L53>,
        apply_u32: |i| L53::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L53::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 20], [5])",
        apply: apply::<L54>,
        inv: inv::<L54>,
        apply_u32: |i| L54::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L54::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,1),(3,1,1),(1,1),(1,1,1)):((3,3),(1,3,3),(1,1),(3,3,3))), Col(1, 7, 1), Reverse(1, 5, 2))",
        apply: apply::<L55>,
        inv: inv::<L55>,
        apply_u32: |i| L55::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 10]>::from(L55::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Rotate(48, 3, -3)).TileBy([4, 1], [1, 3], [12, 1])",
        apply: apply::<L56>,
        inv: inv::<L56>,
        apply_u32: |i| L56::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L56::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Linear([1, 1, 4], [[0, 0, 2], [0, 0, 3]]), Fan(4, -1, -8)).PadBy([4, 3] => [4, 4]).TileOrderBy(Morton(1, 1, 4, 1), Row(3, 1, 1, 1)).OrderBy(Reverse(6, 2, 1, 1), BlockCyclic(1, 1, 1)).TileOrderBy(Cute((1,1,(4,3)):(12,3,(3,1))))",
        apply: apply::<L57>,
        inv: inv::<L57>,
        apply_u32: |i| L57::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L57::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([4, 6] => [6, 7]).OrderBy(Col(1, 4, 2, 1), RegP([1, 1, 1], [3, 2, 1]), Col(3, 1, 1)).OrderBy(Col(4, 6)).GroupBy([3, 1, 1, 1], [8])",
        apply: apply::<L58>,
        inv: inv::<L58>,
        apply_u32: |i| L58::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L58::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2, 3, 4], [2, 3, 1, 4]))",
        apply: apply::<L59>,
        inv: inv::<L59>,
        apply_u32: |i| L59::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L59::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([1, 2, 15] => [2, 3, 15]).OrderBy(Row(2, 3, 15)).TileBy([1, 1, 3], [1, 3, 1], [2, 1, 5])",
        apply: apply::<L60>,
        inv: inv::<L60>,
        apply_u32: |i| L60::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L60::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Table([2, 0, 4, 1, 10, 11, 5, 14, 12, 7, 8, 13, 6, 3, 9]), Cute(((1,2,1)):((2,1,1)))).OrderBy(GenP([10], |i| (i + 6) % 10), Col(1, 3, 1))",
        apply: apply::<L61>,
        inv: inv::<L61>,
        apply_u32: |i| L61::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L61::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(12))",
        apply: apply::<L62>,
        inv: inv::<L62>,
        apply_u32: |i| L62::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L62::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "Upper(1).OrderBy(Morton(1, 1)).TileBy([1, 1], [1, 1])",
        apply: apply::<L63>,
        inv: inv::<L63>,
        apply_u32: |i| L63::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L63::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 36], [2, 1, 3])).TileOrderBy(RegP([1, 1, 36], [1, 3, 2])).TileBy([1, 1, 4], [1, 1, 3], [1, 1, 3])",
        apply: apply::<L64>,
        inv: inv::<L64>,
        apply_u32: |i| L64::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L64::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 1], [3, 2, 1]), Cute(((1,1),(1,1),1):((1,1),(1,1),1))).GroupBy([1, 1, 1, 1], [1, 1, 1], [1, 1, 1, 1])",
        apply: apply::<L65>,
        inv: inv::<L65>,
        apply_u32: |i| L65::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 11]>::from(L65::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((6,2)):((2,1)))).OrderBy(RegP([1, 1, 6, 1], [2, 4, 3, 1]), Col(1, 1), RegP([1, 2], [2, 1])).OrderBy(GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p)).GroupBy([6], [1, 2, 1, 1])",
        apply: apply::<L66>,
        inv: inv::<L66>,
        apply_u32: |i| L66::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L66::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Cute(((5,2,1),(1,1),(1,1,1),(2,1)):((4,2,20),(4,4),(2,1,1),(1,2))), Cute(((1,1,1),(1,1),1,(1,1,3)):((3,1,1),(3,1),1,(3,3,1)))).OrderBy(GenP([4, 1], |i, j| j * 4 + (i + 4 * 1 - j) % 4), BlockCyclic(3, 1, 1), Reverse(1, 1, 5)).TileOrderBy(GenP([4, 15], |i, j| j * 4 + (if j % 2 == 0 { i } else { 4 - 1 - i }), |p| { let j = p / 4; let i = p % 4; (if j & 1 == 0 { i } else { 4 - 1 - i }, j) }))",
        apply: apply::<L67>,
        inv: inv::<L67>,
        apply_u32: |i| L67::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L67::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([16, 16] => [17, 17]).TileBy([1, 1], [1, 1], [17, 17])",
        apply: apply::<L68>,
        inv: inv::<L68>,
        apply_u32: |i| L68::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L68::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 1, 1], [3, 4, 2, 1]))",
        apply: apply::<L69>,
        inv: inv::<L69>,
        apply_u32: |i| L69::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L69::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 9, 1), Row(1, 4, 4)).TileBy([1, 9, 1], [1, 4, 4])",
        apply: apply::<L70>,
        inv: inv::<L70>,
        apply_u32: |i| L70::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L70::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([4, 4] => [4, 5]).TileOrderBy(Fan(20, 19, -18))",
        apply: apply::<L71>,
        inv: inv::<L71>,
        apply_u32: |i| L71::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L71::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute((180,1,1):(1,1,1))).TileOrderBy(Col(180, 1, 1)).TileBy([3, 1, 1], [1, 1, 1], [60, 1, 1])",
        apply: apply::<L72>,
        inv: inv::<L72>,
        apply_u32: |i| L72::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L72::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 7, 1, 3], [3, 1, 4, 2])).OrderBy(Cute(((1,1,7),(1,1),(1,1)):((1,7,1),(7,7),(7,7))), Reverse(1, 3), GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p)).TileOrderBy(Cute((7,1,(1,1),(1,1)):(1,1,(1,7),(1,7))), Row(1, 1, 1, 1), Col(6, 1, 1, 1)).Band(7, 3, 2).ExpandBy([7, 7] => [7, 9]).TileBy([7, 1], [1, 9])",
        apply: apply::<L73>,
        inv: inv::<L73>,
        apply_u32: |i| L73::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L73::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1], [1, 1], [1, 210])",
        apply: apply::<L74>,
        inv: inv::<L74>,
        apply_u32: |i| L74::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L74::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(8, 1, 1, 1), Row(3)).OrderBy(Row(2, 2, 3), Cute(((2,1),(1,1,1)):((1,2),(1,1,2)))).OrderBy(Linear([2, 2, 2], [[0, 0, 1], [0, 1, 1], [1, 0, 0]]), Cute(((1,1,1),(1,1,1),(1,1)):((1,1,1),(1,1,1),(1,1))), Row(1, 1, 3, 1)).GroupBy([1, 8], [1, 3], [1, 1, 1])",
        apply: apply::<L75>,
        inv: inv::<L75>,
        apply_u32: |i| L75::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L75::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 1, 1), RegP([3, 35, 1], [2, 1, 3]), Cute(((1,1,1),(1,2,1),1):((2,1,2),(2,1,2),2))).ExpandBy([210] => [212]).OrderBy(Reverse(1, 212, 1, 1)).TileOrderBy(GenP([212, 1], |i, j| j * 212 + (i + 212 * 1 - j) % 212), Col(1, 1))",
        apply: apply::<L76>,
        inv: inv::<L76>,
        apply_u32: |i| L76::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L76::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Linear([32, 1, 4], [[3, 0, 2], [29, 0, 0], [1, 0, 1], [1, 0, 2], [9, 0, 0], [17, 0, 0], [21, 0, 0]])).TileOrderBy(SwizzleRows([2, 1], 0), Linear([4, 4], [[0, 2], [0, 1], [1, 0], [2, 0]]), Morton(2, 2)).ExpandBy([1, 128] => [1, 130]).OrderBy(RegP([26], [1]), RegP([5], [1])).GroupBy([13, 5, 1, 2])",
        apply: apply::<L77>,
        inv: inv::<L77>,
        apply_u32: |i| L77::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L77::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((12,5,1)):((5,1,60)))).TileBy([2], [5], [6])",
        apply: apply::<L78>,
        inv: inv::<L78>,
        apply_u32: |i| L78::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L78::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([3], [1, 4, 1])",
        apply: apply::<L79>,
        inv: inv::<L79>,
        apply_u32: |i| L79::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L79::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1], [1, 2]), Reverse(3, 4, 2, 1))",
        apply: apply::<L80>,
        inv: inv::<L80>,
        apply_u32: |i| L80::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L80::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 1, 1)).OrderBy(Cute(((1,1),1,(1,1,1),1):((1,1),1,(1,1,1),1))).GroupBy([1, 1, 1, 1], [1])",
        apply: apply::<L81>,
        inv: inv::<L81>,
        apply_u32: |i| L81::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L81::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1], [1]), Fan(16, 11, -16)).TileOrderBy(GenP([2, 8], |i, j| j * 2 + (if j % 2 == 0 { i } else { 2 - 1 - i }), |p| { let j = p / 2; let i = p % 2; (if j & 1 == 0 { i } else { 2 - 1 - i }, j) })).OrderBy(Grouped(8, 1, 7), Grouped(2, 1, 2), AntiDiag(1))",
        apply: apply::<L82>,
        inv: inv::<L82>,
        apply_u32: |i| L82::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L82::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([1] => [3]).OrderBy(BlockCyclic(1, 1, 1), Row(1, 1, 1)).OrderBy(Reverse(1, 1), Reverse(1, 1, 1, 1), Row(1, 1, 1)).OrderBy(Reverse(1)).Upper(1).ExpandBy([1, 1] => [1, 1]).TileOrderBy(Col(1, 1)).TileBy([1, 1])",
        apply: apply::<L83>,
        inv: inv::<L83>,
        apply_u32: |i| L83::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L83::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([100] => [100]).OrderBy(RegP([2, 1, 1, 1], [1, 4, 3, 2]), Rotate(1, 5, -2), Col(2, 5, 1)).OrderBy(Row(1, 1, 1, 1), GenP([25], |i| 25 - 1 - i, |p| 25 - 1 - p), RegP([4, 1], [1, 2])).OrderBy(AntiDiag(2), RegP([25, 1, 1], [1, 2, 3])).GroupBy([25, 1], [2, 2, 1])",
        apply: apply::<L84>,
        inv: inv::<L84>,
        apply_u32: |i| L84::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L84::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 1], [2, 4, 8], [1, 1, 1])",
        apply: apply::<L85>,
        inv: inv::<L85>,
        apply_u32: |i| L85::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L85::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([11, 14, 7, 1, 5, 10, 6, 9, 3, 8, 13, 4, 0, 12, 2, 15])).TileOrderBy(Col(16)).ExpandBy([16] => [17]).OrderBy(Row(17)).TileBy([1], [17])",
        apply: apply::<L86>,
        inv: inv::<L86>,
        apply_u32: |i| L86::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L86::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([4, 4, 1], [2, 3, 1]), Swizzle(1, 0, 1)).OrderBy(Cute(((1,2),2,(1,1,16)):((64,16),32,(64,64,1)))).GroupBy([8, 1, 1], [1, 1, 1], [8])",
        apply: apply::<L87>,
        inv: inv::<L87>,
        apply_u32: |i| L87::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L87::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(1, 1, 1, 1), Col(1, 1, 1, 1), Col(1, 1, 1, 1)).OrderBy(Col(1, 1, 1), Row(1, 1)).ExpandBy([1] => [1]).OrderBy(Fan(1, 0, 14)).TileOrderBy(RegP([1, 1], [2, 1])).GroupBy([1, 1, 1, 1], [1], [1])",
        apply: apply::<L88>,
        inv: inv::<L88>,
        apply_u32: |i| L88::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L88::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 6, 4])",
        apply: apply::<L89>,
        inv: inv::<L89>,
        apply_u32: |i| L89::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L89::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(SwizzleRows([96, 1], 0)).TileOrderBy(Morton(8, 2, 1, 1), RegP([1, 2, 1, 1], [2, 3, 1, 4]), Row(3, 1, 1, 1)).GroupBy([1, 1, 1, 1], [3, 4, 2], [4])",
        apply: apply::<L90>,
        inv: inv::<L90>,
        apply_u32: |i| L90::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L90::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([2, 7, 5], [3], [1])",
        apply: apply::<L91>,
        inv: inv::<L91>,
        apply_u32: |i| L91::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L91::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([16] => [18]).TileOrderBy(BlockCyclic(16, 1, 2)).TileOrderBy(Linear([16], [[4], [14], [2], [11]])).TileBy([16])",
        apply: apply::<L92>,
        inv: inv::<L92>,
        apply_u32: |i| L92::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L92::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "Band(9, 5, 9).GroupBy([81, 1])",
        apply: apply::<L93>,
        inv: inv::<L93>,
        apply_u32: |i| L93::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L93::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 1, 1), Row(1, 1, 1, 1), Cute(((1,1),(1,1),(1,1,1)):((1,1),(1,1),(1,1,1)))).OrderBy(Row(1, 1, 1, 1), Cute((1,(1,1)):(1,(1,1))))",
        apply: apply::<L94>,
        inv: inv::<L94>,
        apply_u32: |i| L94::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L94::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1, 1, 1], [2, 1, 128])",
        apply: apply::<L95>,
        inv: inv::<L95>,
        apply_u32: |i| L95::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L95::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 22), Table([3, 8, 0, 1, 4, 6, 7, 10, 2, 5, 9, 11]), GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).PadBy([6, 30] => [8, 33]).OrderBy(RegP([5, 1, 36], [3, 2, 1]), Col(1)).GroupBy([20, 1, 9])",
        apply: apply::<L96>,
        inv: inv::<L96>,
        apply_u32: |i| L96::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L96::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,1),(5,1)):((1,1),(1,1))), SwizzleRows([13, 2], 1)).OrderBy(Rotate(1, 5, 0), Reverse(1, 26)).TileOrderBy(Row(5, 1, 1), Reverse(1, 1, 1), Row(1, 2, 13)).PadBy([128] => [130]).OrderBy(Cute(((2,1),(1,1),(1,2,1),(1,1)):((1,1),(4,1),(1,2,2),(1,2))), Morton(1, 4), Cute((2,2,(2,1)):(4,1,(2,1)))).GroupBy([8, 8], [1, 1, 2, 1], [1, 1])",
        apply: apply::<L97>,
        inv: inv::<L97>,
        apply_u32: |i| L97::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L97::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,1),12,1):((1,12),1,1))).ExpandBy([1, 12, 1] => [2, 13, 1]).TileOrderBy(RegP([2, 13, 1], [2, 3, 1]), Row(1, 1, 1)).TileBy([2, 13, 1], [1, 1, 1], [1, 1, 1])",
        apply: apply::<L98>,
        inv: inv::<L98>,
        apply_u32: |i| L98::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L98::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(25, 1, 4)).OrderBy(GenP([4, 25], |i, j| j * 4 + (i + 4 * 25 - j) % 4)).PadBy([100] => [100]).OrderBy(Col(2, 10, 1), GenP([5, 1], |i, j| j * 5 + i, |p| (p % 5, p / 5)), RegP([1], [1])).OrderBy(SwizzleRows([1, 2], 1), GenP([2, 25], |i, j| j * 2 + i, |p| (p % 2, p / 2))).GroupBy([1, 1, 1], [4, 25])",
        apply: apply::<L99>,
        inv: inv::<L99>,
        apply_u32: |i| L99::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L99::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 1, 5], [2, 3, 1, 4]), Row(1, 1, 1, 1), Cute(((1,1),31,(1,1)):((1,1),1,(1,1)))).TileOrderBy(Row(1, 5, 31)).PadBy([2, 30] => [5, 31]).OrderBy(RegP([1, 1, 5], [3, 1, 2]), Col(2, 2, 3)).OrderBy(Row(10, 6)).OrderBy(Reverse(15, 2, 1, 2))",
        apply: apply::<L100>,
        inv: inv::<L100>,
        apply_u32: |i| L100::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L100::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([4, 6])",
        apply: apply::<L101>,
        inv: inv::<L101>,
        apply_u32: |i| L101::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L101::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Fan(8, -3, 1), RegP([2, 1, 8], [1, 2, 3]), GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) })).OrderBy(Morton(128)).OrderBy(GenP([1, 1], antidiag, antidiag_inv), Fan(32, 49, 2), Swizzle(0, 1, 1)).GroupBy([1, 1, 1, 1], [32], [4])",
        apply: apply::<L102>,
        inv: inv::<L102>,
        apply_u32: |i| L102::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L102::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([55], |i| i % 55 * 1 + i / 55), BlockCyclic(1, 1, 1)).TileOrderBy(Col(1, 1), GenP([5, 11], |i, j| j * 5 + (i + 5 * 11 - j) % 5)).OrderBy(Col(5, 11, 1, 1), Morton(1, 1, 1, 1)).Upper(10).OrderBy(Grouped(10, 10, 10)).TileOrderBy(Reverse(10, 10)).TileBy([10, 10])",
        apply: apply::<L103>,
        inv: inv::<L103>,
        apply_u32: |i| L103::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L103::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Swizzle(0, 0, 0), Col(1, 101, 3), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).TileOrderBy(Reverse(303)).OrderBy(RegP([1, 1, 1, 1], [1, 4, 3, 2]), Cute(((1,1),101,(3,1)):((101,303),1,(101,101)))).PadBy([1, 100] => [3, 101]).OrderBy(Col(4, 25)).TileOrderBy(Reverse(2, 25), Cute((1,(1,1)):(1,(1,1))), Grouped(2, 1, 1)).GroupBy([1, 2, 2], [25], [1, 1, 1, 1])",
        apply: apply::<L104>,
        inv: inv::<L104>,
        apply_u32: |i| L104::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L104::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(24), GenP([1], |i| (i + 39) % 1)).TileBy([1], [24])",
        apply: apply::<L105>,
        inv: inv::<L105>,
        apply_u32: |i| L105::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L105::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 1, 1], [2, 3, 1]), SwizzleRows([1, 1], 0)).TileOrderBy(Cute(((1,1),(1,1),(1,1),(1,1,1)):((1,1),(1,1),(1,1),(1,1,1))), Col(1, 1, 1, 1)).OrderBy(Swizzle(0, 0, 0), Morton(1), Morton(1)).GroupBy([1, 1, 1, 1])",
        apply: apply::<L106>,
        inv: inv::<L106>,
        apply_u32: |i| L106::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L106::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([3, 2, 7, 4, 6, 0, 5, 1]), Reverse(3)).OrderBy(GenP([1, 3], |i, j| j * 1 + (i + 1 * 3 - j) % 1), RegP([8], [1])).OrderBy(GenP([4], |i| (i + 5) % 4), RegP([1, 6, 1], [3, 2, 1])).GroupBy([24])",
        apply: apply::<L107>,
        inv: inv::<L107>,
        apply_u32: |i| L107::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L107::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((7,6,5)):((5,35,1)))).OrderBy(Row(3, 2, 1), RegP([35], [1])).TileOrderBy(Fan(7, 6, -5), Table([3, 4, 5, 0, 2, 1]), GenP([5], |i| (i + 24) % 5))",
        apply: apply::<L108>,
        inv: inv::<L108>,
        apply_u32: |i| L108::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L108::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1])",
        apply: apply::<L109>,
        inv: inv::<L109>,
        apply_u32: |i| L109::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L109::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 6, 1), Reverse(1, 5, 1, 1), BlockCyclic(1, 1, 1)).OrderBy(Row(2, 1, 1), Cute(((5,1,1),(1,3,1)):((3,3,15),(3,1,3)))).OrderBy(Reverse(1, 6, 1, 5))",
        apply: apply::<L110>,
        inv: inv::<L110>,
        apply_u32: |i| L110::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L110::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(2), GenP([90], |i| 90 - 1 - i, |p| 90 - 1 - p)).OrderBy(GenP([180], |i| i % 5 * 36 + i / 5)).TileBy([180])",
        apply: apply::<L111>,
        inv: inv::<L111>,
        apply_u32: |i| L111::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L111::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([12], |i| (i + 19) % 12), RegP([1, 1, 1], [3, 1, 2]), RegP([1, 1, 1, 1], [2, 4, 3, 1]))",
        apply: apply::<L112>,
        inv: inv::<L112>,
        apply_u32: |i| L112::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L112::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(1, 1, 1), Row(3, 1, 7)).OrderBy(Row(1, 21, 1), Cute(((1,1,1)):((1,1,1))), Row(1)).PadBy([21] => [21]).Lower(6).ExpandBy([6, 6] => [8, 7]).TileOrderBy(RegP([8, 7], [2, 1])).TileBy([4, 7], [2, 1])",
        apply: apply::<L113>,
        inv: inv::<L113>,
        apply_u32: |i| L113::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L113::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([0])).TileOrderBy(BlockCyclic(1, 1, 1), GenP([1], |i| i % 1 * 1 + i / 1)).GroupBy([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1])",
        apply: apply::<L114>,
        inv: inv::<L114>,
        apply_u32: |i| L114::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 12]>::from(L114::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([4], |i| i % 4 * 1 + i / 4), GenP([4], |i| 4 - 1 - i, |p| 4 - 1 - p)).TileBy([16])",
        apply: apply::<L115>,
        inv: inv::<L115>,
        apply_u32: |i| L115::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L115::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(18, 1), Row(1, 1, 2)).ExpandBy([36] => [39]).OrderBy(Grouped(39, 1, 24))",
        apply: apply::<L116>,
        inv: inv::<L116>,
        apply_u32: |i| L116::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L116::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([210], |i| (i + 17) % 210)).TileOrderBy(BlockCyclic(210, 6, 7), Reverse(1)).OrderBy(Reverse(2, 1, 7), Row(1, 1, 3), Col(1, 1, 1, 5)).ExpandBy([21, 10] => [21, 12]).OrderBy(Row(3, 1, 1), RegP([6, 2, 7], [1, 3, 2])).OrderBy(Row(1, 84), GenP([3], |i| i % 1 * 3 + i / 1)).OrderBy(Col(9, 2, 14))",
        apply: apply::<L117>,
        inv: inv::<L117>,
        apply_u32: |i| L117::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L117::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 1, 3, 8)).TileOrderBy(Cute(((1,1,1),(1,1,1),(2,1,1),(1,1)):((1,2,2),(1,2,2),(1,1,2),(2,2))), Row(12, 1, 1, 1)).PadBy([24] => [24]).OrderBy(SwizzleRows([12, 2], 1)).OrderBy(RegP([3, 1, 1], [1, 3, 2]), Row(2, 4)).OrderBy(Row(24)).GroupBy([3, 1], [1, 1], [1, 8])",
        apply: apply::<L118>,
        inv: inv::<L118>,
        apply_u32: |i| L118::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L118::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute((1,(1,1),8):(1,(1,8),1)), Morton(1, 2), Reverse(1, 1, 1, 1)).OrderBy(Reverse(1, 1), Reverse(16)).TileOrderBy(GenP([8, 1], |i, j| j * 8 + i, |p| (p % 8, p / 8)), GenP([1, 2], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }))",
        apply: apply::<L119>,
        inv: inv::<L119>,
        apply_u32: |i| L119::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L119::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(3), GenP([20], |i| (i + 16) % 20)).OrderBy(GenP([2, 15], |i, j| j * 2 + i, |p| (p % 2, p / 2)), Col(1, 2, 1, 1)).OrderBy(RegP([1, 6, 1, 2], [2, 4, 1, 3]), Swizzle(0, 0, 0), Col(5)).GroupBy([12], [1, 5])",
        apply: apply::<L120>,
        inv: inv::<L120>,
        apply_u32: |i| L120::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L120::inv_u32(p as u32)).map(|i| i.to_vec()),
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
        text: "Upper(13).OrderBy(Rotate(1, 1, -2), Reverse(13, 13)).TileOrderBy(Skew(13, 1), Reverse(1, 13)).TileBy([13, 13])",
        apply: apply::<L123>,
        inv: inv::<L123>,
        apply_u32: |i| L123::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L123::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 3], [2, 5], [1, 1])",
        apply: apply::<L124>,
        inv: inv::<L124>,
        apply_u32: |i| L124::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L124::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(SwizzleRows([10, 1], 0), Col(21), Row(1, 1, 1, 1)).GroupBy([1, 1, 1], [1, 6], [7, 1, 1, 5])",
        apply: apply::<L125>,
        inv: inv::<L125>,
        apply_u32: |i| L125::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L125::inv_u32(p as u32)).map(|i| i.to_vec()),
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
        text: "OrderBy(Cute((3,1,(1,1),(1,1,1)):(1,3,(1,1),(1,3,3))), Reverse(1, 1, 70)).OrderBy(Table([0, 1, 2]), Rotate(1, 1, 0), RegP([1, 5, 1, 14], [3, 1, 2, 4])).GroupBy([7, 1], [1, 1, 1, 1], [30])",
        apply: apply::<L129>,
        inv: inv::<L129>,
        apply_u32: |i| L129::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L129::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 2, 5, 1], [4, 3, 1, 2]), Row(3, 1, 1, 2)).OrderBy(GenP([6], |i| i % 2 * 3 + i / 2), Reverse(2, 1, 5, 1), Rotate(1, 1, 0))",
        apply: apply::<L130>,
        inv: inv::<L130>,
        apply_u32: |i| L130::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L130::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 1])",
        apply: apply::<L131>,
        inv: inv::<L131>,
        apply_u32: |i| L131::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L131::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 1), Cute(((1,1,1),(1,1),(3,2)):((1,1,6),(1,6),(2,1))), Row(1, 2, 2)).OrderBy(RegP([8], [1]), GenP([1, 3], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }))",
        apply: apply::<L132>,
        inv: inv::<L132>,
        apply_u32: |i| L132::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L132::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([1, 55, 1], [2, 1, 3]), Morton(1)).OrderBy(Cute((55,1,(1,1,1),(1,1,1)):(1,1,(1,1,1),(1,1,1)))).OrderBy(Cute(((5,1),(1,11,1)):((11,1),(1,1,1)))).Lower(10).ExpandBy([10, 10] => [10, 10]).TileOrderBy(Reverse(5, 1), RegP([2, 10], [2, 1])).TileBy([10, 10])",
        apply: apply::<L133>,
        inv: inv::<L133>,
        apply_u32: |i| L133::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L133::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Rotate(1, 64, -81), Row(2, 2)).TileBy([1, 1], [2, 1], [1, 128])",
        apply: apply::<L134>,
        inv: inv::<L134>,
        apply_u32: |i| L134::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L134::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 2, 3), Row(1, 1, 10, 1)).OrderBy(Cute(((3,2,5),(1,1),1,2):((20,1,4),(4,4),4,2))).OrderBy(GenP([12, 5], |i, j| j * 12 + i, |p| (p % 12, p / 12))).GroupBy([1, 1, 4, 1], [15], [1, 1])",
        apply: apply::<L135>,
        inv: inv::<L135>,
        apply_u32: |i| L135::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L135::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1), Col(1, 1, 1, 1), Fan(1, 0, 3)).TileOrderBy(Col(1, 1, 1, 1), Reverse(1, 1, 1, 1), Morton(1, 1, 1, 1)).TileOrderBy(Cute((1,1,(1,1),(1,1,1)):(1,1,(1,1),(1,1,1)))).GroupBy([1, 1], [1, 1, 1])",
        apply: apply::<L136>,
        inv: inv::<L136>,
        apply_u32: |i| L136::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L136::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Cute(((8,3),(1,1)):((1,8),(24,1)))).OrderBy(Row(1, 12, 2), Reverse(1, 1, 1, 1)).OrderBy(Cute(((2,2),(1,1),(1,1),(1,1)):((2,1),(1,2),(2,1),(1,1))), Table([0, 1, 4, 2, 5, 3]))",
        apply: apply::<L137>,
        inv: inv::<L137>,
        apply_u32: |i| L137::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L137::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([1, 1], antidiag, antidiag_inv), BlockCyclic(3, 1, 1), Cute(((1,2,2)):((2,2,1)))).OrderBy(GenP([12, 1], |i, j| j * 12 + i, |p| (p % 12, p / 12))).ExpandBy([12] => [14]).OrderBy(Cute(((1,1,1),1,(1,1,1),(1,1,1)):((1,1,1),1,(1,1,1),(1,1,1))), Col(14, 1), Row(1, 1, 1)).GroupBy([1, 2, 1], [1, 1, 1, 7], [1])",
        apply: apply::<L138>,
        inv: inv::<L138>,
        apply_u32: |i| L138::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L138::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 12], [1, 1], [12, 1])",
        apply: apply::<L139>,
        inv: inv::<L139>,
        apply_u32: |i| L139::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L139::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,4,2)):((8,2,1))), Swizzle(0, 2, -1)).OrderBy(Col(1, 2, 1, 1), Col(1, 1, 32)).GroupBy([2, 1, 16, 1], [1, 1, 1, 2], [1, 1, 1, 1])",
        apply: apply::<L140>,
        inv: inv::<L140>,
        apply_u32: |i| L140::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 12]>::from(L140::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(3), Swizzle(0, 0, 0), BlockCyclic(12, 2, 3))",
        apply: apply::<L141>,
        inv: inv::<L141>,
        apply_u32: |i| L141::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L141::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(2, 2, 24)).OrderBy(Row(1, 3, 1, 1), Linear([1, 2, 16], [[0, 0, 6], [0, 0, 2], [0, 0, 1], [0, 1, 14], [0, 0, 14]])).OrderBy(Cute(((2,2,1),(2,2,1),(6,1,1)):((1,24,2),(2,48,96),(4,4,4)))).GroupBy([8], [4, 3])",
        apply: apply::<L142>,
        inv: inv::<L142>,
        apply_u32: |i| L142::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L142::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "Band(9, 2, 9).GroupBy([81])",
        apply: apply::<L143>,
        inv: inv::<L143>,
        apply_u32: |i| L143::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L143::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([5, 3], |i, j| j * 5 + i, |p| (p % 5, p / 5)), Skew(3, 4)).PadBy([15, 12] => [15, 12]).TileBy([15, 12])",
        apply: apply::<L144>,
        inv: inv::<L144>,
        apply_u32: |i| L144::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L144::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((4,4,1),(1,1)):((4,1,4),(16,16)))).OrderBy(Linear([1, 1, 8], [[0, 0, 4], [0, 0, 5], [0, 0, 6]]), GenP([2], |i| i % 2 * 1 + i / 2)).GroupBy([16], [1, 1])",
        apply: apply::<L145>,
        inv: inv::<L145>,
        apply_u32: |i| L145::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L145::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([2, 1, 3, 2], [1, 2, 3, 4]), Skew(4, 2))",
        apply: apply::<L146>,
        inv: inv::<L146>,
        apply_u32: |i| L146::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L146::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Rotate(12, 1, -1)).OrderBy(Row(1, 1), Reverse(1, 12, 1), Morton(1, 1, 1))",
        apply: apply::<L147>,
        inv: inv::<L147>,
        apply_u32: |i| L147::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L147::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([24], |i| 24 - 1 - i, |p| 24 - 1 - p)).OrderBy(GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p), GenP([2], |i| (i + 38) % 2)).TileBy([8], [3])",
        apply: apply::<L148>,
        inv: inv::<L148>,
        apply_u32: |i| L148::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L148::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([60], |i| i % 5 * 12 + i / 5)).TileBy([4], [5], [3])",
        apply: apply::<L149>,
        inv: inv::<L149>,
        apply_u32: |i| L149::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L149::inv_u32(p as u32)).map(|i| i.to_vec()),
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
        text: "OrderBy(Cute(((1,3)):((1,1))), Reverse(35, 1, 2)).OrderBy(BlockCyclic(210, 35, 2), RegP([1], [1]), GenP([1], |i| (i + 8) % 1)).OrderBy(GenP([15, 7], |i, j| j * 15 + (if j % 2 == 0 { i } else { 15 - 1 - i }), |p| { let j = p / 15; let i = p % 15; (if j & 1 == 0 { i } else { 15 - 1 - i }, j) }), Morton(2), Row(1, 1, 1, 1))",
        apply: apply::<L152>,
        inv: inv::<L152>,
        apply_u32: |i| L152::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L152::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([228], |i| (i + 25) % 228)).OrderBy(RegP([4, 1, 57], [1, 2, 3])).OrderBy(Morton(4), RegP([1, 1, 1, 19], [4, 1, 2, 3]), BlockCyclic(3, 3, 1)).Band(12, 7, 11).OrderBy(Row(12, 12)).TileBy([12, 12])",
        apply: apply::<L153>,
        inv: inv::<L153>,
        apply_u32: |i| L153::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L153::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([128] => [129]).OrderBy(Linear([128], [[4], [64], [32], [8], [2], [1], [16]])).TileOrderBy(RegP([128], [1])).TileBy([4], [32])",
        apply: apply::<L154>,
        inv: inv::<L154>,
        apply_u32: |i| L154::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L154::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Row(2, 4, 4), Row(1, 2, 2)).TileOrderBy(Row(4, 1, 1, 1), RegP([1, 2, 1, 1], [2, 3, 4, 1]), Row(2, 2, 2, 2)).GroupBy([64], [2, 1, 1])",
        apply: apply::<L155>,
        inv: inv::<L155>,
        apply_u32: |i| L155::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L155::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([144] => [144]).OrderBy(GenP([144], |i| (i + 37) % 144)).TileBy([3], [16], [3])",
        apply: apply::<L156>,
        inv: inv::<L156>,
        apply_u32: |i| L156::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L156::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Morton(1, 128)).OrderBy(Linear([1, 8], [[0, 7], [0, 3], [0, 5]]), Col(1, 16)).TileBy([1, 1], [1, 2], [1, 64])",
        apply: apply::<L157>,
        inv: inv::<L157>,
        apply_u32: |i| L157::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L157::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([5, 42] => [6, 44]).TileOrderBy(Row(6, 44), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).TileBy([3, 44], [2, 1])",
        apply: apply::<L158>,
        inv: inv::<L158>,
        apply_u32: |i| L158::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L158::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(2, 8), Cute((2,(1,1,1),1,3):(1,(2,1,2),1,2)))",
        apply: apply::<L159>,
        inv: inv::<L159>,
        apply_u32: |i| L159::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L159::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(64, 1, 2, 1))",
        apply: apply::<L160>,
        inv: inv::<L160>,
        apply_u32: |i| L160::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L160::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([0]), Col(2, 6), BlockCyclic(1, 1, 1)).OrderBy(Cute((2):(1)), Col(6)).TileOrderBy(RegP([1, 2, 1, 6], [4, 1, 3, 2]))",
        apply: apply::<L161>,
        inv: inv::<L161>,
        apply_u32: |i| L161::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L161::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1], [36], [1])",
        apply: apply::<L162>,
        inv: inv::<L162>,
        apply_u32: |i| L162::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L162::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Grouped(3, 7, 3)).TileOrderBy(Col(1, 1, 1, 7), Cute((1,(1,1,1),1,3):(1,(3,3,3),1,1))).Lower(6).TileBy([6, 6])",
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
        text: "OrderBy(Col(2, 5, 3)).TileBy([1, 1, 1], [1, 5, 1], [2, 1, 3])",
        apply: apply::<L166>,
        inv: inv::<L166>,
        apply_u32: |i| L166::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L166::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,4,9)):((1,9,1)))).ExpandBy([36] => [39]).TileOrderBy(Col(13, 1, 3, 1)).GroupBy([1, 1, 1], [1, 13], [1, 1, 3, 1])",
        apply: apply::<L167>,
        inv: inv::<L167>,
        apply_u32: |i| L167::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L167::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Skew(1, 1), Linear([4, 1], [[1, 0], [2, 0]]), GenP([1, 3], |i, j| j * 1 + i, |p| (p % 1, p / 1))).GroupBy([1, 1, 1], [4, 1], [3, 1])",
        apply: apply::<L168>,
        inv: inv::<L168>,
        apply_u32: |i| L168::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L168::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1, 1, 1], [1, 3, 2]), Row(1, 1, 1)).TileOrderBy(Morton(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1], [1, 1, 1])",
        apply: apply::<L169>,
        inv: inv::<L169>,
        apply_u32: |i| L169::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L169::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(1, 1, 1), Cute((1,(1,1),(1,1,1)):(1,(1,1),(1,1,1)))).GroupBy([1, 1, 1, 1], [1, 1, 1])",
        apply: apply::<L170>,
        inv: inv::<L170>,
        apply_u32: |i| L170::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L170::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 4), Morton(1, 1, 16)).OrderBy(Cute(((1,1),(1,1,1),64):((64,64),(64,64,64),1))).ExpandBy([1, 1, 64] => [3, 1, 64]).TileBy([3, 1, 64])",
        apply: apply::<L171>,
        inv: inv::<L171>,
        apply_u32: |i| L171::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L171::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([30])",
        apply: apply::<L172>,
        inv: inv::<L172>,
        apply_u32: |i| L172::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L172::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(3), Col(1, 61, 1, 1)).PadBy([180] => [183]).OrderBy(Cute(((1,1),1,(1,1)):((1,1),1,(1,1))), Morton(1), RegP([10, 1, 18, 1], [4, 1, 2, 3])).Band(10, 10, 7).ExpandBy([10, 10] => [12, 12]).TileBy([12, 12])",
        apply: apply::<L173>,
        inv: inv::<L173>,
        apply_u32: |i| L173::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L173::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Fan(21, 37, 11), Cute(((1,1),(5,1),(1,2,1)):((1,1),(1,1),(1,5,1))))",
        apply: apply::<L174>,
        inv: inv::<L174>,
        apply_u32: |i| L174::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L174::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([24, 6] => [26, 8]).OrderBy(Col(4, 4, 1), Reverse(1, 1, 13)).OrderBy(BlockCyclic(8, 8, 1), Row(1, 2, 1, 1), Skew(1, 13))",
        apply: apply::<L175>,
        inv: inv::<L175>,
        apply_u32: |i| L175::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L175::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 2, 8, 1), GenP([9], |i| 9 - 1 - i, |p| 9 - 1 - p)).OrderBy(Col(4, 12, 1), GenP([3, 1], |i, j| j * 3 + (i + 3 * 1 - j) % 3))",
        apply: apply::<L176>,
        inv: inv::<L176>,
        apply_u32: |i| L176::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L176::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1, 16)).OrderBy(RegP([4, 1], [2, 1]), BlockCyclic(2, 1, 1), Cute(((1,1),(1,1,2),1,(1,1,1)):((1,1),(1,1,1),2,(1,2,1)))).ExpandBy([16] => [16]).OrderBy(Reverse(4, 1, 1, 1), RegP([2, 2, 1], [2, 1, 3])).GroupBy([4, 1, 4, 1])",
        apply: apply::<L177>,
        inv: inv::<L177>,
        apply_u32: |i| L177::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L177::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute((15,(2,2),3):(12,(3,6),1)), GenP([1, 1], |i, j| j * 1 + (if j % 2 == 0 { i } else { 1 - 1 - i }), |p| { let j = p / 1; let i = p % 1; (if j & 1 == 0 { i } else { 1 - 1 - i }, j) }))",
        apply: apply::<L178>,
        inv: inv::<L178>,
        apply_u32: |i| L178::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L178::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([32, 1, 1], [2])",
        apply: apply::<L179>,
        inv: inv::<L179>,
        apply_u32: |i| L179::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L179::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Cute((1,(1,1),(1,1)):(1,(1,1),(1,1))), Col(1, 47, 2), Reverse(1, 3, 1)).OrderBy(RegP([1, 2, 1], [1, 3, 2]), GenP([141], |i| 141 - 1 - i, |p| 141 - 1 - p)).PadBy([4, 45] => [6, 47]).OrderBy(Row(1, 18), RegP([10], [1])).OrderBy(Row(5, 18), Cute(((1,1,1),(1,1),1):((1,1,1),(1,1),1)), Cute(((1,1),(1,1,1),2,(1,1,1)):((1,1),(1,1,1),1,(1,1,1))))",
        apply: apply::<L180>,
        inv: inv::<L180>,
        apply_u32: |i| L180::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L180::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(4, 12, 3)).TileBy([1, 1, 1], [2, 4, 1], [2, 3, 3])",
        apply: apply::<L181>,
        inv: inv::<L181>,
        apply_u32: |i| L181::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L181::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((4,1)):((1,4))), RegP([2, 1, 1], [3, 2, 1]), Cute(((1,4),4,(2,1)):((1,8),1,(4,1)))).TileOrderBy(GenP([1, 32], |i, j| j * 1 + (i + 1 * 32 - j) % 1), Col(1, 8)).GroupBy([16], [2, 2, 1], [2, 2, 1, 1])",
        apply: apply::<L182>,
        inv: inv::<L182>,
        apply_u32: |i| L182::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L182::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "Lower(11).ExpandBy([11, 11] => [12, 12]).OrderBy(GenP([6, 1], |i, j| j * 6 + (i + 6 * 1 - j) % 6), Skew(2, 12)).TileBy([2, 6], [6, 2])",
        apply: apply::<L183>,
        inv: inv::<L183>,
        apply_u32: |i| L183::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L183::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([3, 10, 14, 5, 7, 11, 13, 0, 9, 8, 6, 12, 2, 4, 1, 15])).OrderBy(Reverse(16)).ExpandBy([16] => [17]).OrderBy(Row(1), Row(17)).OrderBy(Reverse(17)).TileBy([1], [17])",
        apply: apply::<L184>,
        inv: inv::<L184>,
        apply_u32: |i| L184::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L184::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([100] => [101]).TileBy([101], [1])",
        apply: apply::<L185>,
        inv: inv::<L185>,
        apply_u32: |i| L185::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L185::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Grouped(5, 4, 3)).PadBy([3, 4] => [5, 4]).OrderBy(GenP([3, 4], |i, j| j * 3 + (i + 3 * 4 - j) % 3)).OrderBy(Skew(3, 1), Grouped(1, 4, 3)).TileBy([1, 1], [1, 1], [3, 4])",
        apply: apply::<L186>,
        inv: inv::<L186>,
        apply_u32: |i| L186::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L186::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(2, 64)).GroupBy([128, 1])",
        apply: apply::<L187>,
        inv: inv::<L187>,
        apply_u32: |i| L187::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L187::inv_u32(p as u32)).map(|i| i.to_vec()),
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
        text: "OrderBy(Row(2, 128)).TileOrderBy(Cute((1,(1,1,8)):(1,(1,1,1))), Rotate(2, 16, 29)).TileBy([2, 4], [1, 16], [1, 2])",
        apply: apply::<L190>,
        inv: inv::<L190>,
        apply_u32: |i| L190::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L190::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(1, 2, 1, 1), Row(7, 1, 1, 1), Row(1, 1, 1, 1)).TileOrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), GenP([7, 2], |i, j| j * 7 + (if j % 2 == 0 { i } else { 7 - 1 - i }), |p| { let j = p / 7; let i = p % 7; (if j & 1 == 0 { i } else { 7 - 1 - i }, j) })).OrderBy(Row(7, 1), Linear([2, 1, 1, 1], [[1, 0, 0, 0]])).PadBy([12] => [14]).OrderBy(Morton(1, 1, 1), GenP([12], |i| i % 1 * 12 + i / 1)).OrderBy(Cute((3,2):(1,3)), Linear([2, 1, 1, 1], [[1, 0, 0, 0]])).TileOrderBy(Skew(1, 2), Col(1, 2), Cute(((1,1,1),3):((1,1,3),1)))",
        apply: apply::<L191>,
        inv: inv::<L191>,
        apply_u32: |i| L191::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L191::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,6,6),(1,2,1),(1,2,1)):((4,4,24),(144,2,24),(24,1,24)))).OrderBy(Col(4, 2, 1), Row(9, 1, 2)).TileBy([36, 2, 2])",
        apply: apply::<L192>,
        inv: inv::<L192>,
        apply_u32: |i| L192::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L192::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(90)).Band(10, 4, 4).GroupBy([5, 1, 20])",
        apply: apply::<L193>,
        inv: inv::<L193>,
        apply_u32: |i| L193::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L193::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(GenP([1, 1], |i, j| j * 1 + i, |p| (p % 1, p / 1)), Grouped(1, 181, 2)).OrderBy(Rotate(1, 181, 304), RegP([1, 1, 1, 1], [4, 1, 3, 2]), RegP([1, 1, 1, 1], [4, 1, 3, 2])).PadBy([180] => [181]).OrderBy(Reverse(30, 1, 3), Morton(2, 1, 1, 1)).OrderBy(Row(1, 5, 3), GenP([12], |i| 12 - 1 - i, |p| 12 - 1 - p)).GroupBy([2, 1, 1, 10], [1, 1, 1, 1], [9])",
        apply: apply::<L194>,
        inv: inv::<L194>,
        apply_u32: |i| L194::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L194::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 1, 1), Row(1, 1, 1)).TileBy([1, 1, 1], [1, 1, 1], [1, 1, 1])",
        apply: apply::<L195>,
        inv: inv::<L195>,
        apply_u32: |i| L195::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L195::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(128)).TileOrderBy(Row(64), Fan(2, 3, -5)).ExpandBy([128] => [130]).TileBy([2], [65], [1])",
        apply: apply::<L196>,
        inv: inv::<L196>,
        apply_u32: |i| L196::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L196::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Reverse(1, 1, 1), RegP([1, 2, 73], [3, 2, 1])).OrderBy(Col(146, 1, 1)).OrderBy(Row(2, 73, 1)).PadBy([144] => [146]).OrderBy(Row(12, 2, 1, 6)).TileOrderBy(Grouped(1, 144, 3)).GroupBy([1, 9, 1], [1, 1, 8], [2, 1, 1])",
        apply: apply::<L197>,
        inv: inv::<L197>,
        apply_u32: |i| L197::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 9]>::from(L197::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([2, 4, 2])",
        apply: apply::<L198>,
        inv: inv::<L198>,
        apply_u32: |i| L198::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L198::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(16, 8, 1)).ExpandBy([128] => [128]).TileOrderBy(Row(1, 1, 1, 4), Cute(((1,1),(1,1),(1,1),(1,2,1)):((1,1),(1,1),(1,1),(1,1,1))), Cute(((1,2),1,(1,4),(1,1,2)):((1,4),1,(1,1),(1,16,8)))).OrderBy(Fan(128, 231, 1)).GroupBy([2], [16], [1, 4])",
        apply: apply::<L199>,
        inv: inv::<L199>,
        apply_u32: |i| L199::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L199::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([18, 8] => [18, 9]).OrderBy(Col(3), Cute((1,1,54):(1,54,1))).GroupBy([1], [54, 1, 1], [1, 1, 3, 1])",
        apply: apply::<L200>,
        inv: inv::<L200>,
        apply_u32: |i| L200::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L200::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([1, 10, 8, 11, 5, 9, 2, 6, 4, 3, 0, 7])).OrderBy(Reverse(1, 6), RegP([1, 2, 1], [2, 1, 3])).GroupBy([1, 1], [6, 2, 1])",
        apply: apply::<L201>,
        inv: inv::<L201>,
        apply_u32: |i| L201::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 5]>::from(L201::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Table([40, 4, 26, 17, 30, 11, 3, 1, 22, 23, 41, 34, 20, 7, 18, 28, 8, 39, 13, 9, 14, 5, 16, 10, 21, 25, 19, 0, 29, 38, 15, 32, 12, 36, 33, 2, 27, 37, 35, 31, 6, 24]), BlockCyclic(5, 5, 1)).TileBy([210])",
        apply: apply::<L202>,
        inv: inv::<L202>,
        apply_u32: |i| L202::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L202::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Cute(((1,1),(37,1,1),(1,1,1)):((37,37),(1,37,37),(37,37,37))), Col(1, 1, 1, 1), Row(1, 1, 1)).TileOrderBy(Reverse(37, 1, 1, 1)).PadBy([36] => [37]).Lower(8).ExpandBy([8, 8] => [8, 9]).OrderBy(RegP([4, 1], [2, 1]), RegP([2, 9], [2, 1])).TileOrderBy(Skew(8, 9)).TileBy([2, 1], [4, 9])",
        apply: apply::<L203>,
        inv: inv::<L203>,
        apply_u32: |i| L203::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L203::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(10, 2, 6)).PadBy([10, 2, 5] => [10, 2, 6]).OrderBy(Row(10, 2, 5)).OrderBy(Row(10, 2, 5)).TileBy([5, 2, 1], [2, 1, 5])",
        apply: apply::<L204>,
        inv: inv::<L204>,
        apply_u32: |i| L204::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L204::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "ExpandBy([128] => [130]).OrderBy(Cute(((1,1,13),(1,1,1),(1,1,1),(1,1,1)):((1,1,1),(13,1,1),(13,1,13),(1,1,1))), Row(10)).OrderBy(GenP([13, 1], |i, j| j * 13 + (i + 13 * 1 - j) % 13), GenP([10], |i| (i + 16) % 10)).OrderBy(Reverse(1, 5), Col(26, 1)).GroupBy([130, 1], [1])",
        apply: apply::<L205>,
        inv: inv::<L205>,
        apply_u32: |i| L205::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L205::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "GroupBy([1, 1], [1, 1, 1, 2], [30])",
        apply: apply::<L206>,
        inv: inv::<L206>,
        apply_u32: |i| L206::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L206::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([2, 1], |i, j| j * 2 + (if j % 2 == 0 { i } else { 2 - 1 - i }), |p| { let j = p / 2; let i = p % 2; (if j & 1 == 0 { i } else { 2 - 1 - i }, j) }), Grouped(9, 2, 4)).TileOrderBy(GenP([18, 2], |i, j| j * 18 + i, |p| (p % 18, p / 18))).TileBy([9, 1], [2, 1], [1, 2])",
        apply: apply::<L207>,
        inv: inv::<L207>,
        apply_u32: |i| L207::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L207::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(19, 1), RegP([7], [1])).OrderBy(Row(1, 19, 7)).PadBy([16, 6] => [19, 7]).TileOrderBy(SwizzleRows([3, 32], 5))",
        apply: apply::<L208>,
        inv: inv::<L208>,
        apply_u32: |i| L208::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L208::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(BlockCyclic(60, 10, 2)).TileBy([20], [1], [3])",
        apply: apply::<L209>,
        inv: inv::<L209>,
        apply_u32: |i| L209::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L209::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([64] => [66]).OrderBy(Cute((4,2):(2,1)), RegP([1, 8], [1, 2]), Row(1, 1))",
        apply: apply::<L210>,
        inv: inv::<L210>,
        apply_u32: |i| L210::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L210::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Col(2, 1, 27)).OrderBy(Reverse(2, 1, 1, 1), Row(1, 3, 9, 1)).OrderBy(Skew(18, 3)).PadBy([5, 6] => [6, 9]).OrderBy(Row(30)).OrderBy(Morton(1, 2, 1, 1), Row(1, 1, 3), BlockCyclic(5, 1, 1)).OrderBy(Row(1, 5, 6))",
        apply: apply::<L211>,
        inv: inv::<L211>,
        apply_u32: |i| L211::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L211::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(2, 37)).OrderBy(RegP([1, 1, 1, 74], [3, 1, 2, 4]), Col(1), Morton(1)).PadBy([1, 36] => [2, 37]).OrderBy(Rotate(2, 2, -2), Rotate(1, 9, -7)).OrderBy(GenP([3], |i| i % 1 * 3 + i / 1), Grouped(6, 2, 4)).OrderBy(Reverse(1, 1, 2, 1), RegP([1, 1, 3], [1, 2, 3]), Cute((1,2,(1,1),(1,3)):(2,1,(2,1),(2,2))))",
        apply: apply::<L212>,
        inv: inv::<L212>,
        apply_u32: |i| L212::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 11]>::from(L212::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Morton(1, 1), Row(36)).OrderBy(Linear([4, 1], [[1, 0], [2, 0]]), Reverse(3, 1, 1), Row(1, 1, 1, 3)).Upper(8).ExpandBy([8, 8] => [10, 8]).OrderBy(RegP([2, 2], [2, 1]), Col(5, 4)).TileBy([10, 1], [1, 8])",
        apply: apply::<L213>,
        inv: inv::<L213>,
        apply_u32: |i| L213::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L213::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([36], [5])",
        apply: apply::<L214>,
        inv: inv::<L214>,
        apply_u32: |i| L214::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L214::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Skew(1, 1), Skew(1, 1)).OrderBy(Row(1, 1, 1), GenP([1], |i| i % 1 * 1 + i / 1), GenP([1], |i| i % 1 * 1 + i / 1)).GroupBy([1, 1])",
        apply: apply::<L215>,
        inv: inv::<L215>,
        apply_u32: |i| L215::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 2]>::from(L215::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Cute((3,10):(10,1))).OrderBy(Rotate(1, 30, -35)).OrderBy(Cute((30):(1)), Cute(((1,1),(1,1)):((1,1),(1,1)))).PadBy([30, 1] => [30, 1]).TileOrderBy(Cute((5):(1)), GenP([3], |i| (i + 38) % 3), RegP([2], [1])).OrderBy(Col(1, 3, 1, 1), Grouped(5, 2, 4)).OrderBy(Reverse(30))",
        apply: apply::<L216>,
        inv: inv::<L216>,
        apply_u32: |i| L216::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L216::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([3], [1]), GenP([2, 1], |i, j| j * 2 + i, |p| (p % 2, p / 2)), Row(1, 1, 7)).OrderBy(Row(6, 7), Cute((1,(1,1,1),1):(1,(1,1,1),1))).OrderBy(BlockCyclic(21, 1, 1), GenP([2], |i| (i + 38) % 2), Morton(1, 1, 1, 1)).PadBy([12, 1] => [14, 3]).GroupBy([12, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1])",
        apply: apply::<L217>,
        inv: inv::<L217>,
        apply_u32: |i| L217::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 11]>::from(L217::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([1, 1, 4], [4, 2, 3])",
        apply: apply::<L218>,
        inv: inv::<L218>,
        apply_u32: |i| L218::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L218::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([1], |i| (i + 32) % 1), GenP([2], |i| (i + 36) % 2), Reverse(1, 1, 31)).OrderBy(BlockCyclic(2, 2, 1), Cute((1):(1)), Rotate(31, 1, 0)).PadBy([1, 30] => [2, 31]).TileOrderBy(Table([0, 18, 21, 3, 25, 12, 4, 5, 1, 19, 24, 14, 26, 27, 10, 8, 15, 16, 2, 11, 6, 20, 29, 22, 9, 7, 13, 28, 23, 17])).GroupBy([2, 1, 1], [1, 3, 5])",
        apply: apply::<L219>,
        inv: inv::<L219>,
        apply_u32: |i| L219::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L219::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(RegP([1], [1]), RegP([1], [1]), Table([31, 17, 10, 22, 14, 15, 11, 28, 19, 0, 7, 18, 12, 24, 25, 30, 4, 26, 9, 13, 32, 23, 8, 1, 5, 35, 34, 27, 3, 20, 29, 6, 33, 16, 21, 2])).OrderBy(Row(1, 1, 1, 1), RegP([2, 3, 3, 2], [1, 2, 4, 3]))",
        apply: apply::<L220>,
        inv: inv::<L220>,
        apply_u32: |i| L220::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 8]>::from(L220::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileBy([4, 1], [1, 16], [1, 1])",
        apply: apply::<L221>,
        inv: inv::<L221>,
        apply_u32: |i| L221::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L221::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(RegP([64], [1])).OrderBy(Morton(2, 2, 2, 4), Cute((2):(1)), Row(1, 1, 1, 1)).OrderBy(SwizzleRows([1, 1], 0), Reverse(4, 1, 1, 16), Morton(1))",
        apply: apply::<L222>,
        inv: inv::<L222>,
        apply_u32: |i| L222::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 7]>::from(L222::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([10], |i| (i + 6) % 10), Reverse(1, 1, 1), Reverse(1, 13, 1, 1)).OrderBy(GenP([130], |i| 130 - 1 - i, |p| 130 - 1 - p)).OrderBy(Cute(((1,1,1),(1,1,1),(1,5),(1,2)):((1,1,1),(1,10,1),(1,1),(1,5))), Reverse(1, 1, 13, 1)).Band(10, 4, 8).OrderBy(Cute((25,(1,1),(1,2,2),1):(1,(100,100),(100,50,25),100))).TileOrderBy(RegP([10], [1]), RegP([10], [1])).GroupBy([100])",
        apply: apply::<L223>,
        inv: inv::<L223>,
        apply_u32: |i| L223::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L223::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "TileOrderBy(Morton(1, 1, 1), RegP([3, 1, 1], [2, 3, 1]), RegP([1, 2, 1], [3, 2, 1])).TileOrderBy(Col(1, 2), Reverse(3, 1)).PadBy([1, 1] => [2, 3]).OrderBy(RegP([1, 1, 1], [1, 2, 3]), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).OrderBy(Row(1, 1), GenP([1, 1], |i, j| j * 1 + (i + 1 * 1 - j) % 1)).OrderBy(RegP([1, 1, 1, 1], [2, 1, 3, 4]))",
        apply: apply::<L224>,
        inv: inv::<L224>,
        apply_u32: |i| L224::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 4]>::from(L224::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Reverse(1, 4, 3), Cute(((1,1,1),5,(1,1,1)):((5,5,1),1,(5,5,5)))).TileBy([1, 20, 3])",
        apply: apply::<L225>,
        inv: inv::<L225>,
        apply_u32: |i| L225::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L225::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(GenP([12, 2], |i, j| j * 12 + (if j % 2 == 0 { i } else { 12 - 1 - i }), |p| { let j = p / 12; let i = p % 12; (if j & 1 == 0 { i } else { 12 - 1 - i }, j) })).TileBy([4, 2], [1, 1], [3, 1])",
        apply: apply::<L226>,
        inv: inv::<L226>,
        apply_u32: |i| L226::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L226::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(1, 2, 1, 1), GenP([64], |i| 64 - 1 - i, |p| 64 - 1 - p), RegP([2, 1, 1, 1], [1, 4, 2, 3])).OrderBy(Reverse(16, 1, 1, 2), Cute((1,1,1,(4,1,1)):(4,1,1,(1,4,4))), Morton(1, 1, 1, 2)).GroupBy([256])",
        apply: apply::<L227>,
        inv: inv::<L227>,
        apply_u32: |i| L227::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 1]>::from(L227::inv_u32(p as u32)).map(|i| i.to_vec()),
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
        text: "OrderBy(Row(12, 2, 1)).OrderBy(Col(12, 2, 1)).ExpandBy([12, 2, 1] => [13, 3, 1]).TileOrderBy(Row(13, 1, 1), RegP([1, 3, 1], [3, 2, 1])).TileBy([1, 3, 1], [13, 1, 1])",
        apply: apply::<L230>,
        inv: inv::<L230>,
        apply_u32: |i| L230::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L230::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "PadBy([5, 1, 36] => [6, 3, 36]).TileOrderBy(Row(5, 1, 3), RegP([1, 1, 12], [3, 2, 1])).TileBy([1, 1, 18], [5, 1, 2])",
        apply: apply::<L231>,
        inv: inv::<L231>,
        apply_u32: |i| L231::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 6]>::from(L231::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Col(6, 25, 2)).PadBy([4, 24, 1] => [6, 25, 2]).OrderBy(Cute(((2,1,2),(12,2),(1,1)):((4,2,1),(8,2),(4,96)))).TileBy([4, 24, 1])",
        apply: apply::<L232>,
        inv: inv::<L232>,
        apply_u32: |i| L232::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L232::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
    Case {
        text: "OrderBy(Row(2, 5)).Upper(4).TileOrderBy(GenP([2], |i| 2 - 1 - i, |p| 2 - 1 - p), BlockCyclic(2, 2, 1), Row(4)).OrderBy(Reverse(16, 1)).TileOrderBy(Skew(4, 2), Morton(2, 1)).GroupBy([1, 1, 16])",
        apply: apply::<L233>,
        inv: inv::<L233>,
        apply_u32: |i| L233::apply_u32(narrow(i)).into(),
        inv_u32: |p| Option::<[u32; 3]>::from(L233::inv_u32(p as u32)).map(|i| i.to_vec()),
    },
];
