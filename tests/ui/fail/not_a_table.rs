//! A table has each number below its length once, as a number known here.
use lego::layout;

const ELSEWHERE: usize = 1;

layout! {
    const THREE: usize = 3;
    type Repeats = Table([0, 2, 1, 2]);
    type Outside = OrderBy(Row(4), Table([0, THREE, 1]));
    type Below = Table([0, -1]);
    type Empty = Table([]);
    type Symbol = Table([0, ELSEWHERE]);
    type Listless = Table(1, 0);
}

fn main() {}
