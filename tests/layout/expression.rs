//! `layout!(…)` as a value.

use crate::laws::check;
use lego::{Layout, Mapping, layout};

const N: usize = 3;
const POSITION: usize = layout!(Col(4, 8)).apply([1, 2]);
static INDEX: [usize; 2] = layout!(Col(4, 8)).inv(9);

#[test]
fn a_value_has_methods() {
    let col = layout!(Col(4, 8));
    assert_eq!((col.apply([1, 2]), col.inv(9)), (9, [1, 2]));
    assert_eq!((col.apply_u32([1, 2]), col.inv_u32(9)), (9, [1, 2]));
    assert_eq!((col.try_apply([4, 0]), col.try_inv(32)), (None, None));
    assert_eq!((POSITION, INDEX), (9, [1, 2]));
    check(col, |[i, j]| Some(j * 4 + i));
}

#[test]
fn sizes_are_constants_of_where_it_stands() {
    check(layout!(Row(N, crate::sizes::consts::B)), |[i, j]| Some(i * 4 + j));
    const M: usize = 2;
    check(layout!(Row(M, N).GroupBy([M * N])), |[i]| Some(i));
    {
        const M: usize = 5;
        check(layout!(Col(M, N)), |[i, j]| Some(j * 5 + i));
    }
}

#[test]
fn sizes_may_be_generic_parameters() {
    fn of<const M: usize, const K: usize>(outside: usize) -> usize {
        let tiled = layout!(Row(M, K).TileBy([M/2, K/N], [2, N]) where M % 2 == 0);
        check(tiled, |[a, b, c, d]| Some((a * 2 + c) * K + b * N + d));
        const { assert!(layout!(Col(M, 2)).apply([1, 1]) == 1 + M) };
        outside + layout!(Row(K, 2 * M)).span()
    }
    assert_eq!((of::<4, 6>(1), of::<2, 3>(0)), (49, 12));

    struct Of<const M: usize>;
    impl<const M: usize> Of<M> {
        const LAST: usize = layout!(Reverse(M)).apply([0]);
    }
    assert_eq!(Of::<7>::LAST, 6);
}

#[test]
fn each_is_a_type_of_its_own() {
    fn both<A: Layout<Index = [usize; 1], Position = usize>, B: Layout<Index = [usize; 1], Position = usize>>(
        (a, b): (A, B),
    ) -> usize {
        a.apply([1]) * 10 + b.apply([1])
    }
    assert_eq!(both((layout!(Row(8)), layout!(Reverse(8)))), 16);
    let layouts = [layout!(Row(8)).apply([1]), layout!(Reverse(8)).apply([1])];
    assert_eq!(layouts, [1, 6]);
}

#[test]
fn with_functions_and_holes() {
    check(layout!(GenP([4, 3], |i, j| j * 4 + i, |p| (p % 4, p / 4))), |[i, j]| Some(j * 4 + i));
    check(layout!(Row(5).ExpandBy([5] => [8]).TileBy([2], [4])), |[i, j]| Some(i * 4 + j).filter(|&p| p < 5));
    check(layout!(Row(8).PadBy([5] => [8])), |[i]| Some(i));
}
