//! A tile in the registers of many threads, which a layout spreads over them.
//!
//! ```text
//! conversion ── what two layouts make of each other, computed when a kernel is compiled: which way, at which price
//!    ├── exchange ── within warps: registers exchanged in pairs, and a shuffle each
//!    └── staging ─── through shared memory, without bank conflicts
//!          └── matrices ─ the same by `stmatrix` and `ldmatrix`, where they fit
//! gather ────── what a gather along an axis takes
//!    └── gathering ─ by shuffles, or through shared memory
//! packed ── small elements in words, as they move
//! moves ─── a thread's offset by masks and shifts
//! ```

mod conversion;
mod exchange;

mod gather;
mod gathering;
mod matrices;
mod moves;
mod packed;
mod staging;

use crate::device::Element;
use crate::device::index::linear_thread_idx;
use crate::device::shared::SharedSlice;
use crate::device::unroll::times;
pub use conversion::{Conversion, Way};
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
pub use gather::{Along, Gather};
use lego_core::{Coord32, Layout32, StaticMapping};

/// A tile whose elements the threads of a block hold together, R registers each.
///
/// The layout says who has what: **register r of thread t has the element whose position is `t·R + r`**. So `Row(32, 8)` with eight
/// registers gives each thread a row, and `Col(8, 32).GroupBy(…)` whatever is asked for. A tile of SPAN elements takes `SPAN / R`
/// threads; a block of more has several tiles, one after another.
///
/// [`convert`](Distributed::convert) moves the elements to where another layout wants them, [`gather`](Distributed::gather) to where
/// indices ask for them.
///
/// ```
/// use lego::layout;
/// use lego_cuda::view::Distributed;
/// layout! {
///     /// A row of 32 elements for each lane.
///     type Rows = Row(32, 32);
///     /// A column.
///     type Columns = Col(32, 32);
/// }
/// /// Turns a tile in a warp's registers: each lane has a row, and then a column.
/// fn turned(rows: Distributed<f32, Rows, 32>) -> Distributed<f32, Columns, 32> {
///     rows.convert()
/// }
/// ```
pub struct Distributed<T, L, const R: usize> {
    registers: [T; R],
    layout: PhantomData<fn() -> L>,
}

impl<T: Clone, L, const R: usize> Clone for Distributed<T, L, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { registers: self.registers.clone(), layout: PhantomData }
    }
}

impl<T: Copy, L, const R: usize> Copy for Distributed<T, L, R> {}

impl<T: fmt::Debug, L, const R: usize> fmt::Debug for Distributed<T, L, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Distributed").field(&self.registers).finish()
    }
}

impl<T, L: StaticMapping, const R: usize> Distributed<T, L, R> {
    /// How many threads hold the tile.
    pub const THREADS: u32 = {
        assert!(
            R > 0 && L::SPAN % R == 0 && L::SPAN / R <= 1024,
            "a tile has R elements for each of at most 1024 threads"
        );
        (L::SPAN / R) as u32
    };
}

impl<T: Element, L: StaticMapping, const R: usize> Distributed<T, L, R> {
    /// The tile of these registers.
    #[inline(always)]
    pub const fn from_registers(registers: [T; R]) -> Self {
        const { assert!(Self::THREADS > 0) };
        Self { registers, layout: PhantomData }
    }

    /// This thread's registers.
    #[inline(always)]
    pub const fn registers(&self) -> &[T; R] {
        &self.registers
    }

