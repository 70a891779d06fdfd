//! Copies of boxes of a tensor by the copy engine (`cp.async.bulk.tensor`), from sm_90 on.
//!
//! A launch passes a [`TensorMap`]: a tensor of 1 to 5 axes in global memory, seen through boxes that lie in shared memory as a layout
//! says. One thread begins the copy of a box; the engine computes all addresses, puts zeros where the tensor has no elements, and counts the
//! bytes at an [`Mbarrier`]. A box that is stored leaves out what lies beyond the tensor.
//!
//! The layout of the tile decides which axis is the innermost, and the swizzle: see [`TensorBox::of`]. The kernel gives the index of a box
//! in the order of the layout's axes, so that its text is the same for a matrix by rows and one by columns.
//!
//! The engine is a reader and a writer of its own (a *proxy*): what threads stored in shared memory it reads after
//! [`fence_proxy`] by who stored, and a barrier.

mod array;
pub(super) mod boxes;
#[cfg(not(target_arch = "nvptx64"))]
pub(super) mod description;
mod list;

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use super::mbarrier::Mbarrier;
use super::shared::SharedPtr;
use crate::kernel::Parameter;
pub use array::{TensorMapArray, TensorMapArrayAbi};
pub use boxes::{MOST_AXES, TensorBox};
use core::marker::PhantomData;
#[cfg(not(target_arch = "nvptx64"))]
pub use description::{TensorDescription, TensorWords};
use lego_core::check::fingerprint;
use lego_core::{Mapping32, StaticMapping};
pub use list::{TensorMaps, TensorMapsAbi};

/// A tensor map as a launch hands it over. A GPU keeps it where it is, and hands on its address.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TensorMapAbi(pub [u64; 16]);

macro_rules! maps {
    ($($(#[$meta:meta])* $name:ident, $text:literal, $elements:ty;)*) => {
        $(
            $(#[$meta])*
            pub struct $name<'a, T, L> {
                /// Where the map is; on the host 0 of one that is a parameter.
                address: u64,
                #[cfg(not(target_arch = "nvptx64"))]
                words: TensorWords,
                elements: PhantomData<($elements, L)>,
            }

            impl<T, L> Clone for $name<'_, T, L> {
                #[inline(always)]
                fn clone(&self) -> Self {
                    *self
                }
            }

            impl<T, L> Copy for $name<'_, T, L> {}

            impl<T: Element, L: StaticMapping + Mapping32> $name<'_, T, L> {
                /// The box, which lies in shared memory as the layout says.
                pub const BOX: TensorBox = TensorBox::of::<T, L>();

                /// The bytes of a box, and what an [`Mbarrier`] expects of one.
                pub const BYTES: u32 = Self::BOX.bytes(T::BYTES as u32);

                /// Lets the copy engine fetch the map, which it needs before the first copy.
                #[inline(always)]
                pub fn prefetch(self) {
                    #[cfg(target_arch = "nvptx64")]
                    // SAFETY: the map lives as long as the launch.
                    unsafe {
                        core::arch::asm!("prefetch.tensormap [{}];", in(reg64) self.address, options(nostack, preserves_flags))
                    }
                }

                /// Tells the machine of a copy by a map of a list.
                #[cfg(not(target_arch = "nvptx64"))]
                #[inline(always)]
                fn tell(self, site: host::Site) {
                    if self.address != 0 {
                        host::call!("a copy by a tensor map", tensor_map_use(self.address, site));
                    }
                }

                /// The coordinates of an element in the order of the box.
                #[inline(always)]
                fn coordinates(index: L::Index32) -> [u32; MOST_AXES] {
                    let (mut coordinates, mut axis) = ([0; MOST_AXES], 0);
                    while axis < const { Self::BOX.rank } {
                        coordinates[axis] = index.as_ref()[const { Self::BOX.axes }[axis]];
                        axis += 1;
                    }
                    coordinates
                }
            }

            // SAFETY: the ABI is `repr(C)` of numbers; the lifetime is the only one.
            unsafe impl<T: Element, L: StaticMapping + Mapping32> Parameter for $name<'_, T, L> {
                type Abi = TensorMapAbi;
                type During<'launch> = $name<'launch, T, L>;
                const FINGERPRINT: u64 = fingerprint($text, &[T::FINGERPRINT, L::FINGERPRINT]);

                #[inline(always)]
                unsafe fn from_abi<'launch>(abi: TensorMapAbi) -> $name<'launch, T, L> {
                    #[cfg(target_arch = "nvptx64")]
                    return $name { address: abi.0[0], elements: PhantomData };
                    #[cfg(not(target_arch = "nvptx64"))]
                    $name { address: 0, words: abi.0, elements: PhantomData }
                }

                #[inline(always)]
                fn in_entry(_: TensorMapAbi, address: impl FnOnce() -> u64) -> TensorMapAbi {
                    let mut words = [0; 16];
                    words[0] = address();
                    TensorMapAbi(words)
                }
            }
        )*
    };
}
maps! {
    /// A tensor that a kernel reads by boxes: what [`Buffer::tensor_map`](crate::launch::Buffer::tensor_map) makes.
    TensorMap, "TensorMap", &'a [T];
    /// A tensor that a kernel writes by boxes: what [`Buffer::tensor_map_mut`](crate::launch::Buffer::tensor_map_mut) makes.
    TensorMapMut, "TensorMapMut", &'a mut [T];
}

