//! Every argument is of one kind: a size, a list, a function.
use lego::layout;

layout! {
    type List = Row([4, 8]);
    type Size = Row(4, 8).GroupBy(4, 8);
    type Axes = RegP(4, 8);
    type Function = GenP([4, 8], 1, 2);
    type Closure = Row(|i| i, 4);
    type Pair = SwizzleRows([8], 1);
    type Arrow = Row(65, 66).PadBy([65, 65], [65, 66]);
    type Word = GenP([3, 3], antidiag, antidiag_inv, checked);
}

fn main() {}
