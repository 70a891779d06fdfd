//! The launches: a warp for each row, for two of many, or a block where rows are long and too few for that.

use super::{GemvGatheredInstance, GemvGatheredTypes, GemvInstance, GemvTypes};
use crate::rows::{Columns, PerRow, Rows};
use core::cmp::Reverse;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// So many short rows for a multiprocessor keep it busy with a warp for each two of them.
const BUSY: usize = 16;

/// The most vectors of a row that is short: a warp reads them at once, four a lane.
const SHORT: usize = 128;

/// A number whose matrices have kernels: `f32` and `f16`.
pub trait GemvNumber: GemvTypes + GemvGatheredTypes {}

impl<T: GemvTypes + GemvGatheredTypes> GemvNumber for T {}

/// Sets `output` to a matrix of m rows of n numbers times a vector of n: `sizes` are `[m, n]`.
///
/// Law: element i is the sum of `matrix[i, j] * vector[j]`, computed in `f32`, and the same each time.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the matrix has 2^32 numbers or more, [`Error::Length`] if a buffer is shorter; the launch's.
pub fn gemv<T: GemvNumber, B: Backend>(
    module: &Module<B>,
    matrix: &Buffer<T, B>,
    vector: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    let (rows, columns, products) = layouts([m, n, m])?;
    let instance = GemvInstance::<T>::select(module, |of| cost(module.device(), [of.v, of.lanes, of.rows], [n, m]))?;
    let grid = grid([instance.sizes().lanes, instance.sizes().rows], m);
    instance.launch(module, grid, matrix.view(rows), vector.view(columns), output.view_mut(products))
}

/// Sets element i of `output` to row `numbers[i]` of a matrix times a vector, 0 where the matrix has no such row: of m rows of n
/// numbers, `sizes` being `[m, n]`, for all `numbers`.
///
/// # Errors
/// Those of [`gemv`].
pub fn gemv_gathered<T: GemvNumber, B: Backend>(
    module: &Module<B>,
    matrix: &Buffer<T, B>,
    numbers: &Buffer<u32, B>,
    vector: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    let count = numbers.len();
    let (rows, columns, products) = layouts([m, n, count])?;
    let instance =
        GemvGatheredInstance::<T>::select(module, |of| cost(module.device(), [of.v, of.lanes, of.rows], [n, count]))?;
    let grid = grid([instance.sizes().lanes, instance.sizes().rows], count);
    let (matrix, numbers, vector) = (matrix.view(rows), numbers.view(products), vector.view(columns));
    instance.launch(module, grid, matrix, numbers, vector, output.view_mut(products))
}

fn layouts([m, n, count]: [usize; 3]) -> Result<(Rows, Columns, PerRow), Error> {
    let rows = Rows::new(m, n).map_err(Error::layout("matrix"))?;
    let columns = Columns::new(n).map_err(Error::layout("vector"))?;
    Ok((rows, columns, PerRow::new(count).map_err(Error::layout("output"))?))
}

/// Returns the launch of `count` rows: a block has four warps of 32 lanes each, or one row of more lanes.
fn grid([lanes, rows]: [usize; 2], count: usize) -> Launch {
    Launch::grid(count.div_ceil(if lanes == 32 { 4 * rows } else { rows }))
}

/// Returns the cost of an instance for `count` rows of n numbers; `None` excludes it.
///
/// An instance whose threads read all of a row at once is cheaper than one that loops over it. Among those the fewest
/// threads are cheapest, and two rows for a warp if there are many short rows.
fn cost<B: Backend>(
    device: &Device<B>,
    [v, lanes, rows]: [usize; 3],
    [n, count]: [usize; 2],
) -> Option<(bool, Reverse<usize>, usize, Reverse<usize>)> {
    let vectors = n.div_ceil(v);
    let are_many = vectors <= SHORT && count >= BUSY * device.limits().multiprocessors as usize;
    if rows > 1 && !are_many {
        return None;
    }
    // Four vectors a thread; up to seven of them, 256 threads are as fast as 512.
    let most = lanes * if lanes == 256 { 7 } else { 4 };
    // If no instance reads all of a row at once, the one with the most threads is cheapest.
    let is_again = vectors > most;
    let (largest, fewest) = if is_again { (lanes, 0) } else { (0, lanes) };
    Some((is_again, Reverse(largest), fewest, Reverse(rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;
    use lego_cuda::executor::Executor;

    /// For each length of a row, the instance is the one that was measured to be the fastest.
    #[test]
    fn the_instances_are_those_that_were_measured() {
        let device = Device::new(Executor::new());
        let module = device.without_program().unwrap();
        let busy = BUSY * device.limits().multiprocessors as usize;
        let chosen = |n: usize, count: usize| {
            let cost = |sizes: [usize; 3]| cost(&device, sizes, [n, count]);
            let half = GemvInstance::<f16>::select(&module, |of| cost([of.v, of.lanes, of.rows])).unwrap().sizes();
            let single = GemvInstance::<f32>::select(&module, |of| cost([of.v, of.lanes, of.rows])).unwrap().sizes();
            [[half.lanes, half.rows, half.steps], [single.lanes, single.rows, single.steps]]
        };
        for (vectors, lanes) in [
            (1, 32),
            (128, 32),
            (129, 64),
            (256, 64),
            (257, 128),
            (512, 128),
            (513, 160),
            (640, 160),
            (641, 256),
            (1792, 256),
            (1793, 512),
            (100_000, 512),
        ] {
            assert_eq!(chosen(8 * vectors, 1)[0], [lanes, 1, 4], "{vectors}");
        }
        for (vectors, lanes) in [(1, 32), (128, 32), (129, 128), (512, 128), (513, 256), (100_000, 256)] {
            assert_eq!(chosen(4 * vectors, 1)[1], [lanes, 1, 4], "{vectors}");
        }
        assert_eq!(chosen(8 * 128, busy)[0], [32, 2, 2]);
        assert_eq!(chosen(8 * 128 + 1, busy)[0], [64, 1, 4]);
        assert_eq!(chosen(4 * 128, busy)[1], [32, 1, 4]);
    }
}