/// The instruction of a rank, with so many coordinates in registers.
#[cfg(target_arch = "nvptx64")]
macro_rules! of_rank {
    ($rank:expr, $c:expr, $before:literal, $after:literal, $tail:literal, $($operand:tt)*) => {{
        let c: [u32; MOST_AXES] = $c;
        match $rank {
            1 => core::arch::asm!(
                concat!($before, ".1d", $after, "{{{c0}}}", $tail), c0 = in(reg32) c[0], $($operand)*
            ),
            2 => core::arch::asm!(
                concat!($before, ".2d", $after, "{{{c0}, {c1}}}", $tail), c0 = in(reg32) c[0], c1 = in(reg32) c[1], $($operand)*
            ),
            3 => core::arch::asm!(
                concat!($before, ".3d", $after, "{{{c0}, {c1}, {c2}}}", $tail),
                c0 = in(reg32) c[0], c1 = in(reg32) c[1], c2 = in(reg32) c[2], $($operand)*
            ),
            4 => core::arch::asm!(
                concat!($before, ".4d", $after, "{{{c0}, {c1}, {c2}, {c3}}}", $tail),
                c0 = in(reg32) c[0], c1 = in(reg32) c[1], c2 = in(reg32) c[2], c3 = in(reg32) c[3], $($operand)*
            ),
            _ => core::arch::asm!(
                concat!($before, ".5d", $after, "{{{c0}, {c1}, {c2}, {c3}, {c4}}}", $tail),
                c0 = in(reg32) c[0], c1 = in(reg32) c[1], c2 = in(reg32) c[2], c3 = in(reg32) c[3], c4 = in(reg32) c[4],
                $($operand)*
            ),
        }
    }};
}

