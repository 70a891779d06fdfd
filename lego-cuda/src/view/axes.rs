//! Axes of a [`Split`](super::Split): the coordinate of the machine that each axis of its layout is.
//!
//! The type of the axes is a tuple with one of these markers for each axis of the layout: `(BlockX, Register, ThreadX)`.

use super::ranks::check_ranks;
use crate::device::index::linear_block_idx;
use crate::device::{block_idx, linear_thread_idx, thread_idx};
use lego_core::Coord32;
use lego_core::check::fingerprint;

/// An axis of a [`Split`](super::Split): a coordinate of the machine, or a register of the thread.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no axis of a split view",
    note = "an axis is BlockX, BlockY, BlockZ, Block, ThreadX, ThreadY, ThreadZ, Thread or Register"
)]
pub trait Axis: sealed::Sealed + 'static {
    /// Which coordinates of the machine it names.
    #[doc(hidden)]
    const NAMES: u8;

    /// The registers' coordinates with this axis added.
    #[doc(hidden)]
    type After<R: RegisterIndex>: RegisterIndex;

    /// The coordinate; `used` of the registers are taken already.
    #[doc(hidden)]
    fn coordinate(registers: &[u32], used: &mut usize) -> u32;
}

/// The coordinates of a thread's registers: `[u32; R]`, one for each [`Register`] of the axes.
///
/// The trait is sealed.
pub trait RegisterIndex: Coord32 {
    /// One more.
    #[doc(hidden)]
    type Longer: RegisterIndex;
}

/// What the axes of a layout are: a tuple with one [`Axis`] for each.
///
/// Law: two threads of a launch that [`unnamed`](Axes::unnamed) has nothing against never have the same
/// [`index`](Axes::index). For they differ in a coordinate that is an axis, or in one whose extent is 1.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no axes of a split view",
    note = "axes are a tuple of up to 12 markers, one for each axis of the layout: (BlockX, Register, ThreadX)"
)]
pub trait Axes: sealed::Sealed + 'static {
    /// The logical index that they make up.
    type Index: Coord32;
    /// The part of it that a thread chooses: the coordinates of its [`Register`] axes, in their order.
    type Registers: RegisterIndex;
    /// Which axes are [`Register`]s, a bit each.
    #[doc(hidden)]
    const REGISTERS: u32;
    /// Which coordinates of the machine are axes, a bit each.
    #[doc(hidden)]
    const NAMES: u8;
    /// A number of the axes in their order.
    #[doc(hidden)]
    const FINGERPRINT: u64;

    /// The logical index of a register of the running thread.
    fn index(registers: Self::Registers) -> Self::Index;

    /// The same as an index of a layout, which has as many axes.
    #[doc(hidden)]
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn index_of<I: Coord32>(registers: Self::Registers) -> I {
        const { check_ranks([Self::Index::RANK, I::RANK]) };
        I::from_first(Self::index(registers).as_ref())
    }

    /// A coordinate that takes more than one value in a launch of this grid and these blocks, and is no axis: its name and
    /// its extent. Threads that differ in it would share elements.
    ///
    /// ```
    /// use lego_cuda::view::{Axes, BlockX, Register, ThreadX};
    /// type Three = (BlockX, Register, ThreadX);
    /// assert_eq!(Three::unnamed([8, 1, 1], [32, 1, 1]), None);
    /// assert_eq!(Three::unnamed([8, 1, 1], [32, 4, 1]), Some(("ThreadY", 4)));
    /// ```
    fn unnamed(grid: [u32; 3], block: [u32; 3]) -> Option<(&'static str, u32)>;

    /// An axis that is longer than a launch of this grid and these blocks reaches: no thread has the elements beyond. Where an extent is 0
    /// there are no elements, and nothing is beyond.
    ///
    /// ```
    /// use lego_cuda::view::{Axes, BlockX, Register, ThreadX, Uncovered};
    /// type Three = (BlockX, Register, ThreadX);
    /// assert_eq!(Three::uncovered([8, 4, 32], [8, 1, 1], [32, 1, 1]), None);
    /// let beyond = Uncovered { axis: 2, name: "ThreadX", extent: 33, reach: 32 };
    /// assert_eq!(Three::uncovered([8, 4, 33], [8, 1, 1], [32, 1, 1]), Some(beyond));
    /// ```
    fn uncovered(dims: Self::Index, grid: [u32; 3], block: [u32; 3]) -> Option<Uncovered>;

    /// Makes a grid and its blocks as large as it takes to reach all axes of these extents; none gets smaller. Each extent is 1 or more then. Where
    /// an axis has an extent of 0 there are no elements to reach, and nothing changes.
    ///
    /// ```
    /// use lego_cuda::view::{Axes, BlockX, BlockY, Register};
    /// let (mut grid, mut block) = ([1, 1, 1], [32, 1, 1]);
    /// <(BlockY, BlockX, Register)>::cover([5, 7, 4], &mut grid, &mut block);
    /// assert_eq!((grid, block), ([7, 5, 1], [32, 1, 1]));
    /// let mut none = [0; 3];
    /// <(BlockY, BlockX, Register)>::cover([5, 7, 0], &mut none, &mut block);
    /// assert_eq!(none, [0; 3]);
    /// ```
    fn cover(dims: Self::Index, grid: &mut [u32; 3], block: &mut [u32; 3]);
}

