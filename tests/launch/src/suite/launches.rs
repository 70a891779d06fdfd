//! Launches: arguments arrive, results are there, in the order of the calls.

use super::check::{Failure, Random, refused, same};
use super::{Case, Context};
use crate::kernels::{
    AllBlocks, Axpy, Columns, Groups, Incremented, Numbered, Numbering, Numbers, Output, Printing, Scattered,
    Transposed,
};
use lego_cuda::launch::{Backend, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("slices, views and numbers arrive", axpy::<B>),
        ("threads go through a matrix of bits, a table and digits", scattered::<B>),
        ("a slice and a view may be one buffer", one_buffer_twice::<B>),
        ("numbers of every type arrive", numbers::<B>),
        ("grid and block have three extents", numbering::<B>),
        ("sizes of a layout cross with a view", transposed::<B>),
        ("work is done in the order of the calls", order::<B>),
        ("a kernel that prints does what it does else", printing::<B>),
        ("all blocks of a cooperative launch meet", cooperative::<B>),
        ("a size of 0 starts no block", nothing::<B>),
    ]
}

fn axpy<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for len in [1, 31, 256, 257, 1000, 20_011] {
        let (x, y) = (random.f32s(len), random.f32s(len));
        let a = random.f32s(1)[0];
        let blocks = len.div_ceil(256);
        let (on_x, on_y) = (context.device.buffer_from(&x)?, context.device.buffer_from(&y)?);
        // What was poisoned may not be read before a kernel has written it.
        let mut output = context.device.buffer_from(&vec![f32::from_bits(u32::MAX); blocks * 256])?;
        let layout = Output::new(blocks)?;
        Axpy::launch(&context.module, Launch::grid(blocks), a, &on_x, &on_y, output.view_mut(layout))?;
        let output = output.read()?;
        let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| a.mul_add(*x, *y)).collect();
        same("the output", &output[..len], &expected)?;
        let rest: Vec<u32> = output[len..].iter().map(|number| number.to_bits()).collect();
        same("what no thread writes", &rest, &vec![u32::MAX; rest.len()])?;
    }
    Ok(())
}

fn scattered<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for blocks in [1, 3, 77] {
        let input: Vec<u32> = random.f32s(blocks * 128).iter().map(|number| number.to_bits()).collect();
        let on = context.device.buffer_from(&input)?;
        let mut output = context.device.poisoned::<u32>(input.len())?;
        Scattered::launch(&context.module, Launch::grid(blocks), &on, output.view_mut(Groups::new(blocks)?))?;
        let mut expected = vec![0; input.len()];
        for i in 0..input.len() {
            let element = input[i / 128 * 128 + ((i % 128) ^ (i % 128 / 2))];
            let (group, place) = ([5, 0, 3, 1, 2, 7, 4, 6][i / 16 % 8], i % 16);
            // The component of the first mode has its lowest bit at 8; in a group the last index is fastest.
            let (first, second) = (place / 2, place % 2);
            expected[i / 128 * 128 + group * 16 + first % 2 * 8 + first / 2 + second * 4] = element;
        }
        same("the output", &output.read()?, &expected)?;
    }
    Ok(())
}

fn one_buffer_twice<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let x = random.f32s(300);
    let on = context.device.buffer_from(&x)?;
    let mut output = context.device.zeroed::<f32>(512)?;
    Axpy::launch(&context.module, Launch::grid(2), 3.0, &on, &on, output.view_mut(Output::new(2)?))?;
    let expected: Vec<f32> = x.iter().map(|x| 3.0_f32.mul_add(*x, *x)).collect();
    same("the output", &output.read()?[..300], &expected)
}

fn numbers<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for _ in 0..5 {
        let [a, c, e, g, i, j] = [(); 6].map(|()| random.next());
        let (b, d, f, h) = (a >> 8, c >> 16, e >> 32, !g);
        let (i, j) = (f32::from_bits(i as u32), f64::from_bits(j));
        let mut output = context.device.poisoned::<u64>(10)?;
        Numbers::launch(
            &context.module,
            Launch::grid(1).block(32),
            a as u8,
            b as i8,
            c as u16,
            d as i16,
            e as u32,
            f as i32,
            g,
            h as i64,
            i,
            j,
            &mut output,
        )?;
        let expected = [
            u64::from(a as u8),
            b as i8 as u64,
            u64::from(c as u16),
            d as i16 as u64,
            u64::from(e as u32),
            f as i32 as u64,
            g,
            h,
            u64::from(i.to_bits()),
            j.to_bits(),
        ];
        same("the numbers", &output.read()?, &expected)?;
    }
    Ok(())
}

