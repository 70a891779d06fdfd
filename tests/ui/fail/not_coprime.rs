//! The factor of a Fan has no divisor in common with its size.
use lego::layout;

layout! {
    type Stride = Fan(12, 9, 0);
    type Zero = Fan(12, 0, 1);
}

fn main() {}
