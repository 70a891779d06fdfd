//! The examples of the contract.
use lego::{Layout, StaticLayout, layout};

const fn mirror([i, j]: [usize; 2]) -> usize {
    (3 - i) * 4 + j
}
const fn mirror_inv(p: usize) -> [usize; 2] {
    [3 - p / 4, p % 4]
}

layout! {
    /// 6×6 in 3×3 anti-diagonal blocks (LEGO, fig. 9).
    pub type Fig9 = OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3))
        .OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4]))
        .GroupBy([6, 6]);

    pub type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
    pub type Matrix(m, k) = Col(m, k);
    const B: usize = 16;
    type Blocks = Row(4 * B, B).TileBy([4, 1], [B, B]);
    type Padded = Row(65, 66).PadBy([65, 65] => [65, 66]);
    type Extended = Row(10, 10).ExpandBy([10, 10] => [12, 12]).TileBy([3, 3], [4, 4]);
    type Mirror = GenP([4, 4], mirror, mirror_inv);
    type Diag = AntiDiag(65);
    type Big = Row(4294967296, 4294967295);
}

const P: usize = Fig9::apply([4, 2]);

#[test]
fn contract() {
    assert_eq!(P, 15);
    assert_eq!(Fig9::inv(15), [4, 2]);
    assert_eq!(Fig9::SIZE, 36);
    let m = Matrix::new(4, 8).unwrap();
    assert_eq!(m.apply([1, 2]), 9);
    assert_eq!(Tiled::<128, 64>::apply([1, 1, 2, 3]), (64 + 2) * 64 + 32 + 3);
    assert_eq!(Tiled::<128, 64>::apply_u32([1, 1, 2, 3]), (64 + 2) * 64 + 32 + 3);
    assert_eq!(layout!(Col(4, 8)).apply([1, 2]), 9);
    assert_eq!(Extended::apply([2, 2, 3, 3]), None);
    assert_eq!(Extended::apply([2, 2, 1, 1]), Some(99));
    assert_eq!(Padded::inv(65), None);
    assert_eq!(Mirror::apply([1, 2]), 10);
    assert_eq!(Diag.anti_diagonal_stride(), Some(1));
    assert_eq!(<Blocks as StaticLayout>::COUNT, 1024);
    assert_eq!(Big::inv(Big::apply([7, 9])), [7, 9]);
    for p in 0..Diag::SIZE {
        assert_eq!(Diag::apply(Diag::inv(p)), p);
        assert_eq!(Diag::apply_u32(Diag::inv_u32(p as u32)), p as u32);
    }
    assert!(Matrix::new(0, 8).is_err());
}
