//! Shared memory: the memory that the threads of a block have in common.
//!
//! An address is a 32-bit offset, and every access names the space (`ld.shared`, `st.shared`). Through ordinary
//! pointers the same kernel is a quarter slower: the hardware has to find out what kind of address it is, in 64 bits.
//!
//! ```
//! lego_cuda::shared_tile! {
//!     /// A 32×32 tile with a column of padding.
//!     fn tile() -> [f32; 32 * 33];
//! }
//!
//! fn body(lane: u32) {
//!     tile().set(lane, 1.0);
//! }
//! ```

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use core::marker::PhantomData;
use lego_machine::limits::{STATIC_SHARED_PER_BLOCK, WIDEST_ACCESS};

pub use super::operands::Tile;

/// What a static tile begins at a multiple of: the widest access asks for it.
pub const STATIC_ALIGN: u32 = WIDEST_ACCESS;

/// What the memory that a launch adds, and each tile in it, begins at a multiple of.
pub const DYNAMIC_ALIGN: u32 = 128;

/// The place of one element in shared memory.
pub struct SharedPtr<T> {
    offset: u32,
    element: PhantomData<*mut T>,
}

/// Elements that follow each other in shared memory.
pub struct SharedSlice<T> {
    first: SharedPtr<T>,
    len: u32,
}

impl<T> Clone for SharedPtr<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedPtr<T> {}

impl<T> Clone for SharedSlice<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedSlice<T> {}

impl<T: Element> SharedPtr<T> {
    /// The place at an offset in bytes.
    ///
    /// # Safety
    /// The offset is a multiple of `T::BYTES`, and `T::BYTES` bytes from there on belong to the block's shared memory.
    #[inline(always)]
    pub const unsafe fn from_offset(offset: u32) -> Self {
        Self { offset, element: PhantomData }
    }

    /// The offset in bytes.
    #[inline(always)]
    pub const fn offset(self) -> u32 {
        self.offset
    }

    /// The place so many elements further.
    ///
    /// Law: its offset is larger by `count` times the bytes of an element.
    ///
    /// ```
    /// use lego_cuda::device::SharedPtr;
    /// use lego_cuda::view::Shared;
    ///
    /// lego::layout! {
    ///     type Tile = Row(4, 8);
    /// }
    ///
    /// /// The element a row further than one of the first three rows.
    /// ///
    /// /// # Safety
    /// /// The place is in one of these rows.
    /// unsafe fn below(_: Shared<'_, f32, Tile>, element: SharedPtr<f32>) -> f32 {
    ///     // SAFETY: rows follow each other, and there is one more.
    ///     unsafe { element.add(8) }.get()
    /// }
    /// ```
    ///
    /// # Safety
    /// The element there belongs to the block's shared memory too.
    #[inline(always)]
    #[must_use]
    pub const unsafe fn add(self, count: u32) -> Self {
        // SAFETY: as the caller promises; shared memory ends below 2^32, so nothing wraps.
        unsafe { Self::from_offset(self.offset + count * T::BYTES as u32) }
    }

    /// Loads the element.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self) -> T {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the place is in shared memory by the contract of `from_offset`; the branch taken has T's size.
        unsafe {
            super::element::load!("ld.shared", reg32, self.offset, T, pure, readonly, nostack, preserves_flags)
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::shared_load(self.offset, T::BYTES).element()
    }

    /// Stores the element.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set(self, value: T) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the place is in shared memory by the contract of `from_offset`; the branch taken has T's size.
        unsafe {
            super::element::store!("st.shared", reg32, self.offset, value, T)
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: an element has no padding, so all its bytes are initialized.
        unsafe {
            host::shared_store(self.offset, (&raw const value).cast(), T::BYTES)
        }
    }
}

impl<T: Element> SharedSlice<T> {
    /// So many elements from an offset in bytes on.
    ///
    /// # Safety
    /// The offset is a multiple of `T::BYTES`, and all the elements belong to the block's shared memory.
    #[inline(always)]
    pub const unsafe fn from_offset(offset: u32, len: u32) -> Self {
        // SAFETY: as the caller promises; without elements there is no access.
        Self { first: unsafe { SharedPtr::from_offset(offset) }, len }
    }

    /// The place of the first element, if there is one.
    #[inline(always)]
    pub(crate) const fn start(self) -> SharedPtr<T> {
        self.first
    }

    /// How many elements there are.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a tile without elements is nothing anyone makes
    pub const fn len(self) -> u32 {
        self.len
    }

