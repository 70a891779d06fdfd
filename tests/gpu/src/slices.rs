//! Slices and streams of a program that uses `cudarc` itself: the same memory, the same order of work.

use launch_suite::kernels::Turned;
use launch_suite_program::KERNELS;
use lego_cuda::launch::{Cudarc, Device, Error, Launch};
use random::Random;
use std::fmt::Display;

/// Slices become buffers and slices again, on the default stream, on a stream of ours and on one of theirs.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn check(ordinal: usize, seed: u64) -> Result<(), String> {
    let device = Device::<Cudarc>::open(ordinal).map_err(words)?;
    let (ours, theirs) = (device.stream().map_err(words)?, device.backend().context().new_stream().map_err(words)?);
    // SAFETY: nothing is captured.
    #[allow(unsafe_code)]
    let joined = unsafe { Cudarc::from_stream(theirs) }.map_err(words)?;
    let mut random = Random::new(seed);
    for device in [device, ours, Device::new(joined)] {
        one(&device, &mut random)?;
    }
    Ok(())
}

fn one(device: &Device<Cudarc>, random: &mut Random) -> Result<(), String> {
    let module = device.load(&KERNELS).map_err(words)?;
    let stream = device.backend().context().new_stream().map_err(words)?;
    for blocks in [1, 5, 333] {
        let numbers: Vec<u32> = (0..blocks * 128).map(|_| random.bits() as u32).collect();
        let expected: Vec<u32> = numbers.chunks(128).flat_map(|block| block.iter().rev().copied()).collect();
        let slice = stream.clone_htod(&numbers).map_err(words)?;
        let input = device.adopt(slice).map_err(words)?;
        let mut output = device.adopt(stream.alloc_zeros::<u32>(numbers.len()).map_err(words)?).map_err(words)?;
        Turned::launch(&module, Launch::grid(blocks), &input, &mut output).map_err(words)?;
        let slice = output.into_slice().map_err(words)?;
        if slice.stream().clone_dtoh(&slice).map_err(words)? != expected {
            return Err(format!("the slice of {blocks} blocks is not what the kernel wrote"));
        }
        // Memory of ours as a slice; dropped, as the input is, by its owner.
        let slice = device.buffer_from(&numbers).and_then(lego_cuda::launch::Buffer::into_slice).map_err(words)?;
        if slice.stream().clone_dtoh(&slice).map_err(words)? != numbers {
            return Err(format!("the buffer of {blocks} blocks is another slice"));
        }
    }
    let none = device.adopt(stream.alloc_zeros::<u32>(0).map_err(words)?).map_err(words)?;
    let graph_of = |buffer: &mut _| {
        let input = device.zeroed::<u32>(128)?;
        module.record(|module| Turned::launch(module, Launch::grid(1), &input, buffer))
    };
    let mut used = device.zeroed::<u32>(128).map_err(words)?;
    let _graph = graph_of(&mut used).map_err(words)?;
    match (none.is_empty(), used.into_slice()) {
        (true, Err(Error::Recorded { .. })) => Ok(()),
        (is_empty, slice) => Err(format!("an empty slice: {is_empty}; a buffer of a graph: {slice:?}")),
    }
}

fn words(error: impl Display) -> String {
    error.to_string()
}
