//! Gathers by random indices, compared element by element.

use super::host::gather;
use super::kernel::{GatherTiles, LANES, LEGACY, LEGACY_ROWS, REGISTERS, ROWS, THROUGH};
use crate::numbers::Pattern;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

/// What so many gathers along the rows make of a tile.
pub(super) fn gathered<T: Copy>(all: &[T], index: &[u32], columns: usize, times: u32) -> Vec<T> {
    let mut made = all.to_vec();
    for _ in 0..times {
        made = (0..made.len()).map(|i| made[i / columns * columns + index[i] as usize]).collect();
    }
    made
}

fn check<T, const N: usize, const R: usize, const P: usize, const MEMORY: usize, const WAY: u32, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    T: Pattern,
    GatherTiles<T, N, R, P, MEMORY, WAY>: Instance,
{
    let (tiles, times): (&[usize], &[u32]) =
        if scale == Scale::Small { (&[0, 1], &[0, 1, 2]) } else { (&[0, 1, 500], &[0, 1, 7]) };
    for &tiles in tiles {
        let all: Vec<T> = (0..tiles * N * ROWS).map(|_| T::of(random.bits() as u16)).collect();
        let indices: Vec<u32> = (0..all.len()).map(|_| random.bits() as u32 % N as u32).collect();
        let (input, index) = (module.device().buffer_from(&all)?, module.device().buffer_from(&indices)?);
        for &times in times {
            let mut output = module.device().poisoned(all.len())?;
            let mut cycles = module.device().poisoned(tiles)?;
            gather::<T, N, R, P, MEMORY, WAY, B>(module, &input, &index, &mut output, &mut cycles, times)?;
            let expected = gathered(&all, &indices, N, times);
            compare(&format!("{tiles} tiles of {N}, {times} times"), &output.read()?, |i| expected[i])?;
        }
    }
    Ok(())
}

/// A check for each instance.
macro_rules! checks {
    ($($name:literal: $n:literal, $r:literal, $p:literal, $memory:literal, $way:ident;)*) => {
        pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
            vec![$(Check { name: $name, run: check::<f32, $n, $r, $p, $memory, $way, B> }),*]
        }
    };
}
checks! {
    "gather_lanes_32_2": 2, 4, 2, 4, LANES;
    "gather_lanes_32_4": 4, 8, 4, 4, LANES;
    "gather_lanes_32_8": 8, 16, 4, 4, LANES;
    "gather_lanes_32_16": 16, 32, 4, 4, LANES;
    "gather_lanes_32_32": 32, 64, 4, 4, LANES;
    "gather_registers_32_2": 2, 4, 2, 4, REGISTERS;
    "gather_registers_32_4": 4, 8, 4, 4, REGISTERS;
    "gather_registers_32_8": 8, 16, 4, 4, REGISTERS;
    "gather_through_32_2": 2, 4, 2, 1024, THROUGH;
    "gather_through_32_4": 4, 8, 4, 2048, THROUGH;
    "gather_through_32_8": 8, 16, 4, 4096, THROUGH;
    "gather_through_32_16": 16, 32, 4, 8192, THROUGH;
    "gather_through_32_32": 32, 64, 4, 16384, THROUGH;
    "gather_legacy_32_2": 2, 4, 2, 1024, LEGACY;
    "gather_legacy_32_4": 4, 8, 4, 2048, LEGACY;
    "gather_legacy_32_8": 8, 16, 4, 4096, LEGACY;
    "gather_legacy_32_16": 16, 32, 4, 8192, LEGACY;
    "gather_legacy_32_32": 32, 64, 4, 16384, LEGACY;
    "gather_legacy_rows_32_2": 2, 4, 2, 1024, LEGACY_ROWS;
    "gather_legacy_rows_32_4": 4, 8, 4, 2048, LEGACY_ROWS;
    "gather_legacy_rows_32_8": 8, 16, 4, 4096, LEGACY_ROWS;
    "gather_legacy_rows_32_16": 16, 32, 4, 8192, LEGACY_ROWS;
    "gather_legacy_rows_32_32": 32, 64, 4, 16384, LEGACY_ROWS;
}
