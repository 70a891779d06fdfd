//! Pieces that work on bits need powers of two.
use lego::layout;

layout! {
    type Z = Morton(8, 12);
    type Banks = SwizzleRows([8, 24], 3);
}

fn main() {}
