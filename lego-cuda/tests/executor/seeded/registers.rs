//! Left operands in registers that are set while the tensor cores read them: right, and slow.

use super::{Bug, Group, bug, device};
use lego::layout;
use lego_cuda::device::matrix::Left;
use lego_cuda::device::tensor;
use lego_cuda::device::wgmma::{self, LeftRegisters, Matrix, Sums, WARPGROUP};
use lego_cuda::device::{E4m3, linear_thread_idx, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{GlobalMut, Shared};

pub(super) const GROUP: Group =
    Group { title: "Registers that products read", source: include_str!("registers.rs"), bugs: BUGS };

layout! {
    /// 64 rows of 128 elements along k, which are four steps of a product.
    type Operand = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]);
}

/// How [`multiply_steps`] has its left operands.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Way {
    /// Each step waits before the next operand is set.
    Waits,
    NeverWaits,
    /// The operand of the next step is read ahead, and takes the registers of this one before the wait, or behind it.
    CarriedOverBefore,
    CarriedOverBehind,
    /// A step is in flight while the next operand is set, in the same registers or in two sets in turn.
    OneAhead,
    OneAheadInTwoSets,
    /// All operands are set before the first fence.
    AllBefore,
    /// The operand is set behind the fence.
    BehindFence,
    /// Registers that the product owns, and that are given back, dropped, or given back too early.
    Owned,
    Dropped,
    GivenBackEarly,
    GivenBackInNoGroup,
    /// Two products of the same registers.
    Shared,
    /// Whatever was in the sums.
    Overwritten,
}

/// The product of left rows that are all `1, 2, 3, 4` by steps along k, by ones: 32 · (1 + 2 + 3 + 4).
#[lego_kernel(threads = WARPGROUP)]
unsafe fn multiply_steps(way: u32, to: GlobalMut<'_, f32>, #[shared(dynamic)] right: Shared<'_, E4m3, Operand>) {
    let (thread, is) = (linear_thread_idx(), |other: Way| way == other as u32);
    let mut at = thread;
    while at < 64 * 128 {
        right.set([at / 128, at % 128], E4m3::from_f32(1.0));
        at += WARPGROUP;
    }
    tensor::fence_proxy();
    sync_threads();
    let left = |step: u32| Left::from_fn(thread % 32, |_| E4m3::from_f32(1.0 + step as f32));
    let right = |step: u32| Matrix::of(right, [0, 32 * step]);
    let mut sums = Sums::<32>::zero();
    if is(Way::AllBefore) {
        let all = [left(0), left(1), left(2), left(3)];
        wgmma::fence();
        unroll!(for step in 0..4 {
            let step: usize = step;
            sums.multiply_registers(all[step], right(step as u32), true);
        });
        wgmma::commit();
    } else if is(Way::Owned) || is(Way::Dropped) || is(Way::GivenBackEarly) || is(Way::GivenBackInNoGroup) {
        let mut registers = LeftRegisters::new(left(0));
        let mut step = 0;
        while step < 4 {
            wgmma::fence();
            let flight = sums.multiply_owned(registers, right(step), true); // @owned
            if !is(Way::GivenBackInNoGroup) {
                wgmma::commit();
            }
            let next = left(step + 1);
            registers = if is(Way::Dropped) {
                drop(flight);
                LeftRegisters::new(next)
            } else {
                let [mut back] = if is(Way::GivenBackEarly) {
                    sums.wait_for::<1, 1, _>([flight]) // @early
                } else {
                    sums.wait_for::<0, 1, _>([flight]) // @no group
                };
                back.set(next);
                back
            };
            step += 1;
        }
    } else if is(Way::Shared) {
        let mut step = 0;
        while step < 4 {
            let registers = LeftRegisters::new(left(step));
            wgmma::fence();
            let mut flight = sums.multiply_owned(registers, right(0), step > 0);
            // A second product of them into sums that nobody reads.
            let mut others = Sums::<32>::zero();
            others.multiply_shared(&mut flight, right(step), false);
            wgmma::commit();
            let [back] = sums.wait_for::<0, 1, _>([flight]);
            assert_eq!(back.get().words(), left(step).words());
            others.wait::<0>();
            step += 1;
        }
    } else {
        let (mut step, mut now) = (0, left(0));
        if is(Way::Overwritten) {
            let mut number = 0;
            while number < 32 {
                sums.set(number, 1e9);
                number += 1;
            }
        }
        while step < 4 {
            if !is(Way::CarriedOverBefore) && !is(Way::CarriedOverBehind) {
                now = left(step);
            }
            if is(Way::OneAheadInTwoSets) {
                now = now.of_set(u64::from(step % 2));
            }
            wgmma::fence();
            if is(Way::BehindFence) {
                now = left(step);
            }
            if is(Way::Overwritten) && step == 0 {
                sums.overwrite_registers(now, right(0));
            } else {
                sums.multiply_registers(now, right(step), true); // @step
            }
            wgmma::commit();
            let next = left(step + 1);
            if is(Way::CarriedOverBefore) {
                now = next;
            }
            if is(Way::OneAhead) || is(Way::OneAheadInTwoSets) || is(Way::CarriedOverBefore) {
                wgmma::wait::<1>();
            } else if !is(Way::NeverWaits) {
                wgmma::wait::<0>();
            }
            if is(Way::CarriedOverBehind) {
                now = next;
            }
            step += 1;
        }
    }
    sums.wait::<0>();
    // Of the other rows twice as much.
    sums.scale([1.0, 2.0]);
    // SAFETY: each place is this thread's.
    unsafe {
        to.set_unchecked([2 * thread], sums.get(5));
        to.set_unchecked([2 * thread + 1], sums.get(7));
    };
}

