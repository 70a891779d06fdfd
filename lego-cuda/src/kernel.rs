//! Kernels as types: the traits that `#[lego_kernel]` implements, by which a launch and the executor know a function.
//!
//! Nothing here is implemented by hand; the traits are what a launch and the executor know of a kernel.

use crate::device::operands::Tile;
use lego_core::check::fingerprint;
use lego_machine::image::Bounds;

/// A type that can cross from a launch into a kernel.
///
/// Law: `from_abi` of what a launch hands over gives the argument that the launch checked.
///
/// # Safety
/// [`Abi`](Parameter::Abi) is `#[repr(C)]` or a scalar, the same bytes on the host and on the GPU.
/// [`During`](Parameter::During) is `Self` with `'launch` for every lifetime in it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot cross into a kernel",
    label = "this parameter",
    note = "a kernel takes numbers, `[T; N]`, `&[T]`, and the views `Global<T, L>`, `GlobalMut<T, L>`, `Split<T, L, Axes>` and `Atomic<T, L>`"
)]
pub unsafe trait Parameter: Sized {
    /// What the launch hands over.
    type Abi: Copy + Send + Sync + 'static;

    /// The parameter as the body sees it, which cannot keep it beyond the launch: a number itself, a view with the
    /// launch's lifetime.
    type During<'launch>;

    /// The coordinates of the machine that keep its threads apart, a bit each: all of them where nothing has to.
    #[doc(hidden)]
    const NAMES: u8 = !0;

    /// How many axes are named, and how many the layout has.
    #[doc(hidden)]
    const RANKS: [usize; 2] = [0; 2];

    /// A number of the type, by which a launch sees that a kernel was compiled for the same one.
    #[doc(hidden)]
    const FINGERPRINT: u64;

    /// The parameter as the body sees it.
    ///
    /// # Safety
    /// `abi` comes from a launch that checked it and keeps its memory alive for `'launch`.
    unsafe fn from_abi<'launch>(abi: Self::Abi) -> Self::During<'launch>;

    /// What the entry of a GPU hands on in the place of what it got: where a parameter is used at its address, that address.
    #[doc(hidden)]
    #[inline(always)]
    fn in_entry(abi: Self::Abi, address: impl FnOnce() -> u64) -> Self::Abi {
        let _ = address;
        abi
    }
}

/// A parameter that is shared memory of the block: [`Shared`](crate::view::Shared), [`BlockWide`](crate::device::BlockWide).
///
/// # Safety
/// `from_offset` accesses nothing outside of the [`BYTES`](SharedTile::BYTES) bytes from the offset on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shared tile",
    label = "this parameter",
    note = "`#[shared]` stands before a parameter of the type `Shared<T, L>`, where `L` is a layout of a size known at compile time"
)]
pub unsafe trait SharedTile: Sized {
    /// How much memory it needs.
    const BYTES: u32;

    /// A number of the type, by which a launch sees that a kernel was compiled for the same one.
    #[doc(hidden)]
    const FINGERPRINT: u64;

    /// The tile in the memory from an offset on.
    ///
    /// # Safety
    /// The offset is a multiple of 16, and the bytes from there on belong to the block's shared memory and to this tile.
    unsafe fn from_offset(offset: u32) -> Self;
}

/// The type of the parameter with a number, from 0, of a kernel with its types and sizes chosen: of those whose accesses are
/// judged.
#[doc(hidden)]
pub trait ParameterType<const NUMBER: usize> {
    /// The type.
    type Type;
}

/// A kernel with its types and sizes chosen: what `#[lego_kernel]` names in `CamelCase`.
pub trait Kernel: 'static {
    /// The name of the function.
    const NAME: &'static str;
    /// What it demands of a launch.
    const BOUNDS: Bounds;
    /// Its shared tiles, in the order of its parameters.
    const TILES: &'static [TileSpec];
    /// For x, y and z whether it reads that coordinate of a block's index: then the grid may have several blocks there.
    const GRID: [bool; 3] = [true; 3];
    /// How many tiles it has whose layouts the launch passes.
    const LAID_TILES: usize = 0;
    /// Numbers of its text and of the types of its parameters.
    #[doc(hidden)]
    const FINGERPRINTS: &'static [u64];
    /// Of the parameters whose types name the kernel's own types and sizes, how many axes are named, and how many there are.
    #[doc(hidden)]
    const RANKS: &'static [[usize; 2]] = &[];
}

/// One of the listed instances of a kernel.
///
/// Only unsafe code implements it by hand, for a launch would take another kernel's entry for it:
///
/// ```compile_fail,E0200
/// use lego_cuda::image::Bounds;
/// use lego_cuda::kernel::{Instance, Kernel, TileSpec};
/// struct Mine;
/// impl Kernel for Mine {
///     const NAME: &'static str = "mine";
///     const BOUNDS: Bounds = Bounds { max_threads: None, required_threads: None, min_blocks: None, max_registers: None, cluster: None };
///     const TILES: &'static [TileSpec] = &[];
///     const FINGERPRINTS: &'static [u64] = &[];
/// }
/// impl Instance for Mine {
///     const ENTRY: &'static str = "theirs";
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an instance of its kernel",
    note = "kernels are compiled for the instances that `#[lego_kernel(instances(…))]` lists: add this one"
)]
///
/// # Safety
/// The symbol is that of the entry which was compiled for this kernel with these arguments.
pub unsafe trait Instance: Kernel {
    /// The symbol in the PTX.
    const ENTRY: &'static str;
    /// A number of the arguments as the attribute lists them.
    #[doc(hidden)]
    const ARGUMENTS: u64 = 0;
}