fn numbering<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    for (grid, block) in
        [([1, 1, 1], [1, 1, 1]), ([3, 2, 4], [5, 3, 2]), ([7, 1, 2], [1, 16, 16]), ([1, 9, 1], [64, 1, 4])]
    {
        let count: u32 = grid.iter().chain(&block).product();
        let mut output = context.device.poisoned::<u32>(count as usize)?;
        Numbering::launch(&context.module, Launch::grid(grid).block(block), &mut output)?;
        same("the numbers", &output.read()?, &(0..count).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn transposed<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for (m, n) in [(1, 1), (16, 8), (37, 5), (3, 100), (65, 64)] {
        let matrix = random.many(m * n, |bits| bits as f64);
        let input = context.device.buffer_from(&matrix)?;
        let mut output = context.device.poisoned::<f64>(m * n)?;
        let grid = [m.div_ceil(16), n.div_ceil(8)];
        let (from, to) = (input.view(Columns::new(m, n)?), output.view_mut(Columns::new(n, m)?));
        Transposed::launch(&context.module, Launch::grid(grid), from, to)?;
        let expected: Vec<f64> = (0..m * n).map(|p| matrix[(p / n) + (p % n) * m]).collect();
        same("the transpose", &output.read()?, &expected)?;
    }
    Ok(())
}

fn order<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let start = random.many(15, |bits| bits as i16 as i32);
    let mut buffer = context.device.buffer_from(&start)?;
    for _ in 0..100 {
        Incremented::launch(&context.module, Launch::grid(1), &mut buffer)?;
    }
    let expected: Vec<i32> = start.iter().map(|number| number + 100).collect();
    same("a hundred launches", &buffer.read()?, &expected)?;
    buffer.fill_bytes(0)?;
    Incremented::launch(&context.module, Launch::grid(1), &mut buffer)?;
    buffer.write_at(3, &[41, 42])?;
    Incremented::launch(&context.module, Launch::grid(1), &mut buffer)?;
    let mut expected = [2; 15];
    expected[3..5].copy_from_slice(&[42, 43]);
    same("fill, launch, write, launch", &buffer.read()?, &expected)?;
    context.device.synchronize().map_err(Failure::from)
}

/// What is printed nobody can read here; that it is printed harms nothing.
fn printing<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let start = random.many(3, |bits| bits as u16 as u32);
    let mut output = context.device.buffer_from(&start)?;
    for is_printed in [1, 0] {
        Printing::launch(&context.module, Launch::grid(3), &mut output, is_printed, 0.5, -1e-9, -7, u64::MAX)?;
        context.device.synchronize()?;
    }
    let expected: Vec<u32> = start.iter().map(|number| number + 2).collect();
    same("the numbers of blocks that print", &output.read()?, &expected)
}

fn cooperative<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let most = context.module.resident_blocks::<AllBlocks>(Launch::grid(1))?;
    // As many as there can be, but on the executor not more than a test has time for.
    for blocks in [1, 2, 7, most.min(264)] {
        let mut numbers = context.device.poisoned::<u32>(blocks as usize)?;
        let mut sums = context.device.poisoned::<u32>(blocks as usize)?;
        let mut counter = context.device.zeroed::<u32>(1)?;
        let launch = Launch::grid(blocks).cooperative();
        // SAFETY: the launch is cooperative, and the counter is a new one of 0.
        unsafe { AllBlocks::launch(&context.module, launch, &mut numbers, &mut sums, &mut counter)? };
        let sum = (0..blocks).map(|block| block * block + 1).sum();
        same("the sums", &sums.read()?, &vec![sum; blocks as usize])?;
    }
    Ok(())
}

/// A grid of no blocks is checked as any other, and nothing runs.
fn nothing<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let Context { device, module, .. } = context;
    let (mut none, mut output) = (device.zeroed::<u32>(0)?, device.zeroed::<u32>(64)?);
    let blocks = none.len().div_ceil(256);
    Numbered::launch(module, Launch::grid(blocks), &mut none)?;
    Numbered::launch(module, Launch::covering(), &mut none)?;
    for grid in [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0], [0, 7, 3]] {
        Numbering::launch(module, Launch::grid(grid).block(64), &mut output)?;
        // No thread differs from another in what the axes do not name.
        Numbered::launch(module, Launch::grid(grid).partial(), &mut output)?;
    }
    let (mut sums, mut counter) = (device.zeroed::<u32>(1)?, device.zeroed::<u32>(1)?);
    // SAFETY: the launch is cooperative, and the counter is a new one of 0.
    unsafe { AllBlocks::launch(module, Launch::grid(0).cooperative(), &mut output, &mut sums, &mut counter) }?;
    same("what no thread writes", &output.read()?, &[0; 64])?;
    same("the sums of no blocks", &sums.read()?, &[0])?;
    // Elements that no thread has are told of, and so is what is wrong with a block or a buffer.
    refused(Numbered::launch(module, Launch::grid(0), &mut output), &["an extent of 64", "`BlockX` goes up to 0"])?;
    refused(Numbering::launch(module, Launch::grid(0).block(257), &mut output), &["`numbering`", "up to 256 threads"])?;
    refused(Incremented::launch(module, Launch::grid(0), &mut device.zeroed(14)?), &["14 elements, and 15"])?;
    Numbered::launch(module, Launch::covering(), &mut output)?;
    same("the numbers", &output.read()?, &(0..64).collect::<Vec<_>>())
}
