//! What joins a program that owns its memory: streams, copies, pinned and foreign memory, several devices, graphs.

use super::check::{Failure, Random, holds, refused, same};
use super::{Case, Context};
use crate::kernels::{AllBlocks, Axpy, Incremented, Numbered, Output, Turned};
use lego_cuda::launch::{Copies, Device, Error, Graphs, Launch};

pub(super) fn cases<B: Copies + Graphs>() -> Vec<Case<B>> {
    vec![
        ("streams have orders of their own, and hand buffers over", streams::<B>),
        ("what belongs to another stream is refused", other_stream::<B>),
        ("events of a stream are waited for and asked", events::<B>),
        ("many launches on many streams come out right", many_streams::<B>),
        ("parts are copied between buffers, and nothing beside them", copies::<B>),
        ("copies take their turn, also between streams", ordered_copies::<B>),
        ("buffers are copied between devices", devices::<B>),
        ("pinned memory is copied while the host goes on", pinned::<B>),
        ("pinned memory of wrong lengths is refused, of none is none", pinned_lengths::<B>),
        ("kernels read and write memory that others gave", foreign::<B>),
        ("launches are recorded, and launched as often as wanted", graphs::<B>),
        ("a graph keeps what it uses", graph_keeps::<B>),
        ("a graph has cooperative launches, or none at all", graph_shapes::<B>),
        ("a recording that fails or has ended is an error", graph_errors::<B>),
    ]
}

/// Each block of 128 turned around.
fn turned(numbers: &[u32]) -> Vec<u32> {
    numbers.chunks(128).flat_map(|block| block.iter().rev().copied()).collect()
}

fn streams<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let (here, beside) = (&context.device, context.device.stream()?);
    holds(beside.shares_memory(here) && !beside.same(here), || "a stream is the device again".to_owned())?;
    let module = context.module.on(&beside)?;
    for blocks in [1, 7, 64] {
        let numbers = random.u32s(blocks * 128);
        let input = beside.buffer_from(&numbers)?;
        let mut output = beside.poisoned::<u32>(numbers.len())?;
        Turned::launch(&module, Launch::grid(blocks), &input, &mut output)?;
        // The other stream goes on with what this one has not ended.
        let input = output.move_to(here)?;
        let mut output = here.poisoned::<u32>(numbers.len())?;
        Turned::launch(&context.module, Launch::grid(blocks), &input, &mut output)?;
        same("turned twice", &output.read()?, &numbers)?;
        same("turned once", &input.move_to(&beside)?.read()?, &turned(&numbers))?;
    }
    beside.synchronize().map_err(Failure::from)
}

fn other_stream<B: Copies + Graphs>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let beside = context.device.stream()?;
    let mut buffer = beside.zeroed::<i32>(15)?;
    let refusal = Incremented::launch(&context.module, Launch::grid(1), &mut buffer);
    let error = refused(refusal, &["`output`", "another stream", "Buffer::move_to"])?;
    holds(error == Error::OtherDevice { what: "output" }, || format!("{error:?}"))?;
    let (here, there) = (context.device.record()?, beside.record()?);
    refused(here.milliseconds_since(&there), &["another device"])?;
    let other = Device::<B>::open(0)?;
    if !other.shares_memory(&beside) {
        refused(buffer.move_to(&other), &["`the buffer` belongs to another device"])?;
        refused(context.module.on(&other), &["`the module` belongs to another device"])?;
    }
    Ok(())
}

fn events<B: Copies + Graphs>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let beside = context.device.stream()?;
    let module = context.module.on(&beside)?;
    let mut buffer = beside.zeroed::<i32>(15)?;
    let first = beside.record()?;
    for _ in 0..50 {
        Incremented::launch(&module, Launch::grid(1), &mut buffer)?;
    }
    let last = beside.record()?;
    context.device.wait_for(&last)?;
    context.device.synchronize()?;
    // The device has waited, so the point is behind it.
    holds(last.is_reached()?, || "a stream that waited for an event did not".to_owned())?;
    last.wait()?;
    let milliseconds = last.milliseconds_since(&first)?;
    holds(milliseconds > 0.0 && milliseconds < 60_000.0, || format!("{milliseconds} ms"))?;
    same("the launches", &buffer.read()?, &[50; 15])
}

