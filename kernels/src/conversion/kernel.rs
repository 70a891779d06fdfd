//! The kernel: a block has a tile in its registers, and converts it there and back.

use crate::timed::settled;
use lego::layout;
use lego_cuda::device::shared::SharedSlice;
use lego_cuda::device::{Element, Warp, block_idx, clock, linear_thread_idx, sync_threads, trap};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Distributed, Global, GlobalMut, Shared};

/// The threads of a block, four warps.
pub const THREADS: u32 = 128;

layout! {
    /// N×N elements for four warps: each has N/4 rows, and in them a lane has whole columns, from top to bottom.
    pub type ByColumns<const N: usize> = OrderBy(RegP([4, N/4, N], [1, 3, 2])).GroupBy([N, N]);
    /// The same, where a lane has neighbours of a row.
    pub type ByRows<const N: usize> = Row(N, N);
    /// Shared memory row by row, with an access of E elements after each: what one writes by hand.
    pub type Padded<const N: usize, const E: usize> = Row(N, N + E);
}

/// A way of conversion: by shuffles.
pub const SHUFFLES: u32 = 0;
/// Through shared memory without bank conflicts.
pub const SHARED: u32 = 1;
/// Through padded shared memory, element by element where registers are not neighbours in it.
pub const PADDED: u32 = 2;
/// What costs least.
pub const CHOSEN: u32 = 3;

/// Loads a tile by columns, converts it to rows and back so many times, then to rows, and stores it.
///
/// The cycles of the conversions there and back, without what comes before and after them, are those of the block's first thread.
///
/// R registers a thread make N×N elements; E elements of them are an access by hand, up to 16 bytes; WAY is one of the constants above.
///
/// Launch: a block for each tile, fewer than 2^32 - 1 times.
#[lego_kernel(
    threads = THREADS,
    instances(
        convert_shuffles_8_32 = <u8, 32, 8, 8, 0>,
        convert_shuffles_8_64 = <u8, 64, 32, 16, 0>,
        convert_shuffles_64_32 = <u64, 32, 8, 2, 0>,
        convert_shared_16_32 = <u16, 32, 8, 8, 1>,
        convert_shared_32_64 = <u32, 64, 32, 4, 1>,
        convert_shared_64_64 = <u64, 64, 32, 2, 1>,
        convert_padded_8_32 = <u8, 32, 8, 8, 2>,
        convert_padded_16_64 = <u16, 64, 32, 8, 2>,
        convert_padded_64_32 = <u64, 32, 8, 2, 2>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            convert_shuffles_8_128 = <u8, 128, 128, 16, 0>,
            convert_shuffles_16_32 = <u16, 32, 8, 8, 0>,
            convert_shuffles_16_64 = <u16, 64, 32, 8, 0>,
            convert_shuffles_32_32 = <u32, 32, 8, 4, 0>,
            convert_shuffles_32_64 = <u32, 64, 32, 4, 0>,
            convert_shared_8_32 = <u8, 32, 8, 8, 1>,
            convert_shared_8_64 = <u8, 64, 32, 16, 1>,
            convert_shared_8_128 = <u8, 128, 128, 16, 1>,
            convert_shared_16_64 = <u16, 64, 32, 8, 1>,
            convert_shared_32_32 = <u32, 32, 8, 4, 1>,
            convert_shared_64_32 = <u64, 32, 8, 2, 1>,
            convert_shared_16_128 = <u16, 128, 128, 8, 1>,
            convert_shared_32_128 = <u32, 128, 128, 4, 1>,
            convert_padded_8_64 = <u8, 64, 32, 16, 2>,
            convert_padded_8_128 = <u8, 128, 128, 16, 2>,
            convert_padded_16_32 = <u16, 32, 8, 8, 2>,
            convert_padded_32_32 = <u32, 32, 8, 4, 2>,
            convert_padded_32_64 = <u32, 64, 32, 4, 2>,
        },
    ),
)]
pub fn convert_tiles<T: Element, const N: usize, const R: usize, const E: usize, const WAY: u32>(
    input: Global<'_, T>,
    output: GlobalMut<'_, T>,
    cycles: GlobalMut<'_, u64>,
    times: u32,
    #[shared(dynamic)] memory: Shared<'_, T, Padded<N, E>>,
) {
    const { assert!(R * THREADS as usize == N * N && T::BYTES * E <= 16 && R.is_multiple_of(E)) };
    let size = (N * N) as u32;
    let first = block_idx().x.saturating_mul(size);
    let inside = first.saturating_add(size) <= input.len().min(output.len()) && block_idx().x < cycles.len();
    if !inside {
        return;
    }
    let memory = memory.slice();
    let columns = Distributed::<T, ByColumns<N>, R>::from_fn(|[i, j]| {
        // SAFETY: the tile lies inside of the buffers.
        unsafe { input.get_unchecked([first + i * N as u32 + j]) }
    });
    let mut columns = settled(columns);
    if Warp::ALL.any(times == u32::MAX) {
        return;
    }
    sync_threads();
    let start = clock();
    for _ in 0..times {
        let rows: Distributed<T, ByRows<N>, R> = to_rows::<T, N, R, E, WAY>(columns, memory);
        wait::<WAY>();
        columns = to_columns::<T, N, R, E, WAY>(rows, memory);
        wait::<WAY>();
    }
    let end = clock();
    if linear_thread_idx() == 0 {
        // SAFETY: a block has its own number.
        unsafe { cycles.set_unchecked([block_idx().x], end - start) };
    }
    let rows = to_rows::<T, N, R, E, WAY>(columns, memory);
    rows.for_each(|[i, j], value| {
        // SAFETY: as above, and no other thread holds the element.
        unsafe { output.set_unchecked([first + i * N as u32 + j], value) };
    });
}

