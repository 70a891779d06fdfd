//! Warpgroups whose four warps do not call the same: one has returned, skips a call, takes another branch, or passes something else.

use super::{Bug, Group, bug, device};
use lego::layout;
use lego_cuda::device::matrix::Left;
use lego_cuda::device::tensor;
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums, WARPGROUP};
use lego_cuda::device::{E4m3, linear_thread_idx, sync_threads, warp_idx};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};

pub(super) const GROUP: Group = Group { title: "Warpgroups", source: include_str!("warpgroups.rs"), bugs: BUGS };

layout! {
    /// 64 rows of 128 elements along k, which are four steps of a product.
    type Operand = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]);
}

/// What one warp does that the others do not.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Wrong {
    Nothing,
    Returns,
    ReturnsBeforeBarrier,
    SkipsProduct,
    OtherLeft,
    OtherRight,
    OtherShape,
    OtherSums,
    SkipsFence,
    SkipsGroup,
    SkipsWait,
    OtherWait,
    OtherBranch,
    LaneSkipsFence,
    OtherRightOfRegisters,
}

/// Two products into sums of their own, which nothing reads.
fn products<const R: usize>(left: Shared<'_, E4m3, Operand>, right: Shared<'_, E4m3, Operand>)
where
    [u32; R]: Registers,
{
    let mut sums = Sums::<R>::zero();
    wgmma::fence();
    sums.multiply(Matrix::of(left, [0, 0]), Matrix::of(right, [0, 0]), false); // @shape
    wgmma::commit();
    sums.wait::<0>();
}

/// The product of ones by ones of two warpgroups, whose warp 6 may do something else.
#[lego_kernel(threads = 2 * WARPGROUP)]
unsafe fn multiply_ones(
    wrong: u32,
    to: GlobalMut<'_, f32>,
    #[shared(dynamic)] left: Shared<'_, E4m3, Operand>,
    #[shared(dynamic)] right: Shared<'_, E4m3, Operand>,
) {
    let thread = linear_thread_idx();
    let does = |what: Wrong| wrong == what as u32 && warp_idx() == 6;
    let mut at = thread;
    while at < 64 * 128 {
        left.set([at / 128, at % 128], E4m3::from_f32(1.0));
        right.set([at / 128, at % 128], E4m3::from_f32(1.0));
        at += 2 * WARPGROUP;
    }
    tensor::fence_proxy();
    sync_threads();
    if does(Wrong::Returns) || does(Wrong::ReturnsBeforeBarrier) {
        return;
    }
    let mut sums = Sums::<32>::zero();
    wgmma::fence(); // @first fence
    let mut step = 0;
    while step < 4 {
        // Registers that products have already are the tensor cores' without another fence.
        let skips = does(Wrong::SkipsFence) || does(Wrong::LaneSkipsFence) && thread % 32 == 9;
        if !skips || step == 0 {
            wgmma::fence();
        }
        let of_left = if does(Wrong::OtherLeft) && step == 2 { 3 } else { step };
        let of_right = if does(Wrong::OtherRight) && step == 2 { 1 } else { step };
        let adds = step > 0 && !(does(Wrong::OtherSums) && step == 2);
        if does(Wrong::OtherBranch) && step == 2 {
            sums.multiply(Matrix::of(left, [0, 32 * step]), Matrix::of(right, [0, 32 * step]), adds); // @branch
        } else if !does(Wrong::SkipsProduct) || step != 2 {
            sums.multiply(Matrix::of(left, [0, 32 * of_left]), Matrix::of(right, [0, 32 * of_right]), adds); // @product
        }
        if !does(Wrong::SkipsGroup) || step != 1 {
            wgmma::commit();
        }
        if does(Wrong::OtherWait) && step == 2 {
            wgmma::wait::<2>(); // @other wait
        } else if !does(Wrong::SkipsWait) || step != 1 {
            wgmma::wait::<1>(); // @wait
        }
        step += 1;
    }
    sums.wait::<0>();
    if wrong == Wrong::ReturnsBeforeBarrier as u32 {
        sync_threads();
    }
    let row = Left::from_fn(thread % 32, |_| E4m3::from_f32(1.0));
    let k = if does(Wrong::OtherRightOfRegisters) { 32 } else { 0 };
    wgmma::fence();
    sums.multiply_registers(row, Matrix::of(right, [0, k]), true); // @registers
    wgmma::commit();
    sums.wait::<0>();
    if does(Wrong::OtherShape) {
        products::<16>(left, right);
    } else {
        products::<32>(left, right);
    }
    // SAFETY: the place is this thread's.
    unsafe { to.set_unchecked([thread], sums.get(7)) };
}

