//! `Split`: each thread its own elements.

use crate::machine::launch;
use crate::support::{Buffer, ONE, POISON, fault, fault_in_launch};
use lego::{Layout, Layout32, layout};
use lego_cuda::device::{Dim3, block_idx, thread_idx};
use lego_cuda::kernel::Parameter;
use lego_cuda::view::{
    Axes, Block, BlockX, BlockY, BlockZ, Linear, Register, Split, Thread, ThreadX, ThreadY, ThreadZ,
};
use std::sync::Mutex;

layout! {
    type Plain = Row(6, 4, 8);
    type Swizzled = OrderBy(Row(4), SwizzleRows([8, 8], 3)).GroupBy([4, 8, 8]);
    type Spread = RegP([3, 2, 4, 2, 8], [5, 3, 1, 4, 2]);
    type Diagonal = OrderBy(Row(5), AntiDiag(6)).GroupBy([5, 6, 6]);
    type Padded = Row(6, 4, 9).PadBy([6, 4, 8] => [6, 4, 9]);
    type Everything = Row(2, 3, 2, 4, 2, 2, 3);
    type Line(len) = Row(len);
    type Tiles(m, n) = Row(m, n).TileBy([m/4, n/8], [4, 8]);
    type Single = Row(24, 32);
    /// 8 by 8, of which 5 by 6 are stored.
    type Stored = Col(5, 6).ExpandBy([5, 6] => [8, 8]);
    type Turned = Col(8, 16);
}

