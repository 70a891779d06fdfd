//! Small matrices of bytes of any sides: each through shared memory as a whole.

use super::strided::Strided;
#[cfg(not(target_arch = "nvptx64"))]
use lego::StaticMapping;
use lego::{Mapping32, layout};
use lego_cuda::device::{block_idx, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many bytes a thread reads before it writes them.
const STEPS: usize = 8;
layout! {
    /// The bytes of a matrix, laid by [`in_shared`].
    pub type Room = Row(8192);
}

/// A matrix of these sides in shared memory: rows begin an odd number of words apart, so that 32 bytes of a column are in as many banks.
#[inline(always)]
fn in_shared([rows, columns]: [u32; 2]) -> Strided {
    let step = 4 * (columns.div_ceil(4) | 1);
    Strided::from_sizes_u32([1, 1, 1, rows, columns, 0, 0, 0, step, 1])
}

/// Whether a matrix of these sides has room.
#[cfg(not(target_arch = "nvptx64"))]
pub(super) fn has_room([rows, columns]: [u32; 2]) -> bool {
    let step = 4 * (u64::from(columns.div_ceil(4)) | 1);
    u64::from(rows).saturating_mul(step) <= Room::SPAN as u64
}

/// Turns a matrix a block, byte by byte: threads read the rows of the input and write those of the output one byte behind the other.
///
/// # Safety
/// Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output, no two of whose elements share a position.
/// A block is there for each matrix, which [has room](has_room).
#[lego_kernel(threads = THREADS, grid = x)]
pub(super) unsafe fn permute_small_bytes(
    input: Global<'_, u8, Strided>,
    output: GlobalMut<'_, u8, Strided>,
    #[shared] room: Shared<'_, u8, Room>,
) {
    let [m, n] = input.layout().sides();
    let (here, there) = (input.layout().in_matrix(block_idx().x), output.layout().in_matrix(block_idx().x));
    let matrix = in_shared([m, n]);
    let place = |row: u32, column: u32| matrix.apply_u32([0, 0, 0, row, column]);

    let mut at = Walk::new(n);
    while at.row < m {
        let mut moved = [None; STEPS];
        let mut places = [0; STEPS];
        unroll!(for step in 0..STEPS {
            if at.row < m {
                places[step] = place(at.row, at.column);
                // SAFETY: row and column are below those of the matrix.
                moved[step] = Some(unsafe { input.get_unchecked(here(at.row, at.column)) });
            }
            at.advance();
        });
        unroll!(for step in 0..STEPS {
            if let Some(byte) = moved[step] {
                // SAFETY: the matrix has room.
                unsafe { room.slice().set_unchecked(places[step], byte) };
            }
        });
    }
    sync_threads();
    let mut at = Walk::new(m);
    while at.row < n {
        let mut moved = [None; STEPS];
        let mut places = [[0; 2]; STEPS];
        unroll!(for step in 0..STEPS {
            if at.row < n {
                places[step] = [at.row, at.column];
                // SAFETY: as above.
                moved[step] = Some(unsafe { room.slice().get_unchecked(place(at.column, at.row)) });
            }
            at.advance();
        });
        unroll!(for step in 0..STEPS {
            if let Some(byte) = moved[step] {
                let [row, column] = places[step];
                // SAFETY: row and column are below those of the output, and no other thread has this byte.
                unsafe { output.set_unchecked(there(row, column), byte) };
            }
        });
    }
}

/// The elements of a matrix that a thread has, as many further each as a block has threads.
struct Walk {
    row: u32,
    column: u32,
    columns: u32,
    down: u32,
    across: u32,
}

impl Walk {
    /// From the element on that has the number of the thread.
    #[inline(always)]
    fn new(columns: u32) -> Self {
        let first = thread_idx().x;
        let (row, column) = (first / columns, first % columns);
        Self { row, column, columns, down: THREADS / columns, across: THREADS % columns }
    }

    /// To the next one.
    #[inline(always)]
    fn advance(&mut self) {
        (self.row, self.column) = (self.row + self.down, self.column + self.across);
        if self.column >= self.columns {
            (self.row, self.column) = (self.row + 1, self.column - self.columns);
        }
    }
}
