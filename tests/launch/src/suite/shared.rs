//! Shared memory: static tiles, dynamic ones of more than 48 KiB, and what a launch asks for besides.

use super::check::{Failure, Random, holds, refused, same};
use super::{Case, Context};
use crate::kernels::{Columns, Turned, TurnedBesides, TurnedLaid, TurnedLarge};
use lego_cuda::launch::{Backend, Error, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("a static tile", fixed::<B>),
        ("a dynamic tile of 96 KiB", large::<B>),
        ("tiles whose layouts are passed", laid::<B>),
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

fn laid<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let most = context.device.limits().shared_per_block;
    for (m, n, count) in [(1, 1, 1), (3, 5, 7), (33, 129, 1), (97, 31, 101), (96, 128, 3), (192, 127, 5)] {
        if 4 * m as u64 * n as u64 + 128 + 8 * count as u64 > most.into() {
            continue;
        }
        let numbers = random.u32s(m * n);
        let expected = numbers.iter().rev().enumerate();
        let expected: Vec<u32> = expected.map(|(i, number)| number.wrapping_add((i % count) as u32)).collect();
        let input = context.device.buffer_from(&numbers)?;
        for besides in [0, 64] {
            let mut output = context.device.poisoned::<u32>(m * n)?;
            let (tile, marks) = (Columns::new(m, n)?, Columns::new(1, count)?);
            let launch = Launch::grid(1).dynamic_shared(besides);
            let (from, to) = (input.view(tile), output.view_mut(tile));
            TurnedLaid::launch(&context.module, launch, from, to, tile, marks)?;
            same(&format!("the output of {m}×{n}"), &output.read()?, &expected)?;
        }
    }
    // One more than fits; what only 64 bits hold; and a tile that the arguments contradict.
    let (input, mut output) = (context.device.buffer_from(&[1, 2])?, context.device.poisoned::<u32>(2)?);
    let mut launch = |tile, marks| {
        let sizes = Columns::new(1, 2)?;
        let (from, to) = (input.view(sizes), output.view_mut(sizes));
        let launched = TurnedLaid::launch(&context.module, Launch::grid(1), from, to, tile, marks);
        Ok::<_, Failure>(launched)
    };
    let (tile, count) = (Columns::new(1, 2)?, (most as usize - 128) / 8);
    launch(tile, Columns::new(1, count)?)??;
    let bytes = 128 + 8 * (count as u64 + 1);
    let words = format!("needs {bytes} bytes of shared memory a block, and the device has {most}");
    let error = refused(launch(tile, Columns::new(1, count + 1)?)?, &[&words])?;
    holds(matches!(error, Error::SharedMemory { kernel: "turned_laid", .. }), || format!("{error:?}"))?;
    let words = format!("needs {} bytes", 128 + 8 * 0xffff_ffff_u64);
    refused(launch(tile, Columns::new(1, 0xffff_ffff)?)?, &[&words])?;
    refused(launch(tile, Columns::new(1 << 16, 1 << 16)?)?, &["the layout of `marks`"])?;
    refused(launch(Columns::new(1, 1)?, tile)?, &["tile.n == input.n"])?;
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
    holds(few >= 1 && few <= many, || format!("{few} blocks with all shared memory, {many} without"))?;

    // Tiles of layouts lie where a launch places them: the second begins at a multiple of 128.
    let laid = |tiles| context.module.resident_blocks_with::<TurnedLaid, 2>(Launch::grid(1), tiles);
    let (few, many) = (laid([4, u64::from(most) - 128])?, laid([4, 4])?);
    holds(few >= 1 && few <= many, || format!("{few} blocks with tiles of all shared memory, {many} of two numbers"))?;
    let words = format!("needs {} bytes of shared memory a block, and the device has {most}", most + 1);
    refused(laid([4, u64::from(most) - 127]), &[&words])?;
    let error = refused(laid([u64::MAX, 4]), &["turned_laid", "bytes of shared memory"])?;
    holds(matches!(error, Error::SharedMemory { .. }), || format!("{error:?}"))
}