fn multiplied(executor: &Executor, wrong: Wrong) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let mut to = device.poisoned::<f32>(2 * WARPGROUP as usize)?;
    // SAFETY: the output has an element for each thread.
    unsafe { MultiplyOnes::launch(&module, Launch::grid(1), wrong as u32, &mut to) }?;
    assert_eq!(to.read()?, [160.0; 2 * WARPGROUP as usize]);
    Ok(())
}

const fn or_nothing(wrong: Wrong, is_wrong: bool) -> Wrong {
    if is_wrong { wrong } else { Wrong::Nothing }
}

const BUGS: &[Bug] = &[
    bug(
        "a warp that has returned before its warpgroup multiplies",
        "Misuse",
        "first fence",
        "and not by warp 6 of its warpgroup: all four warps of a warpgroup call it",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::Returns, wrong)),
    ),
    bug(
        "a warp that has returned before its warpgroup multiplies, and a barrier that it does not reach",
        "Misuse",
        "first fence",
        "and not by warp 6 of its warpgroup: all four warps of a warpgroup call it",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::ReturnsBeforeBarrier, wrong)),
    ),
    bug(
        "a product that a warp of the warpgroup skips",
        "Misuse",
        "product",
        "`Sums::multiply` by warp 4 where warp 6 of its warpgroup calls `wgmma::commit` at",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::SkipsProduct, wrong)),
    ),
    bug(
        "a left operand of a warp that is a step further",
        "Misuse",
        "product",
        "`Sums::multiply` by warp 6 whose left operand is at byte 96 of `left`, of 8192 bytes, and not at byte 64",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherLeft, wrong)),
    ),
    bug(
        "a right operand of a warp that is a step before",
        "Misuse",
        "product",
        "`Sums::multiply` by warp 6 whose right operand is at byte 32 of `right`, of 8192 bytes, and not at byte 64",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherRight, wrong)),
    ),
    bug(
        "sums of a warp that are of another shape",
        "Misuse",
        "shape",
        "`Sums::multiply` by warp 6 whose number of columns is 32, and not 64 as warp 4 of its warpgroup",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherShape, wrong)),
    ),
    bug(
        "a product that a warp does not add",
        "Misuse",
        "product",
        "`Sums::multiply` by warp 6 whose `adds` is false, and not true as warp 4",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherSums, wrong)),
    ),
    bug(
        "a fence that a warp of the warpgroup skips",
        "Misuse",
        "product",
        "`Sums::multiply` by warp 6 where warp 4 of its warpgroup calls `wgmma::fence` at",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::SkipsFence, wrong)),
    ),
    bug(
        "a group that a warp of the warpgroup does not end",
        "Misuse",
        "wait",
        "a wait for all but 1 groups of products by warp 6 where warp 4 of its warpgroup calls `wgmma::commit` at",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::SkipsGroup, wrong)),
    ),
    bug(
        "a wait for products that a warp of the warpgroup skips",
        "Misuse",
        "",
        "`wgmma::fence` by warp 6 where warp 4 of its warpgroup calls a wait for all but 1 groups of products at",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::SkipsWait, wrong)),
    ),
    bug(
        "a wait of a warp for fewer products",
        "Misuse",
        "other wait",
        "a wait for all but 2 groups of products by warp 6 where warp 4 of its warpgroup calls a wait for all but 1 groups",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherWait, wrong)),
    ),
    bug(
        "the same product in two branches of a warpgroup",
        "Misuse",
        "branch",
        "`Sums::multiply` by warp 6 and by warp 4 of its warpgroup at another place",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherBranch, wrong)),
    ),
    bug(
        "a fence that one lane of a warp skips",
        "Misuse",
        "product",
        "`Sums::multiply` by warp 6 where warp 4 of its warpgroup calls `wgmma::fence` at",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::LaneSkipsFence, wrong)),
    ),
    bug(
        "a product of registers of which a warp has another right operand",
        "Misuse",
        "registers",
        "`Sums::multiply_registers` by warp 6 whose right operand is at byte 32 of `right`",
        |executor, wrong| multiplied(executor, or_nothing(Wrong::OtherRightOfRegisters, wrong)),
    ),
];
