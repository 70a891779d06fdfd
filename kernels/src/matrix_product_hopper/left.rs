//! How the left tile of a step gets to the tensor cores: as it lies in shared memory, or, of bytes by columns, turned on the way through registers.

use super::layouts::{Across, AcrossBytes, Along, AlongBytes, RowsAlong, RowsTurned, Stored};
use super::multiplying::Multiplying;
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::{Registers, Sums};

/// How a left operand lies, and how it is multiplied.
pub trait StoredLeft<const G: usize>: Stored<G> {
    /// The row of the product, of the 16 that a warp has, by the row where its sums have it.
    type Rows: StaticMapping + Mapping32<Index32 = [u32; 1], Position32 = u32>;

    /// Whether warpgroups can multiply whole blocks in turns, rather than a half of each together: where tensor cores read tiles as they lie.
    const IN_TURNS: bool;

    /// As many times 64 columns of a block as there are registers for while the next block's first steps are added.
    const HELD: usize;

    /// Sets sums to those of the steps from one to before another, and frees their stages.
    #[doc(hidden)]
    fn multiply<T, B, const S: usize, const R: usize>(
        steps: [u32; 2],
        sums: &mut Sums<R>,
        multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
    ) where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
        [u32; R]: Registers;

    /// Begins to add the products of the next step, or to set sums to them where `adds` is false, waits for those of the step before, and frees its stage.
    #[doc(hidden)]
    fn add_step<T, B, const S: usize, const R: usize>(
        sums: &mut Sums<R>,
        multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
        adds: bool,
    ) where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
        [u32; R]: Registers;

    /// The same of so many steps behind others, or of all of a block, which then has one.
    #[doc(hidden)]
    fn add_steps<T, B, const S: usize, const R: usize>(
        sums: &mut Sums<R>,
        multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
        count: u32,
        adds: bool,
    ) where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
        [u32; R]: Registers;

    /// Sets sums to those of both halves of a block of 128 rows, as [`multiply`](Self::multiply) those of one, and lets the other warpgroup begin
    /// once all products are under way: only where blocks are multiplied in turns.
    #[doc(hidden)]
    fn multiply_whole<T, B, const S: usize, const R: usize>(
        steps: [u32; 2],
        halves: (&mut Sums<R>, &mut Sums<R>),
        multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
        other: NamedBarrier,
    ) where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
        [u32; R]: Registers;
}

macro_rules! left {
    ($($layout:ident: $rows:ident, $multiply:ident, $in_turns:literal, $held:literal, $step:ident, $steps:ident, $whole:ident;)*) => {
        $(
            impl<const G: usize> StoredLeft<G> for $layout
            where
                Self: Stored<G>,
            {
                type Rows = $rows;
                const IN_TURNS: bool = $in_turns;
                const HELD: usize = $held;

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn multiply<T, B, const S: usize, const R: usize>(
                    steps: [u32; 2],
                    sums: &mut Sums<R>,
                    multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
                ) where
                    T: Operand<Sum = f32>,
                    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
                    [u32; R]: Registers,
                {
                    multiplying.$multiply(steps, sums);
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn add_step<T, B, const S: usize, const R: usize>(
                    sums: &mut Sums<R>,
                    multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
                    adds: bool,
                ) where
                    T: Operand<Sum = f32>,
                    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
                    [u32; R]: Registers,
                {
                    multiplying.$step(sums, adds);
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn add_steps<T, B, const S: usize, const R: usize>(
                    sums: &mut Sums<R>,
                    multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
                    count: u32,
                    adds: bool,
                ) where
                    T: Operand<Sum = f32>,
                    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
                    [u32; R]: Registers,
                {
                    multiplying.$steps(sums, count, adds);
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn multiply_whole<T, B, const S: usize, const R: usize>(
                    steps: [u32; 2],
                    halves: (&mut Sums<R>, &mut Sums<R>),
                    multiplying: &mut Multiplying<'_, T, Self::Tile, B, G, S>,
                    other: NamedBarrier,
                ) where
                    T: Operand<Sum = f32>,
                    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
                    [u32; R]: Registers,
                {
                    multiplying.$whole(steps, halves, other);
                }
            }
        )*
    };
}
left! {
    Along: RowsAlong, add_up, true, 4, add_step, add_steps, add_up_whole;
    Across: RowsAlong, add_up, true, 4, add_step, add_steps, add_up_whole;
    AlongBytes: RowsAlong, add_up, false, 4, add_step, add_steps, never_whole;
    AcrossBytes: RowsTurned, add_up_turned, false, 2, turn_step, turn_steps, never_whole;
}
