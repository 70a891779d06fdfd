//! The same work through raw pointers, through views without checks, and through views with checks.

// A layout of static sizes has no bytes, which is what a kernel needs to know of it.
#![allow(improper_ctypes_definitions)]

use lego::layout;
use lego_cuda::device::{Dim3, SharedSlice, block_idx, global, sync_threads, thread_idx};
use lego_cuda::kernel::Parameter;
use lego_cuda::view::{
    BlockX, BlockY, Clipped, Fragment, Global, GlobalMut, Register, Shared, Split, Thread, ThreadX, ThreadY, ViewAbi,
};
use lego_cuda::{unroll, whole_or_edge};

layout! {
    /// `[block row, block column, k, thread row, column]`.
    type Blocks = OrderBy(RegP([256, 256, 4, 8, 32], [1, 3, 4, 2, 5])).GroupBy([256, 256, 4, 8, 32]);
    type Padded = Row(32, 33).PadBy([32, 32] => [32, 33]);
    /// `[block, k, thread row, column]` of a matrix of 1000 columns.
    type Uneven = Row(125, 4, 6, 1000);
    type Pixels(m, n) = Row(m, n);
    /// `[block, thread, k]`.
    type Quads = Row(4096, 256, 4);
    /// `[block, thread, row, block, thread, column]` of a matrix in tiles of 64×64, of which a thread has 4×4.
    type Inner(n) = Row(n, n).ExpandBy([n, n] => [ceil_div(n, 64)*64, ceil_div(n, 64)*64])
        .GroupBy([ceil_div(n, 64), 16, 4, ceil_div(n, 64), 16, 4]);
    type Sums = Row(4, 4);
}

lego_cuda::shared_tile! {
    fn raw_tile() -> [f32; Padded::SPAN];
    fn unchecked_tile() -> [f32; Padded::SPAN];
    fn checked_tile() -> [f32; Padded::SPAN];
}

fn padded<'a>(tile: SharedSlice<f32>) -> Shared<'a, f32, Padded> {
    unsafe { Shared::from_offset(tile.at(0).offset()) }
}

