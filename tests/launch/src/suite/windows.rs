//! Windows of buffers: read, written, and both at the same time in one buffer.

use super::check::{Failure, Random, holds, same};
use super::{Case, Context};
use crate::kernels::{Columns, Overturned};
use lego_cuda::launch::{Backend, Error, Launch, View};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("a window into a window", across::<B>),
        ("two windows of one buffer", within::<B>),
        ("wrong windows", wrong::<B>),
    ]
}

/// Where a window of some extents begins in a matrix of some extents.
type Place = ([usize; 2], [usize; 2]);

/// What is copied: the extents, and where they lie on both sides.
const COPIES: [([usize; 2], Place, Place); 5] = [
    ([1, 1], ([1, 1], [0, 0]), ([1, 1], [0, 0])),
    ([3, 2], ([3, 2], [0, 0]), ([7, 5], [4, 3])),
    ([5, 32], ([6, 37], [1, 5]), ([5, 33], [0, 1])),
    ([64, 31], ([131, 64], [67, 1]), ([97, 32], [13, 0])),
    ([1, 17], ([3, 19], [2, 2]), ([1, 17], [0, 0])),
];

fn across<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    for ([h, w], ([m, n], [i, j]), ([p, q], [k, l])) in COPIES {
        let (numbers, mut expected) = (random.u32s(m * n), random.u32s(p * q));
        let (input, mut output) = (context.device.buffer_from(&numbers)?, context.device.buffer_from(&expected)?);
        let from = input.window(Columns::new(m, n)?, [i, j], [h, w])?;
        let to = output.window_mut(Columns::new(p, q)?, [k, l], [h, w])?;
        Overturned::launch(&context.module, Launch::covering(), from, to)?;
        for (row, column) in (0..h).flat_map(|row| (0..w).map(move |column| (row, column))) {
            expected[k + row + p * (l + column)] = numbers[i + h - 1 - row + m * (j + column)];
        }
        same(&format!("{h}×{w} elements of {m}×{n} in {p}×{q}"), &output.read()?, &expected)?;
    }
    Ok(())
}

fn within<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let (m, n) = (45, 67);
    let mut expected = random.u32s(m * n);
    let mut buffer = context.device.buffer_from(&expected)?;
    for ([h, w], [i, j], [k, l]) in
        [([45, 32], [0, 0], [0, 32]), ([3, 5], [42, 10], [39, 12]), ([1, 1], [44, 66], [0, 0])]
    {
        let [from, to] = buffer.windows_mut(Columns::new(m, n)?, [([i, j], [h, w]), ([k, l], [h, w])])?;
        Overturned::launch(&context.module, Launch::covering(), View::from(from), to)?;
        for (row, column) in (0..h).flat_map(|row| (0..w).map(move |column| (row, column))) {
            expected[k + row + m * (l + column)] = expected[i + h - 1 - row + m * (j + column)];
        }
        same(&format!("{h}×{w} elements"), &buffer.read()?, &expected)?;
    }
    Ok(())
}

fn wrong<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let numbers = random.u32s(12);
    let mut buffer = context.device.buffer_from(&numbers)?;
    let mut says = |layout: Columns, boxes, words: &str| {
        let error = buffer.windows_mut(layout, boxes).err().map(|error| error.to_string());
        holds(error.as_deref() == Some(words), || format!("{error:?} instead of `{words}`"))
    };
    let overlap = "window 0 from [0, 1] of [2, 2] and window 1 from [1, 2] of [2, 2] overlap: [1, 2] is in both";
    says(Columns::new(3, 4)?, [([0, 1], [2, 2]), ([1, 2], [2, 2])], overlap)?;
    let beyond = "the end of a window of 2 from 3 on, on axis 1, is 5, but may be at most 4";
    says(Columns::new(3, 4)?, [([0, 0], [1, 1]), ([0, 3], [1, 2])], beyond)?;
    // The buffer is as long as the whole layout, not as the window.
    let short = context.device.buffer_from(&numbers[..11])?;
    let mut output = context.device.zeroed::<u32>(1)?;
    let from = short.window(Columns::new(3, 4)?, [0, 0], [1, 1])?;
    let to = output.window_mut(Columns::new(1, 1)?, [0, 0], [1, 1])?;
    let launched = Overturned::launch(&context.module, Launch::covering(), from, to);
    holds(launched == Err(Error::Length { what: "from", elements: 11, needed: 12 }), || format!("{launched:?}"))
}
