//! A tile in a thread's registers, as a layout sees it.

use super::position::{self, Rank, Room};
use crate::device::unroll::{Steps, each};
use core::fmt;
use core::marker::PhantomData;
use lego_core::{Coord32, Mapping32, StaticMapping, StaticStorage};

/// A tile that one thread keeps in registers.
///
/// Registers have no addresses: each index must be a number when the kernel is compiled. So the tile is walked by
/// [`for_each`](Fragment::for_each), or by [`unroll!`](crate::unroll), whose steps are written out. A loop that stays one puts
/// the tile into memory, which the build of the kernel reports.
///
/// Law: `get(i)` is what `set(i, x)` set last, for each index by itself; at first it is what the tile was filled with.
///
/// ```
/// use lego::layout;
/// use lego_cuda::view::Fragment;
///
/// layout!(type Sums = Row(2, 4););
///
/// /// The outer product of a column and a row, added up.
/// fn add_product(sums: &mut Fragment<f32, Sums>, column: [f32; 2], row: [f32; 4]) {
///     sums.for_each(|[i, j], sum| *sum += column[i as usize] * row[j as usize]);
/// }
///
/// let mut sums = Fragment::filled(1.0);
/// add_product(&mut sums, [1.0, 10.0], [1.0, 2.0, 3.0, 4.0]);
/// assert_eq!((sums.get([0, 3]), sums.get([1, 1])), (5.0, 21.0));
/// ```
pub struct Fragment<T: Copy, L: StaticStorage> {
    elements: L::Elements<T>,
    layout: PhantomData<fn() -> L>,
}

impl<T: Copy, L: StaticStorage> Clone for Fragment<T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, L: StaticStorage> Copy for Fragment<T, L> {}

/// The indices of a layout, as steps.
struct Indices<L>(PhantomData<L>);

impl<L: StaticMapping> Steps for Indices<L> {
    const COUNT: usize = L::COUNT;
}

impl<T: Copy, L: StaticStorage + Mapping32<Position32 = u32>> Fragment<T, L> {
    /// The tile with one value everywhere.
    #[inline(always)]
    pub fn filled(value: T) -> Self {
        Self { elements: L::filled(value), layout: PhantomData }
    }

    /// The tile of a function's values, called for each index in row-major order. Elements that no index reaches are those of
    /// the first.
    #[inline(always)]
    pub fn from_fn(mut value: impl FnMut(L::Index32) -> T) -> Self {
        let mut fragment = Self::filled(value(L::Index32::zero()));
        each::<Indices<L>>(
            #[inline(always)]
            |number| {
                if number > 0 {
                    let index = index::<L>(number);
                    fragment.set(index, value(index));
                }
            },
        );
        fragment
    }

    /// The element of an index.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(&self, index: L::Index32) -> T {
        self.elements.as_ref()[place::<L>(index)]
    }

    /// Sets the element of an index.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set(&mut self, index: L::Index32, value: T) {
        self.elements.as_mut()[place::<L>(index)] = value;
    }

    /// Calls a function with each index and its element, in row-major order; every call is written out.
    #[inline(always)]
    pub fn for_each(&mut self, mut visit: impl FnMut(L::Index32, &mut T)) {
        each::<Indices<L>>(
            #[inline(always)]
            |number| {
                let index = index::<L>(number);
                visit(index, &mut self.elements.as_mut()[place::<L>(index)]);
            },
        );
    }

    /// The elements position by position.
    #[inline(always)]
    pub fn as_physical(&self) -> &[T] {
        self.elements.as_ref()
    }
}

/// Where an index lies among the elements.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn place<L: StaticMapping + Mapping32<Position32 = u32>>(index: L::Index32) -> usize {
    position::checked(&L::default(), index, Room::of(L::SPAN as u32)) as usize
}

/// The index of a number in row-major order.
#[inline(always)]
fn index<L: StaticMapping + Mapping32>(number: usize) -> L::Index32 {
    let (mut index, mut rest) = (L::Index32::zero(), number as u32);
    let dims = L::default().dims_u32();
    each::<Rank<L::Index32>>(
        #[inline(always)]
        |step| {
            let axis = <L::Index32 as Coord32>::RANK - 1 - step;
            let extent = dims.as_ref()[axis].max(1);
            index.as_mut()[axis] = rest % extent;
            rest /= extent;
        },
    );
    index
}

impl<T: Copy + fmt::Debug, L: StaticStorage> fmt::Debug for Fragment<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fragment").field(&self.elements.as_ref()).finish()
    }
}