    /// This thread's number among those that hold the tile.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn thread() -> u32 {
        linear_thread_idx() % Self::THREADS
    }

    /// The same tile, with the elements where another layout of the same index box has them: by shuffles between lanes, or by another
    /// order of the registers where nothing leaves its lane.
    ///
    /// Law: the element of every index stays what it is. All threads of a warp call it together. Two layouts that are equal as maps take
    /// no instruction.
    ///
    /// Both layouts are [linear over the bits](lego_core::mapping::BitColumns) of the index: permutations of axes, tiles, Morton order,
    /// swizzles over powers of two. What it takes is [`Conversion::PRICE`].
    ///
    /// # Compile errors
    /// If a layout is not linear over the bits, the boxes differ, or an element leaves its warp:
    /// [`convert_through`](Distributed::convert_through) is for those.
    ///
    /// ```compile_fail,E0080
    /// # use lego::layout;
    /// # use lego_cuda::view::Distributed;
    /// layout! {
    ///     type Rows = Row(64, 32);
    ///     type Columns = Col(64, 32);
    /// }
    /// // Elements leave their warp.
    /// fn turned(rows: Distributed<f32, Rows, 32>) -> Distributed<f32, Columns, 32> {
    ///     rows.convert()
    /// }
    /// # turned(Distributed::from_registers([0.0; 32]));
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn convert<M: StaticMapping<Index = L::Index>>(self) -> Distributed<T, M, R> {
        const {
            assert!(
                Conversion::<T, L, M, R>::EXCHANGE.is_some(),
                "elements leave their warp, which shuffles do not: `convert_through` takes shared memory"
            );
        }
        self.exchange()
    }

    /// The same tile, with the elements where another layout of the same index box has them, through shared memory where that costs
    /// less or elements leave their warp.
    ///
    /// Law: that of [`convert`](Distributed::convert). All threads of the block call it together. The memory, as many elements as the
    /// block's tiles have, is not in use before, and may be used again after a barrier of the block. Conversions in which elements do
    /// not leave their warp may follow each other with a barrier of the warp between them: each warp has a part of its own. No access has a bank conflict if it has 4 bytes or more. [`Conversion::WAY`] says which way it
    /// goes.
    ///
    /// # Compile errors
    /// If a layout is not linear over the bits, or the boxes differ.
    ///
    /// # Panics
    /// If the memory is too small, or does not begin at a multiple of an access: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn convert_through<M: StaticMapping<Index = L::Index>>(self, memory: SharedSlice<T>) -> Distributed<T, M, R> {
        // A constant, so that the way that is not taken is not compiled.
        match const { matches!(Conversion::<T, L, M, R>::WAY, Way::Shared) } {
            false => self.exchange(),
            true => self.stage(memory),
        }
    }

    /// As [`convert_through`](Distributed::convert_through), always by shared memory: to compare the two.
    ///
    /// # Panics
    /// That of [`convert_through`](Distributed::convert_through).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn stage<M: StaticMapping<Index = L::Index>>(self, memory: SharedSlice<T>) -> Distributed<T, M, R> {
        let together = Conversion::<T, L, M, R>::TOGETHER;
        let (part, thread) = (linear_thread_idx() / together, linear_thread_idx() % together);
        let registers = staging::staged::<Conversion<T, L, M, R>, T, R>(self.registers, memory, thread, part);
        Distributed { registers, layout: PhantomData }
    }

    /// The elements that indices name along an axis, where the indices are: result[…, i, …] = self[…, index[…, i, …], …], by shuffles.
    ///
    /// Law: the result at an index is the element of this tile at the same index, whose coordinate on the axis is what the indices have
    /// there. All threads of a warp call it together, and warps are whole. The indices have any layout for as many threads, of a box that
    /// has another extent along the axis at most: `index.gather(&index, axis)` is the map after itself.
    ///
    /// Both layouts are [linear over the bits](lego_core::mapping::BitColumns) of the index. What it takes is [`Gather::PRICE`]: one
    /// shuffle an element where the axis lies along lanes, as many as a thread has registers along the axis otherwise, and none where
    /// all of the axis is in registers of one lane.
    ///
    /// # Panics
    /// If an index is not on the axis: a trap on the GPU. No other element takes its place.
    ///
    /// # Compile errors
    /// If a layout is not linear over the bits, the boxes differ in more than the axis, the tiles are of different numbers of threads, or
    /// elements along the axis are in other warps: [`gather_through`](Distributed::gather_through) is for those.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::view::{Along, Distributed};
    /// layout! {
    ///     /// 32 words of 8 letters: a lane has a word.
    ///     type Words = Row(32, 8);
    /// }
    /// /// The letters of each word in an order of its own.
    /// fn ordered(words: Distributed<u8, Words, 8>, order: Distributed<u32, Words, 8>) -> Distributed<u8, Words, 8> {
    ///     words.gather(&order, Along::<1>)
    /// }
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use lego::layout;
    /// # use lego_cuda::view::{Along, Distributed};
    /// layout! {
    ///     type Rows = Row(64, 32);
    /// }
    /// // A column is spread over two warps.
    /// fn down(rows: Distributed<f32, Rows, 32>, index: Distributed<u32, Rows, 32>) -> Distributed<f32, Rows, 32> {
    ///     rows.gather(&index, Along::<0>)
    /// }
    /// # down(Distributed::from_registers([0.0; 32]), Distributed::from_registers([0; 32]));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use lego::layout;
    /// # use lego_cuda::view::{Along, Distributed};
    /// layout! {
    ///     // The numbers of the anti-diagonals are no exclusive or of bits.
    ///     type Diagonals = AntiDiag(32);
    /// }
    /// fn down(tile: Distributed<f32, Diagonals, 32>, index: Distributed<u32, Diagonals, 32>) -> Distributed<f32, Diagonals, 32> {
    ///     tile.gather(&index, Along::<0>)
    /// }
    /// # down(Distributed::from_registers([0.0; 32]), Distributed::from_registers([0; 32]));
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn gather<M, const Q: usize, const AXIS: usize>(
        &self,
        index: &Distributed<u32, M, Q>,
        _: Along<AXIS>,
    ) -> Distributed<T, M, Q>
    where
        M: StaticMapping<Index = L::Index>,
    {
        const {
            assert!(
                Gather::<T, L, M, R, Q, AXIS>::STAYS,
                "elements along the axis are in other warps, where shuffles do not reach: `gather_through` takes shared memory"
            );
        }
        let registers = gathering::shuffled::<Gather<T, L, M, R, Q, AXIS>, T, R, Q>(&self.registers, &index.registers);
        Distributed { registers, layout: PhantomData }
    }

    /// As [`gather`](Distributed::gather), through shared memory, along any axis.
    ///
    /// Law: that of [`gather`](Distributed::gather). All threads of the block call it together. The memory, as many elements as the
    /// block's tiles have, is not in use before, and may be used again after a barrier of the block; of the warp, where
    /// [`Gather::STAYS`]: each warp has a part of its own then.
    ///
    /// # Panics
    /// If an index is not on the axis, the memory is too small, or it does not begin at a multiple of an access: a trap on the GPU.
    ///
    /// # Compile errors
    /// Those of [`gather`](Distributed::gather), but for elements in other warps.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn gather_through<M, const Q: usize, const AXIS: usize>(
        &self,
        index: &Distributed<u32, M, Q>,
        _: Along<AXIS>,
        memory: SharedSlice<T>,
    ) -> Distributed<T, M, Q>
    where
        M: StaticMapping<Index = L::Index>,
    {
        let registers =
            gathering::staged::<Gather<T, L, M, R, Q, AXIS>, T, R, Q>(&self.registers, &index.registers, memory);
        Distributed { registers, layout: PhantomData }
    }

    /// The conversion within warps; without an exchange the code does nothing, and is never run.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn exchange<M: StaticMapping<Index = L::Index>>(self) -> Distributed<T, M, R> {
        let registers = exchange::exchanged::<Conversion<T, L, M, R>, T, R>(self.registers);
        Distributed { registers, layout: PhantomData }
    }
}

