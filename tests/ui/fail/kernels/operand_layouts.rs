//! Tiles that no matrix descriptor of `wgmma` can say: each with the number that is in the way.
use lego::layout;
use lego_cuda::device::E4m3;
use lego_cuda::device::wgmma::OperandLayout;

layout! {
    /// Rows of 128 bytes, `[row, k]`, as a descriptor says them for elements of two bytes.
    type Right = OrderBy(Row(8), Swizzle(3, 3, 3)).GroupBy([64, 64]);
    type NoSwizzle = Row(64, 64);
    /// Units of 16 elements change places, which have 32 bytes.
    type WrongUnit = OrderBy(Row(4), Swizzle(3, 4, 3)).GroupBy([64, 64]);
    /// Rows of 256 bytes.
    type LongRows = OrderBy(Row(16), Swizzle(3, 3, 3)).GroupBy([64, 128]);
    /// Sixteen rows lie together, and not eight.
    type LongGroups = OrderBy(RegP([4, 16, 4, 8], [1, 3, 2, 4])).GroupBy([64, 32]);
    /// Strips of 64 rows, of which each begins 8 rows behind the end of the one before.
    type Apart = OrderBy(Row(27), Swizzle(3, 3, 3)).PadBy([3, 64, 64] => [3, 72, 64]).GroupBy([192, 64]);
    /// Elements side by side along the rows.
    type Across = Col(64, 32);
    type Short = OrderBy(Row(8), Swizzle(1, 3, 3)).GroupBy([128, 8]);
    /// Rows of 32 bytes as they are swizzled, but the second eight have their units exchanged.
    type Joined = Linear([16, 16], [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 8]]);
    type NoBits = Row(64, 48);
}

const RIGHT: OperandLayout = OperandLayout::of::<u16, Right>(64);
const NO_SWIZZLE: OperandLayout = OperandLayout::of::<u16, NoSwizzle>(64);
const WRONG_UNIT: OperandLayout = OperandLayout::of::<u16, WrongUnit>(64);
const LONG_ROWS: OperandLayout = OperandLayout::of::<u16, LongRows>(64);
const LONG_GROUPS: OperandLayout = OperandLayout::of::<u16, LongGroups>(64);
const APART: OperandLayout = OperandLayout::of::<u16, Apart>(192);
const JOINED: OperandLayout = OperandLayout::of::<u16, Joined>(16);
const ACROSS: OperandLayout = OperandLayout::of::<E4m3, Across>(64);
const SHORT: OperandLayout = OperandLayout::of::<u16, Short>(64);
const NO_BITS: OperandLayout = OperandLayout::of::<u16, NoBits>(64);
const MORE_ROWS: OperandLayout = OperandLayout::of::<u16, Right>(128);
const NO_GROUPS: OperandLayout = OperandLayout::of::<u16, Right>(44);
const WORDS: OperandLayout = OperandLayout::of::<f32, Right>(64);

fn main() {}
