//! The layouts, and beside each the formula that one would write by hand.

lego::layout! {
    pub(crate) type Row<const M: usize, const N: usize> = Row(M, N);
    pub(crate) type Col<const M: usize, const N: usize> = Col(M, N);
    pub(crate) type Tiled<const M: usize, const N: usize, const B: usize> =
        OrderBy(RegP([M/B, B, N/B, B], [1, 3, 2, 4])).GroupBy([M, N]);
    pub(crate) type Z512 = Morton(512, 512);
}

pub(crate) fn row<const N: usize>(i: usize, j: usize) -> usize {
    i * N + j
}

pub(crate) fn col<const M: usize>(i: usize, j: usize) -> usize {
    j * M + i
}

pub(crate) fn tiled<const N: usize, const B: usize>(i: usize, j: usize) -> usize {
    ((i / B) * (N / B) + j / B) * (B * B) + (i % B) * B + j % B
}

/// The position in the Z order: the bits of `j` at the even places, those of `i` at the odd ones.
pub(crate) fn morton(i: usize, j: usize) -> usize {
    fn spread(x: usize) -> usize {
        let x = (x | x << 8) & 0x00FF_00FF;
        let x = (x | x << 4) & 0x0F0F_0F0F;
        let x = (x | x << 2) & 0x3333_3333;
        (x | x << 1) & 0x5555_5555
    }
    spread(j) | spread(i) << 1
}
