//! Global memory that a kernel writes, its threads kept apart by a layout.

use super::abi::ViewAbi;
use super::axes::Axes;
use super::layout::Always;
use super::memory::{Memory, WRITTEN};
use crate::device::{Element, global};
use crate::kernel::Parameter;
use core::marker::PhantomData;
use lego_core::check::fingerprint;
use lego_core::{Coord32, Mapping32};

/// Global memory that belongs to the launch alone, split among its threads.
///
/// The layout's logical index is made of coordinates of the machine and of registers; `A` says which axis is which. A
/// thread names its registers only: the rest of the index is where it is. So safe code writes the memory, and no two
/// threads can meet.
///
/// Law: two threads never reach one element. For their indices differ ([`Axes`]), and so do the positions of a layout
/// that is proved [injective in 32 bits](lego_core::Mapping32::INJECTIVE_32), which is a condition at compile time. A launch with an extent that no
/// axis names is an error before it begins.
///
/// ```
/// use lego::layout;
/// use lego_cuda::view::{BlockX, Register, Split, ThreadX};
///
/// layout! {
///     /// Element `[block, k, thread]`: each block has 1024 elements, each thread every 256th of them.
///     pub type Strided = Row(64, 4, 256);
/// }
///
/// fn body(output: Split<'_, f32, Strided, (BlockX, Register, ThreadX)>, value: f32) {
///     for k in 0..4 {
///         output.set([k], value);
///     }
/// }
/// ```
///
/// A layout whose word has to be taken is not enough:
///
/// ```compile_fail,E0080
/// use lego::layout;
/// use lego_cuda::kernel::Parameter;
/// use lego_cuda::view::{BlockX, Split};
///
/// layout!(type Vouched = GenP([8], |i| i, |p| p, unchecked););
/// unsafe fn from(abi: <Split<'_, f32, Vouched, (BlockX,)> as Parameter>::Abi) {
///     unsafe { Split::<f32, Vouched, (BlockX,)>::from_abi(abi) };
/// }
/// # let _ = from as unsafe fn(_);
/// ```
pub struct Split<'a, T, L, A> {
    memory: Memory<T, L>,
    borrowed: PhantomData<&'a mut [T]>,
    axes: PhantomData<A>,
}

