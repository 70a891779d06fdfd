//! What is wrong with an array: a layout of another rank, rows of other lengths, elements that are only read, a storage that is none.
use lego::{Arr2D, Arr3D, Array, array, layout, zip};

layout! {
    type Cube = Row(4, 8, 2);
    type Square = Row(2, 2);
}

fn rank() {
    let _ = Arr2D::<f32, _>::zeros(Cube);
}

fn rows() {
    let _ = array![Square; [1, 2], [3]];
    let _: Arr2D<i32, Square> = array![1, 2];
}

fn read_only(a: &Arr2D<f32, Square>) {
    a.view()[[0, 0]] = 1.0;
    a.view().fill(1.0);
    a.broadcast([3, 2, 2]).unwrap()[[0, 0, 0]] = 1.0;
}

fn ranks(a: &Arr2D<f32, Square>, b: &Arr3D<f32, Cube>) {
    let _ = zip((a, b));
}

fn storage() {
    let _ = Array::from_physical(Square, "text");
}

fn main() {}
