//! The time of 64 conversions after each other, by shuffles, through shared memory, and through padded shared memory as by hand: from rows to
//! columns and back, and between rows of which neighbouring threads exchange halves, where shuffles are at their best.

use super::host::convert;
use super::kernel::{ByColumns, ByHalves, ConvertTiles, PADDED, SHARED, SHUFFLES};
use crate::numbers::{Pattern, patterns};
use lego::{Layout32, StaticMapping};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "convert_layout", run }
}

/// There and back so many times.
const TIMES: u32 = 32;

/// A block alone, whose time is the conversions' latency; and many for each multiprocessor, whose time is their throughput.
const TILES: [usize; 2] = [1, 4224];

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    macro_rules! times {
        ($($layout:ty: $element:ty, $n:literal, $r:literal, $e:literal, $v:literal; $($kernel:literal $way:ident)*;)*) => {
            $($(times::<$element, $layout, $n, $r, $e, $v, $way, B>($kernel, timer, emit)?;)*)*
        };
    }
    times! {
        ByColumns<32>: u8, 32, 8, 8, 1; "convert_shuffles_8_32" SHUFFLES "convert_shared_8_32" SHARED "convert_padded_8_32" PADDED;
        ByColumns<64>: u8, 64, 32, 16, 1; "convert_shuffles_8_64" SHUFFLES "convert_shared_8_64" SHARED "convert_padded_8_64" PADDED;
        ByColumns<128>: u8, 128, 128, 16, 1; "convert_shuffles_8_128" SHUFFLES "convert_shared_8_128" SHARED "convert_padded_8_128" PADDED;
        ByColumns<32>: u16, 32, 8, 8, 1; "convert_shuffles_16_32" SHUFFLES "convert_shared_16_32" SHARED "convert_padded_16_32" PADDED;
        ByColumns<64>: u16, 64, 32, 8, 1; "convert_shuffles_16_64" SHUFFLES "convert_shared_16_64" SHARED "convert_padded_16_64" PADDED;
        ByColumns<128>: u16, 128, 128, 8, 1; "convert_shared_16_128" SHARED;
        ByColumns<32>: u32, 32, 8, 4, 1; "convert_shuffles_32_32" SHUFFLES "convert_shared_32_32" SHARED "convert_padded_32_32" PADDED;
        ByColumns<64>: u32, 64, 32, 4, 1; "convert_shuffles_32_64" SHUFFLES "convert_shared_32_64" SHARED "convert_padded_32_64" PADDED;
        ByColumns<128>: u32, 128, 128, 4, 1; "convert_shared_32_128" SHARED;
        ByColumns<32>: u64, 32, 8, 2, 1; "convert_shuffles_64_32" SHUFFLES "convert_shared_64_32" SHARED "convert_padded_64_32" PADDED;
        ByColumns<64>: u64, 64, 32, 2, 1; "convert_shared_64_64" SHARED;
        ByHalves<64, 32>: u8, 64, 32, 16, 16; "halves_shuffles_8_64" SHUFFLES "halves_shared_8_64" SHARED "halves_padded_8_64" PADDED;
        ByHalves<64, 32>: u32, 64, 32, 4, 4; "halves_shuffles_32_64" SHUFFLES "halves_shared_32_64" SHARED "halves_padded_32_64" PADDED;
        ByHalves<64, 32>: u64, 64, 32, 2, 2; "halves_shuffles_64_64" SHUFFLES "halves_shared_64_64" SHARED "halves_padded_64_64" PADDED;
    }
    Ok(())
}

fn times<T: Pattern, L, const N: usize, const R: usize, const E: usize, const V: usize, const WAY: u32, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error>
where
    L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
    ConvertTiles<T, L, N, R, E, V, WAY>: Instance,
{
    for tiles in TILES {
        let all: Vec<T> = patterns(tiles * N * N);
        let input = timer.device().buffer_from(&all)?;
        let mut output = timer.device().poisoned(all.len())?;
        let mut cycles = timer.device().poisoned(tiles)?;
        let milliseconds = timer.median(3, 9, || {
            convert::<T, L, N, R, E, V, WAY, B>(&timer.module, &input, &mut output, &mut cycles, TIMES)
        })?;
        let checked = Some(output.read()? == all);
        // Every conversion moves each element from a register to a register.
        let bytes = f64::from(2 * TIMES) * size_of_val(all.as_slice()) as f64;
        let tile = format!("{N}x{N} of {} bytes{}", T::BYTES, if V == E { ", halves" } else { "" });
        let case = format!("{tile}, {tiles} tiles");
        emit(Row { bench: "convert_layout", case, kernel, milliseconds, bytes, checked });
        if tiles == 1 {
            let each = cycles.read()?[0] as f64 / f64::from(2 * TIMES);
            let case = format!("{tile}, {each:.1} cycles each");
            emit(Row { bench: "convert_layout_cycles", case, kernel, milliseconds, bytes, checked });
        }
    }
    Ok(())
}
