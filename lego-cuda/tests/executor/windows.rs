//! Windows of views, in a kernel and from the host.

use lego::layout;
use lego_cuda::device::{block_idx, sync_threads, thread_idx};
use lego_cuda::executor::{Executor, FaultKind};
use lego_cuda::launch::{Device, Error, Launch, Module, View};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Atomic, BlockX, Global, GlobalMut, Shared, Split, ThreadX, Window};

layout! {
    /// 6×8 elements, stored in tiles of 2×2.
    type Bricks = TileOrderBy(Row(3, 4), Row(2, 2));
    type Matrix(m, n) = Row(m, n);
    /// The part of 8×8 elements that there is.
    type Partial(m, n) = Row(m, n).ExpandBy([m, n] => [8, 8]);
}

fn device() -> (Device<Executor>, Module<Executor>) {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    (device, module)
}

/// Exchanges two windows.
#[lego_kernel]
fn exchange(
    a: Split<'_, u32, Window<Bricks, 2>, (BlockX, ThreadX)>,
    b: Split<'_, u32, Window<Bricks, 2>, (BlockX, ThreadX)>,
) {
    let (left, right) = (a.get([]), b.get([]));
    a.set([], right);
    b.set([], left);
}

#[test]
fn two_windows_of_a_tiled_layout_are_written_at_once() {
    let (device, module) = device();
    for ([i, j], [k, l], [h, w]) in
        [([0, 0], [0, 4], [6, 4]), ([1, 1], [2, 3], [3, 2]), ([5, 7], [0, 0], [1, 1]), ([0, 0], [3, 0], [3, 8])]
    {
        let mut buffer = device.buffer_from(&(0..48).collect::<Vec<u32>>()).unwrap();
        let [a, b] = buffer.windows_mut(Bricks, [([i, j], [h, w]), ([k, l], [h, w])]).unwrap();
        Exchange::launch(&module, Launch::covering(), a, b).unwrap();
        let mut expected: Vec<u32> = (0..48).collect();
        for (row, column) in (0..h).flat_map(|row| (0..w).map(move |column| (row, column))) {
            expected.swap(Bricks::apply([i + row, j + column]), Bricks::apply([k + row, l + column]));
        }
        assert_eq!(buffer.read().unwrap(), expected);
    }
}

/// Sums the 2×2 windows of a matrix, of which a part is there.
#[lego_kernel]
fn sums(input: Global<'_, u32, Partial>, output: Split<'_, u32, Matrix, (BlockX, ThreadX)>) {
    let index = output.index([]);
    let sum = input.window(index, [2, 2]).map(|window| (0..4).filter_map(|k| window.try_get([k / 2, k % 2])).sum());
    output.set([], sum.unwrap_or(u32::MAX));
}

#[test]
fn windows_of_a_part_that_is_stored_have_what_there_is() {
    let (device, module) = device();
    for (m, n) in [(1, 1), (5, 7), (8, 8), (3, 8)] {
        let input = device.buffer_from(&vec![1u32; m * n]).unwrap();
        let mut output = device.poisoned::<u32>(64).unwrap();
        let (from, to) = (input.view(Partial::new(m, n).unwrap()), output.view_mut(Matrix::new(8, 8).unwrap()));
        Sums::launch(&module, Launch::covering(), from, to).unwrap();
        let there = |i: usize, j: usize| u32::from(i < m && j < n);
        let sum = |i, j| there(i, j) + there(i + 1, j) + there(i, j + 1) + there(i + 1, j + 1);
        let expected: Vec<u32> =
            (0..64).map(|p| if p / 8 < 7 && p % 8 < 7 { sum(p / 8, p % 8) } else { u32::MAX }).collect();
        assert_eq!(output.read().unwrap(), expected, "{m}×{n}");
    }
}

/// Counts by windows: each block has a row of a tile, a window of the counts, and a window of the output.
#[lego_kernel(threads = 4)]
unsafe fn windows_of_all(
    counts: Atomic<'_, u32, Bricks>,
    output: GlobalMut<'_, u32, Matrix>,
    #[shared(layout)] tile: Shared<'_, u32, Matrix>,
) {
    let (mine, block) = (thread_idx().x, block_idx().x);
    let Some(row) = tile.window([1, 1], [1, 4]) else { return };
    row.set([0, mine], mine);
    sync_threads();
    if let Some(count) = counts.window([block, 2], [1, 4]) {
        count.fetch_add([0, mine], row.get([0, 3 - mine]));
        assert_eq!(count.try_fetch_add([0, 4], 1), None);
    }
    if let Some(own) = output.window([block, 0], [1, 4]) {
        // SAFETY: each thread of each block writes its own element.
        unsafe { own.set([0, mine], tile.get([1, 1 + mine])) };
    }
}

#[test]
fn every_view_has_windows() {
    let (device, module) = device();
    let mut counts = device.zeroed::<u32>(48).unwrap();
    let mut output = device.poisoned::<u32>(24).unwrap();
    let to = output.view_mut(Matrix::new(6, 4).unwrap());
    // SAFETY: as many blocks as rows.
    unsafe { WindowsOfAll::launch(&module, Launch::grid(6), &mut counts, to, Matrix::new(2, 5).unwrap()) }.unwrap();
    let counts = counts.read().unwrap();
    for (i, j) in (0..6).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let expected = if (2..6).contains(&j) { 5 - j } else { 0 };
        assert_eq!(counts[Bricks::apply([i, j])], expected as u32, "[{i}, {j}]");
    }
    assert_eq!(output.read().unwrap(), [0, 1, 2, 3].repeat(6));
}

/// Reads a window one column too far.
#[lego_kernel]
fn too_far(input: Global<'_, u32, Window<Matrix, 2>>, to: u32) {
    input.get([0, to]);
}

#[test]
fn a_window_ends_where_it_says() {
    let (device, module) = device();
    let input = device.buffer_from(&[1u32; 12]).unwrap();
    let window = || input.window(Matrix::new(3, 4).unwrap(), [0, 1], [2, 2]).unwrap();
    TooFar::launch(&module, Launch::grid(1).block(1), window(), 1).unwrap();
    let error = TooFar::launch(&module, Launch::grid(1).block(1), window(), 2).unwrap_err();
    let words = error.to_string();
    assert!(words.contains("the index [0, 2] lies outside of the dims [2, 2]"), "{words}");
    let faults = device.backend().faults();
    assert!(matches!(faults[0].kind, FaultKind::Panic { .. }), "{words}");
}

/// Copies a window onto another.
#[lego_kernel]
fn copied(from: Global<'_, u32, Window<Bricks, 2>>, to: Split<'_, u32, Window<Bricks, 2>, (BlockX, ThreadX)>) {
    to.set([], from.get(to.index([])));
}

#[test]
fn a_window_that_nobody_fills_is_missed_as_such() -> Result<(), Error> {
    let (device, module) = device();
    let mut buffer = device.poisoned::<u32>(48)?;
    let halves = [([0, 0], [6, 4]), ([0, 4], [6, 4])];
    let [from, to] = buffer.windows_mut(Bricks, halves).unwrap();
    let error = Copied::launch(&module, Launch::covering(), View::from(from), to).unwrap_err();
    assert!(error.to_string().contains("that nobody wrote"), "{error}");
    Ok(())
}
