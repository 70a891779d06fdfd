//! Kernels by `#[lego_kernel]`, launched as on a GPU.

use lego::{Layout32, StaticLayout, layout};
use lego_cuda::device::{Element, block_dim, block_idx, linear_thread_idx, sync_threads, thread_idx};
use lego_cuda::executor::{Executor, FaultKind, Options, Space};
use lego_cuda::launch::{Device, Error, Launch, Module};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, GlobalMut, KernelLayout, Register, Shared, Split, ThreadX, ThreadY};

/// The line of this file with a mark.
#[track_caller]
fn marked(mark: &str) -> u32 {
    crate::harness::marked(include_str!("kernels.rs"), mark)
}

layout! {
    /// Element `[block row, block column, step, 0, thread row, column]` of a row-major matrix.
    type Blocks<const M: usize, const N: usize> = Row(M, N).TileBy([M/32, N/32], [4, 1], [8, 32]);
    type RowTile = Row(32, 32);
    type PaddedTile = Row(32, 33).PadBy([32, 32] => [32, 33]);
    type SwizzledTile = SwizzleRows([32, 32], 5);
    type Line = Row(256);
    type Marks = Row(3);
}

/// A transpose by a tile.
#[lego_kernel(
    threads = [32, 8],
    instances(
        turn_row = <f32, RowTile, 96, 160, true>,
        turn_padded = <f32, PaddedTile, 96, 160, true>,
        turn_swizzled = <u16, SwizzledTile, 160, 96, true>,
        turn_unordered = <f32, PaddedTile, 96, 160, false>,
    ),
)]
fn turn<T, L, const M: usize, const N: usize, const ORDERED: bool>(
    input: Global<'_, T, Blocks<M, N>>,
    output: Split<'_, T, Blocks<N, M>, (BlockX, BlockY, Register, Register, ThreadY, ThreadX)>,
    #[shared] tile: Shared<'_, T, L>,
) where
    T: Element,
    L: StaticLayout + Layout32<Index32 = [u32; 2], Position32 = u32>,
{
    let (thread, block) = (thread_idx(), block_idx());
    for k in 0..4 {
        tile.set([8 * k + thread.y, thread.x], input.get([block.y, block.x, k, 0, thread.y, thread.x]));
    }
    if ORDERED {
        sync_threads();
    }
    for k in 0..4 {
        output.set([k, 0], tile.get([thread.x, 8 * k + thread.y])); // @column
    }
}

fn device(options: Options) -> (Device<Executor>, Module<Executor>) {
    let device = Device::new(Executor::with(options));
    let module = device.without_program().unwrap();
    (device, module)
}

/// A matrix and what its transpose is.
fn matrix<T: Copy>(m: usize, n: usize, element: impl Fn(usize) -> T) -> (Vec<T>, Vec<T>) {
    let turned = (0..m * n).map(|i| element(i % m * n + i / m)).collect();
    ((0..m * n).map(element).collect(), turned)
}

#[test]
fn a_kernel_runs_with_each_layout_of_its_tile() {
    let (device, module) = device(Options::new().profile(true));
    let (input, turned) = matrix(96, 160, |i| 0.5 + i as f32);
    let from = device.buffer_from(&input).unwrap();
    let launch = Launch::grid([5, 3]);
    let mut to = device.poisoned::<f32>(96 * 160).unwrap();
    Turn::<f32, RowTile, 96, 160, true>::launch(&module, launch, &from, &mut to).unwrap();
    assert_eq!(to.read().unwrap(), turned);
    let mut to = device.poisoned::<f32>(96 * 160).unwrap();
    Turn::<f32, PaddedTile, 96, 160, true>::launch(&module, launch, &from, &mut to).unwrap();
    assert_eq!(to.read().unwrap(), turned);

    let (input, turned) = matrix(160, 96, |i| i as u16);
    let from = device.buffer_from(&input).unwrap();
    let mut to = device.poisoned::<u16>(96 * 160).unwrap();
    Turn::<u16, SwizzledTile, 160, 96, true>::launch(&module, Launch::grid([3, 5]), &from, &mut to).unwrap();
    assert_eq!(to.read().unwrap(), turned);

    // 15 blocks read 32 rows of a tile, each by one warp: in a row-major tile from one bank.
    let profile = device.backend().take_profile();
    let line = marked("column");
    let reads = |kernel: &str| {
        let mut rows = profile.rows().iter().filter(|row| row.kernel == kernel && row.space == Space::Shared);
        let row = rows.find(|row| row.site.line() == line).unwrap_or_else(|| panic!("{profile}"));
        (row.requests, row.measured, row.ideal)
    };
    assert_eq!(reads("turn_row"), (480, 480 * 32, 480));
    assert_eq!(reads("turn_padded"), (480, 480, 480));
    // Element [i, c ^ i] of 16 bits is in bank (32·i + (c ^ i)) / 2 % 32, a different one for each i.
    assert_eq!(reads("turn_swizzled"), (480, 480, 480));
}