fn many_streams<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let streams = (0..5).map(|_| context.device.stream()).collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<Vec<u32>> = (0..20).map(|_| random.u32s(33 * 128)).collect();
    let mut buffers = Vec::new();
    for (numbers, stream) in inputs.iter().zip(streams.iter().cycle()) {
        let (input, mut output) = (stream.buffer_from(numbers)?, stream.poisoned::<u32>(numbers.len())?);
        Turned::launch(&context.module.on(stream)?, Launch::grid(33), &input, &mut output)?;
        // The input is given up while the kernel may run.
        buffers.push(output);
    }
    for (numbers, buffer) in inputs.iter().zip(buffers) {
        same("the output", &buffer.move_to(&context.device)?.read()?, &turned(numbers))?;
    }
    Ok(())
}

fn copies<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let (len, device) = (1009, &context.device);
    let (mut expected, numbers) = (random.u32s(len), random.u32s(len));
    let (mut to, from) = (device.buffer_from(&expected)?, device.buffer_from(&numbers)?);
    for _ in 0..50 {
        let (first, start) = (random.below(len + 1), random.below(len + 1));
        let count = random.below(len + 1 - first.max(start));
        to.copy_at(first, &from, start, count)?;
        expected[first..][..count].copy_from_slice(&numbers[start..][..count]);
    }
    same("the parts", &to.read()?, &expected)?;
    to.copy_from(&from)?;
    same("the whole", &to.read()?, &numbers)?;
    same("the source", &from.read()?, &numbers)?;
    refused(to.copy_at(1000, &from, 0, 10), &["the buffer has 1009 elements, and 1010 are needed"])?;
    refused(to.copy_at(0, &from, 1000, 10), &["1010 are needed"])?;
    refused(to.copy_at(usize::MAX, &from, 0, 2), &["are needed"])?;
    let small = device.zeroed::<u32>(3)?;
    let error = refused(to.copy_from(&small), &["what is copied to the buffer has 3 elements"])?;
    holds(matches!(error, Error::Length { needed: 1009, .. }), || format!("{error:?}"))?;
    let (mut nothing, none) = (device.zeroed::<u32>(0)?, device.zeroed::<u32>(0)?);
    nothing.copy_from(&none)?;
    same("nothing", &nothing.read()?, &[])
}

fn ordered_copies<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let (here, beside) = (&context.device, context.device.stream()?);
    let numbers = random.u32s(200 * 128);
    let input = here.buffer_from(&numbers)?;
    let mut output = here.poisoned::<u32>(numbers.len())?;
    let mut copy = here.poisoned::<u32>(numbers.len())?;
    let mut other = beside.poisoned::<u32>(numbers.len())?;
    for _ in 0..3 {
        Turned::launch(&context.module, Launch::grid(200), &input, &mut output)?;
        copy.copy_from(&output)?;
        other.copy_from(&output)?;
        // What comes later must wait for both copies.
        output.fill_bytes(0)?;
    }
    same("the copy", &copy.read()?, &turned(&numbers))?;
    same("the copy on another stream", &other.read()?, &turned(&numbers))?;
    same("the source", &output.read()?, &vec![0; numbers.len()])
}

fn devices<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let count = Device::<B>::count()?;
    holds(count > 0, || "there is a device, and none is counted".to_owned())?;
    refused(Device::<B>::open(count), &["there is no device"])?;
    // The same one again where there is but one.
    let other = Device::<B>::open(count - 1)?;
    let numbers = random.u32s(333 * 128);
    let input = context.device.buffer_from(&numbers)?;
    let mut output = context.device.poisoned::<u32>(numbers.len())?;
    Turned::launch(&context.module, Launch::grid(333), &input, &mut output)?;
    let mut there = other.zeroed::<u32>(numbers.len() + 1)?;
    there.copy_at(1, &output, 0, numbers.len())?;
    output.fill_bytes(0xff)?;
    same("what is there", &there.read()?[1..], &turned(&numbers))?;
    output.copy_at(0, &there, 1, numbers.len())?;
    there.fill_bytes(0)?;
    same("what came back", &output.read()?, &turned(&numbers))
}