    /// The place of an element.
    ///
    /// # Panics
    /// If there is no such element: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn at(self, index: u32) -> SharedPtr<T> {
        #[cfg(target_arch = "nvptx64")]
        assert!(index < self.len, "index {index} of {} elements of shared memory", self.len);
        // SAFETY: the index is inside; on the host that is looked at there.
        unsafe { self.at_unchecked(index) }
    }

    /// The place of an element that is known to be inside.
    ///
    /// # Panics
    /// If it is not, on the host.
    ///
    /// # Safety
    /// `index < self.len()`.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn at_unchecked(self, index: u32) -> SharedPtr<T> {
        #[cfg(not(target_arch = "nvptx64"))]
        assert!(index < self.len, "index {index} of {} elements of shared memory", self.len);
        // SAFETY: elements follow each other, and this one is inside. Shared memory ends below 2^32, so nothing wraps.
        unsafe { SharedPtr::from_offset(self.first.offset + index * T::BYTES as u32) }
    }

    /// Loads an element.
    ///
    /// # Panics
    /// If there is no such element: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self, index: u32) -> T {
        self.at(index).get()
    }

    /// Stores an element.
    ///
    /// # Panics
    /// If there is no such element: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set(self, index: u32, value: T) {
        self.at(index).set(value);
    }

    /// Loads an element that is known to be inside.
    ///
    /// # Safety
    /// `index < self.len()`.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_unchecked(self, index: u32) -> T {
        // SAFETY: as the caller promises.
        unsafe { self.at_unchecked(index) }.get()
    }

    /// Stores an element that is known to be inside.
    ///
    /// # Safety
    /// `index < self.len()`.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set_unchecked(self, index: u32, value: T) {
        // SAFETY: as the caller promises.
        unsafe { self.at_unchecked(index) }.set(value);
    }

    /// The same memory as wider or narrower elements: `[f32; 4]` for 16 bytes at a time. What does not fill one is left
    /// out.
    ///
    /// # Panics
    /// If the memory does not begin at a multiple of `U::BYTES`: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn cast<U: Element>(self) -> SharedSlice<U> {
        let offset = self.first.offset;
        assert!(offset.is_multiple_of(U::BYTES as u32), "shared memory at {offset} is not aligned to {}", U::BYTES);
        let len = (u64::from(self.len) * T::BYTES as u64 / U::BYTES as u64) as u32;
        // SAFETY: the offset is a multiple, and the elements lie within the old ones.
        unsafe { SharedSlice::from_offset(offset, len) }
    }
}

/// Elements of the shared memory that the launch adds to that of the tiles, from an offset in bytes on.
///
/// # Panics
/// If the launch added too little, or the offset is not a multiple of `T::BYTES`: a trap on the GPU.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn dynamic<T: Element>(offset: u32, len: u32) -> SharedSlice<T> {
    let (start, bytes) = dynamic_memory();
    let end = u64::from(offset) + u64::from(len) * T::BYTES as u64;
    assert!(end <= u64::from(bytes), "{end} bytes of {bytes} bytes of dynamic shared memory");
    assert!(offset.is_multiple_of(T::BYTES as u32), "offset {offset} is not aligned to {}", T::BYTES);
    // SAFETY: the memory begins at a multiple of `DYNAMIC_ALIGN`, which is one of T's bytes, and ends after the elements.
    unsafe { SharedSlice::from_offset(start + offset, len) }
}

/// As [`dynamic`] without asking how much the launch added.
///
/// # Safety
/// The launch added at least `offset + len * T::BYTES` bytes, and `offset` is a multiple of `T::BYTES`.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn dynamic_unchecked<T: Element>(offset: u32, len: u32) -> SharedSlice<T> {
    // SAFETY: as the caller promises.
    unsafe { SharedSlice::from_offset(dynamic_memory().0 + offset, len) }
}

