//! Turned heads of many sizes, compared with those turned number by number in `f64`.

use super::host::{Heads, RotaryNumber, Turns, rotary};
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Number, Random, Scale, near, random};

/// The turned heads, and how far results may be from them.
pub(super) fn expected<T: Number>(
    input: &[T],
    cosines: &[T],
    sines: &[T],
    Heads { positions, heads, half, .. }: Heads,
) -> Vec<(f64, f64)> {
    let mut right = vec![(0.0, 0.0); input.len()];
    for (i, (from, to)) in input.chunks(2 * half).zip(right.chunks_mut(2 * half)).enumerate() {
        let angles = (i / heads % positions) * half;
        for k in 0..half {
            let (a, b) = (from[k].value(), from[half + k].value());
            let (cos, sin) = (cosines[angles + k].value(), sines[angles + k].value());
            let near = |x: f64, y: f64| (x + y, (x + y).abs() * T::ROUNDING + (x.abs() + y.abs()) * 2e-7 + 3e-8);
            to[k] = near(a * cos, -b * sin);
            to[half + k] = near(b * cos, a * sin);
        }
    }
    right
}

fn check<T: RotaryNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    // Tokens, positions, heads, elements of half a head.
    const SMALL: [[usize; 4]; 9] = [
        [1, 1, 1, 1],
        [3, 2, 5, 7],
        [5, 5, 3, 32],
        [2, 1, 7, 64],
        [3, 3, 1, 20],
        [2, 2, 9, 136],
        [37, 5, 4, 32],
        [3, 2, 8, 64],
        [7, 7, 12, 20],
    ];
    const LARGE: [[usize; 4]; 8] = [
        [4099, 1009, 20, 48],
        [1001, 13, 4, 200],
        [1, 1, 1, 1],
        [4099, 1009, 5, 37],
        [4096, 2048, 32, 64],
        [8191, 8191, 8, 32],
        [1000, 500, 3, 1000],
        [100_003, 7, 1, 8],
    ];
    for &[tokens, positions, heads, half] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let extents = Heads { tokens, positions, heads, half };
        let input: Vec<T> = random(source, tokens * heads * 2 * half);
        let (cosines, sines): (Vec<T>, Vec<T>) = (random(source, positions * half), random(source, positions * half));
        let device = module.device();
        let (of_cosines, of_sines) = (device.buffer_from(&cosines)?, device.buffer_from(&sines)?);
        let mut output = device.poisoned(input.len())?;
        let turns = Turns { cosines: &of_cosines, sines: &of_sines };
        rotary(module, &device.buffer_from(&input)?, turns, &mut output, extents)?;
        near(&format!("{extents:?}"), &output.read()?, expected(&input, &cosines, &sines, extents))?;
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (numbers, mut output) = (device.zeroed::<f32>(64)?, device.zeroed::<f32>(64)?);
    let mut launch = |[tokens, positions, heads, half]: [usize; 4]| {
        let turns = Turns { cosines: &numbers, sines: &numbers };
        rotary(module, &numbers, turns, &mut output, Heads { tokens, positions, heads, half })
    };
    let refused = [
        launch([0, 1, 1, 4]),
        launch([1, 0, 1, 4]),
        launch([1, 1, 0, 4]),
        launch([1, 1, 1, 0]),
        launch([9, 1, 1, 4]),
        launch([1, 17, 1, 4]),
        launch([usize::MAX, 1, 2, 4]),
        launch([1 << 16, 1, 1 << 16, 4]),
    ];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "rotary_f32", run: check::<f32, B> },
        Check { name: "rotary_f16", run: check::<f16, B> },
        Check { name: "rotary_refusals", run: check_refusals::<B> },
    ]
}