/// Every element of a split view is reached once, from where its index says, and by no other thread.
fn splits<L, A, const R: usize, const N: usize>(
    layout: L,
    grid: Dim3,
    block: Dim3,
    registers: [u32; R],
    index: impl Fn(Dim3, Dim3, [u32; R]) -> [u32; N] + Sync,
) where
    L: Layout32<Position32 = u32, Index32 = [u32; N]> + Layout<Index = [usize; N], Position = usize>,
    A: Axes<Index = [u32; N], Registers = [u32; R]>,
{
    let all: Vec<[u32; R]> = {
        let count: u32 = registers.iter().product();
        let register = |mut flat: u32| {
            registers.map(|extent| {
                let coordinate = flat % extent;
                flat /= extent;
                coordinate
            })
        };
        (0..count).map(register).collect()
    };
    let value = |block: Dim3, thread: Dim3, register: [u32; R]| {
        let text = format!("{block:?}{thread:?}{register:?}");
        text.bytes().fold(17u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
    };
    let mut buffer = Buffer::poisoned(layout.span());
    let abi = buffer.abi(layout);
    let expected = Mutex::new(vec![POISON; layout.span()]);
    launch(grid, block, 0, || {
        // SAFETY: the buffer is as long as the layout, and this launch's alone.
        let output = unsafe { Split::<u32, L, A>::from_abi(abi) };
        for &register in &all {
            let (block, thread) = (block_idx(), thread_idx());
            let at = index(block, thread, register);
            assert_eq!(output.index(register), at);
            assert!(output.contains(register));
            assert_eq!(output.get(register), POISON, "{at:?} was reached before");
            output.set(register, value(block, thread, register));
            assert_eq!(output.try_get(register), Some(value(block, thread, register)));
            expected.lock().unwrap()[layout.apply(at.map(|i| i as usize))] = value(block, thread, register);
        }
    });
    let expected = expected.into_inner().unwrap();
    assert_eq!(buffer.values(), expected);
    let written = expected.iter().filter(|&&value| value != POISON).count();
    assert_eq!(written, layout.count(), "the launch has as many registers as the layout has indices");
    assert!(buffer.is_clean_outside());
}

#[test]
fn every_element_of_a_split_belongs_to_one_thread() {
    splits::<_, (BlockX, Register, ThreadX), 1, 3>(Plain, Dim3::new(6, 1, 1), Dim3::new(8, 1, 1), [4], |b, t, [k]| {
        [b.x, k, t.x]
    });
    splits::<_, (BlockX, Register, ThreadX), 1, 3>(
        Swizzled,
        Dim3::new(4, 1, 1),
        Dim3::new(8, 1, 1),
        [8],
        |b, t, [k]| [b.x, k, t.x],
    );
    splits::<_, (ThreadY, BlockY, Register, ThreadZ, BlockX), 1, 5>(
        Spread,
        Dim3::new(8, 2, 1),
        Dim3::new(1, 3, 2),
        [4],
        |b, t, [k]| [t.y, b.y, k, t.z, b.x],
    );
    splits::<_, (BlockZ, Thread, Register), 1, 3>(
        Diagonal,
        Dim3::new(1, 1, 5),
        Dim3::new(3, 2, 1),
        [6],
        |b, t, [k]| [b.z, t.x + 3 * t.y, k],
    );
    splits::<_, (Block, Register, Thread), 1, 3>(Padded, Dim3::new(3, 1, 2), Dim3::new(2, 2, 2), [4], |b, t, [k]| {
        [b.x + 3 * b.z, k, t.x + 2 * (t.y + 2 * t.z)]
    });
    splits::<_, (BlockX, BlockY, BlockZ, ThreadX, ThreadY, ThreadZ, Register), 1, 7>(
        Everything,
        Dim3::new(2, 3, 2),
        Dim3::new(4, 2, 2),
        [3],
        |b, t, [k]| [b.x, b.y, b.z, t.x, t.y, t.z, k],
    );
    splits::<_, (Register, BlockX, Register, ThreadX), 2, 4>(
        Tiles::new(12, 16).unwrap(),
        Dim3::new(2, 1, 1),
        Dim3::new(8, 1, 1),
        [3, 4],
        |b, t, [i, k]| [i, b.x, k, t.x],
    );
    // No registers, and nothing but registers.
    splits::<_, (Block, Thread), 0, 2>(Single, Dim3::new(4, 3, 2), Dim3::new(8, 4, 1), [], |b, t, []| {
        [b.x + 4 * (b.y + 3 * b.z), t.x + 8 * t.y]
    });
    splits::<_, (Register, Register), 2, 2>(Turned, ONE, ONE, [8, 16], |_, _, [i, j]| [i, j]);
    splits::<_, (Thread,), 0, 1>(Linear::new(12), ONE, Dim3::new(3, 4, 1), [], |_, t, []| [t.x + 3 * t.y]);
}

#[test]
fn threads_outside_have_no_element() {
    let layout = Line::new(10).unwrap();
    let mut buffer = Buffer::poisoned(10);
    let abi = buffer.abi(layout);
    launch(Dim3::new(1, 1, 1), Dim3::new(16, 1, 1), 0, || {
        // SAFETY: the buffer is as long as the layout, and this launch's alone.
        let output = unsafe { Split::<u32, Line, (ThreadX,)>::from_abi(abi) };
        let mine = thread_idx().x;
        assert_eq!((output.contains([]), output.try_set([], mine)), (mine < 10, mine < 10));
        assert_eq!(output.try_get([]), (mine < 10).then_some(mine));
        if mine == 10 {
            let (words, line) = fault(|| output.set([], 1));
            assert_eq!((words.as_str(), line), ("the index [10] lies outside of the dims [10]", line!() - 1));
            assert_eq!(fault(|| output.get([])).1, line!());
        }
    });
    assert_eq!(buffer.values(), (0..10).collect::<Vec<_>>());
    assert!(buffer.is_clean_outside());
}

#[test]
fn threads_where_nothing_is_stored_have_no_element() {
    let mut buffer = Buffer::poisoned(30);
    let abi = buffer.abi(Stored);
    launch(Dim3::new(8, 1, 1), Dim3::new(8, 1, 1), 0, || {
        // SAFETY: the buffer is as long as the layout, and this launch's alone.
        let output = unsafe { Split::<u32, Stored, (BlockX, ThreadX)>::from_abi(abi) };
        let (i, j) = (block_idx().x, thread_idx().x);
        let stored = i < 5 && j < 6;
        assert_eq!(output.try_get([]), stored.then_some(POISON));
        assert_eq!((output.contains([]), output.try_set([], 10 * i + j)), (stored, stored));
    });
    assert!((0..30).all(|position| buffer.values()[position as usize] == 10 * (position % 5) + position / 5));
    assert!(buffer.is_clean_outside());
}

#[test]
fn a_launch_with_an_extent_that_no_axis_names_ends() {
    for (grid, block, name) in [
        (Dim3::new(6, 2, 1), Dim3::new(8, 1, 1), "2 values of BlockY"),
        (Dim3::new(6, 1, 3), Dim3::new(8, 1, 1), "3 values of BlockZ"),
        (Dim3::new(6, 1, 1), Dim3::new(8, 4, 1), "4 values of ThreadY"),
        (Dim3::new(6, 1, 1), Dim3::new(8, 1, 2), "2 values of ThreadZ"),
    ] {
        let mut buffer = Buffer::poisoned(Plain::SPAN);
        let abi = buffer.abi(Plain);
        let (words, line) = fault_in_launch(grid, block, || {
            // SAFETY: as in the tests above.
            let _ = unsafe { Split::<u32, Plain, (BlockX, Register, ThreadX)>::from_abi(abi) };
        });
        assert!(words.contains(name), "{words}");
        assert_eq!(line, line!() - 3);
    }
}

#[test]
fn axes_know_what_they_leave_out() {
    type Threads = (Thread, Block);
    let (grid, block) = ([2, 3, 4], [5, 6, 7]);
    assert_eq!(Threads::unnamed(grid, block), None);
    // The numbers of blocks would repeat.
    assert_eq!(Threads::unnamed([1 << 16, 1 << 16, 1], block), Some(("Block", u32::MAX)));
    assert_eq!(Threads::unnamed([u32::MAX, 1, 1], block), None);
    assert_eq!(<(Register,)>::unnamed([1; 3], [1; 3]), None);
    assert_eq!(<(Register,)>::unnamed([2, 1, 1], [1; 3]), Some(("BlockX", 2)));
    assert_eq!(<(ThreadX, ThreadY, BlockX)>::unnamed([9, 1, 1], [2, 2, 3]), Some(("ThreadZ", 3)));
    assert_eq!(<(ThreadX, ThreadY, ThreadZ)>::unnamed([1; 3], block), None);
}
