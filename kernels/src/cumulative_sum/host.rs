//! Launches of cumulative sums along the rows or the columns of a matrix: what its shape asks for.

use super::columns::{COLUMNS, ROUND};
use super::rows::THREADS;
use super::{CumulativeSumColumns, CumulativeSumFewRows, CumulativeSumRows, Sums};
use crate::reduce::host::line;
use crate::reduce::{Columns, Matrix};
use crate::scan::host::inclusive_sum_of;
use lego_cuda::device::GridWide;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// Where a multiprocessor would have fewer rows than this, they are shared out among blocks; else each has a block.
const ROWS: usize = 4;

/// How many blocks have a part of columns at most, where several have parts of the same.
const BLOCKS: usize = 4096;

/// What the blocks of a launch tell each other. One serves matrices of all shapes, launch after launch; after a launch that failed
/// make another.
#[derive(Debug)]
pub struct State<B: Backend> {
    grid: Buffer<u64, B>,
    sums: Buffer<f64, B>,
}

impl<B: Backend> State<B> {
    /// For matrices of so many elements or fewer: 4 MB, and a byte for each eight elements.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn new(device: &Device<B>, most: usize) -> Result<Self, Error> {
        // A launch has no more blocks than this: 64 rows of two elements or more in each, or tiles of few rows.
        let few = ROWS * device.limits().multiprocessors as usize;
        let grid = device.zeroed(GridWide::<f64>::words(most / 128 + 2 * few))?;
        Ok(Self { grid, sums: device.zeroed(BLOCKS * COLUMNS as usize)? })
    }
}

/// Sets element `[i, j]` of the output to the sum of the elements `[i, 0]` to `[i, j]` of the input, both m rows of n elements.
///
/// # Errors
/// [`Error::Layout`] if m or n is 0 or the matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter or the state is
/// for smaller matrices, and the launch's.
pub fn cumulative_sum_rows<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    // A row that begins within a vector of memory is in one more.
    let vectors = if n.is_multiple_of(4) { n / 4 } else { n / 4 + 2 };
    if n == 1 {
        few_rows(module, input, output, [1, m])
    } else if vectors <= 4 * 4 {
        rows::<4, 4, B>(module, input, output, state, [m, n], vectors)
    } else if vectors <= 8 * 32 {
        rows::<8, 32, B>(module, input, output, state, [m, n], vectors)
    } else if m == 1 {
        // It begins with a vector, and so do all its tiles.
        inclusive_sum_of(module, input, output, &mut state.grid, n)
    } else {
        rows::<8, 256, B>(module, input, output, state, [m, n], vectors)
    }
}

fn rows<const STEPS: usize, const LANES: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
    vectors: usize,
) -> Result<(), Error>
where
    CumulativeSumRows<STEPS, LANES>: Instance,
{
    let matrix = Matrix::new(m, n).map_err(Error::layout("input"))?;
    let all_tiles = vectors.div_ceil(STEPS * LANES);
    let is_few = m < ROWS * module.device().limits().multiprocessors as usize;
    let (blocks, tiles) = if is_few { (all_tiles, 1) } else { (1, all_tiles) };
    CumulativeSumRows::<STEPS, LANES>::launch(
        module,
        Launch::grid(m.div_ceil(THREADS as usize / LANES) * blocks),
        input.view(matrix),
        input.view(line(m * n)?),
        output.view_mut(matrix),
        &mut state.grid,
        blocks,
        tiles,
    )
}

/// Sets element `[i, j]` of the output to the sum of the elements `[0, j]` to `[i, j]` of the input, both m rows of n elements.
///
/// # Errors
/// [`Error::Layout`] if m or n is 0 or the matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter or the state is
/// for smaller matrices, and the launch's.
pub fn cumulative_sum_columns<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    let multiprocessors = module.device().limits().multiprocessors as usize;
    if n == 1 && m > 1 {
        return cumulative_sum_rows(module, input, output, state, [1, m]);
    } else if m < 8 || n >= 4096 * multiprocessors {
        return few_rows(module, input, output, [m, n]);
    }
    let matrix = Matrix::new(m, n).map_err(Error::layout("input"))?;
    let (across, all_rounds) = (n.div_ceil(COLUMNS as usize), m.div_ceil(ROUND as usize));
    // Blocks for about four times what runs at once; but no block has more sums to add up than there are then.
    let at_once = (2 * multiprocessors).min(BLOCKS / 8);
    let blocks = if across >= 4 * at_once { 1 } else { (4 * at_once).div_ceil(across).min(at_once) };
    let rounds = all_rounds.div_ceil(blocks);
    let blocks = all_rounds.div_ceil(rounds);
    let sums = Sums::new(blocks, if blocks > 1 { n } else { 1 }).map_err(Error::layout("sums"))?;
    let grid = Launch::grid([across, blocks]);
    if blocks > 1 {
        let (input, output, sums) = (input.view(matrix), output.view_mut(matrix), state.sums.view_mut(sums));
        CumulativeSumColumns::<true>::launch(module, grid, input, output, sums, rounds)?;
    }
    let (input, output, sums) = (input.view(matrix), output.view_mut(matrix), state.sums.view_mut(sums));
    CumulativeSumColumns::<false>::launch(module, grid, input, output, sums, rounds)
}

/// Along the columns of a matrix of few rows, or of many columns.
fn few_rows<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    match (m < 8, n.is_multiple_of(4)) {
        (true, true) => some_rows::<1, 4, 4, B>(module, input, output, [m, n]),
        (true, false) => some_rows::<1, 8, 1, B>(module, input, output, [m, n]),
        (false, true) => some_rows::<8, 1, 4, B>(module, input, output, [m, n]),
        (false, false) => some_rows::<8, 2, 1, B>(module, input, output, [m, n]),
    }
}

fn some_rows<const STEPS: usize, const VECTORS: usize, const W: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    CumulativeSumFewRows<STEPS, VECTORS, W>: Instance,
{
    let columns = Columns::<VECTORS, W>::new(m, n).map_err(Error::layout("input"))?;
    let grid = Launch::grid(n.div_ceil(256 * W * VECTORS));
    CumulativeSumFewRows::<STEPS, VECTORS, W>::launch(module, grid, input.view(columns), output.view_mut(columns))
}
