//! Tiles that hang over the edge, and those that do not, by one source.

use lego::layout;
use lego_cuda::device::{block_idx, thread_idx};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Buffer, Device, Error, Launch};
use lego_cuda::view::{BlockX, BlockY, Global, GlobalMut, Register, Split, ThreadX};
use lego_cuda::{lego_kernel, whole_or_edge};

layout! {
    type Matrix(m, n) = Row(m, n);
    /// Element `[tile row, tile column, row, column]` of a matrix in tiles of 4×8.
    type Tiled(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 4)*4, ceil_div(n, 8)*8]).TileBy([ceil_div(m, 4), ceil_div(n, 8)], [4, 8]);
    /// The same, a thread for each column.
    type Halved(m, n) = Col(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 4)*4, ceil_div(n, 8)*8]).TileBy([ceil_div(m, 4), ceil_div(n, 8)], [4, 8]);
}

/// Sizes of tiles that divide, hang over by one, and are larger than the matrix.
const SIZES: [(usize, usize); 8] = [(1, 1), (4, 8), (5, 9), (3, 17), (8, 16), (7, 31), (13, 8), (4, 257)];

/// Doubles what is in a tile.
#[lego_kernel(threads = 8)]
fn doubled(
    input: Global<'_, u32, Matrix>,
    by_rows: Split<'_, u32, Tiled, (BlockY, BlockX, Register, ThreadX)>,
    by_columns: Split<'_, u32, Halved, (BlockY, BlockX, Register, ThreadX)>,
) {
    let (block, thread) = (block_idx(), thread_idx().x);
    let tile = input.clipped([4 * block.y, 8 * block.x], [4, 8]);
    let values = whole_or_edge!(tile, |tile| {
        let values = [0, 1, 2, 3].map(|row| tile.try_get([row, thread]));
        assert_eq!((tile.try_get([4, thread]), tile.try_get([0, 8])), (None, None));
        values
    });
    let has_all = by_rows.has_all();
    assert_eq!(has_all, values.iter().all(Option::is_some));
    let store = |row: usize| values[row].map_or(0, |value| 2 * value);
    whole_or_edge!((&by_rows, tile, &by_columns), |(by_rows, tile, by_columns)| {
        for row in 0..4 {
            assert_eq!(by_rows.try_set([row], store(row as usize)), tile.contains([row, thread]));
        }
        assert!(!by_rows.contains([4]));
        let all = by_columns.try_set_vector([0], [store(0), store(1), store(2), store(3)]);
        assert_eq!(all, has_all);
        let expected = [0, 1, 2, 3].map(|row| values[row].map_or(7, |value| 2 * value));
        assert_eq!(by_columns.get_vector_or([0], 7), expected);
    });
}

fn poisoned(device: &Device<Executor>, len: usize) -> Result<Buffer<u32, Executor>, Error> {
    device.poisoned::<u32>(len)
}

#[test]
fn one_source_for_whole_tiles_and_for_edges() -> Result<(), Error> {
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    for (m, n) in SIZES {
        let numbers: Vec<u32> = (0..(m * n) as u32).map(|i| i * i + 1).collect();
        let input = device.buffer_from(&numbers)?;
        let (mut by_rows, mut by_columns) = (poisoned(&device, m * n)?, poisoned(&device, m * n)?);
        Doubled::launch(
            &module,
            Launch::covering(),
            input.view(Matrix::new(m, n).unwrap()),
            by_rows.view_mut(Tiled::new(m, n).unwrap()),
            by_columns.view_mut(Halved::new(m, n).unwrap()),
        )?;
        let expected: Vec<u32> = numbers.iter().map(|number| 2 * number).collect();
        assert_eq!(by_rows.read()?, expected, "{m}×{n}");
        let turned: Vec<u32> = (0..m * n).map(|p| expected[p % m * n + p / m]).collect();
        assert_eq!(by_columns.read()?, turned, "{m}×{n}");
    }
    Ok(())
}

/// Fills the tiles of a matrix.
#[lego_kernel(threads = 32)]
unsafe fn filled(output: GlobalMut<'_, u32, Matrix>) {
    let (block, thread) = (block_idx(), thread_idx().x);
    let tile = output.clipped([4 * block.y, 8 * block.x], [4, 8]);
    let place = [thread / 8, thread % 8];
    // SAFETY: each thread of each block has an element of its own.
    whole_or_edge!(&tile, |tile| unsafe { tile.try_set(place, thread) });
}

#[test]
fn a_view_that_is_written_has_tiles_too() -> Result<(), Error> {
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    for (m, n) in SIZES {
        let mut output = poisoned(&device, m * n)?;
        let launch = Launch::grid([n.div_ceil(8) as u32, m.div_ceil(4) as u32]);
        // SAFETY: a block for each tile.
        unsafe { Filled::launch(&module, launch, output.view_mut(Matrix::new(m, n).unwrap())) }?;
        let expected: Vec<u32> = (0..m * n).map(|p| (p / n % 4 * 8 + p % n % 8) as u32).collect();
        assert_eq!(output.read()?, expected, "{m}×{n}");
    }
    Ok(())
}
