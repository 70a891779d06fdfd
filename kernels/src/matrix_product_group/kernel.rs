//! The kernel of a group: blocks of all products have numbers, and each block of threads takes one number after another.

use super::entry::{BOXED, FEW, FEW_VECTORS, MOVES, STEPS, VECTORS, few_vector, whole};
use super::layouts::{BOX, Grouped, Heads, MOST_HEADS};
use crate::matrix_product::Programs;
use crate::matrix_product_hopper::{
    Across, Along, Barriers, Job, LeftRing, Order, Output, Plain, ROW_BYTES, RightRing, Stage, StagedPairs, Stored,
    StoredLeft, Target, WARPGROUP_ROWS, Whole, Work, compute, fetch,
};
use core::marker::PhantomData;
use half::{bf16, f16};
use lego::{Layout32, StaticMapping};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::tensor::{self, TensorMap, TensorMapArray, TensorMaps};
use lego_cuda::device::warp::Warp;
use lego_cuda::device::wgmma::{Registers, WARPGROUP};
use lego_cuda::device::{Element, block_idx, global, grid_dim, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{InPlace, Shared};

/// How many rows of blocks are multiplied column by column.
const GROUP: u32 = 8;

/// `c = alpha·a·b + beta·c` of every product of a list: of `entries` entries, whose blocks have `numbers` numbers. A block has 64·G rows, of which
/// each of G warpgroups has 64, and 64·S columns. Where beta is 0, `c` is not read.
///
/// Where there is no `list`, few entries are handed over with the launch, as `few`, with their maps `few_lefts` and `few_rights`; else they are in `list`, with
/// the maps `lefts` and `rights`.
///
/// # Safety
/// The entries are right: their addresses are those of matrices of these sizes, no `c` overlaps another matrix, numbers follow each other, there
/// is at least one step, and what is flagged to come by boxes has a map.
#[lego_kernel(
    threads = [128 * (1 + G as u32)],
    grid = x,
    min_blocks = 1,
    instances(
        matrix_product_group_f16_f16_nn = <f16, f16, Along, Across, 2, 4, 128>,
        matrix_product_group_f16_f16_nt_narrow = <f16, f16, Along, Along, 2, 2, 64>,
        matrix_product_group_f16_f16_tn_slim = <f16, f16, Across, Across, 2, 1, 32>,
        matrix_product_group_f16_f16_tn_small = <f16, f16, Across, Across, 1, 1, 32>,
        matrix_product_group_bf16_bf16_tt = <bf16, bf16, Across, Along, 2, 4, 128>,
        matrix_product_group_f16_f16_nn_medium = <f16, f16, Along, Across, 2, 3, 96>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (T, O) in [(f16, f16), (f16, f32), (bf16, bf16), (bf16, f32)],
                (K, A, B) in [("nn", Along, Across), ("nt", Along, Along), ("tn", Across, Across), ("tt", Across, Along)],
                (SIZE, G, S, R) in [
                    ("", 2, 4, 128),
                    ("_medium", 2, 3, 96),
                    ("_narrow", 2, 2, 64),
                    ("_slim", 2, 1, 32),
                    ("_small", 1, 1, 32),
                ]
            {
                matrix_product_group_{T}_{O}_{K}{SIZE} = <T, O, A, B, G, S, R>
            },
        },
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: one entry or a list, two factors; and shared memory
pub unsafe fn matrix_product_group<T, O, A, B, const G: usize, const S: usize, const R: usize>(
    few_lefts: TensorMapArray<'_, T, A::Boxes, FEW>,
    few_rights: TensorMapArray<'_, T, B::Boxes, FEW>,
    lefts: TensorMaps<'_, T, A::Boxes>,
    rights: TensorMaps<'_, T, B::Boxes>,
    few: InPlace<'_, [u32; 4], FEW_VECTORS>,
    list: Option<&[[u32; 4]]>,
    entries: u32,
    numbers: u32,
    alpha: f32,
    beta: f32,
    #[shared(dynamic)] left: Shared<'_, u64, LeftRing<G, S>>,
    #[shared(dynamic)] right: Shared<'_, u64, RightRing<G, S>>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers<G, S>>,
    #[shared(dynamic)] heads: Shared<'_, [u32; 4], Heads>,
) where
    T: Operand<Sum = f32>,
    O: Output,
    A: Grouped<G> + StoredLeft<G>,
    B: Grouped<S>,
    [u32; R]: Registers,
{
    let work = Group::<T, O, A, B, G, S> {
        few_maps: (few_lefts, few_rights),
        lists: (lefts, rights),
        few,
        list,
        entries,
        numbers,
        heads,
        to: PhantomData,
    };
    // SAFETY: as the caller promises.
    unsafe {
        compute::<Group<'_, T, O, A, B, G, S>, Plain, Whole, G, S, R>(
            &work,
            [alpha, beta],
            0,
            &0,
            left,
            right,
            staged,
            barriers,
        );
    }
}