type Input = ViewAbi<f32, Blocks>;
type Output<'a> = Split<'a, f32, Blocks, (BlockX, BlockY, Register, ThreadY, ThreadX)>;

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn transpose_raw(input: *const f32, output: *mut f32) {
    let (thread, block, tile) = (thread_idx(), block_idx(), raw_tile());
    unsafe {
        for k in 0..4 {
            let at = Blocks::apply_u32([block.y, block.x, k, thread.y, thread.x]);
            let to = Padded::apply_u32([8 * k + thread.y, thread.x]);
            tile.set_unchecked(to, global::load_read_only(input.add(at as usize)));
        }
        sync_threads();
        for k in 0..4 {
            let at = Blocks::apply_u32([block.x, block.y, k, thread.y, thread.x]);
            let from = Padded::apply_u32([thread.x, 8 * k + thread.y]);
            global::store(output.add(at as usize), tile.get_unchecked(from));
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn transpose_unchecked(input: Input, output: Input) {
    let (thread, block, tile) = (thread_idx(), block_idx(), padded(unchecked_tile()));
    unsafe {
        let input = Global::<f32, Blocks>::from_abi(input);
        let output = GlobalMut::<f32, Blocks>::from_abi(output);
        for k in 0..4 {
            let x = input.get_unchecked([block.y, block.x, k, thread.y, thread.x]);
            tile.set_unchecked([8 * k + thread.y, thread.x], x);
        }
        sync_threads();
        for k in 0..4 {
            let x = tile.get_unchecked([thread.x, 8 * k + thread.y]);
            output.set_unchecked([block.x, block.y, k, thread.y, thread.x], x);
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn transpose_checked(input: Input, output: Input) {
    let (thread, block, tile) = (thread_idx(), block_idx(), padded(checked_tile()));
    let (input, output) = unsafe { (Global::<f32, Blocks>::from_abi(input), Output::from_abi(output)) };
    for k in 0..4 {
        let x = input.get([block.y, block.x, k, thread.y, thread.x]);
        tile.set([8 * k + thread.y, thread.x], x);
    }
    sync_threads();
    for k in 0..4 {
        output.set([k], tile.get([thread.x, 8 * k + thread.y]));
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn pixels_raw(input: *const f32, m: usize, n: usize, output: *mut f32) {
    let (i, j) = (block_idx().x, thread_idx().x);
    let _ = m;
    unsafe {
        let at = i * n as u32 + j;
        global::store(output.add(at as usize), global::load_read_only(input.add(at as usize)));
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn pixels_unchecked(input: ViewAbi<f32, Pixels>, output: ViewAbi<f32, Pixels>) {
    let (i, j) = (block_idx().x, thread_idx().x);
    unsafe {
        let (input, output) = (Global::<f32, Pixels>::from_abi(input), GlobalMut::<f32, Pixels>::from_abi(output));
        output.set_unchecked([i, j], input.get_unchecked([i, j]));
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn pixels_checked(input: ViewAbi<f32, Pixels>, output: ViewAbi<f32, Pixels>) {
    let (input, output) =
        unsafe { (Global::<f32, Pixels>::from_abi(input), Split::<f32, Pixels, (BlockX, Thread)>::from_abi(output)) };
    output.set([], input.get(output.index([])));
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn quads_raw(input: *const f32, output: *mut f32) {
    let first = Quads::apply_u32([block_idx().x, thread_idx().x, 0]) as usize;
    unsafe {
        let x: [f32; 4] = global::load_read_only(input.add(first).cast());
        global::store(output.add(first).cast(), x);
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn quads_unchecked(input: ViewAbi<f32, Quads>, output: *mut f32) {
    let at = [block_idx().x, thread_idx().x, 0];
    unsafe {
        let x = Global::<f32, Quads>::from_abi(input).get_vector_unchecked::<4>(at);
        global::store(output.add(Quads::apply_u32(at) as usize).cast(), x);
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn quads_checked(input: ViewAbi<f32, Quads>, output: ViewAbi<f32, Quads>) {
    let (input, output) = unsafe {
        (Global::<f32, Quads>::from_abi(input), Split::<f32, Quads, (BlockX, ThreadX, Register)>::from_abi(output))
    };
    output.set_vector([0], input.get_vector::<4>(output.index([0])));
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn uneven_raw(input: *const f32, output: *mut f32) {
    let (thread, block) = (thread_idx(), block_idx());
    unsafe {
        for k in 0..4 {
            let at = Uneven::apply_u32([block.x, k, thread.y, thread.x]) as usize;
            global::store(output.add(at), global::load_read_only(input.add(at)));
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn uneven_unchecked(input: ViewAbi<f32, Uneven>, output: ViewAbi<f32, Uneven>) {
    let (thread, block) = (thread_idx(), block_idx());
    unsafe {
        let (input, output) = (Global::<f32, Uneven>::from_abi(input), GlobalMut::<f32, Uneven>::from_abi(output));
        for k in 0..4 {
            let at = [block.x, k, thread.y, thread.x];
            output.set_unchecked(at, input.get_unchecked(at));
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn uneven_checked(input: ViewAbi<f32, Uneven>, output: ViewAbi<f32, Uneven>) {
    let (input, output) = unsafe {
        (
            Global::<f32, Uneven>::from_abi(input),
            Split::<f32, Uneven, (BlockX, Register, ThreadY, ThreadX)>::from_abi(output),
        )
    };
    for k in 0..4 {
        output.set([k], input.get(output.index([k])));
    }
}

type Owned<'a> = Split<'a, f32, Inner, (BlockY, ThreadY, Register, BlockX, ThreadX, Register)>;

/// The inner step of an LU decomposition: `less` takes what 16 columns to the left and 16 rows above make up.
#[inline(always)]
fn inner_step(left: impl Fn([u32; 2]) -> f32, top: impl Fn([u32; 2]) -> f32, less: impl Fn([u32; 2], f32)) {
    let (thread, mut sums) = (thread_of_16x16(), Fragment::<f32, Sums>::filled(0.0));
    for k in 0..16 {
        let x = [0, 1, 2, 3].map(|i| left([4 * thread.y + i, k]));
        let y = [0, 1, 2, 3].map(|j| top([k, 4 * thread.x + j]));
        sums.for_each(|[i, j], sum| *sum += x[i as usize] * y[j as usize]);
    }
    unroll!(for i in 0..4 {
        unroll!(for j in 0..4 {
            let (i, j): (u32, u32) = (i, j);
            less([i, j], sums.get([i, j]));
        });
    });
}

/// The thread, as a kernel with `threads = [16, 16]` knows it.
#[inline(always)]
fn thread_of_16x16() -> Dim3 {
    let thread = thread_idx();
    unsafe { core::hint::assert_unchecked(thread.x < 16 && thread.y < 16) };
    thread
}

/// The tiles to the left and above of the block's.
fn panels<'a>(left: Global<'a, f32, Pixels>, top: Global<'a, f32, Pixels>) -> [Global<'a, f32, Clipped<Pixels, 2>>; 2] {
    let (_, block) = (thread_of_16x16(), block_idx());
    [left.clipped([64 * block.y, 0], [64, 16]), top.clipped([0, 64 * block.x], [16, 64])]
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn inner_step_unchecked(
    left: ViewAbi<f32, Pixels>,
    top: ViewAbi<f32, Pixels>,
    inner: ViewAbi<f32, Inner>,
) {
    unsafe {
        let [left, top] = [Global::<f32, Pixels>::from_abi(left), Global::from_abi(top)];
        let inner = Owned::from_abi(inner);
        let block = block_idx();
        inner_step(
            |[i, k]| left.get_unchecked([64 * block.y + i, k]),
            |[k, j]| top.get_unchecked([k, 64 * block.x + j]),
            |at, less| inner.set_unchecked(at, inner.get_unchecked(at) - less),
        );
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn inner_step_edge(
    left: ViewAbi<f32, Pixels>,
    top: ViewAbi<f32, Pixels>,
    inner: ViewAbi<f32, Inner>,
) {
    let (left, top, inner) = unsafe { (Global::from_abi(left), Global::from_abi(top), Owned::from_abi(inner)) };
    let [left, top] = panels(left, top);
    inner_step(
        |at| left.try_get(at).unwrap_or(0.0),
        |at| top.try_get(at).unwrap_or(0.0),
        |at, less| {
            inner.try_update(at, |x| x - less);
        },
    );
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn inner_step_both(
    left: ViewAbi<f32, Pixels>,
    top: ViewAbi<f32, Pixels>,
    inner: ViewAbi<f32, Inner>,
) {
    let (left, top, inner) = unsafe { (Global::from_abi(left), Global::from_abi(top), Owned::from_abi(inner)) };
    let [left, top] = panels(left, top);
    whole_or_edge!((left, top, &inner), |(left, top, inner)| {
        inner_step(
            |at| left.try_get(at).unwrap_or(0.0),
            |at| top.try_get(at).unwrap_or(0.0),
            |at, less| {
                inner.try_update(at, |x| x - less);
            },
        );
    });
}
