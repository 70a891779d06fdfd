//! CuTe's algebra in layouts: evaluated while the macro runs.

use lego::array::Indices;
use lego::{Layout, Mapping, layout, layout_eq};

layout! {
    const K: usize = 8;
    type X = Cute((K, 4):(4, 1));
    type Y = Cute((4, 8):(8, 1));
    /// CuTe's composition, whose first mode is fastest.
    pub type A = Cute(composition(X, Y));
    pub type Tiles = Cute(zipped_divide((8, 8):(8, 1), (2, 4)));
    pub type Blocks = OrderBy(Cute(blocked_product((2, 2):(1, 2), (3, K/2):(K/2, 1))), Row(2)).GroupBy([6, 8, 2]);
}

layout_eq!(Cute(make_layout((4, 8), LayoutRight)), Row(4, 8));

#[test]
fn composed_at_compile_time() {
    const AT: usize = A::apply([1, 0]);
    // X(Y(c)), each integer coordinate split with the first mode fastest.
    let value = |shape: [usize; 2], stride: [usize; 2], c: usize| c % shape[0] * stride[0] + c / shape[0] * stride[1];
    let at = |[i, j]: [usize; 2]| value([8, 4], [4, 1], value([4, 8], [8, 1], i + 4 * j));
    assert_eq!((A.dims(), AT), ([4, 8], at([1, 0])));
    for index in Indices::new([4, 8]) {
        assert_eq!((A::apply(index), A.try_inv(at(index))), (at(index), Some(index)));
    }
}

#[test]
fn divided_and_multiplied() {
    for [tile, rest] in Indices::new([8, 8]) {
        let (i, j) = (tile % 2 + rest % 4 * 2, tile / 2 + rest / 4 * 4);
        assert_eq!(Tiles::apply([tile, rest]), 8 * i + j);
    }
    for [i, j, k] in Indices::new([6, 8, 2]) {
        let inside = i % 2 + j % 2 * 2;
        assert_eq!(Blocks::apply([i, j, k]), ((i / 2 * 4 + j / 2) * 4 + inside) * 2 + k);
    }
}