impl<T, L, A> Split<'_, T, L, A>
where
    T: Element,
    L: Mapping32,
    A: Axes,
{
    const PROVED: () = assert!(
        L::INJECTIVE_32.is_some(),
        "a Split needs a layout that is proved injective: one of layout! without `unchecked`, without functions by path, \
         and without closures on sizes that have no values"
    );

    /// How many axes are named, and how many the layout has. That they are as many is no condition of the type: then the compiler
    /// would say it at each place of use, of the two types of an index.
    const RANKS: [usize; 2] = [<A::Index as Coord32>::RANK, <L::Index32 as Coord32>::RANK];

    /// The part of a launch's memory that is the running thread's.
    ///
    /// # Panics
    /// If the launch has an extent that no axis names, on the host; on a GPU the launch has looked at that.
    ///
    /// # Safety
    /// [`unnamed`](Axes::unnamed) has nothing against the launch. The elements are in global memory, begin at a multiple of
    /// 16 bytes, live for `'a`, and are reached during it by nothing but this launch's threads, each by views of this layout
    /// and these axes.
    /// [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and there are as many elements as its span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn from_raw(pointer: *mut T, layout: L) -> Self {
        let () = Self::PROVED;
        const { super::ranks::check_ranks(Self::RANKS) };
        #[cfg(not(target_arch = "nvptx64"))]
        super::axes::check::<A>();
        // SAFETY: as the caller promises.
        let memory = unsafe { Memory::new(pointer, layout.span_u32(), layout) };
        Self { memory, borrowed: PhantomData, axes: PhantomData }
    }

    /// The same view, for a while; with `is_full`, its indices are looked at no further than whether they lie inside the extents.
    ///
    /// # Safety
    /// With `is_full`, each register inside the extents has an element.
    #[inline(always)]
    pub(super) unsafe fn again(&self, is_full: bool) -> Split<'_, T, L, A> {
        // SAFETY: the indices that are asked for are those of the thread's registers.
        let memory = unsafe { self.memory.known(is_full) };
        Split { memory, borrowed: PhantomData, axes: PhantomData }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.memory.layout()
    }

    /// The logical index of a register of this thread, inside the extents or not.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn index(&self, registers: A::Registers) -> L::Index32 {
        A::index_of(registers)
    }

    /// Whether this thread has an element in a register: its index lies inside the extents, and where an `ExpandBy`
    /// stores something.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn contains(&self, registers: A::Registers) -> bool {
        self.memory.contains(A::index_of(registers))
    }

    /// Whether this thread has an element in each of its registers; `false` also where that is not [known](Mapping32::has_all_u32).
    ///
    /// It takes about as long as one [`contains`](Split::contains).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn has_all(&self) -> bool {
        self.memory.has_all(A::index_of(A::Registers::zero()), A::REGISTERS)
    }

    /// The element in a register.
    ///
    /// # Panics
    /// If its index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(&self, registers: A::Registers) -> T
    where
        L::Position32: Always,
    {
        // SAFETY: the element is the thread's own.
        unsafe { global::load(self.at(registers)) }
    }

    /// Sets the element in a register.
    ///
    /// # Panics
    /// If its index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set(&self, registers: A::Registers, value: T)
    where
        L::Position32: Always,
    {
        // SAFETY: the element is the thread's own.
        unsafe { global::store(self.at(registers), value) }
    }

    /// The element in a register, `None` if the thread has none there.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_get(&self, registers: A::Registers) -> Option<T> {
        // No closure, which would be the caller that an executor names.
        let element = self.find(registers)?;
        // SAFETY: the element is the thread's own.
        Some(unsafe { global::load(element) })
    }

    /// Sets the element in a register, if the thread has one there; whether it does.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_set(&self, registers: A::Registers, value: T) -> bool {
        let Some(element) = self.find(registers) else { return false };
        // SAFETY: the element is the thread's own.
        unsafe { global::store(element, value) };
        true
    }

    /// The element in a register that the thread is known to have.
    ///
    /// # Safety
    /// [`contains`](Split::contains) holds.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_unchecked(&self, registers: A::Registers) -> T {
        // SAFETY: as the caller promises, the element is one of this thread.
        unsafe { global::load(self.memory.at_unchecked(A::index_of(registers))) }
    }

    /// Sets the element in a register that the thread is known to have.
    ///
    /// # Safety
    /// [`contains`](Split::contains) holds.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set_unchecked(&self, registers: A::Registers, value: T) {
        // SAFETY: as the caller promises, the element is one of this thread.
        unsafe { global::store(self.memory.at_unchecked(A::index_of(registers)), value) }
    }

    /// The elements in `N` registers by one instruction: from these on along the last [`Register`](super::Register) axis.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_vector<const N: usize>(&self, registers: A::Registers) -> [T; N]
    where
        L::Position32: Always,
    {
        // SAFETY: the elements are of registers of this thread.
        unsafe { global::load(self.memory.vector(A::index_of(registers), Self::LAST_REGISTER)) }
    }

    /// Sets the elements in `N` registers by one instruction: from these on along the last
    /// [`Register`](super::Register) axis.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set_vector<const N: usize>(&self, registers: A::Registers, values: [T; N])
    where
        L::Position32: Always,
    {
        // SAFETY: as for `get_vector`.
        unsafe { global::store(self.memory.vector(A::index_of(registers), Self::LAST_REGISTER), values) }
    }

    /// The elements in `N` registers by one instruction, from these on along the last [`Register`](super::Register) axis; `None` if
    /// one is not there, or they do not lie side by side from a multiple of `N` on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_get_vector<const N: usize>(&self, registers: A::Registers) -> Option<[T; N]> {
        let elements = self.memory.find_vector(A::index_of(registers), Self::LAST_REGISTER)?;
        // SAFETY: as for `get_vector`.
        Some(unsafe { global::load(elements) })
    }

    /// The elements in `N` registers, `other` where the thread has none: by one instruction where
    /// [`try_get_vector`](Split::try_get_vector) gives something, else one for each element.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_vector_or<const N: usize>(&self, registers: A::Registers, other: T) -> [T; N] {
        // SAFETY: as for `get_vector`.
        unsafe { self.memory.load_vector_or::<N, WRITTEN>(A::index_of(registers), Self::LAST_REGISTER, other) }
    }

    /// Sets the elements in `N` registers, those that the thread has; whether it has all.
    ///
    /// One instruction where they lie side by side from a multiple of `N` on, else one for each element.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::view::{BlockX, Register, Split, ThreadX};
    ///
    /// layout! {
    ///     /// Element `[block, thread, k]` of a line of n elements: each thread has four, the last of them maybe fewer.
    ///     pub type Line(n) = Row(n).ExpandBy([n] => [ceil_div(n, 1024)*1024]).GroupBy([ceil_div(n, 1024), 256, 4]);
    /// }
    ///
    /// fn double(line: Split<'_, f32, Line, (BlockX, ThreadX, Register)>) {
    ///     let elements = line.get_vector_or::<4>([0], 0.0);
    ///     line.try_set_vector([0], elements.map(|x| 2.0 * x));
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_set_vector<const N: usize>(&self, registers: A::Registers, values: [T; N]) -> bool {
        // SAFETY: as for `get_vector`.
        unsafe { self.memory.try_store_vector(A::index_of(registers), Self::LAST_REGISTER, values) }
    }

    const LAST_REGISTER: usize = match A::REGISTERS.checked_ilog2() {
        Some(axis) => axis as usize,
        None => panic!("a vector takes several registers: the axes of this Split name none"),
    };

    /// The element in a register, or the end of the launch.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn at(&self, registers: A::Registers) -> *mut T {
        self.memory.at(A::index_of(registers))
    }

    /// The element in a register, if the thread has one there.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn find(&self, registers: A::Registers) -> Option<*mut T> {
        self.memory.find(A::index_of(registers))
    }
}

// SAFETY: the ABI is `repr(C)` of an address and numbers; the lifetime is the only one.
unsafe impl<T, L, A> Parameter for Split<'_, T, L, A>
where
    T: Element,
    L: Mapping32,
    A: Axes,
{
    type Abi = ViewAbi<T, L>;
    type During<'launch> = Split<'launch, T, L, A>;
    const NAMES: u8 = A::NAMES;
    const RANKS: [usize; 2] = Split::<T, L, A>::RANKS;
    const FINGERPRINT: u64 = fingerprint("Split", &[T::FINGERPRINT, L::FINGERPRINT, A::FINGERPRINT]);

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn from_abi<'launch>(abi: ViewAbi<T, L>) -> Split<'launch, T, L, A> {
        let (pointer, _, layout) = abi.parts();
        // SAFETY: the launch vouches for memory and layout, and hands the memory to nothing else.
        unsafe { Split::from_raw(pointer, layout) }
    }
}