fn pinned<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for device in [context.device.clone(), context.device.stream()?] {
        let module = context.module.on(&device)?;
        for blocks in [1, 3, 500] {
            let numbers = random.u32s(blocks * 128);
            let mut from = device.pinned::<u32>(numbers.len())?;
            same("new pinned memory", &from, &vec![0; numbers.len()])?;
            from.copy_from_slice(&numbers);
            let (mut input, mut output) =
                (device.poisoned::<u32>(numbers.len())?, device.poisoned::<u32>(numbers.len())?);
            let written = input.begin_write(0, from)?;
            Turned::launch(&module, Launch::grid(blocks), &input, &mut output)?;
            let read = output.begin_read(0, device.pinned(numbers.len())?)?;
            output.fill_bytes(0)?;
            same("what was read", &read.wait()?, &turned(&numbers))?;
            holds(written.is_done()?, || "a copy before another that has ended has not".to_owned())?;
            same("what was written", &written.wait()?, &numbers)?;
        }
    }
    Ok(())
}

fn pinned_lengths<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let device = &context.device;
    let numbers = random.many(100, |bits| bits as u16);
    let mut buffer = device.buffer_from(&numbers)?;
    refused(buffer.begin_write(98, device.pinned(3)?), &["the buffer has 100 elements, and 101 are needed"])?;
    refused(buffer.begin_read(101, device.pinned(0)?), &["101 are needed"])?;
    buffer.begin_write(100, device.pinned(0)?)?.wait()?;
    let part = buffer.begin_read(37, device.pinned(41)?)?.wait()?;
    same("a part", &part, &numbers[37..78])?;
    // A pending copy that nobody waits for ends all the same.
    drop(buffer.begin_write(59, part)?);
    same("parts", &buffer.read()?[50..], &[&numbers[50..59], &numbers[37..78]].concat())?;
    refused(device.pinned::<u64>(usize::MAX / 4), &["bytes of memory left"])?;
    Ok(())
}

#[allow(unsafe_code)]
fn foreign<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let device = &context.device;
    let (ordinal, described) = (device.backend().ordinal()?, device.described()?);
    holds(ordinal == 0 && described.device_id == 0, || format!("the device that was opened as 0 is {described}"))?;
    let (numbers, blocks) = (random.u32s(7 * 128), 3);
    let theirs = device.buffer_from(&numbers)?;
    let result = device.poisoned::<u32>(blocks * 128 + 8)?;
    {
        // SAFETY: the memory is that of buffers which live on, and all is done on one stream.
        let (input, mut output) = unsafe {
            let input = device.foreign::<u32>(theirs.address() + 4 * 128, blocks * 128)?;
            (input, device.foreign::<u32>(result.address() + 16, blocks * 128)?)
        };
        same("foreign memory", &input.read()?, &numbers[128..][..blocks * 128])?;
        Turned::launch(&context.module, Launch::grid(blocks), &input, &mut output)?;
        output.write_at(1, &[17])?;
        let error = refused(output.write_at(blocks * 128, &[1]), &["385 are needed"])?;
        holds(matches!(error, Error::Length { .. }), || format!("{error:?}"))?;
    }
    // Giving a foreign buffer up gives nothing back.
    let mut expected = turned(&numbers[128..][..blocks * 128]);
    expected[1] = 17;
    let mut found = vec![0; blocks * 128];
    result.read_at(4, &mut found)?;
    same("what the kernel wrote", &found, &expected)?;
    same("what was read", &theirs.read()?, &numbers)?;
    for address in [0, 8, theirs.address() + 1] {
        // SAFETY: it is refused.
        let error = refused(unsafe { device.foreign::<u8>(address, 1) }, &["multiple of 16"])?;
        holds(error == Error::Address { address, multiple: 16 }, || format!("{error:?}"))?;
    }
    Ok(())
}

