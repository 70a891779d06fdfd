//! Where the scales of 32 numbers lie, derived: from the sums that tensor cores give each thread follows, by the operations on shapes, which
//! scales it needs, and from that where they lie in shared memory. What the kernel has is just that, and no scale comes from another thread.

use lego_algebra::linear::families::Fragment;
use lego_algebra::linear::{Dim, Error, LinearLayout, Space};
use lego_kernels::matrix_product_mx::{ColumnScales, RowScales, SCALED, STAGES};

/// The rows and columns of the sums of two warpgroups.
const SIDE: u64 = 128;

/// The sums of a block of 32 elements along k: register, lane and warp to row and column.
fn sums() -> Result<LinearLayout, Error> {
    let warpgroup = Fragment::named("wgmma_m64n128_D")?.linear()?;
    warpgroup.mul(&LinearLayout::identity_1d(2, Dim::WARP, Dim::tensor(0))?)
}

/// What a matrix of scales of this shape, with a 1 along one axis of the sums, has in registers so that, made as large as the sums, each scale is where
/// its sums are: `broadcast` and `expand_dims` backwards.
fn needed(sums: &LinearLayout, axis: usize) -> Result<LinearLayout, Error> {
    let mut shape = [SIDE; 2];
    shape[axis] = 1;
    sums.broadcast_backward(&shape)?.expand_dims_backward(axis)?.remove_zero_bases_along_dim(Dim::REGISTER)
}

/// A layout of memory in which so many bits of what a thread has are neighbours, and lanes follow each other: offset to element.
fn in_memory(needed: &LinearLayout, vector: usize) -> Result<LinearLayout, Error> {
    let own = |dim: Dim| needed.basis(dim).iter().copied().filter(|image| *image != 0);
    let (first, rest) = (own(Dim::REGISTER).take(vector), own(Dim::REGISTER).skip(vector));
    let images: Vec<u64> = first.chain(own(Dim::LANE)).chain(rest).chain(own(Dim::WARP)).collect();
    LinearLayout::new(Space::new(&[(Dim::OFFSET, images.len() as u32)])?, *needed.outs(), &images)
}

#[test]
fn each_thread_has_the_scales_of_its_own_sums() {
    let sums = sums().unwrap();
    for (axis, scales) in [(1, 2), (0, 32)] {
        let needed = needed(&sums, axis).unwrap();
        assert!(needed.is_distributed());
        assert_eq!(needed.ins().size(Dim::REGISTER), Some(scales));
        // The axis that the scales have: of it lanes and warps hold the same as of the sums, so that none comes from another thread.
        let kept = Dim::tensor(1 - axis);
        let of_sums = sums.sublayout(sums.ins().dims(), &[kept]).unwrap();
        for dim in [Dim::LANE, Dim::WARP] {
            assert_eq!(needed.basis(dim), of_sums.basis(dim));
        }
        // And each sum finds its scale in a register of its own thread, the same of all threads.
        let registers = needed.ins().size(Dim::REGISTER).unwrap() as u64;
        for sum in 0..SIDE / 2 {
            let at = |register: u64, lane: u64, warp: u64| needed.apply(&[register, lane, warp]).unwrap()[0];
            let of = |lane: u64, warp: u64| sums.apply(&[sum, lane, warp]).unwrap()[1 - axis];
            let scale = (0..registers).find(|register| at(*register, 0, 0) == of(0, 0)).unwrap();
            for thread in 0..256 {
                assert_eq!(at(scale, thread % 32, thread / 32), of(thread % 32, thread / 32));
            }
        }
        // Forwards, as large as the sums in more registers: each thread has whole rows or columns, those of its sums.
        let grown = needed.expand_dims(axis).unwrap().broadcast(&[SIDE; 2]).unwrap();
        assert_eq!(grown.sublayout(grown.ins().dims(), &[kept]).unwrap().basis(Dim::LANE), needed.basis(Dim::LANE));
        assert!(grown.is_distributed());
    }
}

#[test]
fn shared_memory_has_the_scales_as_threads_need_them() {
    let sums = sums().unwrap();
    // Pairs of rows, and fours of columns.
    let rows = in_memory(&needed(&sums, 1).unwrap(), 1).unwrap();
    let columns = in_memory(&needed(&sums, 0).unwrap(), 2).unwrap();
    assert!(rows.is_memory_layout() && columns.is_memory_layout());
    assert_eq!((RowScales::COUNT, ColumnScales::COUNT), (STAGES as usize * 4 * 128, STAGES as usize * 4 * 128));
    for place in 0..RowScales::COUNT as u32 {
        let (offset, block) = (u64::from(place) % SIDE, [place / 512, place / 128 % 4]);
        let [row, column] = [&rows, &columns].map(|layout| layout.apply(&[offset]).unwrap()[0] as u32);
        assert_eq!(RowScales::inv_u32(place), [block[0], block[1], row]);
        assert_eq!(ColumnScales::inv_u32(place), [block[0], block[1], column]);
    }
}

#[test]
fn a_scale_is_that_of_32_neighbours_along_k() {
    // The scales of a step in memory, word by word, made as large as the operand: `expand_dims`, `broadcast`, `reshape`.
    let (row, block) = (Dim::tensor(0), Dim::tensor(1));
    let scales = LinearLayout::identity_1d(4, Dim::OFFSET, block)
        .and_then(|word| word.mul(&LinearLayout::identity_1d(SIDE, Dim::OFFSET, row)?))
        .and_then(|scales| scales.transpose_outs(&[row, block]))
        .unwrap();
    let elements = scales
        .expand_dims(2)
        .and_then(|scales| scales.broadcast(&[SIDE, 4, u64::from(SCALED)]))
        .and_then(|scales| scales.reshape(&[SIDE, 4 * u64::from(SCALED)]))
        .unwrap();
    for offset in 0..4 * SIDE {
        for copy in 0..u64::from(SCALED) {
            let mut at = [0; 2];
            at[elements.ins().position(Dim::OFFSET).unwrap()] = offset;
            at[elements.ins().position(Dim::REGISTER).unwrap()] = copy;
            let element = elements.apply(&at).unwrap();
            assert_eq!(*element, [offset / 4, offset % 4 * u64::from(SCALED) + copy]);
        }
    }
}