/// Where a tile begins that a launch placed at an offset of the memory that it adds.
///
/// # Safety
/// The launch placed a tile of so many bytes there, at a multiple of [`DYNAMIC_ALIGN`].
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) unsafe fn placed(offset: u32, bytes: u32) -> u32 {
    #[cfg(target_arch = "nvptx64")]
    {
        let _ = bytes;
        // SAFETY: as the caller promises.
        unsafe { core::hint::assert_unchecked(offset.is_multiple_of(DYNAMIC_ALIGN)) };
        dynamic_memory().0 + offset
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::machine("a shared tile").shared_placed(offset, bytes)
}

#[cfg(target_arch = "nvptx64")]
core::arch::global_asm!(".extern .shared .align {} .b8 lego_dynamic[];", const DYNAMIC_ALIGN);

/// Where the memory that the launch adds begins, and how many bytes it has.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn dynamic_memory() -> (u32, u32) {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instructions read a special register and an address, which is aligned as declared above.
    unsafe {
        use core::arch::asm;
        let (start, bytes): (u32, u32);
        asm!("mov.u32 {}, lego_dynamic;", out(reg32) start, options(pure, nomem, nostack, preserves_flags));
        asm!("mov.u32 {}, %dynamic_smem_size;", out(reg32) bytes, options(pure, nomem, nostack, preserves_flags));
        core::hint::assert_unchecked(start % DYNAMIC_ALIGN == 0);
        (start, bytes)
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::machine("dynamic shared memory").shared_dynamic()
}

/// Whether a tile that [`shared_tile!`](crate::shared_tile) declares can be.
///
/// # Panics
/// If not, at compile time.
#[doc(hidden)]
pub const fn check_tile(bytes: usize) {
    assert!(
        bytes <= STATIC_SHARED_PER_BLOCK as usize,
        "a tile of `shared_tile!` has at most 48 KiB: take a part of `device::shared::dynamic`"
    );
}

/// What [`shared_tile!`](crate::shared_tile) expands to on the host.
#[cfg(not(target_arch = "nvptx64"))]
#[doc(hidden)]
#[track_caller]
pub fn tile<T: Element>(tile: &'static Tile, len: u32) -> SharedSlice<T> {
    let offset = host::machine("a shared tile").shared_tile(tile);
    // SAFETY: a machine gives each tile its bytes; accesses go through the machine, which knows where they end.
    unsafe { SharedSlice::from_offset(offset, len) }
}

/// Declares a tile of shared memory of a size known at compile time, as a function that gives it.
///
/// Every block has one of its own, uninitialized. All those of a kernel have at most 48 KiB. It begins at a multiple of [`STATIC_ALIGN`](crate::device::shared::STATIC_ALIGN) bytes.
///
/// ```compile_fail,E0080
/// // The bytes of a tile do not wrap at 4 GiB.
/// lego_cuda::shared_tile!(fn tile() -> [f32; (1 << 30) + 1];);
/// # fn main() { tile(); }
/// ```
///
/// The tile is a variable of the PTX module, not a local one of an inline assembly: those become two tiles when the
/// compiler copies the code around them. Its PTX name is made of crate, function, line and column; should two be equal
/// all the same, the assembler says so.
#[macro_export]
macro_rules! shared_tile {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident() -> [$type:ty; $len:expr];)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
            $vis fn $name() -> $crate::device::SharedSlice<$type> {
                $name::slice()
            }

            #[doc(hidden)]
            mod $name {
                #[allow(unused_imports)]
                use super::*;

                pub(super) const LEN: usize = {
                    const LEN: usize = $len;
                    $crate::device::shared::check_tile(::core::mem::size_of::<[$type; LEN]>());
                    LEN
                };

                #[cfg(target_arch = "nvptx64")]
                ::core::arch::global_asm!(
                    ::core::concat!(
                        ".shared .align {} .b8 ", ::core::env!("CARGO_CRATE_NAME"), "_", ::core::stringify!($name), "_",
                        ::core::line!(), "_", ::core::column!(), "[{}];"
                    ),
                    const $crate::device::shared::STATIC_ALIGN,
                    const ::core::mem::size_of::<[$type; LEN]>()
                );

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                pub(super) fn slice() -> $crate::device::SharedSlice<$type> {
                    #[cfg(target_arch = "nvptx64")]
                    // SAFETY: the variable is aligned to 16 and has room for the elements.
                    unsafe {
                        let offset: u32;
                        ::core::arch::asm!(
                            ::core::concat!(
                                "mov.u32 {}, ", ::core::env!("CARGO_CRATE_NAME"), "_", ::core::stringify!($name), "_",
                                ::core::line!(), "_", ::core::column!(), ";"
                            ),
                            out(reg32) offset,
                            options(pure, nomem, nostack, preserves_flags)
                        );
                        ::core::hint::assert_unchecked(offset % $crate::device::shared::STATIC_ALIGN == 0);
                        $crate::device::SharedSlice::from_offset(offset, LEN as u32)
                    }
                    #[cfg(not(target_arch = "nvptx64"))]
                    {
                        static TILE: $crate::device::shared::Tile = $crate::device::shared::Tile {
                            name: ::core::stringify!($name),
                            bytes: ::core::mem::size_of::<[$type; LEN]>() as u32,
                            align: $crate::device::shared::STATIC_ALIGN,
                        };
                        $crate::device::shared::tile(&TILE, LEN as u32)
                    }
                }
            }
        )*
    };
}
