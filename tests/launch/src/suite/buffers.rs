//! Buffers: what is written is read.

use super::check::{Failure, Random, holds, refused, same};
use super::{Case, Context};
use lego_cuda::device::Element;
use lego_cuda::launch::{Backend, Error};
use std::fmt::Debug;

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("what is written is read, of all types and lengths", round_trip::<B>),
        ("parts are written and read, and nothing beside them", parts::<B>),
        ("all bytes are filled", fill::<B>),
        ("a buffer of nothing is one", empty::<B>),
        ("addresses are aligned, and buffers lie apart", addresses::<B>),
        ("wrong lengths are refused", lengths::<B>),
        ("bytes outside of memory are refused, also by the back end", outside::<B>),
        ("memory that no device has is refused", out_of_memory::<B>),
    ]
}

const LENGTHS: [usize; 9] = [1, 2, 3, 255, 256, 257, 1000, 4099, 65_537];

fn round_trip<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    fn one<T: Element + PartialEq + Debug, B: Backend>(
        context: &Context<B>,
        random: &mut Random,
        from: impl Fn(u64) -> T,
    ) -> Result<(), Failure> {
        for len in LENGTHS {
            let (first, second) = (random.many(len, &from), random.many(len, &from));
            let mut buffer = context.device.buffer_from(&first)?;
            same("the first content", &buffer.read()?, &first)?;
            buffer.write(&second)?;
            let mut into = first.clone();
            buffer.read_into(&mut into)?;
            same("the second content", &into, &second)?;
            holds(buffer.len() == len && !buffer.is_empty(), || format!("{} elements", buffer.len()))?;
        }
        Ok(())
    }
    one(context, random, |bits| bits as u8)?;
    one(context, random, |bits| bits as i16)?;
    one(context, random, |bits| bits as u32)?;
    one(context, random, |bits| bits as f32)?;
    one(context, random, |bits| bits as i64)?;
    one(context, random, |bits| [bits as f32, 1.0, -0.5, (bits >> 32) as f32])
}

fn parts<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let mut expected = random.many(1000, |bits| bits as u16);
    let mut buffer = context.device.buffer_from(&expected)?;
    for _ in 0..50 {
        let first = random.below(1001);
        let len = random.below(1001 - first);
        let part = random.many(len, |bits| bits as u16);
        buffer.write_at(first, &part)?;
        expected[first..][..len].copy_from_slice(&part);
        let start = random.below(1001);
        let mut read = vec![0; random.below(1001 - start)];
        buffer.read_at(start, &mut read)?;
        same("a part", &read, &expected[start..][..read.len()])?;
    }
    same("the whole", &buffer.read()?, &expected)
}

fn fill<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for len in LENGTHS {
        same("zeros", &context.device.zeroed::<u64>(len)?.read()?, &vec![0; len])?;
        let mut buffer = context.device.poisoned::<i16>(len)?;
        same("poison", &buffer.read()?, &vec![-1; len])?;
        let byte = random.next() as u8;
        buffer.fill_bytes(byte)?;
        same("a fill", &buffer.read()?, &vec![i16::from_ne_bytes([byte; 2]); len])?;
    }
    let poison = context.device.poisoned::<f32>(7)?.read()?;
    holds(poison.iter().all(|number| number.is_nan()), || "poison is a number".to_owned())
}

fn empty<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut buffer = context.device.buffer_from::<f64>(&[])?;
    buffer.write(&[])?;
    buffer.write_at(0, &[])?;
    buffer.fill_bytes(1)?;
    buffer.read_into(&mut [])?;
    holds(buffer.is_empty() && buffer.read()?.is_empty() && buffer.address() != 0, || format!("{buffer:?}"))?;
    holds(context.device.poisoned::<u8>(0)?.is_empty(), || "poison of nothing is something".to_owned())
}

fn addresses<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut places = Vec::new();
    let mut buffers = Vec::new();
    for len in [1, 5, 300, 1, 77] {
        let buffer = context.device.zeroed::<u8>(len)?;
        let start = buffer.address();
        holds(start != 0 && start.is_multiple_of(256), || format!("a buffer begins at {start:#x}"))?;
        places.push(start..start + len as u64);
        buffers.push(buffer);
    }
    places.sort_by_key(|place| place.start);
    holds(places.windows(2).all(|two| two[0].end <= two[1].start), || format!("{places:x?} overlap"))
}

fn lengths<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut buffer = context.device.zeroed::<u32>(10)?;
    refused(buffer.write(&[1; 9]), &["what is written to the buffer has 9 elements, and 10 are needed"])?;
    refused(buffer.write(&[1; 11]), &["11", "10"])?;
    refused(buffer.read_into(&mut [1; 9]), &["what the buffer is read into has 9 elements, and 10 are needed"])?;
    refused(buffer.write_at(5, &[1; 6]), &["the buffer has 10 elements, and 11 are needed"])?;
    refused(buffer.write_at(11, &[]), &["10", "11"])?;
    refused(buffer.write_at(usize::MAX, &[1]), &["the buffer has 10 elements"])?;
    refused(buffer.read_at(10, &mut [1]), &["the buffer has 10 elements, and 11 are needed"])?;
    refused(buffer.read_at(usize::MAX, &mut [1]), &["the buffer has 10 elements"])?;
    same("the buffer", &buffer.read()?, &[0; 10])
}

fn outside<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let backend = context.device.backend();
    let memory = backend.allocate(100)?;
    backend.fill(&memory, 0, 100, 5)?;
    for (offset, bytes) in [(0, 101), (99, 2), (100, 1), (usize::MAX, 2), (1 << 40, 1)] {
        let mut host = vec![0; bytes];
        refused(backend.upload(&memory, offset, &host), &[])?;
        refused(backend.download(&memory, offset, &mut host), &[])?;
        refused(backend.fill(&memory, offset, bytes, 6), &[])?;
    }
    let mut host = [0; 100];
    backend.download(&memory, 0, &mut host)?;
    same("the memory", &host, &[5; 100])
}

fn out_of_memory<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let before = context.device.buffer_from(&[7_u8; 100])?;
    // All of a GPU's memory, some of which the driver has; the executor would give the host's.
    let all = if B::RUNS_BODIES { 1 << 47 } else { context.device.limits().memory as usize / 8 };
    for len in [all, 1 << 47, 1 << 60, usize::MAX / 8, usize::MAX] {
        let error = refused(context.device.poisoned::<u64>(len), &["bytes of memory left"])?;
        holds(matches!(error, Error::OutOfMemory { .. }), || format!("{error:?}"))?;
    }
    // The device can be used as before.
    same("the buffer before", &before.read()?, &[7; 100])?;
    same("a buffer after", &context.device.zeroed::<u8>(3)?.read()?, &[0; 3])
}
