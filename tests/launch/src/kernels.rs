//! Small kernels, each for one thing that a launch can hand over or ask for.

use half::{bf16, f16};
use lego::layout;
use lego_cuda::device::math::Fused;
use lego_cuda::device::{
    Stored, barrier, block_dim, block_idx, grid_dim, math, shared, sync_threads, thread_idx, trap,
};
use lego_cuda::view::{BlockX, Global, GlobalMut, Linear, Register, Shared, Split, ThreadX, Window};
use lego_cuda::{lego_kernel, trace};

/// The threads of a block of most kernels here.
pub const THREADS: u32 = 128;

layout! {
    /// Element `[block, register, thread]` of an output: 256 elements a block.
    pub type Output(blocks) = Row(blocks, 2, 128);
    /// Element `[block, thread]` of an output: threads by the Gray code of their place, groups of 16 places by a table, the places of a
    /// group as CuTe has them.
    pub type Groups(blocks) = OrderBy(Row(blocks), Table([5, 0, 3, 1, 2, 7, 4, 6]), Cute(((2, 4), 2):((8, 1), 4)))
        .OrderBy(Row(blocks), Linear([128], [[1], [3], [6], [12], [24], [48], [96]]))
        .GroupBy([blocks, 128]);
    /// A matrix of sizes given at the launch, column by column.
    pub type Columns(m, n) = Col(m, n);
    /// As large as a kernel is given.
    pub type Tile<const N: usize> = Row(N);
    /// 96 KiB of f32: more than a block has without being asked.
    pub type Large = Row(192, 128);
    /// Elements of a static size.
    pub type Fixed = Row(3, 5);
    /// Element `[function, block, thread]` of what the functions of two numbers are.
    pub type Values(blocks) = Row(21, blocks, 128);
}

/// `output = a * x + y`, as far as `x` and `y` have elements.
#[lego_kernel(threads = THREADS)]
pub fn axpy(a: f32, x: &[f32], y: Global<'_, f32>, output: Split<'_, f32, Output, (BlockX, Register, ThreadX)>) {
    for k in 0..2 {
        let [block, register, thread] = output.index([k]);
        let i = (block * 2 + register) * THREADS + thread;
        if let Some(x) = x.get(i as usize) {
            output.set([k], math::mul_add(a, *x, y.get([i])));
        }
    }
}

/// `input`, each element where a layout has its thread.
#[lego_kernel(threads = THREADS)]
pub fn scattered(input: Global<'_, u32>, output: Split<'_, u32, Groups, (BlockX, ThreadX)>) {
    let [block, thread] = output.index([]);
    output.set([], input.get([block * THREADS + thread]));
}

/// One number of each type, as the bits of the sum of what they are given.
#[lego_kernel]
#[allow(clippy::too_many_arguments)]
pub fn numbers(
    a: u8,
    b: i8,
    c: u16,
    d: i16,
    e: u32,
    f: i32,
    g: u64,
    h: i64,
    i: f32,
    j: f64,
    output: GlobalMut<'_, u64>,
) {
    let values = [
        a as u64,
        b as i64 as u64,
        c as u64,
        d as i64 as u64,
        e as u64,
        f as i64 as u64,
        g,
        h as u64,
        i.to_bits() as u64,
        j.to_bits(),
    ];
    if thread_idx().x == 0 {
        for (k, value) in (0..).zip(values) {
            // SAFETY: one thread writes.
            unsafe { output.set([k], value) }
        }
    }
}

/// The linear number of each thread of a grid of three extents, at that number.
#[lego_kernel(max_threads = 256)]
pub fn numbering(output: GlobalMut<'_, u32>) {
    let (block, thread) = (grid_dim().linear(block_idx()), block_dim().linear(thread_idx()));
    let number = block * block_dim().count() + thread;
    // SAFETY: each thread has its own number.
    unsafe { output.set([number], number) }
}

/// The number of each element, which a block has to itself.
#[lego_kernel(threads = 1)]
pub fn numbered(output: Split<'_, u32, Linear, (BlockX,)>) {
    output.set([], output.index([])[0]);
}

/// Each block turns its 128 numbers around, by a static tile.
#[lego_kernel(threads = THREADS, grid = x)]
pub fn turned(input: Global<'_, u32>, output: GlobalMut<'_, u32>, #[shared] tile: Shared<'_, u32, Tile<128>>) {
    let (thread, first) = (thread_idx().x, block_idx().x * THREADS);
    tile.set([thread], input.get([first + thread]));
    sync_threads();
    // SAFETY: each thread writes its own element.
    unsafe { output.set([first + thread], tile.get([THREADS - 1 - thread])) }
}

