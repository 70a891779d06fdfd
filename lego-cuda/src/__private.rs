//! Functions that the code of `#[lego_kernel]` calls. No part of the interface.
//!
//! Each check is `#[track_caller]`: the compiler then reports a failure at the user's kernel alone. Otherwise it would also point
//! into `core`, and quote it where the component `rust-src` is installed.

use crate::device::Element;
use crate::device::shared::{DYNAMIC_ALIGN, STATIC_ALIGN, Tile};
#[cfg(not(target_arch = "nvptx64"))]
use crate::kernel::Entry;
use crate::kernel::{Instance, Parameter, SharedTile, TileSpec};
#[cfg(not(target_arch = "nvptx64"))]
use crate::launch::{Error, Launch};
use crate::view::{Laid, axes};
use core::marker::PhantomData;
use lego_machine::image::Bounds;
use lego_machine::limits;

pub use crate::view::ranks::check_ranks;
pub use lego_core::access;

#[cfg(not(target_arch = "nvptx64"))]
pub use crate::facts;
#[cfg(not(target_arch = "nvptx64"))]
pub use crate::launch::integer::crossing;

/// That what a launch was given fits 32 bits: before anything is computed from it.
///
/// # Errors
/// [`Error::Extent`] where it does not.
#[cfg(not(target_arch = "nvptx64"))]
pub fn check_fit(entry: &Entry, launch: &Launch) -> Result<(), Error> {
    launch.check_fit(entry.symbol)
}

/// A parameter that is a tile, as a launch and the executor know it.
pub const fn tile<S: SharedTile>(name: &'static str, dynamic: bool) -> TileSpec {
    let align = if dynamic { DYNAMIC_ALIGN } else { STATIC_ALIGN };
    TileSpec { tile: Tile { name, bytes: S::BYTES, align }, dynamic }
}

/// The bytes of an element of a view.
///
/// # Panics
/// If they do not fit 32 bits, at compile time.
pub const fn element_bytes<V: Laid>() -> u32 {
    let bytes = <V::Element as Element>::BYTES;
    assert!(bytes <= u32::MAX as usize, "an element has less than 4 GiB");
    bytes as u32
}

/// The number of a parameter's type, where its text leaves open that it can cross: what has an inherent constant wins over
/// the trait of the same name, which is there for all types.
#[derive(Debug)]
pub struct OfParameter<P>(PhantomData<P>);

impl<P: Parameter> OfParameter<P> {
    /// The number.
    pub const FINGERPRINT: u64 = P::FINGERPRINT;
}

/// The same of a tile.
#[derive(Debug)]
pub struct OfTile<S>(PhantomData<S>);

impl<S: SharedTile> OfTile<S> {
    /// The number.
    pub const FINGERPRINT: u64 = S::FINGERPRINT;
}

/// The number of a type that no kernel takes, of which the compiler says so elsewhere.
pub trait OfNothing {
    /// None.
    const FINGERPRINT: u64 = 0;
}

impl<P> OfNothing for OfParameter<P> {}
impl<S> OfNothing for OfTile<S> {}

/// A type if something holds. Where that cannot be computed, since it panics, there is no type, and the compiler says nothing
/// more of the values that would have it.
pub trait If<const HOLDS: bool> {
    /// The type.
    type Same;
}

impl<T> If<true> for T {
    type Same = T;
}

/// Whether bounds and tiles of an instance can be, where only its types and sizes show it.
///
/// # Panics
/// If not, at compile time.
#[track_caller]
pub const fn check<K: Instance>() {
    check_bounds(&K::BOUNDS);
    check_tiles(K::TILES);
    let mut i = 0;
    while i < K::RANKS.len() {
        check_ranks(K::RANKS[i]);
        i += 1;
    }
}

/// Whether a parameter of these axes keeps the threads of its blocks apart, where their extents are known.
///
/// # Panics
/// If not, at compile time.
#[track_caller]
pub const fn check_axes(names: u8, bounds: &Bounds) {
    let Some([x, y, z]) = bounds.required_threads else { return };
    let [in_x, in_y, in_z] = axes::THREAD;
    assert!(
        x == 1 || names & in_x != 0,
        "the axes of a `Split` do not name `ThreadX`, in which the threads of a block differ"
    );
    assert!(
        y == 1 || names & in_y != 0,
        "the axes of a `Split` do not name `ThreadY`, in which the threads of a block differ"
    );
    assert!(
        z == 1 || names & in_z != 0,
        "the axes of a `Split` do not name `ThreadZ`, in which the threads of a block differ"
    );
}

#[track_caller]
const fn check_bounds(bounds: &Bounds) {
    if let Some(extents) = bounds.required_threads {
        check_threads(extents);
    }
    if let Some(extents) = bounds.max_threads {
        check_threads(extents);
    }
    if let Some(count) = bounds.max_registers {
        assert!(
            count >= 1 && count <= limits::REGISTERS_PER_THREAD,
            "`max_registers`: a thread has 1 to 255 registers"
        );
    }
    if let Some(count) = bounds.cluster {
        assert!(count >= 1 && count <= limits::CLUSTER, "`cluster`: a cluster has 1 to 8 blocks");
    }
}