fn multiplied(executor: &Executor, way: Way) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let mut to = device.poisoned::<f32>(2 * WARPGROUP as usize)?;
    // SAFETY: the output has two elements for each thread.
    unsafe { MultiplySteps::launch(&module, Launch::grid(1), way as u32, &mut to) }?;
    let right = |at: usize| if at.is_multiple_of(2) { 320.0 } else { 640.0 };
    assert_eq!(to.read()?, (0..2 * WARPGROUP as usize).map(right).collect::<Vec<_>>());
    Ok(())
}

const fn either(way: Way, right: Way, wrong: bool) -> Way {
    if wrong { way } else { right }
}

const REUSED: &str = "another left operand in registers while its last one is in flight: ptxas serializes all products of the kernel (C7513)";

const BUGS: &[Bug] = &[
    bug("registers of a left operand that are set again before a wait", "Slow", "step", REUSED, |executor, wrong| {
        multiplied(executor, either(Way::NeverWaits, Way::Waits, wrong))
    }),
    bug("registers that a loop carries over before the wait", "Slow", "step", REUSED, |executor, wrong| {
        multiplied(executor, either(Way::CarriedOverBefore, Way::CarriedOverBehind, wrong))
    }),
    bug("one set of registers for steps of which one is in flight", "Slow", "step", REUSED, |executor, wrong| {
        multiplied(executor, either(Way::OneAhead, Way::OneAheadInTwoSets, wrong))
    }),
    bug(
        "registers of a left operand that are set behind the fence",
        "Slow",
        "step",
        "is set after the last `wgmma::fence`",
        |executor, wrong| multiplied(executor, either(Way::BehindFence, Way::AllBefore, wrong)),
    ),
    bug(
        "registers in flight that are dropped",
        "Slow",
        "owned",
        "`Sums::wait_for` gives them back",
        |executor, wrong| multiplied(executor, either(Way::Dropped, Way::Owned, wrong)),
    ),
    bug(
        "registers that are given back while a product reads them",
        "Misuse",
        "early",
        "registers are given back whose product is in flight: to have them, wait for all but 0 groups at most",
        |executor, wrong| multiplied(executor, either(Way::GivenBackEarly, Way::Shared, wrong)),
    ),
    bug(
        "registers that are given back, of a product that is in no group",
        "Misuse",
        "no group",
        "whose product is in no group: `wgmma::commit` ends one",
        |executor, wrong| multiplied(executor, either(Way::GivenBackInNoGroup, Way::Overwritten, wrong)),
    ),
];