/// What a launch knows of an [`Instance`], as a value: what it checks is compiled once, and not for every instance.
#[cfg(not(target_arch = "nvptx64"))]
#[derive(Debug)]
pub struct Entry {
    /// The symbol in the PTX.
    pub symbol: &'static str,
    /// What the kernel demands of a launch.
    pub bounds: Bounds,
    /// Its shared tiles, in the order of its parameters.
    pub tiles: &'static [TileSpec],
    /// The bytes that a launch adds for those of them that are dynamic.
    pub dynamic_bytes: u32,
    /// For x, y and z whether it reads that coordinate of a block's index.
    pub grid: [bool; 3],
    /// Its [`signature`].
    pub signature: u64,
}

#[cfg(not(target_arch = "nvptx64"))]
impl Entry {
    /// That of an instance. Where the sizes of tiles overflow, this does not compile.
    pub const fn of<K: Instance>() -> Self {
        Self {
            symbol: K::ENTRY,
            bounds: K::BOUNDS,
            tiles: K::TILES,
            dynamic_bytes: dynamic_bytes(K::TILES),
            grid: K::GRID,
            signature: signature::<K>(),
        }
    }
}

/// A number of a kernel's text, types, sizes, bounds and tiles. It stands in the PTX of the entry and is compared before a
/// launch: another kernel of the same name has another one.
///
/// What counts of a type is what it is, not what it is called: an alias counts as what it stands for, a layout of `layout!` by its
/// text, its extents, its formula and the values of its constants, so that a layout that it names, or a constant from
/// another place, makes a difference. A function of a `GenP` that is a path counts by its name, an
/// [`Element`](crate::device::Element) by the size of what it is made of, a layout written by hand by its
/// [`FINGERPRINT`](lego_core::Mapping32::FINGERPRINT): safe code stays sound where these differ, since views compare positions
/// with the number of elements that the launch passed.
pub const fn signature<K: Instance>() -> u64 {
    let Bounds { max_threads, required_threads, min_blocks, max_registers, cluster } = K::BOUNDS;
    let mut hash = fingerprint(K::NAME, K::FINGERPRINTS);
    hash = fingerprint(K::ENTRY, &[hash, K::ARGUMENTS]);
    hash = extents(hash, max_threads);
    hash = extents(hash, required_threads);
    hash = fingerprint("bounds", &[hash, count(min_blocks), count(max_registers), count(cluster)]);
    let mut i = 0;
    while i < K::TILES.len() {
        let TileSpec { tile, dynamic } = &K::TILES[i];
        hash = fingerprint(tile.name, &[hash, tile.bytes as u64, tile.align as u64, *dynamic as u64]);
        i += 1;
    }
    hash
}

const fn extents(hash: u64, extents: Option<[u32; 3]>) -> u64 {
    match extents {
        Some([x, y, z]) => fingerprint("extents", &[hash, x as u64, y as u64, z as u64]),
        None => fingerprint("none", &[hash]),
    }
}

const fn count(count: Option<u32>) -> u64 {
    match count {
        Some(count) => count as u64 + 1,
        None => 0,
    }
}

/// A shared tile of a kernel.
#[derive(Debug)]
pub struct TileSpec {
    /// Its name, size and alignment.
    pub tile: Tile,
    /// Whether the launch adds its memory, which may then be more than 48 KiB.
    pub dynamic: bool,
}

/// A tile whose layout a launch passes, and where in the shared memory that the launch adds it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    /// The name of the parameter.
    pub name: &'static str,
    /// Where it begins, in bytes: a multiple of 128.
    pub offset: u64,
    /// Its size.
    pub bytes: u64,
}

impl PlacedTile {
    /// Where it ends; what leaves 64 bits ends at their end.
    pub const fn end(&self) -> u64 {
        self.offset.saturating_add(self.bytes)
    }

    /// Where the last tile ends, of these and of those that the kernel itself knows, which end at [`dynamic_bytes`].
    #[cfg(not(target_arch = "nvptx64"))]
    pub(crate) fn end_of_all(placed: &[Self], dynamic_bytes: u32) -> u64 {
        placed.iter().map(Self::end).fold(dynamic_bytes.into(), u64::max)
    }
}

/// Where the dynamic tiles of a kernel lie, and how many bytes a launch adds for them.
///
/// Law: each begins at a multiple of its alignment, in the order of `tiles`, and none overlap.
///
/// ```
/// use lego_cuda::device::shared::Tile;
/// use lego_cuda::kernel::{TileSpec, dynamic_bytes, dynamic_offset};
/// const fn tile(name: &'static str, bytes: u32, dynamic: bool) -> TileSpec {
///     TileSpec { tile: Tile { name, bytes, align: 128 }, dynamic }
/// }
/// const TILES: &[TileSpec] = &[tile("a", 100, true), tile("b", 7, false), tile("c", 8, true)];
/// assert_eq!(dynamic_offset(TILES, 2), 128);
/// assert_eq!(dynamic_bytes(TILES), 136);
/// ```
pub const fn dynamic_bytes(tiles: &[TileSpec]) -> u32 {
    end_of(tiles, tiles.len())
}

/// Where in the memory that the launch adds the dynamic tile of this number begins.
pub const fn dynamic_offset(tiles: &[TileSpec], number: usize) -> u32 {
    end_of(tiles, number).next_multiple_of(tiles[number].tile.align)
}

/// Where the dynamic tiles before this number end.
const fn end_of(tiles: &[TileSpec], number: usize) -> u32 {
    let (mut end, mut i) = (0u32, 0);
    while i < number {
        let TileSpec { tile, dynamic } = &tiles[i];
        if *dynamic {
            end = end.next_multiple_of(tile.align) + tile.bytes;
        }
        i += 1;
    }
    end
}
