//! Launches that are refused before they begin, with words that say why.

use super::check::{Failure, Random, holds, refused, same};
use super::{Case, Context};
use crate::kernels::{AllBlocks, Axpy, Columns, Incremented, Numbering, Output, Transposed, Turned, TurnedBesides};
use lego_cuda::launch::{Backend, Error, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("a buffer shorter than its layout", short::<B>),
        ("a layout that 32 bits do not hold", large_layout::<B>),
        ("a block that the kernel or the device does not take", block::<B>),
        ("a grid that the device does not take", grid::<B>),
        ("more shared memory than there is", shared_memory::<B>),
        ("more blocks at once than fit", too_many_at_once::<B>),
    ]
}

fn short<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut short = context.device.zeroed::<i32>(14)?;
    let launch = Incremented::launch(&context.module, Launch::grid(1), &mut short);
    let error = refused(launch, &["output has 14 elements, and 15 are needed"])?;
    holds(error == Error::Length { what: "output", elements: 14, needed: 15 }, || format!("{error:?}"))?;
    same("the buffer", &short.read()?, &[0; 14])?;
    let x = context.device.zeroed::<f32>(600)?;
    let mut output = context.device.poisoned::<f32>(767)?;
    let launch = Axpy::launch(&context.module, Launch::grid(3), 1.0, &x, &x, output.view_mut(Output::new(3)?));
    refused(launch, &["output has 767 elements, and 768 are needed"])?;
    Ok(())
}

fn large_layout<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let input = context.device.zeroed::<f64>(1)?;
    let mut output = context.device.zeroed::<f64>(1)?;
    let (m, n) = (1 << 20, 1 << 20);
    let (from, to) = (input.view(Columns::new(m, n)?), output.view_mut(Columns::new(n, m)?));
    let error = refused(Transposed::launch(&context.module, Launch::grid(1), from, to), &["the layout of `input`"])?;
    holds(matches!(error, Error::Layout { parameter: "input", .. }), || format!("{error:?}"))
}

fn block<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut buffer = context.device.zeroed::<i32>(15)?;
    for wrong in [[31, 1, 1], [33, 1, 1], [1, 32, 1], [0, 1, 1], [u32::MAX; 3]] {
        let launch = Launch::grid(1).block(wrong);
        let error = refused(Incremented::launch(&context.module, launch, &mut buffer), &["takes 32x1x1"])?;
        holds(matches!(error, Error::Block { kernel: "incremented", .. }), || format!("{error:?}"))?;
    }
    // As the kernel requires, said or not.
    Incremented::launch(&context.module, Launch::grid(1).block(32), &mut buffer)?;
    same("the right launch", &buffer.read()?, &[1; 15])?;
    let mut output = context.device.zeroed::<u32>(4096)?;
    for wrong in [[257, 1, 1], [16, 17, 1], [0, 1, 1], [1, 1, 0], [1, 1, 65]] {
        let launch = Launch::grid(1).block(wrong);
        refused(Numbering::launch(&context.module, launch, &mut output), &["`numbering`", "up to 256 threads"])?;
    }
    let missing = Numbering::launch(&context.module, Launch::grid(1), &mut output);
    refused(missing, &["`numbering` needs the extents of a block, by `Launch::block`", "up to 256 threads"])?;
    same("what was refused", &output.read()?, &[0; 4096])
}

fn grid<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut buffer = context.device.zeroed::<i32>(15)?;
    let [x, y, z] = context.device.limits().grid;
    let most = format!("up to {x}x{y}x{z}");
    for wrong in [[1, u32::MAX, 1], [1, 1, u32::MAX], [x.saturating_add(1).max(1 << 31), 1, 1], [0, u32::MAX, 1]] {
        refused(Incremented::launch(&context.module, Launch::grid(wrong), &mut buffer), &["`incremented`", &most])?;
    }
    same("what was refused", &buffer.read()?, &[0; 15])?;
    // Several blocks in a coordinate that the kernel does not read.
    let (input, mut output) = (context.device.zeroed::<u32>(128)?, context.device.zeroed::<u32>(128)?);
    for (wrong, axis, extent) in [([1, 2, 1], "y", 2), ([1, 1, 3], "z", 3), ([1, 4, 5], "y", 4)] {
        let words = format!("`turned` on a grid of {extent} blocks in {axis}");
        let error = refused(Turned::launch(&context.module, Launch::grid(wrong), &input, &mut output), &[&words])?;
        holds(error == Error::UnreadGrid { kernel: "turned", axis, extent }, || format!("{error:?}"))?;
    }
    same("what was refused", &output.read()?, &[0; 128])
}

fn shared_memory<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let most = context.device.limits().shared_per_block;
    let input = context.device.zeroed::<u32>(128)?;
    let mut output = context.device.zeroed::<u32>(128)?;
    for bytes in [most + 1, most + 4, u32::MAX] {
        let launch = Launch::grid(1).block(32).dynamic_shared(bytes);
        let words = format!("needs {bytes} bytes of shared memory a block, and the device has {most}");
        refused(TurnedBesides::launch(&context.module, launch, &input, &mut output, 1), &[&words])?;
    }
    // The static tile counts.
    let launch = Launch::grid(1).dynamic_shared(most - 511);
    let words = format!("needs {} bytes", u64::from(most) + 1);
    refused(Turned::launch(&context.module, launch, &input, &mut output), &[&words])?;
    Ok(())
}

fn too_many_at_once<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let most = context.module.resident_blocks::<AllBlocks>(Launch::grid(1))?;
    let Some(blocks) = most.checked_add(1).filter(|blocks| *blocks <= context.device.limits().grid[0]) else {
        return Ok(());
    };
    let mut numbers = context.device.poisoned::<u32>(blocks as usize)?;
    let mut sums = context.device.poisoned::<u32>(blocks as usize)?;
    let mut counter = context.device.zeroed::<u32>(1)?;
    let launch = Launch::grid(blocks).cooperative();
    // SAFETY: the launch is cooperative, and the counter is a new one of 0.
    let launch = unsafe { AllBlocks::launch(&context.module, launch, &mut numbers, &mut sums, &mut counter) };
    let words = format!("`all_blocks` with all of {blocks} blocks at once: the device holds {most}");
    refused(launch, &[&words])?;
    Ok(())
}
