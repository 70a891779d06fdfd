//! Kernels of every kind. `tests/entries.rs` has them as a module of its own besides, for their launches.

use lego::{Layout32, layout};
use lego_cuda::device::{Element, block_idx, linear_thread_idx, sync_threads, thread_idx};
use lego_cuda::view::{BlockX, Global, GlobalMut, Register, Shared, Split, ThreadX};
use lego_cuda::{lego_kernel, trace};

/// The threads of a block, as a constant that options name.
pub const THREADS: u32 = 64;

layout! {
    pub type Vector<const N: usize> = Row(N);
    pub type Split64 = Row(4, 2, 64);
    pub type Matrix(m, n) = Col(m, n);
    pub type Blocks(b) = Row(b, 2, 64);
    pub type RowTile = Row(32, 32);
    pub type PaddedTile = Row(32, 33).PadBy([32, 32] => [32, 33]);
    pub type Large = Row(128, 128);
}

/// Lines of one thread, short and long, with and without numbers.
#[lego_kernel]
pub fn tracing(x: f32, y: f64, small: i8, large: u64, output: GlobalMut<'_, f64>) {
    if linear_thread_idx() == 0 {
        trace!("100 % of {:.2}: {:e}, {} {:x}", x, y, small, large);
        trace!(
            "nothing, in a line that is so long that it has no room among the short ones, which is to say that it has more bytes"
        );
        // SAFETY: no other thread writes it.
        unsafe { output.set([0], y) };
    }
}

/// Nothing but a name.
#[lego_kernel]
pub fn nothing() {}

/// An entry that is not named like the function.
#[lego_kernel(instances(of_another_name))]
pub fn renamed() {}

#[lego_kernel]
fn private() {}

/// Numbers of all kinds.
#[lego_kernel(threads = 32)]
#[allow(clippy::too_many_arguments)]
pub fn numbers(a: u8, b: i8, c: u16, d: i16, e: u32, f: i32, g: u64, h: i64, i: f32, j: f64, sum: GlobalMut<'_, f64>) {
    let integers = a as f64 + b as f64 + c as f64 + d as f64 + e as f64 + f as f64 + g as f64 + h as f64;
    if linear_thread_idx() == 0 {
        // SAFETY: no other thread writes it.
        unsafe { sum.set([0], integers + i as f64 + j) }
    }
}

/// Slices, a parameter with the name of a keyword, and one whose lifetime is not written.
#[lego_kernel(threads = [THREADS, 1])]
#[allow(elided_lifetimes_in_paths)]
pub fn slices<'a>(values: &'a [u16], r#type: &[[f32; 4]], output: Split<f32, Vector<64>, (ThreadX,)>)
where
    'a: 'a,
{
    let i = thread_idx().x as usize;
    output.set([], values[i] as f32 + r#type[i][3]);
}

/// One tile, its layout chosen by type.
#[lego_kernel(
    threads = [32, 32],
    instances(
        tile_row = <f32, RowTile>,
        tile_padded = <f32, PaddedTile>,
        tile_padded_f64 = <f64, PaddedTile>,
    ),
)]
pub fn tile<T: Element, L>(input: Global<'_, T>, output: GlobalMut<'_, T>, #[shared] tile: Shared<'_, T, L>)
where
    L: lego::StaticLayout + Layout32<Index32 = [u32; 2], Position32 = u32>,
{
    let (x, y) = (thread_idx().x, thread_idx().y);
    tile.set([y, x], input.get([32 * y + x]));
    sync_threads();
    // SAFETY: each thread writes its own element.
    unsafe { output.set([32 * y + x], tile.get([x, y])) }
}

/// Two static tiles and two dynamic ones, together more than 48 KiB.
#[lego_kernel(max_threads = 256)]
pub fn tiles(
    output: GlobalMut<'_, f32>,
    #[shared] first: Shared<'_, u8, Vector<5>>,
    #[shared(dynamic)] large: Shared<'_, f32, Large>,
    #[shared] second: Shared<'_, f64, Vector<3>>,
    #[shared(dynamic)] last: Shared<'_, [f32; 4], Vector<9>>,
) {
    let i = linear_thread_idx();
    // Each as far as it goes.
    let _ =
        (first.try_set([i], 1), second.try_set([i], 2.0), large.try_set([i, 127], 3.0), last.try_set([i], [4.0; 4]));
    sync_threads();
    if i == 0 && block_idx().x == 0 {
        let sum = f32::from(first.get([4])) + second.get([2]) as f32 + large.get([127, 127]) + last.get([8])[3];
        // SAFETY: no other thread writes it.
        unsafe { output.set([0], sum) }
    }
}

/// Sizes that are given at the launch.
#[lego_kernel(threads = 64)]
pub fn sizes(matrix: Global<'_, f32, Matrix>, output: Split<'_, f32, Blocks, (BlockX, Register, ThreadX)>) {
    for k in 0..2 {
        output.set([k], matrix.try_get([block_idx().x, k]).unwrap_or(0.0));
    }
}

/// Everything that a kernel states, by numbers that only an instance has.
#[lego_kernel(
    max_threads = [X, 2 * Y],
    min_blocks = X / 32,
    max_registers = 40,
    spills = 8,
    instances(
        stated_small = <32, 4>,
        stated_large = <128, 2>,
        #[cfg(target_arch = "nvptx64")]
        stated_conditional = <64, 1>,
    ),
)]
pub fn stated<const X: u32, const Y: u32>(output: GlobalMut<'_, u32>) {
    if linear_thread_idx() == 0 {
        // SAFETY: no other thread writes it.
        unsafe { output.set([0], X * Y) }
    }
}

/// A kernel whose promise the launch has to keep, with a number of a type that is chosen.
///
/// # Safety
/// `output` has an element for each thread of a block.
#[lego_kernel(threads = 32, instances(unchecked_f32 = <f32>, unchecked_u16 = <u16>))]
pub unsafe fn unchecked<T: Element>(value: T, output: GlobalMut<'_, T>) {
    // SAFETY: as the caller promises.
    unsafe { output.set_unchecked([thread_idx().x], value) }
}
