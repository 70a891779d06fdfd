//! Devices: what they say of themselves, several handles, the order in which things are given up.

use super::check::{Failure, Random, holds, refused, same};
use super::{Case, Context};
use crate::kernels::{Incremented, Turned};
use lego_cuda::launch::{Backend, Device, Error, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("a device says what it can", limits::<B>),
        ("there is no device of a number too high", no_device::<B>),
        ("two handles of one device share memory and order", two_handles::<B>),
        ("things may be given up in any order", drop_order::<B>),
        ("several threads of the program use one device", threads::<B>),
    ]
}

fn limits<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let limits = context.device.limits();
    let right = !limits.name.is_empty()
        && limits.capability.0 > 0
        && limits.multiprocessors > 0
        && limits.threads_per_block >= 256
        && limits.block.iter().chain(&limits.grid).all(|extent| *extent > 0)
        && limits.shared_per_block >= limits.shared_per_block_default
        && limits.shared_per_block_default > 0
        && limits.memory > 0;
    holds(right, || format!("{limits:?}"))?;
    holds(context.device.clone().limits() == limits, || "a clone has other limits".to_owned())?;
    holds(format!("{:?}", context.device).contains(B::NAME), || "the name of the back end is missing".to_owned())
}

fn no_device<B: Backend>(_: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    for ordinal in [4096, usize::MAX] {
        let error = refused(Device::<B>::open(ordinal), &["there is no device", &ordinal.to_string()])?;
        holds(matches!(error, Error::NoDevice { .. }), || format!("{error:?}"))?;
    }
    Ok(())
}

fn two_handles<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let other = Device::<B>::open(0)?;
    let numbers = random.u32s(128);
    let input = other.buffer_from(&numbers)?;
    let mut output = context.device.poisoned::<u32>(128)?;
    let launch = Turned::launch(&context.module, Launch::grid(1), &input, &mut output);
    if !other.same(&context.device) {
        refused(launch, &["`input` belongs to another device"])?;
        let mut input = other.poisoned::<i32>(15)?;
        refused(Incremented::launch(&context.module, Launch::grid(1), &mut input), &["`output`"])?;
        let (here, there) = (context.device.record()?, other.record()?);
        refused(here.milliseconds_since(&there), &["another device"])?;
        return Ok(());
    }
    launch?;
    drop(other);
    let expected: Vec<u32> = numbers.into_iter().rev().collect();
    same("the output", &output.read()?, &expected)
}

fn drop_order<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let device = Device::<B>::open(0)?;
    let module = match context.program {
        Some(program) => device.load(program)?,
        None => device.without_program()?,
    };
    let clone = module.clone();
    drop(module);
    let numbers = random.u32s(128 * 64);
    let input = device.buffer_from(&numbers)?;
    let mut output = device.poisoned::<u32>(numbers.len())?;
    let event = device.record()?;
    drop(device);
    Turned::launch(&clone, Launch::grid(64), &input, &mut output)?;
    // The launch may still run.
    drop(clone);
    drop(input);
    let expected: Vec<u32> = numbers.chunks(128).flat_map(|block| block.iter().rev().copied()).collect();
    same("the output", &output.read()?, &expected)?;
    let later = output.device().record()?;
    drop(output);
    holds(later.milliseconds_since(&event)? >= 0.0, || "time went backwards".to_owned())
}

fn threads<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let inputs: Vec<Vec<u32>> = (0..4).map(|_| random.u32s(128 * 5)).collect();
    // Written here, used there, and read here again.
    let mut outputs = Vec::new();
    for _ in &inputs {
        outputs.push(context.device.poisoned::<u32>(128 * 5)?);
    }
    let (device, module) = (&context.device, &context.module);
    let results: Vec<std::thread::Result<Result<(), Error>>> = std::thread::scope(|scope| {
        let mut running = Vec::new();
        for (numbers, output) in inputs.iter().zip(&mut outputs) {
            running.push(scope.spawn(move || {
                for _ in 0..3 {
                    let input = device.buffer_from(numbers)?;
                    Turned::launch(module, Launch::grid(5), &input, &mut *output)?;
                }
                Ok(())
            }));
        }
        running.into_iter().map(|thread| thread.join()).collect()
    });
    for ((result, numbers), output) in results.into_iter().zip(&inputs).zip(&outputs) {
        result.map_err(|_| Failure::new("a thread panicked"))??;
        let expected: Vec<u32> = numbers.chunks(128).flat_map(|block| block.iter().rev().copied()).collect();
        same("the output", &output.read()?, &expected)?;
    }
    Ok(())
}
