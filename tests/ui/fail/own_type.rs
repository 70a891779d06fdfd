//! A layout is a type of its own, in which Self is not what its user means by it.
use lego::{Mapping, layout};

struct Matrix;

impl Matrix {
    const ROWS: usize = 4;

    fn size() -> usize {
        layout!(Row(Self::ROWS, 4)).span()
    }
}

fn main() {
    let _ = Matrix::size();
}
