//! Positions of logical indices, checked as far as memory safety asks.

use super::abort;
use crate::device::unroll::{Steps, each, times};
use core::marker::PhantomData;
use lego_core::{Coord32, Mapping32};
use lego_machine::limits::WIDEST_ACCESS;

/// Whether an index lies inside the extents: all comparisons, then one branch.
#[inline(always)]
pub(super) fn is_inside<C: Coord32>(index: &C, dims: &C) -> bool {
    let (index, dims) = (index.as_ref(), dims.as_ref());
    if cfg!(all(not(target_arch = "nvptx64"), debug_assertions)) {
        return are_inside(index, dims);
    }
    let mut inside = true;
    each::<Rank<C>>(
        #[inline(always)]
        |axis| inside &= index[axis] < dims[axis],
    );
    inside
}

/// As [`is_inside`] for tests on the host. It is not generic, so it is compiled in this crate, which a program may have optimized
/// where its own are not; where this one is not either, a loop by hand takes a tenth of what iterators take.
fn are_inside(index: &[u32], dims: &[u32]) -> bool {
    let mut axis = 0;
    while axis < index.len() {
        if index[axis] >= dims[axis] {
            return false;
        }
        axis += 1;
    }
    true
}

/// The axes of an index, as steps.
pub(super) struct Rank<C>(PhantomData<C>);

impl<C: Coord32> Steps for Rank<C> {
    const COUNT: usize = C::RANK;
}

/// What is known of the positions that a view will be asked for, before it is.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// The number of elements, of which the layout may have fewer.
    len: u32,
    /// Whether each index inside the extents that is asked for has a position below the layout's span.
    is_full: bool,
}

impl Room {
    /// So many elements.
    #[inline(always)]
    pub(super) fn of(len: u32) -> Self {
        Self { len, is_full: false }
    }

    /// The same elements, of another layout.
    #[inline(always)]
    pub(super) fn anew(self) -> Self {
        Self::of(self.len)
    }

    /// # Safety
    /// With `is_full`, each index inside the extents that is asked for has a position below the layout's span.
    #[inline(always)]
    pub(super) unsafe fn known(self, is_full: bool) -> Self {
        Self { is_full, ..self }
    }

    /// The position of an index inside the extents, if it has one.
    #[inline(always)]
    fn position<L: Mapping32>(self, layout: &L, index: L::Index32) -> Option<u32> {
        // SAFETY: as was promised of `known`.
        if self.is_full { Some(unsafe { unchecked(layout, index) }) } else { layout.apply_u32(index).into() }
    }
}

/// The position of an index, if there is one and it lies among the elements.
///
/// A layout that is proved [in 32 bits](Mapping32::INJECTIVE_32) keeps its positions below its span; any other's are compared.
#[inline(always)]
pub(super) fn find<L: Mapping32>(layout: &L, index: L::Index32, room: Room) -> Option<u32> {
    if !is_inside(&index, &layout.dims_u32()) {
        return None;
    }
    // Not by `Room::position`: after the filter, the choice in it leaves an instruction more at each access.
    if room.is_full {
        // SAFETY: as was promised of `known`.
        return Some(unsafe { unchecked(layout, index) });
    }
    let position: Option<u32> = layout.apply_u32(index).into();
    // No `filter`: two calls where nothing is optimized.
    match position {
        Some(position) if const { L::INJECTIVE_32.is_some() } || position < room.len => Some(position),
        _ => None,
    }
}

/// Whether every index of the box from `first` to `last` lies inside the extents and has a position below the span, which a
/// proved layout alone can vouch for.
#[inline(always)]
pub(super) fn has_all<L: Mapping32>(layout: &L, first: L::Index32, last: L::Index32) -> bool {
    let dims = layout.dims_u32();
    L::INJECTIVE_32.is_some() && is_inside(&first, &dims) && is_inside(&last, &dims) && layout.has_all_u32(first, last)
}

/// As [`find`], or the end of the launch.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn checked<L: Mapping32>(layout: &L, index: L::Index32, room: Room) -> u32 {
    match find(layout, index, room) {
        Some(position) => position,
        None => abort::outside(index.as_ref(), layout.dims_u32().as_ref()),
    }
}

