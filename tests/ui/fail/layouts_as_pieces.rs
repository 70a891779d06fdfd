//! A layout of the invocation is a piece where it is a bijection with known sizes, of the layouts behind it.
use lego::layout;

layout! {
    type First = OrderBy(Row(2), Last).GroupBy([16]);
    type Around = OrderBy(Around, Row(2));
    type Tile<const N: usize> = Row(N, 64).TileBy([N/32, 1], [32, 64]);
    type Matrix(m, n) = Row(m, n);
    type Padded = Row(8, 9).PadBy([8, 8] => [8, 9]);
    type Other = Row(N, 2);
    type Wrong = Row(0);
    #[cfg(any())]
    type Never = Row(2);

    type UnknownPiece = OrderBy(Tle<64>, Row(2));
    type RunTime = OrderBy(Matrix, Row(2));
    type Holes = OrderBy(Row(2), Padded);
    type NoSizes = OrderBy(Tile, Row(2));
    type TwoSizes = Tile<64, 64>;
    type InParentheses = Tile(64);
    type DoesNotDivide = OrderBy(Row(2), Tile<100>);
    type Conditional = OrderBy(Never, Row(2));
    // What is wrong with it has been said.
    type OfWrong = OrderBy(Wrong, Row(2));
    type AnotherN<const N: usize> = OrderBy(Other, Row(N));
    type Last = Row(8);
    type Generic<const M: usize> = OrderBy(Row(2), Tile<M>).GroupBy([128 * M]);
}

const N: usize = 4;
const SPAN: usize = Generic::<100>::SPAN;

fn main() {
    let _ = layout!(Last.GroupBy([8]));
}
