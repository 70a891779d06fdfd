//! A piece that does not exist is named with the nearest one that does.
use lego::layout;

layout! {
    pub type Curve = OrderBy(Mortan(8, 8)).GroupBy([8, 8]);
    pub type First = Hilbart(8, 8);
}

fn main() {
    // The type is there all the same.
    let _: Option<Curve> = None;
}