/// The blocks of all products of a list.
struct Group<'a, T, O, A: Grouped<G>, B: Grouped<S>, const G: usize, const S: usize> {
    few_maps: (TensorMapArray<'a, T, A::Boxes, FEW>, TensorMapArray<'a, T, B::Boxes, FEW>),
    lists: (TensorMaps<'a, T, A::Boxes>, TensorMaps<'a, T, B::Boxes>),
    few: InPlace<'a, [u32; 4], FEW_VECTORS>,
    list: Option<&'a [[u32; 4]]>,
    entries: u32,
    numbers: u32,
    heads: Shared<'a, [u32; 4], Heads>,
    to: PhantomData<O>,
}

/// Which product of which entry.
#[derive(Clone, Copy)]
struct Of {
    entry: u32,
    matrix: u32,
    flags: u32,
    /// Whether the block of threads may have had no block of the entry before.
    is_new: bool,
}

impl Of {
    /// Whether an operand comes by boxes: 0 is the left one, 1 the right one.
    #[inline(always)]
    fn is_boxed(self, operand: u32) -> bool {
        self.flags >> (BOXED + operand) & 1 == 1
    }

    /// The number of the operand's matrix in its map.
    #[inline(always)]
    fn matrix_of(self, operand: u32) -> u32 {
        if self.flags >> (MOVES + operand) & 1 == 1 { self.matrix } else { 0 }
    }
}

impl<'a, T, O, A, B, const G: usize, const S: usize> Group<'a, T, O, A, B, G, S>
where
    T: Operand<Sum = f32>,
    A: Grouped<G> + StoredLeft<G>,
    B: Grouped<S>,
{
    /// Whether the map of an entry is to be acquired before this step: of the first ones all have been.
    #[inline(always)]
    fn is_to_be_acquired(of: Of, step: u32) -> bool {
        step == 0 && of.is_new && of.entry >= WARPGROUP * (1 + G as u32)
    }

    /// The map of a left operand, which the copy engine sees from the first step of an entry on.
    ///
    /// # Safety
    /// It comes by boxes.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn left_map(&self, of: Of, step: u32) -> TensorMap<'a, T, A::Boxes> {
        if self.list.is_none() {
            // SAFETY: as below.
            return unsafe { self.few_maps.0.get_unchecked(of.entry) };
        }
        // SAFETY: each entry of a list has a map.
        let map = unsafe { self.lists.0.get_unchecked(of.entry) };
        if Self::is_to_be_acquired(of, step) {
            map.acquire();
        }
        map
    }

    /// The same of a right operand.
    ///
    /// # Safety
    /// It comes by boxes.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn right_map(&self, of: Of, step: u32) -> TensorMap<'a, T, B::Boxes> {
        if self.list.is_none() {
            // SAFETY: as below.
            return unsafe { self.few_maps.1.get_unchecked(of.entry) };
        }
        // SAFETY: as above.
        let map = unsafe { self.lists.1.get_unchecked(of.entry) };
        if Self::is_to_be_acquired(of, step) {
            map.acquire();
        }
        map
    }

    /// A vector of an entry.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn vector(&self, entry: u32, vector: usize) -> [u32; 4] {
        match self.list {
            // SAFETY: of few entries there are all vectors.
            None => unsafe { self.few.get_unchecked(few_vector(entry, vector)) },
            Some(list) => Self::listed(list, entry, vector),
        }
    }

    /// A vector of an entry of a list.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn listed(list: &[[u32; 4]], entry: u32, vector: usize) -> [u32; 4] {
        // SAFETY: the list has that many entries, and nothing writes it.
        unsafe { global::load_read_only(list.as_ptr().add(VECTORS * entry as usize + vector)) }
    }

    /// The first vector of an entry.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn head(&self, entry: u32) -> [u32; 4] {
        if self.entries <= MOST_HEADS {
            // SAFETY: there are no more entries than vectors.
            unsafe { self.heads.get_unchecked([entry]) }
        } else {
            // Few entries are kept.
            self.list.map_or([0; 4], |list| Self::listed(list, entry, 0))
        }
    }
}

