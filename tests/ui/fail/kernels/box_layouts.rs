//! Tiles that no box of the copy engine is: each with the number that is in the way.
use lego::layout;
use lego_cuda::device::tensor::TensorBox;

layout! {
    /// Rows of 128 bytes of elements of two bytes.
    type Right = OrderBy(Row(4), Swizzle(3, 3, 3)).GroupBy([32, 64]);
    /// Rows of 256 bytes, in which units change places as in rows of 128.
    type LongRows = OrderBy(Row(8), Swizzle(3, 3, 3)).GroupBy([32, 128]);
    /// Rows of 128 bytes, in which units change places as in rows of 64.
    type OtherRows = OrderBy(Row(8), Swizzle(2, 3, 3)).GroupBy([32, 64]);
    type ShortRows = Row(64, 4);
    type ManyRows = Row(512, 64);
    type ManyColumns = Row(2, 512);
    /// Tiles of 8×8, so that a row goes on 64 elements further.
    type InTiles = TileOrderBy(Row(4, 8), Row(8, 8));
    /// The bits of both axes lie in turn.
    type Curve = Morton(16, 16);
    /// Rows are 65 elements apart.
    type Apart = Row(32, 65).PadBy([32, 64] => [32, 65]);
    type NoBits = Row(32, 48);
}

const RIGHT: TensorBox = TensorBox::of::<u16, Right>();
const LONG_ROWS: TensorBox = TensorBox::of::<u16, LongRows>();
const OTHER_ROWS: TensorBox = TensorBox::of::<u16, OtherRows>();
const SHORT_ROWS: TensorBox = TensorBox::of::<u16, ShortRows>();
const MANY_ROWS: TensorBox = TensorBox::of::<u16, ManyRows>();
const MANY_COLUMNS: TensorBox = TensorBox::of::<u16, ManyColumns>();
const IN_TILES: TensorBox = TensorBox::of::<u16, InTiles>();
const CURVE: TensorBox = TensorBox::of::<u16, Curve>();
const APART: TensorBox = TensorBox::of::<u16, Apart>();
const NO_BITS: TensorBox = TensorBox::of::<u16, NoBits>();

fn main() {}