#[test]
fn a_fault_in_a_kernel_is_the_launches_error() {
    let (device, module) = device(Options::new());
    let from = device.buffer_from(&vec![1f32; 96 * 160]).unwrap();
    let mut to = device.poisoned::<f32>(96 * 160).unwrap();
    let error = Turn::<f32, PaddedTile, 96, 160, false>::launch(&module, Launch::grid([5, 3]), &from, &mut to);
    let Err(Error::Kernel { kernel, faults }) = error else { panic!("{error:?}") };
    assert!(kernel == "turn_unordered" && faults.contains("races with a"), "{faults}");
    let found = device.backend().faults();
    assert!(found.iter().any(|fault| matches!(fault.kind, FaultKind::Race { space: Space::Shared, .. })));
    assert!(
        found.iter().all(|fault| fault.site.as_ref().is_some_and(|site| site.line <= marked("column"))),
        "{faults}"
    );
}

/// Sums a slice by one block, into one element.
#[lego_kernel(threads = [256], instances(sum_slice))]
unsafe fn sum_slice(
    numbers: &[u32],
    scale: u32,
    total: GlobalMut<'_, u32, Line>,
    #[shared(dynamic)] parts: Shared<'_, u32, Line>,
) {
    let mine = linear_thread_idx();
    let part = numbers.iter().skip(mine as usize).step_by(256).sum::<u32>();
    parts.set([mine], part);
    let mut half = 128;
    while half > 0 {
        sync_threads();
        if mine < half {
            parts.set([mine], parts.get([mine]) + parts.get([mine + half]));
        }
        half /= 2;
    }
    if mine == 0 {
        // SAFETY: one thread of the grid writes.
        unsafe { total.set([0], scale * parts.get([0])) };
    }
}

layout! {
    type Matrix(m, n) = Row(m, n);
    type Padded(m, n) = Row(m, n + 1).PadBy([m, n] => [m, n + 1]);
}

/// A transpose by a tile of any layout, its sizes those of the whole matrix.
#[lego_kernel(
    instances(turn_matrix = <Matrix>, turn_with_padding = <Padded>),
    where output.m == input.n, output.n == input.m,
)]
fn turn_whole<L: KernelLayout<2>>(
    input: Global<'_, f32, Matrix>,
    output: Split<'_, f32, Matrix, (Register, ThreadX)>,
    #[shared(dynamic)] marks: Shared<'_, u8, Marks>,
    #[shared(layout)] tile: Shared<'_, f32, L>,
    #[shared(layout)] sums: Shared<'_, u64, Matrix>,
) {
    let ([m, n], mine) = (input.dims(), thread_idx().x);
    if mine == 0 {
        (0..3).for_each(|k| marks.set([k], 7));
        sums.set([0, 0], 1 << 40);
    }
    for j in 0..n {
        tile.set([mine, j], input.get([mine, j]));
    }
    sync_threads();
    for j in 0..n {
        output.set([j], tile.get([mine, j]) + (sums.get([0, 0]) >> 40) as f32);
    }
    assert_eq!((m, marks.get([2])), (block_dim().x, 7));
}

#[test]
fn tiles_of_sizes_given_at_run_time_lie_apart() {
    let (device, module) = device(Options::new());
    for (m, n) in [(1, 1), (3, 1), (1, 5), (7, 31), (33, 64), (127, 129)] {
        let numbers: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
        let expected: Vec<f32> = (0..m * n).map(|p| (p % m * n + p / m) as f32 + 1.0).collect();
        let input = device.buffer_from(&numbers).unwrap();
        let mut output = device.poisoned::<f32>(m * n).unwrap();
        let sizes = |m, n| Matrix::new(m, n).unwrap();
        for padded in [false, true] {
            let launch = Launch::grid(1).block(m as u32);
            let (from, to) = (input.view(sizes(m, n)), output.view_mut(sizes(n, m)));
            let launched = if padded {
                TurnWhole::<Padded>::launch(&module, launch, from, to, Padded::new(m, n).unwrap(), sizes(1, 1))
            } else {
                TurnWhole::<Matrix>::launch(&module, launch, from, to, sizes(m, n), sizes(1, 1))
            };
            launched.unwrap();
            assert_eq!(output.read().unwrap(), expected, "{m}×{n}");
        }
        // A graph repeats the launch with its tiles.
        let graph = module.record(|module| {
            let (from, to) = (input.view(sizes(m, n)), output.view_mut(sizes(n, m)));
            TurnWhole::<Matrix>::launch(module, Launch::grid(1).block(m as u32), from, to, sizes(m, n), sizes(1, 1))
        });
        let graph = graph.unwrap();
        output.write(&vec![0.0; m * n]).unwrap();
        graph.launch().unwrap();
        assert_eq!(output.read().unwrap(), expected, "{m}×{n}, of a graph");
    }
}

#[test]
fn slices_numbers_and_dynamic_tiles_cross() {
    let (device, module) = device(Options::new());
    let numbers: Vec<u32> = (0..1000).collect();
    let from = device.buffer_from(&numbers).unwrap();
    let mut total = device.zeroed::<u32>(256).unwrap();
    // SAFETY: a grid of one block.
    unsafe { SumSlice::launch(&module, Launch::grid(1), &from, 3, &mut total) }.unwrap();
    assert_eq!(total.read().unwrap()[0], 3 * 999 * 1000 / 2);
}
