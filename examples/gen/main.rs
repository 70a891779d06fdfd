//! A matrix that Rust fills and C sums, each with the same layout from the same text: `layout!` here, a header that the build
//! script writes there.
//!
//! ```sh
//! cargo run --package lego-gen-example
//! ```

#![allow(unsafe_code)] // a function of C

use lego::{Arr2D, layout};
use std::process::ExitCode;

layout! {
    /// 64×48 in tiles of 8×8; the same text as in `build.rs`.
    type Tiles = TileOrderBy(Row(8, 6), Row(8, 8));
}

unsafe extern "C" {
    /// The sum of a row of a matrix of this layout.
    fn sum_of_row(matrix: *const f64, row: i64) -> f64;
}

fn main() -> ExitCode {
    let [rows, columns] = Tiles::DIMS;
    let mut matrix: Arr2D<f64, Tiles> = Arr2D::default();
    for i in 0..rows {
        for j in 0..columns {
            matrix[[i, j]] = (100 * i + j) as f64;
        }
    }
    let mut wrong = 0;
    for i in 0..rows {
        let expected: f64 = (0..columns).map(|j| matrix[[i, j]]).sum();
        // SAFETY: the matrix has the span of the layout, and the row is one of it.
        let sum = unsafe { sum_of_row(matrix.as_physical().as_ptr(), i as i64) };
        wrong += usize::from(sum != expected);
    }
    println!("{wrong} of {rows} sums differ");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
