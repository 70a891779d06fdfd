//! Every piece and stage takes so many arguments.
use lego::layout;

layout! {
    type Few = AntiDiag();
    type Many = AntiDiag(3, 3);
    type Permutation = RegP([2, 3]);
    type Function = GenP([2, 3]);
    type View = Row(6).GroupBy();
    type Order = OrderBy().GroupBy([1]);
    type Pad = Row(6).PadBy([5] => [6], [1] => [1]);
}

fn main() {}
