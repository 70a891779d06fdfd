//! Where a semicolon is missing, both items are read.
use lego::layout;

layout! {
    type First = Row(4, 4)
    type Second = Col(4, 4);
    const B: usize = 16
    pub type Last = Row(B)
}

fn main() {
    let _ = (First::apply([1, 2]), Second::apply([1, 2]), Last::apply([1]));
}