impl<T: Element, L: StaticMapping + Mapping32> TensorMap<'_, T, L> {
    /// Begins to copy the box whose first element has an index, to shared memory; where the tensor has no elements, zeros come. `barrier`
    /// gets [`BYTES`](Self::BYTES) bytes when they have come.
    ///
    /// One thread calls it. Coordinates are taken as `i32`: a box may begin before the tensor. Along its innermost axis it begins at a
    /// multiple of 16 bytes; elsewhere a GPU stops with "an illegal instruction was encountered" (seen on an H100), and the executor says why.
    ///
    /// # Safety
    /// The map is none of [`TensorView::unused`](crate::launch::TensorView::unused).
    /// `BYTES` bytes from `to` on belong to the block's shared memory, `to` is a multiple of 128 and of the swizzle's
    /// [period](super::Swizzle::period), and nothing else uses the bytes until the phase of `barrier` has ended that expects them.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn load(self, to: SharedPtr<T>, index: L::Index32, barrier: Mbarrier) {
        // Asked for here, so that a tile that is no box is an error at the call of this.
        let _ = const { Self::BOX };
        let coordinates = Self::coordinates(index);
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the map is one of a launch, and the caller vouches for the place.
        unsafe {
            of_rank!(
                const { Self::BOX.rank },
                coordinates,
                "cp.async.bulk.tensor",
                ".shared::cluster.global.mbarrier::complete_tx::bytes [{to}], [{map}, ",
                "], [{barrier}];",
                to = in(reg32) to.offset(),
                map = in(reg64) self.address,
                barrier = in(reg32) barrier.offset(),
                options(nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: as the caller promises.
        unsafe {
            let (to, barrier) = (to.offset(), barrier.offset());
            self.tell(host::site());
            host::call!("TensorMap::load", bulk_load(&self.words, &coordinates, to, barrier, host::site()));
        }
    }

    /// As [`load`](Self::load), to the same place of every block of the [cluster](super::cluster), each of whose barriers at the place of
    /// `barrier` gets the bytes: the box is read once for all.
    ///
    /// # Safety
    /// What [`load`](Self::load) asks for holds in every block of the cluster, and all have made their barriers known.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn load_to_all(self, to: SharedPtr<T>, index: L::Index32, barrier: Mbarrier) {
        // Asked for here, so that a tile that is no box is an error at the call of this.
        let _ = const { Self::BOX };
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: as in `load`, for each block of the cluster.
        unsafe {
            let all = (1_u32 << super::cluster::blocks()) - 1;
            of_rank!(
                const { Self::BOX.rank },
                Self::coordinates(index),
                "cp.async.bulk.tensor",
                ".shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [{to}], [{map}, ",
                "], [{barrier}], {all};",
                to = in(reg32) to.offset(),
                map = in(reg64) self.address,
                barrier = in(reg32) barrier.offset(),
                all = in(reg16) all as u16,
                options(nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: as the caller promises.
        unsafe {
            let (to, barrier, coordinates) = (to.offset(), barrier.offset(), Self::coordinates(index));
            let site = host::site();
            self.tell(site);
            host::call!("TensorMap::load_to_all", bulk_load_to_all(&self.words, &coordinates, to, barrier, site));
        }
    }
}

impl<T: Element, L: StaticMapping + Mapping32> TensorMapMut<'_, T, L> {
    /// Begins to store a box of shared memory where its first element has an index; what lies beyond the tensor is left out. It belongs to
    /// the group that [`commit`] ends.
    ///
    /// A store is in flight twice, and each part has a wait of its own, which the thread that stores calls:
    ///
    /// | TMA still | wait | what needs it |
    /// |---|---|---|
    /// | reads shared memory | [`wait_read`] | writing the box again; **the end of the thread** |
    /// | writes global memory | [`wait`] | whatever reads or writes the elements in this launch: this thread, others, and other blocks, behind a flag too |
    ///
    /// A thread that stores waits for the reads before it ends: the shared memory of a block that has ended belongs to the next block, which may
    /// overwrite what TMA still reads. The writes need no wait at the end: the next launch sees them. The executor reports a thread that ends before
    /// its boxes are read, and every access to elements that are still in flight.
    ///
    /// ```
    /// use lego_cuda::device::tensor::{self, TensorMapMut};
    /// use lego_cuda::view::Shared;
    /// lego::layout!(type Line = Row(64););
    ///
    /// /// The last thing that the thread does with its line, which other threads have written.
    /// fn store_line(to: TensorMapMut<'_, u16, Line>, line: Shared<'_, u16, Line>) {
    ///     // SAFETY: the line is a box, and nobody writes it any more.
    ///     unsafe { to.store(line.slice().at(0), [0]) };
    ///     tensor::commit();
    ///     tensor::wait_read::<0>();
    /// }
    /// ```
    ///
    /// One thread calls it, after all that threads stored in the box: behind [`fence_proxy`] by those and a barrier. Along its innermost
    /// axis it begins at a multiple of 16 bytes, and along none below 0: a box may reach beyond the tensor's end, and lie behind it as a whole, but where one
    /// begins before it a GPU stops with "an illegal instruction was encountered" (seen on an H100 of each rank and axis; a [`load`](TensorMap::load)
    /// may). The executor says why.
    ///
    /// # Safety
    /// `BYTES` bytes from `from` on belong to the block's shared memory, `from` is a multiple of 128 and of the swizzle's
    /// [period](super::Swizzle::period), and nothing else writes the bytes until [`wait_read`], or the tensor's elements until [`wait`].
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn store(self, from: SharedPtr<T>, index: L::Index32) {
        // Asked for here, so that a tile that is no box is an error at the call of this.
        let _ = const { Self::BOX };
        let coordinates = Self::coordinates(index);
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the map is one of a launch, and the caller vouches for the place.
        unsafe {
            of_rank!(
                const { Self::BOX.rank },
                coordinates,
                "cp.async.bulk.tensor",
                ".global.shared::cta.bulk_group [{map}, ",
                "], [{from}];",
                from = in(reg32) from.offset(),
                map = in(reg64) self.address,
                options(nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: as the caller promises.
        unsafe {
            self.tell(host::site());
            host::call!("TensorMapMut::store", bulk_store(&self.words, &coordinates, from.offset(), host::site()));
        }
    }
}

/// Ends a group: of the boxes that the thread began to store since the last one.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn commit() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction names no memory.
    unsafe {
        core::arch::asm!("cp.async.bulk.commit_group;", options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("tensor::commit", bulk_commit());
}

/// Waits until at most `PENDING` of the thread's groups are still to be read from shared memory, whose bytes are then free.
///
/// The elements of the tensor are still in flight: what reads or writes them in this launch needs [`wait`]. A thread that stores calls this or
/// [`wait`] before it ends.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn wait_read<const PENDING: u32>() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction names no memory.
    unsafe {
        core::arch::asm!("cp.async.bulk.wait_group.read {};", const PENDING, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("tensor::wait_read", bulk_wait_read(PENDING));
}

/// Waits until at most `PENDING` of the thread's groups are not yet stored: the others are read from shared memory, and this thread sees what they wrote.
///
/// It lets other threads see it as it does its own stores: by a barrier, or a [release](super::atomic::store_release) that they acquire.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn wait<const PENDING: u32>() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction names no memory.
    unsafe {
        core::arch::asm!("cp.async.bulk.wait_group {};", const PENDING, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("tensor::wait", bulk_wait(PENDING));
}

/// Orders what the thread stored in shared memory before what the copy engine and the tensor cores read there, behind a barrier.
///
/// Law: who stored calls it, behind the stores and before the barrier. The executor finds a read of what was stored and not fenced so; of what another
/// block of the [cluster](super::cluster) stored it does not know.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn fence_proxy() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: a fence changes neither registers nor memory.
    unsafe {
        core::arch::asm!("fence.proxy.async.shared::cta;", options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("tensor::fence_proxy", fence_proxy());
}
