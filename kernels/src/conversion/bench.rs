//! The time of 65 conversions after each other, by shuffles, through shared memory, and through padded shared memory as by hand.

use super::host::convert;
use super::kernel::{ConvertTiles, PADDED, SHARED, SHUFFLES};
use crate::numbers::{Pattern, patterns};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "convert_layout", run }
}

/// There and back so many times, and there once more.
const TIMES: u32 = 32;

/// A block alone, whose time is the conversions' latency; and many for each multiprocessor, whose time is their throughput.
const TILES: [usize; 2] = [1, 4224];

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    macro_rules! sizes {
        ($($element:ty, $n:literal, $r:literal, $e:literal, $shuffles:literal $shared:literal $padded:literal;)*) => {
            $(
                times::<$element, $n, $r, $e, SHUFFLES, B>($shuffles, timer, emit)?;
                times::<$element, $n, $r, $e, SHARED, B>($shared, timer, emit)?;
                times::<$element, $n, $r, $e, PADDED, B>($padded, timer, emit)?;
            )*
        };
    }
    sizes! {
        u8, 32, 8, 8, "convert_shuffles_8_32" "convert_shared_8_32" "convert_padded_8_32";
        u8, 64, 32, 16, "convert_shuffles_8_64" "convert_shared_8_64" "convert_padded_8_64";
        u8, 128, 128, 16, "convert_shuffles_8_128" "convert_shared_8_128" "convert_padded_8_128";
        u16, 32, 8, 8, "convert_shuffles_16_32" "convert_shared_16_32" "convert_padded_16_32";
        u16, 64, 32, 8, "convert_shuffles_16_64" "convert_shared_16_64" "convert_padded_16_64";
        u32, 32, 8, 4, "convert_shuffles_32_32" "convert_shared_32_32" "convert_padded_32_32";
        u32, 64, 32, 4, "convert_shuffles_32_64" "convert_shared_32_64" "convert_padded_32_64";
        u64, 32, 8, 2, "convert_shuffles_64_32" "convert_shared_64_32" "convert_padded_64_32";
    }
    times::<u16, 128, 128, 8, SHARED, B>("convert_shared_16_128", timer, emit)?;
    times::<u32, 128, 128, 4, SHARED, B>("convert_shared_32_128", timer, emit)?;
    times::<u64, 64, 32, 2, SHARED, B>("convert_shared_64_64", timer, emit)
}

fn times<T: Pattern, const N: usize, const R: usize, const E: usize, const WAY: u32, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error>
where
    ConvertTiles<T, N, R, E, WAY>: Instance,
{
    for tiles in TILES {
        let all: Vec<T> = patterns(tiles * N * N);
        let input = timer.device().buffer_from(&all)?;
        let mut output = timer.device().poisoned(all.len())?;
        let mut cycles = timer.device().poisoned(tiles)?;
        let milliseconds = timer
            .median(3, 9, || convert::<T, N, R, E, WAY, B>(&timer.module, &input, &mut output, &mut cycles, TIMES))?;
        let checked = Some(output.read()? == all);
        // Every conversion moves each element from a register to a register.
        let bytes = f64::from(2 * TIMES + 1) * size_of_val(all.as_slice()) as f64;
        let case = format!("{N}x{N} of {} bytes, {tiles} tiles", T::BYTES);
        emit(Row { bench: "convert_layout", case, kernel, milliseconds, bytes, checked });
        if tiles == 1 {
            let each = cycles.read()?[0] as f64 / f64::from(2 * TIMES);
            let case = format!("{N}x{N} of {} bytes, {each:.1} cycles each", T::BYTES);
            emit(Row { bench: "convert_layout_cycles", case, kernel, milliseconds, bytes, checked });
        }
    }
    Ok(())
}
