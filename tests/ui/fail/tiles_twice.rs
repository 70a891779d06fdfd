//! All tiles of an array may be changed at the same time, but by one holder of them.
use lego::{Arr2D, Array, layout};

layout! {
    type Tiled = OrderBy(Row(4, 4), Row(2, 2)).TileBy([4, 4], [2, 2]);
    type Matrix = Col(4, 8);
}

fn main() {
    let mut a = Array::from_fn(Tiled, |_| 0);
    let mut first = a.tiles_mut::<2>();
    let mut second = a.tiles_mut::<2>();
    first.next();
    second.next();

    let mut b: Arr2D<u8, Matrix> = Arr2D::default();
    let (_, row) = b.rows_mut().next().unwrap();
    b[[0, 0]] = 1;
    drop(row);
}
