//! layout_eq! says where two layouts differ.
use lego::{layout, layout_eq};

layout! {
    type Rows = Row(4, 8);
    type Columns = Col(4, 8);
    type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/4, K/4], [4, 4]);
    type Padded = Row(4, 9).PadBy([4, 8] => [4, 9]);
    type Cut = Row(3, 8).ExpandBy([3, 8] => [4, 8]);
}

layout_eq!(Row(4, 8), Col(4, 8));
layout_eq!(Row(4, 8), Row(8, 4));
layout_eq!(Row(4, 8), Row(4, 9).PadBy([4, 8] => [4, 9]));
layout_eq!(Rows, Columns);
layout_eq!(Rows, Tiled<4, 8>);
layout_eq!(Tiled<8, 8>, OrderBy(Row(2, 2), Row(4, 4)).TileBy([2, 2], [4, 4]));
layout_eq!(Rows, Padded);
layout_eq!(Rows, Cut);

fn main() {
    layout_eq!(Row(4, 8), Col(4, 8));
}