#[track_caller]
const fn check_threads(extents: [u32; 3]) {
    let threads = limits::volume(extents);
    assert!(threads >= 1 && threads <= limits::THREADS_PER_BLOCK as u128, "a block has 1 to 1024 threads");
    assert!(extents[2] <= limits::BLOCK[2], "a block has at most 64 threads in z");
}

#[track_caller]
const fn check_tiles(tiles: &[TileSpec]) {
    let (mut fixed, mut added, mut i) = (0_u64, 0_u64, 0);
    while i < tiles.len() {
        let TileSpec { tile, dynamic } = &tiles[i];
        let bytes = if *dynamic { &mut added } else { &mut fixed };
        *bytes = bytes.next_multiple_of(tile.align as u64) + tile.bytes as u64;
        i += 1;
    }
    assert!(
        fixed <= limits::STATIC_SHARED_PER_BLOCK as u64,
        "the `#[shared]` tiles of a kernel have more than 48 KiB: make the larger ones `#[shared(dynamic)]`"
    );
    assert!(added <= u32::MAX as u64, "the `#[shared(dynamic)]` tiles of a kernel have more than 4 GiB");
}

/// A launch that was to cover what is split among its threads, with the extents that it takes. Blocks keep the extents that
/// the kernel requires or the caller says.
///
/// # Errors
/// [`Error::NothingToCover`] where nothing is split.
#[cfg(not(target_arch = "nvptx64"))]
pub fn covering(
    entry: &Entry,
    launch: Launch,
    is_covered: bool,
    grid: [u32; 3],
    block: &mut [u32; 3],
) -> Result<Launch, Error> {
    if !is_covered {
        return Err(Error::NothingToCover { kernel: entry.symbol });
    }
    if launch.block.or(entry.bounds.required_threads).is_some() {
        *block = launch.block_of(&entry.bounds);
        return Ok(Launch { grid, ..launch });
    }
    Ok(Launch { grid, block: Some(*block), ..launch })
}

/// The value of a bound that the kernel states.
///
/// # Panics
/// If it does not state it, at compile time.
pub const fn stated<T: Copy>(bound: Option<T>) -> T {
    match bound {
        Some(value) => value,
        None => panic!("the kernel states no such bound"),
    }
}

/// Where the dynamic tile of this number begins.
///
/// # Safety
/// The launch added the memory of the kernel's dynamic tiles.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub unsafe fn dynamic_tile<K: Instance>(number: usize) -> u32 {
    use crate::device::shared::dynamic_unchecked;
    // SAFETY: as the caller promises, there are the bytes of this tile, and bytes have no alignment.
    unsafe {
        let tile =
            dynamic_unchecked::<u8>(crate::kernel::dynamic_offset(K::TILES, number), K::TILES[number].tile.bytes);
        tile.at_unchecked(0).offset()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Tile, TileSpec, check_bounds, check_tiles};
    use std::panic::catch_unwind;

    #[test]
    fn bounds_that_no_block_has_are_refused() {
        let none = Bounds::default();
        for right in [
            none,
            Bounds { required_threads: Some([32, 32, 1]), ..none },
            Bounds { max_threads: Some([1, 1, 64]), min_blocks: Some(1), max_registers: Some(255), ..none },
            Bounds { max_threads: Some([1, 1, 64]), min_blocks: Some(0), ..none },
        ] {
            check_bounds(&right);
        }
        for wrong in [
            Bounds { required_threads: Some([32, 33, 1]), ..none },
            Bounds { required_threads: Some([32, 0, 1]), ..none },
            Bounds { max_threads: Some([1, 1, 65]), ..none },
            Bounds { max_threads: Some([u32::MAX; 3]), ..none },
            Bounds { max_registers: Some(0), ..none },
            Bounds { max_registers: Some(256), ..none },
            Bounds { cluster: Some(0), ..none },
            Bounds { cluster: Some(9), ..none },
        ] {
            assert!(catch_unwind(|| check_bounds(&wrong)).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn static_tiles_have_48_kib() {
        let tile = |bytes, dynamic| TileSpec { tile: Tile { name: "tile", bytes, align: 16 }, dynamic };
        check_tiles(&[]);
        check_tiles(&[tile(48 * 1024, false), tile(200 * 1024, true)]);
        check_tiles(&[tile(1, false), tile(48 * 1024 - 16, false)]);
        for wrong in [
            &[tile(48 * 1024 + 1, false)][..],
            &[tile(1, false), tile(48 * 1024 - 15, false)],
            &[tile(u32::MAX, true), tile(1, true)],
        ] {
            assert!(catch_unwind(|| check_tiles(wrong)).is_err(), "{wrong:?}");
        }
    }
}
