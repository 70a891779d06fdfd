//! Arrays of one layout are combined position by position; those of two say what to do.
use lego::{Arr2D, layout};

layout! {
    type Rows = Row(4, 8);
    type Columns = Col(4, 8);
}

fn main() {
    let mut a: Arr2D<f32, Rows> = Arr2D::default();
    let b: Arr2D<f32, Columns> = Arr2D::default();
    let _ = &a + &b;
    a += &b;
    let _ = a.zip_map(&b, |x, y| x * y);
}