/// An axis of a layout that a launch does not reach to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// The number of the axis, from 0.
    pub axis: usize,
    /// What the axis is: `BlockX`.
    pub name: &'static str,
    /// Its extent in the layout.
    pub extent: u32,
    /// How many values it takes in the launch.
    pub reach: u32,
}

mod sealed {
    pub trait Sealed {}
}

const BLOCK: [u8; 3] = [1, 2, 4];
pub(crate) const THREAD: [u8; 3] = [8, 16, 32];
const BLOCKS: [&str; 3] = ["BlockX", "BlockY", "BlockZ"];
const THREADS: [&str; 3] = ["ThreadX", "ThreadY", "ThreadZ"];
/// The linear number of the block, which names all its coordinates where it does not overflow.
const LINEAR_BLOCK: u8 = 64;

macro_rules! axes {
    ($($(#[$meta:meta])* $name:ident = $names:expr, $coordinate:expr;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $name;

            impl sealed::Sealed for $name {}

            impl Axis for $name {
                const NAMES: u8 = $names;
                type After<R: RegisterIndex> = R;

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn coordinate(_: &[u32], _: &mut usize) -> u32 {
                    $coordinate
                }
            }
        )*
    };
}

axes! {
    /// The block's index in x.
    BlockX = BLOCK[0], block_idx().x;
    /// The block's index in y.
    BlockY = BLOCK[1], block_idx().y;
    /// The block's index in z.
    BlockZ = BLOCK[2], block_idx().z;
    /// The block's number in the grid, x fastest.
    Block = BLOCK[0] | BLOCK[1] | BLOCK[2] | LINEAR_BLOCK, linear_block_idx();
    /// The thread's index in x.
    ThreadX = THREAD[0], thread_idx().x;
    /// The thread's index in y.
    ThreadY = THREAD[1], thread_idx().y;
    /// The thread's index in z.
    ThreadZ = THREAD[2], thread_idx().z;
    /// The thread's number in its block, x fastest.
    Thread = THREAD[0] | THREAD[1] | THREAD[2], linear_thread_idx();
}

/// A number of the thread's own choice: one of several elements that a thread has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register;

impl sealed::Sealed for Register {}

impl Axis for Register {
    const NAMES: u8 = 0;
    type After<R: RegisterIndex> = R::Longer;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn coordinate(registers: &[u32], used: &mut usize) -> u32 {
        let register = registers[*used];
        *used += 1;
        register
    }
}

macro_rules! registers {
    ($($count:literal < $longer:literal),*) => {
        $(
            impl RegisterIndex for [u32; $count] {
                type Longer = [u32; $longer];
            }
        )*
    };
}
// No tuple has more than 12.
registers!(0 < 1, 1 < 2, 2 < 3, 3 < 4, 4 < 5, 5 < 6, 6 < 7, 7 < 8, 8 < 9, 9 < 10, 10 < 11, 11 < 12, 12 < 12);

/// The type of the registers' coordinates: each axis after those before it.
macro_rules! after {
    ($registers:ty;) => { $registers };
    ($registers:ty; $axis:ident $($rest:ident)*) => { after!(<$axis as Axis>::After<$registers>; $($rest)*) };
}

macro_rules! tuples {
    ($($rank:literal: $($axis:ident)*;)*) => {
        $(
            impl<$($axis: Axis),*> sealed::Sealed for ($($axis,)*) {}

            impl<$($axis: Axis),*> Axes for ($($axis,)*) {
                type Index = [u32; $rank];
                type Registers = after!([u32; 0]; $($axis)*);
                const REGISTERS: u32 = registers(&[$($axis::NAMES),*]);
                const NAMES: u8 = 0 $(| $axis::NAMES)*;
                const FINGERPRINT: u64 = fingerprint("axes", &[$($axis::NAMES as u64),*]);

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn index(registers: Self::Registers) -> [u32; $rank] {
                    let (registers, mut used) = (registers.as_ref(), 0);
                    // In the order of the axes, and so of the registers.
                    [$($axis::coordinate(registers, &mut used)),*]
                }

                #[inline(always)]
                fn unnamed(grid: [u32; 3], block: [u32; 3]) -> Option<(&'static str, u32)> {
                    unnamed(Self::NAMES, grid, block)
                }

                fn uncovered(dims: [u32; $rank], grid: [u32; 3], block: [u32; 3]) -> Option<Uncovered> {
                    uncovered(&[$($axis::NAMES),*], &dims, grid, block)
                }

                fn cover(dims: [u32; $rank], grid: &mut [u32; 3], block: &mut [u32; 3]) {
                    cover(&[$($axis::NAMES),*], &dims, grid, block);
                }
            }
        )*
    };
}
tuples! {
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
    6: A B C D E F;
    7: A B C D E F G;
    8: A B C D E F G H;
    9: A B C D E F G H I;
    10: A B C D E F G H I J;
    11: A B C D E F G H I J K;
    12: A B C D E F G H I J K M;
}

const fn registers(names: &[u8]) -> u32 {
    let (mut registers, mut axis) = (0, 0);
    while axis < names.len() {
        registers |= ((names[axis] == 0) as u32) << axis;
        axis += 1;
    }
    registers
}

#[inline(always)]
const fn unnamed(names: u8, grid: [u32; 3], block: [u32; 3]) -> Option<(&'static str, u32)> {
    let mut axis = 0;
    while axis < 3 {
        if names & BLOCK[axis] == 0 && grid[axis] != 1 {
            return Some((BLOCKS[axis], grid[axis]));
        }
        if names & THREAD[axis] == 0 && block[axis] != 1 {
            return Some((THREADS[axis], block[axis]));
        }
        axis += 1;
    }
    // Two blocks of a larger grid can have one number. A grid has at most 65535 in y and z, but nothing here says so.
    if names & LINEAR_BLOCK != 0 && names_overflow(grid) {
        return Some(("Block", u32::MAX));
    }
    None
}

/// The first axis that a launch does not reach to its end.
fn uncovered(axes: &[u8], dims: &[u32], grid: [u32; 3], block: [u32; 3]) -> Option<Uncovered> {
    if dims.contains(&0) {
        return None;
    }
    let beyond = |(axis, (&names, &extent)): (usize, (&u8, &u32))| {
        let (name, reach) = reach(names, grid, block)?;
        (extent > reach).then_some(Uncovered { axis, name, extent, reach })
    };
    axes.iter().zip(dims).enumerate().find_map(beyond)
}

/// The name of an axis and how many values it takes in a launch; `None` for a register, which the kernel chooses.
fn reach(names: u8, grid: [u32; 3], block: [u32; 3]) -> Option<(&'static str, u32)> {
    let product = |extents: [u32; 3]| extents.iter().fold(1_u32, |product, extent| product.saturating_mul(*extent));
    if names & LINEAR_BLOCK != 0 {
        return Some(("Block", product(grid)));
    }
    let (block_axis, thread_axis) = (single(names, BLOCK), single(names, THREAD));
    match (block_axis, thread_axis) {
        (Some(axis), _) => Some((BLOCKS[axis], grid[axis])),
        (None, Some(axis)) => Some((THREADS[axis], block[axis])),
        (None, None) if names != 0 => Some(("Thread", product(block))),
        (None, None) => None,
    }
}

/// The coordinate that alone is named.
fn single(names: u8, coordinates: [u8; 3]) -> Option<usize> {
    coordinates.iter().position(|coordinate| names == *coordinate)
}

/// Makes a grid and its blocks as large as the axes are long.
fn cover(axes: &[u8], dims: &[u32], grid: &mut [u32; 3], block: &mut [u32; 3]) {
    if dims.contains(&0) {
        return;
    }
    *grid = grid.map(|extent| extent.max(1));
    for (&names, &extent) in axes.iter().zip(dims) {
        let needed = |extents: &[u32; 3]| {
            let others = extents[1].saturating_mul(extents[2]).max(1);
            extent.div_ceil(others).max(extents[0])
        };
        match (single(names, BLOCK), single(names, THREAD)) {
            (Some(axis), _) => grid[axis] = grid[axis].max(extent),
            (None, Some(axis)) => block[axis] = block[axis].max(extent),
            (None, None) if names & LINEAR_BLOCK != 0 => grid[0] = needed(grid),
            (None, None) if names != 0 => block[0] = needed(block),
            (None, None) => {}
        }
    }
}

/// Whether the numbers of blocks leave 32 bits.
#[inline(always)]
const fn names_overflow([x, y, z]: [u32; 3]) -> bool {
    let plane = y as u64 * z as u64;
    plane > u32::MAX as u64 || x as u64 * plane > u32::MAX as u64
}

/// The end of a launch that has an extent which no axis names.
///
/// # Panics
/// Then.
#[cfg(not(target_arch = "nvptx64"))]
#[track_caller]
pub(super) fn check<A: Axes>() {
    use crate::device::{block_dim, grid_dim};
    let (grid, block) = (grid_dim(), block_dim());
    if let Some((name, extent)) = A::unnamed([grid.x, grid.y, grid.z], [block.x, block.y, block.z]) {
        panic!("the launch has {extent} values of {name}, which is no axis of the Split: threads would share elements")
    }
}
