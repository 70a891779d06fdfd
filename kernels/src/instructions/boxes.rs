//! Boxes of a tensor, by the copy engine: from the tensor to where a tile has them, and back.

use lego::layout;
use lego::{Coord32, Mapping32, StaticMapping};
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::{self, TensorMap, TensorMapMut};
use lego_cuda::device::{Element, linear_thread_idx, sync_threads};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

layout! {
    /// One axis.
    pub type One = Row(64);
    /// Three, of which the first lies side by side.
    pub type Three = Col(8, 4, 2);
    /// Four.
    pub type Four = Row(2, 4, 2, 8);
    /// Five, one of which is a single element.
    pub type Five = Row(2, 2, 1, 4, 16);
    /// Rows of 32 bytes, whose two units of 16 bytes change places by the number of the fourth row.
    pub type Rows32 = OrderBy(Row(2), Swizzle(1, 3, 3)).GroupBy([16, 16]);
    /// Rows of 64 bytes, whose four units change places by the number of the second row.
    pub type Rows64 = OrderBy(Row(4), Swizzle(2, 3, 3)).GroupBy([32, 32]);
    /// The same, of four axes.
    pub type Four64 = OrderBy(Row(4), Swizzle(2, 3, 3)).GroupBy([2, 4, 4, 32]);
    /// A barrier.
    pub type Word = Row(1);
}

/// The index of the first element of a box, of which `index` has one after the other.
#[inline(always)]
fn first<L: Mapping32>(index: Global<'_, u32>, number: u32) -> L::Index32 {
    let (mut first, rank) = (L::Index32::zero(), L::Index32::RANK as u32);
    for (axis, at) in (0..).zip(first.as_mut()) {
        *at = index.get([rank * number + axis]);
    }
    first
}

/// Loads the box at an index, and stores the tile position by position.
///
/// # Safety
/// `index` has a number for each axis, `to` as many elements as the tile; the box begins at a multiple of 16 bytes along its innermost axis.
#[lego_kernel(
    threads = 32,
    instances(
        for (WORD, T, L) in [
            ("one", u64, One),
            ("three", u32, Three),
            ("four", u16, Four),
            ("five", u8, Five),
            ("32", u16, Rows32),
            ("64", u16, Rows64),
            ("four_64", u16, Four64),
        ] {
            instruction_box_load_{WORD} = <T, L>
        },
    ),
)]
pub unsafe fn instruction_box_load<T: Element, L: StaticMapping + Mapping32>(
    from: TensorMap<'_, T, L>,
    index: Global<'_, u32>,
    to: GlobalMut<'_, T>,
    #[shared(dynamic)] tile: Shared<'_, T, L>,
    #[shared(dynamic)] barrier: Shared<'_, u64, Word>,
) {
    let (thread, arrived) = (linear_thread_idx(), Mbarrier::at(barrier.slice().at(0)));
    if thread == 0 {
        from.prefetch();
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    if thread == 0 {
        arrived.arrive_expecting(TensorMap::<T, L>::BYTES);
        // SAFETY: the tile is a box's and begins the memory of the block, and nobody uses it before the barrier's phase has ended.
        unsafe { from.load(tile.slice().at(0), first::<L>(index, 0), arrived) };
    }
    arrived.wait(0);
    let mut at = thread;
    while at < tile.slice().len() {
        // SAFETY: each position is one thread's.
        unsafe { to.set([at], tile.slice().get(at)) };
        at += 32;
    }
}

/// Stores two boxes at two indices, one after the other from the same tile, whose positions `from` has.
///
/// # Safety
/// `from` has twice as many elements as the tile, `index` a number for each axis and box; boxes begin at a multiple of 16 bytes along their innermost
/// axis, and have no element in common.
#[lego_kernel(
    threads = 32,
    instances(
        for (WORD, T, L) in [
            ("one", u64, One),
            ("three", u32, Three),
            ("four", u16, Four),
            ("five", u8, Five),
            ("32", u16, Rows32),
            ("64", u16, Rows64),
            ("four_64", u16, Four64),
        ] {
            instruction_box_store_{WORD} = <T, L>
        },
    ),
)]
pub unsafe fn instruction_box_store<T: Element, L: StaticMapping + Mapping32>(
    from: Global<'_, T>,
    index: Global<'_, u32>,
    to: TensorMapMut<'_, T, L>,
    #[shared(dynamic)] tile: Shared<'_, T, L>,
) {
    let (thread, len) = (linear_thread_idx(), tile.slice().len());
    if thread == 0 {
        to.prefetch();
    }
    let mut number = 0;
    while number < 2 {
        let mut at = thread;
        while at < len {
            tile.slice().set(at, from.get([len * number + at]));
            at += 32;
        }
        tensor::fence_proxy();
        sync_threads();
        if thread == 0 {
            // SAFETY: the tile is a box and begins the memory of the block, nobody writes it before it was read, and no other box has its elements.
            unsafe { to.store(tile.slice().at(0), first::<L>(index, number)) };
            tensor::commit();
            tensor::wait_read::<0>();
        }
        sync_threads();
        number += 1;
    }
    if thread == 0 {
        tensor::wait::<0>();
    }
}