/// Turns 24576 numbers around, by a tile that the launch adds.
#[lego_kernel(threads = THREADS)]
pub fn turned_large(
    input: Global<'_, u32, Large>,
    output: GlobalMut<'_, u32, Large>,
    #[shared(dynamic)] tile: Shared<'_, u32, Large>,
    #[shared(dynamic)] marks: Shared<'_, u64, Tile<3>>,
) {
    let thread = thread_idx().x;
    for row in 0..192 {
        tile.set([row, thread], input.get([row, thread]));
    }
    if thread < 3 {
        marks.set([thread], u64::MAX - thread as u64);
    }
    sync_threads();
    let mark = (marks.get([0]) - marks.get([2])) as u32;
    for row in 0..192 {
        // SAFETY: each thread writes its own elements.
        unsafe { output.set([row, thread], tile.get([191 - row, THREADS - 1 - thread]).wrapping_add(mark)) }
    }
}

/// Turns a matrix around by a tile whose layout the launch passes, and adds what a second one behind it has.
#[lego_kernel(threads = THREADS, where tile.m == input.m, tile.n == input.n, output.m == input.m, output.n == input.n)]
pub fn turned_laid(
    input: Global<'_, u32, Columns>,
    output: GlobalMut<'_, u32, Columns>,
    #[shared(layout)] tile: Shared<'_, u32, Columns>,
    #[shared(layout)] marks: Shared<'_, u64, Columns>,
) {
    let ([m, n], [_, count]) = (tile.dims(), marks.dims());
    let mut i = thread_idx().x;
    while i < count {
        marks.set([0, i], u64::from(i) << 32 | u64::from(i));
        i += THREADS;
    }
    let mut i = thread_idx().x;
    while i < m * n {
        tile.set([i % m, i / m], input.get([i % m, i / m]));
        i += THREADS;
    }
    sync_threads();
    let mut i = thread_idx().x;
    while i < m * n {
        let mark = marks.get([0, i % count]);
        let value = tile.get([m - 1 - i % m, n - 1 - i / m]).wrapping_add((mark >> 32) as u32);
        // SAFETY: each thread writes its own elements.
        unsafe { output.set([i % m, i / m], value) }
        i += THREADS;
    }
}

/// Turns the numbers of a block around in memory that the launch asked for besides, as much as it is given.
#[lego_kernel(max_threads = 1024)]
pub fn turned_besides(input: Global<'_, u32>, output: GlobalMut<'_, u32>, len: u32) {
    let memory = shared::dynamic::<u32>(0, len);
    let (thread, step) = (thread_idx().x, block_dim().x);
    let mut i = thread;
    while i < len {
        memory.set(i, input.get([i]));
        i += step;
    }
    sync_threads();
    let mut i = thread;
    while i < len {
        // SAFETY: each thread writes its own elements.
        unsafe { output.set([i], memory.get(len - 1 - i)) }
        i += step;
    }
}

/// Copies a window of a matrix, upside down: each element as the corner of a smaller window.
#[lego_kernel(threads = 32)]
pub fn overturned(
    from: Global<'_, u32, Window<Columns, 2>>,
    to: Split<'_, u32, Window<Columns, 2>, (BlockX, ThreadX)>,
) {
    let ([i, j], [m, _]) = (to.index([]), from.dims());
    if let Some(corner) = from.window([m - 1 - i, j], [1, 1]) {
        to.try_set([], corner.get([0, 0]));
    }
}

/// The transpose of a matrix of sizes given at the launch; a thread an element, more blocks than needed.
#[lego_kernel(threads = [16, 8])]
pub fn transposed(input: Global<'_, f64, Columns>, output: GlobalMut<'_, f64, Columns>) {
    let (i, j) = (block_idx().x * 16 + thread_idx().x, block_idx().y * 8 + thread_idx().y);
    if let Some(element) = input.try_get([i, j]) {
        // SAFETY: each thread writes its own element.
        unsafe { output.set([j, i], element) }
    }
}

