//! Pieces stand at the start or in OrderBy; views stand last.
use lego::layout;

layout! {
    type Bare = OrderBy(Row(4, 4)).Col(4, 4).GroupBy([16]);
    type After = Row(4, 4).GroupBy([16]).OrderBy(Col(4, 4));
    type Inside = OrderBy(GroupBy([4, 4]));
    type Twice = Row(4, 4).GroupBy([16]).GroupBy([4, 4]);
    type Alone = GroupBy([16]);
}

fn main() {}
