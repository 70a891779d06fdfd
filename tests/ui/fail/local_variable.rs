//! The sizes of an expression are constants: a variable belongs to a layout with run-time sizes.
use lego::layout;

fn main() {
    let n = 4;
    let rows = layout!(Row(n, 2 * n));
    let _ = rows.apply([1, 2]);
}