impl<'a, T, O, A, B, const G: usize, const S: usize> Work<G, S> for Group<'a, T, O, A, B, G, S>
where
    T: Operand<Sum = f32>,
    O: Output,
    A: Grouped<G> + StoredLeft<G>,
    B: Grouped<S>,
{
    type T = T;
    type O = O;
    type A = A;
    type B = B;
    type Of = Of;
    type To<'t>
        = Rows<O, G, S>
    where
        Self: 't;

    const BY_ALL: bool = true;

    /// Threads that bring elements leave the others fewer registers.
    const IS_CROWDED: bool = true;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn begin(&self) {
        let thread = thread_idx().x;
        if self.list.is_none() {
            // By another warp than that which makes the barriers: the maps of the block's first entry, which its lanes find together.
            if thread / 32 == 1 {
                let lane = thread % 32;
                let begins = lane < self.entries && self.vector(lane, 0)[0] <= block_idx().x;
                let entry = Warp::ALL.ballot(begins).count_ones() - 1;
                if lane == 0 {
                    let [.., last] = self.vector(entry, 0);
                    // SAFETY: each entry of a few has a map where it is flagged.
                    let (left, right) =
                        unsafe { (self.few_maps.0.get_unchecked(entry), self.few_maps.1.get_unchecked(entry)) };
                    if last >> BOXED & 1 == 1 {
                        left.prefetch();
                    }
                    if last >> BOXED & 2 == 2 {
                        right.prefetch();
                    }
                }
            }
        } else {
            // Those of as many entries as there are threads are on their way at once: one after another, before its first copy, each would be waited for.
            self.lists.0.prefetch(thread);
            self.lists.1.prefetch(thread);
            if thread < self.entries {
                // SAFETY: each entry of a list has a map.
                let (left, right) = unsafe { (self.lists.0.get_unchecked(thread), self.lists.1.get_unchecked(thread)) };
                left.acquire();
                right.acquire();
            }
        }
        if thread < self.entries && self.entries <= MOST_HEADS {
            // SAFETY: the number is below that of the vectors.
            unsafe { self.heads.set_unchecked([thread], self.vector(thread, 0)) };
        }
    }

    #[inline(always)]
    fn numbers(&self) -> u32 {
        self.numbers
    }

    /// Forth and back: who has the longest block of one round has the shortest of the next.
    #[inline(always)]
    fn after(&self, number: u32) -> u32 {
        // Computed anew: there is no register to keep more than the number.
        let behind = (number / grid_dim().x + 1) * grid_dim().x;
        behind + (behind - 1 - number)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn job(&self, number: u32) -> Option<Job<Of>> {
        // The last entry whose first number is no larger.
        let (mut entry, mut behind) = (0, self.entries);
        while behind - entry > 1 {
            let middle = entry + (behind - entry) / 2;
            if self.head(middle)[0] <= number {
                entry = middle;
            } else {
                behind = middle;
            }
        }
        let [first, rows, columns, last] = self.head(entry);
        let (local, blocks) = (number - first, rows * columns);
        let (matrix, local) = (local / blocks, local % blocks);
        let order = <Programs as Order>::of([rows, columns], GROUP)?;
        // A number of the round before is less than two rounds away.
        let of = Of { entry, matrix, flags: last, is_new: number - first < 2 * grid_dim().x };
        Some(Job { block: order.block(local), shared: None, steps: [0, last & STEPS], of })
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn bring(&self, job: &Job<Of>, step: u32, stage: Stage<T, <A as Stored<G>>::Tile, <B as Stored<S>>::Tile>) {
        let Stage { left, right, full, empty, parity } = stage;
        let (of, rows, side) = (job.of, WARPGROUP_ROWS * G as u32, 64 * S as u32);
        let [row, column, k] = [rows * job.block[0], side * job.block[1], BOX * step];
        empty.wait(parity);
        full.arrive_expecting((rows + side) * ROW_BYTES);
        // SAFETY: both operands come by boxes, and the tiles are free, as was waited for.
        unsafe {
            fetch(self.left_map(of, step), left, full, |first| [of.matrix_of(0), row + first, k]);
            fetch(self.right_map(of, step), right, full, |first| [of.matrix_of(1), column + first, k]);
        }
    }

    #[inline(always)]
    fn is_by_all(&self, job: &Job<Of>) -> bool {
        !job.of.is_boxed(0) || !job.of.is_boxed(1)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn bring_by_all(
        &self,
        job: &Job<Of>,
        step: u32,
        stage: Stage<T, <A as Stored<G>>::Tile, <B as Stored<S>>::Tile>,
    ) {
        let Stage { left, right, full, empty, parity } = stage;
        let (of, rows, side) = (job.of, WARPGROUP_ROWS * G as u32, 64 * S as u32);
        let [row, column, k] = [rows * job.block[0], side * job.block[1], BOX * step];
        let boxed = [0, 1].map(|operand| of.is_boxed(operand));
        empty.wait(parity);
        let [m, n, _, extent] = self.vector(of.entry, 2);
        let [of_a, of_b, ..] = self.vector(of.entry, 5);
        if !boxed[0] {
            let from = address(self.vector(of.entry, 3), of.matrix);
            // SAFETY: as the caller promises of the entry and of the tile.
            unsafe { elements::<T, A, G>(from, [m, extent, of_a], left, [row, k]) };
        }
        if !boxed[1] {
            let from = address(self.vector(of.entry, 4), of.matrix);
            // SAFETY: as above.
            unsafe { elements::<T, B, S>(from, [n, extent, of_b], right, [column, k]) };
        }
        tensor::fence_proxy();
        NamedBarrier::new(2, WARPGROUP).sync();
        if thread_idx().x != 0 {
            return;
        }
        let bytes = [rows * ROW_BYTES, side * ROW_BYTES];
        full.arrive_expecting(if boxed[0] { bytes[0] } else { 0 } + if boxed[1] { bytes[1] } else { 0 });
        if boxed[0] {
            // SAFETY: it comes by boxes, and the tile is free, as was waited for.
            unsafe { fetch(self.left_map(of, step), left, full, |first| [of.matrix_of(0), row + first, k]) };
        }
        if boxed[1] {
            // SAFETY: as above.
            unsafe { fetch(self.right_map(of, step), right, full, |first| [of.matrix_of(1), column + first, k]) };
        }
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn to(&self, job: &Job<Of>) -> Rows<O, G, S> {
        let (begin, [m, n, pitch, _]) = (self.vector(job.of.entry, 1), self.vector(job.of.entry, 2));
        Rows { begin, matrix: job.of.matrix, sizes: [m, n, pitch], element: self.to }
    }
}

/// Stores a tile element by element, by all threads of a warpgroup: of a matrix that begins anywhere, of so many rows, elements along k, and elements
/// from a line to the next. What lies beyond it is zeros.
///
/// # Safety
/// There is such a matrix at the address, and nothing else uses the tile.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn elements<T, L, const S: usize>(
    address: u64,
    [rows, extent, pitch]: [u32; 3],
    tile: Shared<'_, T, L::Tile>,
    [row, k]: [u32; 2],
) where
    T: Element,
    L: Grouped<S>,
{
    const BATCH: u32 = 4;
    let from = core::ptr::with_exposed_provenance::<T>(address as usize);
    // SAFETY: every pattern of bits is an element.
    let zero: T = unsafe { core::mem::zeroed() };
    let mut number = thread_idx().x;
    while number < L::Brought::SPAN as u32 {
        // Several are on their way at once.
        let mut values = [zero; BATCH as usize];
        lego_cuda::unroll!(for of in 0..4 {
            let of: usize = of;
            let [x, y] = L::Brought::default().inv_u32(number + WARPGROUP * of as u32);
            let [x, y] = [row + x, k + y];
            let is_there = x < rows && y < extent;
            let place = if L::ALONG_K { [x, y] } else { [y, x] };
            let position = position(place, pitch);
            // SAFETY: the matrix has the element, or nothing is read.
            values[of] = unsafe { global::load_read_only_or(from.wrapping_add(position), is_there, zero) };
        });
        lego_cuda::unroll!(for of in 0..4 {
            let of: usize = of;
            let place = L::Brought::default().inv_u32(number + WARPGROUP * of as u32);
            // SAFETY: a tile has these elements, and each is one thread's.
            unsafe { tile.set_unchecked(place, values[of]) };
        });
        number += BATCH * WARPGROUP;
    }
}

/// Where element `[line, place]` of a matrix is whose lines begin so many elements after each other: in 64 bits, which no layout's 32 are.
#[inline(always)]
fn position([line, place]: [u32; 2], pitch: u32) -> usize {
    (u64::from(line) * u64::from(pitch) + u64::from(place)) as usize
}

/// Where the matrix of a product begins, in bytes, by a vector of its entry.
#[inline(always)]
fn address([low, high, step, steps]: [u32; 4], matrix: u32) -> u64 {
    whole([low, high]) + whole([step, steps]) * u64::from(matrix)
}

/// The rows of a product, wherever they begin: as the entry says it, so that what is read of it is waited for where it is used, not before.
struct Rows<O, const G: usize, const S: usize> {
    begin: [u32; 4],
    matrix: u32,
    sizes: [u32; 3],
    element: PhantomData<O>,
}

impl<O: Output, const G: usize, const S: usize> Rows<O, G, S> {
    #[inline(always)]
    fn place([block_row, block_column, row, column]: [u32; 4]) -> [u32; 2] {
        [WARPGROUP_ROWS * G as u32 * block_row + row, 64 * S as u32 * block_column + column]
    }

    #[inline(always)]
    fn first(&self) -> u64 {
        address(self.begin, self.matrix)
    }
}

impl<O: Output, const G: usize, const S: usize> Target<O> for Rows<O, G, S> {
    #[inline(always)]
    fn contains(&self, index: [u32; 4]) -> bool {
        let ([row, column], [m, n, _]) = (Self::place(index), self.sizes);
        row < m && column < n
    }

    #[inline(always)]
    unsafe fn at_unchecked(&self, index: [u32; 4]) -> *mut O {
        let [.., pitch] = self.sizes;
        let position = position(Self::place(index), pitch);
        core::ptr::with_exposed_provenance_mut::<O>(self.first() as usize).wrapping_add(position)
    }

    #[inline(always)]
    fn is_in_vectors(&self) -> bool {
        let [.., pitch] = self.sizes;
        self.first().is_multiple_of(16) && pitch.wrapping_mul(O::BYTES as u32).is_multiple_of(16)
    }
}
