//! How the sums of a block come about: the tensor cores add the products of a step, 128 elements along k, and the threads add these, times their
//! scales, to a total in registers.
//!
//! Tensor cores are not to wait for that. In a narrow block a warpgroup has sums for two steps, of which one is being made while the other is
//! added; in a wider one there are no registers for that, and the other warpgroup multiplies meanwhile.

use super::layouts::{BlockScales, SCALED, ScaleLayout};
use crate::matrix_product_hopper::{Multiplying, Pairs, TileBytes, WARPGROUP_ROWS};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::{Registers, Sums, WARPGROUP};
use lego_cuda::device::{lane, math};
use lego_cuda::unroll;
use lego_cuda::view::Global;

/// A warpgroup that multiplies tiles of bytes.
pub(super) type MultiplyingBytes<'s, T, const S: usize> = Multiplying<'s, T, TileBytes<2>, TileBytes<S>, 2, S>;

/// The sums of a thread of 64 rows and 128 columns, for which there is one scale of the right operand.
const MADE: usize = 64;

/// Where the scales are that a thread's sums are multiplied by.
pub(super) struct Scales<'a, L> {
    rows: Global<'a, f32, L>,
    blocks: Global<'a, f32, BlockScales>,
    /// The scales of the two rows that the thread has sums of.
    at_rows: [u32; 2],
    /// Those of the first 128 columns that it has sums of, and of the columns behind.
    at_columns: [u32; 2],
    /// Whether the first columns are the last 64 of those of a scale.
    is_half: bool,
    /// The last step.
    last: u32,
}

/// The scales of a thread's sums of a step.
#[derive(Clone, Copy)]
struct Scale {
    rows: [f32; 2],
    columns: [f32; 2],
}

impl<'a, L: ScaleLayout> Scales<'a, L> {
    /// Those of a block of 64·S columns of an m×n product, for a thread of the warp whose 16 rows begin here, and the steps before an end.
    #[inline(always)]
    pub(super) fn of<const S: usize>(
        rows: Global<'a, f32, L>,
        blocks: Global<'a, f32, BlockScales>,
        [block_row, block_column]: [u32; 2],
        warp_row: u32,
        end: u32,
    ) -> Self {
        let [m, n] = [rows.dims()[0], blocks.dims()[0]];
        let [row, _] = Pairs::inv_u32(lane());
        let first = 2 * WARPGROUP_ROWS * block_row + warp_row + row;
        let first_column = block_column * 64 * S as u32;
        let column = first_column / BlockScales::ROWS;
        // All lanes have the same, which the compiler is not to know where a scale is on its way for a whole step: it would put it in a uniform
        // register, for which a warp waits where the scale is loaded and not where it is used. No product has 2^31 steps.
        let column = if S > 2 { column + (lane() & end >> 31) } else { column };
        // What lies beyond the product is computed and not stored.
        Self {
            rows,
            blocks,
            at_rows: [first, first + 8].map(|row| (row / L::ROWS).min(m - 1)),
            at_columns: [column, (column + 1).min(n - 1)],
            is_half: !first_column.is_multiple_of(BlockScales::ROWS),
            last: end - 1,
        }
    }

    /// Those of a step, or of the last if it is behind that.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn at<const S: usize>(&self, step: u32) -> Scale {
        let step = step.min(self.last);
        // SAFETY: rows, columns and steps are no more than there are.
        let column = |column| unsafe { self.blocks.get_unchecked([column, step]) };
        let first = column(self.at_columns[0]);
        Scale {
            // SAFETY: as above.
            rows: self.at_rows.map(|row| unsafe { self.rows.get_unchecked([row, step]) }),
            columns: [first, if S > 2 { column(self.at_columns[1]) } else { first }],
        }
    }
}

/// Adds the sums of a step, of 128 columns, to those of the block.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn promote<const R: usize>(sums: &mut Sums<R>, made: &Sums<MADE>, half: usize, scale: Scale)
where
    [u32; R]: Registers,
{
    let scales = scale.rows.map(|row| row * scale.columns[half]);
    unroll!(for number in 0..MADE {
        let number: usize = number;
        let to = MADE * half + number;
        sums.set(to, math::mul_add(scales[number / 2 % 2], made.get(number), sums.get(to)));
    });
}

/// The sums of a block: of its steps, whose scales these are.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn sums<T, L, const S: usize, const R: usize>(
    steps: [u32; 2],
    sums: &mut Sums<R>,
    multiplying: &mut MultiplyingBytes<'_, T, S>,
    scales: &Scales<'_, L>,
) where
    T: Operand<Sum = f32>,
    L: ScaleLayout,
    [u32; R]: Registers,
{
    const { assert!(S >= 2 && S <= 4, "there is a scale for each 128 columns, and registers for the sums of 256") };
    match S {
        2 => narrow(steps, sums, multiplying, scales),
        3 => medium(steps, sums, multiplying, scales),
        _ => wide(steps, sums, multiplying, scales),
    }
}

