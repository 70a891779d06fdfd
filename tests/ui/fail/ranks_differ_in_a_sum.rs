//! Arrays of one shape are combined element by element, whatever their layouts; those of another rank say what to do.
use lego::{Arr1D, Arr2D, layout};

layout! {
    type Rows = Row(4, 8);
    type Columns = Col(4, 8);
    type Bias = Row(8);
}

fn main() {
    let a: Arr2D<f32, Rows> = Arr2D::default();
    let b: Arr2D<f32, Columns> = Arr2D::default();
    let c: Arr1D<f32, Bias> = Arr1D::default();
    let _ = &a + &b;
    let _ = &a + &c;
}
