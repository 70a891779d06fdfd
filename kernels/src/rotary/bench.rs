//! The times of rotary embeddings.

use super::check::expected;
use super::host::{Heads, Turns, rotary};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer, near, repeating};

/// Tokens, positions, heads, elements of half a head.
const SHAPES: [[usize; 4]; 5] =
    [[4096, 4096, 32, 64], [16_384, 2048, 8, 64], [8192, 8192, 64, 64], [32_768, 1024, 12, 32], [4099, 4099, 20, 48]];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "rotary", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for [tokens, positions, heads, half] in SHAPES {
        let extents = Heads { tokens, positions, heads, half };
        let device = timer.device();
        let input = repeating::<f16>(tokens * heads * 2 * half, 10_007);
        let (cosines, sines) = (repeating::<f16>(positions * half, 997), repeating::<f16>(positions * half, 1009));
        let of_input = device.buffer_from(&input)?;
        let (of_cosines, of_sines) = (device.buffer_from(&cosines)?, device.buffer_from(&sines)?);
        let mut output = device.poisoned(input.len())?;
        let milliseconds = timer.median(3, 25, || {
            let turns = Turns { cosines: &of_cosines, sines: &of_sines };
            rotary(&timer.module, &of_input, turns, &mut output, extents)
        })?;
        let right = near("times", &output.read()?, expected(&input, &cosines, &sines, extents)).is_ok();
        let case = format!("float16 {tokens} tokens of {heads}x{}, {positions} positions", 2 * half);
        let bytes = 4.0 * input.len() as f64 + 4.0 * cosines.len() as f64;
        emit(Row { bench: "rotary", case, kernel: "rotary_f16", milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