/// The sums of a block of 128 columns: while those of a step are added, the next is multiplied.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn narrow<T, L, const S: usize, const R: usize>(
    [begin, end]: [u32; 2],
    sums: &mut Sums<R>,
    multiplying: &mut MultiplyingBytes<'_, T, S>,
    scales: &Scales<'_, L>,
) where
    T: Operand<Sum = f32>,
    L: ScaleLayout,
    [u32; R]: Registers,
{
    let [mut even, mut odd] = [Sums::<MADE>::zero(), Sums::<MADE>::zero()];
    // Scales are on their way for two steps.
    let [mut of_even, mut of_odd] = [scales.at::<S>(begin), scales.at::<S>(begin + 1)];
    *sums = Sums::zero();
    multiplying.wait();
    multiplying.begin::<MADE>(&mut even, 0, false);
    let (mut stage, mut step) = (multiplying.next(), begin + 1);
    // Each turn has registers of its own, and its own end: what is under way is not to change places.
    loop {
        if step == end {
            even.wait::<0>();
            multiplying.release(stage);
            promote(sums, &even, 0, of_even);
            break;
        }
        multiplying.wait();
        multiplying.begin::<MADE>(&mut odd, 0, false);
        even.wait::<1>();
        multiplying.release(stage);
        stage = multiplying.next();
        promote(sums, &even, 0, of_even);
        step += 1;
        of_even = scales.at::<S>(step);
        if step == end {
            odd.wait::<0>();
            multiplying.release(stage);
            promote(sums, &odd, 0, of_odd);
            break;
        }
        multiplying.wait();
        multiplying.begin::<MADE>(&mut even, 0, false);
        odd.wait::<1>();
        multiplying.release(stage);
        stage = multiplying.next();
        promote(sums, &odd, 0, of_odd);
        step += 1;
        of_odd = scales.at::<S>(step);
    }
}

/// Adds the sums of a step, of all 192 columns, to those of the block: of the second third with the first scale, or the last where `is_half`.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn promote_thirds<const R: usize>(sums: &mut Sums<R>, made: &Sums<R>, is_half: bool, scale: Scale)
where
    [u32; R]: Registers,
{
    let [first, last] = scale.columns;
    let scales = [first, if is_half { last } else { first }, last].map(|column| scale.rows.map(|row| row * column));
    unroll!(for number in 0..R {
        let number: usize = number;
        let scale = scales[number / 32 % 3][number / 2 % 2];
        sums.set(number, math::mul_add(scale, made.get(number), sums.get(number)));
    });
}

/// The sums of a block of 192 columns: while those of one warpgroup are added, the other multiplies.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn medium<T, L, const S: usize, const R: usize>(
    [begin, end]: [u32; 2],
    sums: &mut Sums<R>,
    multiplying: &mut MultiplyingBytes<'_, T, S>,
    scales: &Scales<'_, L>,
) where
    T: Operand<Sum = f32>,
    L: ScaleLayout,
    [u32; R]: Registers,
{
    let mut made = Sums::<R>::zero();
    let [mut scale, mut next] = [scales.at::<S>(begin), scales.at::<S>(begin + 1)];
    *sums = Sums::zero();
    let mut step = begin;
    let (is_first, [own, other]) = turns(multiplying);
    while step < end {
        multiplying.wait();
        own.sync();
        multiplying.begin::<R>(&mut made, 0, false);
        if is_first || step + 1 < end {
            other.arrive();
        }
        // They come while the next step is multiplied.
        let behind = scales.at::<S>(step + 2);
        made.wait::<0>();
        let stage = multiplying.next();
        multiplying.release(stage);
        promote_thirds(sums, &made, scales.is_half, scale);
        (scale, next, step) = (next, behind, step + 1);
    }
}

/// The warpgroups begin in turn, so that one has the tensor cores to itself while the other adds: whether it is the first, and the barriers at which it
/// waits for its turn and says that the other has one. The first has the first turn.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn turns<T, const S: usize>(multiplying: &MultiplyingBytes<'_, T, S>) -> (bool, [NamedBarrier; 2])
where
    T: Operand<Sum = f32>,
{
    let is_first = multiplying.is_first();
    let [own, other] = [is_first, !is_first].map(|first| NamedBarrier::new(if first { 3 } else { 4 }, 2 * WARPGROUP));
    if !is_first {
        other.arrive();
    }
    (is_first, [own, other])
}

/// The sums of a block of 256 columns, by halves: while those of one warpgroup are added, the other multiplies.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn wide<T, L, const S: usize, const R: usize>(
    [begin, end]: [u32; 2],
    sums: &mut Sums<R>,
    multiplying: &mut MultiplyingBytes<'_, T, S>,
    scales: &Scales<'_, L>,
) where
    T: Operand<Sum = f32>,
    L: ScaleLayout,
    [u32; R]: Registers,
{
    let mut made = Sums::<MADE>::zero();
    let [mut scale, mut next] = [scales.at::<S>(begin), scales.at::<S>(begin + 1)];
    *sums = Sums::zero();
    let mut step = begin;
    let (is_first, [own, other]) = turns(multiplying);
    while step < end {
        multiplying.wait();
        own.sync();
        multiplying.begin::<MADE>(&mut made, 0, false);
        other.arrive();
        made.wait::<0>();
        promote(sums, &made, 0, scale);
        own.sync();
        multiplying.begin::<MADE>(&mut made, SCALED, false);
        if is_first || step + 1 < end {
            other.arrive();
        }
        // They come while the next step is multiplied.
        let behind = scales.at::<S>(step + 2);
        made.wait::<0>();
        let stage = multiplying.next();
        multiplying.release(stage);
        promote(sums, &made, 1, scale);
        (scale, next, step) = (next, behind, step + 1);
    }
}