/// Adds 1 to elements of a static layout.
#[lego_kernel(threads = 32)]
pub fn incremented(output: GlobalMut<'_, i32, Fixed>) {
    let i = thread_idx().x;
    if i < 15 {
        // SAFETY: each thread has its own element.
        unsafe { output.set([i / 5, i % 5], output.get([i / 5, i % 5]) + 1) }
    }
}

/// Every block leaves a number, all wait, and every block sums them all.
///
/// # Safety
/// The launch is cooperative; `counter` is 0 and nothing else uses it.
#[lego_kernel(threads = 32)]
pub unsafe fn all_blocks(numbers: GlobalMut<'_, u32>, sums: GlobalMut<'_, u32>, counter: GlobalMut<'_, u32>) {
    let (block, blocks) = (block_idx().x, grid_dim().x);
    // SAFETY: the first thread of a block writes the block's own; the others read after all have met.
    unsafe {
        if thread_idx().x == 0 {
            numbers.set([block], block * block + 1);
        }
        barrier::sync_grid(counter.as_mut_ptr());
        if thread_idx().x == 0 {
            let mut sum = 0;
            for other in 0..blocks {
                sum += numbers.get([other]);
            }
            sums.set([block], sum);
        }
    }
}

/// Prints a line with numbers of all sizes if it is told to, and counts up.
#[lego_kernel(threads = 32)]
pub fn printing(output: GlobalMut<'_, u32>, is_printed: u32, x: f32, y: f64, small: i8, large: u64) {
    if thread_idx().x == 31 {
        if is_printed != 0 {
            trace!("100 % of {}: {:.2} {:e}, {} and {:x}", is_printed, x, y, small, large);
        }
        // SAFETY: one thread writes its block's element.
        unsafe { output.set([block_idx().x], output.get([block_idx().x]) + 1) };
    }
}

/// Ends with an error if it is told to.
#[lego_kernel(threads = 1)]
pub fn trapping(is_wrong: u32) {
    if is_wrong != 0 {
        trap();
    }
}

/// The functions of mathematics: first those that are the same arithmetic everywhere, then those of one instruction.
// The reduction of large angles looks its digits up in a table.
#[lego_kernel(threads = THREADS, stack = 160)]
pub fn mathematics(
    x: Global<'_, f32>,
    y: Global<'_, f32>,
    output: Split<'_, f32, Values, (Register, BlockX, ThreadX)>,
) {
    let i = block_idx().x * THREADS + thread_idx().x;
    let (x, y) = (x.get([i]), y.get([i]));
    let same = [
        math::sin(x),
        math::cos(x),
        math::tanh(x),
        math::erf(x),
        math::pow(x, y),
        math::floor(x),
        math::ceil(x),
        math::round_even(x),
        math::round(x),
        math::min(x, y),
        math::max(x, y),
        x / y,
        math::sqrt(x),
        math::mul_add(x, y, x),
    ];
    let approximate = [
        math::exp(x),
        math::log2(x),
        math::sin_approx(x),
        math::tanh_approx(x),
        math::div_approx(x, y),
        math::rsqrt(x),
        math::exp2_or_zero(x),
    ];
    for (k, value) in (0..).zip(same.into_iter().chain(approximate)) {
        output.set([k], value);
    }
}

/// Numbers of two bytes: converted, and computed with one by one and in pairs.
#[lego_kernel(threads = THREADS, instances(halves_f16 = <f16>, halves_bf16 = <bf16>))]
pub fn halves<T: Stored + Fused>(
    x: Global<'_, [T; 2]>,
    y: Global<'_, [T; 2]>,
    wide: GlobalMut<'_, [f32; 2]>,
    output: GlobalMut<'_, [T; 8]>,
) {
    let i = block_idx().x * THREADS + thread_idx().x;
    let (x, y) = (x.get([i]), y.get([i]));
    let [a, b] = T::widen_all(x);
    // Numbers that lie between those of two bytes.
    let [c, d] = [a * 1.003, b * 0.9991];
    let ([s, t], [u, v], [w, z]) = (math::add(x, y), math::mul_add(x, y, x), math::max(x, math::mul(x, y)));
    // SAFETY: each thread has its own elements.
    unsafe {
        wide.set([i], [a, b]);
        output.set(
            [i],
            [
                T::narrow(c),
                T::narrow_all([c, d])[1],
                s,
                math::add(x[1], t),
                u,
                v,
                math::min(w, y[0]),
                math::sub(z, y[1]),
            ],
        );
    }
}
