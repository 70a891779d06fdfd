//! The kernel: a block has a tile in its registers, and gathers from it again and again.

use crate::timed::{hidden, settled};
use lego::layout;
use lego_cuda::device::shared::SharedSlice;
use lego_cuda::device::{Element, Warp, block_idx, clock, sync_threads};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Along, Distributed, Global, GlobalMut, Shared};

/// The threads of a block, eight warps.
pub const THREADS: u32 = 256;

/// The rows of a tile.
pub const ROWS: usize = 512;

layout! {
    /// 512 rows of N elements, a row beside others of its lane: register `[row, column]` of a thread, 512/256 rows.
    pub type InRegisters<const N: usize> = Row(512, N);
    /// A row in as many lanes as it has elements, and 2N rows in the registers of each.
    pub type InLanes<const N: usize> = OrderBy(RegP([2 * N, 256 / N, N], [2, 3, 1])).GroupBy([512, N]);
    /// As Triton spreads a tile that it has read by 16 bytes a thread: P neighbours of a row in registers, the rest of a row in lanes, then
    /// rows in lanes and warps, and what is left in registers again.
    pub type Blocked<const N: usize, const P: usize> =
        OrderBy(RegP([2 * N / P, 256 * P / N, N / P, P], [2, 3, 1, 4])).GroupBy([512, N]);
    /// Shared memory of so many elements.
    pub type Scratch<const ELEMENTS: usize> = Row(ELEMENTS);
}

/// By shuffles, a row in as many lanes as it has elements: one shuffle an element.
pub const LANES: u32 = 0;
/// By selections, a row in the registers of a lane.
pub const REGISTERS: u32 = 1;
/// Through shared memory without conflicts of the writes, each warp in its own part.
pub const THROUGH: u32 = 2;
/// Through shared memory as Triton did before it had linear layouts: the tile row by row, element by element, a barrier of the block before
/// and after it is read.
pub const LEGACY: u32 = 3;
/// The same of a tile whose rows are in registers, as in [`REGISTERS`].
pub const LEGACY_ROWS: u32 = 4;

/// Gathers along the rows of a 512×N tile so many times, each time from what came of the last, always by the same indices.
///
/// R registers a thread make the tile; P elements of a row are neighbours in a thread of [`Blocked`]; MEMORY elements are shared; WAY is one
/// of the constants above. The cycles that the gathers took, without what comes before and after them, are those of the block's
/// first thread.
///
/// Launch: a block for each tile, fewer than 2^32 - 1 times.
#[lego_kernel(
    threads = THREADS,
    instances(
        for (N, R, P) in [(2, 4, 2), (4, 8, 4), (8, 16, 4), (16, 32, 4), (32, 64, 4)] {
            gather_lanes_32_{N} = <f32, N, R, P, 4, 0>,
            if N <= 8 { gather_registers_32_{N} = <f32, N, R, P, 4, 1> },
            for (WORD, WAY) in [("through", 2), ("legacy", 3), ("legacy_rows", 4)] {
                gather_{WORD}_32_{N} = <f32, N, R, P, { N * 512 }, WAY>
            },
        },
    ),
)]
pub fn gather_tiles<T: Element, const N: usize, const R: usize, const P: usize, const MEMORY: usize, const WAY: u32>(
    input: Global<'_, T>,
    index: Global<'_, u32>,
    output: GlobalMut<'_, T>,
    cycles: GlobalMut<'_, u64>,
    times: u32,
    #[shared(dynamic)] memory: Shared<'_, T, Scratch<MEMORY>>,
) {
    const { assert!(R * THREADS as usize == ROWS * N && (WAY < THROUGH || MEMORY == ROWS * N)) };
    let size = (ROWS * N) as u32;
    let block = block_idx().x;
    let first = block.saturating_mul(size);
    let elements = input.len().min(index.len()).min(output.len());
    let inside = first.saturating_add(size) <= elements && block < cycles.len();
    if !inside {
        return;
    }
    let place = |[i, j]: [u32; 2]| [first + i * N as u32 + j];
    let memory = memory.slice();
    macro_rules! gathers {
        ($layout:ty, $gather:expr) => {{
            // SAFETY: the tile lies inside of the buffers.
            let tile = Distributed::<T, $layout, R>::from_fn(|at| unsafe { input.get_unchecked(place(at)) });
            // SAFETY: as above.
            let index = Distributed::<u32, $layout, R>::from_fn(|at| unsafe { index.get_unchecked(place(at)) });
            let (mut tile, index) = (settled(tile), settled(index));
            if Warp::ALL.any(times == u32::MAX) {
                return;
            }
            sync_threads();
            let start = clock();
            for _ in 0..times {
                tile = $gather(hidden(tile), &index);
            }
            let end = clock();
            // SAFETY: as above, and no other thread holds the element.
            tile.for_each(|at, value| unsafe { output.set_unchecked(place(at), value) });
            if lego_cuda::device::linear_thread_idx() == 0 {
                // SAFETY: a block has its own number.
                unsafe { cycles.set_unchecked([block], end - start) };
            }
        }};
    }
    match WAY {
        LANES => gathers!(InLanes<N>, |tile: Distributed<T, InLanes<N>, R>, index| tile.gather(index, Along::<1>)),
        REGISTERS => {
            gathers!(InRegisters<N>, |tile: Distributed<T, InRegisters<N>, R>, index| tile.gather(index, Along::<1>));
        }
        THROUGH => gathers!(InLanes<N>, |tile: Distributed<T, InLanes<N>, R>, index| {
            let gathered = tile.gather_through(index, Along::<1>, memory);
            Warp::ALL.sync();
            gathered
        }),
        LEGACY => gathers!(Blocked<N, P>, |tile: Distributed<T, Blocked<N, P>, R>, index| {
            legacy::<T, Blocked<N, P>, N, R>(tile, index, memory)
        }),
        _ => gathers!(InRegisters<N>, |tile: Distributed<T, InRegisters<N>, R>, index| {
            legacy::<T, InRegisters<N>, N, R>(tile, index, memory)
        }),
    }
}

/// A gather without a plan: all elements to shared memory, row by row, and those of the indices from there.
#[inline(always)]
fn legacy<T, L, const N: usize, const R: usize>(
    tile: Distributed<T, L, R>,
    index: &Distributed<u32, L, R>,
    memory: SharedSlice<T>,
) -> Distributed<T, L, R>
where
    T: Element,
    L: lego::StaticMapping + lego::Layout32<Index32 = [u32; 2]>,
{
    // SAFETY: the memory has as many elements as the tile.
    tile.for_each(|[i, j], value| unsafe { memory.set_unchecked(i * N as u32 + j, value) });
    sync_threads();
    let indices = index.registers();
    let mut register = 0;
    let gathered = Distributed::from_fn(|[i, _]: [u32; 2]| {
        let column = indices[register] % N as u32;
        register += 1;
        // SAFETY: as above, and the column is below N.
        unsafe { memory.get_unchecked(i * N as u32 + column) }
    });
    sync_threads();
    gathered
}
