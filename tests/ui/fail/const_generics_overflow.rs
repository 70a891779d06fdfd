//! The number of elements fits an index, and the arguments of the 32-bit functions fit 32 bits.
use lego::layout;

layout! {
    pub type Square<const N: usize> = Row(N, N);
}

const SPAN: usize = Square::<{ 1 << 32 }>::SPAN;
const NARROW: u32 = Square::<{ 1 << 20 }>::apply_u32([0, 0]);

fn main() {}
