//! The kernel: a block has a tile in its registers, and converts it there and back.

use crate::timed::settled;
use lego::{Layout32, StaticMapping, layout};
use lego_cuda::device::shared::SharedSlice;
use lego_cuda::device::{Element, Warp, block_idx, clock, global, linear_thread_idx, sync_threads, trap};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Distributed, Global, GlobalMut, Shared};

/// The threads of a block, four warps.
pub const THREADS: u32 = 128;

layout! {
    /// N×N elements of which a thread has neighbours of a row: what is read and written by vectors.
    pub type ByRows<const N: usize> = Row(N, N);
    /// The same for four warps: each has N/4 rows, and in them a lane has whole columns, from top to bottom.
    pub type ByColumns<const N: usize> = OrderBy(RegP([4, N/4, N], [1, 3, 2])).GroupBy([N, N]);
    /// As by rows, R elements a thread, but that two neighbouring threads have exchanged half of theirs: each has the same half of both.
    pub type ByHalves<const N: usize, const R: usize> = OrderBy(RegP([N*N/(2*R), 2, 2, R/2], [1, 3, 2, 4])).GroupBy([N, N]);
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

/// Loads a tile by rows, converts it to another layout and back so many times, and stores it.
///
/// The cycles of the conversions, without what comes before and after them, are those of the block's first thread. What is loaded and
/// stored are vectors, so that the time of many tiles is that of conversions too.
///
/// R registers a thread make N×N elements; E elements of a row are an access, up to 16 bytes, V of the other layout by hand; WAY
/// is one of the constants above.
///
/// Launch: a block for each tile, fewer than 2^32 - 1 times.
#[lego_kernel(
    threads = THREADS,
    // One of them, before sm_90.
    spills = 24,
    instances(
        convert_shuffles_8_32 = <u8, ByColumns<32>, 32, 8, 8, 1, 0>,
        convert_shuffles_8_64 = <u8, ByColumns<64>, 64, 32, 16, 1, 0>,
        convert_shuffles_64_32 = <u64, ByColumns<32>, 32, 8, 2, 1, 0>,
        convert_shared_16_32 = <u16, ByColumns<32>, 32, 8, 8, 1, 1>,
        convert_shared_32_64 = <u32, ByColumns<64>, 64, 32, 4, 1, 1>,
        convert_shared_64_64 = <u64, ByColumns<64>, 64, 32, 2, 1, 1>,
        convert_padded_8_32 = <u8, ByColumns<32>, 32, 8, 8, 1, 2>,
        convert_padded_16_64 = <u16, ByColumns<64>, 64, 32, 8, 1, 2>,
        convert_padded_64_32 = <u64, ByColumns<32>, 32, 8, 2, 1, 2>,
        halves_shuffles_64_64 = <u64, ByHalves<64, 32>, 64, 32, 2, 2, 0>,
        halves_shared_64_64 = <u64, ByHalves<64, 32>, 64, 32, 2, 2, 1>,
        halves_padded_64_64 = <u64, ByHalves<64, 32>, 64, 32, 2, 2, 2>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (WORD, WAY) in [("shuffles", 0), ("shared", 1), ("padded", 2)] {
                for (BITS, T, COLUMNS, LANES, V) in [
                    (8, u8, 32, 8, 8), (8, u8, 64, 32, 16), (8, u8, 128, 128, 16),
                    (16, u16, 32, 8, 8), (16, u16, 64, 32, 8), (16, u16, 128, 128, 8),
                    (32, u32, 32, 8, 4), (32, u32, 64, 32, 4), (32, u32, 128, 128, 4),
                    (64, u64, 32, 8, 2), (64, u64, 64, 32, 2),
                ] {
                    if WAY == 1 || COLUMNS == 32 || BITS == 8 || COLUMNS == 64 && BITS < 64 {
                        convert_{WORD}_{BITS}_{COLUMNS} = <T, ByColumns<COLUMNS>, COLUMNS, LANES, V, 1, WAY>
                    },
                },
                for (BITS, T, V) in [(8, u8, 16), (32, u32, 4), (64, u64, 2)] {
                    halves_{WORD}_{BITS}_64 = <T, ByHalves<64, 32>, 64, 32, V, V, WAY>
                },
            },
        },
    ),
)]
pub fn convert_tiles<T: Element, L, const N: usize, const R: usize, const E: usize, const V: usize, const WAY: u32>(
    input: Global<'_, T>,
    output: GlobalMut<'_, T>,
    cycles: GlobalMut<'_, u64>,
    times: u32,
    #[shared(dynamic)] memory: Shared<'_, T, Padded<N, E>>,
) where
    L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
{
    const { assert!(R * THREADS as usize == N * N && T::BYTES * E <= 16 && R.is_multiple_of(E)) };
    let size = (N * N) as u32;
    let first = block_idx().x.saturating_mul(size);
    let inside = first.saturating_add(size) <= input.len().min(output.len()) && block_idx().x < cycles.len();
    if !inside {
        return;
    }
    let memory = memory.slice();
    let rows = by_vectors::<T, ByRows<N>, R, E>(|[i, j]| {
        // SAFETY: the tile lies inside of the buffers, and E elements make a vector of memory, which begins with the buffer.
        unsafe { global::load(input.at_unchecked([first + i * N as u32 + j]).cast::<[T; E]>()) }
    });
    let mut rows = settled(rows);
    if Warp::ALL.any(times == u32::MAX) {
        return;
    }
    sync_threads();
    let start = clock();
    for _ in 0..times {
        let other: Distributed<T, L, R> = converted::<T, ByRows<N>, L, N, R, E, E, V, WAY>(rows, memory);
        wait::<WAY>();
        rows = converted::<T, L, ByRows<N>, N, R, E, V, E, WAY>(other, memory);
        wait::<WAY>();
    }
    let end = clock();
    if linear_thread_idx() == 0 {
        // SAFETY: a block has its own number.
        unsafe { cycles.set_unchecked([block_idx().x], end - start) };
    }
    each_vector::<T, ByRows<N>, R, E>(&rows, |[i, j], vector| {
        // SAFETY: as above, and no other thread holds the elements.
        unsafe { global::store(output.at_unchecked([first + i * N as u32 + j]).cast::<[T; E]>(), vector) };
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

/// A conversion; by hand accesses have V elements of the first layout and W of the second.
#[inline(always)]
fn converted<
    T: Element,
    A,
    B,
    const N: usize,
    const R: usize,
    const E: usize,
    const V: usize,
    const W: usize,
    const WAY: u32,
>(
    tile: Distributed<T, A, R>,
    memory: SharedSlice<T>,
) -> Distributed<T, B, R>
where
    A: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
    B: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
{
    match WAY {
        SHUFFLES => tile.convert(),
        SHARED => tile.stage(memory),
        PADDED => {
            let place = |[i, j]: [u32; 2]| i * (N + E) as u32 + j;
            let vectors = memory.cast::<[T; V]>();
            // SAFETY: the tile's elements lie inside of the memory, those of an access are neighbours of a row, and rows begin with one.
            each_vector::<T, A, R, V>(&tile, |index, vector| unsafe {
                vectors.set_unchecked(place(index) / V as u32, vector)
            });
            sync_threads();
            let vectors = memory.cast::<[T; W]>();
            // SAFETY: as above.
            by_vectors::<T, B, R, W>(|index| unsafe { vectors.get_unchecked(place(index) / W as u32) })
        }
        _ => tile.convert_through(memory),
    }
}

/// The tile of vectors, each of V registers that are neighbours of a row, by the index of the first.
#[inline(always)]
fn by_vectors<T: Element, L, const R: usize, const V: usize>(
    mut vector_at: impl FnMut([u32; 2]) -> [T; V],
) -> Distributed<T, L, R>
where
    L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
{
    let (mut register, mut vector) = (0, None);
    Distributed::from_fn(|index| {
        if register % V == 0 {
            vector = Some(vector_at(index));
        }
        register += 1;
        match vector {
            Some(elements) => elements[(register - 1) % V],
            None => trap(),
        }
    })
}

/// Calls a function with the index of the first of each V registers, which are neighbours of a row, and with them.
#[inline(always)]
fn each_vector<T: Element, L, const R: usize, const V: usize>(
    tile: &Distributed<T, L, R>,
    mut visit: impl FnMut([u32; 2], [T; V]),
) where
    L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
{
    let (mut register, mut first, mut elements) = (0, [0, 0], [tile.registers()[0]; V]);
    tile.for_each(|index, value| {
        if register % V == 0 {
            first = index;
        }
        elements[register % V] = value;
        register += 1;
        if register % V == 0 {
            visit(first, elements);
        }
    });
}