impl<T: Element, L: StaticMapping + Layout32, const R: usize> Distributed<T, L, R> {
    /// The tile of a function's values, which each thread calls for the indices that it holds, in the order of its registers.
    ///
    /// A position of the layout's span that no index has, a hole, is the value of the index 0.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn from_fn(mut value: impl FnMut(L::Index32) -> T) -> Self {
        let thread = Self::thread();
        // A first value for all would be written by a loop, which keeps more than some registers in memory.
        let mut registers = [const { MaybeUninit::uninit() }; R];
        times::<R>(
            #[inline(always)]
            |register| {
                registers[register].write(value(Self::index_at(thread, register)));
            },
        );
        // SAFETY: each of the R registers has been written, and `MaybeUninit<T>` has the size and the bits of `T`.
        Self::from_registers(unsafe { core::mem::transmute_copy::<[MaybeUninit<T>; R], [T; R]>(&registers) })
    }

    /// Calls a function with each index that this thread holds and its element, in the order of the registers.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn for_each(&self, mut visit: impl FnMut(L::Index32, T)) {
        let thread = Self::thread();
        times::<R>(
            #[inline(always)]
            |register| visit(Self::index_at(thread, register), self.registers[register]),
        );
    }

    #[inline(always)]
    fn index_at(thread: u32, register: usize) -> L::Index32 {
        let place: Option<L::Index32> = L::default().inv_u32(thread * R as u32 + register as u32).into();
        place.unwrap_or(L::Index32::zero())
    }
}
