//! The rules of single pieces.
use lego::layout;

layout! {
    type Banks = SwizzleRows([8, 4], 3);
    type Xor = Swizzle(3, 0, 2);
    type Cyclic = BlockCyclic(100, 8, 4);
}

fn main() {}
