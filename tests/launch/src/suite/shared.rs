//! Shared memory: static tiles, dynamic ones of more than 48 KiB, and what a launch asks for besides.

use super::check::{Failure, Random, holds, same};
use super::{Case, Context};
use crate::kernels::{Turned, TurnedBesides, TurnedLarge};
use lego_cuda::launch::{Backend, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("a static tile", fixed::<B>),
        ("a dynamic tile of 96 KiB", large::<B>),
        ("memory besides, more and less in turns", besides::<B>),
        ("blocks that run at once are fewer with more memory", resident::<B>),
    ]
}

fn fixed<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let numbers = random.u32s(128 * 37);
    let input = context.device.buffer_from(&numbers)?;
    let mut output = context.device.poisoned::<u32>(numbers.len())?;
    Turned::launch(&context.module, Launch::grid(37), &input, &mut output)?;
    let expected: Vec<u32> = numbers.chunks(128).flat_map(|block| block.iter().rev().copied()).collect();
    same("the output", &output.read()?, &expected)
}

fn large<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let bytes = 96 << 10;
    if context.device.limits().shared_per_block < bytes + 1024 {
        return Ok(());
    }
    holds(bytes > context.device.limits().shared_per_block_default, || "it is not more than the default".to_owned())?;
    let numbers = random.u32s(192 * 128);
    let input = context.device.buffer_from(&numbers)?;
    let expected: Vec<u32> = numbers.iter().rev().map(|number| number.wrapping_add(2)).collect();
    for besides in [0, 64] {
        let mut output = context.device.poisoned::<u32>(numbers.len())?;
        let launch = Launch::grid(1).dynamic_shared(besides);
        TurnedLarge::launch(&context.module, launch, &input, &mut output)?;
        same("the output", &output.read()?, &expected)?;
    }
    Ok(())
}

fn besides<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let most = context.device.limits().shared_per_block;
    for bytes in [4, 1024, 48 << 10, most, 60 << 10, 400, most - 4] {
        let bytes = bytes.min(most) / 4 * 4;
        let numbers = random.u32s(bytes as usize / 4);
        let input = context.device.buffer_from(&numbers)?;
        let mut output = context.device.poisoned::<u32>(numbers.len())?;
        let launch = Launch::grid(1).block(96).dynamic_shared(bytes);
        TurnedBesides::launch(&context.module, launch, &input, &mut output, bytes / 4)?;
        let expected: Vec<u32> = numbers.into_iter().rev().collect();
        same(&format!("the output of {bytes} bytes"), &output.read()?, &expected)?;
    }
    Ok(())
}

fn resident<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let most = context.device.limits().shared_per_block;
    let blocks = |bytes| {
        let launch = Launch::grid(1).block(32).dynamic_shared(bytes);
        context.module.resident_blocks::<TurnedBesides>(launch)
    };
    let (few, many) = (blocks(most)?, blocks(0)?);
    holds(few >= 1 && few <= many, || format!("{few} blocks with all shared memory, {many} without"))
}
