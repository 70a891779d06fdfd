//! Launches that reduce the rows or the columns of a matrix: what its shape asks for.

use super::columns::{LANES, ROUND};
use super::rows::THREADS;
use super::{
    ColumnShares, Columns, Lines, Matrix, ReduceColumns, ReduceFewRows, ReduceRows, Reduction, Results, RowShares,
    Tickets,
};
use lego::Mapping;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};
use lego_cuda::view::Linear;

/// What the blocks of a launch tell each other. One serves matrices of all shapes, launch after launch; after a launch that failed
/// make another.
#[derive(Debug)]
pub struct State<B: Backend> {
    tickets: Buffer<u32, B>,
    shares: Buffer<u64, B>,
}

impl<B: Backend> State<B> {
    /// 4 MB.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn new(device: &Device<B>) -> Result<Self, Error> {
        let words = Mapping::span(&ColumnShares).max(Mapping::span(&RowShares));
        Ok(Self { tickets: device.zeroed(Mapping::span(&Tickets))?, shares: device.zeroed(words)? })
    }
}

/// Reduces each of the m rows of n elements of the input to an element of the output.
///
/// # Errors
/// [`Error::Layout`] if m or n is 0 or the matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter, and the launch's.
pub fn reduce_rows<R: Reduction, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<R::Output, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    ReduceRows<R, 4, 4>: Instance,
    ReduceRows<R, 8, 32>: Instance,
    ReduceRows<R, 8, 256>: Instance,
    ReduceFewRows<R, 1, 4>: Instance,
    ReduceFewRows<R, 8, 1>: Instance,
{
    if n == 1 {
        // The elements themselves: a row of them, which is wide.
        return few_rows::<R, B>(module, input, output, [1, m]);
    }
    let vectors = n.div_ceil(4);
    let warps = 64 * module.device().limits().multiprocessors as usize;
    if vectors <= 4 * 4 {
        rows::<R, 4, 4, B>(module, input, output, state, [m, n])
    } else if vectors <= 8 * 32 || (vectors <= 4 * 8 * 32 && m >= warps) {
        rows::<R, 8, 32, B>(module, input, output, state, [m, n])
    } else {
        rows::<R, 8, 256, B>(module, input, output, state, [m, n])
    }
}

fn rows<R: Reduction, const STEPS: usize, const LANES: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<R::Output, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    ReduceRows<R, STEPS, LANES>: Instance,
{
    let matrix = Matrix::new(m, n).map_err(Error::layout("input"))?;
    let all_rounds = (n / 4).div_ceil(STEPS * LANES).max(1);
    // As many shares as the state has room for, where rows are not enough to keep a GPU busy.
    let most = Mapping::span(&Tickets);
    let rounds = if LANES < THREADS as usize || m >= most { all_rounds } else { (m * all_rounds).div_ceil(most) };
    let grid = Launch::grid([m.div_ceil(THREADS as usize / LANES), all_rounds.div_ceil(rounds)]);
    ReduceRows::<R, STEPS, LANES>::launch(
        module,
        grid,
        input.view(matrix),
        output.view_mut(line(m)?),
        &mut state.tickets,
        &mut state.shares,
        rounds,
    )
}

/// Reduces each of the n columns of m elements of the input, whose rows lie one behind the other, to an element of the output.
///
/// # Errors
/// [`Error::Layout`] if m or n is 0 or the matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter, and the launch's.
pub fn reduce_columns<R: Reduction, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<R::Output, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    ReduceRows<R, 4, 4>: Instance,
    ReduceRows<R, 8, 32>: Instance,
    ReduceRows<R, 8, 256>: Instance,
    ReduceColumns<R>: Instance,
    ReduceFewRows<R, 1, 4>: Instance,
    ReduceFewRows<R, 8, 1>: Instance,
{
    let multiprocessors = module.device().limits().multiprocessors as usize;
    if m == 1 || n >= 4096 * multiprocessors || (m <= 16 && n >= 128) {
        few_rows::<R, B>(module, input, output, [m, n])
    } else if n == 1 {
        reduce_rows::<R, B>(module, input, output, state, [1, m])
    } else {
        columns::<R, B>(module, input, output, state, [m, n], multiprocessors)
    }
}

fn columns<R: Reduction, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<R::Output, B>,
    state: &mut State<B>,
    [m, n]: [usize; 2],
    multiprocessors: usize,
) -> Result<(), Error>
where
    ReduceColumns<R>: Instance,
{
    // What is too large or 0 is the error of the matrix.
    Matrix::new(m, n).map_err(Error::layout("input"))?;
    let across = 4 * LANES as usize;
    // As many rows to a line as a block has columns for, if they make whole vectors.
    let together = if n.is_multiple_of(4) {
        1
    } else if n.is_multiple_of(2) {
        2
    } else {
        4
    };
    let rows = (across / n / together * together).max(1);
    let lines = Lines::new(m * n, rows * n).map_err(Error::layout("input"))?;
    let pitch = if (rows * n).is_multiple_of(4) { LANES as usize } else { LANES as usize - 1 };
    let tiles = (rows * n).div_ceil(4 * pitch);
    let all_rounds = m.div_ceil(rows).div_ceil(ROUND as usize);
    // Blocks for about four times what runs at once; but no block that comes last has more to do than others.
    let at_once = (2 * multiprocessors).min(512);
    let blocks = (4 * at_once).div_ceil(tiles).min(at_once);
    let rounds = all_rounds.div_ceil(if tiles >= 4 * at_once { 1 } else { blocks });
    ReduceColumns::<R>::launch(
        module,
        Launch::grid([tiles, all_rounds.div_ceil(rounds)]),
        input.view(lines),
        input.view(line(m * n)?),
        output.view_mut(line(n)?),
        &mut state.tickets,
        &mut state.shares,
        pitch,
        rounds,
    )
}

fn few_rows<R: Reduction, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<R::Output, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    ReduceFewRows<R, 1, 4>: Instance,
    ReduceFewRows<R, 8, 1>: Instance,
{
    if m < 8 {
        few::<R, 1, 4, B>(module, input, output, [m, n])
    } else {
        few::<R, 8, 1, B>(module, input, output, [m, n])
    }
}

fn few<R: Reduction, const STEPS: usize, const VECTORS: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<R::Output, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error>
where
    ReduceFewRows<R, STEPS, VECTORS>: Instance,
{
    let columns = Columns::<VECTORS, 4>::new(m, n).map_err(Error::layout("input"))?;
    let results = Results::<VECTORS>::new(n).map_err(Error::layout("output"))?;
    let (input, output) = (input.view(columns), output.view_mut(results));
    ReduceFewRows::<R, STEPS, VECTORS>::launch(module, Launch::covering(), input, output)
}

/// So many elements, one behind the other.
pub(crate) fn line(len: usize) -> Result<Linear, Error> {
    let too_large = |_| lego::LayoutError::TooLarge {
        what: "the number of elements".into(),
        value: len as u128,
        most: u128::from(u32::MAX),
    };
    Ok(Linear::new(u32::try_from(len).map_err(too_large).map_err(Error::layout("output"))?))
}
