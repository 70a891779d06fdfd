//! What the copy engine and the tensor cores read of what threads stored, and the fence that this needs.

use super::{Bug, Group, bug, device};
use lego::layout;
use lego_cuda::device::tensor::{self, TensorMap, TensorMapMut};
use lego_cuda::device::wgmma::{self, Matrix, Sums, WARPGROUP};
use lego_cuda::device::{E4m3, Mbarrier, linear_thread_idx, mbarrier, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};

pub(super) const GROUP: Group =
    Group { title: "Stores that engines read", source: include_str!("engines.rs"), bugs: BUGS };

layout! {
    type Word = Row(1);
    type Line = Row(64);
    type Lines(n) = Row(n);
    type Operand = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]);
}

/// Who fences what each thread stored, and when.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Fence {
    Right,
    None,
    /// One thread, behind the barrier.
    Reader,
    /// Each thread, behind the barrier.
    Behind,
    /// Each thread, before the store.
    Before,
}

fn fence(wrong: u32, here: Fence) {
    if wrong == here as u32 {
        tensor::fence_proxy();
    }
}

/// Each thread stores a number, a line is brought behind them, and both go out, twice.
#[lego_kernel(threads = 64)]
unsafe fn store_lines(
    from: TensorMap<'_, u16, Line>,
    to: TensorMapMut<'_, u16, Line>,
    wrong: u32,
    #[shared(dynamic)] line: Shared<'_, u16, Line>,
    #[shared(dynamic)] brought: Shared<'_, u16, Line>,
    #[shared] barrier: Shared<'_, u64, Word>,
) {
    let (thread, arrived) = (linear_thread_idx(), Mbarrier::at(barrier.slice().at(0)));
    if thread == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    let mut round = 0;
    while round < 2 {
        fence(wrong, Fence::Before);
        line.set([thread], (64 * round + thread) as u16);
        fence(wrong, Fence::Right);
        sync_threads();
        fence(wrong, Fence::Behind);
        if thread == 63 {
            fence(wrong, Fence::Reader);
            arrived.arrive_expecting(TensorMap::<u16, Line>::BYTES);
            // SAFETY: the lines are boxes, and nobody else uses them before the barrier.
            unsafe {
                from.load(brought.slice().at(0), [64 * round], arrived);
                to.store(line.slice().at(0), [128 * round]); // @line
                arrived.wait(round);
                // What the engine has brought needs no fence.
                to.store(brought.slice().at(0), [128 * round + 64]);
            }
            tensor::commit();
            tensor::wait_read::<0>();
        }
        sync_threads();
        round += 1;
    }
}

fn stored(executor: &Executor, wrong: Fence) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let from = device.buffer_from(&(1000..1128).collect::<Vec<u16>>())?;
    let mut to = device.poisoned::<u16>(256)?;
    let layout = |n| Lines::new(n).unwrap();
    let (source, target) = (from.tensor_map(layout(128))?, to.tensor_map_mut(layout(256))?);
    // SAFETY: as the kernel asks.
    unsafe { StoreLines::launch(&module, Launch::grid(1), source, target, wrong as u32) }?;
    let right = |at: u16| 64 * (at / 128) + at % 64 + if at % 128 < 64 { 0 } else { 1000 };
    assert_eq!(to.read()?, (0..256).map(right).collect::<Vec<_>>());
    Ok(())
}

/// A product of ones.
#[lego_kernel(threads = WARPGROUP)]
unsafe fn product_of_ones(
    wrong: u32,
    to: GlobalMut<'_, f32>,
    #[shared(dynamic)] left: Shared<'_, E4m3, Operand>,
    #[shared(dynamic)] right: Shared<'_, E4m3, Operand>,
) {
    let thread = linear_thread_idx();
    let mut at = thread;
    while at < 64 * 128 {
        left.set([at / 128, at % 128], E4m3::from_f32(1.0));
        right.set([at / 128, at % 128], E4m3::from_f32(1.0));
        at += WARPGROUP;
    }
    fence(wrong, Fence::Right);
    sync_threads();
    let mut sums = Sums::<32>::zero();
    wgmma::fence();
    sums.multiply(Matrix::of(left, [0, 0]), Matrix::of(right, [0, 0]), false); // @operand
    wgmma::commit();
    sums.wait::<0>();
    // SAFETY: the place is this thread's.
    unsafe { to.set_unchecked([thread], sums.get(7)) };
}

fn multiplied(executor: &Executor, wrong: Fence) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let mut to = device.poisoned::<f32>(WARPGROUP as usize)?;
    // SAFETY: the output has an element for each thread.
    unsafe { ProductOfOnes::launch(&module, Launch::grid(1), wrong as u32, &mut to) }?;
    assert_eq!(to.read()?, [32.0; WARPGROUP as usize]);
    Ok(())
}

const BUGS: &[Bug] = &[
    bug(
        "a tile that threads stored, and no fence before the copy engine reads it",
        "Unfenced",
        "line",
        "no `fence_proxy` of that thread came between",
        |executor, wrong| stored(executor, if wrong { Fence::None } else { Fence::Right }),
    ),
    bug(
        "a fence of the thread alone that lets the copy engine read",
        "Unfenced",
        "line",
        "what thread (0, 0, 0) stored",
        |executor, wrong| stored(executor, if wrong { Fence::Reader } else { Fence::Right }),
    ),
    bug(
        "a fence behind the barrier instead of before",
        "Unfenced",
        "line",
        "what thread (0, 0, 0) stored",
        |executor, wrong| stored(executor, if wrong { Fence::Behind } else { Fence::Right }),
    ),
    bug(
        "a fence before the store instead of behind",
        "Unfenced",
        "line",
        "what thread (0, 0, 0) stored",
        |executor, wrong| stored(executor, if wrong { Fence::Before } else { Fence::Right }),
    ),
    bug(
        "an operand that threads stored, and no fence before the product",
        "Unfenced",
        "operand",
        "no `fence_proxy` of that thread came between",
        |executor, wrong| multiplied(executor, if wrong { Fence::None } else { Fence::Right }),
    ),
];