/// Before shared memory is used again: the threads that read it have read.
#[inline(always)]
fn wait<const WAY: u32>() {
    match WAY {
        SHUFFLES => {}
        PADDED => sync_threads(),
        _ => Warp::ALL.sync(),
    }
}

#[inline(always)]
fn to_rows<T: Element, const N: usize, const R: usize, const E: usize, const WAY: u32>(
    tile: Distributed<T, ByColumns<N>, R>,
    memory: SharedSlice<T>,
) -> Distributed<T, ByRows<N>, R> {
    match WAY {
        SHUFFLES => tile.convert(),
        SHARED => tile.stage(memory),
        PADDED => {
            // SAFETY: the tile's elements lie inside of the memory, as those of rows do.
            tile.for_each(|[i, j], value| unsafe { memory.set_unchecked(i * (N + E) as u32 + j, value) });
            sync_threads();
            let memory = memory.cast::<[T; E]>();
            let (mut register, mut vector) = (0, None);
            Distributed::from_fn(|[i, j]: [u32; 2]| {
                if register % E == 0 {
                    // SAFETY: as above, and neighbours of a row are a thread's.
                    vector = Some(unsafe { memory.get_unchecked((i * (N + E) as u32 + j) / E as u32) });
                }
                register += 1;
                match vector {
                    Some(elements) => elements[(register - 1) % E],
                    None => trap(),
                }
            })
        }
        _ => tile.convert_through(memory),
    }
}

#[inline(always)]
fn to_columns<T: Element, const N: usize, const R: usize, const E: usize, const WAY: u32>(
    tile: Distributed<T, ByRows<N>, R>,
    memory: SharedSlice<T>,
) -> Distributed<T, ByColumns<N>, R> {
    match WAY {
        SHUFFLES => tile.convert(),
        SHARED => tile.stage(memory),
        PADDED => {
            let vectors = memory.cast::<[T; E]>();
            let (mut register, mut elements) = (0, [tile.registers()[0]; E]);
            tile.for_each(|[i, j], value| {
                elements[register % E] = value;
                register += 1;
                if register % E == 0 {
                    // SAFETY: the tile's elements lie inside of the memory, and neighbours of a row are a thread's: j is the last.
                    unsafe { vectors.set_unchecked((i * (N + E) as u32 + j) / E as u32, elements) };
                }
            });
            sync_threads();
            // SAFETY: as above.
            Distributed::from_fn(|[i, j]: [u32; 2]| unsafe { memory.get_unchecked(i * (N + E) as u32 + j) })
        }
        _ => tile.convert_through(memory),
    }
}
