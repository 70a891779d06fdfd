//! A layout of CuTe's that is a piece is a bijection, and composed layouts agree in size.
use lego::layout;

layout! {
    const K: usize = 8;
    type Meets = Cute((4, K):(1, 3));
    type Skips = Cute(((2, 2), 4):((1, 8), 3));
    type Nested = Cute(((2, 2), 4):(1, 4));
    type Open<const S: usize, const T: usize> = Cute((4, S, T):(1, T, S));
    type Colon = Cute((4, 8));
    type A = Row(3, 4);
    type B = Row(3, 5).PadBy([2, 5] => [3, 5]);
    type Differ = compose(A, B);
    type Behind = Row(4).compose(Row(4), Row(4));
}

layout! {
    type Stride<const M: usize, const S: usize> = Cute((M, 4):(S, 1));
}

const _: usize = Stride::<3, 5>::apply([0, 0]);

fn main() {}