fn graphs<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for device in [context.device.clone(), context.device.stream()?] {
        let module = context.module.on(&device)?;
        let (x, mut counts) = (random.f32s(500), device.zeroed::<i32>(15)?);
        let (mut on_x, on_y) = (device.buffer_from(&x)?, device.buffer_from(&x)?);
        let mut output = device.zeroed::<f32>(512)?;
        let layout = Output::new(2)?;
        let graph = module.record(|module| {
            Incremented::launch(module, Launch::grid(1), &mut counts)?;
            Axpy::launch(module, Launch::grid(2), 3.0, &on_x, &on_y, output.view_mut(layout))?;
            Incremented::launch(module, Launch::grid(1), &mut counts)
        })?;
        holds(graph.launches() == 3 && graph.device().same(&device), || format!("{graph:?}"))?;
        // What is recorded here is not captured by the driver.
        holds(!device.backend().is_captured()?, || "the stream is captured, which nobody began".to_owned())?;
        // Nothing has run yet.
        same("before", &counts.read()?, &[0; 15])?;
        for round in 1..=5 {
            let x = random.f32s(500);
            on_x.write(&x)?;
            graph.launch()?;
            Incremented::launch(&module, Launch::grid(1), &mut counts)?;
            graph.launch()?;
            let y = on_y.read()?;
            let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 3.0_f32.mul_add(*x, *y)).collect();
            same("the output", &output.read()?[..500], &expected)?;
            same("the counts", &counts.read()?, &[5 * round; 15])?;
        }
        // From one thread after another, too.
        std::thread::scope(|scope| scope.spawn(|| graph.launch()).join()).map_err(|_| Failure::new("a panic"))??;
        same("the counts", &counts.read()?, &[27; 15])?;
    }
    Ok(())
}

fn graph_keeps<B: Copies + Graphs>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let (device, numbers) = (&context.device, random.u32s(256));
    let mut output = device.poisoned::<u32>(256)?;
    let graph = {
        let input = device.buffer_from(&numbers)?;
        let module = context.module.clone();
        module.record(|module| Turned::launch(module, Launch::grid(2), &input, &mut output))?
    };
    // Others get no memory that the graph uses.
    let _others = (0..50).map(|_| device.poisoned::<u32>(256)).collect::<Result<Vec<_>, _>>()?;
    graph.launch()?;
    same("the output", &output.read()?, &turned(&numbers))?;
    let error = refused(output.move_to(&device.stream()?), &["a graph was recorded"])?;
    holds(error == Error::Recorded { what: "the buffer" }, || format!("{error:?}"))?;
    // What is still used is kept to the end.
    graph.launch()?;
    drop(graph);
    device.synchronize().map_err(Failure::from)
}

#[allow(unsafe_code)]
fn graph_shapes<B: Copies + Graphs>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let empty = context.module.record(|_| Ok(()))?;
    empty.launch()?;
    holds(empty.launches() == 0, || format!("{empty:?}"))?;
    // A grid without blocks is no launch of a graph.
    let mut none = context.device.zeroed::<u32>(0)?;
    let nothing = context.module.record(|module| Numbered::launch(module, Launch::covering(), &mut none))?;
    nothing.launch()?;
    holds(nothing.launches() == 0, || format!("{nothing:?}"))?;
    let most = context.module.resident_blocks::<AllBlocks>(Launch::grid(1))?;
    for blocks in [1, most.min(70)] {
        let mut numbers = context.device.poisoned::<u32>(blocks as usize)?;
        let mut sums = context.device.poisoned::<u32>(blocks as usize)?;
        let mut counter = context.device.zeroed::<u32>(1)?;
        let graph = context.module.record(|module| {
            let launch = Launch::grid(blocks).cooperative();
            // SAFETY: the launch is cooperative, and the counter is made 0 before each.
            unsafe { AllBlocks::launch(module, launch, &mut numbers, &mut sums, &mut counter) }
        })?;
        let sum = (0..blocks).map(|block| block * block + 1).sum();
        for _ in 0..3 {
            counter.fill_bytes(0)?;
            sums.fill_bytes(0)?;
            graph.launch()?;
            same("the sums", &sums.read()?, &vec![sum; blocks as usize])?;
        }
    }
    Ok(())
}

fn graph_errors<B: Copies + Graphs>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut counts = context.device.zeroed::<i32>(15)?;
    let mut kept = None;
    let graph = context.module.record(|module| {
        kept = Some(module.clone());
        Ok(())
    })?;
    let module = kept.ok_or(Failure::new("nothing was recorded"))?;
    let error = refused(Incremented::launch(&module, Launch::grid(1), &mut counts), &["the launches of a graph"])?;
    holds(matches!(error, Error::Recorded { .. }), || format!("{error:?}"))?;
    graph.launch()?;
    // What is wrong with a launch is wrong when it is recorded.
    let mut small = context.device.zeroed::<i32>(14)?;
    let recorded = context.module.record(|module| Incremented::launch(module, Launch::grid(1), &mut small));
    refused(recorded, &["output has 14 elements, and 15 are needed"])?;
    same("what was not launched", &counts.read()?, &[0; 15])
}