/// The position of an index that is known to have one. On the host that is looked at: a wrong hint to the compiler would end
/// the process of all tests, without a word.
///
/// # Safety
/// The index lies inside the extents and has a position below the layout's span.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn unchecked<L: Mapping32>(layout: &L, index: L::Index32) -> u32 {
    #[cfg(not(target_arch = "nvptx64"))]
    return checked(layout, index, Room::of(layout.span_u32()));
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: as the caller promises. Where positions differ by a constant, the bound of the first tells the compiler that
    // the sum does not leave 32 bits: then the constant becomes part of the address, and the second costs nothing.
    unsafe {
        let position = layout.apply_u32(index).into().unwrap_unchecked();
        core::hint::assert_unchecked(position < layout.span_u32());
        position
    }
}

/// The position of the first of `N` elements along an axis, if all are there and lie side by side from a multiple of `N` on.
///
/// The positions themselves are compared, those of the ends where they tell of the others. In a layout of static sizes the
/// compiler does that.
#[inline(always)]
pub(super) fn vector<L: Mapping32, const N: usize>(
    layout: &L,
    index: L::Index32,
    axis: usize,
    room: Room,
) -> Option<u32> {
    const { assert!(N > 0, "a vector has at least one element") };
    let dims = layout.dims_u32();
    let at = |step: u32| {
        let mut index = index;
        index.as_mut()[axis] = index.as_ref()[axis].wrapping_add(step);
        index
    };
    let last = at(N as u32 - 1);
    // One axis changes, and its first coordinate is no larger than its last: all of them are inside.
    if !(is_inside(&index, &dims) & is_inside(&last, &dims) & (index.as_ref()[axis] <= last.as_ref()[axis])) {
        return None;
    }
    let first = room.position(layout, index)?;
    let mut side_by_side = first.is_multiple_of(N as u32);
    let ends_tell = L::INJECTIVE_32.is_some() && L::ends_tell_u32(axis);
    times::<N>(
        #[inline(always)]
        |step| {
            if !ends_tell || step + 1 == N {
                side_by_side &= room.position(layout, at(step as u32)) == Some(first.wrapping_add(step as u32));
            }
        },
    );
    let end = u64::from(first) + N as u64;
    (side_by_side & (L::INJECTIVE_32.is_some() | room.is_full | (end <= u64::from(room.len)))).then_some(first)
}

/// As [`vector`], or the end of the launch.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn vector_or_abort<L: Mapping32, const N: usize>(
    layout: &L,
    index: L::Index32,
    axis: usize,
    room: Room,
) -> u32 {
    match vector::<L, N>(layout, index, axis, room) {
        Some(first) => first,
        None => abort::scattered(index.as_ref(), layout.dims_u32().as_ref(), N),
    }
}

/// The positions of `N` elements along an axis, each by itself: those that are there.
#[inline(always)]
pub(super) fn one_by_one<L: Mapping32, const N: usize>(
    layout: &L,
    index: L::Index32,
    axis: usize,
    room: Room,
) -> [Option<u32>; N] {
    let mut positions = [None; N];
    times::<N>(
        #[inline(always)]
        |step| {
            let mut index = index;
            if let Some(coordinate) = index.as_ref()[axis].checked_add(step as u32) {
                index.as_mut()[axis] = coordinate;
                positions[step] = find(layout, index, room);
            }
        },
    );
    positions
}

/// The memory of a view begins at a multiple of the widest access: a hint on the GPU, looked at on the host.
///
/// # Safety
/// It does.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn begins_aligned(address: usize) {
    let is_aligned = address.is_multiple_of(WIDEST_ACCESS as usize);
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: as the caller promises.
    unsafe {
        core::hint::assert_unchecked(is_aligned)
    }
    #[cfg(not(target_arch = "nvptx64"))]
    assert!(is_aligned, "a view begins at a multiple of {WIDEST_ACCESS} bytes, and {address:#x} is none");
}
