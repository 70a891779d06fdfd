//! The time of 64 gathers after each other along the rows of 512×2 … 512×32 tiles, the shapes of figure 8 of the paper on linear layouts.

use super::check::gathered;
use super::host::gather;
use super::kernel::{GatherTiles, LANES, LEGACY, LEGACY_ROWS, REGISTERS, ROWS, THROUGH};
use crate::numbers::patterns;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "gather", run }
}

/// So many gathers.
const TIMES: u32 = 64;

/// A block alone, whose time is the gathers' latency; and many for each multiprocessor, whose time is their throughput.
const TILES: [usize; 2] = [1, 2112];

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    macro_rules! kernels {
        ($($kernel:literal: $n:literal, $r:literal, $p:literal, $memory:literal, $way:ident;)*) => {
            $(times::<$n, $r, $p, $memory, $way, B>($kernel, timer, emit)?;)*
        };
    }
    kernels! {
        "gather_lanes_32_2": 2, 4, 2, 4, LANES;
        "gather_registers_32_2": 2, 4, 2, 4, REGISTERS;
        "gather_through_32_2": 2, 4, 2, 1024, THROUGH;
        "gather_legacy_32_2": 2, 4, 2, 1024, LEGACY;
        "gather_legacy_rows_32_2": 2, 4, 2, 1024, LEGACY_ROWS;
        "gather_lanes_32_4": 4, 8, 4, 4, LANES;
        "gather_registers_32_4": 4, 8, 4, 4, REGISTERS;
        "gather_through_32_4": 4, 8, 4, 2048, THROUGH;
        "gather_legacy_32_4": 4, 8, 4, 2048, LEGACY;
        "gather_legacy_rows_32_4": 4, 8, 4, 2048, LEGACY_ROWS;
        "gather_lanes_32_8": 8, 16, 4, 4, LANES;
        "gather_registers_32_8": 8, 16, 4, 4, REGISTERS;
        "gather_through_32_8": 8, 16, 4, 4096, THROUGH;
        "gather_legacy_32_8": 8, 16, 4, 4096, LEGACY;
        "gather_legacy_rows_32_8": 8, 16, 4, 4096, LEGACY_ROWS;
        "gather_lanes_32_16": 16, 32, 4, 4, LANES;
        "gather_through_32_16": 16, 32, 4, 8192, THROUGH;
        "gather_legacy_32_16": 16, 32, 4, 8192, LEGACY;
        "gather_legacy_rows_32_16": 16, 32, 4, 8192, LEGACY_ROWS;
        "gather_lanes_32_32": 32, 64, 4, 4, LANES;
        "gather_through_32_32": 32, 64, 4, 16384, THROUGH;
        "gather_legacy_32_32": 32, 64, 4, 16384, LEGACY;
        "gather_legacy_rows_32_32": 32, 64, 4, 16384, LEGACY_ROWS;
    }
    Ok(())
}

/// Indices that are as good as random, the same each time.
fn scattered(count: usize, below: u32) -> Vec<u32> {
    (0..count as u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 11 ^ i.wrapping_mul(0x85eb_ca6b) >> 19) % below).collect()
}

fn times<const N: usize, const R: usize, const P: usize, const MEMORY: usize, const WAY: u32, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error>
where
    GatherTiles<f32, N, R, P, MEMORY, WAY>: Instance,
{
    for tiles in TILES {
        let all: Vec<f32> = patterns(tiles * N * ROWS);
        let indices = scattered(all.len(), N as u32);
        let (input, index) = (timer.device().buffer_from(&all)?, timer.device().buffer_from(&indices)?);
        let mut output = timer.device().poisoned(all.len())?;
        let mut cycles = timer.device().poisoned(tiles)?;
        let milliseconds = timer.median(3, 9, || {
            gather::<f32, N, R, P, MEMORY, WAY, B>(&timer.module, &input, &index, &mut output, &mut cycles, TIMES)
        })?;
        let checked = Some(output.read()? == gathered(&all, &indices, N, TIMES));
        // Every gather moves each element from a register to a register.
        let bytes = f64::from(TIMES) * 2.0 * size_of_val(all.as_slice()) as f64;
        let case = format!("float32 {ROWS}x{N}, {tiles} tiles");
        emit(Row { bench: "gather", case, kernel, milliseconds, bytes, checked });
        if tiles == 1 {
            let each = cycles.read()?[0] as f64 / f64::from(TIMES);
            let case = format!("float32 {ROWS}x{N}, {each:.1} cycles each");
            emit(Row { bench: "gather_cycles", case, kernel, milliseconds, bytes, checked });
        }
    }
    Ok(())
}
